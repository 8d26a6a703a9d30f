//! Shared test support: random rules and games, and conversions to the reference.

use crate::reference::{Place, Reference};
use four_shapes_players::PlayerKind;
use four_shapes_records::{Match, Name, PieceStyle, Seat, Setup, Symbol};
use four_shapes_rules::{Cell, Game, Player, Position, Rules, RulesConfig, hash::splitmix64};
use proptest::{prelude::*, sample::Index};
use std::ops::RangeInclusive;

/// Rules from numbers that are known to be valid.
pub fn rules(columns: u32, rows: u32, connect: u32, players: u32, gravity: bool) -> Rules {
    Rules::new(RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity,
    })
    .expect("the test asks for allowed rules")
}

/// Returns the empty board of the reference for the same rules.
pub fn reference(rules: Rules) -> Reference {
    Reference::new(
        rules.columns().into(),
        rules.rows().into(),
        rules.connect().into(),
        rules.players().into(),
        rules.gravity(),
    )
}

pub fn cell(rules: Rules, (column, row): Place) -> Cell {
    let cell = rules.cell(column, row);
    cell.expect("the place is on the board")
}

pub fn place(cell: Cell) -> Place {
    (cell.column().index(), cell.row())
}

pub fn player(rules: Rules, index: usize) -> Player {
    let player = rules.player(index);
    player.expect("the rules have this player")
}

/// Converts a board of the reference to a position.
pub fn position(rules: Rules, board: &Reference) -> Position {
    let mut position = Position::new(rules);
    for place in board.places() {
        if let Some(owner) = board.get(place) {
            position
                .place(player(rules, owner), cell(rules, place))
                .expect("from the bottom up every piece is supported");
        }
    }
    position
}

/// Places pieces in turn, where they are supported, until the choices run out or the board is
/// full. Completed lines don't end it.
pub fn fill<'a>(rules: Rules, choices: impl IntoIterator<Item = &'a Index>) -> Reference {
    let mut board = reference(rules);
    for (turn, choice) in choices.into_iter().enumerate() {
        let open = board.open();
        if open.is_empty() {
            break;
        }
        board.put(turn % usize::from(rules.players()), *choice.get(&open));
    }
    board
}

/// Random rules with sides in a range.
pub fn rules_within(
    columns: RangeInclusive<u32>,
    rows: RangeInclusive<u32>,
) -> impl Strategy<Value = Rules> {
    (columns, rows)
        .prop_flat_map(|(columns, rows)| {
            let longest = Rules::max_connect(columns, rows);
            // Short lines, since games on large boards would never be won otherwise.
            let connect = prop_oneof![3 => 3..=longest.min(5), 1 => 3..=longest];
            (Just(columns), Just(rows), connect)
        })
        .prop_flat_map(|(columns, rows, connect)| {
            let most = Rules::max_players(columns, rows, connect);
            let players = prop_oneof![2 => Just(2), 2 => 2..=most.min(4), 1 => 2..=most];
            (Just((columns, rows, connect)), players, any::<bool>())
        })
        .prop_map(|((columns, rows, connect), players, gravity)| {
            rules(columns, rows, connect, players, gravity)
        })
}

/// Random rules: small boards, and boards of 64, 128 and 256 bits.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![
        rules_within(3..=5, 3..=5),
        rules_within(3..=8, 3..=7),
        rules_within(8..=11, 7..=10),
        rules_within(11..=15, 11..=15),
        rules_within(3..=15, 3..=15),
    ]
}

/// Enough random choices for a game on the largest board.
pub fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 225)
}

/// Any of the choices, as many as there are moves to make.
pub fn some_choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..=225)
}

/// Plays a random game until the choices run out or it is over.
pub fn play(rules: Rules, choices: &[Index]) -> Game {
    play_with(false, rules, choices)
}

/// As [`play`], with a swap if requested and possible.
pub fn play_with(swaps: bool, rules: Rules, choices: &[Index]) -> Game {
    let mut game = Game::new(rules);
    for choice in choices {
        let cells: Vec<Cell> = game.position().playable().collect();
        let Some(turn) = game.turn() else { break };
        turn.play(*choice.get(&cells)).expect("the cell is open");
        if swaps && let Some(turn) = game.turn() {
            let possible = turn.check_swap().is_ok();
            assert_eq!(turn.swap().is_ok(), possible);
        }
    }
    game
}

/// A portable pseudorandom number generator (`SplitMix64`).
pub struct Random(pub u64);

impl Random {
    pub fn next_u64(&mut self) -> u64 {
        splitmix64(&mut self.0)
    }

