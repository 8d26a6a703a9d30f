//! The fields of a custom game: any board and any players.

use super::{
    super::computers::player_select,
    Editor,
    form::{GameKind, SeatForm},
    options::{board_pick, clock_and_series},
    players::{colours, name_field, shapes, text_field},
    presets::GamePreset,
};
use crate::{
    board::{badge, mini_board},
    components::{
        button::button,
        checkbox::checkbox,
        html::{Element, details, div, fieldset, label, legend, li, ol, p, span, summary},
        icon::{self, icon},
        keyed_list::keyed_list,
        pick::{pick, picks},
        select::select,
        stepper::stepper,
    },
    navigation::{Route, use_navigation},
    text,
};
use four_shapes_records::Match;
use four_shapes_rules::{Game, Rules, RulesConfig};
use four_shapes_styles::Style;
use leptos::prelude::*;

/// The most players that are shown as buttons.
const MAX_BUTTONS: usize = 6;

pub(super) fn fields(editor: Editor) -> Element {
    div().child((game(editor), players(editor), advanced(editor)))
}

/// The kind of game and the board.
fn game(editor: Editor) -> Element {
    let kind = Memo::new(move |_| editor.with(|form| form.kind));
    let custom_size = Memo::new(move |_| editor.with(|form| form.custom_size));
    let kinds = [
        (text::connect_four(), GameKind::ConnectFour),
        (text::tic_tac_toe(), GameKind::TicTacToe),
        (text::own_rules(), GameKind::Custom),
    ];
    let kinds = kinds.map(|(name, this)| {
        let choose = move || editor.update(|form| form.set_kind(this));
        pick("game", name, move || kind.get() == this, choose)
    });
    let numbers = move || {
        let kind = kind.get();
        custom_size.get().then(|| untrack(|| numbers(editor, kind)))
    };
    let gravity = move || (kind.get() == GameKind::Custom).then(|| gravity(editor));
    div().child((
        picks(text::game(), div().class("chips").child(kinds)),
        fieldset().class("picks").child((
            legend().child(text::board_field()),
            move || sizes(editor, kind.get()),
            numbers,
            gravity,
        )),
    ))
}

/// The preset sizes of a kind of game, and a custom one.
fn sizes(editor: Editor, kind: GameKind) -> Element {
    let presets = kind.presets().iter().map(|&preset| {
        board_pick(
            preset,
            move || editor.with(|form| form.is_preset(&preset)),
            move || editor.update(|form| form.set_preset(preset)),
        )
    });
    let custom = (kind != GameKind::Custom).then(|| {
        pick(
            "board",
            (icon(icon::CUSTOM), span().child(text::custom_size())),
            move || editor.with(|form| form.custom_size),
            move || editor.update(|form| form.custom_size = true),
        )
        .class("card")
    });
    div()
        .class("boards")
        .child((presets.collect::<Vec<_>>(), custom))
}

/// A custom size and the length of a winning line, and a board with them.
fn numbers(editor: Editor, kind: GameKind) -> Element {
    let sides = move || kind.min_side()..=Rules::MAX_SIDE;
    let columns = stepper(
        text::columns(),
        sides,
        move || editor.with(|form| form.config.columns),
        move |columns| editor.update(|form| form.config.columns = columns),
    );
    let rows = stepper(
        text::rows(),
        sides,
        move || editor.with(|form| form.config.rows),
        move |rows| editor.update(|form| form.config.rows = rows),
    );
    let connects = move || {
        let config = editor.with(|form| form.config);
        Rules::MIN_CONNECT..=Rules::max_connect(config.columns, config.rows)
    };
    let connect = (kind != GameKind::ConnectFour).then(|| {
        stepper(
            text::connect(),
            connects,
            move || editor.with(|form| form.config.connect),
            move |connect| editor.update(|form| form.config.connect = connect),
        )
    });
    let config = Memo::new(move |_| editor.with(|form| form.config));
    let columns_of = move || config.get().columns as usize;
    let example = div()
        .class("example")
        .style(("--columns", columns_of))
        .child(move || example(config.get()).map(mini_board));
    div().class("custom-board").child((
        div().class("steppers").child((columns, rows, connect)),
        example,
    ))
}

/// Returns a match of two players with this board, in which the first has a winning line.
fn example(config: RulesConfig) -> Option<Match> {
    let rules = Rules::new(RulesConfig {
        players: 2,
        ..config
    })
    .ok()?;
    let mut game = Game::new(rules);
    let connect = config.connect as usize;
    let is_row = connect <= usize::from(rules.columns());
    let at = |lane: usize, along: usize| {
        if is_row {
            rules.cell(along, lane)
        } else {
            rules.cell(lane, along)
        }
    };
    for along in 0..connect {
        for lane in [0, 1] {
            if let (Some(turn), Some(cell)) = (game.turn(), at(lane, along)) {
                turn.play(cell).ok()?;
            }
        }
    }
    Some(Match::with_default_seats(game))
}

fn gravity(editor: Editor) -> Element {
    checkbox(
        text::gravity(),
        move || editor.with(|form| form.config.gravity),
        move |gravity| editor.update(|form| form.config.gravity = gravity),
    )
}

