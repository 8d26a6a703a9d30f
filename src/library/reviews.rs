//! The database of reviews, by the content hash of their games. A review that is missing or
//! can't be read is searched again.

use crate::storage::database::{self, DatabaseError, complete, done};
use idb::{Database, TransactionMode};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};

const NAME: &str = "four-shapes-reviews";
const VERSION: u32 = 1;
const REVIEWS: &str = "reviews";

/// Returns the encoded review of a game, if there is one.
pub(crate) async fn load(content_hash: &str) -> Result<Option<Vec<u8>>, DatabaseError> {
    let database = open().await?;
    let transaction = database.transaction(&[REVIEWS], TransactionMode::ReadOnly)?;
    let request = transaction
        .object_store(REVIEWS)?
        .get(JsValue::from(content_hash))?;
    let found = done(request).await;
    database.close();
    let bytes = found?.dyn_into::<Uint8Array>().ok();
    Ok(bytes.map(|bytes| bytes.to_vec()))
}

/// Returns the encoded reviews of several games, in one transaction.
pub(super) async fn load_all(
    content_hashes: Vec<String>,
) -> Result<Vec<Option<Vec<u8>>>, DatabaseError> {
    let database = open().await?;
    let transaction = database.transaction(&[REVIEWS], TransactionMode::ReadOnly)?;
    let store = transaction.object_store(REVIEWS)?;
    // All requests are sent before the first response.
    let mut requests = Vec::new();
    for hash in content_hashes {
        requests.push(store.get(JsValue::from(hash))?);
    }
    let mut reviews = Vec::new();
    for request in requests {
        let bytes = done(request).await?.dyn_into::<Uint8Array>().ok();
        reviews.push(bytes.map(|bytes| bytes.to_vec()));
    }
    database.close();
    Ok(reviews)
}

/// Stores the encoded review of a game.
pub(crate) async fn save(content_hash: &str, review: &[u8]) -> Result<(), DatabaseError> {
    let database = open().await?;
    let transaction = database.transaction(&[REVIEWS], TransactionMode::ReadWrite)?;
    let store = transaction.object_store(REVIEWS)?;
    let key = JsValue::from(content_hash);
    store.put(&Uint8Array::from(review), Some(&key))?;
    let stored = complete(transaction).await;
    database.close();
    stored
}

async fn open() -> Result<Database, DatabaseError> {
    database::open(NAME, VERSION, &[REVIEWS], || {}).await
}
