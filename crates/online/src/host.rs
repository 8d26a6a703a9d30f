//! The host: it has the match, and decides.

use crate::{
    Access, Action, Change, Farewell, LiveError, MAX_SEATS, MAX_WATCHERS, Message, MessageError,
    Notice, Offer, OfferKind, Outcome, Peer, Presence, Reason, Rejection, SeatKey, StoredError,
    Table, TurnTime, action, clock::TurnClock, live, stored, table::SeatSet,
};
use four_shapes_records::{Match, Name, json, record};
use four_shapes_rules::Step;

/// The format id of the stored form.
const FORMAT: &str = "four-shapes-host";

/// What a peer may send between two steps of the game.
const BUDGET: u32 = 128;
/// What an invalid message costs more than others.
const INVALID_COST: u32 = 16;

/// The maximum number of offers by a seat between two steps.
const MAX_OFFERS: u8 = 3;

/// The maximum number of channels of which no hello has come.
const MAX_UNKNOWN: usize = 8;

/// What the numbers of changes skip when the host is restored. Guests may know a few changes more
/// than what was stored.
const GAP: u64 = 16;

/// What counts at most between two ticks, in milliseconds: in a longer pause the host's page was
/// frozen or its device asleep, and the messages of guests have waited.
const MAX_PAUSE: u32 = 2_000;

/// How much less than the host has measured a guest's step can have taken, in milliseconds. As long
/// does the host wait for a step that is on its way when the guest's time is up.
const MAX_LAG: u32 = 2_000;

/// The same for a guest who has connected again in this turn: so long it can take until a lost
/// connection is noticed.
const MAX_LAG_OF_RETURNED: u32 = 30_000;

/// Who plays for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Free,
    Host,
    Guest(SeatKey),
}

/// A channel to a guest.
#[derive(Clone, Debug)]
struct Connection {
    peer: Peer,
    access: Access,
    /// The key and the role of its hello.
    guest: Option<(SeatKey, Role)>,
    budget: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Seated(usize),
    Watching,
}

impl Connection {
    fn seat(&self) -> Option<usize> {
        match self.guest {
            Some((_, Role::Seated(seat))) => Some(seat),
            _ => None,
        }
    }

    fn is_watching(&self) -> bool {
        matches!(self.guest, Some((_, Role::Watching)))
    }
}

/// The side that has the match.
///
/// Commands of the user return a [`Rejection`] and change nothing if they aren't possible.
#[derive(Clone, Debug)]
pub struct Host {
    game_match: Match,
    generation: u64,
    /// The generation of the last takeback or rematch.
    rewound: u64,
    revision: u64,
    holders: Vec<Holder>,
    connections: Vec<Connection>,
    offer: Option<Offer>,
    /// The number of offers by each seat since the last step.
    offer_counts: [u8; MAX_SEATS],
    clock: TurnClock,
    /// Whether a guest has connected in this turn.
    has_connected: bool,
}

impl Host {
    /// Opens a match to guests. The host plays for the given seats; the others are free.
    ///
    /// # Errors
    /// Returns an error if the match can't be played live or a seat doesn't exist.
    pub fn new(game_match: Match, own_seats: &[usize]) -> Result<Self, LiveError> {
        live::check(&game_match)?;
        let mut holders = vec![Holder::Free; game_match.setup().seats().len()];
        for &seat in own_seats {
            *holders.get_mut(seat).ok_or(LiveError::NoSeat(seat))? = Holder::Host;
        }
        Ok(Self {
            game_match,
            generation: 1,
            rewound: 0,
            revision: 1,
            holders,
            connections: Vec::new(),
            offer: None,
            offer_counts: [0; MAX_SEATS],
            clock: TurnClock::default(),
            has_connected: false,
        })
    }

    /// Returns the match.
    pub fn game_match(&self) -> &Match {
        &self.game_match
    }

    /// Returns who is at the table.
    pub fn table(&self) -> Table {
        let presence = |(seat, holder): (usize, &Holder)| match holder {
            Holder::Free => Presence::Free,
            Holder::Host => Presence::Host,
            Holder::Guest(_) if self.is_connected(seat) => Presence::Connected,
            Holder::Guest(_) => Presence::Away,
        };
        let watchers = self.connections.iter().filter(|peer| peer.is_watching());
        Table {
            revision: self.revision,
            presences: self.holders.iter().enumerate().map(presence).collect(),
            watchers: watchers.count() as u8,
            offer: self.offer,
        }
    }

