//! The messages of tournaments.

pub(crate) use crate::text::*;

use four_shapes_engine::{
    Name,
    players::KindError,
    statistics::{Elo, Interval, Score},
    tournament::{
        Ending, FinishedGame, ForfeitReason, Format, Tournament, TournamentError,
        file::FileError,
        rating::{Estimate, Verdict},
        report::{PairingResult, Report, Standing},
    },
};

// Phrases of the tournament dialog.

pub(crate) const TOURNAMENT_OVER: &str = "The tournament is over: all games are played.";
pub(crate) const TOURNAMENT_NOT_KEPT: &str = "The tournament can’t be stored in this browser: \
     it would be lost with a reload.";
pub(crate) const NO_GAME_WORKER: &str = "The workers that play the games do not start, or die. \
     Reload the page to try again; the games that are over are kept.";
pub(crate) const NO_BOT_VALIDATOR: &str = "The program that checks bots can’t be loaded.";
pub(crate) const NOT_TRIED: &str = "It could not be tried: the workers do not start.";
pub(crate) fn bot_too_large() -> String {
    "The file is larger than 4 MB, the most that a bot may have.".to_owned()
}
pub(crate) fn too_many_games(most: u64) -> String {
    format!(
        "In the page a tournament has at most {} games; the terminal program plays more.",
        grouped(most)
    )
}
pub(crate) fn needs_bot(name: &str) -> String {
    format!("The file of “{name}” is not here. Add it to go on.")
}
pub(crate) fn needs_terminal(name: &str) -> String {
    format!("“{name}” is a program, which only the terminal program can start.")
}
pub(crate) fn unreadable_tournament(why: &str) -> String {
    format!("The stored tournament can’t be read: {why}. Stop forgets it.")
}
/// The reason of a forfeit, after the loser's name.
pub(crate) fn reason(reason: ForfeitReason) -> String {
    match reason {
        ForfeitReason::Illegal(number) => format!("answered {number}, which is no move there"),
        ForfeitReason::Overtime => "used up its instructions".to_owned(),
        ForfeitReason::Crash => "crashed".to_owned(),
        ForfeitReason::Memory => "wanted more memory than there is".to_owned(),
        ForfeitReason::Nonsense => "answered what is no move at all".to_owned(),
    }
}
/// The result of the trial games of a bot, the first entrant of their tournament.
pub(crate) fn trial(tournament: &Tournament, games: &[FinishedGame]) -> Vec<String> {
    let mut score = Score::default();
    let mut longest = 0;
    let mut forfeits = 0;
    let mut first = None;
    for game in games.iter().filter(|game| game.number < tournament.total()) {
        let player = tournament.scheduled_game(game.number).first;
        score.count(game.ending.winner().map(|winner| winner == player));
        longest = longest.max(game.move_times[player].longest);
        match game.ending {
            Ending::Forfeit {
                player: who,
                reason,
            } if who == player => {
                forfeits += 1;
                first.get_or_insert((reason, game.notation(tournament)));
            }
            _ => {}
        }
    }
    let Score {
        wins,
        draws,
        losses,
    } = score;
    let mut lines = vec![format!(
        "Tried in {} games against random: {wins} won, {draws} drawn, {losses} lost. \
         Its longest move took {}.",
        score.games(),
        duration(longest)
    )];
    if let Some((why, moves)) = first {
        let when = if moves.is_empty() {
            "before the first move".to_owned()
        } else {
            format!("after {moves}")
        };
        lines.push(format!(
            "Forfeited {forfeits} of them: {when} it {}.",
            reason(why)
        ));
    }
    lines
}

/// The engine's words as a sentence.
fn sentence(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(['.']).collect()
}

pub(crate) const OVER: &str = "All games are played.";
pub(crate) fn over(leader: Option<&str>) -> String {
    match leader {
        Some(leader) => format!("{OVER} {leader} is first."),
        None => format!("{OVER} Nobody is first alone."),
    }
}

/// The set-up of a tournament.
pub(crate) const ENTRANTS: &str = "Who plays";
pub(crate) const ENTRANT: &str = "Entrant";
pub(crate) const COMPUTER_PLAYER: &str = "Computer player";
pub(crate) const TYPED: &str = "Another, typed";
pub(crate) const TYPE_PLAYER: &str = "Such as lookahead:3 or mcts:200";
pub(crate) const ADD: &str = "Add";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const BOTS: &str = "Bots";
pub(crate) const BOTS_EXPLAINED: &str = "A bot is a .wasm file that somebody has written. Choose \
     some, or drop them anywhere on the page. They can reach nothing outside the game.";
