//! Backing up and restoring the library.

use super::{
    database::Database,
    state::{LibraryPage, Restore, RestoreReport, Status, View},
};
use crate::{
    browser::{self, FileError},
    components::{
        button::button,
        checkbox::checkbox,
        dom::focus_match_soon,
        file_button::file_button,
        html::{Element, div, h3, p},
    },
    library::{
        Games, LibraryGame,
        backup::{self, Reader},
        merge, required_ids, text,
    },
    settings::preferences::{Preferences, use_preferences},
    storage::{
        BackupExtras, BrowserStorage,
        correspondence::CORRESPONDENCE,
        database::DatabaseError,
        game::restore_last_setup,
        person::PERSON,
        progress::{self, CUP, LESSONS, PUZZLES},
        scores,
        settings::Settings,
    },
};
use leptos::prelude::*;
use std::{collections::BTreeSet, rc::Rc};

/// The maximum number of games read or written in one transaction.
const BATCH: usize = 200;
/// The maximum time in milliseconds to parse games before the page may respond.
const TIME_SLICE: u64 = 12;
/// The maximum number of errors that are listed.
const MAX_ERRORS: usize = 20;

/// Downloads a backup file.
pub(super) fn download_backup(page: LibraryPage) {
    page.spawn(async move {
        page.repository.sync().await;
        let database = page.repository.database().await?;
        let parts = js_sys::Array::of1(&backup::head().into());
        let (mut after, mut is_first) = (None::<String>, true);
        loop {
            let games = database.page(after.as_deref(), BATCH as u32).await?;
            let Some(last) = games.last() else { break };
            after = Some(last.entry.id.clone());
            let mut text = String::new();
            for game in &games {
                text += &backup::game(game, is_first);
                is_first = false;
            }
            parts.push(&text.into());
            browser::sleep(0).await;
        }
        parts.push(&backup::tail(&BackupExtras::load(&BrowserStorage::new())).into());
        browser::download_parts(&text::backup_file_name(&browser::today_string()), &parts);
        page.status.set(Some(Status::BackupSaved));
        Ok(())
    });
}

/// The file input for a backup.
pub(super) fn restore_button(page: LibraryPage) -> Element {
    file_button(
        text::restore_backup(),
        ".json,application/json",
        move |files| {
            let Some(file) = files.first() else {
                return;
            };
            let on_read = move |text: Result<String, FileError>| match text {
                Ok(text) => open_backup(page, text),
                Err(FileError::TooLarge) => {
                    show_error(page, text::backup_too_large().to_owned());
                }
                Err(FileError::Unreadable) => show_error(page, text::not_read().to_owned()),
            };
            browser::read_text_file(file, backup::MAX_BYTES as u32, Box::new(on_read));
        },
    )
}

fn show_error(page: LibraryPage, error: String) {
    page.restore.set(Restore::Done(RestoreReport {
        summary: None,
        errors: vec![error],
    }));
    page.show_view(View::Restore);
    focus_match_soon("#library-backup button");
}

/// Starts to restore a backup, after a question if it contains settings.
pub(super) fn open_backup(page: LibraryPage, text: String) {
    let reader = match Reader::new(text) {
        Ok(reader) => reader,
        Err(error) => return show_error(page, text::backup_error(&error)),
    };
    if reader.extras.settings.is_some() {
        page.reader.set_value(Some(reader));
        page.restore.set(Restore::ConfirmSettings);
        focus_match_soon("#library-backup input");
    } else {
        import(page, reader, None);
    }
    page.show_view(View::Restore);
}

/// Returns the page that restores a backup: question, progress, or result.
pub(super) fn restore_view(page: LibraryPage) -> Element {
    let preferences = use_preferences();
    let content = move || match page.restore.get() {
        Restore::ConfirmSettings => settings_question(page, preferences),
        Restore::InProgress(percent) => div().child(p().child(text::restoring(percent as u64))),
        Restore::Done(report) => {
            let errors = report.errors.into_iter();
            let errors = errors.map(|error| p().class("error").child(error));
            div().child((
                report.summary.map(|summary| p().child(summary)),
                errors.collect::<Vec<_>>(),
            ))
        }
    };
    let is_done = move || {
        page.restore
            .with(|restore| matches!(restore, Restore::Done(_)))
    };
    let back = move || {
        is_done().then(|| {
            let back = button(text::back_to_list(), move || page.show_list()).class("primary");
            p().class("buttons").child(back)
        })
    };
    div().id("library-backup").child((
        h3().child(text::restore_backup()),
        div().aria_live("polite").child(content),
        back,
    ))
}

/// Asks whether to restore the settings too.
fn settings_question(page: LibraryPage, preferences: Preferences) -> Element {
    let restores_settings = RwSignal::new(false);
    let field = checkbox(
        text::restore_settings(),
        move || restores_settings.get(),
        move |on| restores_settings.set(on),
    );
    let restore = button(text::restore(), move || {
        if let Some(reader) = page.reader.try_update_value(Option::take).flatten() {
            let preferences = restores_settings.get_untracked().then_some(preferences);
            import(page, reader, preferences);
        }
    });
    let cancel = button(text::cancel(), move || page.show_list());
    div().child((
        field,
        p().class("buttons")
            .child((restore.class("primary"), cancel)),
    ))
}

