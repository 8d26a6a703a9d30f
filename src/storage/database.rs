//! Access to `IndexedDB`.

use super::is_quota_exceeded;
use crate::browser;
use idb::{Database, Factory, ObjectStoreParams, Request, Transaction};
use js_sys::{Array, Function, Promise, Reflect};
use leptos::prelude::set_timeout;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The maximum time to wait for an answer.
const LIMIT: Duration = Duration::from_secs(10);

/// An error of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseError {
    /// `IndexedDB` is missing or blocked.
    Unavailable(String),
    /// The database was created by a later version of the page.
    Newer,
    /// The storage quota is exceeded.
    QuotaExceeded,
    /// A database of that name was created by another program.
    Foreign { name: String, stores: Vec<String> },
    /// There was no answer within [`LIMIT`]. Another tab may prevent it, and so may a fault of
    /// the browser.
    NoAnswer,
    /// Any other error, as described by the browser.
    Failed(String),
}

impl DatabaseError {
    /// An error without a description.
    fn unknown() -> Self {
        Self::Failed("IndexedDB".to_owned())
    }

    fn from_js(error: &JsValue) -> Self {
        let name = Reflect::get(error, &"name".into()).ok();
        if is_quota_exceeded(error) {
            Self::QuotaExceeded
        } else if name.is_some_and(|name| name == "VersionError") {
            Self::Newer
        } else {
            Self::Failed(String::from(
                js_sys::Object::from(error.clone()).to_string(),
            ))
        }
    }
}

impl From<idb::Error> for DatabaseError {
    fn from(error: idb::Error) -> Self {
        match &error {
            idb::Error::DomException(exception) => Self::from_js(exception),
            idb::Error::UpdateFailed(value)
            | idb::Error::TransactionOpenFailed(value)
            | idb::Error::ObjectStoreNotFound(value)
            | idb::Error::IndexedDbNotFound(value)
            | idb::Error::IndexedDbOpenFailed(value) => Self::from_js(value),
            // The messages of the others would add 3 KB.
            _ => Self::unknown(),
        }
    }
}

/// Opens or creates a database with these stores, which have out-of-line keys. `on_closed`
/// is called when a later version of the page closes it.
pub(crate) async fn open(
    name: &str,
    version: u32,
    stores: &'static [&'static str],
    on_closed: impl FnOnce() + 'static,
) -> Result<Database, DatabaseError> {
    let unavailable = |error| match error {
        DatabaseError::Failed(message) => DatabaseError::Unavailable(message),
        other => other,
    };
    let factory = Factory::new().map_err(|error| unavailable(error.into()))?;
    let request = factory.open(name, Some(version));
    let mut request = request.map_err(|error| unavailable(error.into()))?;
    request.on_upgrade_needed(move |event| {
        // An error here makes the request fail.
        let created = idb::DatabaseEvent::database(&event).and_then(|database| {
            for store in stores {
                database.create_object_store(store, ObjectStoreParams::new())?;
            }
            Ok(())
        });
        if created.is_err() {
            leptos::logging::error!("cannot create the database");
        }
    });
    // One that is opened too late would block a later version of the page.
    let close = |opened| {
        if let Ok(database) = Database::try_from(opened) {
            database.close();
        }
    };
    let opened = answer(request, close).await.map_err(unavailable)?;
    let mut database = Database::try_from(opened)?;
    let names = database.store_names();
    if !stores
        .iter()
        .all(|store| names.iter().any(|name| name == store))
    {
        database.close();
        return Err(DatabaseError::Foreign {
            name: name.to_owned(),
            stores: names,
        });
    }
    database.on_version_change(move |event| {
        if let Ok(database) = idb::DatabaseEvent::database(&event) {
            database.close();
        }
        on_closed();
    });
    Ok(database)
}

/// Returns the elements of an array, or none if the value is not an array.
pub(crate) fn list(values: JsValue) -> Array {
    values.dyn_into().unwrap_or_default()
}

/// Waits for the result of a request.
pub(crate) async fn done<R: Request + 'static>(request: R) -> Result<JsValue, DatabaseError> {
    answer(request, drop).await
}

/// Waits for the result of a request. Calls `late` with one that is too late.
async fn answer<R: Request + 'static>(
    mut request: R,
    late: fn(JsValue),
) -> Result<JsValue, DatabaseError> {
    let promise = Promise::new(&mut |resolve, reject| {
        request.on_success(move |_| call(&resolve));
        request.on_error(move |_| self::reject(&reject));
    });
    match within_limit(&promise).await {
        Some(Ok(_)) => Ok(request.result()?),
        Some(Err(_)) => Err(match request.error()? {
            Some(error) => DatabaseError::from_js(&error),
            None => DatabaseError::unknown(),
        }),
        None => {
            // The request's listeners are still needed.
            browser::spawn(async move {
                let answered = JsFuture::from(promise).await;
                if let (Ok(_), Ok(result)) = (answered, request.result()) {
                    late(result);
                }
            });
            Err(DatabaseError::NoAnswer)
        }
    }
}

/// Waits until a transaction is complete and its changes are stored.
pub(crate) async fn complete(mut transaction: Transaction) -> Result<(), DatabaseError> {
    let promise = Promise::new(&mut |resolve, reject| {
        transaction.on_complete(move |_| call(&resolve));
        transaction.on_abort(move |_| self::reject(&reject));
    });
    match within_limit(&promise).await {
        Some(Ok(_)) => Ok(()),
        Some(Err(_)) => Err(match transaction.error() {
            Some(error) => DatabaseError::from_js(&error),
            None => DatabaseError::unknown(),
        }),
        None => {
            browser::spawn(async move {
                let _ = JsFuture::from(promise).await;
                drop(transaction);
            });
            Err(DatabaseError::NoAnswer)
        }
    }
}

/// Waits until a promise is settled; returns `None` if it takes too long.
async fn within_limit(promise: &Promise) -> Option<Result<JsValue, JsValue>> {
    let limit = Promise::new(&mut |_, reject| set_timeout(move || call(&reject), LIMIT));
    let settled = JsFuture::from(Promise::race(&Array::of2(promise, &limit))).await;
    // Requests are rejected with a value.
    (settled != Err(JsValue::UNDEFINED)).then_some(settled)
}

fn call(settle: &Function) {
    // The functions that settle a promise do not throw.
    let _ = settle.call0(&JsValue::UNDEFINED);
}

fn reject(settle: &Function) {
    let _ = settle.call1(&JsValue::UNDEFINED, &JsValue::TRUE);
}
