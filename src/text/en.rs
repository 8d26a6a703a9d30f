//! English.

use crate::{
    device::Room,
    game::options::Labels,
    game::pace::Speed,
    game::session::{Advice, Event, Refusal, Session},
    game::view_model::{CellView, ColumnView, Emphasis, PieceView},
    storage::settings::Setting,
    storage::{NotStored, Problem, Stored},
    workers::{Evaluation, MoveEvaluation},
};
use four_shapes_engine::{
    Cell, Drawn, Match, MoveError, Name, NameError, PieceStyle, Player, Rules, RulesConfig, Setup,
    SetupError, Status, Step, SwapError,
    import::ImportError,
    link::LinkError,
    players::{Kind, Ties},
    record::RecordError,
    style::Style,
};

pub(crate) const TITLE: &str = "Four Shapes";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const REDO: &str = "Redo";
pub(crate) const HINT: &str = "Hint";
pub(crate) const PAUSE: &str = "Pause";
pub(crate) const GO_ON: &str = "Go on";
pub(crate) const ONE_MOVE: &str = "One move";
pub(crate) const SPEED: &str = "Speed";
pub(crate) const NEW_GAME: &str = "New game";
pub(crate) const PLAY_AGAIN: &str = "Play again";
pub(crate) const SWAP: &str = "Swap";
pub(crate) const AGREE_DRAW: &str = "Call it a draw";
pub(crate) const OPEN_HELP: &str = "Help";
/// Switches sound and vibration off and on.
pub(crate) const SOUND: &str = "Sound";
pub(crate) const CLOSE: &str = "Close";
pub(crate) const DISMISS: &str = "Dismiss";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const LOADING: &str = "Loading …";
/// Why a part of the page is not there.
pub(crate) const UNREACHABLE: &str =
    "That part of the page could not be loaded. Are you connected?";
pub(crate) const OUTDATED: &str =
    "There is a new version of this page. Please reload it; your game is kept.";
pub(crate) const START: &str = "Start";
/// Discards what was chosen and typed.
pub(crate) const RESET_DRAFT: &str = "Reset";
pub(crate) const SEATS: &str = "Players";
pub(crate) const ACTIONS: &str = "Game";
pub(crate) const NOTICES: &str = "Notices";
pub(crate) const CHOOSE_COLUMN: &str = "Board: choose a column";
pub(crate) const CHOOSE_CELL: &str = "Board: choose a cell";
pub(crate) const BOARD_TABLE: &str = "The board, from the top row down";
pub(crate) const ROW: &str = "Row";
pub(crate) const ANALYSIS: &str = "Analysis";
pub(crate) const SETTINGS: &str = "Settings";
pub(crate) const TOOLS: &str = "More";

/// What is called what in the new-game dialog.
pub(crate) const GAME: &str = "Game";
pub(crate) const CONNECT_FOUR: &str = "Connect Four";
pub(crate) const TIC_TAC_TOE: &str = "Tic-Tac-Toe";
pub(crate) const OWN_GAME: &str = "Your own";
pub(crate) const BOARD_SIZE: &str = "Board";
pub(crate) const OWN_SIZE: &str = "Your own size";
pub(crate) const COLUMNS: &str = "Columns";
pub(crate) const ROWS: &str = "Rows";
pub(crate) const CONNECT: &str = "In a row";
pub(crate) const WHO_PLAYS: &str = "Who plays";
pub(crate) const PLAYERS: &str = "Players";
pub(crate) const GRAVITY: &str = "Pieces fall to the bottom";
pub(crate) const MAY_SWAP: &str = "Swap: the second player may take the first piece";
pub(crate) const STARTS: &str = "Who starts";
pub(crate) const NAME: &str = "Name";
pub(crate) const SHAPE: &str = "Shape";
pub(crate) const COLOUR: &str = "Colour";
pub(crate) const SYMBOL: &str = "Symbol in text";

