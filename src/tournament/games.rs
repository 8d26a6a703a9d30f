//! The games of a pairing: a paged list and a viewer.

use super::{
    export,
    game_list::{Filter, GameList, PAGE},
    state::{TournamentDialog, scroll_to_top},
};
use crate::{
    board::{focus_board, viewer::viewer},
    browser,
    components::{
        button::button,
        dom::focus_match_soon,
        html::{self, Element, bdi, div, h3, li, ol, p},
        keyed_list::keyed_list,
        segments::segments,
    },
    game::state::use_game,
    library::open_copy,
    tournament::text,
};
use four_shapes_records::{Match, Name, PieceStyle, Seat, Setup, Symbol, record};
use four_shapes_tournament::{FinishedGame, Tournament};
use leptos::{ev, prelude::*};
use std::sync::Arc;

/// Opens the list of a pairing's games.
pub(super) fn open(dialog: TournamentDialog, pairing: usize) {
    dialog.enter(GAMES, move || {
        dialog.pairing.set(None);
        scroll_to_top("#tournament-cross");
    });
    show_list(dialog, pairing);
}

fn show_list(dialog: TournamentDialog, pairing: usize) {
    dialog.games.update(|games| games.shown = None);
    refresh(dialog, pairing);
    dialog.pairing.set(Some(pairing));
}

/// The levels of the list and of a game.
const GAMES: &str = "tournament-games";
const GAME: &str = "tournament-game";

/// Adds the games that have finished since the last update.
pub(super) fn refresh(dialog: TournamentDialog, pairing: usize) {
    let played = dialog.runner.games_of(pairing);
    let tournament = untrack(|| dialog.runner.table(|table| table.tournament().clone()));
    let Some(tournament) = tournament else {
        return;
    };
    dialog.games.update(|games| {
        if games.pairing != Some(pairing) {
            *games = GameList {
                pairing: Some(pairing),
                ..GameList::default()
            };
        }
        games.games = played;
        games.apply_filter(&tournament);
    });
}

/// Renders the list of a pairing's games.
pub(super) fn games(dialog: TournamentDialog, pairing: usize) -> Option<Element> {
    let (runner, games) = (dialog.runner, dialog.games);
    let tournament = runner.table(|table| table.tournament().clone());
    let tournament = tournament.filter(|it| pairing < it.pairings().len())?;
    let tournament = Arc::new(tournament);
    let names =
        tournament.pairings()[pairing].map(|entrant| text::entrant_name(&tournament, entrant));
    let count = move || {
        games.with(|games| {
            let (from, found) = (games.page * PAGE, games.matching.len());
            text::games_listed(from, (from + PAGE).min(found), found)
        })
    };
    let has_more = move || {
        let played = runner.table(|table| table.pairings()[pairing].score().games());
        let listed = games.with(|games| games.games.len());
        played.is_some_and(|played| played as usize > listed)
    };
    let more = move || {
        has_more().then(|| {
            button(text::new_games(), move || {
                refresh(dialog, pairing);
                focus_match_soon("#tournament-games");
            })
        })
    };
    let heading = text::pairing(&names[0], &names[1]);
    let filter = filter(games, tournament.clone(), names);
    let rows = keyed_list(
        move || games.with(GameList::on_page),
        move |number| row(dialog, &tournament, number),
    );
    let view = div().class("two-column").child((
        h3().id("tournament-games").tabindex("-1").child(heading),
        div().class("form-row").child((filter, more)),
        p().aria_live("polite").class("result-count").child(count),
        ol().class("game-list")
            .aria_label(text::games_heading())
            .child(rows),
        p().class("steps").child(pager(games)),
        p().class("buttons sticky").child(
            button(text::back_to_results(), move || {
                dialog.back_or(GAMES, || {
                    dialog.pairing.set(None);
                    scroll_to_top("#tournament-cross");
                });
            })
            .class("primary"),
        ),
    ));
    Some(view)
}

