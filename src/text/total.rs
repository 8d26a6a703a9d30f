//! Whatever a stranger sends: each phrase is a phrase. Every function of this module is
//! called with any text and any number.

use crate::{
    device::Room,
    game::options::{Labels, OptionChange},
    game::pace::Speed,
    game::session::{Advice, Answer, Command, Refusal, Request, Session},
    game::view_model::BoardView,
    game::visit::VisitCommand,
    library::{
        Ended, Entry, Game, Who,
        backup::{Broken, Reader, Wrong},
    },
    storage::settings::Setting,
    storage::{NotStored, Problem, Stored},
    text,
    tournament::standings::{Meeting, Rating, Row, Share, Standing},
    workers::{Evaluation, MoveEvaluation},
};
use four_shapes_engine::{
    Cell, Column, Game as Moves, Match, MoveError, Name, PieceStyle, Rules, RulesConfig, Same,
    Seat, Setup, SetupError, StillOpen, SwapError, Symbol, Tally,
    contest::Score,
    import::{self, ImportError},
    link::{self, LinkError},
    players::{Kind, Ties},
    record::{self, RecordError},
    style::Style,
    tournament::{
        Ending, Entrant, ForfeitReason, Hash, Played, Thinking, Tournament, TournamentConfig, file,
        rating::Verdict,
    },
};
use proptest::{prelude::*, test_runner::TestRunner};

/// Any text, often one that begins, or is full of, what texts seldom are.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let odd = prop_oneof![
        Just("“"),
        Just("é"),
        Just("𝄞"),
        Just("\u{202e}"),
        Just("\u{2068}"),
        Just("\u{301}"),
        Just("\u{feff}"),
        Just("\u{9d}"),
        Just("\u{1b}[31m"),
        Just("\0"),
        Just("ß"),
        Just("🏳️‍🌈"),
        Just(""),
    ];
    (
        odd,
        prop::collection::vec(any::<char>(), 0..20),
        any::<bool>(),
    )
        .prop_map(|(odd, rest, before)| {
            let rest: String = rest.into_iter().collect();
            if before {
                [odd, &rest].concat()
            } else {
                [&rest, odd].concat()
            }
        })
}

/// Any number, often one at an end.
fn any_number() -> impl Strategy<Value = u64> {
    prop_oneof![
        0..20_u64,
        any::<u64>(),
        Just(u64::from(u32::MAX)),
        Just(u64::MAX),
        (0..64_u32).prop_map(|bit| 1 << bit),
    ]
}

/// Boards of each kind.
fn boards() -> [Rules; 4] {
    let rules = |columns, rows, players, gravity| {
        let config = RulesConfig {
            columns,
            rows,
            connect: 3,
            players,
            gravity,
        };
        Rules::new(config).expect("they are allowed")
    };
    [
        Rules::CLASSIC,
        Rules::TIC_TAC_TOE,
        rules(15, 15, 3, true),
        rules(4, 3, 2, true),
    ]
}

/// What has been drawn: texts and numbers to be used for anything.
struct Lot {
    texts: Vec<String>,
    numbers: Vec<u64>,
    next: usize,
}

impl Lot {
    fn text(&mut self) -> String {
        self.next += 1;
        self.texts[self.next % self.texts.len()].clone()
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.numbers[self.next % self.numbers.len()]
    }

    fn size(&mut self) -> usize {
        self.number() as usize
    }

    fn small(&mut self) -> u32 {
        self.number() as u32
    }

    fn below(&mut self, most: usize) -> usize {
        self.size() % most
    }

    fn is(&mut self) -> bool {
        self.below(2) == 0
    }

    fn labels(&mut self) -> Labels {
        [Labels::One, Labels::Zero, Labels::Letters][self.below(3)]
    }

    fn texts(&mut self) -> Vec<String> {
        (0..self.below(7)).map(|_| self.text()).collect()
    }