/// Imports a backup; its settings only with `preferences`, which they replace.
fn import(page: LibraryPage, reader: Reader, preferences: Option<Preferences>) {
    page.restore.set(Restore::InProgress(0));
    page.spawn(async move {
        page.repository.sync().await;
        let mut import = BackupImport::default();
        let result = match page.repository.database().await {
            Ok(database) => import.run(page, database, reader, preferences).await,
            Err(error) => Err(error),
        };
        page.restore.set(Restore::Done(import.report()));
        focus_match_soon("#library-backup button");
        page.reload().await?;
        result
    });
}

/// A running import and its counts so far.
#[derive(Default)]
struct BackupImport {
    /// The ids of the games of the library.
    ids: BTreeSet<String>,
    /// The numbers of added, updated and unchanged games.
    counts: [u64; 3],
    /// The number of games that were not stored because the quota is exceeded.
    not_stored: usize,
    errors: Vec<String>,
}

impl BackupImport {
    async fn run(
        &mut self,
        page: LibraryPage,
        database: Rc<Database>,
        mut reader: Reader,
        preferences: Option<Preferences>,
    ) -> Result<(), DatabaseError> {
        self.ids = database.ids().await?;
        let mut has_more = true;
        while has_more {
            let (mut games, start) = (Vec::new(), browser::now());
            while games.len() < BATCH && browser::now() < start + TIME_SLICE {
                match reader.next() {
                    Some(Ok(game)) => games.push(game),
                    Some(Err(error)) => {
                        let error = error.to_string();
                        let error = text::restore_bad_game(reader.number as u64, &error);
                        self.errors.push(error);
                    }
                    None => {
                        has_more = false;
                        break;
                    }
                }
            }
            self.merge(&database, games).await?;
            page.restore.set(Restore::InProgress(reader.percent()));
            browser::sleep(0).await;
        }
        if let Some(error) = &reader.extras_error {
            self.errors.push(text::restore_bad_rest(&error.to_string()));
        }
        self.restore_extras(&reader.extras, preferences);
        if self.not_stored > 0 {
            return Err(DatabaseError::QuotaExceeded);
        }
        Ok(())
    }

    /// Merges games into the library.
    async fn merge(
        &mut self,
        database: &Database,
        theirs: Vec<LibraryGame>,
    ) -> Result<(), DatabaseError> {
        let mut games = database.games(&required_ids(&theirs, &self.ids)).await?;
        let (mut updates, mut counts) = (Games::new(), [0; 3]);
        for theirs in theirs {
            counts[merge(&mut games, &mut updates, theirs) as usize] += 1;
        }
        match database.write(updates.values(), &[]).await {
            Ok(()) => {
                for (all, count) in self.counts.iter_mut().zip(counts) {
                    *all += count;
                }
                self.ids.extend(updates.into_keys());
                Ok(())
            }
            Err(DatabaseError::QuotaExceeded) => {
                // Other batches may still fit.
                self.not_stored += updates.len();
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn restore_extras(&mut self, extras: &BackupExtras, preferences: Option<Preferences>) {
        let storage = BrowserStorage::new();
        if let Some(theirs) = &extras.scores {
            match scores::merge(&storage, theirs) {
                Ok(()) => {}
                Err(scores::MergeError::Invalid(error)) => {
                    self.errors
                        .push(text::restore_bad_scores(&error.to_string()));
                }
                Err(scores::MergeError::Storage(problem)) => {
                    self.errors.push(text::storage_problem(&problem));
                }
            }
        }
        if let Some(setup) = &extras.setup {
            restore_last_setup(&storage, setup);
        }
        if let Some(puzzles) = &extras.puzzles
            && progress::restore(&storage, PUZZLES, puzzles).is_err()
        {
            self.errors.push(text::puzzle_not_saved().to_owned());
        }
        if let Some(lessons) = &extras.lessons
            && progress::restore(&storage, LESSONS, lessons).is_err()
        {
            self.errors.push(text::lessons_not_saved().to_owned());
        }
        if let Some(cup) = &extras.cup
            && progress::restore(&storage, CUP, cup).is_err()
        {
            self.errors.push(text::cup_not_saved().to_owned());
        }
        if let Some(person) = &extras.person
            && progress::restore(&storage, PERSON, person).is_err()
        {
            self.errors.push(text::person_not_saved().to_owned());
        }
        if let Some(games) = &extras.correspondence
            && progress::restore(&storage, CORRESPONDENCE, games).is_err()
        {
            self.errors.push(text::by_links_not_saved().to_owned());
        }
        if let (Some(text), Some(preferences)) = (&extras.settings, preferences) {
            match Settings::parse(text) {
                Ok(settings) => preferences.replace(settings),
                Err(error) => self
                    .errors
                    .push(text::restore_bad_settings(&error.to_string())),
            }
        }
    }

    fn report(self) -> RestoreReport {
        let mut errors = self.errors;
        if errors.len() > MAX_ERRORS {
            let more = errors.len() - MAX_ERRORS;
            errors.truncate(MAX_ERRORS);
            errors.push(text::restore_errors_more(more as u64));
        }
        if self.not_stored > 0 {
            errors.push(text::restore_no_room(self.not_stored as u64));
        }
        let [added, updated, unchanged] = self.counts;
        RestoreReport {
            summary: Some(text::restored(added, updated, unchanged)),
            errors,
        }
    }
}
