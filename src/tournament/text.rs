//! Messages about tournaments.

pub(crate) use crate::text::*;

use super::game_list::Filter;
use four_shapes_players::PlayerKind;
use four_shapes_tournament::{
    Ending, Entrant, FinishedGame, ForfeitReason, PairingSystem, Parameter, Tournament,
    TournamentError,
    rating::{Estimate, Verdict},
    report::{PairingResult, Report, Standing},
    statistics::{Elo, Interval, WinDrawLoss},
};

/// The reason of a forfeit, after the loser's name.
pub(crate) fn forfeit_reason(reason: ForfeitReason) -> String {
    match reason {
        ForfeitReason::Illegal(number) => forfeit_illegal(&number.to_string()),
        ForfeitReason::LimitExceeded => forfeit_overtime().to_owned(),
        ForfeitReason::Crash => forfeit_crash().to_owned(),
        ForfeitReason::Memory => forfeit_memory().to_owned(),
        ForfeitReason::ProtocolViolation => forfeit_nonsense().to_owned(),
    }
}

/// Why a tournament can't be played.
pub(crate) fn tournament_error(error: &TournamentError) -> String {
    match *error {
        TournamentError::Entrants(_) => entrants_invalid(Tournament::MAX_ENTRANTS as u64),
        TournamentError::OutOfRange {
            parameter: Parameter::Games,
            min,
            max,
        } => games_invalid(min, max),
        TournamentError::OutOfRange {
            parameter: Parameter::Opening,
            min,
            max,
        } => opening_invalid(min, max),
        _ => tournament_invalid(&error.to_string()),
    }
}