/// The players and the first player.
fn players(editor: Editor) -> Element {
    let config = move || editor.with(|form| form.config);
    let count = stepper(
        text::player_count(),
        move || {
            let config = config();
            let max = Rules::max_players(config.columns, config.rows, config.connect);
            Rules::MIN_PLAYERS..=max
        },
        move || config().players,
        move |players| editor.update(|form| form.config.players = players),
    );
    let max_players = move || text::max_players_of(config());
    let player_count = Memo::new(move |_| editor.with(|form| form.players().len()));
    // The player whose piece is being chosen.
    let chosen = RwSignal::new(None);
    let seats = keyed_list(
        move || (0..player_count.get()).collect(),
        move |index| seat(editor, chosen, index),
    );
    let is_pair = Memo::new(move |_| player_count.get() == 2);
    fieldset().class("picks").child((
        legend().child(text::players()),
        count,
        p().class("detail").aria_live("polite").child(max_players),
        ol().class("players").child(seats),
        move || first_player(editor, player_count.get()),
        move || is_pair.get().then(|| swap(editor)),
        clock_and_series(editor),
    ))
}

fn swap(editor: Editor) -> Element {
    checkbox(
        text::swap_rule(),
        move || editor.with(|form| form.swap),
        move |swap| editor.update(|form| form.swap = swap),
    )
}

/// The choice of the first player: buttons, or a list of many.
fn first_player(editor: Editor, count: usize) -> Element {
    let first = move || editor.with(|form| form.first_seat);
    let set = move |index| editor.update(|form| form.first_seat = index);
    if count > MAX_BUTTONS {
        let names = move || {
            let name = |(index, seat): (usize, &SeatForm)| (index, seat.name.clone());
            editor.with(|form| form.players().iter().enumerate().map(name).collect())
        };
        return label().child((text::first_player(), select(names, first, set)));
    }
    let players = (0..count).map(|index| {
        let content = (
            move || badge(editor.seat(index).piece_style),
            span().child(move || editor.seat(index).name),
        );
        pick(
            "first",
            content,
            move || first() == index,
            move || set(index),
        )
    });
    let players = div().class("chips").child(players.collect::<Vec<_>>());
    picks(text::first_player(), players)
}

/// The fields of one player.
fn seat(editor: Editor, chosen: RwSignal<Option<usize>>, index: usize) -> Element {
    let number = text::one_based(index);
    let piece_style = move || editor.seat(index).piece_style;
    let is_open = Memo::new(move |_| chosen.get() == Some(index));
    let piece = button(
        move || badge(piece_style()),
        move || {
            chosen.update(|chosen| *chosen = Some(index).filter(|_| *chosen != Some(index)));
        },
    )
    .class("piece")
    .aria_label(move || text::piece_of_player(number, &text::piece_of(piece_style())))
    .aria_expanded(move || is_open.get().to_string());
    let pieces = move || {
        is_open.get().then(|| {
            untrack(|| {
                div()
                    .class("pieces")
                    .child((shapes(editor, index), colours(editor, index)))
            })
        })
    };
    let player = Signal::derive(move || editor.seat(index).computer);
    let on_change = Callback::new(move |player| {
        editor.update(|form| form.seats[index].computer = player);
    });
    li().child((
        piece,
        name_field(editor, index),
        player_select(text::played_by_of(number), player, on_change),
        pieces,
    ))
}

/// What only the game as text uses: presets of the original programs, the style and the symbols.
fn advanced(editor: Editor) -> Element {
    let navigation = use_navigation();
    let presets = GamePreset::ALL.iter().map(|preset| {
        let pieces = preset.players.map(|player| badge(player.piece_style));
        pick(
            "preset",
            (pieces, span().child((preset.name)())),
            move || editor.with(|form| form.is_game_preset(preset)),
            move || editor.update(|form| form.set_game_preset(preset)),
        )
    });
    let styles = Style::ALL.iter().map(|&style| {
        pick(
            "style",
            text::style_name(style),
            move || editor.with(|form| form.text_style == Some(style)),
            move || editor.update(|form| form.text_style = Some(style)),
        )
    });
    let player_count = move || editor.with(|form| form.players().len());
    let symbols = keyed_list(
        move || (0..player_count()).collect(),
        move |index| {
            let name = text::symbol_of(text::one_based(index));
            li().child((
                move || badge(editor.seat(index).piece_style),
                text_field(editor, index, name, 2, |seat| &mut seat.symbol).aria_invalid(
                    move || {
                        let is_invalid = editor.with(|form| form.has_invalid_symbol(index));
                        is_invalid.then_some("true")
                    },
                ),
            ))
        },
    );
    let open_text = button(text::open_text_console(), move || {
        // In place of this page.
        navigation.open_panel(Route::Conversation);
    });
    details().class("advanced").child((
        summary().child(text::advanced()),
        picks(
            text::preset(),
            div().class("chips").child(presets.collect::<Vec<_>>()),
        ),
        picks(
            text::text_style_field(),
            div().class("chips").child(styles.collect::<Vec<_>>()),
        ),
        fieldset().class("picks").child((
            legend().child(text::symbol_field()),
            ol().class("symbols").child(symbols),
        )),
        open_text,
    ))
}
