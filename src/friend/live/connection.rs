//! A data channel to another browser.

use crate::browser;
use four_shapes_online::{Description, MAX_MESSAGE_BYTES};
use js_sys::{ArrayBuffer, Uint8Array};
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    MessageEvent, RtcConfiguration, RtcDataChannel, RtcDataChannelInit, RtcDataChannelType,
    RtcIceGatheringState, RtcPeerConnection, RtcPeerConnectionState, RtcSdpType,
    RtcSessionDescriptionInit,
};

/// The name of the channel, which only tools for developers show.
const LABEL: &str = "four-shapes";

/// Both sides create the channel with this id, so that none waits for the other's.
const CHANNEL_ID: u16 = 0;

/// How long to look for the addresses at which this device can be reached, in milliseconds. Mostly
/// it takes a tenth; a server that doesn't answer would delay it for 40 seconds.
const GATHERING_MS: u64 = 3000;
const GATHERING_POLL_MS: u64 = 25;

/// How long a channel may take to send what was sent before it was closed, in milliseconds.
const CLOSING_MS: u64 = 1000;

/// What happens to a channel.
pub(super) enum ChannelEvent {
    Opened,
    Message(Vec<u8>),
    /// It is over, whichever side has ended it. Nothing follows.
    Closed,
}

/// Whether the browser has such connections. Some people turn them off.
pub(super) fn is_supported() -> bool {
    let window = JsValue::from(leptos::prelude::window());
    js_sys::Reflect::has(&window, &"RTCPeerConnection".into()) == Ok(true)
}

/// A connection with its channel. Dropping it closes it.
pub(super) struct Connection {
    peer: RtcPeerConnection,
    channel: RtcDataChannel,
    _handlers: [Closure<dyn FnMut(JsValue)>; 4],
}

impl Connection {
    /// Creates a connection, which is opened once the sides know each other's descriptions.
    ///
    /// # Errors
    /// Returns an error if the browser refuses.
    pub(super) fn new(
        configuration: &RtcConfiguration,
        on_event: impl Fn(ChannelEvent) + 'static,
    ) -> Result<Self, JsValue> {
        let peer = RtcPeerConnection::new_with_configuration(configuration)?;
        let options = RtcDataChannelInit::new();
        options.set_negotiated(true);
        options.set_id(CHANNEL_ID);
        let channel = peer.create_data_channel_with_data_channel_dict(LABEL, &options);
        channel.set_binary_type(RtcDataChannelType::Arraybuffer);
        let on_event = Rc::new(on_event);
        let is_closed = Rc::new(Cell::new(false));
        let close = {
            let on_event = on_event.clone();
            move || {
                if !is_closed.replace(true) {
                    on_event(ChannelEvent::Closed);
                }
            }
        };
        let was_open = Rc::new(Cell::new(false));
        let open = {
            let (on_event, was_open) = (on_event.clone(), was_open.clone());
            Closure::<dyn FnMut(JsValue)>::new(move |_| {
                was_open.set(true);
                on_event(ChannelEvent::Opened);
            })
        };
        channel.set_onopen(Some(open.as_ref().unchecked_ref()));
        let message = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let event: MessageEvent = event.unchecked_into();
            on_event(ChannelEvent::Message(message_bytes(event.data())));
        });
        channel.set_onmessage(Some(message.as_ref().unchecked_ref()));
        let closed = {
            let close = close.clone();
            Closure::<dyn FnMut(JsValue)>::new(move |_| close())
        };
        channel.set_onclose(Some(closed.as_ref().unchecked_ref()));
        let state = {
            let peer = peer.clone();
            Closure::<dyn FnMut(JsValue)>::new(move |_| {
                // A connection that is lost for a moment is only `disconnected`. One that was never open
                // fails after some seconds, and is opened all the same when the other side has got
                // the answer, which people send.
                let is_lost = match peer.connection_state() {
                    RtcPeerConnectionState::Failed => was_open.get(),
                    RtcPeerConnectionState::Closed => true,
                    _ => false,
                };
                if is_lost {
                    close();
                }
            })
        };
        peer.set_onconnectionstatechange(Some(state.as_ref().unchecked_ref()));
        Ok(Self {
            peer,
            channel,
            _handlers: [open, message, closed, state],
        })
    }

    /// Returns what [`describe_offer`], [`describe_answer`] and [`accept`] take, which outlive a
    /// borrow.
    pub(super) fn peer(&self) -> RtcPeerConnection {
        self.peer.clone()
    }

    /// Sends a message.
    pub(super) fn send(&self, bytes: &[u8]) {
        // It fails if the channel is closing, which is reported as an event.
        let _ = self.channel.send_with_u8_array(bytes);
    }

    /// Closes the connection after what was sent.
    pub(super) fn close(self) {
        self.channel.close();
        browser::spawn(async move {
            browser::sleep(CLOSING_MS).await;
            drop(self);
        });
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.channel.set_onopen(None);
        self.channel.set_onmessage(None);
        self.channel.set_onclose(None);
        self.peer.set_onconnectionstatechange(None);
        self.peer.close();
    }
}