/// Boards to choose from: a name, columns, rows, and how many in a row.
pub(crate) type Preset = (&'static str, u32, u32, u32);
pub(crate) const CONNECT_FOUR_PRESETS: &[Preset] = &[
    ("Classic", 7, 6, 4),
    ("Shapes", 6, 4, 4),
    ("Large", 9, 7, 4),
];
pub(crate) const TIC_TAC_TOE_PRESETS: &[Preset] = &[
    ("Three in a row,", 3, 3, 3),
    ("Four in a row,", 6, 6, 4),
    ("Five in a row,", 15, 15, 5),
];

pub(crate) fn preset((name, columns, rows, _): Preset) -> String {
    format!("{name} {columns} × {rows}")
}

/// `Player 2`; places count from 0.
pub(crate) fn player_number(place: usize) -> String {
    format!("Player {}", place.saturating_add(1))
}

/// What a field is called for one of the players.
pub(crate) fn of_player(field: &str, place: usize) -> String {
    format!("{field}, player {}", place.saturating_add(1))
}

/// A player's piece: `red circle`.
pub(crate) fn piece(piece_style: PieceStyle) -> String {
    piece_style.to_string()
}

/// The same as the beginning of a line.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// What is under a player's name: the piece, and the games won so far.
pub(crate) fn seat_detail(piece_style: PieceStyle, computer: Option<Kind>, won: u32) -> String {
    // First what would be missed most where there is little room.
    let won = match won {
        0 => String::new(),
        won => format!("won {won} · "),
    };
    let who = match computer {
        Some(kind) => sitter(Some(kind)),
        None => piece_style.shape.to_string(),
    };
    won + &who
}

/// What is there instead while a computer thinks.
pub(crate) fn thinking(percent: u8) -> String {
    match percent {
        0 => "thinking …".to_owned(),
        percent => format!("thinking … {percent} %"),
    }
}

/// What a cell of the readable table says.
pub(crate) fn cell(piece: Option<PieceView>) -> String {
    let Some(PieceView {
        piece_style,
        emphasis,
        ..
    }) = piece
    else {
        return "empty".to_owned();
    };
    let which = match emphasis {
        Emphasis::Plain | Emphasis::SteppedBack => "",
        Emphasis::Last => ", last move",
        Emphasis::Marked => ", winning",
    };
    format!("{piece_style}{which}")
}

/// The name of a column's button.
pub(crate) fn column_button(column: ColumnView, labels: Labels, rules: Rules) -> String {
    let label = labels.of(column.column);
    if column.is_full(rules) {
        format!("Column {label}, full")
    } else {
        let (filled, rows) = (column.filled, rules.rows());
        format!("Column {label}, {filled} of {rows} filled")
    }
}

/// The name of a cell's button.
pub(crate) fn cell_button(view: CellView) -> String {
    format!("{}, {}", view.cell, cell(view.piece))
}

fn name(game: &Match, player: Player) -> &str {
    game.seat(player).name.as_str()
}

/// How the game stands; `dead` when nobody can complete a line any more.
pub(crate) fn status(session: &Session, dead: bool) -> String {
    let (game, played) = (session.game(), session.played());
    match game.status() {
        Status::ToMove(next) if dead => {
            format!("{}’s turn, but nobody can win any more", name(played, next))
        }
        Status::ToMove(next) if played.may_swap() => {
            format!("{}’s turn, or swap sides", name(played, next))
        }
        Status::ToMove(next) => format!("{}’s turn", name(played, next)),
        Status::Won { player: winner, .. } => {
            let moves = game.position().pieces();
            format!("{} wins in {moves} moves", name(played, winner))
        }
        Status::Drawn(Drawn::Full) => "A tie: the board is full".to_owned(),
        Status::Drawn(Drawn::Agreed) => "A draw: nobody could win any more".to_owned(),
    }
}

/// What is said, before the status, to somebody who does not see the board.
pub(crate) fn event(session: &Session) -> String {
    let setup = session.setup();
    match session.event() {
        Event::Opened | Event::Agreed | Event::WentOn | Event::Asked | Event::Labelled => {
            String::new()
        }
        Event::Placed { player, cell } => format!("{}: {cell}. ", name(session.played(), *player)),
        Event::Chosen(cell) if setup.rules().gravity() => {
            format!("{cell}: press again to drop there. ")
        }
        Event::Chosen(cell) => format!("{cell}: press again to put it there. "),
        Event::Undone(made) => format!("Taken back: {}. ", steps(made)),
        Event::Redone(made) => format!("Made again: {}. ", steps(made)),
        Event::Went { step: 0, .. } => "The beginning. ".to_owned(),
        Event::Went { step, .. } => format!("After move {step}. "),
        Event::Swapped => {
            let first = session.game().rules().player_after(0);
            let name = name(session.played(), first);
            format!("The first piece is {name}’s now. ")
        }
        Event::Seated(place) => seated(setup, *place),
        Event::Paused => "The computer waits. ".to_owned(),
        Event::Advised => session.advice().map(advice).unwrap_or_default(),
        Event::HelpAllowed(true) => "Hints and analysis are allowed. ".to_owned(),
        Event::HelpAllowed(false) => "No hints and no analysis until the game is over. ".to_owned(),
        Event::Started => format!("New game. {}. ", board(setup.rules())),
        Event::Loaded => format!("Game loaded. {}. ", board(setup.rules())),
        Event::Visited => {
            let board = board(setup.rules());
            let kept = if session.is_visiting() {
                " Your own game is kept."
            } else {
                ""
            };
            format!("Shared game. {board}.{kept} ")
        }
        Event::Returned => "Your own game is back. ".to_owned(),
        Event::Kept => "This is your game now. ".to_owned(),
        Event::Refused(refusal) => refused(refusal, session.labels()),
    }
}

/// Steps that were taken back or made again: `D3, D2`.
fn steps(steps: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Place(cell) => cell.to_string(),
        Step::Swap => "the swap".to_owned(),
        Step::AgreeDraw => "the draw".to_owned(),
    };
    steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// How quickly computers play among themselves.
pub(crate) fn speed(speed: Speed) -> &'static str {
    match speed {
        Speed::Slow => "Speed: slow",
        Speed::Normal => "Speed: normal",
        Speed::Fast => "Speed: fast",
    }
}

