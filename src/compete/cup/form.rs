//! The form of a cup's setup.

use crate::{compete::text, game::presets::Preset};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Name;
use four_shapes_rules::{Rules, RulesConfig};
use four_shapes_tournament::cup::{Config, Cup, Entrant, Format, Player};

/// An entrant, with its name as typed, or that of a bot; a computer player is named by its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormEntrant {
    /// Identifies the entrant while the form is edited.
    pub(super) key: u32,
    pub(super) name: String,
    pub(super) player: Player,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CupForm {
    pub(super) entrants: Vec<FormEntrant>,
    pub(super) format: Format,
    pub(super) board: Preset,
    last_key: u32,
    /// The names of the people removed by [`set_opponents`](Self::set_opponents), which restores them.
    removed_names: Vec<String>,
}

/// The opponents in a cup, if they are all of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponents {
    Computers,
    People,
}

/// The number of players that are offered at first.
const DEFAULT_PLAYERS: usize = 4;

impl CupForm {
    /// A cup of four: a person, whose name may be empty, and three computer players.
    pub(super) fn new(person: String) -> Self {
        let mut form = Self {
            entrants: Vec::new(),
            format: Format::KnockOut,
            board: Preset::CLASSIC,
            last_key: 0,
            removed_names: Vec::new(),
        };
        form.add(person, Player::Human);
        form.set_opponents(Opponents::Computers);
        form
    }

    fn people(&self) -> impl Iterator<Item = &FormEntrant> {
        let entrants = self.entrants.iter();
        entrants.filter(|entrant| entrant.player == Player::Human)
    }

    /// Returns the opponents; `None` if they are mixed.
    pub(super) fn opponents(&self) -> Option<Opponents> {
        match self.people().count() {
            1 if self.entrants.len() > 1 => Some(Opponents::Computers),
            people if people > 1 && people == self.entrants.len() => Some(Opponents::People),
            _ => None,
        }
    }

    /// Replaces the entrants by people only, or by one person and computer players. Names are kept.
    pub(super) fn set_opponents(&mut self, opponents: Opponents) {
        let names = self.people().map(|person| person.name.clone());
        let mut names: Vec<String> = names.chain(self.removed_names.iter().cloned()).collect();
        self.removed_names.clear();
        self.entrants.clear();
        if opponents == Opponents::Computers {
            self.removed_names = names.split_off(names.len().min(1));
        }
        let people = match opponents {
            Opponents::Computers => 1,
            Opponents::People => DEFAULT_PLAYERS.max(names.len()),
        };
        names.resize(people, String::new());
        for name in names {
            self.add(name, Player::Human);
        }
        for level in Level::ALL
            .into_iter()
            .take(DEFAULT_PLAYERS.saturating_sub(people))
        {
            self.add(String::new(), Player::Computer(PlayerKind::Level(level)));
        }
    }

    /// Gives the first person this name, unless they have one.
    pub(super) fn name_first(&mut self, name: &Name) {
        let first = self.entrants.iter_mut();
        let first = first.take(1).find(|it| it.player == Player::Human);
        if let Some(first) = first.filter(|it| it.name.is_empty()) {
            name.as_str().clone_into(&mut first.name);
        }
    }

    /// The same players and rules as in an earlier cup.
    pub(super) fn of(config: &Config) -> Self {
        let rules = config.rules;
        let is_board = |preset: &&Preset| rules_of(**preset) == Some(rules);
        let mut form = Self {
            entrants: Vec::new(),
            format: config.format,
            board: *Preset::CONNECT_FOUR
                .iter()
                .find(is_board)
                .unwrap_or(&Preset::CLASSIC),
            last_key: 0,
            removed_names: Vec::new(),
        };
        for Entrant { name, player } in &config.entrants {
            let typed = match player {
                Player::Computer(_) => String::new(),
                // As the name of a person among others, “You” would be ambiguous.
                Player::Human if name.as_str() == text::you() => String::new(),
                Player::Human | Player::Bot(_) => name.to_string(),
            };
            form.add(typed, *player);
        }
        form
    }

    pub(super) fn is_full(&self) -> bool {
        self.entrants.len() >= Cup::MAX_ENTRANTS
    }

    /// Adds an entrant if there is room, and returns its key.
    pub(super) fn add(&mut self, name: String, player: Player) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        self.last_key += 1;
        self.entrants.push(FormEntrant {
            key: self.last_key,
            name,
            player,
        });
        Some(self.last_key)
    }

    /// Whether a computer player or a bot is an entrant.
    pub(super) fn has(&self, player: Player) -> bool {
        self.entrants.iter().any(|entrant| entrant.player == player)
    }

    pub(super) fn remove(&mut self, key: u32) {
        self.entrants.retain(|entrant| entrant.key != key);
    }

    pub(super) fn rename(&mut self, key: u32, name: String) {
        if let Some(entrant) = self.entrants.iter_mut().find(|entrant| entrant.key == key) {
            entrant.name = name;
        }
    }

    /// Returns the name of a person without one: *You*, or the number among several people.
    pub(super) fn default_name(&self, index: usize) -> String {
        if self.people().count() == 1 {
            text::you().to_owned()
        } else {
            text::default_person(index as u64 + 1)
        }
    }

    /// Returns the names in the order of the entrants. Characters that a name can't have are left
    /// out, and names are numbered where others are the same.
    pub(super) fn names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        for (index, entrant) in self.entrants.iter().enumerate() {
            let typed = match entrant.player {
                Player::Computer(kind) => text::computer_name(kind),
                Player::Human | Player::Bot(_) => entrant.name.clone(),
            };
            let default = self.default_name(index);
            let name = Name::sanitized(&typed).or_else(|| Name::sanitized(&default));
            names.extend(name.map(|name| unused(name, &names)));
        }
        names
    }

    /// Returns the parameters of the cup, if there are enough entrants.
    pub(super) fn config(&self, seed: u64) -> Option<Config> {
        let names = self.names().into_iter();
        let entrants = names.zip(&self.entrants).map(|(name, entrant)| Entrant {
            name,
            player: entrant.player,
        });
        let config = Config {
            format: self.format,
            entrants: entrants.collect(),
            rules: rules_of(self.board)?,
            seed,
        };
        Cup::new(config.clone()).is_ok().then_some(config)
    }
}