/// Renders the choice of the filter.
fn filter(games: RwSignal<GameList>, tournament: Arc<Tournament>, names: [String; 2]) -> Element {
    let name = move |filter| (filter, text::filter_option(filter, &names));
    segments(
        text::which_games(),
        Filter::ALL.map(name),
        move || games.with(|games| games.filter),
        move |filter| {
            games.update(|games| {
                games.filter = filter;
                games.page = 0;
                games.apply_filter(&tournament);
            });
        },
    )
}

/// Renders the buttons that change the page.
fn pager(games: RwSignal<GameList>) -> Vec<Element> {
    let pages: [fn(usize, usize) -> usize; 4] = [
        |_, _| 0,
        |page, _| page.saturating_sub(1),
        |page, last| (page + 1).min(last),
        |_, last| last,
    ];
    let buttons = text::steps_between_pages().into_iter().zip(pages);
    let buttons = buttons.map(|((sign, name), page)| {
        let turn = move || games.update(|games| games.page = page(games.page, games.last_page()));
        button(sign, turn).aria_label(name)
    });
    buttons.collect::<Vec<_>>()
}

/// Returns the id of a game's row.
fn row_id(number: u64) -> String {
    format!("game-{number}")
}

/// Renders the row of a game, with its first player, ending and length.
fn row(dialog: TournamentDialog, tournament: &Tournament, number: u64) -> Element {
    let games = dialog.games;
    let played = games.with_untracked(|games| games.game(number));
    let title = played.map(|played| title(tournament, &played));
    let open = html::button()
        .r#type("button")
        .id(row_id(number))
        .on(ev::click, move |_| {
            dialog.enter(GAME, move || leave_game(dialog, number));
            games.update(|games| games.shown = games.game(number));
            scroll_to_top(["#", FIRST_STEP].concat());
        })
        .child(bdi().child(title));
    li().child(open)
}

fn title(tournament: &Tournament, played: &FinishedGame) -> String {
    let scheduled = tournament.scheduled_game(played.number);
    let names = scheduled.entrants;
    let names = names.map(|entrant| text::entrant_name(tournament, entrant));
    let names = names.each_ref().map(String::as_str);
    text::game_of_pairing(scheduled.game, names, played.ending, played.moves.len())
}

/// The id of the viewer's button that is focused first.
const FIRST_STEP: &str = "tournament-first";

/// Renders the viewer of a game.
pub(super) fn game(dialog: TournamentDialog) -> Option<Element> {
    let played = dialog.games.with(|games| games.shown.clone());
    let tournament = dialog.runner.table(|table| table.tournament().clone());
    let (played, tournament) = played.zip(tournament)?;
    let shown = as_match(&tournament, &played)?;
    let title = title(&tournament, &played);
    let (file, viewer) = (record::write(&shown), viewer(&shown, FIRST_STEP));
    let number = played.number;
    let back = move || dialog.back_or(GAME, || leave_game(dialog, number));
    let open = move || {
        export::leave_enlarged(dialog);
        dialog.close();
        open_copy(use_game(), &shown);
        focus_board();
    };
    let save = move || browser::download(&text::game_file_name(&browser::today_string()), &file);
    let view = div().class("two-column").child((
        h3().child(bdi().child(title)),
        viewer,
        p().class("buttons sticky").child((
            button(text::back_to_games(), back).class("primary"),
            button(text::open(), open),
            button(text::save_file(), save),
        )),
    ));
    Some(view)
}

fn leave_game(dialog: TournamentDialog, number: u64) {
    if let Some(pairing) = dialog.pairing.get_untracked() {
        show_list(dialog, pairing);
    }
    scroll_to_top(["#", &row_id(number)].concat());
}

