//! The whole library as a file, out and in.

use super::{
    database::Database,
    state::{Dialog, Report, Restore, View},
};
use crate::components::html::{div, h3, input, label, p};
use crate::library::text;
use crate::{
    components::{button::button, checkbox::checkbox, dom::focus},
    device::{self, NotRead},
    library::{
        Game, Merged, Merger,
        backup::{self, Reader},
    },
    settings::preferences::{Preferences, preferences},
    storage::database::DatabaseError,
    storage::settings::Settings,
    storage::{self, BackupExtras, BrowserStorage},
};
use leptos::{ev, prelude::*};
use std::{collections::BTreeMap, rc::Rc};

/// So many games are read from the database or written to it at once.
const SLICE: usize = 200;
/// The page is not kept waiting for longer, in milliseconds.
const PATIENCE: u64 = 12;
/// So many errors are listed one by one.
const LISTED: usize = 20;

/// Hands everything out as one file.
pub(super) fn save(dialog: Dialog) {
    dialog.start(async move {
        dialog.repository.caught_up().await;
        let database = dialog.repository.database().await?;
        let parts = js_sys::Array::of1(&backup::head().into());
        let (mut after, mut first) = (None::<String>, true);
        loop {
            let games = database.slice(after.as_deref(), SLICE as u32).await?;
            let Some(last) = games.last() else { break };
            after = Some(last.entry.id.clone());
            let mut text = String::new();
            for game in &games {
                text += &backup::game(game, first);
                first = false;
            }
            parts.push(&text.into());
            device::sleep(0).await;
        }
        parts.push(&backup::tail(&BackupExtras::load(&BrowserStorage::new())).into());
        device::download_parts(&text::backup_file_name(&device::date()), &parts);
        dialog.note_backup();
        Ok(())
    });
}

/// Where a file is chosen.
pub(super) fn chooser(dialog: Dialog) -> AnyView {
    let field =
        input()
            .r#type("file")
            .accept(".json,application/json")
            .on(ev::change, move |event| {
                let Some(file) = device::chosen_file(&event) else {
                    return;
                };
                let then = move |read: Result<String, NotRead>| match read {
                    Ok(text) => look_at(dialog, text),
                    Err(NotRead::TooLarge) => fail(dialog, text::backup_too_large().to_owned()),
                    Err(NotRead::Failed) => fail(dialog, text::not_read().to_owned()),
                };
                device::read_large(&file, backup::MAX_BYTES as u32, Box::new(then));
            });
    label()
        .class("button")
        .child((text::restore_backup(), field))
        .into_any()
}

fn fail(dialog: Dialog, error: String) {
    dialog.restore.set(Restore::Done(Report {
        taken: None,
        errors: vec![error],
    }));
    dialog.view.set(View::Restore);
    request_animation_frame(|| focus("#library-backup button"));
}

/// Looks at a backup: if there are settings in it, somebody has to be asked.
pub(super) fn look_at(dialog: Dialog, text: String) {
    let reader = match Reader::new(text) {
        Ok(reader) => reader,
        Err(error) => return fail(dialog, text::not_a_backup(&error)),
    };
    if reader.rest.settings.is_some() {
        dialog.reader.set_value(Some(reader));
        dialog.restore.set(Restore::Client);
        request_animation_frame(|| focus("#library-backup input"));
    } else {
        take(dialog, reader, None);
    }
    dialog.view.set(View::Restore);
}

/// What comes of a backup, and before that the question what to take of it.
pub(super) fn restore(dialog: Dialog) -> AnyView {
    let preferences = preferences();
    let content = move || match dialog.restore.get() {
        Restore::Client => question(dialog, preferences),
        Restore::Reading(percent) => div()
            .child(p().child(text::restoring(percent as u64)))
            .into_any(),
        Restore::Done(report) => {
            let line = |class: &'static str| move |line: String| p().class(class).child(line);
            let errors = report.errors.into_iter().map(line("error"));
            div()
                .child((report.taken.map(line("taken")), errors.collect::<Vec<_>>()))
                .into_any()
        }
    };
    let is_done = move || {
        dialog
            .restore
            .with(|restore| matches!(restore, Restore::Done(_)))
    };
    let back = move || {
        is_done().then(|| {
            let back = button(text::back_to_list(), move || dialog.back()).class("primary");
            p().class("buttons").child(back).into_any()
        })
    };
    div()
        .id("library-backup")
        .child((
            h3().child(text::restore_backup()),
            div().aria_live("polite").child(content),
            back,
        ))
        .into_any()
}

/// Whether the settings of a backup are to be taken as well.
fn question(dialog: Dialog, preferences: Preferences) -> AnyView {
    let settings = RwSignal::new(false);
    let field = checkbox(
        text::restore_settings(),
        move || settings.get(),
        move |on| settings.set(on),
    );
    let go = button(text::restore(), move || {
        if let Some(reader) = dialog.reader.try_update_value(Option::take).flatten() {
            let preferences = settings.get_untracked().then_some(preferences);
            take(dialog, reader, preferences);
        }
    });
    let cancel = button(text::cancel(), move || dialog.back());
    div()
        .child((
            field,
            p().class("buttons").child((go.class("primary"), cancel)),
        ))
        .into_any()
}