    /// A text with another one somewhere in it.
    fn disturbed(&mut self, text: &str) -> String {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = ends.get(self.below(ends.len().max(1))).copied();
        let (before, after) = text.split_at(at.unwrap_or_default());
        [before, &self.text(), after].concat()
    }

    fn rules(&mut self) -> Rules {
        boards()[self.below(4)]
    }

    fn column(&mut self, rules: Rules) -> Column {
        let columns: Vec<Column> = rules.all_columns().collect();
        columns[self.below(columns.len())]
    }

    fn cell(&mut self, rules: Rules) -> Cell {
        let cells: Vec<Cell> = rules.all_cells().collect();
        cells[self.below(cells.len())]
    }

    fn kind(&mut self) -> Option<Kind> {
        let kinds: Vec<Option<Kind>> = std::iter::once(None)
            .chain(Kind::offered().map(Some))
            .chain([Some(Kind::Mcts {
                milliseconds: self.small(),
            })])
            .collect();
        kinds[self.below(kinds.len())]
    }

    fn name(&mut self) -> Name {
        Name::tidied(&self.text()).unwrap_or_else(|| Name::new("Ada").expect("it is a name"))
    }

    /// A match somewhere in its middle or at its end.
    fn played(&mut self) -> Match {
        let rules = self.rules();
        let seats = (0..rules.players().into()).map(|place| Seat {
            name: match Name::new(&format!("{}{place}", self.name())) {
                Ok(name) => name,
                Err(_) => Seat::nth(place).name,
            },
            piece_style: PieceStyle::nth(place),
            symbol: Symbol::nth(place),
            computer: self.kind(),
        });
        let setup = Setup::new(rules, seats.collect(), self.below(rules.players().into()))
            .and_then(|setup| setup.with_swap(rules.players() == 2));
        let mut played = Match::new(setup.expect("its players differ"));
        for _ in 0..self.below(40) {
            let cells: Vec<Cell> = played.game().position().playable().collect();
            let at = self.below(cells.len().max(1));
            let Some(turn) = played.turn() else { break };
            turn.play(cells[at]).expect("the cell is open");
            if self.is() {
                let _ = played.swap();
            }
        }
        played.go_to(self.size());
        played
    }

    fn session(&mut self) -> Session {
        let played = self.played();
        let tally = Tally::new(&played);
        let mut session = Session::open(played, tally).with_read_only(self.below(5) == 0);
        for _ in 0..self.below(6) {
            let rules = session.setup().rules();
            let request = self.request(rules);
            session.apply(request);
        }
        session
    }

    fn request(&mut self, rules: Rules) -> Request {
        match self.below(17) {
            0 => Command::Drop(self.column(rules)).into(),
            1 => Command::Place(self.cell(rules)).into(),
            2 => Command::Choose(self.cell(rules)).into(),
            3 => Command::Undo.into(),
            4 => Command::Redo.into(),
            5 => Command::GoTo(self.size()).into(),
            6 => Command::Sit(self.size(), self.kind()).into(),
            7 => Command::AskAdvice.into(),
            8 => Answer::Advice(self.advice(rules)).into(),
            9 => OptionChange::Help(self.is()).into(),
            10 => Command::Swap.into(),
            11 => Command::AgreeDraw.into(),
            12 => Command::Load(Box::new(self.played())).into(),
            13 => VisitCommand::Visit(Box::new(self.played())).into(),
            14 => Request::Announce(self.text()),
            15 => Command::Again.into(),
            _ => VisitCommand::Return.into(),
        }
    }

    fn advice(&mut self, rules: Rules) -> Advice {
        Advice {
            cell: self.cell(rules),
            reason: self.text(),
        }
    }

