//! The browser's database of games: two stores with the same keys, the ids. One has
//! the records; the other a line for each, so that a list needs no record.

use crate::{
    library::{Entry, Game},
    storage::database::{self, DatabaseError, complete, done, list},
};
use idb::{KeyRange, Query, Transaction, TransactionMode};
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

const NAME: &str = "four-shapes";
const VERSION: u32 = 1;
const RECORDS: &str = "records";
const ENTRIES: &str = "entries";

/// An open database.
#[derive(Debug)]
pub(super) struct Database(idb::Database);

impl Database {
    /// Opens the database, or makes it. `closed` is called when another page needs it
    /// to be closed, for a later version.
    pub(super) async fn open(closed: impl FnOnce() + 'static) -> Result<Self, DatabaseError> {
        let database = database::open(NAME, VERSION, &[RECORDS, ENTRIES], closed).await?;
        Ok(Self(database))
    }

    fn begin(&self, mode: TransactionMode) -> Result<Transaction, DatabaseError> {
        Ok(self.0.transaction(&[RECORDS, ENTRIES], mode)?)
    }

    /// What is known of every game.
    pub(super) async fn entries(&self) -> Result<Vec<Entry>, DatabaseError> {
        let transaction = self.begin(TransactionMode::ReadOnly)?;
        let store = transaction.object_store(ENTRIES)?;
        let keys = store.get_all_keys(None, None)?;
        let lines = store.get_all(None, None)?;
        let (keys, lines) = (list(done(keys).await?), list(done(lines).await?));
        let entry = |(key, line): (JsValue, JsValue)| entry(&key, &line);
        Ok(keys.iter().zip(lines.iter()).filter_map(entry).collect())
    }

    /// The games of these ids, as far as they are there.
    pub(super) async fn games(
        &self,
        ids: &[String],
    ) -> Result<BTreeMap<String, Game>, DatabaseError> {
        let mut found = BTreeMap::new();
        if ids.is_empty() {
            return Ok(found);
        }
        let transaction = self.begin(TransactionMode::ReadOnly)?;
        let (entries, records) = (
            transaction.object_store(ENTRIES)?,
            transaction.object_store(RECORDS)?,
        );
        // All are asked for before the first answer.
        let mut asked = Vec::new();
        for id in ids {
            let key = JsValue::from(id);
            asked.push((id, entries.get(key.clone())?, records.get(key)?));
        }
        for (id, line, record) in asked {
            let line = done(line).await?;
            if let Some(record) = done(record).await?.as_string() {
                found.insert(id.clone(), game(id, &line, record));
            }
        }
        Ok(found)
    }

    /// Some games, in the order of their ids, behind this one.
    pub(super) async fn slice(
        &self,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<Game>, DatabaseError> {
        let range = || -> Result<Option<Query>, DatabaseError> {
            let bound = after.map(|after| KeyRange::lower_bound(&after.into(), Some(true)));
            Ok(bound.transpose()?.map(Query::KeyRange))
        };
        let transaction = self.begin(TransactionMode::ReadOnly)?;
        let records = transaction.object_store(RECORDS)?;
        let lines = transaction.object_store(ENTRIES)?;
        let keys = records.get_all_keys(range()?, Some(most))?;
        let records = records.get_all(range()?, Some(most))?;
        let lines = lines.get_all(range()?, Some(most))?;
        let keys = list(done(keys).await?);
        let (records, lines) = (list(done(records).await?), list(done(lines).await?));
        let all = keys.iter().zip(records.iter()).zip(lines.iter());
        let game = |((key, record), line): ((JsValue, JsValue), JsValue)| {
            Some(game(&key.as_string()?, &line, record.as_string()?))
        };
        Ok(all.filter_map(game).collect())
    }

    /// Keeps some games and forgets others: all or nothing. Once this is over, they
    /// are kept.
    pub(super) async fn write<'a>(
        &self,
        keep: impl Iterator<Item = &'a Game>,
        forget: &[String],
    ) -> Result<(), DatabaseError> {
        let transaction = self.begin(TransactionMode::ReadWrite)?;
        let (entries, records) = (
            transaction.object_store(ENTRIES)?,
            transaction.object_store(RECORDS)?,
        );
        for Game { entry, record } in keep {
            let key = JsValue::from(&entry.id);
            records.put(&record.into(), Some(&key))?;
            entries.put(&entry.line().into(), Some(&key))?;
        }
        for id in forget {
            let key = JsValue::from(id);
            records.delete(key.clone())?;
            entries.delete(key)?;
        }
        complete(transaction).await
    }
}

/// An entry from its key and its line. One whose line can't be read is in the list
/// all the same; what is in its record is seen when it is opened.
fn entry(key: &JsValue, line: &JsValue) -> Option<Entry> {
    let id = key.as_string()?;
    let read = line.as_string().and_then(|line| Entry::read(&id, &line));
    Some(read.unwrap_or_else(|| Game::new(&id, String::new(), 0).entry))
}

/// A game from its line and its record. What follows from the record is taken from it.
fn game(id: &str, line: &JsValue, record: String) -> Game {
    let entry = line.as_string().and_then(|line| Entry::read(id, &line));
    let Some(entry) = entry else {
        return Game::new(id, record, 0);
    };
    let mut game = Game::of(id, entry.begun, entry.changed, record);
    game.entry.name = entry.name;
    game.entry.starred = entry.starred;
    game
}
