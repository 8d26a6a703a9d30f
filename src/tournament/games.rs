//! The games of a pairing: a page of them at a time, or one of them move by move.

use super::{
    dialog::{Contest, focus_soon, from_top},
    export,
};
use crate::tournament::text;
use crate::{
    board::focus_board,
    board::viewer::viewer,
    components::ui::{El, button, choice, html, keyed},
    device,
    game::state::use_game,
    library::open_copy,
    tournament::standings::seat_names,
};
use four_shapes_engine::{
    Look, Match, Name, Seat, Setup, Symbol, record,
    tournament::{Ending, Played, Tournament},
};
use leptos::prelude::*;
use std::sync::Arc;

/// So many games are on a page.
const PAGE: usize = 50;

/// Which games of a pairing are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Which {
    #[default]
    All,
    First,
    Second,
    Drawn,
    Forfeited,
}

impl Which {
    const ALL: [Self; 5] = [
        Self::All,
        Self::First,
        Self::Second,
        Self::Drawn,
        Self::Forfeited,
    ];

    /// Whether a game is one of them; `first` is the player, 0 or 1, whom the first of
    /// the pairing plays for.
    fn has(self, ending: Ending, first: usize) -> bool {
        match self {
            Self::All => true,
            Self::First => ending.winner() == Some(first),
            Self::Second => ending.winner() == Some(1 - first),
            Self::Drawn => ending == Ending::Drawn,
            Self::Forfeited => matches!(ending, Ending::Forfeit { .. }),
        }
    }
}

/// The games that are listed.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    pairing: Option<usize>,
    games: Arc<Vec<Played>>,
    which: Which,
    /// The numbers of those that are meant, among the games.
    found: Arc<Vec<usize>>,
    page: usize,
    /// The one that is looked at.
    shown: Option<Played>,
    /// Counts the changes.
    search: usize,
}

impl Listed {
    /// Finds again which games are meant.
    fn find(&mut self, tournament: &Tournament) {
        let is_meant = |played: &Played| {
            let fixture = tournament.fixture(played.number);
            self.which.has(played.ending, fixture.first)
        };
        let games = self.games.iter().enumerate();
        let found = games.filter(|(_, played)| is_meant(played));
        self.found = Arc::new(found.map(|(at, _)| at).collect());
        self.page = self.page.min(self.last_page());
        self.search += 1;
    }

    /// Whether a game of this pairing is looked at.
    pub(super) fn shows(&self, pairing: usize) -> bool {
        self.pairing == Some(pairing) && self.shown.is_some()
    }

    /// Shows the list again, wherever it was left.
    pub(super) fn back(&mut self) -> Option<Played> {
        self.shown.take()
    }

    fn last_page(&self) -> usize {
        self.found.len().saturating_sub(1) / PAGE
    }
}

/// The list of a pairing's games.
pub(super) fn games(contest: Contest, pairing: usize) -> AnyView {
    let (hall, listed) = (contest.hall, contest.listed);
    let tournament = hall.table(|table| table.tournament().clone());
    let Some(tournament) = tournament.filter(|it| pairing < it.pairings().len()) else {
        return crate::components::ui::nothing();
    };
    let tournament = Arc::new(tournament);
    let names = tournament.pairings()[pairing].map(|entrant| tournament.label(entrant).to_owned());
    fetch(contest, &tournament, pairing);
    let back = button(text::BACK_TO_RESULTS, move || {
        contest.pairing.set(None);
        from_top("#tournament-cross");
    });
    let count = move || {
        listed.with(|listed| {
            let (from, found) = (listed.page * PAGE, listed.found.len());
            text::games_listed(from, (from + PAGE).min(found), found)
        })
    };
    let heading = text::pairing(&names);
    let (which, more) = (
        which(listed, &tournament, names),
        more(contest, &tournament, pairing),
    );
    let rows = move || {
        let listed = listed.get();
        let first = listed.page * PAGE;
        let shown = listed.found.iter().skip(first).take(PAGE);
        let rows = shown.map(|at| row(contest, &tournament, &listed.games[*at]));
        html("ol")
            .class("played")
            .attr("aria-label", text::GAMES)
            .children(rows)
            .view()
    };
    html("div")
        .class("contest")
        .child(
            html("h3")
                .attr("id", "tournament-games")
                .attr("tabindex", "-1")
                .text(heading),
        )
        .child(
            html("div")
                .class("numbers")
                .child(html("label").text(text::WHICH_GAMES).child(which))
                .child(more),
        )
        .child(
            html("p")
                .attr("aria-live", "polite")
                .class("found-count")
                .text_with(count),
        )
        .child(keyed(
            move || listed.with(|listed| listed.search.to_string()),
            rows,
        ))
        .child(html("p").class("steps").children(turns(listed)))
        .child(
            html("p")
                .class("buttons sticky")
                .child(back.class("primary"))
                .child(button(text::CLOSE, move || {
                    export::leave_large(contest);
                    contest.close();
                })),
        )
        .view()
}

