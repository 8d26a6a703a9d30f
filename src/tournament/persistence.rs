//! Stores the tournament and its bots in the browser's database, so that they survive a
//! reload.

use crate::storage::database::{self, DatabaseError, complete, done, list};
use four_shapes_tournament::BotHash;
use idb::{Database, KeyRange, Query, TransactionMode};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

const NAME: &str = "four-shapes-tournament";
const VERSION: u32 = 1;
/// The setup, and whether the tournament is running.
const STATE: &str = "state";
/// Chunks of lines of games, by number.
const GAMES: &str = "games";
/// File names and contents of bots, by hash.
const BOTS: &str = "bots";

const SETUP: &str = "setup";
const RUNS: &str = "runs";

/// The database of the tournament.
#[derive(Debug)]
pub(super) struct Repository(Database);

/// The file of a bot.
pub(super) struct BotFile {
    pub(super) hash: BotHash,
    pub(super) name: String,
    pub(super) bytes: Uint8Array,
}

/// The stored state of a tournament, without its games.
pub(super) struct SavedTournament {
    pub(super) setup: String,
    pub(super) is_running: bool,
}

impl Repository {
    pub(super) async fn open() -> Result<Self, DatabaseError> {
        let database = database::open(NAME, VERSION, &[STATE, GAMES, BOTS], || {}).await?;
        Ok(Self(database))
    }

    /// Loads the stored tournament, if there is one.
    pub(super) async fn load(&self) -> Result<Option<SavedTournament>, DatabaseError> {
        let transaction = self.0.transaction(&[STATE], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(STATE)?;
        let (setup, is_running) = (store.get(key(SETUP))?, store.get(key(RUNS))?);
        let (setup, is_running) = (done(setup).await?, done(is_running).await?);
        Ok(setup.as_string().map(|setup| SavedTournament {
            setup,
            is_running: is_running.is_truthy(),
        }))
    }

    /// Loads at most `limit` chunks of games after the chunk `after`, with their numbers.
    pub(super) async fn games(
        &self,
        after: u32,
        limit: u32,
    ) -> Result<Vec<(u32, String)>, DatabaseError> {
        let transaction = self.0.transaction(&[GAMES], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(GAMES)?;
        let range = || -> Result<Option<Query>, DatabaseError> {
            let range = KeyRange::lower_bound(&after.into(), Some(true))?;
            Ok(Some(Query::KeyRange(range)))
        };
        let keys = store.get_all_keys(range()?, Some(limit))?;
        let texts = store.get_all(range()?, Some(limit))?;
        let (keys, texts) = (list(done(keys).await?), list(done(texts).await?));
        let chunk = |(key, text): (JsValue, JsValue)| {
            #[expect(
                clippy::cast_sign_loss,
                reason = "keys are the numbers that were stored, from 1"
            )]
            let key = key.as_f64()? as u32;
            Some((key, text.as_string().unwrap_or_default()))
        };
        Ok(keys.iter().zip(texts.iter()).filter_map(chunk).collect())
    }

    /// Stores a new tournament in place of the previous one.
    pub(super) async fn begin(&self, setup: &str) -> Result<(), DatabaseError> {
        let stores = [STATE, GAMES];
        let transaction = self.0.transaction(&stores, TransactionMode::ReadWrite)?;
        transaction.object_store(GAMES)?.clear()?;
        let state = transaction.object_store(STATE)?;
        state.put(&setup.into(), Some(&key(SETUP)))?;
        state.put(&true.into(), Some(&key(RUNS)))?;
        complete(transaction).await
    }

    /// Stores another chunk of games, and whether the tournament is running.
    pub(super) async fn add_games(
        &self,
        number: u32,
        games: Option<&str>,
        is_running: bool,
    ) -> Result<(), DatabaseError> {
        let stores = [STATE, GAMES];
        let transaction = self.0.transaction(&stores, TransactionMode::ReadWrite)?;
        if let Some(games) = games {
            let store = transaction.object_store(GAMES)?;
            store.put(&games.into(), Some(&number.into()))?;
        }
        let state = transaction.object_store(STATE)?;
        state.put(&is_running.into(), Some(&key(RUNS)))?;
        complete(transaction).await
    }

    /// Deletes the tournament.
    pub(super) async fn delete(&self) -> Result<(), DatabaseError> {
        let stores = [STATE, GAMES];
        let transaction = self.0.transaction(&stores, TransactionMode::ReadWrite)?;
        for store in stores {
            transaction.object_store(store)?.clear()?;
        }
        complete(transaction).await
    }

    /// Loads all bots.
    pub(super) async fn bots(&self) -> Result<Vec<BotFile>, DatabaseError> {
        let transaction = self.0.transaction(&[BOTS], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(BOTS)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (list(done(keys).await?), list(done(values).await?));
        let file = |(key, value): (JsValue, JsValue)| {
            let parts = list(value);
            Some(BotFile {
                hash: BotHash::parse(&key.as_string()?)?,
                name: parts.get(0).as_string()?,
                bytes: parts.get(1).dyn_into().ok()?,
            })
        };
        Ok(keys.iter().zip(values.iter()).filter_map(file).collect())
    }

    /// Stores a bot.
    pub(super) async fn put_bot(&self, file: &BotFile) -> Result<(), DatabaseError> {
        let transaction = self.0.transaction(&[BOTS], TransactionMode::ReadWrite)?;
        let value = Array::of2(&file.name.as_str().into(), &file.bytes);
        let store = transaction.object_store(BOTS)?;
        store.put(&value, Some(&key(&file.hash.to_string())))?;
        complete(transaction).await
    }

    /// Deletes a bot.
    pub(super) async fn delete_bot(&self, hash: BotHash) -> Result<(), DatabaseError> {
        let transaction = self.0.transaction(&[BOTS], TransactionMode::ReadWrite)?;
        let store = transaction.object_store(BOTS)?;
        store.delete(key(&hash.to_string()))?;
        complete(transaction).await
    }
}

fn key(text: &str) -> JsValue {
    text.into()
}
