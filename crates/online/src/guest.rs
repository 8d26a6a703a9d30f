//! The guest: it shows the host's match, and its own step before the host has confirmed it.

use crate::{
    Access, Action, Change, Farewell, MAX_SEATS, Message, MessageError, Notice, OfferKind, Peer,
    Reason, Rejection, SeatKey, StoredError, Table, TurnTime, action, clock::TurnClock, live,
    stored,
};
use four_shapes_records::{Match, Name, json, record};
use four_shapes_rules::Step;

/// The format id of the stored form.
const FORMAT: &str = "four-shapes-guest";

/// How many invalid messages, and ones that need the record again, the host may send between two
/// steps.
const BUDGET: u32 = 16;

/// What a guest knows of the match.
#[derive(Clone, Debug)]
struct Game {
    /// The guest's seat; `None` for watchers.
    seat: Option<usize>,
    generation: u64,
    /// What the host has sent.
    confirmed: Match,
    /// With the guest's own step.
    shown: Match,
    /// The guest's own step, if the host hasn't confirmed it.
    unconfirmed: Option<Step>,
    /// The generation in which it was made.
    made_in: u64,
    /// How long it took, in milliseconds, if the turn was timed.
    time: u32,
    /// `None` after a reload.
    table: Option<Table>,
    revision: u64,
}

/// The connection to the host.
#[derive(Clone, Debug)]
struct Connection {
    peer: Peer,
    budget: u32,
    /// Whether a Welcome is expected.
    is_waiting: bool,
    /// The generation and the number of steps of the newest step that could not be made.
    newest: (u64, usize),
    /// A table that has come before the first Welcome.
    early_table: Option<Table>,
}

/// The side that plays for one seat, or watches.
///
/// Commands of the user return a [`Rejection`] and change nothing if they aren't possible.
#[derive(Clone, Debug)]
pub struct Guest {
    key: SeatKey,
    access: Access,
    name: Option<Name>,
    wanted_seat: Option<usize>,
    connection: Option<Connection>,
    game: Option<Game>,
    farewell: Option<Farewell>,
    clock: TurnClock,
}

impl Guest {
    /// Creates a guest with a new key.
    pub fn new(key: SeatKey, access: Access) -> Self {
        Self {
            key,
            access,
            name: None,
            wanted_seat: None,
            connection: None,
            game: None,
            farewell: None,
            clock: TurnClock::default(),
        }
    }

    /// Sets the name that the guest's seat gets.
    #[must_use]
    pub fn with_name(self, name: Name) -> Self {
        Self {
            name: Some(name),
            ..self
        }
    }

    /// Sets the seat that the guest would like; without, it gets the first one that is free. No
    /// live game has a seat of [`MAX_SEATS`] or more, which are ignored.
    #[must_use]
    pub fn with_seat(self, seat: usize) -> Self {
        Self {
            wanted_seat: Some(seat).filter(|seat| *seat < MAX_SEATS),
            ..self
        }
    }

    /// Returns what the guest's invitation allows.
    pub fn access(&self) -> Access {
        self.access
    }

    /// Returns the match with the guest's own step, once it is known.
    pub fn game_match(&self) -> Option<&Match> {
        self.game.as_ref().map(|game| &game.shown)
    }

    /// Returns the guest's seat; `None` for watchers and before the guest has joined.
    pub fn seat(&self) -> Option<usize> {
        self.game.as_ref()?.seat
    }

    /// Returns who is at the table, as of the last message; `None` before the first one.
    pub fn table(&self) -> Option<&Table> {
        self.game.as_ref()?.table.as_ref()
    }