    fn refusal(&mut self, rules: Rules) -> Refusal {
        match self.below(9) {
            0 => Refusal::Move(MoveError::ColumnFull(self.column(rules))),
            1 => Refusal::Move(MoveError::Occupied(self.cell(rules))),
            2 => Refusal::Move(MoveError::Unsupported(self.cell(rules))),
            3 => Refusal::Computer(self.name()),
            4 => Refusal::Swap(SwapError::Players(self.number() as u8)),
            5 => Refusal::Open(StillOpen),
            6 => Refusal::ReadOnly,
            7 => Refusal::Reply(self.text()),
            _ => Refusal::NotVisiting,
        }
    }

    fn setup_error(&mut self) -> SetupError {
        match self.below(3) {
            0 => SetupError::Starts {
                starts: self.size(),
            },
            1 => SetupError::Same {
                what: [Same::Name, Same::PieceStyle, Same::Symbol][self.below(3)],
                first: self.size(),
                second: self.size(),
            },
            _ => SetupError::Count {
                seats: self.size(),
                players: self.number() as u8,
            },
        }
    }

    fn record_error(&mut self) -> RecordError {
        let text = record::write(&self.played());
        let text = self.disturbed(&text);
        record::read(&text).map_or_else(
            |error| error,
            |_| record::read(&self.text()).expect_err("it is no JSON object"),
        )
    }

    fn storage_problem(&mut self) -> Problem {
        match self.below(3) {
            0 => Problem::Unreadable {
                what: [Stored::Game, Stored::Settings, Stored::Scores][self.below(3)],
                why: self.record_error(),
                aside: self.is().then(|| self.text()),
            },
            1 => Problem::NewerSettings,
            _ => Problem::ScoreNotStored,
        }
    }

    fn link_error(&mut self) -> LinkError {
        let mut text = link::write(&self.played());
        let fields: Vec<usize> = text.match_indices(['=', '&']).map(|(at, _)| at).collect();
        let at = fields[self.below(fields.len())];
        text.insert_str(at + 1, &self.text());
        link::read(&text)
            .err()
            .unwrap_or(LinkError::TooLong(self.size()))
    }

    fn import_error(&mut self) -> ImportError {
        let text = self.text();
        let read = import::read(&text, self.rules());
        read.err().unwrap_or(ImportError::TooLarge(self.size()))
    }

    fn entry(&mut self) -> Entry {
        let record = match self.below(3) {
            0 => self.text(),
            _ => record::write(&self.played()),
        };
        let mut entry = Game::of("1-1", self.number(), self.number(), record).entry;
        entry.name = self.text();
        entry
    }

    fn score(&mut self) -> Score {
        Score {
            wins: self.small(),
            draws: self.small(),
            losses: self.small(),
        }
    }

    fn share(&mut self) -> Share {
        Share {
            likely: self.size(),
            least: self.size(),
            most: self.size(),
        }
    }

    fn rating(&mut self) -> Rating {
        let mut elo = || self.number() as i32;
        let (elo, least, most) = (elo(), elo(), elo());
        match self.below(4) {
            0 => Rating::Known { elo, least, most },
            1 => Rating::AtLeast(elo),
            2 => Rating::AtMost(elo),
            _ => Rating::Unknown,
        }
    }

    fn meeting(&mut self) -> Meeting {
        let verdicts = [
            Verdict::FirstBetter,
            Verdict::SecondBetter,
            Verdict::TooClose,
            Verdict::Repeats,
        ];
        Meeting {
            pairing: self.size(),
            score: self.score(),
            different: self.small(),
            verdict: verdicts[self.below(4)],
        }
    }

    fn row(&mut self) -> Row {
        Row {
            entrant: self.size(),
            place: self.size(),
            rating: self.rating(),
            score: self.score(),
            share: self.share(),
            forfeits: [(); ForfeitReason::KINDS].map(|()| self.small()),
            mean: self.is().then(|| self.number()),
            worst: self.number(),
        }
    }