/// Fetches the games that are over by now.
fn fetch(contest: Contest, tournament: &Tournament, pairing: usize) {
    let games = Arc::new(contest.hall.games_of(pairing));
    contest.listed.update(|listed| {
        if listed.pairing != Some(pairing) {
            *listed = Listed {
                pairing: Some(pairing),
                search: listed.search,
                ..Listed::default()
            };
        }
        listed.games = games;
        listed.find(tournament);
    });
}

/// A button for games that have been played meanwhile, if there are any.
fn more(contest: Contest, tournament: &Arc<Tournament>, pairing: usize) -> AnyView {
    let (hall, listed) = (contest.hall, contest.listed);
    let there_are = move || {
        let played = hall.table(|table| table.pairings()[pairing].score().games());
        let there = listed.with(|listed| listed.games.len());
        played.is_some_and(|played| played as usize > there)
    };
    let tournament = tournament.clone();
    let more = move || {
        if !there_are() {
            return crate::components::ui::nothing();
        }
        let tournament = tournament.clone();
        let more = button(text::NEW_GAMES, move || {
            fetch(contest, &tournament, pairing);
            focus_soon("#tournament-games");
        });
        more.view()
    };
    keyed(move || there_are().to_string(), more)
}

/// Which of the games are listed, to be chosen.
fn which(listed: RwSignal<Listed>, tournament: &Arc<Tournament>, names: [String; 2]) -> El {
    let tournament = tournament.clone();
    let options = move || {
        let names = Which::ALL.map(|which| text::which_games(which as usize, &names));
        names.into()
    };
    choice(
        (0, options),
        move || listed.with(|listed| listed.which as usize),
        move |at| {
            listed.update(|listed| {
                listed.which = Which::ALL[at.min(4)];
                listed.page = 0;
                listed.find(&tournament);
            });
        },
    )
}

/// The way from page to page.
fn turns(listed: RwSignal<Listed>) -> [El; 4] {
    let pages: [fn(usize, usize) -> usize; 4] = [
        |_, _| 0,
        |page, _| page.saturating_sub(1),
        |page, last| (page + 1).min(last),
        |_, last| last,
    ];
    let mut pages = pages.into_iter();
    text::STEPS.map(|(sign, name)| {
        let page = pages.next().unwrap_or(|page, _| page);
        button(sign, move || {
            listed.update(|listed| {
                listed.page = page(listed.page, listed.last_page());
                listed.search += 1;
            });
        })
        .attr("aria-label", text::page_of_games(name))
    })
}

/// The id of a game's row.
fn id(played: &Played) -> String {
    format!("played-{}", played.number)
}

/// A game: who began, how it ended, and after how many moves.
fn row(contest: Contest, tournament: &Tournament, played: &Played) -> El {
    let words = words(tournament, played);
    let (id, played) = (id(played), played.clone());
    let open = html("button")
        .attr("type", "button")
        .attr("id", id)
        .on("click", move |_| {
            contest
                .listed
                .update(|listed| listed.shown = Some(played.clone()));
            from_top(["#", FIRST].concat());
        })
        .child(html("bdi").text(words));
    html("li").child(open)
}

fn words(tournament: &Tournament, played: &Played) -> String {
    let fixture = tournament.fixture(played.number);
    let labels = fixture.entrants.map(|entrant| tournament.label(entrant));
    text::played_game(fixture.game, labels, played.ending, played.moves.len())
}

