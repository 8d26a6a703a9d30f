//! Keeps the tournament and its bots in the browser's database, so that a reload costs
//! nothing.

use crate::storage::database::{self, DatabaseError, complete, done, list};
use four_shapes_engine::tournament::Hash;
use idb::{Database, KeyRange, Query, TransactionMode};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

const NAME: &str = "four-shapes-tournament";
const VERSION: u32 = 1;
/// Texts: the set-up, and whether it is being played.
const STATE: &str = "state";
/// Lines of games, by the number of the part.
const GAMES: &str = "games";
/// The file's name and its bytes, by the hash.
const BOTS: &str = "bots";

const SETUP: &str = "setup";
const RUNS: &str = "runs";

/// An open database.
#[derive(Debug)]
pub(super) struct Repository(Database);

/// A bot's file.
pub(super) struct File {
    pub(super) hash: Hash,
    pub(super) name: String,
    pub(super) bytes: Uint8Array,
}

/// A tournament as it was left.
pub(super) struct Left {
    pub(super) setup: String,
    /// It was being played.
    pub(super) runs: bool,
}

impl Repository {
    pub(super) async fn open() -> Result<Self, DatabaseError> {
        let database = database::open(NAME, VERSION, &[STATE, GAMES, BOTS], || {}).await?;
        Ok(Self(database))
    }

    /// The tournament that was left, if there is one.
    pub(super) async fn left(&self) -> Result<Option<Left>, DatabaseError> {
        let transaction = self.0.transaction(&[STATE], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(STATE)?;
        let (setup, runs) = (store.get(key(SETUP))?, store.get(key(RUNS))?);
        let (setup, runs) = (done(setup).await?, done(runs).await?);
        Ok(setup.as_string().map(|setup| Left {
            setup,
            runs: runs.is_truthy(),
        }))
    }

    /// Some parts of its games, behind the one with this number; each with its number.
    pub(super) async fn games(
        &self,
        after: u32,
        most: u32,
    ) -> Result<Vec<(u32, String)>, DatabaseError> {
        let transaction = self.0.transaction(&[GAMES], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(GAMES)?;
        let range = || -> Result<Option<Query>, DatabaseError> {
            let range = KeyRange::lower_bound(&after.into(), Some(true))?;
            Ok(Some(Query::KeyRange(range)))
        };
        let keys = store.get_all_keys(range()?, Some(most))?;
        let texts = store.get_all(range()?, Some(most))?;
        let (keys, texts) = (list(done(keys).await?), list(done(texts).await?));
        let part = |(key, text): (JsValue, JsValue)| {
            #[expect(
                clippy::cast_sign_loss,
                reason = "keys are what was written, from 1 on"
            )]
            let key = key.as_f64()? as u32;
            Some((key, text.as_string().unwrap_or_default()))
        };
        Ok(keys.iter().zip(texts.iter()).filter_map(part).collect())
    }

    /// Keeps a tournament in place of the one before.
    pub(super) async fn begin(&self, setup: &str) -> Result<(), DatabaseError> {
        let stores = [STATE, GAMES];
        let transaction = self.0.transaction(&stores, TransactionMode::ReadWrite)?;
        transaction.object_store(GAMES)?.clear()?;
        let state = transaction.object_store(STATE)?;
        state.put(&setup.into(), Some(&key(SETUP)))?;
        state.put(&true.into(), Some(&key(RUNS)))?;
        complete(transaction).await
    }

    /// Keeps another part of its games, and whether it is being played.
    pub(super) async fn add(
        &self,
        number: u32,
        games: Option<&str>,
        runs: bool,
    ) -> Result<(), DatabaseError> {
        let stores = [STATE, GAMES];
        let transaction = self.0.transaction(&stores, TransactionMode::ReadWrite)?;
        if let Some(games) = games {
            let store = transaction.object_store(GAMES)?;
            store.put(&games.into(), Some(&number.into()))?;
        }
        let state = transaction.object_store(STATE)?;
        state.put(&runs.into(), Some(&key(RUNS)))?;
        complete(transaction).await
    }

    /// Forgets the tournament.
    pub(super) async fn forget(&self) -> Result<(), DatabaseError> {
        let stores = [STATE, GAMES];
        let transaction = self.0.transaction(&stores, TransactionMode::ReadWrite)?;
        for store in stores {
            transaction.object_store(store)?.clear()?;
        }
        complete(transaction).await
    }

    /// The bots that were brought.
    pub(super) async fn bots(&self) -> Result<Vec<File>, DatabaseError> {
        let transaction = self.0.transaction(&[BOTS], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(BOTS)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (list(done(keys).await?), list(done(values).await?));
        let file = |(key, value): (JsValue, JsValue)| {
            let parts = list(value);
            Some(File {
                hash: Hash::parse(&key.as_string()?)?,
                name: parts.get(0).as_string()?,
                bytes: parts.get(1).dyn_into().ok()?,
            })
        };
        Ok(keys.iter().zip(values.iter()).filter_map(file).collect())
    }

    /// Keeps a bot.
    pub(super) async fn put_bot(&self, file: &File) -> Result<(), DatabaseError> {
        let transaction = self.0.transaction(&[BOTS], TransactionMode::ReadWrite)?;
        let value = Array::of2(&file.name.as_str().into(), &file.bytes);
        let store = transaction.object_store(BOTS)?;
        store.put(&value, Some(&key(&file.hash.to_string())))?;
        complete(transaction).await
    }

    /// Forgets a bot.
    pub(super) async fn forget_bot(&self, hash: Hash) -> Result<(), DatabaseError> {
        let transaction = self.0.transaction(&[BOTS], TransactionMode::ReadWrite)?;
        let store = transaction.object_store(BOTS)?;
        store.delete(key(&hash.to_string()))?;
        complete(transaction).await
    }
}

fn key(text: &str) -> JsValue {
    text.into()
}