    /// Returns a number below a bound, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Returns `true` with a probability of 1 in `n`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Names that are dangerous if interpreted as anything but text.
pub const HOSTILE: [&str; 20] = [
    "<b>&\"'\\",
    "</script>",
    ".",
    "..",
    "../../etc",
    "a.b&c=d#e%",
    "%2E%26%3D",
    "{\"name\":1}",
    "{{x}} {} {0}",
    "`$(x)`;--",
    "null",
    "0",
    "[31m",
    "Zoë Ångström",
    "漢字",
    "مرحبا",
    "😀👩\u{200d}👧",
    "\u{301}\u{302}",
    "a  b",
    "+1,2|3~",
];

/// A setup with hostile names and symbols.
pub fn hostile_setup(rules: Rules, random: &mut Random) -> Setup {
    let symbols: Vec<Symbol> = ('!'..='\u{52f}').filter_map(Symbol::new).collect();
    let (first_look, first_symbol) = (random.below(PieceStyle::COUNT), random.below(symbols.len()));
    let first_name = random.below(HOSTILE.len());
    let seat = |number: usize| {
        let name = HOSTILE[(first_name + number) % HOSTILE.len()];
        let again = match number / HOSTILE.len() {
            0 => String::new(),
            again => again.to_string(),
        };
        // Steps coprime to the counts.
        Seat {
            name: Name::new(&format!("{name}{again}")).expect("the name is short and plain"),
            piece_style: PieceStyle::nth((first_look + 7 * number) % PieceStyle::COUNT),
            symbol: symbols[(first_symbol + number) % symbols.len()],
            computer: None,
        }
    };
    let players = usize::from(rules.players());
    let seats = (0..players).map(seat).collect();
    Setup::new(rules, seats, random.below(players)).expect("all of them differ")
}

/// A random setup: default, with a different first seat, or hostile; often with the swap
/// rule.
pub fn some_setup(rules: Rules, random: &mut Random) -> Setup {
    let setup = match random.below(4) {
        0 => Setup::with_default_seats(rules),
        1 => Setup::with_default_seats(rules).with_next_first_seat(),
        _ => hostile_setup(rules, random),
    };
    let swap = rules.players() == 2 && random.once_in(2);
    let setup = setup.with_swap(swap).expect("there are two players");
    let timed = rules.players() == 2 && random.once_in(3);
    let time_control = timed.then(|| {
        let texts = ["60+0", "300+2", "65535+255", "5/move"];
        random.pick(&texts).parse().expect("it is a time control")
    });
    let setup = setup.with_time_control(time_control);
    setup.expect("there are two players")
}

/// Swaps sides if possible.
pub fn swap_if_possible(game_match: &mut Match) {
    if game_match.may_swap() {
        game_match.swap().expect("it is possible");
    }
}

/// Assigns some seats to computer players, occasionally.
pub fn seat_computers(game_match: &mut Match, random: &mut Random) {
    let kinds: Vec<PlayerKind> = PlayerKind::offered().collect();
    if random.once_in(2) {
        for place in 0..game_match.setup().seats().len() {
            let kind = random.once_in(3).then(|| *random.pick(&kinds));
            game_match.set_computer(place, kind);
        }
    }
}

/// A game without moves, one in three in a position with pieces of random players, which may
/// have won.
pub fn some_start(rules: Rules, random: &mut Random) -> Game {
    let mut position = Position::new(rules);
    if random.once_in(3) {
        let players: Vec<Player> = rules.all_players().collect();
        for _ in 0..random.below(rules.cells() + 1) {
            let cells: Vec<Cell> = position.playable().collect();
            let (owner, cell) = (*random.pick(&players), *random.pick(&cells));
            position.place(owner, cell).expect("the cell is open");
        }
        let to_move = *random.pick(&players);
        position = position.with_to_move(to_move).expect("it is a player");
    }
    Game::from_position(position).unwrap_or_else(|_| Game::new(rules))
}

/// A random match by random rules, with some steps undone, without computer players.
pub fn any_match() -> impl Strategy<Value = Match> {
    let cursor = prop_oneof![Just(None), any::<Index>().prop_map(Some)];
    (any_rules(), some_choices(), any::<u64>(), cursor).prop_map(
        |(rules, choices, seed, cursor)| {
            let mut random = Random(seed);
            let start = some_start(rules, &mut random);
            let game_match = Match::from_parts(some_setup(rules, &mut random), start);
            let mut game_match = game_match.expect("the rules are the same");
            let swaps = random.once_in(2);
            for choice in &choices {
                let cells: Vec<Cell> = game_match.game().position().playable().collect();
                let Some(turn) = game_match.turn() else { break };
                turn.play(*choice.get(&cells)).expect("the cell is open");
                if swaps {
                    swap_if_possible(&mut game_match);
                }
            }
            if random.once_in(4) {
                game_match.forfeit_on_time();
            }
            if let Some(cursor) = cursor {
                let cursor = cursor.index(game_match.game().steps().len() + 1);
                while game_match.game().cursor() > cursor {
                    game_match.undo();
                }
            }
            game_match
        },
    )
}