/// What gets the focus when a game is shown.
const FIRST: &str = "tournament-first";

/// The game that is looked at.
pub(super) fn game(contest: Contest) -> AnyView {
    let played = contest.listed.with_untracked(|listed| listed.shown.clone());
    let tournament = contest.hall.table(|table| table.tournament().clone());
    let Some((played, tournament)) = played.zip(tournament) else {
        return crate::components::ui::nothing();
    };
    let Some(shown) = as_match(&tournament, &played) else {
        return crate::components::ui::nothing();
    };
    let file = record::write(&shown);
    let save = button(text::SAVE_FILE, move || {
        device::download(&text::file_name(&device::date()), &file);
    });
    let looked_at = viewer(&shown, FIRST);
    let open = button(text::OPEN, move || {
        export::leave_large(contest);
        contest.close();
        open_copy(use_game(), &shown);
        focus_board();
    });
    let back = button(text::BACK, move || {
        let back = contest.listed.try_update(Listed::back).flatten();
        let row = back.map_or_else(|| "tournament-games".to_owned(), |played| id(&played));
        from_top(["#", &row].concat());
    });
    html("div")
        .class("contest")
        .child(html("h3").child(html("bdi").text(words(&tournament, &played))))
        .child(looked_at)
        .child(
            html("p")
                .class("buttons sticky")
                .child(back.class("primary"))
                .child(open)
                .child(save),
        )
        .view()
}

/// A game as a match that can be looked at: at its end, with the entrants at the board.
fn as_match(tournament: &Tournament, played: &Played) -> Option<Match> {
    let fixture = tournament.fixture(played.number);
    let names = seat_names(tournament, fixture.entrants);
    let seat = |(place, name): (usize, &String)| {
        Some(Seat {
            name: Name::new(name).ok()?,
            look: Look::nth(place),
            symbol: Symbol::nth(place),
            computer: None,
        })
    };
    let seats: Option<Vec<Seat>> = names.iter().enumerate().map(seat).collect();
    let setup = Setup::new(tournament.rules(), seats?, 0).ok()?;
    Match::of(setup, played.game(tournament))
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{
        Rules, Step, notation,
        players::Kind,
        tournament::{Draft, Entrant, Fault, Thinking},
    };

    fn tournament() -> Tournament {
        Tournament::new(Draft {
            entrants: vec![
                Entrant::Computer(Kind::Random),
                Entrant::Computer(Kind::Level(1)),
            ],
            games: 200,
            ..Draft::default()
        })
        .unwrap()
    }

    fn played(number: u64, moves: &str, ending: Ending) -> Played {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        let cell = |step: &Step| match step {
            Step::Place(cell) => *cell,
            Step::Swap | Step::AgreeDraw => unreachable!("nobody swaps"),
        };
        Played {
            number,
            moves: game.steps().iter().map(cell).collect(),
            ending,
            thinking: [Thinking::default(); 2],
        }
    }

    #[test]
    fn a_game_is_shown_with_its_players_and_its_end() {
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
        assert_eq!(names, ["level:1", "random"]);
        assert_eq!(notation::write(shown.game()), "1212121");
        assert!(shown.computer_to_move().is_none());
    }

    #[test]
    fn games_are_found_by_how_they_ended() {
        let tournament = tournament();
        let fault = Fault::Crash;
        let games = [
            played(0, "1212121", Ending::Won(0)),
            played(1, "1212121", Ending::Won(0)),
            played(2, "4", Ending::Forfeit { player: 0, fault }),
            played(3, "", Ending::Drawn),
        ];
        let mut listed = Listed {
            games: Arc::new(games.into()),
            page: 9,
            ..Listed::default()
        };
        let mut found = |which| {
            listed.which = which;
            listed.find(&tournament);
            listed.found.to_vec()
        };
        assert_eq!(found(Which::All), [0, 1, 2, 3]);
        assert_eq!(found(Which::First), [0]);
        assert_eq!(found(Which::Second), [1, 2]);
        assert_eq!(found(Which::Drawn), [3]);
        assert_eq!(found(Which::Forfeited), [2]);
        assert_eq!(listed.page, 0);
    }
}