    /// Returns whether the host plays for a seat.
    pub fn is_own(&self, seat: usize) -> bool {
        self.holders.get(seat) == Some(&Holder::Host)
    }

    /// Returns whether the host is to move.
    pub fn is_to_move(&self) -> bool {
        live::seat_to_move(&self.game_match).is_some_and(|seat| self.is_own(seat))
    }

    fn is_connected(&self, seat: usize) -> bool {
        let mut seats = self.connections.iter().map(Connection::seat);
        seats.any(|other| other == Some(seat))
    }

    /// Returns the time of the turn as of the latest [`tick`](Self::tick); `None` if it isn't timed.
    pub fn turn_time(&self) -> Option<TurnTime> {
        let is_timed = self.game_match.is_turn_timed();
        is_timed.then(|| self.clock.time())
    }

    /// Returns how long this turn has lasted, in milliseconds; 0 if it isn't timed.
    fn elapsed(&self) -> u32 {
        self.turn_time().map_or(0, |time| time.elapsed)
    }

    /// Returns the time in milliseconds after which the game ends without a move, as of the latest
    /// [`tick`](Self::tick); `None` if no clock is running. For a guest it is a little more than the time
    /// left, as a step may be on its way.
    pub fn time_left(&self) -> Option<u32> {
        let time = self.turn_time().filter(|time| time.is_running)?;
        let seat = live::seat_to_move(&self.game_match)?;
        let lag = if self.is_own(seat) { 0 } else { MAX_LAG };
        let left = self.game_match.remaining_time(seat)?;
        Some(left.saturating_add(lag).saturating_sub(time.elapsed))
    }

    /// Sets the current time, in milliseconds from an arbitrary origin, and ends the game if [no time
    /// is left](Self::time_left). In a game with a time control it is to be called before any other
    /// method, and each second while a clock is running: of a pause, 2 seconds count at most.
    pub fn tick(&mut self, now: u64) -> Vec<Action> {
        self.clock.tick(now, MAX_PAUSE.into());
        if self.time_left() == Some(0) {
            self.act(Self::forfeit_on_time)
        } else {
            Vec::new()
        }
    }

    /// Ends the game, as the player to move has run out of time.
    fn forfeit_on_time(&mut self, actions: &mut Vec<Action>) {
        if let Some(ended) = live::forfeited_on_time(&self.game_match) {
            self.lapse_offer();
            self.replace(ended, Reason::Time, Change::TimeForfeited, actions);
        }
    }

    /// A channel was opened, by an invitation with this access.
    pub fn opened(&mut self, peer: Peer, access: Access) -> Vec<Action> {
        if self.index(peer).is_some() {
            return Vec::new();
        }
        let unknown = self.connections.iter().filter(|peer| peer.guest.is_none());
        if unknown.count() >= MAX_UNKNOWN {
            // Without a goodbye: the guest may come again.
            return vec![Action::Close(peer)];
        }
        self.connections.push(Connection {
            peer,
            access,
            guest: None,
            budget: BUDGET,
        });
        Vec::new()
    }

    /// A channel was closed.
    pub fn closed(&mut self, peer: Peer) -> Vec<Action> {
        self.act(|host, _| {
            host.connections.retain(|other| other.peer != peer);
        })
    }

    /// A message has come.
    pub fn received(&mut self, peer: Peer, bytes: &[u8]) -> Vec<Action> {
        if self.index(peer).is_none() {
            return Vec::new();
        }
        self.act(|host, actions| {
            if !host.spend(peer, 1, actions) {
                return;
            }
            match Message::decode(bytes) {
                Ok(message) => host.handle(peer, message, actions),
                Err(MessageError::Version(_)) => {
                    host.dismiss(peer, Farewell::Version, actions);
                }
                Err(error) => host.reject(peer, Rejection::Message(error), actions),
            }
        })
    }

