//! Bots, run by an interpreter.

use four_shapes_bots::{
    self as bots, Bot, FUEL, MAX_TEXT_LEN, PREPARATION, REFUSED, START, TextError, VERSION,
};
use four_shapes_engine::tournament::{Contestant, ForfeitReason, TournamentGame};
use std::sync::Arc;
use wasmi::{
    Config, Engine, Global, Instance, Linker, Module, Store, TypedFunc, Val, WasmParams,
    WasmResults,
};

/// The most calls that can be under way: more than what is added to a bot allows.
const MAX_CALLS: usize = 10_000;
/// Bytes for their variables: the same.
const STACK: usize = 4 << 20;

/// A bot's code, ready to be run in many games at a time.
pub(crate) struct Code {
    bot: Bot,
    module: Module,
}

impl Code {
    /// Compiles a bot.
    ///
    /// # Errors
    /// If the interpreter can't, in its words.
    pub(crate) fn new(bot: Bot) -> Result<Self, String> {
        let mut config = Config::default();
        config.set_max_recursion_depth(MAX_CALLS);
        config.set_max_stack_height(STACK);
        let module = Module::new(&Engine::new(&config), bot.bytes());
        let module = module.map_err(|error| error.to_string())?;
        Ok(Self { bot, module })
    }

    /// What a bot says it is called, and its author, when it may execute so many
    /// instructions in a turn; `None` where it says nothing.
    ///
    /// # Errors
    /// If it can't even begin a game.
    pub(crate) fn introduce(&self, instructions: u64) -> Result<[Option<Said>; 2], ForfeitReason> {
        let mut instanced = Instanced::new(self, instructions)?;
        instanced.begin(self, 0, [7, 6, 4, 1, 1])?;
        let exports = self.bot.exports();
        let mut said = |name, has: bool| has.then(|| instanced.text(name)).transpose();
        Ok([said("name", exports.name)?, said("author", exports.author)?])
    }
}

/// A text of a bot, if there is one where it says.
pub(crate) type Said = Result<String, TextError>;

/// A bot in one game.
pub(crate) struct Instanced {
    store: Store<()>,
    instance: Instance,
    fuel: Global,
    refused: Global,
    moved: TypedFunc<i32, ()>,
    choose: TypedFunc<(), i32>,
    /// How many instructions it has for a turn.
    instructions: i64,
    /// How many moves it was told.
    heard: usize,
    /// How many instructions it took for its last turn, and at most before its first.
    used: i64,
    prepared: i64,
}

impl Instanced {
    /// Makes an instance, and has it set up its variables.
    pub(crate) fn new(code: &Code, instructions: u64) -> Result<Self, ForfeitReason> {
        let engine = code.module.engine();
        let mut store = Store::new(engine, ());
        // Its data don't fit its memory, or there is not so much memory here.
        let broken = |_| ForfeitReason::Crash;
        let instance = Linker::new(engine)
            .instantiate_and_start(&mut store, &code.module)
            .map_err(broken)?;
        let global = |name| instance.get_global(&store, name);
        let global = |name| global(name).expect("every bot that was checked has it");
        let (fuel, refused) = (global(FUEL), global(REFUSED));
        let mut instanced = Self {
            moved: instance.get_typed_func(&store, "moved").map_err(broken)?,
            choose: instance.get_typed_func(&store, "choose").map_err(broken)?,
            store,
            instance,
            fuel,
            refused,
            instructions: instructions.try_into().unwrap_or(i64::MAX / PREPARATION),
            heard: 0,
            used: 0,
            prepared: 0,
        };
        for name in [START, "_initialize"] {
            if instanced
                .instance
                .get_func(&instanced.store, name)
                .is_some()
            {
                instanced.prepare::<(), ()>(name, ())?;
            }
        }
        Ok(instanced)
    }

    /// The version of the interface that it was written for.
    pub(crate) fn version(&mut self) -> Result<i32, ForfeitReason> {
        self.prepare("four_shapes_bot", ())
    }

    /// The text that it returns the address of.
    fn text(&mut self, name: &str) -> Result<Said, ForfeitReason> {
        let address = self.prepare(name, ())?;
        let memory = self.instance.get_memory(&self.store, "memory");
        let data = memory.map_or(&[][..], |memory| memory.data(&self.store));
        Ok(bots::text(data, address, MAX_TEXT_LEN))
    }