/// Converts a game to a match of the entrants, at its last move.
fn as_match(tournament: &Tournament, played: &FinishedGame) -> Option<Match> {
    let scheduled = tournament.scheduled_game(played.number);
    let names = seat_names(tournament, scheduled.entrants);
    let seat = |(place, name): (usize, &String)| {
        Some(Seat {
            name: Name::new(name).ok()?,
            piece_style: PieceStyle::nth(place),
            symbol: Symbol::nth(place),
            computer: None,
        })
    };
    let seats: Option<Vec<Seat>> = names.iter().enumerate().map(seat).collect();
    let setup = Setup::new(tournament.rules(), seats?, 0).ok()?;
    Match::from_parts(setup, played.game(tournament))
}

/// Returns two different names of entrants that are short enough for a match.
fn seat_names(tournament: &Tournament, entrants: [usize; 2]) -> [String; 2] {
    const MAX: usize = Name::MAX_CHARS;
    let [first, second] = entrants.map(|entrant| text::entrant_in_game(tournament, entrant));
    let cut = |label: &str, length: usize| label.chars().take(length).collect::<String>();
    let short = |label: &str| {
        if label.chars().count() <= MAX {
            return label.to_owned();
        }
        // Keep the number that makes the label unique.
        let number = label.rfind(" (").map_or("", |at| &label[at..]);
        let room = MAX.saturating_sub(number.chars().count() + 1);
        format!("{}…{number}", cut(label, room).trim_end())
    };
    let (first, second) = (short(&first), short(&second));
    if first == second {
        return [1, 2].map(|number| format!("{} {number}", cut(&first, MAX - 2).trim_end()));
    }
    [first, second]
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_players::{Level, PlayerKind};
    use four_shapes_rules::{Rules, Step, notation};
    use four_shapes_tournament::{BotHash, Ending, Entrant, MoveTimes, TournamentConfig};

    fn tournament() -> Tournament {
        Tournament::new(TournamentConfig {
            entrants: vec![
                Entrant::Computer(PlayerKind::Random),
                Entrant::Computer(PlayerKind::Level(Level::One)),
            ],
            games_per_pairing: 200,
            ..TournamentConfig::default()
        })
        .unwrap()
    }

    fn played(number: u64, moves: &str, ending: Ending) -> FinishedGame {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        let cell = |step: &Step| match step {
            Step::Place(cell) => *cell,
            Step::Swap | Step::AgreeDraw | Step::TimeForfeit => {
                unreachable!("games of tournaments have only moves")
            }
        };
        FinishedGame {
            number,
            moves: game.steps().iter().map(cell).collect(),
            ending,
            move_times: [MoveTimes::default(); 2],
        }
    }

    #[test]
    fn finished_game_becomes_a_match() {
        let tournament = tournament();
        // In odd games the second of the pairing begins.
        let game = played(1, "1212121", Ending::Won(0));
        let shown = as_match(&tournament, &game).unwrap();
        let names: Vec<&str> = shown
            .setup()
            .seats()
            .iter()
            .map(|seat| seat.name.as_str())
            .collect();
        assert_eq!(names, ["Pip, level 1", "Random"]);
        assert_eq!(notation::write(shown.game()), "1212121");
        assert!(shown.computer_to_move().is_none());
    }

    #[test]
    fn seat_names_are_short_and_different() {
        let long = Name::new("abcdefghijklmnopqrstuvwx").unwrap();
        let near = Name::new("äbcdefghijklmnopqrstuvwx").unwrap();
        let bot = |byte, name: &Name| Entrant::Bot {
            hash: BotHash([byte; 32]),
            name: name.clone(),
        };
        let tournament = Tournament::new(TournamentConfig {
            entrants: vec![bot(1, &long), bot(2, &long), bot(3, &near), bot(4, &near)],
            ..TournamentConfig::default()
        })
        .unwrap();
        for first in 0..4 {
            for second in (0..4).filter(|second| *second != first) {
                let names = seat_names(&tournament, [first, second]);
                assert_ne!(names[0], names[1]);
                for name in names {
                    assert_eq!(Name::new(&name).unwrap().as_str(), name);
                }
            }
        }
        let [first, second] = seat_names(&tournament, [0, 1]);
        assert_eq!(first, long.as_str());
        assert_eq!(second, "abcdefghijklmnopqrs… (2)");
    }
}