pub(crate) const ADD_BOTS: &str = "Add bots …";
pub(crate) const BOT_CHECKING: &str = "It is being checked.";
pub(crate) const BOT_READY: &str = "It can play.";
pub(crate) const BOT_BROKEN: &str = "It can’t play:";
pub(crate) const TRIED_TOO_LONG: &str = "It is slow: it was not tried for more than 20 seconds.";
/// The progress of checking bots; empty if none is being checked.
pub(crate) fn bots_progress(done: usize, all: usize) -> String {
    if done == all {
        return String::new();
    }
    format!("{done} of {all} checked")
}
/// The number of bots that are being checked, can play, and cannot.
pub(crate) fn bots_found(checking: usize, ready: usize, broken: usize) -> String {
    if checking > 0 {
        return "The bots are being checked …".to_owned();
    }
    let bots = |count, what: &str| match count {
        1 => format!("1 bot {what}"),
        count => format!("{count} bots {what}"),
    };
    match (ready, broken) {
        (0, 0) => String::new(),
        (ready, 0) => bots(ready, "can play."),
        (0, broken) => bots(broken, "can’t play."),
        (ready, broken) => format!("{}, {broken} can’t.", bots(ready, "can play")),
    }
}
pub(crate) const BOTS_CHECKED: &str = "The bots are still being checked.";
pub(crate) const ALL_AGAINST_ALL: &str = "Everyone against everyone";
pub(crate) const ALL_AGAINST_ONE: &str = "Everyone against one";
pub(crate) const THE_ONE: &str = "The one";
pub(crate) const WHO_PLAYS_WHOM: &str = "Who plays whom";
pub(crate) const GAMES_PER_PAIRING: &str = "Games of each pairing";
pub(crate) const OPENING_PLIES: &str = "Random moves at the beginning";
pub(crate) const OPENING_EXPLAINED: &str = "Who plays without chance plays the same game again \
     and again. With a few random moves at the beginning the games differ; each beginning is \
     played twice, with sides changed.";
pub(crate) const SEED: &str = "Seed";
pub(crate) const NEW_SEED: &str = "New seed";
pub(crate) const SEED_EXPLAINED: &str = "The same seed makes the same games, everywhere.";
pub(crate) const MORE: &str = "More";
pub(crate) const BUDGET: &str = "Million instructions a bot may use for a move";
pub(crate) const BUDGET_EXPLAINED: &str = "Counted, not timed: so a bot is as strong on a slow \
     computer as on a fast one. 100 million take some tenths of a second.";
pub(crate) const THIS_SET_UP: &str = "This set-up";
pub(crate) const SET_UP_EXPLAINED: &str =
    "To play the same tournament again or elsewhere. Bots are named in it, but not in it.";
pub(crate) const SAVE_SET_UP: &str = "Save the set-up";
pub(crate) const COPY_SET_UP: &str = "Copy a link";
pub(crate) const OPEN_SET_UP: &str = "Open a set-up …";
pub(crate) const SET_UP_WRONG: &str = "Something in the set-up is wrong: see above.";
pub(crate) const LINK_COPIED: &str = "The link is copied.";
pub(crate) const BACK_TO_RESULTS: &str = "Back to the results";
pub(crate) const FORGETS_RESULTS: &str = "The results of the tournament before are forgotten when \
     another one starts. Download what you want to keep.";
pub(crate) const BY_THE_CLOCK: &str = "Monte Carlo players think by the clock: their games differ \
     from one time to the next, even with the same seed.";

pub(crate) fn add(name: &str) -> String {
    format!("Add {name}")
}
pub(crate) fn remove(name: &str) -> String {
    format!("Remove {name}")
}
pub(crate) fn remove_bot(name: &str) -> String {
    format!("Remove the bot {name}")
}

/// The details of a bot: `by Zoë · ben.wasm · 1.2 KB`.
pub(crate) fn bot_detail(author: &str, file: &str, size: u64) -> String {
    let author = match author {
        "" => String::new(),
        author => format!("by {author} · "),
    };
    let size = match size {
        0..1000 => format!("{size} bytes"),
        _ => data_size(size),
    };
    format!("{author}{file} · {size}")
}

