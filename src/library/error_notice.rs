//! The notice about an error of the database.

use super::{state::LibraryPage, text};
use crate::{
    components::{
        button::button,
        html::{self, Element, div, p},
    },
    storage::database::DatabaseError,
};
use leptos::{ev, prelude::*};

/// Describes the current error, and offers to delete old games if the storage quota is
/// exceeded.
pub(super) fn error_notice(page: LibraryPage) -> Option<Element> {
    let error = page.repository.error()?;
    let oldest = page.oldest();
    let message = match &error {
        DatabaseError::QuotaExceeded => text::make_room_question(oldest.len()),
        DatabaseError::Unavailable(details) => text::library_denied(details),
        DatabaseError::Newer => text::library_newer().to_owned(),
        DatabaseError::NoAnswer => text::library_no_answer().to_owned(),
        DatabaseError::Failed(details) => text::library_failed(details),
        DatabaseError::Foreign { name, stores } => {
            text::library_failed(&text::foreign_database(name, stores))
        }
    };
    let buttons = (error == DatabaseError::QuotaExceeded && !oldest.is_empty()).then(|| {
        let delete_oldest = move |_| {
            let oldest = untrack(|| page.oldest());
            page.spawn(async move {
                let database = page.repository.database().await?;
                database.write(std::iter::empty(), &oldest).await?;
                page.repository.sync().await;
                page.reload().await
            });
        };
        let yes = html::button()
            .r#type("button")
            .on(ev::click, delete_oldest)
            .child(text::make_room_confirm(oldest.len() as u64));
        let no = button(text::cancel(), move || page.repository.set_error(None));
        p().class("buttons").child((yes, no))
    });
    let retry = (error == DatabaseError::NoAnswer).then(|| {
        let retry = button(text::try_again(), move || {
            page.repository.set_error(None);
            page.open();
        });
        p().class("buttons").child(retry)
    });
    let notice = div().child((p().class("warning").child(message), buttons, retry));
    Some(notice)
}