    /// Makes a step for the seat to move.
    ///
    /// # Errors
    /// Returns an error if the host doesn't play for this seat or the step is illegal.
    pub fn play(&mut self, step: Step) -> Result<Vec<Action>, Rejection> {
        let seat = live::seat_to_move(&self.game_match).ok_or(Rejection::GameOver)?;
        if !self.is_own(seat) {
            return Err(Rejection::NotToMove);
        }
        let next = live::after_step(&self.game_match, step).ok_or(Rejection::Illegal)?;
        Ok(self.act(|host, actions| {
            let time = host.elapsed();
            host.advance(next, time, actions);
        }))
    }

    /// Makes an offer to the other players, for the host's seats. If no guest has a seat, it is
    /// accepted at once.
    ///
    /// # Errors
    /// Returns an error if it isn't possible now.
    pub fn offer(&mut self, kind: OfferKind) -> Result<Vec<Action>, Rejection> {
        let own = self.own_seats();
        self.try_act(|host, actions| host.make_offer(own, kind, actions))
    }

    /// Answers the open offer for the host's seats.
    ///
    /// # Errors
    /// Returns [`Rejection::NoOffer`] if there is none that the host can answer.
    pub fn answer(&mut self, accept: bool) -> Result<Vec<Action>, Rejection> {
        let own = self.own_seats();
        let id = self.open_offer().ok_or(Rejection::NoOffer)?.id;
        self.try_act(|host, actions| host.answer_for(own, id, accept, actions))
    }

    /// Withdraws the host's offer.
    ///
    /// # Errors
    /// Returns [`Rejection::NoOffer`] if it has none.
    pub fn withdraw(&mut self) -> Result<Vec<Action>, Rejection> {
        let own = self.own_seats();
        let id = self.open_offer().ok_or(Rejection::NoOffer)?.id;
        self.try_act(|host, _| host.withdraw_for(own, id))
    }

    /// Frees a seat, for another guest; its guest is told to leave.
    ///
    /// # Errors
    /// Returns [`Rejection::SeatTaken`] if the seat doesn't exist.
    pub fn free_seat(&mut self, seat: usize) -> Result<Vec<Action>, Rejection> {
        self.try_act(|host, actions| {
            *host.holders.get_mut(seat).ok_or(Rejection::SeatTaken)? = Holder::Free;
            let mut guests = host.connections.iter();
            let guest = guests.find(|guest| guest.seat() == Some(seat));
            if let Some(peer) = guest.map(|guest| guest.peer) {
                host.dismiss(peer, Farewell::Freed, actions);
            }
            Ok(())
        })
    }

    /// Lets the host play for a free seat.
    ///
    /// # Errors
    /// Returns [`Rejection::SeatTaken`] if it isn't free.
    pub fn take_seat(&mut self, seat: usize) -> Result<Vec<Action>, Rejection> {
        self.try_act(|host, _| match host.holders.get_mut(seat) {
            Some(holder @ Holder::Free) => {
                *holder = Holder::Host;
                Ok(())
            }
            _ => Err(Rejection::SeatTaken),
        })
    }

    /// Ends the game for everyone, and forgets the guests.
    pub fn end(&mut self) -> Vec<Action> {
        self.act(|host, actions| {
            for peer in host.peers() {
                host.dismiss(peer, Farewell::Ended, actions);
            }
            for holder in &mut host.holders {
                if matches!(holder, Holder::Guest(_)) {
                    *holder = Holder::Free;
                }
            }
        })
    }

    /// Formats what a reload needs: the match and the seats. Open offers lapse.
    pub fn write(&self) -> String {
        let seats: Vec<String> = self.holders.iter().map(format_holder).collect();
        json::write([
            ("format", json::quoted(FORMAT)),
            ("version", stored::VERSION.to_string()),
            ("generation", self.generation.to_string()),
            ("rewound", self.rewound.to_string()),
            ("revision", self.revision.to_string()),
            ("elapsed", self.elapsed().to_string()),
            ("seats", json::array(&seats)),
            ("game", record::write(&self.game_match)),
        ])
    }

