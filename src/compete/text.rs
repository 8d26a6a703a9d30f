//! Messages about cups.

pub(crate) use crate::text::*;

use four_shapes_players::PlayerKind;
use four_shapes_tournament::cup::{Cup, Format, NextGame, Pairing, Player, Stage};

/// The line below the name of a player who isn't human.
pub(super) fn player_detail(player: Player) -> Option<String> {
    match player {
        Player::Human => None,
        Player::Computer(PlayerKind::Level(level)) => Some(opponent_detail(level)),
        Player::Computer(kind) => Some(player_kind(Some(kind))),
        Player::Bot(_) => Some(bot_player().to_owned()),
    }
}

pub(super) fn format_name(format: Format) -> String {
    match format {
        Format::KnockOut => knock_out(),
        Format::League => league(),
        Format::DoubleLeague => double_league(),
    }
    .to_owned()
}

/// What decides in this format.
pub(super) fn format_about(format: Format) -> &'static str {
    match format {
        Format::KnockOut => knock_out_about(),
        Format::League | Format::DoubleLeague => league_about(),
    }
}

/// The name of an entrant; empty if there is none.
fn name(cup: &Cup, entrant: usize) -> &str {
    cup.entrants()
        .get(entrant)
        .map_or("", |it| it.name.as_str())
}

/// Whether an entrant is spoken to as *you*: the only human, or one of that name.
fn is_you(cup: &Cup, entrant: usize) -> bool {
    cup.lone_human() == Some(entrant) || name(cup, entrant) == you()
}

/// How messages address an entrant, as they select by it.
fn who(cup: &Cup, entrant: usize) -> &'static str {
    if is_you(cup, entrant) { "you" } else { "other" }
}

/// Which of two entrants is spoken to as *you*, as messages select by it.
fn which_is_you(cup: &Cup, [first, second]: [usize; 2]) -> &'static str {
    if is_you(cup, first) {
        "first"
    } else if is_you(cup, second) {
        "second"
    } else {
        "neither"
    }
}

/// The name of a stage: *Final*, *Round 2*.
pub(super) fn stage(stage: Stage, is_play_off: bool) -> String {
    let stage = match stage {
        Stage::League { round } => return league_round(round as u64 + 1),
        Stage::Bracket { pairings: 1 } => final_round().to_owned(),
        Stage::Bracket { pairings: 2 } => semi_finals().to_owned(),
        Stage::Bracket { pairings: 4 } => quarter_finals().to_owned(),
        Stage::Bracket { pairings } => round_of(2 * pairings as u64),
    };
    if is_play_off { play_off(&stage) } else { stage }
}

/// The round of a game: *Semi-final*, *League, game 3 of 6*.
fn stage_of_game(pairings: &[Pairing], number: usize, is_league: bool) -> Option<String> {
    let stage = pairings.get(number)?.stage;
    let stage = match stage {
        // Each has one game, and they come first.
        Stage::League { .. } => {
            return Some(league_game(number as u64 + 1, league_games(pairings)));
        }
        Stage::Bracket { pairings: 2 } => semi_final().to_owned(),
        Stage::Bracket { pairings: 4 } => quarter_final().to_owned(),
        Stage::Bracket { .. } => return Some(self::stage(stage, is_league)),
    };
    Some(if is_league { play_off(&stage) } else { stage })
}

/// The round of the game on the board: `Cup · Semi-final`.
pub(super) fn game_of_cup(cup: &Cup, pairing: usize) -> String {
    let stage = stage_of_game(&cup.pairings(), pairing, cup.is_league());
    details([self::cup().to_owned()].into_iter().chain(stage))
}

/// Points, of which two halves are one: `2`, `1½`, `½`.
pub(super) fn half_points(half_points: usize) -> String {
    let half = if half_points % 2 == 1 { "½" } else { "" };
    match half_points / 2 {
        0 if half_points == 1 => half.to_owned(),
        whole => format!("{whole}{half}"),
    }
}