/// A bot of a set-up whose file is missing.
pub(crate) fn bot_missing(hash: &str) -> String {
    format!("Missing: add its file. SHA-256: {hash}")
}
pub(crate) fn bots_missing(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    format!(
        "Bots are missing: {}. Add their files below.",
        names.join(", ")
    )
}
pub(crate) fn bot_broken(name: &Name) -> String {
    format!("The bot “{name}” can’t play. Remove it.")
}

pub(crate) fn kind_error(error: &KindError) -> String {
    sentence(&error.to_string())
}
pub(crate) fn tournament_error(error: &TournamentError) -> String {
    sentence(&error.to_string())
}
pub(crate) fn wrong_seed() -> String {
    format!("A seed is a whole number from 0 to {}.", u64::MAX)
}
pub(crate) fn wrong_budget(least: &str, most: &str) -> String {
    format!("A bot may have {least} to {most} million instructions for a move.")
}
pub(crate) fn bad_set_up(error: &FileError) -> String {
    format!(
        "This set-up can’t be read. {}",
        sentence(&error.to_string())
    )
}
pub(crate) fn set_up_with_program(label: &str) -> String {
    format!(
        "“{label}” of this set-up is a program. The page can’t start programs; the terminal \
         program `four tournament` can."
    )
}
pub(crate) fn set_up_file_name(date: &str) -> String {
    format!("four-shapes-tournament-{date}.json")
}

/// `3 pairings, 3,000 games.`
pub(crate) fn games_in_all(pairings: usize, games: u64) -> String {
    match (pairings, games) {
        (1, 1) => "1 pairing, 1 game.".to_owned(),
        (1, games) => format!("1 pairing, {} games.", grouped(games)),
        (pairings, games) => {
            format!(
                "{} pairings, {} games.",
                grouped(pairings as u64),
                grouped(games)
            )
        }
    }
}

/// A tournament while it is played.
pub(crate) const GAMES_PLAYED: &str = "Games played";
pub(crate) const BEGINS: &str = "It begins …";
pub(crate) const PAUSED: &str = "Paused.";
pub(crate) const GOES_ON_CLOSED: &str =
    "It goes on while this dialog is closed, as long as the page is open.";
pub(crate) const NEW_TOURNAMENT: &str = "New tournament";
pub(crate) const STOP: &str = "Stop";
pub(crate) const STOP_SURE: &str =
    "Stop the tournament? Its games will be forgotten. You can download them first.";
pub(crate) const STOP_YES: &str = "Yes, forget them";
pub(crate) const STOP_NO: &str = "No, keep them";
/// Enlarges the view for a projector.
pub(crate) const LARGE: &str = "Full screen";

/// The description of a tournament: `4 entrants, everyone against everyone · 7 × 6, 4 in a row`.
pub(crate) fn tournament_title(tournament: &Tournament) -> String {
    let form = tournament.config();
    let against = match form.format {
        Format::RoundRobin => "everyone against everyone".to_owned(),
        Format::Against(one) => format!("everyone against {}", tournament.label(one)),
    };
    let opening = match form.opening {
        0 => String::new(),
        1 => " · 1 random move first".to_owned(),
        plies => format!(" · {plies} random moves first"),
    };
    format!(
        "{} entrants, {against} · {}{opening} · seed {}",
        form.entrants.len(),
        rules_of(form.rules),
        form.seed
    )
}

/// `1,234 of 10,000 games`
pub(crate) fn games_done(done: u64, total: u64) -> String {
    format!("{} of {} games", grouped(done), grouped(total))
}

/// `2 of 6 pairings`
pub(crate) fn pairings_done(done: usize, all: usize) -> String {
    format!(
        "{} of {} pairings",
        grouped(done as u64),
        grouped(all as u64)
    )
}

/// The pace, in tenths of games per second, and the seconds left: `51 games a second, 2 min left`.
pub(crate) fn pace(tenths: u64, left: u64) -> String {
    let speed = match tenths {
        0..100 => format!("{}.{}", tenths / 10, tenths % 10),
        more => grouped(more / 10),
    };
    let left = match left {
        0..100 => format!("{left} s"),
        100..6000 => format!("{} min", left.div_ceil(60)),
        more => format!("{} h", more.div_ceil(3600)),
    };
    format!("{speed} games a second, {left} left")
}