    /// Parses what [`write`](Self::write) has formatted. No channel is open.
    ///
    /// # Errors
    /// Returns an error if the text, the match or the seats are invalid.
    pub fn parse(text: &str) -> Result<Self, StoredError> {
        json::parse(text, |fields| {
            stored::check_format(fields, FORMAT)?;
            let generation: u64 = fields.take_required("generation")?.number()?;
            let rewound = fields.take_required("rewound")?.number()?;
            let revision: u64 = fields.take_required("revision")?.number()?;
            let mut clock = TurnClock::default();
            clock.set(fields.take_required("elapsed")?.number()?);
            let seats = fields.take_required("seats")?.elements()?;
            let seats = seats.iter().map(|seat| seat.string_as(parse_holder));
            let holders = seats.collect::<Result<Vec<_>, _>>()?;
            let game_match = stored::parse_game(&fields.take_required("game")?)?;
            if holders.len() != game_match.setup().seats().len() {
                return Err(StoredError::Seats(holders.len()));
            }
            for (at, holder) in holders.iter().enumerate() {
                if matches!(holder, Holder::Guest(_)) && holders[..at].contains(holder) {
                    return Err(StoredError::DuplicateKey);
                }
            }
            Ok(Self {
                generation: generation.saturating_add(GAP),
                rewound,
                revision: revision.saturating_add(GAP),
                holders,
                clock,
                ..Self::new(game_match, &[])?
            })
        })
    }

    /// Does something, then tells everyone if the table has changed.
    fn act(&mut self, act: impl FnOnce(&mut Self, &mut Vec<Action>)) -> Vec<Action> {
        let before = self.table();
        let mut actions = Vec::new();
        act(self, &mut actions);
        self.review_offer(&mut actions);
        let mut after = self.table();
        self.clock.run(after.is_complete());
        // The revision doesn't count.
        after.revision = before.revision;
        if after != before {
            self.revision = self.revision.saturating_add(1);
            after.revision = self.revision;
            let holders = &self.holders;
            let own = |seat: usize| holders[seat] == Holder::Host;
            action::add_notices(&before, &after, own, &mut actions);
            actions.push(Action::Changed(Change::Table));
            self.broadcast(&Message::Table(after), &mut actions);
        }
        actions
    }

    /// As [`act`](Self::act), for what may fail before it has changed anything.
    fn try_act(
        &mut self,
        act: impl FnOnce(&mut Self, &mut Vec<Action>) -> Result<(), Rejection>,
    ) -> Result<Vec<Action>, Rejection> {
        let mut result = Ok(());
        let actions = self.act(|host, actions| result = act(host, actions));
        result.map(|()| actions)
    }

    fn handle(&mut self, peer: Peer, message: Message, actions: &mut Vec<Action>) {
        if let Message::Hello {
            key,
            watch,
            seat,
            name,
            generation,
        } = message
        {
            return self.greet(peer, key, watch, seat, name.as_ref(), generation, actions);
        }
        let Some(seat) = self.connection(peer).and_then(Connection::seat) else {
            return self.reject(peer, Rejection::NotSeated, actions);
        };
        match message {
            Message::Play {
                generation,
                number,
                hash,
                time,
                step,
            } if generation == self.generation => {
                let measured = self.elapsed();
                let lag = if self.has_connected {
                    MAX_LAG_OF_RETURNED
                } else {
                    MAX_LAG
                };
                let time = time.clamp(measured.saturating_sub(lag), measured);
                self.play_for(peer, seat, number.into(), hash, time, &step, actions);
            }
            // Made before the guest knew of a change. It sends the step again.
            Message::Play { .. } => {}
            Message::Offer {
                generation,
                number,
                kind,
            } => {
                let is_current = generation == self.generation
                    && usize::from(number) == live::step_count(&self.game_match);
                if is_current {
                    let result = self.make_offer(seats([seat]), kind, actions);
                    self.settle(peer, result, actions);
                }
            }
            Message::Answer { id, accept } => {
                let result = self.answer_for(seats([seat]), id, accept, actions);
                self.settle(peer, result, actions);
            }
            Message::Withdraw { id } => {
                let result = self.withdraw_for(seats([seat]), id);
                self.settle(peer, result, actions);
            }
            Message::Leave => {
                self.holders[seat] = Holder::Free;
                self.connections.retain(|other| other.peer != peer);
                actions.push(Action::Close(peer));
            }
            _ => self.reject(peer, Rejection::Unexpected, actions),
        }
    }