/// Who plays for a seat now: `Level 3 plays for Red. `
fn seated(setup: &Setup, place: usize) -> String {
    let seat = setup.seats().get(place);
    seat.map_or_else(String::new, |seat| {
        format!("{} plays for {}. ", sitter(seat.computer), seat.name)
    })
}

/// Who can play for a seat.
pub(crate) fn sitter(computer: Option<Kind>) -> String {
    match computer {
        None => "A person".to_owned(),
        Some(Kind::Level(level)) => format!("Level {level}"),
        Some(Kind::Lookahead { plies, ties }) => {
            let ties = match ties {
                Ties::Random => "",
                Ties::Left => ", leftmost",
                Ties::Right => ", rightmost",
            };
            format!("Lookahead {plies}{ties}")
        }
        Some(Kind::Mcts { milliseconds }) => {
            let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
            match rest {
                0 => format!("Monte Carlo {seconds} s"),
                _ => format!("Monte Carlo {milliseconds} ms"),
            }
        }
        Some(Kind::Random) => "Random".to_owned(),
    }
}

/// Who can play for a seat, where one is chosen.
pub(crate) fn sitter_offered(computer: Option<Kind>) -> String {
    let more = match computer {
        Some(Kind::Level(1)) => ": beginner",
        Some(Kind::Level(Kind::MAX_LEVEL)) => ": perfect where it can be",
        Some(Kind::Lookahead {
            ties: Ties::Random, ..
        }) => " moves",
        Some(Kind::Lookahead { .. }) => " tie-break",
        Some(Kind::Random) => ": any move",
        Some(Kind::Level(_) | Kind::Mcts { .. }) | None => "",
    };
    sitter(computer) + more
}

/// A lookahead player, whose settings are chosen beside it.
pub(crate) const LOOKAHEAD: &str = "Lookahead";
pub(crate) const MOVES_AHEAD: &str = "Moves ahead";
pub(crate) const TIES: &str = "Ties";

pub(crate) fn moves_ahead(plies: u8) -> String {
    match plies {
        1 => "1 move".to_owned(),
        plies => format!("{plies} moves"),
    }
}

/// Which of equally good columns a lookahead player takes.
pub(crate) fn ties(ties: Ties) -> &'static str {
    match ties {
        Ties::Random => "Ties: random",
        Ties::Left => "Ties: leftmost",
        Ties::Right => "Ties: rightmost",
    }
}

/// A setting of who plays for a seat: `Ties: Who plays for Ben`.
pub(crate) fn setting_of(setting: &str, label: &str) -> String {
    format!("{setting}: {label}")
}

/// What a choice of who plays for a seat is called.
pub(crate) fn plays_for(name: &Name) -> String {
    format!("Who plays for {name}")
}
pub(crate) const PLAYED_BY: &str = "Played by";