    /// Returns whether there is a channel to the host.
    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Returns whether the host hasn't confirmed the guest's last step yet.
    pub fn is_unconfirmed(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.unconfirmed.is_some())
    }

    /// Returns whether the guest is to move.
    pub fn is_to_move(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.seat.is_some() && live::seat_to_move(&game.shown) == game.seat)
    }

    /// Returns why the host has ended the connection. The caller opens no further channel then.
    pub fn farewell(&self) -> Option<Farewell> {
        self.farewell
    }

    /// Returns the time of the turn as of the latest [`tick`](Self::tick), about as the host measures
    /// it; `None` if it isn't timed. It is stopped while a step of the guest isn't confirmed.
    pub fn turn_time(&self) -> Option<TurnTime> {
        let game = self.game.as_ref()?;
        let stopped = TurnTime {
            elapsed: 0,
            is_running: false,
        };
        let time = match game.unconfirmed {
            Some(_) => stopped,
            None => self.clock.time(),
        };
        game.shown.is_turn_timed().then_some(time)
    }

    /// Sets the current time, see [`Host::tick`](crate::Host::tick).
    pub fn tick(&mut self, now: u64) {
        self.clock.tick(now, u64::MAX);
    }

    /// A channel to the host was opened. It replaces the previous one.
    pub fn opened(&mut self, peer: Peer) -> Vec<Action> {
        if self.farewell.is_some() {
            return vec![Action::Close(peer)];
        }
        self.connection = Some(Connection {
            peer,
            budget: BUDGET,
            is_waiting: false,
            newest: (0, 0),
            early_table: None,
        });
        let mut actions = Vec::new();
        self.say_hello(&mut actions);
        self.run_clock();
        actions
    }

    /// A channel was closed.
    pub fn closed(&mut self, peer: Peer) -> Vec<Action> {
        if self.is_peer(peer) {
            self.connection = None;
        }
        self.run_clock();
        Vec::new()
    }

    /// A message has come.
    pub fn received(&mut self, peer: Peer, bytes: &[u8]) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.is_peer(peer) {
            return actions;
        }
        match Message::decode(bytes) {
            Ok(message) => self.handle(message, &mut actions),
            Err(MessageError::Version(_)) => self.end(Farewell::Version, &mut actions),
            Err(error) => self.reject(Rejection::Message(error), &mut actions),
        }
        self.run_clock();
        actions
    }

    /// Makes a step. It is shown at once, without a connection too, and sent until the host has
    /// confirmed it.
    ///
    /// # Errors
    /// Returns an error if the guest isn't to move or the step is illegal.
    pub fn play(&mut self, step: Step) -> Result<Vec<Action>, Rejection> {
        let time = self.turn_time().map_or(0, |time| time.elapsed);
        let game = self.game.as_mut().ok_or(Rejection::NotJoined)?;
        let seat = game.seat.ok_or(Rejection::NotSeated)?;
        if game.unconfirmed.is_some() {
            return Err(Rejection::Unconfirmed);
        }
        let to_move = live::seat_to_move(&game.shown).ok_or(Rejection::GameOver)?;
        if to_move != seat {
            return Err(Rejection::NotToMove);
        }
        game.shown = live::after_step(&game.confirmed, step).ok_or(Rejection::Illegal)?;
        game.shown.record_time(time);
        game.time = time;
        game.unconfirmed = Some(step);
        game.made_in = game.generation;
        let mut actions = vec![Action::Changed(Change::Moved)];
        self.send_unconfirmed(&mut actions);
        Ok(actions)
    }

    /// Sends an offer to the other players.
    ///
    /// # Errors
    /// Returns an error if it isn't possible now, as far as the guest knows.
    pub fn offer(&mut self, kind: OfferKind) -> Result<Vec<Action>, Rejection> {
        let game = self.game.as_ref().ok_or(Rejection::NotJoined)?;
        let seat = game.seat.ok_or(Rejection::NotSeated)?;
        if game.unconfirmed.is_some() {
            return Err(Rejection::Unconfirmed);
        }
        let is_over = live::seat_to_move(&game.shown).is_none();
        match kind {
            OfferKind::Takeback => {
                live::before_last_step_of(&game.shown, |other| other == seat)
                    .ok_or(Rejection::NothingToTakeBack)?;
            }
            OfferKind::Draw if is_over => return Err(Rejection::GameOver),
            OfferKind::Draw => {
                live::drawn(&game.shown).ok_or(Rejection::WinStillPossible)?;
            }
            OfferKind::Rematch if !is_over => return Err(Rejection::GameNotOver),
            OfferKind::Rematch => {}
        }
        let offer = Message::Offer {
            generation: game.generation,
            number: live::step_count(&game.confirmed) as u16,
            kind,
        };
        self.send_now(offer)
    }

    /// Answers the open offer.
    ///
    /// # Errors
    /// Returns an error if there is none by another player, or no connection.
    pub fn answer(&mut self, accept: bool) -> Result<Vec<Action>, Rejection> {
        let id = self.open_offer(false)?;
        self.send_now(Message::Answer { id, accept })
    }

    /// Withdraws the guest's offer.
    ///
    /// # Errors
    /// Returns an error if it has none, or no connection.
    pub fn withdraw(&mut self) -> Result<Vec<Action>, Rejection> {
        let id = self.open_offer(true)?;
        self.send_now(Message::Withdraw { id })
    }

    /// Leaves the seat and the game for good.
    pub fn leave(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.farewell = Some(Farewell::Ended);
        if let Some(connection) = self.connection.take() {
            let to = connection.peer;
            if self.seat().is_some() {
                let message = Message::Leave;
                actions.push(Action::Send { to, message });
            }
            actions.push(Action::Close(to));
        }
        self.run_clock();
        actions
    }

    /// Formats what a reload needs: the key, the match, and the step that isn't confirmed.
    pub fn write(&self) -> String {
        let watch = self.access == Access::Watch;
        let members = [
            ("format", json::quoted(FORMAT)),
            ("version", stored::VERSION.to_string()),
            ("key", json::quoted(&self.key.to_text())),
            ("watch", watch.to_string()),
            ("ended", self.is_over().to_string()),
        ];
        let name = self.name.as_ref().map(|name| json::quoted(name.as_str()));
        let name = name.map(|name| ("name", name));
        let wanted = self.wanted_seat.map(|seat| ("wanted", seat.to_string()));
        let game = self.game.iter().flat_map(|game| {
            let step = game.unconfirmed;
            let step = step.map(|step| json::quoted(&live::step_text(&game.confirmed, step)));
            let members = [
                ("generation", game.generation.to_string()),
                ("revision", game.revision.to_string()),
                ("game", record::write(&game.confirmed)),
            ];
            let seat = game.seat.map(|seat| ("seat", seat.to_string()));
            let details = step.as_ref().map(|_| {
                let made_in = ("made_in", game.made_in.to_string());
                [made_in, ("time", game.time.to_string())]
            });
            let step = step.map(|step| ("unconfirmed", step));
            let details = details.into_iter().flatten();
            members.into_iter().chain(seat).chain(step).chain(details)
        });
        json::write(members.into_iter().chain(name).chain(wanted).chain(game))
    }

    /// Parses what [`write`](Self::write) has formatted. No channel is open.
    ///
    /// # Errors
    /// Returns an error if the text, the match or the step is invalid.
    pub fn parse(text: &str) -> Result<Self, StoredError> {
        json::parse(text, |fields| {
            stored::check_format(fields, FORMAT)?;
            let key = fields.take_required("key")?.parse()?;
            let access = if fields.take_required("watch")?.boolean()? {
                Access::Watch
            } else {
                Access::Play
            };
            let ended = fields.take_required("ended")?.boolean()?;
            let name = fields.take_optional("name");
            let name = name.map(|name| name.string_as(|text| Name::new(text).ok()));
            let wanted_seat = fields.take_optional("wanted");
            let wanted_seat = wanted_seat.map(|field| match field.number()? {
                seat if seat < MAX_SEATS => Ok(seat),
                _ => Err(field.invalid()),
            });
            let game = fields.take_optional("game");
            Ok(Self {
                key,
                access,
                name: name.transpose()?,
                wanted_seat: wanted_seat.transpose()?,
                connection: None,
                game: game.map(|game| parse_game(&game, fields)).transpose()?,
                farewell: ended.then_some(Farewell::Ended),
                clock: TurnClock::default(),
            })
        })
    }

    /// Whether the guest has no seat any more. After other farewells a reload connects it again.
    fn is_over(&self) -> bool {
        match self.farewell {
            Some(Farewell::Full | Farewell::SeatTaken | Farewell::Freed | Farewell::Ended) => true,
            Some(Farewell::Version | Farewell::Replaced | Farewell::Flooding) | None => false,
        }
    }

    /// Lets the clock run while all players are connected, as the host does.
    fn run_clock(&mut self) {
        let table = self.table().filter(|_| self.connection.is_some());
        let is_complete = table.is_some_and(Table::is_complete);
        self.clock.run(is_complete);
    }

    fn is_peer(&self, peer: Peer) -> bool {
        let connection = self.connection.as_ref();
        connection.is_some_and(|connection| connection.peer == peer)
    }

    /// Returns the open offer that is, or isn't, the guest's own.
    fn open_offer(&self, own: bool) -> Result<u64, Rejection> {
        let game = self.game.as_ref().ok_or(Rejection::NotJoined)?;
        let seat = game.seat.ok_or(Rejection::NotSeated)?;
        let open = game.table.as_ref().and_then(Table::open_offer);
        let open = open.filter(|open| (open.seat() == seat) == own);
        open.map(|open| open.id).ok_or(Rejection::NoOffer)
    }

    /// Sends what isn't sent again.
    fn send_now(&self, message: Message) -> Result<Vec<Action>, Rejection> {
        // The host knows the guest once it has sent a Welcome.
        let connection = self.connection.as_ref();
        let connection = connection.filter(|connection| !connection.is_waiting);
        let to = connection.ok_or(Rejection::Disconnected)?.peer;
        Ok(vec![Action::Send { to, message }])
    }

    fn say_hello(&mut self, actions: &mut Vec<Action>) {
        let message = Message::Hello {
            key: self.key,
            watch: self.access == Access::Watch,
            seat: self.wanted_seat,
            name: self.name.clone(),
            generation: self.game.as_ref().map_or(0, |game| game.generation),
        };
        if let Some(connection) = &mut self.connection {
            connection.is_waiting = true;
            let to = connection.peer;
            actions.push(Action::Send { to, message });
        }
    }

    /// Sends the step that isn't confirmed.
    fn send_unconfirmed(&self, actions: &mut Vec<Action>) {
        let (Some(connection), Some(game)) = (&self.connection, &self.game) else {
            return;
        };
        // While a Welcome is expected, the generation may be an old one; the step follows it.
        let Some(step) = game.unconfirmed.filter(|_| !connection.is_waiting) else {
            return;
        };
        let message = Message::Play {
            generation: game.generation,
            number: live::step_count(&game.confirmed) as u16,
            hash: live::hash(&game.shown),
            time: game.time,
            step: live::step_text(&game.confirmed, step),
        };
        let to = connection.peer;
        actions.push(Action::Send { to, message });
    }

    fn handle(&mut self, message: Message, actions: &mut Vec<Action>) {
        match message {
            Message::Welcome {
                generation,
                rewound,
                reason,
                seat,
                table,
                elapsed,
                game_match,
            } => {
                if let Some(connection) = &mut self.connection {
                    connection.is_waiting = false;
                }
                let seat = seat.filter(|_| self.access == Access::Play);
                if self.update(generation, rewound, reason, seat, *game_match, actions) {
                    self.clock.set(elapsed);
                }
                self.update_table(table, actions);
                let connection = self.connection.as_mut();
                let early = connection.and_then(|connection| connection.early_table.take());
                if let Some(table) = early {
                    self.update_table(table, actions);
                }
                self.catch_up(actions);
                self.send_unconfirmed(actions);
            }
            Message::Play {
                generation,
                number,
                hash,
                time,
                step,
            } => self.advance(generation, number.into(), hash, time, &step, actions),
            Message::Table(table) => self.update_table(table, actions),
            Message::Goodbye(farewell) => self.end(farewell, actions),
            _ => self.reject(Rejection::Unexpected, actions),
        }
    }

    /// Replaces the match by the host's and returns `true`, unless that is a late one.
    fn update(
        &mut self,
        generation: u64,
        rewound: u64,
        reason: Reason,
        seat: Option<usize>,
        next: Match,
        actions: &mut Vec<Action>,
    ) -> bool {
        let Some(game) = &mut self.game else {
            self.game = Some(Game {
                seat,
                generation,
                shown: next.clone(),
                confirmed: next,
                unconfirmed: None,
                made_in: 0,
                time: 0,
                table: None,
                revision: 0,
            });
            actions.push(Action::Changed(Change::Joined));
            return true;
        };
        if generation < game.generation {
            return false;
        }
        if generation == game.generation && !live::continues(&next, &game.confirmed) {
            if !live::continues(&game.confirmed, &next) {
                self.reject(Rejection::Differs, actions);
            }
            return false;
        }
        let is_new = generation > game.generation;
        let change = match reason {
            Reason::Hello => Change::CaughtUp,
            Reason::Takeback => Change::TakenBack,
            Reason::Draw => Change::DrawAgreed,
            Reason::Time => Change::TimeForfeited,
            Reason::Rematch => Change::Rematch,
            Reason::Name => Change::Renamed,
        };
        let is_changed = game.confirmed != next;
        game.generation = generation;
        game.seat = seat;
        let dropped = game.confirm(next, rewound);
        actions.extend(dropped.map(Action::Notice));
        if is_changed {
            actions.push(Action::Changed(change));
        }
        if is_new || is_changed {
            self.renew();
        }
        true
    }

    /// Makes the host's step.
    fn advance(
        &mut self,
        generation: u64,
        number: usize,
        hash: u64,
        time: u32,
        step: &str,
        actions: &mut Vec<Action>,
    ) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        let Some(game) = &mut self.game else {
            connection.newest = connection.newest.max((generation, number + 1));
            return;
        };
        let known = live::step_count(&game.confirmed);
        if (generation, number) < (game.generation, known) {
            // Late or repeated.
            return;
        }
        if (generation, number) > (game.generation, known) {
            // Something is missing, or comes later.
            connection.newest = connection.newest.max((generation, number + 1));
            return self.catch_up(actions);
        }
        let next = live::after(&game.confirmed, step);
        let Some(mut next) = next.filter(|next| live::hash(next) == hash) else {
            connection.newest = connection.newest.max((generation, number + 1));
            self.reject(Rejection::Differs, actions);
            return self.catch_up(actions);
        };
        let was_unconfirmed = game.unconfirmed.is_some();
        let is_shown = live::hash(&game.shown) == hash;
        next.record_time(time);
        self.clock.set(0);
        let dropped = game.confirm(next, 0);
        let is_confirmed = was_unconfirmed && is_shown && dropped.is_none();
        actions.extend(dropped.map(Action::Notice));
        actions.push(Action::Changed(if is_confirmed {
            Change::Confirmed
        } else {
            Change::Moved
        }));
        self.renew();
    }

    /// Asks for the record if something is missing that isn't on its way.
    fn catch_up(&mut self, actions: &mut Vec<Action>) {
        let (Some(game), Some(connection)) = (&self.game, &mut self.connection) else {
            return;
        };
        let known = (game.generation, live::step_count(&game.confirmed));
        if connection.newest <= known || connection.is_waiting {
            return;
        }
        if self.spend(actions) {
            self.say_hello(actions);
        }
    }

    fn update_table(&mut self, table: Table, actions: &mut Vec<Action>) {
        let Some(game) = &mut self.game else {
            if let Some(connection) = &mut self.connection {
                let early = connection.early_table.take();
                let newer = early.filter(|early| early.revision > table.revision);
                connection.early_table = Some(newer.unwrap_or(table));
            }
            return;
        };
        let is_valid = table.presences.len() == game.confirmed.setup().seats().len();
        if !is_valid {
            return self.reject(Rejection::Differs, actions);
        }
        if table.revision < game.revision || table.revision == game.revision && game.table.is_some()
        {
            return;
        }
        game.revision = table.revision;
        let seat = game.seat;
        let before = game.table.replace(table.clone());
        if let Some(before) = before {
            action::add_notices(&before, &table, |other| Some(other) == seat, actions);
        }
        actions.push(Action::Changed(Change::Table));
    }

    fn renew(&mut self) {
        if let Some(connection) = &mut self.connection {
            connection.budget = BUDGET;
        }
    }

    /// Takes something from the host's budget; if it is used up, closes the channel and returns
    /// `false`.
    fn spend(&mut self, actions: &mut Vec<Action>) -> bool {
        let Some(connection) = &mut self.connection else {
            return false;
        };
        if let Some(rest) = connection.budget.checked_sub(1) {
            connection.budget = rest;
            return true;
        }
        actions.push(Action::Notice(Notice::Flooding { seat: None }));
        actions.push(Action::Close(connection.peer));
        self.connection = None;
        false
    }

    fn reject(&mut self, reason: Rejection, actions: &mut Vec<Action>) {
        if self.spend(actions) {
            actions.push(Action::Notice(Notice::Rejected { seat: None, reason }));
        }
    }

    fn end(&mut self, farewell: Farewell, actions: &mut Vec<Action>) {
        self.farewell = Some(farewell);
        actions.push(Action::Notice(Notice::Ended(farewell)));
        if let Some(connection) = self.connection.take() {
            actions.push(Action::Close(connection.peer));
        }
    }
}