    /// Handles the result of a guest's request. What another player can have made impossible in
    /// the meantime is no mistake, nor is an offer too many by an impatient user.
    fn settle(&mut self, peer: Peer, result: Result<(), Rejection>, actions: &mut Vec<Action>) {
        match result {
            Ok(())
            | Err(
                Rejection::OfferOpen
                | Rejection::NoOffer
                | Rejection::NobodyToAsk
                | Rejection::TooManyOffers,
            ) => {}
            Err(rejection) => self.reject(peer, rejection, actions),
        }
    }

    /// Gives a guest its seat, or a free one, or lets it watch.
    #[expect(clippy::too_many_arguments, reason = "the fields of a hello")]
    fn greet(
        &mut self,
        peer: Peer,
        key: SeatKey,
        watch: bool,
        wanted: Option<usize>,
        name: Option<&Name>,
        generation: u64,
        actions: &mut Vec<Action>,
    ) {
        let Some(connection) = self.connection(peer) else {
            return;
        };
        let is_restricted = watch || connection.access == Access::Watch;
        let role = match connection.guest {
            // It asks for the record again.
            Some((known, role)) if known == key => Ok(role),
            Some(_) => return self.reject(peer, Rejection::Unexpected, actions),
            None if is_restricted => self.watcher_role(key),
            None => self.seat_for(key, wanted).map(Role::Seated),
        };
        let role = match role {
            Ok(role) => role,
            Err(reason) => return self.dismiss(peer, reason, actions),
        };
        let mut renamed = None;
        let mut is_behind = false;
        if let Role::Seated(seat) = role {
            if self.holders[seat] == Holder::Free {
                self.holders[seat] = Holder::Guest(key);
                renamed = name.and_then(|name| live::renamed(&self.game_match, seat, name));
            }
            if let Some(lead) = generation.checked_sub(self.generation)
                && lead > 0
            {
                // What was stored before a reload was older than what the guest knows, which
                // would take the Welcome for a late one. The limit keeps the number from
                // reaching its end.
                self.generation = self.generation.saturating_add(lead.min(GAP));
                is_behind = true;
            }
        }
        let same_guest = |other: &Connection| {
            let known = other.guest.map(|(key, role)| (key, role == Role::Watching));
            other.peer != peer && known == Some((key, role == Role::Watching))
        };
        let replaced = self.connections.iter().filter(|other| same_guest(other));
        let replaced: Vec<Peer> = replaced.map(|other| other.peer).collect();
        for other in replaced {
            self.dismiss(other, Farewell::Replaced, actions);
        }
        if let Some(connection) = self.connection_mut(peer) {
            connection.guest = Some((key, role));
        }
        self.has_connected |= matches!(role, Role::Seated(_));
        match renamed.filter(|renamed| *renamed != self.game_match) {
            Some(renamed) => self.replace(renamed, Reason::Name, Change::Renamed, actions),
            None if is_behind => {
                let same = self.game_match.clone();
                self.replace(same, Reason::Hello, Change::CaughtUp, actions);
            }
            None => self.welcome(peer, Reason::Hello, actions),
        }
    }

    fn watcher_role(&self, key: SeatKey) -> Result<Role, Farewell> {
        let others = self.connections.iter().filter(|other| {
            other.is_watching() && other.guest.is_none_or(|(known, _)| known != key)
        });
        if others.count() < MAX_WATCHERS {
            Ok(Role::Watching)
        } else {
            Err(Farewell::Full)
        }
    }

    /// Returns the seat that a guest has or can get.
    fn seat_for(&self, key: SeatKey, wanted: Option<usize>) -> Result<usize, Farewell> {
        let mut holders = self.holders.iter();
        if let Some(seat) = holders.position(|holder| *holder == Holder::Guest(key)) {
            return Ok(seat);
        }
        if let Some(seat) = wanted {
            let is_free = self.holders.get(seat) == Some(&Holder::Free);
            return is_free.then_some(seat).ok_or(Farewell::SeatTaken);
        }
        let mut holders = self.holders.iter();
        let free = holders.position(|holder| *holder == Holder::Free);
        free.ok_or(Farewell::Full)
    }