/// Takes what is in a backup, piece by piece; its settings only if they are to replace
/// these.
fn take(dialog: Dialog, reader: Reader, settings: Option<Preferences>) {
    dialog.restore.set(Restore::Reading(0));
    dialog.start(async move {
        dialog.repository.caught_up().await;
        let mut taking = Taking::default();
        let ended = match dialog.repository.database().await {
            Ok(database) => taking.all(dialog, database, reader, settings).await,
            Err(trouble) => Err(trouble),
        };
        dialog.restore.set(Restore::Done(taking.report()));
        request_animation_frame(|| focus("#library-backup button"));
        dialog.read().await?;
        ended
    });
}

/// What has been taken so far.
#[derive(Default)]
struct Taking {
    merger: Merger,
    added: usize,
    changed: usize,
    same: usize,
    /// Games for which there was no room.
    no_room: usize,
    wrong: Vec<String>,
}

impl Taking {
    async fn all(
        &mut self,
        dialog: Dialog,
        database: Rc<Database>,
        mut reader: Reader,
        settings: Option<Preferences>,
    ) -> Result<(), DatabaseError> {
        self.merger = Merger::new(database.entries().await?.iter());
        // First those that are here under the same id: what they become decides whether
        // others are the same.
        let mut late = Vec::new();
        let mut more = true;
        while more {
            let (mut games, begun) = (Vec::new(), device::now());
            while games.len() < SLICE && device::now() < begun + PATIENCE {
                match reader.next() {
                    Some(Ok(game)) => games.push(game),
                    Some(Err(broken)) => {
                        self.wrong.push(text::broken_game(reader.number, &broken));
                    }
                    None => {
                        more = false;
                        break;
                    }
                }
            }
            self.some(&database, games, Some(&mut late)).await?;
            let percent = reader.percent() / 2;
            dialog.restore.set(Restore::Reading(percent));
            device::sleep(0).await;
        }
        let count = late.len().max(1);
        let mut done = 0;
        let mut late = late.into_iter();
        loop {
            let games: Vec<Game> = late.by_ref().take(SLICE / 4).collect();
            if games.is_empty() {
                break;
            }
            done += games.len();
            self.some(&database, games, None).await?;
            let percent = 50 + done * 50 / count;
            dialog.restore.set(Restore::Reading(percent));
            device::sleep(0).await;
        }
        self.rest(&reader.rest, settings);
        if self.no_room > 0 {
            return Err(DatabaseError::QuotaExceeded);
        }
        Ok(())
    }

    /// Takes some games. Those that are not here under their ids are left for later,
    /// if there is a later.
    async fn some(
        &mut self,
        database: &Database,
        games: Vec<Game>,
        mut late: Option<&mut Vec<Game>>,
    ) -> Result<(), DatabaseError> {
        let wanted: Vec<String> = games
            .iter()
            .flat_map(|game| self.merger.wanted(game))
            .collect();
        let mut known = database.games(&wanted).await?;
        let mut changed = BTreeMap::new();
        let mut counts = [0; 3];
        for theirs in games {
            if let Some(late) = late.as_mut().filter(|_| !Merger::has(&known, &theirs)) {
                late.push(theirs);
                continue;
            }
            let (merged, id) = self.merger.take(&mut known, theirs);
            counts[merged as usize] += 1;
            if merged != Merged::Same {
                changed.insert(id.clone(), known[&id].clone());
            }
        }
        match database.write(changed.values(), &[]).await {
            Ok(()) => {
                let [added, changed, same] = counts;
                self.added += added;
                self.changed += changed;
                self.same += same;
                Ok(())
            }
            Err(DatabaseError::QuotaExceeded) => {
                // Smaller games may still have room.
                self.no_room += changed.len();
                Ok(())
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// Takes what else is in a backup.
    fn rest(&mut self, rest: &BackupExtras, preferences: Option<Preferences>) {
        let storage = BrowserStorage::new();
        if let Some(scores) = &rest.scores {
            match storage::merge_scores(&storage, scores) {
                Ok(()) => {}
                Err(storage::MergeScoresError::Invalid(why)) => {
                    self.wrong.push(text::restore_bad_scores(&why.to_string()));
                }
                Err(storage::MergeScoresError::Storage(problem)) => {
                    self.wrong.push(text::storage_problem(&problem));
                }
            }
        }
        if let Some(setup) = &rest.setup {
            storage::restore_last_setup(&storage, setup);
        }
        if let (Some(text), Some(preferences)) = (&rest.settings, preferences) {
            match Settings::parse(text) {
                Ok(settings) => preferences.replace(settings),
                Err(why) => self
                    .wrong
                    .push(text::restore_bad_settings(&why.to_string())),
            }
        }
    }

    fn report(self) -> Report {
        let mut errors = self.wrong;
        if errors.len() > LISTED {
            let more = errors.len() - LISTED;
            errors.truncate(LISTED);
            errors.push(text::restore_errors_more(more as u64));
        }
        if self.no_room > 0 {
            errors.push(text::restore_no_room(self.no_room as u64));
        }
        Report {
            taken: Some(text::restored(
                self.added as u64,
                self.changed as u64,
                self.same as u64,
            )),
            errors,
        }
    }
}