    fn standing(&mut self) -> Standing {
        Standing {
            done: self.number(),
            total: self.number(),
            finished: self.size(),
            pairings: self.size(),
            labels: self.texts(),
            ranking: Vec::new(),
            meetings: Vec::new(),
            first_movers: self.score(),
            first_move: self.rating(),
            length: self.is().then(|| self.number()),
            repeated: self.number(),
            assumed: self.is(),
        }
    }

    fn reason(&mut self) -> ForfeitReason {
        match self.below(5) {
            0 => ForfeitReason::Illegal(self.number() as i32),
            1 => ForfeitReason::Overtime,
            2 => ForfeitReason::Crash,
            3 => ForfeitReason::Memory,
            _ => ForfeitReason::Nonsense,
        }
    }

    fn ending(&mut self) -> Ending {
        match self.below(3) {
            0 => Ending::Won(self.size()),
            1 => Ending::Drawn,
            _ => Ending::Forfeit {
                player: self.size(),
                reason: self.reason(),
            },
        }
    }

    fn tournament(&mut self) -> Tournament {
        let named = |name| Entrant::Bot {
            hash: Hash([7; 32]),
            name,
        };
        let config = TournamentConfig {
            entrants: vec![named(self.name()), Entrant::Computer(Kind::Random)],
            games: 1 + self.below(5) as u32,
            seed: self.number(),
            ..TournamentConfig::default()
        };
        Tournament::new(config).expect("two can play")
    }

    fn games(&mut self, tournament: &Tournament) -> Vec<Played> {
        let cells: Vec<Cell> = Moves::new(tournament.rules())
            .position()
            .playable()
            .collect();
        let game = |lot: &mut Self| Played {
            number: lot.number(),
            moves: cells[..lot.below(cells.len())].to_vec(),
            ending: lot.ending(),
            thinking: [Thinking {
                moves: lot.number(),
                total: lot.number(),
                worst: lot.number(),
            }; 2],
        };
        (0..self.below(5)).map(|_| game(self)).collect()
    }

    fn wrong(&mut self) -> Wrong {
        let read = Reader::new(self.text());
        read.err().unwrap_or(Wrong::Unknown(self.text()))
    }

    fn broken(&mut self) -> Broken {
        match self.below(4) {
            0 => Broken::CutOff,
            1 => Broken::Missing("id"),
            2 => Broken::Unknown(self.text()),
            _ => Broken::Record(self.record_error()),
        }
    }

    fn evaluation(&mut self) -> Evaluation {
        Evaluation {
            good: self.number() as i8,
            proved: self.is(),
            label: self.text(),
            words: self.text(),
        }
    }

