//! Texts of threats.

use crate::msg;
use four_shapes_analysis::explain;
use four_shapes_records::Match;

/// Describes the threats on the board, those that can be carried out now first.
pub(crate) fn threats(game_match: &Match) -> Vec<String> {
    let position = game_match.game().position();
    let mut threats = explain::threats(position);
    threats.sort_by_key(|threat| !threat.is_open(position));
    let name = |player| game_match.seat(player).name.as_str();
    let describe = |threat: explain::Threat| {
        let player = name(threat.player);
        let cell = threat.cell.to_string();
        if threat.is_open(position) {
            return msg::threat_open(player, &cell);
        }
        let parity = parity(threat.is_odd());
        match threat.taker {
            Some(taker) => msg::threat_later(player, &cell, parity, name(taker)),
            None => msg::threat_open(player, &cell),
        }
    };
    threats.into_iter().map(describe).collect()
}

/// `odd` or `even`.
pub(crate) fn parity(is_odd: bool) -> &'static str {
    if is_odd { msg::odd() } else { msg::even() }
}