/// Returns a name that is not among these, numbered if necessary.
fn unused(name: Name, names: &[Name]) -> Name {
    let numbered = (2..).map(|number| {
        let suffix = format!(" {number}");
        let room = Name::MAX_CHARS - suffix.chars().count();
        let start: String = name.as_str().chars().take(room).collect();
        Name::sanitized(&[start.trim_end(), &suffix].concat())
    });
    let mut names_to_try = [Some(name.clone())].into_iter().chain(numbered).flatten();
    names_to_try
        .find(|name| !names.contains(name))
        .unwrap_or(name)
}

/// Returns the rules of a preset board for two players.
pub(super) fn rules_of(preset: Preset) -> Option<Rules> {
    let config = RulesConfig {
        columns: preset.columns,
        rows: preset.rows,
        connect: preset.connect,
        players: 2,
        gravity: true,
    };
    Rules::new(config).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(form: &CupForm) -> Vec<String> {
        form.names().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn four_are_ready_to_start() {
        let form = CupForm::new("Ana".to_owned());
        let config = form.config(7).unwrap();
        assert_eq!(config.entrants.len(), 4);
        assert_eq!(config.entrants[0].name.as_str(), "Ana");
        assert_eq!(config.entrants[0].player, Player::Human);
        let is_computer = |entrant: &Entrant| matches!(entrant.player, Player::Computer(_));
        assert!(config.entrants[1..].iter().all(is_computer));
        assert_eq!(config.rules, Rules::CLASSIC);
        assert_eq!(CupForm::of(&config).config(7), Some(config));
        let unnamed = CupForm::new(String::new()).config(7).unwrap();
        assert_eq!(unnamed.entrants[0].name.as_str(), text::you());
    }

    #[test]
    fn several_people_without_names_are_numbered() {
        let alone = CupForm::new(String::new()).config(7).unwrap();
        let mut form = CupForm::of(&alone);
        form.add(String::new(), Player::Human);
        let found = names(&form);
        assert_eq!([&*found[0], &*found[4]], ["Player 1", "Player 5"]);
    }

    #[test]
    fn four_friends_are_one_choice_and_their_names_are_kept() {
        let mut form = CupForm::new("Ana".to_owned());
        assert_eq!(form.opponents(), Some(Opponents::Computers));
        form.set_opponents(Opponents::People);
        assert_eq!(form.opponents(), Some(Opponents::People));
        assert_eq!(names(&form), ["Ana", "Player 2", "Player 3", "Player 4"]);
        form.rename(form.entrants[1].key, "Ben".to_owned());
        form.set_opponents(Opponents::Computers);
        assert_eq!(names(&form), ["Ana", "Pip", "Coco", "Mira"]);
        form.set_opponents(Opponents::People);
        assert_eq!(names(&form), ["Ana", "Ben", "Player 3", "Player 4"]);
        form.add(
            String::new(),
            Player::Computer(PlayerKind::Level(Level::One)),
        );
        assert_eq!(form.opponents(), None);
    }

    #[test]
    fn the_first_person_gets_the_name_of_the_user_unless_there_is_one() {
        let mut form = CupForm::new(String::new());
        for name in ["Ana", "Ben"] {
            form.name_first(&Name::new(name).unwrap());
        }
        assert_eq!(names(&form)[..2], ["Ana", "Pip"]);
        form.remove(form.entrants[0].key);
        form.name_first(&Name::new("Ben").unwrap());
        assert_eq!(names(&form)[0], "Pip");
    }

    #[test]
    fn any_typed_names_become_different_names() {
        let mut form = CupForm::new(" ".to_owned());
        form.entrants.truncate(1);
        let long = "abcdefghijklmnopqrstuvwxyz";
        for name in ["Ana", "Ana", "\u{202e}\n", long, long, "Ana 2", ""] {
            form.add(name.to_owned(), Player::Human);
        }
        let found = names(&form);
        assert_eq!(found[1..3], ["Ana", "Ana 2"]);
        assert_eq!(
            found[4..6],
            ["abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuv 2"]
        );
        assert_eq!(found[6], "Ana 2 2");
        assert!(form.config(0).is_some());
        let level = Player::Computer(PlayerKind::Level(Level::Two));
        form.add("ignored".to_owned(), level);
        form.add(String::new(), level);
        let found = names(&form);
        assert_eq!(found[9], format!("{} 2", found[8]));
    }

    #[test]
    fn a_removed_computer_player_is_no_entrant_any_more() {
        let mut form = CupForm::new("Ana".to_owned());
        let level = Player::Computer(PlayerKind::Level(Level::Four));
        assert!(!form.has(level));
        let key = form.add(String::new(), level).unwrap();
        assert!(form.has(level));
        form.remove(key);
        assert!(!form.has(level));
    }

    #[test]
    fn a_cup_has_two_to_sixteen() {
        let mut form = CupForm::new("Ana".to_owned());
        while form.add("Ben".to_owned(), Player::Human).is_some() {}
        assert_eq!(form.entrants.len(), Cup::MAX_ENTRANTS);
        assert!(form.config(0).is_some());
        for key in 2..=16 {
            form.remove(key);
        }
        assert_eq!((form.entrants.len(), form.config(0)), (1, None));
    }
}