    /// Every phrase.
    #[allow(clippy::too_many_lines)]
    fn say(&mut self) -> Vec<String> {
        let rules = self.rules();
        let session = self.session();
        let view = BoardView::of(&session);
        let played = session.played();
        let tournament = self.tournament();
        let games = self.games(&tournament);
        let (first, second) = (self.text(), self.text());
        let names = [first, second];
        let [first, second] = [0, 1].map(|at: usize| &*names[at]);
        let (texts, moves) = (self.texts(), (0..self.below(3)));
        let moves: Vec<MoveEvaluation> = moves
            .map(|_| MoveEvaluation {
                cell: self.cell(rules),
                best: self.is(),
                evaluation: self.evaluation(),
            })
            .collect();
        let mut said = vec![
            text::preset(text::CONNECT_FOUR_PRESETS[self.below(3)]),
            text::player_number(self.size()),
            text::of_player(first, self.size()),
            text::piece(PieceStyle::nth(self.below(75))),
            text::seat_detail(PieceStyle::nth(self.below(75)), self.kind(), self.small()),
            text::thinking(self.number() as u8),
            text::status(&session, self.is()),
            text::speed(Speed::ALL[self.below(3)]).to_owned(),
            text::sitter(self.kind()),
            text::sitter_offered(self.kind()),
            text::plays_for(&self.name()),
            text::moves_ahead(self.number() as u8),
            text::ties(Ties::ALL[self.below(3)]).to_owned(),
            text::setting_of(first, second),
            text::graph_means(played),
            text::move_name(self.cell(rules)),
            text::advice(&self.advice(rules)),
            text::kind(rules),
            text::most_players(self.small(), self.small(), self.small()),
            text::goal(self.small()),
            crate::library::text::gives_up(self.size(), self.is()),
            text::setup_error(self.setup_error()),
            text::wrong_with(self.size(), first),
            text::import_error(&self.import_error()),
            text::link_error(&self.link_error()),
            text::storage_problem(&self.storage_problem()),
            text::bad_link(&self.link_error()),
            text::unknown_fields(&texts),
            text::not_stored(NotStored::Elsewhere).to_owned(),
            text::file_name(first),
            crate::library::text::scores_file_name(first),
            crate::library::text::games_found(self.size(), self.size()),
            crate::library::text::game_title(&self.entry()),
            text::size((self.small(), self.small())),
            crate::library::text::ended(Ended::Later).to_owned(),
            crate::library::text::who(Who::ALL[self.below(3)]).to_owned(),
            text::standing(played),
            crate::library::text::game_unreadable(&self.record_error()),
            text::deleted(first),
            crate::library::text::no_library(first),
            crate::library::text::library_failed(first),
            text::other_stores(first, &texts),
            crate::library::text::make_room(self.size()),
            crate::library::text::make_room_yes(self.size()),
            text::room(&Room {
                used: self.number(),
                most: self.number(),
                promised: self.is(),
            }),
            crate::library::text::backup_file_name(first),
            crate::library::text::not_a_backup(&self.wrong()),
            crate::library::text::broken_game(self.size(), &self.broken()),
            crate::library::text::backup_taken(self.size(), self.size(), self.size()),
            crate::library::text::backup_reading(self.size()),
            crate::library::text::backup_broken_more(self.size()),
            crate::library::text::backup_no_room(self.size()),
            crate::library::text::backup_scores_wrong(&self.record_error()),
            crate::library::text::backup_settings_wrong(&self.record_error()),
            text::about(first, second),
            crate::tournament::text::bot_too_large(),
            crate::tournament::text::too_many_games(self.number()),
            crate::tournament::text::needs_bot(first),
            crate::tournament::text::needs_terminal(first),
            crate::tournament::text::unreadable_tournament(first),
            crate::tournament::text::reason(self.reason()),
            crate::tournament::text::add(first),
            crate::tournament::text::remove(first),
            crate::tournament::text::remove_bot(first),
            crate::tournament::text::bot_detail(first, second, self.number()),
            crate::tournament::text::bot_missing(first),
            crate::tournament::text::bots_missing(&[first, second]),
            crate::tournament::text::bot_broken(&self.name()),
            crate::tournament::text::wrong_seed(),
            crate::tournament::text::wrong_budget(first, second),
            crate::tournament::text::set_up_with_program(first),
            crate::tournament::text::set_up_file_name(first),
            crate::tournament::text::games_in_all(self.size(), self.number()),
            crate::tournament::text::tournament_title(&tournament),
            crate::tournament::text::games_done(self.number(), self.number()),
            crate::tournament::text::pairings_done(self.size(), self.size()),
            crate::tournament::text::pace(self.number(), self.number()),
            crate::tournament::text::running(self.number()),
            text::over(Some(first)),
            text::over(None),
            crate::tournament::text::stuck(first),
            crate::tournament::text::ranking_file_name(first),
            crate::tournament::text::pairings_file_name(first),
            crate::tournament::text::results_file_name(first),
            crate::tournament::text::games_file_name(first),
            text::grouped(self.number()),
            crate::tournament::text::elo(self.number() as i32),
            crate::tournament::text::per_cent(self.number() as i32),
            crate::tournament::text::share(self.share()),
            crate::tournament::text::rating(self.rating()),
            text::time(self.number()),
            crate::tournament::text::meeting(first, second, &self.meeting()),
            crate::tournament::text::pairing(&names),
            crate::tournament::text::which_games(self.size(), &names),
            crate::tournament::text::games_listed(self.size(), self.size(), self.size()),
            crate::tournament::text::page_of_games(first),
            crate::tournament::text::played_game(
                self.small(),
                [first, second],
                self.ending(),
                self.size(),
            ),
        ];
        for setting in Setting::ALL {
            said.push(text::setting(setting).to_owned());
            said.push(text::setting_word(setting, "any").to_owned());
        }
        said.extend(
            Style::ALL
                .iter()
                .map(|style| text::style(*style).to_owned()),
        );
        said.extend(view.cells.iter().map(|view| text::cell(view.piece)));
        said.extend(view.cells.iter().map(|view| text::cell_button(*view)));
        let labels = self.labels();
        said.extend(
            view.columns
                .iter()
                .map(|column| text::column_button(*column, labels, rules)),
        );
        said.extend(text::help(played.setup()));
        said.extend(text::keys(rules).iter().map(|(key, _)| (*key).to_owned()));
        said.extend(Name::new(first).err().map(text::name_error));
        let kind = first.parse::<Kind>();
        said.extend(kind.as_ref().err().map(crate::tournament::text::kind_error));
        let unplayable = Tournament::new(TournamentConfig::default()).expect_err("nobody plays");
        said.push(crate::tournament::text::tournament_error(&unplayable));
        let set_up = self.disturbed(&file::write(&tournament));
        said.extend(
            file::read(&set_up)
                .as_ref()
                .err()
                .map(crate::tournament::text::bad_set_up),
        );
        said.extend(
            file::read_link(first)
                .as_ref()
                .err()
                .map(crate::tournament::text::bad_set_up),
        );
        // These may have nothing to say.
        let silent = [
            vec![
                text::capital(first),
                text::number(self.small()),
                text::moves(self.size()),
                text::sentence(first),
                text::bytes(self.number()),
                text::worth(&self.evaluation(), self.is()),
                crate::tournament::text::bots_progress(self.size(), self.size()),
                text::event(&session),
                text::refused(&self.refusal(rules), labels),
                text::step(played, self.size()),
                text::trace(&session),
                crate::library::text::game_detail(&self.entry(), self.is()),
                text::rows_in_words(played),
                text::scores_mean(&moves),
                crate::tournament::text::bots_found(self.size(), self.size(), self.size()),
                crate::tournament::text::cross_cell(self.score(), first),
            ],
            crate::tournament::text::facts(&self.standing()),
            crate::tournament::text::ranking_cells(&self.row()),
            crate::tournament::text::trial(&tournament, &games),
        ];
        drop(silent);
        said
    }
}

#[test]
fn every_phrase_is_said_of_any_text_and_number() {
    let mut runner = TestRunner::new(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    });
    let lots = (
        prop::collection::vec(any_text(), 1..9),
        prop::collection::vec(any_number(), 1..30),
    );
    runner
        .run(&lots, |(texts, numbers)| {
            let mut lot = Lot {
                texts,
                numbers,
                next: 0,
            };
            let said = lot.say();
            prop_assert!(said.iter().all(|words| !words.is_empty()), "{:?}", said);
            Ok(())
        })
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn no_phrase_is_forgotten_here() {
    let here = include_str!("total.rs");
    let sources = [
        include_str!("en.rs"),
        include_str!("../library/text.rs"),
        include_str!("../tournament/text.rs"),
    ];
    let phrases = sources
        .iter()
        .flat_map(|it| it.split("pub(crate) fn ").skip(1));
    let names: Vec<&str> = phrases.filter_map(|rest| rest.split('(').next()).collect();
    assert!(names.len() > 100, "{names:?}");
    for name in names {
        let called = [format!("text::{name}("), format!("text::{name})")];
        assert!(called.iter().any(|call| here.contains(call)), "{name}");
    }
}