/// The announcement of progress for screen readers.
pub(crate) fn running(percent: u64) -> String {
    match percent {
        0 => "The tournament has begun.".to_owned(),
        percent => format!("{percent} % of the games are played."),
    }
}
pub(crate) fn stuck(why: &str) -> String {
    format!("The tournament can’t go on: {why}")
}

/// The results.
pub(crate) const RANKING: &str = "Ranking";
pub(crate) const RANKING_COLUMNS: [&str; 11] = [
    "Place",
    "Entrant",
    "Rating (Elo)",
    "Score",
    "Games",
    "Won",
    "Drawn",
    "Lost",
    "Forfeited",
    "Time a move",
    "Longest",
];
pub(crate) const CHART: &str = "How strong, and how sure";
pub(crate) const CROSSTABLE: &str = "Who against whom";
pub(crate) const CROSSTABLE_EXPLAINED: &str = "Points of a hundred, of the one at the left against \
     the one above. ~ is too close to call. Choose a cell to see its games.";
pub(crate) const FACTS: &str = "All games";
pub(crate) const DOWNLOADS: &str = "Downloads";
pub(crate) const RANKING_CSV: &str = "Ranking (CSV)";
pub(crate) const PAIRINGS_CSV: &str = "Pairings (CSV)";
pub(crate) const RESULTS_JSON: &str = "All results (JSON)";
pub(crate) const DOWNLOAD_GAMES: &str = "Games (text)";
pub(crate) fn ranking_file_name(date: &str) -> String {
    format!("four-shapes-ranking-{date}.csv")
}
pub(crate) fn pairings_file_name(date: &str) -> String {
    format!("four-shapes-pairings-{date}.csv")
}
pub(crate) fn results_file_name(date: &str) -> String {
    format!("four-shapes-results-{date}.json")
}
pub(crate) fn games_file_name(date: &str) -> String {
    format!("four-shapes-tournament-games-{date}.txt")
}

/// A rating: `+191`, `0`, `−35`.
pub(crate) fn elo(elo: i32) -> String {
    match elo {
        0 => "0".to_owned(),
        1.. => format!("+{elo}"),
        _ => format!("−{}", elo.unsigned_abs()),
    }
}

/// `75 %`
pub(crate) fn per_cent(number: i32) -> String {
    format!("{number} %")
}

/// An estimate and its interval: `+191 (+160 to +224)`, `at least +300`, `–`.
pub(crate) fn rating(estimate: Estimate) -> String {
    let elo = |number| elo(Elo(number).rounded());
    match estimate {
        Estimate::Known {
            elo: Elo(number),
            interval: Interval { lower, upper },
        } => format!("{} ({} to {})", elo(number), elo(lower), elo(upper)),
        Estimate::AtLeast(Elo(bound)) => format!("at least {}", elo(bound)),
        Estimate::AtMost(Elo(bound)) => format!("at most {}", elo(bound)),
        Estimate::Unknown => "–".to_owned(),
    }
}

/// A number of forfeits of a kind.
fn forfeits(kind: usize, count: u32) -> String {
    let (one, more) = match kind {
        0 => ("illegal move", "illegal moves"),
        1 => ("out of time", "out of time"),
        2 => ("crash", "crashes"),
        3 => ("out of memory", "out of memory"),
        _ => ("answer without sense", "answers without sense"),
    };
    format!("{count} {}", if count == 1 { one } else { more })
}

/// The cells of a row of the standings, without the entrant's name.
pub(crate) fn standing_cells(standing: &Standing) -> Vec<String> {
    let total: u64 = standing.forfeits.iter().copied().map(u64::from).sum();
    let counted = standing
        .forfeits
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0);
    let kinds: Vec<String> = counted
        .map(|(kind, count)| forfeits(kind, *count))
        .collect();
    let forfeits = match total {
        0 => "0".to_owned(),
        total => format!("{} ({})", grouped(total), kinds.join(", ")),
    };
    let score = standing.score;
    let number = |count: u32| grouped(count.into());
    #[expect(clippy::cast_sign_loss, reason = "times are not negative")]
    let mean = standing.move_times.mean().map(|mean| mean.round() as u64);
    let longest = mean.map(|_| standing.move_times.longest);
    let time = |microseconds: Option<u64>| microseconds.map_or_else(|| "–".to_owned(), duration);
    vec![
        standing.rank.to_string(),
        rating(standing.rating),
        if score.games() > 0 {
            share(score, standing.interval())
        } else {
            "–".to_owned()
        },
        number(score.games()),
        number(score.wins),
        number(score.draws),
        number(score.losses),
        forfeits,
        time(mean),
        time(longest),
    ]
}

