//! The database of games: two object stores with the ids as keys. One contains the records,
//! the other the entries, so that the list does not load records.

use crate::{
    library::{Entry, Games, LibraryGame},
    storage::database::{self, DatabaseError, complete, done, list},
};
use idb::{KeyRange, Query, Transaction, TransactionMode};
use js_sys::Uint8Array;
use std::collections::BTreeSet;
use wasm_bindgen::{JsCast, JsValue};

const NAME: &str = "four-shapes";
const VERSION: u32 = 1;
const RECORDS: &str = "records";
const ENTRIES: &str = "entries";

/// An open database.
#[derive(Debug)]
pub(super) struct Database(idb::Database);

impl Database {
    /// Opens or creates the database. `on_closed` is called when a later version of the page
    /// closes it.
    pub(super) async fn open(on_closed: impl FnOnce() + 'static) -> Result<Self, DatabaseError> {
        let database = database::open(NAME, VERSION, &[RECORDS, ENTRIES], on_closed).await?;
        Ok(Self(database))
    }

    fn begin(&self, mode: TransactionMode) -> Result<Transaction, DatabaseError> {
        Ok(self.0.transaction(&[RECORDS, ENTRIES], mode)?)
    }

    /// Returns the ids of all games.
    pub(super) async fn ids(&self) -> Result<BTreeSet<String>, DatabaseError> {
        let transaction = self.begin(TransactionMode::ReadOnly)?;
        let keys = transaction
            .object_store(RECORDS)?
            .get_all_keys(None, None)?;
        let keys = list(done(keys).await?);
        Ok(keys.iter().filter_map(|key| key.as_string()).collect())
    }

    /// Returns all entries.
    pub(super) async fn entries(&self) -> Result<Vec<Entry>, DatabaseError> {
        let transaction = self.begin(TransactionMode::ReadOnly)?;
        let store = transaction.object_store(ENTRIES)?;
        let keys = store.get_all_keys(None, None)?;
        let entries = store.get_all(None, None)?;
        let (keys, entries) = (list(done(keys).await?), list(done(entries).await?));
        let entry = |(key, encoded): (JsValue, JsValue)| entry(&key, &encoded);
        Ok(keys.iter().zip(entries.iter()).filter_map(entry).collect())
    }

    /// Returns the games with these ids, except those that do not exist.
    pub(super) async fn games(&self, ids: &[String]) -> Result<Games, DatabaseError> {
        let mut found = Games::new();
        if ids.is_empty() {
            return Ok(found);
        }
        let transaction = self.begin(TransactionMode::ReadOnly)?;
        let (entries, records) = (
            transaction.object_store(ENTRIES)?,
            transaction.object_store(RECORDS)?,
        );
        // All requests are sent before the first response.
        let mut requests = Vec::new();
        for id in ids {
            let key = JsValue::from(id);
            requests.push((id, entries.get(key.clone())?, records.get(key)?));
        }
        for (id, entry, record) in requests {
            let entry = done(entry).await?;
            if let Some(record) = done(record).await?.as_string() {
                found.insert(id.clone(), game(id, &entry, record));
            }
        }
        Ok(found)
    }

    /// Returns at most `limit` games with ids greater than `after`, ordered by id.
    pub(super) async fn page(
        &self,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<LibraryGame>, DatabaseError> {
        let range = || -> Result<Option<Query>, DatabaseError> {
            let bound = after.map(|after| KeyRange::lower_bound(&after.into(), Some(true)));
            Ok(bound.transpose()?.map(Query::KeyRange))
        };
        let transaction = self.begin(TransactionMode::ReadOnly)?;
        let records = transaction.object_store(RECORDS)?;
        let entries = transaction.object_store(ENTRIES)?;
        let keys = records.get_all_keys(range()?, Some(limit))?;
        let records = records.get_all(range()?, Some(limit))?;
        let entries = entries.get_all(range()?, Some(limit))?;
        let keys = list(done(keys).await?);
        let (records, entries) = (list(done(records).await?), list(done(entries).await?));
        let all = keys.iter().zip(records.iter()).zip(entries.iter());
        let game = |((key, record), entry): ((JsValue, JsValue), JsValue)| {
            Some(game(&key.as_string()?, &entry, record.as_string()?))
        };
        Ok(all.filter_map(game).collect())
    }

    /// Puts and deletes games in one transaction, and waits until it is complete.
    pub(super) async fn write<'a>(
        &self,
        put: impl Iterator<Item = &'a LibraryGame>,
        delete: &[String],
    ) -> Result<(), DatabaseError> {
        let transaction = self.begin(TransactionMode::ReadWrite)?;
        let (entries, records) = (
            transaction.object_store(ENTRIES)?,
            transaction.object_store(RECORDS)?,
        );
        for LibraryGame { entry, record } in put {
            let key = JsValue::from(&entry.id);
            records.put(&record.into(), Some(&key))?;
            entries.put(&Uint8Array::from(&entry.encode()[..]), Some(&key))?;
        }
        for id in delete {
            let key = JsValue::from(id);
            records.delete(key.clone())?;
            entries.delete(key)?;
        }
        complete(transaction).await
    }
}

/// Returns the entry of a key and its encoding. If that can't be decoded, the entry has no summary,
/// but the game can still be opened.
fn entry(key: &JsValue, encoded: &JsValue) -> Option<Entry> {
    let id = key.as_string()?;
    let entry = decode(&id, encoded);
    Some(entry.unwrap_or_else(|| LibraryGame::new(&id, String::new(), 0).entry))
}

fn decode(id: &str, encoded: &JsValue) -> Option<Entry> {
    let bytes = encoded.dyn_ref::<Uint8Array>()?.to_vec();
    Entry::decode(id, &bytes)
}

/// Returns the game of an encoded entry and a record. Properties of the record are computed from
/// it.
fn game(id: &str, encoded: &JsValue, record: String) -> LibraryGame {
    let Some(entry) = decode(id, encoded) else {
        return LibraryGame::new(id, record, 0);
    };
    LibraryGame::with_entry(entry, record)
}