impl Game {
    /// Sets the match of the host, and keeps the guest's own step if it still fits.
    fn confirm(&mut self, next: Match, rewound: u64) -> Option<Notice> {
        let number = live::step_count(&self.confirmed);
        let shown = live::hash(&self.shown);
        let before = live::hash(&self.confirmed);
        self.confirmed = next;
        self.shown = self.confirmed.clone();
        let step = self.unconfirmed?;
        if live::step_count(&self.confirmed) > number {
            self.unconfirmed = None;
            let is_made = live::hash_of_first(&self.confirmed, number + 1) == shown;
            return (!is_made).then_some(Notice::MoveDropped);
        }
        let is_same = live::hash(&self.confirmed) == before
            && rewound <= self.made_in
            && self.seat.is_some()
            && live::seat_to_move(&self.confirmed) == self.seat;
        if let Some(mut shown) = live::after_step(&self.confirmed, step).filter(|_| is_same) {
            shown.record_time(self.time);
            self.shown = shown;
            return None;
        }
        self.unconfirmed = None;
        Some(Notice::MoveDropped)
    }
}

/// Parses the match of a guest and what belongs to it.
fn parse_game(
    field: &json::Field<'_, '_>,
    fields: &mut json::Fields<'_, '_>,
) -> Result<Game, StoredError> {
    let confirmed = stored::parse_game(field)?;
    let seats = confirmed.setup().seats().len();
    let seat = match fields.take_optional("seat") {
        Some(field) => match field.number()? {
            seat if seat < seats => Some(seat),
            _ => return Err(field.invalid().into()),
        },
        None => None,
    };
    let mut shown = confirmed.clone();
    let mut unconfirmed = None;
    let (mut made_in, mut time) = (0, 0);
    if let Some(field) = fields.take_optional("unconfirmed") {
        let to_move = live::seat_to_move(&confirmed);
        let next = live::after(&confirmed, &field.string()?);
        let next = next.filter(|_| seat.is_some() && to_move == seat);
        shown = next.ok_or_else(|| field.invalid())?;
        unconfirmed = shown.game().steps().last().copied();
        made_in = fields.take_required("made_in")?.number()?;
        time = fields.take_required("time")?.number()?;
        shown.record_time(time);
    }
    Ok(Game {
        seat,
        generation: fields.take_required("generation")?.number()?,
        confirmed,
        shown,
        unconfirmed,
        made_in,
        time,
        table: None,
        revision: fields.take_required("revision")?.number()?,
    })
}
