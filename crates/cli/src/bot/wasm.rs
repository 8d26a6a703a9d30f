//! Bots: WebAssembly modules, run by an interpreter.

use four_shapes_bots::{
    self as bots, Bot, FUEL, MAX_TEXT_LEN, MEMORY_REFUSED, SETUP_FACTOR, START, TextError, VERSION,
};
use four_shapes_tournament::{ForfeitReason, GamePlayer, TournamentGame};
use std::sync::Arc;
use wasmi::{
    Config, Engine, Global, Instance, Linker, Module, Store, TypedFunc, Val, WasmParams,
    WasmResults,
};

/// Maximum depth of calls, above the limit that the instrumentation enforces.
const MAX_CALLS: usize = 10_000;
/// Maximum size of the value stack in bytes, above the limit that the instrumentation enforces.
const MAX_STACK_BYTES: usize = 4 << 20;

/// A compiled bot, which can play several games at a time.
pub(crate) struct CompiledBot {
    bot: Bot,
    module: Module,
}

impl CompiledBot {
    /// Compiles a bot.
    ///
    /// # Errors
    /// Returns the error message of the interpreter.
    pub(crate) fn new(bot: Bot) -> Result<Self, String> {
        let mut config = Config::default();
        config.set_max_recursion_depth(MAX_CALLS);
        config.set_max_stack_height(MAX_STACK_BYTES);
        let module = Module::new(&Engine::new(&config), bot.bytes());
        let module = module.map_err(|error| error.to_string())?;
        Ok(Self { bot, module })
    }

    /// Returns the name and the author that the bot reports; `None` for each function that it
    /// doesn't export. `instructions` is the limit per turn.
    ///
    /// # Errors
    /// Returns an error if the bot fails to begin a game.
    pub(crate) fn name_and_author(
        &self,
        instructions: u64,
    ) -> Result<[Option<BotText>; 2], ForfeitReason> {
        let mut instance = BotInstance::new(self, instructions)?;
        instance.begin(self, 0, [7, 6, 4, 1, 1])?;
        let exports = self.bot.exports();
        let mut text = |name, exported: bool| exported.then(|| instance.text(name)).transpose();
        Ok([text("name", exports.name)?, text("author", exports.author)?])
    }
}

/// A text that a bot reports, or why it can't be read.
pub(crate) type BotText = Result<String, TextError>;

/// An instance of a bot, for one game.
pub(crate) struct BotInstance {
    store: Store<()>,
    instance: Instance,
    fuel: Global,
    memory_refused: Global,
    moved: TypedFunc<i32, ()>,
    choose: TypedFunc<(), i32>,
    /// The instruction limit per turn.
    instructions: i64,
    /// Number of moves sent in the current game.
    moves_sent: usize,
    /// Instructions used in the last turn.
    turn_instructions: i64,
    /// Maximum number of instructions used in a call before the first turn.
    max_setup_instructions: i64,
}

impl BotInstance {
    /// Creates an instance and initializes its variables.
    pub(crate) fn new(compiled: &CompiledBot, instructions: u64) -> Result<Self, ForfeitReason> {
        let engine = compiled.module.engine();
        let mut store = Store::new(engine, ());
        // The data doesn't fit in the memory, or the memory can't be allocated.
        let crash = |_| ForfeitReason::Crash;
        let instance = Linker::new(engine)
            .instantiate_and_start(&mut store, &compiled.module)
            .map_err(crash)?;
        let global = |name| instance.get_global(&store, name);
        let global = |name| global(name).expect("the instrumentation adds it");
        let (fuel, memory_refused) = (global(FUEL), global(MEMORY_REFUSED));
        let mut bot = Self {
            moved: instance.get_typed_func(&store, "moved").map_err(crash)?,
            choose: instance.get_typed_func(&store, "choose").map_err(crash)?,
            store,
            instance,
            fuel,
            memory_refused,
            instructions: instructions.try_into().unwrap_or(i64::MAX / SETUP_FACTOR),
            moves_sent: 0,
            turn_instructions: 0,
            max_setup_instructions: 0,
        };
        for name in [START, "_initialize"] {
            if bot.instance.get_func(&bot.store, name).is_some() {
                bot.call_before_turn::<(), ()>(name, ())?;
            }
        }
        Ok(bot)
    }

    /// Returns the version of the interface that the bot was written for.
    pub(crate) fn version(&mut self) -> Result<i32, ForfeitReason> {
        self.call_before_turn("four_shapes_bot", ())
    }

    /// Returns the text whose address a function returns.
    fn text(&mut self, name: &str) -> Result<BotText, ForfeitReason> {
        let address = self.call_before_turn(name, ())?;
        let memory = self.instance.get_memory(&self.store, "memory");
        let data = memory.map_or(&[][..], |memory| memory.data(&self.store));
        Ok(bots::text(data, address, MAX_TEXT_LEN))
    }