/// The settings.
pub(crate) const LOOKS: &str = "Looks";
pub(crate) const BOARD_AND_KEYS: &str = "Board and keys";
pub(crate) const SOUND_AND_TOUCH: &str = "Sound and touch";
pub(crate) const TRY_SOUND: &str = "Try it";
pub(crate) const RESET: &str = "Reset to defaults";
pub(crate) const RESET_SURE: &str = "Reset all settings to what they were at first?";
pub(crate) const RESET_YES: &str = "Yes, reset them";
pub(crate) const RESET_NO: &str = "No, keep them";
/// What can be set.
pub(crate) fn setting(setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => "Theme",
        Setting::Palette => "Colours of the pieces",
        Setting::Size => "Size of the board",
        Setting::Labels => "Names of the columns",
        Setting::Digits => "A digit key drops at once",
        Setting::Confirm => "Choose first, press again to drop",
        Setting::Sound => SOUND,
        Setting::Volume => "Volume",
        Setting::Vibration => "Vibration, where there is any",
        Setting::Motion => "Motion",
        Setting::Help => "Hints and analysis while a game goes on",
    }
}

/// What it can be set to.
pub(crate) fn setting_word(setting: Setting, word: &'static str) -> &'static str {
    match (setting, word) {
        (Setting::Theme | Setting::Motion, "system") => "As the system",
        (Setting::Theme, "light") => "Light",
        (Setting::Theme, "dark") => "Dark",
        (Setting::Theme, "contrast") => "High contrast",
        (Setting::Palette, "standard") => "Standard",
        (Setting::Palette, "protan") => "Red-blind (protan)",
        (Setting::Palette, "deutan") => "Green-blind (deutan)",
        (Setting::Palette, "tritan") => "Blue-blind (tritan)",
        (Setting::Palette, "grey") => "Light to dark (no colours)",
        (Setting::Size, "small") => "Small",
        (Setting::Size, "medium") => "Medium",
        (Setting::Size, "large") => "As large as fits",
        (Setting::Labels, "one") => "1, 2, 3 …",
        (Setting::Labels, "zero") => "0, 1, 2 …",
        (Setting::Labels, "letters") => "A, B, C …",
        (Setting::Motion, "full") => "Pieces fall",
        (Setting::Motion, "none") => "Nothing moves",
        (_, word) => word,
    }
}
pub(crate) const DONE: &str = "Done";

/// The analysis panel.
pub(crate) const SHOW_ON_BOARD: &str = "Show on the board";
pub(crate) const STUDYING: &str = "Thinking …";
pub(crate) const STUDIED: &str = "Finished.";
/// What the scores in the list of moves mean; nothing while there are none.
pub(crate) fn scores_mean(moves: &[MoveEvaluation]) -> String {
    let mean = match moves.first() {
        None => "",
        Some(first) if first.evaluation.label.ends_with('%') => {
            "How many games of 100 the move may win; a draw counts in part."
        }
        Some(_) => {
            "A score counts from the end: +1 wins with one’s last piece, +2 with the one \
             before; −1 loses to the other side’s last. ~ is an estimate."
        }
    };
    mean.to_owned()
}
pub(crate) const NO_STUDY: &str =
    "The analysis could not be loaded or has failed. Close and open it to try again.";
pub(crate) const ANALYSIS_HIDDEN: &str =
    "Hidden until the game is over, as you have chosen in Settings.";
pub(crate) const GAME_SO_FAR: &str = "The game so far";
pub(crate) const WORTH_COLUMNS: [&str; 3] = ["Move", "Score", "In words"];

/// How to read the graph of a game of two.
pub(crate) fn graph_means(played: &Match) -> String {
    match played.setup().seats().len() {
        2 => {
            let [first, second] = [0, 1].map(|n| name(played, played.rules().player_after(n)));
            format!("After each move: up is good for {first}, down for {second}.")
        }
        _ => "After each move: up is good for whoever moves next.".to_owned(),
    }
}

/// A move in the list of moves.
pub(crate) fn move_name(cell: Cell) -> String {
    cell.to_string()
}

/// What a move or a position is worth: `wins in 7 moves, best, proved`.
pub(crate) fn worth(worth: &Evaluation, best: bool) -> String {
    let best = if best { ", best" } else { "" };
    let proved = if worth.proved { "" } else { " (estimate)" };
    format!("{}{best}{proved}", worth.words)
}

/// A position of a game by the step that led to it: `Move 5, Red: D3`.
pub(crate) fn step(played: &Match, step: usize) -> String {
    let Some(before) = step.checked_sub(1) else {
        return "The beginning".to_owned();
    };
    match played.game().steps().get(before) {
        Some(Step::Place(cell)) => {
            // A swap is no piece.
            let swaps = played.game().steps()[..before].contains(&Step::Swap);
            let pieces = before - usize::from(swaps);
            let mover = name(played, played.rules().player_after(pieces));
            format!("Move {step}, {mover}: {cell}")
        }
        Some(Step::Swap) => "The swap".to_owned(),
        Some(Step::AgreeDraw) => "The draw".to_owned(),
        None => String::new(),
    }
}

/// What a hint says: `D3: wins in 4 moves. `
pub(crate) fn advice(advice: &Advice) -> String {
    format!("{}: {}. ", advice.cell, advice.reason)
}

/// Where the winning lines are, after the status.
pub(crate) fn trace(session: &Session) -> String {
    match session.game().status() {
        Status::Won { trace, .. } => format!(" with {trace}"),
        Status::ToMove(_) | Status::Drawn(_) => String::new(),
    }
}

/// What is shown and said when nothing happened.
pub(crate) fn refused(refusal: &Refusal, labels: Labels) -> String {
    match refusal {
        Refusal::Move(MoveError::ColumnFull(column)) => {
            format!("Column {} is full. ", labels.of(*column))
        }
        Refusal::Move(MoveError::Occupied(cell)) => format!("There is a piece in {cell}. "),
        Refusal::Move(error) => format!("That can’t be played: {error}. "),
        Refusal::Over => "The game is over. ".to_owned(),
        Refusal::Computer(name) => format!("It is {name}’s turn, a computer’s. "),
        Refusal::Late => "That came too late. ".to_owned(),
        Refusal::NoHelp => "No hints until the game is over: see Settings. ".to_owned(),
        Refusal::NothingToUndo => "There is nothing to take back. ".to_owned(),
        Refusal::NothingToRedo => "There is nothing to make again. ".to_owned(),
        Refusal::Swap(SwapError::NotAgreed | SwapError::Players(_)) => {
            "In this game the second player may not swap. ".to_owned()
        }
        Refusal::Swap(SwapError::NotNow) => {
            "A swap is possible only right after the first piece. ".to_owned()
        }
        Refusal::Open(_) => "Somebody can still win. ".to_owned(),
        Refusal::ReadOnly => "Here you can only look: see below. ".to_owned(),
        Refusal::NotVisiting => "There is no other game to go back to. ".to_owned(),
        Refusal::Reply(text) => text.clone(),
    }
}

/// A board in words: `7 columns, 6 rows`.
fn board(rules: Rules) -> String {
    format!("{} columns, {} rows", rules.columns(), rules.rows())
}

/// A game in few words: `7 × 6, 4 in a row`.
pub(crate) fn kind(rules: Rules) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = rules.config();
    let falls = if gravity { "" } else { ", any cell" };
    let players = match players {
        2 => String::new(),
        more => format!(", {more} players"),
    };
    format!("{columns} × {rows}, {connect} in a row{falls}{players}")
}