    /// Makes a guest's step.
    #[expect(clippy::too_many_arguments, reason = "the fields of a step")]
    fn play_for(
        &mut self,
        peer: Peer,
        seat: usize,
        number: usize,
        hash: u64,
        time: u32,
        step: &str,
        actions: &mut Vec<Action>,
    ) {
        let count = live::step_count(&self.game_match);
        if number < count {
            // Either a repeated message, or the guest has missed something.
            if live::hash_of_first(&self.game_match, number + 1) != hash {
                self.welcome(peer, Reason::Hello, actions);
            }
            return;
        }
        let next = match live::seat_to_move(&self.game_match) {
            _ if number > count => Err(Rejection::Differs),
            None => Err(Rejection::GameOver),
            Some(to_move) if to_move != seat => Err(Rejection::NotToMove),
            Some(_) => live::after(&self.game_match, step).ok_or(Rejection::Illegal),
        };
        match next {
            Ok(next) if live::hash(&next) == hash => {
                let left = self.game_match.remaining_time(seat);
                let is_timed = self.game_match.is_turn_timed();
                if is_timed && left.is_some_and(|left| time >= left) {
                    self.forfeit_on_time(actions);
                } else {
                    self.advance(next, time, actions);
                }
            }
            Ok(_) => self.correct(peer, Rejection::Differs, actions),
            Err(rejection) => self.correct(peer, rejection, actions),
        }
    }

    /// Rejects a guest's step and sends it the match.
    fn correct(&mut self, peer: Peer, rejection: Rejection, actions: &mut Vec<Action>) {
        self.reject(peer, rejection, actions);
        if self.connection(peer).is_some() {
            self.welcome(peer, Reason::Hello, actions);
        }
    }

    /// Makes a step that took a time.
    fn advance(&mut self, mut next: Match, time: u32, actions: &mut Vec<Action>) {
        let number = live::step_count(&self.game_match);
        next.record_time(time);
        self.begin_turn();
        self.game_match = next;
        self.renew();
        self.lapse_offer();
        actions.push(Action::Changed(Change::Moved));
        let step = self.game_match.game().steps()[number];
        let play = Message::Play {
            generation: self.generation,
            number: number as u16,
            hash: live::hash(&self.game_match),
            time,
            step: live::step_text(&self.game_match, step),
        };
        self.broadcast(&play, actions);
    }

    fn begin_turn(&mut self) {
        self.clock.set(0);
        self.has_connected = false;
    }

    /// Replaces the match.
    fn replace(&mut self, next: Match, reason: Reason, change: Change, actions: &mut Vec<Action>) {
        if !matches!(reason, Reason::Hello | Reason::Name) {
            self.begin_turn();
        }
        self.game_match = next;
        self.generation = self.generation.saturating_add(1);
        if matches!(reason, Reason::Takeback | Reason::Rematch) {
            self.rewound = self.generation;
        }
        actions.push(Action::Changed(change));
        for peer in self.peers() {
            self.welcome(peer, reason, actions);
        }
    }

    /// Renews what peers may send.
    fn renew(&mut self) {
        self.offer_counts = [0; MAX_SEATS];
        for connection in &mut self.connections {
            connection.budget = BUDGET;
        }
    }

    /// Makes an offer of a player.
    fn make_offer(
        &mut self,
        by: SeatSet,
        kind: OfferKind,
        actions: &mut Vec<Action>,
    ) -> Result<(), Rejection> {
        let first = (0..MAX_SEATS).find(|seat| by.has(*seat));
        let first = first.ok_or(Rejection::NotSeated)?;
        if let Some(open) = self.open_offer() {
            let id = open.id;
            return if open.kind == kind && kind != OfferKind::Takeback && !by.has(open.seat) {
                // Both offer the same.
                self.answer_for(by, id, true, actions)
            } else {
                Err(Rejection::OfferOpen)
            };
        }
        let offer = Offer {
            id: self.revision.saturating_add(1),
            kind,
            seat: first,
            accepted: by,
            outcome: Outcome::Open,
        };
        self.result_of(&offer)?;
        let is_guest = |seat: usize| matches!(self.holders[seat], Holder::Guest(_));
        let has_others = (0..self.holders.len()).any(|seat| !by.has(seat) && is_guest(seat));
        if has_others && self.others(by).is_empty() {
            return Err(Rejection::NobodyToAsk);
        }
        if self.offer_counts[first] >= MAX_OFFERS {
            return Err(Rejection::TooManyOffers);
        }
        self.offer_counts[first] += 1;
        self.revision = offer.id;
        self.offer = Some(offer);
        if self.others(by).is_empty() {
            self.perform(actions);
        }
        Ok(())
    }

