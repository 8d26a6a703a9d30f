//! The browser's databases.

use super::is_full;
use idb::{Database, Factory, ObjectStoreParams, Request, Transaction};
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Why a database can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The browser does not have such a database, or withholds it.
    Absent(String),
    /// A later version of the page has made it.
    Newer,
    /// There is no more room.
    Full,
    /// Something else than this page has made a database of that name.
    Foreign { name: String, stores: Vec<String> },
    /// Anything else that the browser says.
    Failed(String),
}

impl Trouble {
    /// Something failed, and the browser does not say what.
    fn failed() -> Self {
        Self::Failed("IndexedDB".to_owned())
    }

    fn of(error: &JsValue) -> Self {
        let name = Reflect::get(error, &"name".into()).ok();
        if is_full(error) {
            Self::Full
        } else if name.is_some_and(|name| name == "VersionError") {
            Self::Newer
        } else {
            Self::Failed(String::from(
                js_sys::Object::from(error.clone()).to_string(),
            ))
        }
    }
}

impl From<idb::Error> for Trouble {
    fn from(error: idb::Error) -> Self {
        match &error {
            idb::Error::DomException(exception) => Self::of(exception),
            idb::Error::UpdateFailed(value)
            | idb::Error::TransactionOpenFailed(value)
            | idb::Error::ObjectStoreNotFound(value)
            | idb::Error::IndexedDbNotFound(value)
            | idb::Error::IndexedDbOpenFailed(value) => Self::of(value),
            // The words for all the others would be 3 KB.
            _ => Self::failed(),
        }
    }
}

/// Opens a database with these stores, whose keys are not in their values, or makes it.
/// `closed` is called when another page needs it to be closed, for a later version.
pub(crate) async fn open(
    name: &str,
    version: u32,
    stores: &'static [&'static str],
    closed: impl FnOnce() + 'static,
) -> Result<Database, Trouble> {
    let absent = |error: idb::Error| match Trouble::from(error) {
        Trouble::Failed(why) => Trouble::Absent(why),
        other => other,
    };
    let factory = Factory::new().map_err(absent)?;
    let mut request = factory.open(name, Some(version)).map_err(absent)?;
    request.on_upgrade_needed(move |event| {
        // What fails here makes the request fail.
        let made = idb::DatabaseEvent::database(&event).and_then(|database| {
            for store in stores {
                database.create_object_store(store, ObjectStoreParams::new())?;
            }
            Ok(())
        });
        if made.is_err() {
            leptos::logging::error!("the database can't be made");
        }
    });
    let opened = done(request).await.map_err(|trouble| match trouble {
        Trouble::Failed(why) => Trouble::Absent(why),
        other => other,
    })?;
    let mut database = Database::try_from(opened)?;
    let names = database.store_names();
    if !stores
        .iter()
        .all(|store| names.iter().any(|name| name == store))
    {
        database.close();
        return Err(Trouble::Foreign {
            name: name.to_owned(),
            stores: names,
        });
    }
    database.on_version_change(move |event| {
        if let Ok(database) = idb::DatabaseEvent::database(&event) {
            database.close();
        }
        closed();
    });
    Ok(database)
}

/// The elements of an array; none of what is no array.
pub(crate) fn list(values: JsValue) -> Array {
    values.dyn_into().unwrap_or_default()
}

/// Waits for what comes of a request.
pub(crate) async fn done<R: Request>(mut request: R) -> Result<JsValue, Trouble> {
    let promise = Promise::new(&mut |resolve, reject| {
        request.on_success(move |_| call(&resolve));
        request.on_error(move |_| call(&reject));
    });
    match JsFuture::from(promise).await {
        Ok(_) => Ok(request.result()?),
        Err(_) => Err(match request.error()? {
            Some(error) => Trouble::of(&error),
            None => Trouble::failed(),
        }),
    }
}

/// Waits until a transaction is complete: then what it wrote is kept.
pub(crate) async fn complete(mut transaction: Transaction) -> Result<(), Trouble> {
    let promise = Promise::new(&mut |resolve, reject| {
        transaction.on_complete(move |_| call(&resolve));
        transaction.on_abort(move |_| call(&reject));
    });
    match JsFuture::from(promise).await {
        Ok(_) => Ok(()),
        Err(_) => Err(match transaction.error() {
            Some(error) => Trouble::of(&error),
            None => Trouble::failed(),
        }),
    }
}

fn call(settle: &Function) {
    // These functions of a promise do not fail.
    let _ = settle.call0(&JsValue::UNDEFINED);
}