/// The result of the trial games of a bot, the first entrant of their tournament.
pub(crate) fn trial_result(tournament: &Tournament, games: &[FinishedGame]) -> Vec<String> {
    let mut score = WinDrawLoss::default();
    let mut longest = 0;
    let mut forfeits = 0;
    let mut first = None;
    for game in games
        .iter()
        .filter(|game| game.number < tournament.game_count())
    {
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
    let [wins, draws, losses] = [score.wins, score.draws, score.losses].map(u64::from);
    let games = score.games().into();
    let mut lines = vec![trial(games, wins, draws, losses, &duration(longest))];
    if let Some((reason, moves)) = first {
        let reason = forfeit_reason(reason);
        lines.push(if moves.is_empty() {
            trial_forfeit_at_start(forfeits, &reason)
        } else {
            trial_forfeit(forfeits, &reason, &moves)
        });
    }
    lines
}

/// The state when all games are played, with the label of the only leader.
pub(crate) fn completed(leader: Option<&str>) -> String {
    leader.map_or_else(|| tournament_tied().to_owned(), tournament_leader)
}

/// Who leads or has won, in words: `Coco wins, 14 of 20`.
pub(crate) fn outcome(report: &Report) -> String {
    let is_over = report.played == report.tournament.game_count();
    let Some(first) = report.standings.first().filter(|_| report.played > 0) else {
        return no_games_yet().to_owned();
    };
    if report.leader().is_none() {
        return if is_over {
            first_shared()
        } else {
            lead_shared()
        }
        .to_owned();
    }
    let name = entrant_name(&report.tournament, first.entrant);
    let (points, games) = (points_of(first.score), grouped(first.score.games().into()));
    if is_over {
        lab_won(&name, &points, &games)
    } else {
        lab_leads(&name, &points, &games)
    }
}

/// Points: one for a win, half a point for a draw.
fn points_of(score: WinDrawLoss) -> String {
    let half_points = 2 * u64::from(score.wins) + u64::from(score.draws);
    let half = if half_points % 2 == 1 { "½" } else { "" };
    match half_points / 2 {
        0 if half_points == 1 => half.to_owned(),
        whole => grouped(whole) + half,
    }
}

/// A quick tournament or a class competition, with its number of games.
pub(crate) fn games_preset(is_class: bool, games: u32) -> String {
    let games = self::games(games.into());
    let name = if is_class {
        class_competition()
    } else {
        quick_tournament()
    };
    details([name.to_owned(), games])
}

/// The headings of the short standings.
pub(crate) fn short_headings() -> [&'static str; 6] {
    [
        rank(),
        entrant(),
        points(),
        won_count(),
        drawn_count(),
        lost_count(),
    ]
}

/// The cells of a row of the short standings, without the entrant's name.
pub(crate) fn short_cells(standing: &Standing) -> Vec<String> {
    let score = standing.score;
    let number = |count: u32| grouped(count.into());
    vec![
        standing.rank.to_string(),
        points_of_games(&points_of(score), &number(score.games())),
        number(score.wins),
        number(score.draws),
        number(score.losses),
    ]
}

/// The progress of checking bots; empty if none is being checked.
pub(crate) fn bots_progress(done: usize, all: usize) -> String {
    if done == all {
        return String::new();
    }
    bots_checked(done as u64, all as u64)
}

/// The number of bots that are being checked, can play, and cannot.
pub(crate) fn bots_found(checking: usize, ready: usize, broken: usize) -> String {
    if checking > 0 {
        return bots_being_checked().to_owned();
    }
    match (ready as u64, broken as u64) {
        (0, 0) => String::new(),
        (ready, 0) => bots_ready(ready),
        (0, broken) => bots_broken(broken),
        (ready, broken) => bots_ready_and_broken(ready, broken),
    }
}

/// The line below a bot's name: `by Zoë · ben.wasm · 1.2 KB`.
pub(crate) fn bot_detail(author: &str, file: &str, size: u64) -> String {
    let author = (!author.is_empty()).then(|| bot_by(author));
    details(author.into_iter().chain([file.to_owned(), data_size(size)]))
}

/// Bots of a setup that have not been added.
pub(crate) fn missing_bots(names: &[&str]) -> String {
    bots_missing(&list(names.iter().map(|name| quoted(name))))
}

/// The name of an entrant, unique in its tournament: `Mira`, `Mira (2)`, or that of a bot.
pub(crate) fn entrant_name(tournament: &Tournament, index: usize) -> String {
    let labels = tournament.labels();
    entrant_in_words(&tournament.entrants()[index], &labels[index], labels)
}

/// The name of an entrant in a game that is saved or opened: `Mira, level 3`.
pub(crate) fn entrant_in_game(tournament: &Tournament, index: usize) -> String {
    let labels = tournament.labels();
    let entrant = &tournament.entrants()[index];
    named(entrant, &labels[index], labels, computer_in_words)
}

/// Replaces the id of a computer player in the label of an entrant, unless one of the labels is
/// a bot with that name.
pub(crate) fn entrant_in_words(entrant: &Entrant, label: &str, labels: &[String]) -> String {
    named(entrant, label, labels, computer_name)
}

fn named(
    entrant: &Entrant,
    label: &str,
    labels: &[String],
    name: fn(PlayerKind) -> String,
) -> String {
    match entrant {
        Entrant::Computer(kind) => {
            let words = label.replacen(&kind.to_string(), &name(*kind), 1);
            if labels.contains(&words) {
                label.to_owned()
            } else {
                words
            }
        }
        Entrant::Bot { .. } | Entrant::Program { .. } => label.to_owned(),
    }
}

/// The level of an entrant that has one, beside its name.
pub(crate) fn level_of(entrant: &Entrant) -> Option<String> {
    match entrant {
        Entrant::Computer(kind @ PlayerKind::Level(_)) => Some(player_kind(Some(*kind))),
        _ => None,
    }
}

/// The extent of a tournament: `3 pairings · 3,000 games`.
pub(crate) fn extent(pairings: usize, games: u64) -> String {
    details([self::pairings(pairings as u64), self::games(games)])
}

/// The terms of a tournament: `4 players · Round robin · 7 × 6, 4 in a row · seed 7`.
pub(crate) fn tournament_title(tournament: &Tournament) -> String {
    let config = tournament.config();
    let format = match config.format {
        PairingSystem::RoundRobin => round_robin().to_owned(),
        PairingSystem::Gauntlet(one) => all_against(&entrant_name(tournament, one)),
    };
    let starts = (!config.starts.is_empty()).then(|| starts(config.starts.len() as u64));
    let opening = (config.opening_plies > 0).then(|| opening_moves(config.opening_plies.into()));
    let terms = [
        entrant_count(config.entrants.len() as u64),
        format,
        rules_of(config.rules),
    ];
    let seed = seed_of(&config.seed.to_string());
    let openings = starts.into_iter().chain(opening);
    details(terms.into_iter().chain(openings).chain([seed]))
}

/// The speed in tenths of a game per second, and the time left in seconds.
pub(crate) fn speed_of(tenths: u64, left: u64) -> String {
    let speed = match tenths {
        0..100 => format!("{}.{}", tenths / 10, tenths % 10),
        more => grouped(more / 10),
    };
    let left = match left {
        0..100 => seconds(&left.to_string()),
        100..6000 => minutes(&left.div_ceil(60).to_string()),
        more => hours(&grouped(more.div_ceil(3600))),
    };
    pace(&speed, &left)
}

/// An announcement while games are played.
pub(crate) fn progress(percent: u64) -> String {
    match percent {
        0 => tournament_started().to_owned(),
        percent => tournament_progress(percent),
    }
}

/// The headings of the standings.
pub(crate) fn standing_headings() -> [&'static str; 11] {
    [
        rank(),
        entrant(),
        score_share(),
        won_count(),
        drawn_count(),
        lost_count(),
        games_count(),
        rating(),
        forfeited_count(),
        mean_time(),
        max_time(),
    ]
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
    percent(&number.to_string())
}

/// An estimate and its interval: `+191 (+160 to +224)`, `at least +300`, `–`.
pub(crate) fn estimate(estimate: Estimate) -> String {
    let elo = |number| elo(Elo(number).rounded());
    match estimate {
        Estimate::Known {
            elo: Elo(number),
            interval: Interval { lower, upper },
        } if lower >= upper => rating_reference(&elo(number)),
        Estimate::Known {
            elo: Elo(number),
            interval: Interval { lower, upper },
        } => rating_interval(&elo(number), &elo(lower), &elo(upper)),
        Estimate::AtLeast(Elo(bound)) => rating_at_least(&elo(bound)),
        Estimate::AtMost(Elo(bound)) => rating_at_most(&elo(bound)),
        Estimate::Unknown => no_rating().to_owned(),
    }
}

/// Forfeits by kind: `3 (2 crashes, 1 illegal move)`.
fn forfeits(by_kind: [u32; ForfeitReason::COUNT]) -> String {
    const MESSAGES: [fn(u64) -> String; ForfeitReason::COUNT] = [
        forfeits_illegal,
        forfeits_overtime,
        forfeits_crash,
        forfeits_memory,
        forfeits_nonsense,
    ];
    let total: u64 = by_kind.iter().copied().map(u64::from).sum();
    if total == 0 {
        return grouped(0);
    }
    let kinds = by_kind.into_iter().zip(MESSAGES);
    let kinds = kinds.filter(|(count, _)| *count > 0);
    let kinds = list(kinds.map(|(count, message)| message(count.into())));
    forfeits_by_kind(total, &kinds)
}

/// The cells of a row of the standings, without the entrant's name.
pub(crate) fn standing_cells(standing: &Standing) -> Vec<String> {
    let score = standing.score;
    let number = |count: u32| grouped(count.into());
    #[expect(clippy::cast_sign_loss, reason = "times are not negative")]
    let mean = standing.move_times.mean().map(|mean| mean.round() as u64);
    let longest = mean.map(|_| standing.move_times.longest);
    let time = |time: Option<u64>| time.map_or_else(|| no_rating().to_owned(), duration);
    vec![
        standing.rank.to_string(),
        if score.games() > 0 {
            score_rate(score, standing.interval())
        } else {
            no_rating().to_owned()
        },
        number(score.wins),
        number(score.draws),
        number(score.losses),
        number(score.games()),
        estimate(standing.rating),
        forfeits(standing.forfeits),
        time(mean),
        time(longest),
    ]
}

/// A cell of the crosstable: `63%`.
pub(crate) fn cross_cell(score: WinDrawLoss) -> String {
    if score.games() == 0 {
        return "…".to_owned();
    }
    // In half points, rounded.
    let [wins, draws, games] = [score.wins, score.draws, score.games()].map(u64::from);
    let hundredths = ((wins * 2 + draws) * 100 + games) / (2 * games);
    percent(&hundredths.to_string())
}

/// The result of one entrant against another.
pub(crate) fn result_of_pairing(first: &str, second: &str, result: &PairingResult) -> String {
    let score = result.score;
    if score.games() == 0 {
        return pairing_no_games(first, second);
    }
    let verdict = match result.verdict {
        Verdict::FirstBetter => verdict_better(first),
        Verdict::SecondBetter => verdict_better(second),
        Verdict::TooClose => verdict_close().to_owned(),
        Verdict::TooManyRepeats => verdict_repeats(result.distinct_games.into()),
    };
    pairing_result(
        first,
        second,
        &cross_cell(score),
        score.wins.into(),
        score.draws.into(),
        score.losses.into(),
        &verdict,
    )
}

/// The score of one entrant against another with its interval, if they have played.
pub(crate) fn interval_of_pairing(
    first: &str,
    second: &str,
    result: &PairingResult,
) -> Option<String> {
    let score = result.score;
    let interval = (score.games() > 0).then(|| score_rate(score, result.interval()))?;
    Some(pairing_interval(first, second, &interval))
}

/// Facts about all games together.
pub(crate) fn facts(report: &Report) -> Vec<String> {
    let mut facts = Vec::new();
    if report.played == 0 {
        return facts;
    }
    let first = report.first_movers;
    let [wins, draws, losses] = [first.wins, first.draws, first.losses].map(u64::from);
    facts.push(first_move_score(
        &score_rate(first, first.interval()),
        wins,
        draws,
        losses,
    ));
    if report.ratings.first_move_advantage != Estimate::Unknown {
        facts.push(first_move_advantage(&estimate(
            report.ratings.first_move_advantage,
        )));
    }
    if let Some(length) = report.mean_length {
        facts.push(mean_length(&one_decimal(length)));
    }
    if report.repeated() > 0 {
        facts.push(repeated_games(report.repeated(), report.played));
    }
    if report.ratings.first_move_undetermined {
        facts.push(ratings_assumed().to_owned());
    }
    facts
}

/// The filter of the listed games.
pub(super) fn filter_option(filter: Filter, [first, second]: &[String; 2]) -> String {
    match filter {
        Filter::All => filter_all().to_owned(),
        Filter::First => filter_won(first),
        Filter::Second => filter_won(second),
        Filter::Drawn => filter_drawn().to_owned(),
        Filter::Forfeited => filter_forfeited().to_owned(),
    }
}

/// The listed games: `Games 51 to 100 of 1,000`, for the range `from..to`, counted from 0.
pub(crate) fn games_listed(from: usize, to: usize, all: usize) -> String {
    match all {
        0 => no_match().to_owned(),
        1 => games(1),
        all => games_page(one_based(from), to as u64, all as u64),
    }
}

/// To the first, the previous, the next and the last page: signs and names.
pub(crate) fn steps_between_pages() -> [(&'static str, &'static str); 4] {
    [
        ("«", page_first()),
        ("‹", page_previous()),
        ("›", page_next()),
        ("»", page_last()),
    ]
}

/// A game of a pairing, counted from 0, with its first and second player.
pub(crate) fn game_of_pairing(
    number: u32,
    [first, second]: [&str; 2],
    ending: Ending,
    moves: usize,
) -> String {
    let name = |player: usize| if player == 0 { first } else { second };
    let (number, moves) = (u64::from(number) + 1, moves as u64);
    match ending {
        Ending::Won(winner) => game_won(number, first, name(winner), moves),
        Ending::Drawn => game_drawn(number, first, moves),
        Ending::Forfeit { player, reason } => {
            let (loser, winner) = (name(player), name(usize::from(player == 0)));
            let reason = forfeit_reason(reason);
            game_forfeited(number, first, winner, moves, loser, &reason)
        }
    }
}

/// A share of the points and its interval: `63.4 % (60.4–66.3)`.
pub(crate) fn score_rate(score: WinDrawLoss, Interval { lower, upper }: Interval) -> String {
    let [share, lower, upper] =
        [score.score_rate(), lower, upper].map(|share| one_decimal(share * 100.0));
    share_interval(&share, &lower, &upper)
}

/// A number that is not negative, with one decimal. (Formatting floating-point numbers would
/// cost the page 6 KB.)
fn one_decimal(number: f64) -> String {
    #[expect(clippy::cast_sign_loss, reason = "the number is not negative")]
    let tenths = (number * 10.0).round() as u64;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_players::Level;
    use four_shapes_records::Name;
    use four_shapes_tournament::{BotHash, MoveTimes, TournamentConfig};

    #[test]
    fn numbers_are_formatted() {
        assert_eq!([elo(191), elo(0), elo(-35)], ["+191", "0", "−35"]);
        let score = WinDrawLoss {
            wins: 634,
            draws: 0,
            losses: 366,
        };
        let interval = Interval {
            lower: 0.005,
            upper: 1.0,
        };
        assert_eq!(score_rate(score, interval), "63.4% (0.5–100.0)");
        assert_eq!(speed_of(512, 61), "51 games per second, 61 s left");
        assert_eq!(speed_of(34, 3700), "3.4 games per second, 62 min left");
        assert_eq!(speed_of(123_450, 7300), "12,345 games per second, 3 h left");
    }

    #[test]
    fn crosstables_round_halves_up() {
        let cell = |wins, draws, losses| {
            let score = WinDrawLoss {
                wins,
                draws,
                losses,
            };
            cross_cell(score)
        };
        assert_eq!(cell(0, 0, 0), "…");
        assert_eq!(cell(1, 0, 1), "50%");
        assert_eq!(cell(2, 0, 1), "67%");
        assert_eq!(cell(0, 1, 0), "50%");
        // 62.5 of a hundred.
        assert_eq!(cell(2, 1, 1), "63%");
        assert_eq!(cell(1_000_000, 0, 0), "100%");
    }

    #[test]
    fn names_of_entrants_are_unique() {
        let bot = |name| Entrant::Bot {
            hash: BotHash([1; 32]),
            name: Name::new(name).unwrap(),
        };
        let level = || Entrant::Computer(PlayerKind::Level(Level::One));
        let names = |entrants| {
            let tournament = Tournament::new(TournamentConfig {
                entrants,
                ..TournamentConfig::default()
            });
            let tournament = tournament.unwrap();
            let entrants = 0..tournament.entrants().len();
            let names = entrants.map(|entrant| entrant_name(&tournament, entrant));
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(vec![level(), level()]), ["Pip", "Pip (2)"]);
        assert_eq!(names(vec![bot("Pip"), level()]), ["Pip", "level:1"]);
    }

    #[test]
    fn games_and_standings_are_described() {
        let game = |ending| game_of_pairing(16, ["Ada", "Ben"], ending, 23);
        assert_eq!(
            game(Ending::Won(1)),
            "17. Ada moved first. Ben won · 23 moves"
        );
        let reason = ForfeitReason::Illegal(-3);
        assert_eq!(
            game(Ending::Forfeit { player: 0, reason }),
            "17. Ada moved first. Ben won · 23 moves: Ada made an illegal move (-3)"
        );
        let cells = |forfeits| {
            standing_cells(&Standing {
                entrant: 0,
                rank: 1,
                rating: Estimate::AtLeast(Elo(300.2)),
                score: WinDrawLoss::default(),
                distinct_games: 0,
                forfeits,
                move_times: MoveTimes::default(),
            })
        };
        let none = cells([0; ForfeitReason::COUNT]);
        assert_eq!(none.len() + 1, standing_headings().len());
        assert_eq!(none[6], "at least +300");
        assert_eq!(
            cells([2, 1, 0, 0, 1000])[7],
            "1,003 (2 illegal moves, 1 over the instruction limit, 1,000 malformed answers)"
        );
    }
}