/// How many can play: `15 × 15, 4 in a row: at most 56 players.`
pub(crate) fn most_players(columns: u32, rows: u32, connect: u32) -> String {
    let most = Rules::most_players(columns, rows, connect);
    format!("{columns} × {rows}, {connect} in a row: at most {most} players.")
}

/// How a game on a board is won.
pub(crate) fn goal(connect: u32) -> String {
    format!("The first with {} in a row wins.", number(connect))
}

/// A small number in words.
pub(crate) fn number(number: u32) -> String {
    match number {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        more => more.to_string(),
    }
}

pub(crate) fn moves(moves: usize) -> String {
    match moves {
        1 => "1 move".to_owned(),
        more => format!("{more} moves"),
    }
}

/// Why a name can't be used.
pub(crate) fn name_error(error: NameError) -> String {
    error.to_string()
}

/// Why players can't play together.
pub(crate) fn setup_error(error: SetupError) -> String {
    sentence(&error.to_string())
}

/// What a symbol has to be.
pub(crate) const NOT_A_SYMBOL: &str = "a symbol is one letter, digit or sign";

/// What is wrong with one player: `Player 2: a name is missing.`
pub(crate) fn wrong_with(place: usize, what: &str) -> String {
    format!("{}: {what}.", player_number(place))
}

/// Why a text is no game.
pub(crate) fn import_error(error: &ImportError) -> String {
    sentence(&error.to_string())
}

/// Why a link is no game.
pub(crate) fn link_error(error: &LinkError) -> String {
    sentence(&error.to_string())
}

/// The engine's words as a sentence. They are English, and kept as short as what
/// they are about: what is wrong with a file, and where.
pub(crate) fn sentence(words: &str) -> String {
    capital(words) + "."
}