    /// Returns the match as it is once an offer has been accepted.
    fn result_of(&self, offer: &Offer) -> Result<Match, Rejection> {
        let is_over = live::seat_to_move(&self.game_match).is_none();
        match offer.kind {
            OfferKind::Takeback => {
                let own = self.seats_with(offer.seat);
                let count = live::before_last_step_of(&self.game_match, |seat| own.has(seat));
                let taken = count.and_then(|count| live::first_steps(&self.game_match, count));
                taken.ok_or(Rejection::NothingToTakeBack)
            }
            OfferKind::Draw if is_over => Err(Rejection::GameOver),
            OfferKind::Draw => live::drawn(&self.game_match).ok_or(Rejection::WinStillPossible),
            OfferKind::Rematch => live::rematch(&self.game_match)
                .filter(|_| is_over)
                .ok_or(Rejection::GameNotOver),
        }
    }

    fn answer_for(
        &mut self,
        by: SeatSet,
        id: u64,
        accept: bool,
        actions: &mut Vec<Action>,
    ) -> Result<(), Rejection> {
        let first = (0..MAX_SEATS).find(|seat| by.has(*seat));
        let first = first.ok_or(Rejection::NotSeated)?;
        let open = self.offer.as_mut();
        let open = open.filter(|open| open.is_open() && open.id == id && !by.has(open.seat));
        let open = open.ok_or(Rejection::NoOffer)?;
        if !accept {
            open.outcome = Outcome::Declined(first);
            return Ok(());
        }
        (0..MAX_SEATS)
            .filter(|seat| by.has(*seat))
            .for_each(|seat| open.accepted.add(seat));
        let (accepted, offerer) = (open.accepted, open.seat);
        if accepted.contains_all(self.others(self.seats_with(offerer))) {
            self.perform(actions);
        }
        Ok(())
    }

    fn withdraw_for(&mut self, by: SeatSet, id: u64) -> Result<(), Rejection> {
        let open = self.open_offer();
        open.filter(|open| open.id == id && by.has(open.seat))
            .ok_or(Rejection::NoOffer)?;
        self.end_offer(Outcome::Withdrawn);
        Ok(())
    }

    /// Performs the open offer, which all have accepted.
    fn perform(&mut self, actions: &mut Vec<Action>) {
        let Some(offer) = self.offer else { return };
        let Ok(next) = self.result_of(&offer) else {
            return self.end_offer(Outcome::Lapsed);
        };
        self.end_offer(Outcome::Accepted);
        self.renew();
        let (reason, change) = match offer.kind {
            OfferKind::Takeback => (Reason::Takeback, Change::TakenBack),
            OfferKind::Draw => (Reason::Draw, Change::DrawAgreed),
            OfferKind::Rematch => (Reason::Rematch, Change::Rematch),
        };
        self.replace(next, reason, change, actions);
    }

    /// Ends the open offer if no one is left to answer it or its player has gone, and performs it
    /// if the others have accepted it.
    fn review_offer(&mut self, actions: &mut Vec<Action>) {
        let Some(offer) = self.open_offer() else {
            return;
        };
        let (seat, accepted) = (offer.seat, offer.accepted);
        let others = self.others(self.seats_with(seat));
        if others.is_empty() || !(self.is_own(seat) || self.is_connected(seat)) {
            self.end_offer(Outcome::Lapsed);
        } else if accepted.contains_all(others) {
            self.perform(actions);
        }
    }

    fn open_offer(&self) -> Option<&Offer> {
        self.offer.as_ref().filter(|offer| offer.is_open())
    }

    /// Lets an open offer lapse after a step or the end of the game. A rematch remains possible.
    fn lapse_offer(&mut self) {
        let open = self.open_offer();
        if open.is_some_and(|offer| offer.kind != OfferKind::Rematch) {
            self.end_offer(Outcome::Lapsed);
        }
    }

