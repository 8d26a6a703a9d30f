//! What is wrong with the library, and what can be done about it.

use super::{state::Dialog, text};
use crate::components::html::{self, div, p};
use crate::{components::button::button, storage::database::DatabaseError};
use leptos::{ev, prelude::*};

/// What is wrong, with the question what to do about it.
pub(super) fn trouble(dialog: Dialog) -> Option<AnyView> {
    let trouble = dialog.repository.trouble()?;
    let words = match &trouble {
        DatabaseError::QuotaExceeded => text::make_room_question(dialog.oldest().len()),
        DatabaseError::Unavailable(why) => text::library_denied(why),
        DatabaseError::Newer => text::library_newer().to_owned(),
        DatabaseError::Failed(why) => text::library_failed(why),
        DatabaseError::Foreign { name, stores } => {
            text::library_failed(&text::foreign_database(name, stores))
        }
    };
    let oldest = dialog.oldest();
    let ask = (trouble == DatabaseError::QuotaExceeded && !oldest.is_empty()).then(|| {
        let make_room = move |_| {
            let oldest = untrack(|| dialog.oldest());
            dialog.start(async move {
                let database = dialog.repository.database().await?;
                database.write(std::iter::empty(), &oldest).await?;
                dialog.repository.caught_up().await;
                dialog.read().await
            });
        };
        let yes = html::button()
            .r#type("button")
            .on(ev::click, make_room)
            .child(text::make_room_confirm(oldest.len() as u64));
        let no = button(text::cancel(), move || dialog.repository.note(None));
        p().class("buttons").child((yes, no))
    });
    let trouble = div().child((p().class("warning").child(words), ask));
    Some(trouble.into_any())
}