/// What is wrong with something that is stored.
pub(crate) fn storage_problem(problem: &Problem) -> String {
    match problem {
        Problem::Unreadable { what, why, aside } => {
            let what = match what {
                Stored::Game => "The stored game",
                Stored::Settings => "What you have set",
                Stored::Scores => "The list of high scores",
            };
            unreadable(what, why, aside.as_deref())
        }
        Problem::NewerSettings => "What you have set was stored by a newer version of this page. \
             It is kept as it is; what you choose now counts until the page is closed."
            .to_owned(),
        Problem::ScoreNotStored => SCORE_NOT_STORED.to_owned(),
    }
}

fn unreadable(what: &str, why: &RecordError, aside: Option<&str>) -> String {
    match aside {
        Some(name) => format!(
            "{what} could not be read ({why}). It is kept in this browser under the name “{name}”."
        ),
        None => format!(
            "{what} could not be read ({why}). There is no room to put it aside, so it stays \
             where it is and nothing will be stored in its place."
        ),
    }
}
pub(crate) const SETTINGS_NOT_STORED: &str =
    "This browser does not let the page store what you choose: it counts until the page is closed.";

/// A link that holds no game.
pub(crate) fn bad_link(error: &LinkError) -> String {
    let why = link_error(error);
    format!("The game in this link can’t be opened. {why} Your own game is still here.")
}

/// Fields of a link that were passed over; there is at least one.
pub(crate) fn unknown_fields(names: &[String]) -> String {
    const MAX: usize = 3;
    let quoted = names.iter().take(MAX).map(|name| format!("“{name}”"));
    let quoted = quoted.collect::<Vec<_>>().join(", ");
    let more = match names.len().saturating_sub(MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("Unknown fields in this link were ignored: {quoted}{more}.")
}

/// Why the game will not be there next time.
pub(crate) fn not_stored(why: NotStored) -> &'static str {
    match why {
        NotStored::Denied => {
            "This browser does not let the page store the game: \
             it will be gone when the page is closed."
        }
        NotStored::Full => {
            "The browser’s storage for this page is full: the game will be gone when the page \
             is closed."
        }
        NotStored::Elsewhere => {
            "A game was stored by another tab, and that one is kept. \
             This one will be in the library at most when the page is closed."
        }
    }
}

/// When what was stored has been deleted behind the page's back.
pub(crate) const STORED_AGAIN: &str = "The stored game was deleted meanwhile. It is stored again.";

/// When worker after worker has failed.
pub(crate) const NO_ANSWER: &str =
    "The computer player could not be loaded or has failed. “Go on” tries again.";

/// While a shared game is on the board.
pub(crate) const VISITING: &str = "This is a shared game. Your own game is kept.";
/// While another tab has one's own game.
pub(crate) const GUEST: &str =
    "Your own game is open in another tab: here you can only look.";
pub(crate) const PLAY_HERE: &str = "Play here";
pub(crate) const NOT_FOR_GUESTS: &str = "That is only possible in the tab with your own game.";
pub(crate) const RETURN: &str = "Back to my game";
pub(crate) const KEEP: &str = "Keep this one instead";

/// Sharing.
pub(crate) const SHARE: &str = "Share";
pub(crate) const SHARE_HEADING: &str = "Share this game";
pub(crate) const SHARE_EXPLAINED: &str =
    "Whoever opens this link sees the game as it is now. Everything is in the link itself.";
pub(crate) const LINK: &str = "Link";
pub(crate) const COPY: &str = "Copy";
pub(crate) const SEND: &str = "Send …";
pub(crate) const COPIED: &str = "Copied.";
pub(crate) const NOT_COPIED: &str =
    "This browser does not let the page copy. The text is selected: copy it yourself.";

/// Saving and loading.
pub(crate) const SAVE: &str = "Save";
pub(crate) const LOAD: &str = "Load";
pub(crate) const LOAD_HEADING: &str = "Load a game";
pub(crate) const FILE: &str = "A file";
pub(crate) const PASTE: &str = "Or paste a file, a link, or moves such as 44455";
pub(crate) const LOAD_PASTED: &str = "Load this text";
pub(crate) const NOT_READ: &str = "The file can’t be read.";
/// The name of a saved game's file.
pub(crate) fn file_name(date: &str) -> String {
    format!("four-shapes-{date}.json")
}
pub(crate) const TOO_LARGE: &str = "This file is too large for a game: 1 MB is the most.";

/// High scores.
pub(crate) const SCORES_HEADING: &str = "High scores";
const SCORE_NOT_STORED: &str = "This browser does not let the page store the high score.";