/// A cell of the crosstable: `63`, `52~`.
pub(crate) fn cross_cell(score: Score, sign: &str) -> String {
    if score.games() == 0 {
        return "…".to_owned();
    }
    // In half points, rounded.
    let [wins, draws, games] = [score.wins, score.draws, score.games()].map(u64::from);
    let hundredths = ((wins * 2 + draws) * 100 + games) / (2 * games);
    format!("{hundredths}{sign}")
}

/// The result of one entrant against another: `Ada against Ben: 63.4 % (60.4–66.3), 620 won, 28
/// drawn, 352 lost; Ada is better.`
pub(crate) fn pairing_result(name: &str, other: &str, result: &PairingResult) -> String {
    let PairingResult {
        score, different, ..
    } = *result;
    if score.games() == 0 {
        return format!("{name} against {other}: no games yet.");
    }
    let verdict = match result.verdict {
        Verdict::FirstBetter => format!("{name} is better"),
        Verdict::SecondBetter => format!("{other} is better"),
        Verdict::TooClose => "too close to call".to_owned(),
        Verdict::Repeats => {
            format!("too close to call, since only {different} of the games are different")
        }
    };
    format!(
        "{name} against {other}: {}, {} won, {} drawn, {} lost; {verdict}.",
        share(score, result.interval()),
        grouped(score.wins.into()),
        grouped(score.draws.into()),
        grouped(score.losses.into()),
    )
}
pub(crate) const SHOW_GAMES: &str = "Show its games";

/// Facts about all games together.
pub(crate) fn facts(report: &Report) -> Vec<String> {
    let mut facts = Vec::new();
    if report.played == 0 {
        return facts;
    }
    let first = report.first_movers;
    facts.push(format!(
        "Who moves first has {} of the points: {} won, {} drawn, {} lost.",
        share(first, first.interval()),
        grouped(first.wins.into()),
        grouped(first.draws.into()),
        grouped(first.losses.into()),
    ));
    match report.ratings.first_move {
        Estimate::Unknown => {}
        estimate => facts.push(format!("To move first is worth {} Elo.", rating(estimate))),
    }
    if let Some(length) = report.mean_length {
        #[expect(clippy::cast_sign_loss, reason = "a length is not negative")]
        let tenths = (length * 10.0).round() as u64;
        facts.push(format!(
            "A game has {}.{} moves on average.",
            grouped(tenths / 10),
            tenths % 10
        ));
    }
    if report.repeated() > 0 {
        facts.push(format!(
            "{} of {} games were played before, move by move. They say nothing new, so what is \
             said of who is better counts only the others. Random moves at the beginning make \
             games differ.",
            grouped(report.repeated()),
            grouped(report.played)
        ));
    }
    if report.ratings.assumed {
        facts.push(
            "The games alone don’t tell what moving first is worth. The ratings are as if two who \
             are equal had played half a game more of each result."
                .to_owned(),
        );
    }
    facts
}

/// The games of a pairing.
pub(crate) const WHICH_GAMES: &str = "Which games";
pub(crate) const NEW_GAMES: &str = "Show the new ones";
pub(crate) fn pairing([first, second]: &[String; 2]) -> String {
    format!("{first} against {second}")
}

/// The filter of the listed games, by number.
pub(crate) fn which_games(which: usize, [first, second]: &[String; 2]) -> String {
    match which {
        1 => format!("Won by {first}"),
        2 => format!("Won by {second}"),
        3 => "Drawn".to_owned(),
        4 => "Forfeited".to_owned(),
        _ => "All".to_owned(),
    }
}

/// `Games 51 to 100 of 1,000`, for the range `from..to`, counted from 0.
pub(crate) fn games_listed(from: usize, to: usize, found: usize) -> String {
    match found {
        0 => "No game is like that.".to_owned(),
        1 => "1 game".to_owned(),
        found => format!(
            "Games {} to {} of {}",
            grouped((from as u64).saturating_add(1)),
            grouped(to as u64),
            grouped(found as u64)
        ),
    }
}

