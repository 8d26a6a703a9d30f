//! Texts of live games.

use crate::msg;
use four_shapes_online::{
    Farewell, LiveError, MAX_SEATS, OfferKind, Outcome, Rejection, SignalError,
};

/// Why a game can't be played live.
pub(crate) fn live_error(error: LiveError) -> String {
    match error {
        LiveError::Players(_) => msg::too_many_live(MAX_SEATS as u64),
        LiveError::ComputerPlayer | LiveError::UndoneSteps | LiveError::NoSeat(_) => {
            error.to_string()
        }
    }
}

/// What is wrong with the text of an invitation or its answer.
pub(crate) fn bad_invitation(error: SignalError) -> String {
    msg::damaged_link(&error.to_string())
}

/// What another player offers.
pub(crate) fn live_offer(kind: OfferKind, player: &str) -> String {
    match kind {
        OfferKind::Takeback => msg::takeback_offered(player),
        OfferKind::Draw => msg::draw_offered(player),
        OfferKind::Rematch => msg::rematch_offered(player),
    }
}

/// What the user offers.
pub(crate) fn live_asked(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Takeback => msg::takeback_asked(),
        OfferKind::Draw => msg::draw_asked(),
        OfferKind::Rematch => msg::rematch_asked(),
    }
}

/// How an offer has ended, unless that is seen on the board.
pub(crate) fn live_offer_ended(
    outcome: Outcome,
    is_own: bool,
    offerer: &str,
    name: impl Fn(usize) -> String,
) -> Option<String> {
    match outcome {
        Outcome::Declined(seat) if is_own => Some(msg::offer_declined(&name(seat))),
        Outcome::Withdrawn if !is_own => Some(msg::offer_withdrawn(offerer)),
        Outcome::Lapsed if is_own => Some(msg::offer_lapsed().to_owned()),
        _ => None,
    }
}

/// Why something can't be offered or answered.
pub(crate) fn live_rejection(rejection: Rejection) -> &'static str {
    match rejection {
        Rejection::NobodyToAsk | Rejection::Disconnected => msg::live_no_other_player(),
        Rejection::OfferOpen => msg::live_offer_open(),
        Rejection::TooManyOffers => msg::live_too_many_offers(),
        Rejection::NothingToTakeBack => msg::refused_undo(),
        Rejection::WinStillPossible => msg::refused_can_win(),
        Rejection::GameOver => msg::refused_over(),
        _ => msg::live_not_now(),
    }
}

/// Why the host has ended the connection.
pub(crate) fn live_farewell(farewell: Farewell) -> &'static str {
    match farewell {
        Farewell::Full => msg::farewell_full(),
        Farewell::Version => msg::farewell_version(),
        Farewell::SeatTaken => msg::farewell_seat_taken(),
        Farewell::Freed => msg::farewell_freed(),
        Farewell::Replaced => msg::farewell_replaced(),
        Farewell::Flooding => msg::farewell_flooding(),
        Farewell::Ended => msg::farewell_ended(),
    }
}