/// Returns the content of a message. Longer ones than any valid one are truncated, and texts empty, so
/// that they are rejected as other invalid messages are.
fn message_bytes(data: JsValue) -> Vec<u8> {
    let Ok(buffer) = data.dyn_into::<ArrayBuffer>() else {
        return Vec::new();
    };
    let bytes = Uint8Array::new(&buffer);
    let end = bytes.length().min(MAX_MESSAGE_BYTES as u32 + 1);
    bytes.subarray(0, end).to_vec()
}

/// Describes the side that begins.
///
/// # Errors
/// Returns an error if the browser refuses or describes itself in an unknown way.
pub(super) async fn describe_offer(peer: &RtcPeerConnection) -> Result<Description, JsValue> {
    let offer = JsFuture::from(peer.create_offer()).await?;
    describe(peer, &offer.unchecked_into()).await
}

/// Describes the side that has got the other one's description.
///
/// # Errors
/// Returns an error if the browser refuses or describes itself in an unknown way.
pub(super) async fn describe_answer(
    peer: &RtcPeerConnection,
    offer: &Description,
) -> Result<Description, JsValue> {
    set_remote(peer, RtcSdpType::Offer, offer).await?;
    let answer = JsFuture::from(peer.create_answer()).await?;
    describe(peer, &answer.unchecked_into()).await
}

/// Connects to the side whose answer has come.
///
/// # Errors
/// Returns an error if the browser refuses.
pub(super) async fn accept(peer: &RtcPeerConnection, answer: &Description) -> Result<(), JsValue> {
    set_remote(peer, RtcSdpType::Answer, answer).await
}

async fn set_remote(
    peer: &RtcPeerConnection,
    kind: RtcSdpType,
    description: &Description,
) -> Result<(), JsValue> {
    let session = RtcSessionDescriptionInit::new(kind);
    session.set_sdp(&description.to_sdp());
    JsFuture::from(peer.set_remote_description(&session)).await?;
    Ok(())
}

/// Returns the description with all addresses that are found in time.
async fn describe(
    peer: &RtcPeerConnection,
    session: &RtcSessionDescriptionInit,
) -> Result<Description, JsValue> {
    JsFuture::from(peer.set_local_description(session)).await?;
    for _ in 0..GATHERING_MS / GATHERING_POLL_MS {
        if peer.ice_gathering_state() == RtcIceGatheringState::Complete {
            break;
        }
        browser::sleep(GATHERING_POLL_MS).await;
    }
    let sdp = peer.local_description().map(|session| session.sdp());
    let description = Description::from_sdp(&sdp.unwrap_or_default());
    description.map_err(|error| error.to_string().into())
}