/// The library.
pub(crate) const TOURNAMENT: &str = "Tournament";
pub(crate) const LIBRARY: &str = "Library";
pub(crate) const GAMES: &str = "Games";
pub(crate) const BACK: &str = "Back to the list";
pub(crate) const OPEN: &str = "Open";
pub(crate) const SAVE_FILE: &str = "Save as file";
pub(crate) const POSITION_SHOWN: &str = "Position";
/// To the first, the previous, the next and the last position: signs and names.
pub(crate) const STEPS: [(&str, &str); 4] = [
    ("«", "First"),
    ("‹", "Previous"),
    ("›", "Next"),
    ("»", "Last"),
];
pub(crate) const BACKUP_TOO_LARGE: &str = "This file is too large for a backup: 64 MB is the most.";
pub(crate) const BACKUP_NOT_HERE: &str =
    "This is a backup of a library, not a game. Open Library and choose “Read a backup”.";

/// A board's size: `7 × 6`.
pub(crate) fn size((columns, rows): (u32, u32)) -> String {
    format!("{columns} × {rows}")
}

/// How a match stands at its cursor, and by which step: `Move 5, Red: D3. Blue’s turn.`
pub(crate) fn standing(played: &Match) -> String {
    let step = step(played, played.game().cursor());
    let status = match played.game().status() {
        Status::ToMove(next) => format!("{}’s turn", name(played, next)),
        Status::Won { player, trace } => format!("{} wins with {trace}", name(played, player)),
        Status::Drawn(Drawn::Full) => "A tie".to_owned(),
        Status::Drawn(Drawn::Agreed) => "A draw".to_owned(),
    };
    format!("{step}. {status}.")
}

/// Where the pieces are, row by row, for somebody who does not see the board.
pub(crate) fn rows_in_words(played: &Match) -> String {
    let (rules, position) = (played.rules(), played.game().position());
    let row = |row: u8| {
        let cells = rules
            .all_cells()
            .filter(|cell| cell.row() == usize::from(row));
        let pieces: Vec<String> = cells
            .filter_map(|cell| {
                let owner = position.get(cell)?;
                Some(format!("{cell} {}", name(played, owner)))
            })
            .collect();
        (!pieces.is_empty()).then(|| format!("Row {}: {}. ", row + 1, pieces.join(", ")))
    };
    (0..rules.rows()).filter_map(row).collect()
}

pub(crate) fn deleted(title: &str) -> String {
    format!("Deleted: {title}.")
}

/// A database of that name which something else than this page has made.
pub(crate) fn other_stores(name: &str, stores: &[String]) -> String {
    let stores = match stores {
        [] => "no stores".to_owned(),
        stores => format!("other stores: {}", stores.join(", ")),
    };
    format!("The database “{name}” is not this page’s: it has {stores}.")
}

/// How much is stored: `2.1 MB of 5.3 GB used; the browser has promised to keep it.`
pub(crate) fn room(room: &Room) -> String {
    let promised = if room.promised {
        "the browser has promised to keep it"
    } else {
        "the browser may delete it when room is scarce: save a backup now and then"
    };
    format!(
        "{} of {} used; {promised}.",
        bytes(room.used),
        bytes(room.most)
    )
}

/// `2.1 MB`
pub(crate) fn bytes(bytes: u64) -> String {
    let (unit, name) = match bytes {
        1_000_000_000.. => (1_000_000_000, "GB"),
        1_000_000.. => (1_000_000, "MB"),
        _ => (1_000, "KB"),
    };
    format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit)
}

/// The game as text.
pub(crate) const TEXT: &str = "Text";
pub(crate) const TEXT_HEADING: &str = "The game as text";
pub(crate) const STYLE: &str = "Style";
pub(crate) const POSITION: &str = "Position";
pub(crate) const CONVERSATION: &str = "Conversation";
pub(crate) const CONVERSATION_OVER: &str = "The game is over.";
pub(crate) const ENTER: &str = "Enter";
/// Lines of the conversation, where the page does what the terminal program does
/// otherwise.
pub(crate) const SAVED_LINE: &str = "Saved as a file among the downloads.\n";
pub(crate) const DIALOG_LINE: &str = "See the dialog.\n";
pub(crate) fn style(style: Style) -> &'static str {
    match style {
        Style::Shapes => "Shapes",
        Style::Letters => "Letters",
        Style::XAndO => "X and O",
        Style::BoardGames => "Board games",
    }
}