    /// Begins a game with these [parameters](TournamentGame::bot_parameters).
    fn begin(
        &mut self,
        compiled: &CompiledBot,
        seed: u64,
        parameters: [i32; 5],
    ) -> Result<(), ForfeitReason> {
        self.moves_sent = 0;
        if self.version()? != VERSION {
            return Err(ForfeitReason::ProtocolViolation);
        }
        let exports = compiled.bot.exports();
        if exports.reset {
            self.call_before_turn::<(), ()>("reset", ())?;
        }
        if exports.seed {
            self.call_before_turn::<i64, ()>("seed", seed.cast_signed())?;
        }
        if exports.budget {
            self.call_before_turn::<i64, ()>("budget", self.instructions)?;
        }
        let [columns, rows, connect, gravity, player] = parameters;
        self.call_before_turn("begin", (columns, rows, connect, gravity, player))
    }

    /// Sends the new moves of the game and returns the bot's move.
    fn choose(&mut self, moves: impl Iterator<Item = i32>) -> Result<i32, ForfeitReason> {
        self.set_fuel(self.instructions);
        let result = self.call_turn(moves);
        self.turn_instructions = self.instructions.saturating_sub(self.remaining_fuel());
        self.check(result)
    }

    fn call_turn(&mut self, moves: impl Iterator<Item = i32>) -> Result<i32, wasmi::Error> {
        for number in moves.skip(self.moves_sent) {
            self.moves_sent += 1;
            self.moved.call(&mut self.store, number)?;
        }
        self.choose.call(&mut self.store, ())
    }

    /// Calls a function with the fuel for calls before the first turn.
    fn call_before_turn<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &str,
        parameters: P,
    ) -> Result<R, ForfeitReason> {
        let fuel = self.instructions.saturating_mul(SETUP_FACTOR);
        self.set_fuel(fuel);
        let function = self.instance.get_typed_func::<P, R>(&self.store, name);
        let function = function.map_err(|_| ForfeitReason::Crash)?;
        let result = function.call(&mut self.store, parameters);
        let used = fuel.saturating_sub(self.remaining_fuel());
        self.max_setup_instructions = self.max_setup_instructions.max(used);
        self.check(result)
    }

    /// Converts the result of a call. A call can return with negative fuel, since bulk
    /// instructions are paid for afterwards.
    fn check<T>(&self, result: Result<T, wasmi::Error>) -> Result<T, ForfeitReason> {
        let fuel = self.remaining_fuel();
        match result {
            Ok(value) if fuel >= 0 => Ok(value),
            _ => {
                let refused = matches!(self.memory_refused.get(&self.store), Val::I32(1));
                Err(ForfeitReason::of_trap(fuel, refused))
            }
        }
    }

    fn remaining_fuel(&self) -> i64 {
        match self.fuel.get(&self.store) {
            Val::I64(fuel) => fuel,
            _ => unreachable!("the global is an i64"),
        }
    }

    fn set_fuel(&mut self, fuel: i64) {
        let set = self.fuel.set(&mut self.store, Val::I64(fuel));
        set.expect("the global is a mutable i64");
    }

    /// Returns the number of instructions used in the last turn.
    pub(crate) fn turn_instructions(&self) -> u64 {
        self.turn_instructions.unsigned_abs()
    }

    /// Returns the maximum number of instructions used in a call before the first turn.
    pub(crate) fn max_setup_instructions(&self) -> u64 {
        self.max_setup_instructions.unsigned_abs()
    }

    /// Returns the size of the exported memory in bytes, if any.
    pub(crate) fn memory_size(&self) -> Option<usize> {
        let memory = self.instance.get_memory(&self.store, "memory");
        memory.map(|memory| memory.data_size(&self.store))
    }
}

/// A bot in a tournament, with a new instance for each game.
pub(crate) struct BotGamePlayer {
    compiled: Arc<CompiledBot>,
    instructions: u64,
    instance: Option<BotInstance>,
}

impl BotGamePlayer {
    /// Creates a game player with an instruction limit per turn.
    pub(crate) fn new(compiled: Arc<CompiledBot>, instructions: u64) -> Self {
        Self {
            compiled,
            instructions,
            instance: None,
        }
    }

    /// Returns the instance of the last game.
    pub(crate) fn instance(&self) -> Option<&BotInstance> {
        self.instance.as_ref()
    }
}

impl GamePlayer for BotGamePlayer {
    fn begin(&mut self, game: &TournamentGame, player: usize) -> Result<(), ForfeitReason> {
        // Frees the memory of the previous instance first.
        self.instance = None;
        let mut instance = BotInstance::new(&self.compiled, self.instructions)?;
        let (seed, parameters) = (game.bot_seed(player), game.bot_parameters(player));
        instance.begin(&self.compiled, seed, parameters)?;
        self.instance = Some(instance);
        Ok(())
    }

    fn choose(&mut self, game: &TournamentGame) -> Result<i32, ForfeitReason> {
        let instance = self.instance.as_mut().ok_or(ForfeitReason::Crash)?;
        instance.choose(game.moves())
    }
}