/// `First page`
pub(crate) fn page_of_games(which: &str) -> String {
    format!("{which} page")
}

/// A game of a pairing, counted from 0, with its first and second player: `17. Ada moved
/// first. Ben wins in 23 moves.`
pub(crate) fn played_game(
    number: u32,
    [first, second]: [&str; 2],
    ending: Ending,
    moves: usize,
) -> String {
    let name = |player: usize| if player == 0 { first } else { second };
    let moves = self::moves(moves as u64);
    let ended = match ending {
        Ending::Won(winner) => format!("{} wins in {moves}", name(winner)),
        Ending::Drawn => format!("a tie after {moves}"),
        Ending::Forfeit { player, reason } => {
            let loser = name(player);
            let why = self::reason(reason);
            let winner = name(usize::from(player == 0));
            format!("{winner} wins after {moves}: {loser} {why}")
        }
    };
    format!(
        "{}. {first} moved first; {ended}.",
        grouped(u64::from(number) + 1)
    )
}

/// A share of the points and its interval: `63.4 % (60.4–66.3)`.
pub(crate) fn share(score: Score, Interval { lower, upper }: Interval) -> String {
    let [share, lower, upper] = [score.share(), lower, upper].map(share_per_cent);
    format!("{share}\u{a0}% ({lower}–{upper})")
}

/// A share in per cent, without the sign: `63.4`.
fn share_per_cent(share: f64) -> String {
    // Formatting floating-point numbers would cost the page 6 KB.
    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    let thousandths = (share * 1000.0).round() as u64;
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::tournament::MoveTimes;

    #[test]
    fn numbers_are_formatted() {
        for (number, written) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), written);
        }
        assert_eq!([elo(191), elo(0), elo(-35)], ["+191", "0", "−35"]);
        for (microseconds, written) in [
            (0, "0 µs"),
            (999, "999 µs"),
            (3456, "3.4 ms"),
            (999_999, "999.9 ms"),
            (1_250_000, "1.2 s"),
        ] {
            assert_eq!(duration(microseconds), written);
        }
        let score = Score {
            wins: 634,
            draws: 0,
            losses: 366,
        };
        let interval = Interval {
            lower: 0.005,
            upper: 1.0,
        };
        assert_eq!(share(score, interval), "63.4\u{a0}% (0.5–100.0)");
        assert_eq!(pace(512, 61), "51 games a second, 61 s left");
        assert_eq!(pace(34, 3700), "3.4 games a second, 62 min left");
        assert_eq!(pace(123_450, 7300), "12,345 games a second, 3 h left");
    }

    #[test]
    fn crosstables_round_halves_up() {
        let cell = |wins, draws, losses| {
            let score = Score {
                wins,
                draws,
                losses,
            };
            cross_cell(score, "")
        };
        assert_eq!(cell(0, 0, 0), "…");
        assert_eq!(cell(1, 0, 1), "50");
        assert_eq!(cell(2, 0, 1), "67");
        assert_eq!(cell(0, 1, 0), "50");
        // 62.5 of a hundred.
        assert_eq!(cell(2, 1, 1), "63");
        assert_eq!(cell(1_000_000, 0, 0), "100");
    }

    #[test]
    fn games_and_standings_are_described() {
        let game = |ending| played_game(16, ["Ada", "Ben"], ending, 23);
        assert_eq!(
            game(Ending::Won(1)),
            "17. Ada moved first; Ben wins in 23 moves."
        );
        let reason = ForfeitReason::Illegal(-3);
        assert_eq!(
            game(Ending::Forfeit { player: 0, reason }),
            "17. Ada moved first; Ben wins after 23 moves: Ada answered -3, which is no move \
             there."
        );
        let cells = |forfeits| {
            standing_cells(&Standing {
                entrant: 0,
                rank: 1,
                rating: Estimate::AtLeast(Elo(300.2)),
                score: Score::default(),
                different: 0,
                forfeits,
                move_times: MoveTimes::default(),
            })
        };
        let none = cells([0; ForfeitReason::KINDS]);
        assert_eq!(none.len() + 1, RANKING_COLUMNS.len());
        assert_eq!(none[1], "at least +300");
        assert_eq!(
            cells([2, 1, 0, 0, 1000])[7],
            "1,003 (2 illegal moves, 1 out of time, 1000 answers without sense)"
        );
    }
}