/// What is kept, under which licence, and by whom.
pub(crate) const ABOUT: &str = "Privacy and licences";
pub(crate) const PRIVACY: &str = "Nothing that you do here is sent anywhere. The page has no \
    accounts, no cookies and no tracking, and asks no other server for anything. The server \
    that it comes from sees that it is fetched, as with every page.";
pub(crate) const KEPT_HEADING: &str = "Kept in this browser, on this device";
pub(crate) const KEPT: [&str; 8] = [
    "The game on the board, and how many each of its players has won",
    "The games that were played here",
    "The settings",
    "The high scores",
    "What was last chosen for a new game",
    "The last tournament, and the bots that were added",
    "What could not be read, or was put aside, so that it is not lost",
    "A copy of the page, so that it starts without a network",
];
pub(crate) const FORGET_HEADING: &str = "Deleting it";
pub(crate) const FORGET: &str = "High scores can be cleared under Library, High scores. Your browser \
    deletes everything at once: look in its settings for this site’s data. What you have \
    saved as a file is yours and stays.";
pub(crate) const LICENCE_HEADING: &str = "Version and licence";
/// Which version of the page this is.
pub(crate) fn about(version: &str, build: &str) -> String {
    format!(
        "This is Four Shapes {version}, build {build}. It is free, under the MIT licence or the \
         Apache License 2.0, as you like. Parts of it are by others."
    )
}
pub(crate) const SHOW_LICENCES: &str = "Show all licences";
pub(crate) const LICENCES: &str = "Licences";
pub(crate) const LICENCES_MISSING: &str =
    "The licences could not be loaded. Are you connected? Try again.";

/// The help.
pub(crate) const HELP_HEADING: &str = "How to play";
pub(crate) fn help(setup: &Setup) -> [String; 3] {
    let rules = setup.rules();
    let pieces: Vec<String> = setup
        .seats()
        .iter()
        .map(|seat| piece(seat.piece_style))
        .collect();
    let pieces = match &pieces[..] {
        [first, second] => format!("{first} against {second}"),
        more => format!("{} players, each with a shape and colour", more.len()),
    };
    let turns = if rules.gravity() {
        "The players take turns to drop their shapes. A shape falls to the lowest free cell of \
         its column"
    } else {
        "The players take turns to put their shapes into any free cell"
    };
    [
        format!("{turns}: {pieces}."),
        format!(
            "Whoever first has {} of them in a row wins: across, up or diagonally. \
             A longer line, or two lines at once, win just as well.",
            number(rules.connect().into())
        ),
        "A full board without such a line is a tie. \
         If nobody can win any more, you may call it a draw before that."
            .to_owned(),
    ]
}
pub(crate) const HELP_TOURNAMENTS: &str = "Under Tournament computer players, and bots that you \
     have written, play many games against each other.";
pub(crate) const KEYS_HEADING: &str = "Keys on the board";
/// Keys, with a space between, and what they do.
pub(crate) fn keys(rules: Rules) -> &'static [(&'static str, &'static str)] {
    if rules.gravity() {
        &[
            ("← →", "choose a column"),
            ("Home End", "the first, the last column"),
            ("1 … 9", "choose that column; two digits for 10 to 15"),
            ("Enter Space ↓", "drop"),
            ("Z Y", "undo, redo"),
        ]
    } else {
        &[
            ("← → ↑ ↓", "choose a cell"),
            ("Home End", "the first, the last cell of the row"),
            ("A … O", "choose that column"),
            ("1 … 9", "choose that row; two digits for 10 to 15"),
            ("Enter Space", "put a piece there"),
            ("Z Y", "undo, redo"),
        ]
    }
}
pub(crate) const OVER: &str = "All games are played.";
pub(crate) const TRY_AGAIN: &str = "Try again";
pub(crate) fn over(leader: Option<&str>) -> String {
    match leader {
        Some(leader) => format!("{OVER} {leader} is first."),
        None => format!("{OVER} Nobody is first alone."),
    }
}

/// A whole number with commas: `10,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A time in microseconds: `850 µs`, `3.4 ms`, `1.2 s`.
pub(crate) fn time(microseconds: u64) -> String {
    let (unit, name) = match microseconds {
        0..1000 => return format!("{microseconds} µs"),
        1000..1_000_000 => (1000, "ms"),
        _ => (1_000_000, "s"),
    };
    format!(
        "{}.{} {name}",
        grouped(microseconds / unit),
        microseconds % unit * 10 / unit
    )
}
