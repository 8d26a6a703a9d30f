//! The meeting of players through a `WebTorrent` tracker.

use crate::browser;
use four_shapes_online::{Description, Id, Tracker, TrackerEvent, TrackerOffer};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, WebSocket};

/// The waits before a guest repeats its offer, in milliseconds: the tracker passes it on once, to
/// a peer that is in the room at that time.
const OFFER_MS: [u64; 4] = [1000, 1000, 2000, 4000];

/// How often the host says that it is still there, in milliseconds, unless the tracker asks otherwise.
const PRESENCE_MS: u64 = 60_000;

/// The waits before the tracker is tried again, in milliseconds.
const RETRY_MS: [u64; 5] = [1000, 2000, 5000, 15_000, 30_000];

/// What comes from the tracker.
pub(super) enum RendezvousEvent {
    /// It can be reached (again).
    Reached,
    Offer {
        from: Id,
        offer: TrackerOffer,
    },
    Answer {
        id: Id,
        description: Description,
    },
    /// It can't be reached, and is tried again.
    Unreachable,
    /// It has refused a message. The reason.
    Refused(String),
}

/// A place in a room. Dropping it leaves the room.
pub(super) struct Rendezvous(Rc<Inner>);

struct Inner {
    url: String,
    tracker: Tracker,
    on_event: Box<dyn Fn(RendezvousEvent)>,
    socket: RefCell<Option<Socket>>,
    /// What a guest offers; none by the host.
    offers: RefCell<Vec<TrackerOffer>>,
    is_announced: Cell<bool>,
    /// How often the offer was repeated.
    repeats: Cell<usize>,
    interval: Cell<u64>,
    failures: Cell<usize>,
    is_left: Cell<bool>,
    /// The number of announcements, to end the wait for the next one when it is made earlier.
    round: Cell<u32>,
}

struct Socket {
    socket: WebSocket,
    _handlers: [Closure<dyn FnMut(JsValue)>; 3],
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        // It fails only for invalid arguments.
        let _ = self.socket.close();
    }
}

impl Rendezvous {
    /// Enters a room.
    pub(super) fn enter(
        url: &str,
        tracker: Tracker,
        on_event: impl Fn(RendezvousEvent) + 'static,
    ) -> Self {
        let inner = Rc::new(Inner {
            url: url.to_owned(),
            tracker,
            on_event: Box::new(on_event),
            socket: RefCell::default(),
            offers: RefCell::default(),
            is_announced: Cell::new(false),
            repeats: Cell::new(0),
            interval: Cell::new(PRESENCE_MS),
            failures: Cell::new(0),
            is_left: Cell::new(false),
            round: Cell::new(0),
        });
        connect(&inner);
        Self(inner)
    }

    /// Offers a session to the others in the room, until it is withdrawn.
    pub(super) fn offer(&self, offer: TrackerOffer) {
        self.0.offers.replace(vec![offer]);
        self.0.repeats.set(0);
        announce(&self.0);
    }

    /// Offers nothing any more.
    pub(super) fn withdraw(&self) {
        self.0.offers.borrow_mut().clear();
    }

    /// Answers an offer.
    pub(super) fn answer(&self, to: Id, offer: Id, description: &Description) {
        self.0.send(&self.0.tracker.answer(to, offer, description));
    }
}

impl Drop for Rendezvous {
    fn drop(&mut self) {
        self.0.is_left.set(true);
        self.0.send(&self.0.tracker.stop());
        self.0.socket.replace(None);
    }
}

impl Inner {
    fn send(&self, text: &str) {
        if let Some(Socket { socket, .. }) = &*self.socket.borrow()
            && socket.ready_state() == WebSocket::OPEN
        {
            // It fails only while connecting.
            let _ = socket.send_with_str(text);
        }
    }

    fn receive(&self, text: &str) {
        match self.tracker.parse(text) {
            Ok(TrackerEvent::Announced { interval }) => {
                if let Some(seconds) = interval {
                    self.interval.set(u64::from(seconds) * 1000);
                }
            }
            Ok(TrackerEvent::Offer { from, offer }) => {
                (self.on_event)(RendezvousEvent::Offer { from, offer });
            }
            Ok(TrackerEvent::Answer {
                id, description, ..
            }) => (self.on_event)(RendezvousEvent::Answer { id, description }),
            Ok(TrackerEvent::Failure(reason)) => {
                (self.on_event)(RendezvousEvent::Refused(reason));
            }
            Ok(TrackerEvent::Other) => {}
            // Others in the room could send it again and again: it is for developers.
            Err(error) => web_sys::console::warn_1(&error.to_string().into()),
        }
    }
}

fn connect(inner: &Rc<Inner>) {
    let Ok(socket) = WebSocket::new(&inner.url) else {
        return retry_later(inner);
    };
    let opened = {
        let inner = inner.clone();
        Closure::<dyn FnMut(JsValue)>::new(move |_| {
            inner.failures.set(0);
            inner.is_announced.set(false);
            (inner.on_event)(RendezvousEvent::Reached);
            announce(&inner);
        })
    };
    socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
    let message = {
        let inner = inner.clone();
        Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let event: MessageEvent = event.unchecked_into();
            if let Some(text) = event.data().as_string() {
                inner.receive(&text);
            }
        })
    };
    socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
    let closed = {
        let inner = inner.clone();
        Closure::<dyn FnMut(JsValue)>::new(move |_| retry_later(&inner))
    };
    socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
    inner.socket.replace(Some(Socket {
        socket,
        _handlers: [opened, message, closed],
    }));
}

/// Tries again later.
fn retry_later(inner: &Rc<Inner>) {
    if inner.is_left.get() {
        return;
    }
    let failures = inner.failures.get();
    inner.failures.set(failures + 1);
    (inner.on_event)(RendezvousEvent::Unreachable);
    let wait = RETRY_MS[failures.min(RETRY_MS.len() - 1)];
    let inner = inner.clone();
    browser::spawn(async move {
        browser::sleep(wait).await;
        if !inner.is_left.get() {
            connect(&inner);
        }
    });
}

/// Says that the user is in the room, and what is offered; then again after a while.
fn announce(inner: &Rc<Inner>) {
    let round = inner.round.get().wrapping_add(1);
    inner.round.set(round);
    let is_open = {
        let socket = inner.socket.borrow();
        socket
            .as_ref()
            .is_some_and(|it| it.socket.ready_state() == WebSocket::OPEN)
    };
    if !is_open {
        // It is announced when it is.
        return;
    }
    let is_first = !inner.is_announced.replace(true);
    let has_offers = {
        let offers = inner.offers.borrow();
        inner.send(&inner.tracker.announce(is_first, &offers));
        !offers.is_empty()
    };
    let wait = if has_offers {
        let repeats = inner.repeats.get();
        inner.repeats.set(repeats + 1);
        OFFER_MS[repeats.min(OFFER_MS.len() - 1)]
    } else {
        inner.interval.get()
    };
    let inner = inner.clone();
    browser::spawn(async move {
        browser::sleep(wait).await;
        if !inner.is_left.get() && inner.round.get() == round {
            announce(&inner);
        }
    });
}