/// The points of an entrant in a pairing.
pub(super) fn pairing_score(pairing: &Pairing, entrant: usize) -> String {
    let points = pairing.games.iter().map(|winner| match winner {
        None => 1,
        Some(winner) => 2 * usize::from(*winner == entrant),
    });
    half_points(points.sum())
}

/// A pairing in words: who has won, or who plays.
pub(super) fn pairing_in_words(cup: &Cup, pairing: &Pairing) -> String {
    let [first, second] = match pairing.entrants {
        [Some(first), Some(second)] => [first, second],
        [Some(one), None] | [None, Some(one)] => {
            let message = if pairing.is_bye {
                pairing_bye
            } else {
                pairing_waits
            };
            return message(name(cup, one), who(cup, one));
        }
        [None, None] => return open_pairing().to_owned(),
    };
    let (message, entrants): (fn(&str, &str, &str) -> String, _) = match pairing.winner {
        Some(winner) if winner == first => (pairing_won, [first, second]),
        Some(_) => (pairing_won, [second, first]),
        None if pairing.is_complete => (pairing_drawn, [first, second]),
        None => (pairing_open, [first, second]),
    };
    let [one, other] = entrants.map(|entrant| name(cup, entrant));
    message(one, other, which_is_you(cup, entrants))
}

/// The round of a game, and what is special about it or who moves first.
pub(super) fn next_game_lines(cup: &Cup, game: NextGame) -> (String, String) {
    let pairings = cup.pairings();
    let stage = stage_of_game(&pairings, game.pairing, cup.is_league());
    let [first, second] = game.entrants;
    let (message, entrant): (fn(&str, &str) -> String, _) = if game.is_decider {
        (deciding_game, second)
    } else if game.game > 0 {
        (replayed_game, first)
    } else {
        (moves_first, first)
    };
    let note = message(name(cup, entrant), who(cup, entrant));
    (stage.unwrap_or_default(), note)
}

/// The button that plays the next game: `Next: Ana – Mira`.
pub(super) fn next_game_of(cup: &Cup, game: NextGame) -> String {
    let [first, second] = game.entrants.map(|entrant| name(cup, entrant));
    next_game(first, second)
}

/// What a game that has just ended means for the cup.
pub(super) fn result_for_cup(cup: &Cup, number: usize) -> String {
    let pairings = cup.pairings();
    let Some(pairing) = pairings.get(number) else {
        return String::new();
    };
    if cup.winner().is_some() && number + 1 == pairings.len() {
        return winner_of_cup(cup);
    }
    if let Stage::League { .. } = pairing.stage {
        return league_progress(cup.played() as u64, league_games(&pairings));
    }
    match (pairing.winner, pairing.games.len()) {
        (Some(winner), _) => {
            let mut entrants = pairing.entrants.into_iter().flatten();
            let is_your_loss = entrants.any(|it| it != winner && is_you(cup, it));
            if is_your_loss {
                you_are_out(name(cup, winner))
            } else {
                goes_through(name(cup, winner), who(cup, winner))
            }
        }
        (None, 1) => drawn_replay().to_owned(),
        (None, _) => drawn_decider().to_owned(),
    }
}

fn league_games(pairings: &[Pairing]) -> u64 {
    let league = pairings
        .iter()
        .filter(|it| matches!(it.stage, Stage::League { .. }));
    league.count() as u64
}

/// Who has won the cup.
pub(super) fn winner_of_cup(cup: &Cup) -> String {
    cup.winner()
        .map(|winner| cup_won(name(cup, winner), who(cup, winner)))
        .unwrap_or_default()
}

/// How far a cup has got: who has won it, or its next game.
pub(super) fn state_of_cup(cup: &Cup) -> String {
    match cup.next_game() {
        None => winner_of_cup(cup),
        Some(game) => {
            let (stage, _) = next_game_lines(cup, game);
            details([stage, next_game_of(cup, game)])
        }
    }
}