    fn end_offer(&mut self, outcome: Outcome) {
        if let Some(offer) = &mut self.offer {
            offer.outcome = outcome;
        }
    }

    /// Returns the host's seats.
    fn own_seats(&self) -> SeatSet {
        (0..self.holders.len())
            .filter(|seat| self.is_own(*seat))
            .collect()
    }

    /// Returns the seats of the player who has this one.
    fn seats_with(&self, seat: usize) -> SeatSet {
        if self.is_own(seat) {
            self.own_seats()
        } else {
            seats([seat])
        }
    }

    /// Returns the seats of the other players who can answer.
    fn others(&self, by: SeatSet) -> SeatSet {
        (0..self.holders.len())
            .filter(|seat| !by.has(*seat) && (self.is_own(*seat) || self.is_connected(*seat)))
            .collect()
    }

    fn index(&self, peer: Peer) -> Option<usize> {
        let mut connections = self.connections.iter();
        connections.position(|connection| connection.peer == peer)
    }

    fn connection(&self, peer: Peer) -> Option<&Connection> {
        self.index(peer).map(|index| &self.connections[index])
    }

    fn connection_mut(&mut self, peer: Peer) -> Option<&mut Connection> {
        self.index(peer).map(|index| &mut self.connections[index])
    }

    /// Returns those who have joined.
    fn peers(&self) -> Vec<Peer> {
        let joined = self.connections.iter().filter(|peer| peer.guest.is_some());
        joined.map(|connection| connection.peer).collect()
    }

    fn broadcast(&self, message: &Message, actions: &mut Vec<Action>) {
        for to in self.peers() {
            let message = message.clone();
            actions.push(Action::Send { to, message });
        }
    }

    fn welcome(&self, peer: Peer, reason: Reason, actions: &mut Vec<Action>) {
        let message = Message::Welcome {
            generation: self.generation,
            rewound: self.rewound,
            reason,
            seat: self.connection(peer).and_then(Connection::seat),
            table: self.table(),
            elapsed: self.elapsed(),
            game_match: Box::new(self.game_match.clone()),
        };
        actions.push(Action::Send { to: peer, message });
    }

    /// Takes something from a peer's budget; if it is used up, dismisses the peer and returns
    /// `false`.
    fn spend(&mut self, peer: Peer, cost: u32, actions: &mut Vec<Action>) -> bool {
        let Some(connection) = self.connection_mut(peer) else {
            return false;
        };
        let seat = connection.seat();
        if let Some(rest) = connection.budget.checked_sub(cost) {
            connection.budget = rest;
            return true;
        }
        actions.push(Action::Notice(Notice::Flooding { seat }));
        self.dismiss(peer, Farewell::Flooding, actions);
        false
    }

    /// Reports an invalid message.
    fn reject(&mut self, peer: Peer, reason: Rejection, actions: &mut Vec<Action>) {
        let seat = self.connection(peer).and_then(Connection::seat);
        if self.spend(peer, INVALID_COST, actions) {
            actions.push(Action::Notice(Notice::Rejected { seat, reason }));
        }
    }

    /// Says goodbye to a peer and closes its channel.
    fn dismiss(&mut self, peer: Peer, reason: Farewell, actions: &mut Vec<Action>) {
        self.connections.retain(|other| other.peer != peer);
        actions.extend(farewell(peer, reason));
    }
}

fn seats<const N: usize>(seats: [usize; N]) -> SeatSet {
    seats.into_iter().collect()
}

fn farewell(peer: Peer, reason: Farewell) -> Vec<Action> {
    let message = Message::Goodbye(reason);
    vec![Action::Send { to: peer, message }, Action::Close(peer)]
}

fn format_holder(holder: &Holder) -> String {
    json::quoted(&match holder {
        Holder::Free => "free".to_owned(),
        Holder::Host => "host".to_owned(),
        Holder::Guest(key) => key.to_text(),
    })
}

fn parse_holder(text: &str) -> Option<Holder> {
    match text {
        "free" => Some(Holder::Free),
        "host" => Some(Holder::Host),
        key => key.parse().ok().map(Holder::Guest),
    }
}
