//! The links of live games: the invitation and its answer.

use crate::text;
use four_shapes_online::{Answer, Contact, Invitation, Peer};
use four_shapes_records::{
    Match,
    link::{self, Correspondence},
};

/// The field with the id of a direct connection's offer, to which an answer belongs.
const OFFER: &str = "offer";

/// The field with an answer.
const ANSWER: &str = "answer";

/// What a live link asks its reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::friend) struct LiveLink {
    pub(in crate::friend) sender: Correspondence,
    pub(in crate::friend) game_match: Match,
    pub(super) invitation: Invitation,
    /// The id of the offer, of a direct connection.
    pub(super) offer_id: Option<Peer>,
}

/// Returns the value of a field of a fragment.
fn field<'a>(fragment: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = fragment
        .split('&')
        .filter_map(|field| field.split_once('='));
    fields.find(|field| field.0 == name).map(|(_, value)| value)
}

/// Reads the link of a live game.
///
/// # Errors
/// What is wrong with it.
pub(in crate::friend) fn parse_link(fragment: &str) -> Result<LiveLink, String> {
    let parsed = Correspondence::parse(fragment);
    let parsed = parsed.map_err(|error| text::bad_link_error(&error))?;
    let invitation = link::live_invitation(fragment).unwrap_or_default();
    let invitation: Invitation = invitation.parse().map_err(text::bad_invitation)?;
    let (sender, game_match) = parsed.ok_or_else(|| text::incomplete_invitation().to_owned())?;
    let offer_id = offer_id(fragment);
    if offer_id.is_none() && matches!(invitation.contact(), Contact::Offer(_)) {
        return Err(text::incomplete_invitation().to_owned());
    }
    Ok(LiveLink {
        sender,
        game_match,
        invitation,
        offer_id,
    })
}

/// Formats the link of an invitation; of a direct connection with the id of its offer.
pub(super) fn write_link(
    game_match: &Match,
    sender: Correspondence,
    invitation: &str,
    offer_id: Option<Peer>,
) -> String {
    let link = link::write_live(game_match, sender, invitation);
    match offer_id {
        Some(id) => with_offer(&link, id),
        None => link,
    }
}

/// Formats the answer to an invitation.
pub(super) fn write_answer(answer: &Answer, offer_id: Peer) -> String {
    with_offer(&format!("{ANSWER}={answer}"), offer_id)
}

/// Parses the answer to an invitation; the id of the offer is missing if it was cut off.
///
/// # Errors
/// What is wrong with it.
pub(super) fn parse_answer(fragment: &str) -> Result<(Answer, Option<Peer>), String> {
    let answer = field(fragment, ANSWER).unwrap_or_default();
    let answer = answer.parse().map_err(text::bad_invitation)?;
    Ok((answer, offer_id(fragment)))
}

fn with_offer(fragment: &str, Peer(id): Peer) -> String {
    format!("{fragment}&{OFFER}={id}")
}

fn offer_id(fragment: &str) -> Option<Peer> {
    field(fragment, OFFER)?.parse().ok().map(Peer)
}