/// The headings of the table of a league.
pub(super) fn cup_table_headings() -> [&'static str; 6] {
    [
        rank(),
        entrant(),
        won_count(),
        drawn_count(),
        lost_count(),
        points(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_players::Level;
    use four_shapes_records::Name;
    use four_shapes_rules::Rules;
    use four_shapes_tournament::cup::{Config, Entrant};

    #[test]
    fn games_are_named_by_their_round() {
        let cup = |format, count| {
            let entrants = (0..count).map(|number| Entrant {
                name: Name::new(&format!("P{number}")).unwrap(),
                player: Player::Human,
            });
            let config = Config {
                format,
                entrants: entrants.collect(),
                rules: Rules::CLASSIC,
                seed: 7,
            };
            Cup::new(config).unwrap()
        };
        let knock_out = cup(Format::KnockOut, 4);
        assert_eq!(game_of_cup(&knock_out, 0), "Cup · Semi-final");
        assert_eq!(game_of_cup(&knock_out, 2), "Cup · Final");
        let mut league = cup(Format::League, 3);
        assert_eq!(game_of_cup(&league, 1), "Cup · League, game 2 of 3");
        for _ in 0..3 {
            let next = league.next_game().unwrap();
            league.record(next.pairing, None, None).unwrap();
        }
        let play_off = league.next_game().unwrap().pairing;
        assert!(game_of_cup(&league, play_off).starts_with("Cup · Play-off: "));
    }

    #[test]
    fn the_only_person_is_you() {
        let entrant = |name: &str, player| Entrant {
            name: Name::new(name).unwrap(),
            player,
        };
        let pip = entrant("Pip", Player::Computer(PlayerKind::Level(Level::One)));
        let told = |name: &str, other: Entrant, winner: usize| {
            let config = Config {
                format: Format::KnockOut,
                entrants: vec![entrant(name, Player::Human), other],
                rules: Rules::CLASSIC,
                seed: 7,
            };
            let mut cup = Cup::new(config).unwrap();
            let next = cup.next_game().unwrap();
            let (_, note) = next_game_lines(&cup, next);
            cup.record(next.pairing, Some(winner), None).unwrap();
            let pairing = pairing_in_words(&cup, &cup.pairings()[0]);
            (next.entrants[0], note, pairing, winner_of_cup(&cup))
        };
        for name in ["You", "Ana"] {
            for winner in 0..2 {
                let (first, note, pairing, won) = told(name, pip.clone(), winner);
                let expected = ["You move first", "Pip moves first"];
                assert_eq!(note, expected[first]);
                let expected = [
                    ("You beat Pip", "You win the cup!"),
                    ("Pip beat you", "Pip wins the cup!"),
                ];
                assert_eq!((&*pairing, &*won), expected[winner]);
            }
        }
        // With a second round, which the user may not reach.
        let names = ["Ana", "Pip", "Ida", "Mira"].into_iter();
        let config = Config {
            format: Format::KnockOut,
            entrants: names
                .map(|name| match name {
                    "Ana" => entrant(name, Player::Human),
                    _ => entrant(name, pip.player),
                })
                .collect(),
            rules: Rules::CLASSIC,
            seed: 7,
        };
        for (wins, expected) in [
            (true, "You go through"),
            (false, " goes through. You’re out."),
        ] {
            let mut cup = Cup::new(config.clone()).unwrap();
            let next = cup.next_game().unwrap();
            let winner = next.entrants.into_iter().find(|it| (*it == 0) == wins);
            cup.record(next.pairing, winner, None).unwrap();
            let result = result_for_cup(&cup, next.pairing);
            assert!(result.ends_with(expected), "{result}");
        }
        let ben = entrant("Ben", Player::Human);
        let (.., pairing, won) = told("Ana", ben.clone(), 0);
        assert_eq!([&*pairing, &*won], ["Ana beat Ben", "Ana wins the cup!"]);
        // Among several people too, it is never “You wins”.
        let (.., pairing, won) = told("You", ben, 0);
        assert_eq!([&*pairing, &*won], ["You beat Ben", "You win the cup!"]);
    }

    #[test]
    fn points_are_written_with_halves() {
        let points = [0, 1, 2, 3, 10].map(half_points);
        assert_eq!(points, ["0", "½", "1", "1½", "5"]);
    }
}