    /// Begins a game, or another one.
    fn begin(&mut self, code: &Code, seed: u64, terms: [i32; 5]) -> Result<(), ForfeitReason> {
        self.heard = 0;
        if self.version()? != VERSION {
            return Err(ForfeitReason::Nonsense);
        }
        let exports = code.bot.exports();
        if exports.reset {
            self.prepare::<(), ()>("reset", ())?;
        }
        if exports.seed {
            self.prepare::<i64, ()>("seed", seed.cast_signed())?;
        }
        if exports.budget {
            self.prepare::<i64, ()>("budget", self.instructions)?;
        }
        let [columns, rows, connect, gravity, player] = terms;
        self.prepare("begin", (columns, rows, connect, gravity, player))
    }

    /// Its move, after all of these.
    fn choose(&mut self, moves: impl Iterator<Item = i32>) -> Result<i32, ForfeitReason> {
        self.set_fuel(self.instructions);
        let chosen = self.turn(moves);
        self.used = self.instructions.saturating_sub(self.left());
        chosen
            .map_err(|_| self.reason())
            .and_then(|number| self.in_time(number))
    }

    fn turn(&mut self, moves: impl Iterator<Item = i32>) -> Result<i32, wasmi::Error> {
        for number in moves.skip(self.heard) {
            self.heard += 1;
            self.moved.call(&mut self.store, number)?;
        }
        self.choose.call(&mut self.store, ())
    }

    /// Calls what there is before the first turn.
    fn prepare<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &str,
        with: P,
    ) -> Result<R, ForfeitReason> {
        let all = self.instructions.saturating_mul(PREPARATION);
        self.set_fuel(all);
        let function = self.instance.get_typed_func::<P, R>(&self.store, name);
        let function = function.map_err(|_| ForfeitReason::Crash)?;
        let returned = function.call(&mut self.store, with);
        self.prepared = self.prepared.max(all.saturating_sub(self.left()));
        returned
            .map_err(|_| self.reason())
            .and_then(|value| self.in_time(value))
    }

    /// What was returned, if the fuel sufficed: the last few instructions are not
    /// checked at once.
    fn in_time<T>(&self, value: T) -> Result<T, ForfeitReason> {
        if self.left() < 0 {
            return Err(ForfeitReason::Overtime);
        }
        Ok(value)
    }

    /// Why a call was broken off.
    fn reason(&self) -> ForfeitReason {
        let refused = matches!(self.refused.get(&self.store), Val::I32(1));
        ForfeitReason::of_trap(self.left(), refused)
    }

    fn left(&self) -> i64 {
        match self.fuel.get(&self.store) {
            Val::I64(left) => left,
            _ => unreachable!("it was made an i64"),
        }
    }

    fn set_fuel(&mut self, fuel: i64) {
        let set = self.fuel.set(&mut self.store, Val::I64(fuel));
        set.expect("it was made an i64 that can be changed");
    }

    /// How many instructions its last turn took.
    pub(crate) fn used(&self) -> u64 {
        self.used.unsigned_abs()
    }

    /// How many instructions the longest call before its first turn took.
    pub(crate) fn prepared(&self) -> u64 {
        self.prepared.unsigned_abs()
    }

    /// The bytes of the memory that it exports, if it does.
    pub(crate) fn memory(&self) -> Option<usize> {
        let memory = self.instance.get_memory(&self.store, "memory");
        memory.map(|memory| memory.data_size(&self.store))
    }
}

/// A bot that plays in a tournament: a new instance in each game.
pub(crate) struct Sitting {
    code: Arc<Code>,
    instructions: u64,
    now: Option<Instanced>,
}

impl Sitting {
    /// One that may execute so many instructions in a turn.
    pub(crate) fn new(code: Arc<Code>, instructions: u64) -> Self {
        Self {
            code,
            instructions,
            now: None,
        }
    }

    /// What plays the game that was begun last.
    pub(crate) fn now(&self) -> Option<&Instanced> {
        self.now.as_ref()
    }
}

impl Contestant for Sitting {
    fn begin(&mut self, playing: &TournamentGame, player: usize) -> Result<(), ForfeitReason> {
        // Frees the memory of the last instance first.
        self.now = None;
        let mut now = Instanced::new(&self.code, self.instructions)?;
        now.begin(
            &self.code,
            playing.bot_seed(player),
            playing.bot_parameters(player),
        )?;
        self.now = Some(now);
        Ok(())
    }

    fn choose(&mut self, playing: &TournamentGame) -> Result<i32, ForfeitReason> {
        let now = self.now.as_mut().ok_or(ForfeitReason::Crash)?;
        now.choose(playing.moves())
    }
}
