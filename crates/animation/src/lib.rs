//! Games of Connect Four and similar games as animated GIFs.
//!
//! ```
//! use four_shapes_animation::Animation;
//! use four_shapes_records::{Match, drawing::Paints};
//! use four_shapes_rules::{Rules, notation};
//!
//! let game = notation::parse(Rules::CLASSIC, "1212121").unwrap();
//! let mut animation = Animation::new(&Match::with_default_seats(game), &Paints::LIGHT);
//! while animation.add_frame() {}
//! assert!(animation.finish().starts_with(b"GIF89a"));
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod canvas;
mod palette;

use canvas::{Canvas, Rect};
use four_shapes_records::{
    Match,
    drawing::{Drawing, Layer, Paints},
    frame,
};
use four_shapes_rules::{Cell, Rules, Step};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;

/// How long a position is shown, in hundredths of a second.
const DELAY: u16 = 60;
/// The same for the first and the last position.
const FIRST_DELAY: u16 = 100;
const LAST_DELAY: u16 = 400;

/// The width of the longer side of the board in pixels; less if its cells are small.
const WIDTH: usize = 480;

/// An animation that is being made, a frame at a time: a frame for the start, one for each move,
/// and at the end one with the completed lines.
pub struct Animation {
    encoder: Encoder<Vec<u8>>,
    paints: Paints,
    scale: Scale,
    /// The positions to show, which are those after this number of steps.
    frames: Vec<Position>,
    /// The number of frames that were added.
    added: usize,
    game_match: Match,
    /// What is behind the pieces, and what is before them.
    behind: Canvas,
    before: Canvas,
    /// The last frame.
    shown: Canvas,
    drawing: Drawing,
}

/// A position to show.
#[derive(Clone, Copy)]
struct Position {
    step: usize,
    /// Whether completed lines are marked.
    is_marked: bool,
}

impl Animation {
    /// Starts an animation of a match, up to its current position.
    pub fn new(game_match: &Match, paints: &Paints) -> Self {
        let frames = positions(game_match);
        let mut game_match = game_match.clone();
        game_match.go_to(0);
        let drawing = Drawing::unmarked(&game_match, paints);
        let rules = game_match.rules();
        let scale = Scale::of(rules);
        let [width, height] = scale.size(&drawing);
        let mut behind = Canvas::new(width, height);
        behind.clear(paints.page());
        let mut before = Canvas::new(width, height);
        for (canvas, layers) in [
            (&mut behind, &drawing.behind),
            (&mut before, &drawing.before),
        ] {
            for layer in layers {
                scale.paint(canvas, layer);
            }
        }
        let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, &[])
            .expect("writing to a vector doesn't fail");
        encoder
            .set_repeat(Repeat::Infinite)
            .expect("writing to a vector doesn't fail");
        Self {
            encoder,
            paints: *paints,
            scale,
            frames,
            added: 0,
            game_match,
            shown: behind.clone(),
            behind,
            before,
            drawing,
        }
    }

    /// Returns the number of frames that were added, and the number of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.added, self.frames.len())
    }

    /// Adds the next frame; returns whether there are more.
    pub fn add_frame(&mut self) -> bool {
        let Some(position) = self.frames.get(self.added) else {
            return false;
        };
        self.game_match.go_to(position.step);
        let draw = if position.is_marked {
            Drawing::new
        } else {
            Drawing::unmarked
        };
        let drawing = draw(&self.game_match, &self.paints);
        let is_first = self.added == 0;
        let mut canvas = self.shown.clone();
        for cell in self.game_match.rules().all_cells() {
            let piece = drawing.piece(cell);
            if is_first || piece != self.drawing.piece(cell) {
                self.repaint(&mut canvas, cell, piece);
            }
        }
        if is_first {
            // Also the edges of the frame, which are in no cell.
            canvas.draw(&self.before, canvas.rect());
        }
        for stroke in &drawing.strokes {
            self.scale.paint(&mut canvas, stroke);
        }
        let before = (!is_first).then_some(&self.shown);
        let delay = match self.added {
            last if last + 1 == self.frames.len() => LAST_DELAY,
            0 => FIRST_DELAY,
            _ => DELAY,
        };
        let frame = changes(&canvas, before, delay);
        self.encoder
            .write_frame(&frame)
            .expect("the frame is valid, and writing to a vector doesn't fail");
        (self.shown, self.drawing) = (canvas, drawing);
        self.added += 1;
        self.added < self.frames.len()
    }

    /// Paints a cell again, with the piece in it.
    fn repaint(&self, canvas: &mut Canvas, cell: Cell, piece: Option<&Layer>) {
        let rect = self.scale.rect(self.game_match.rules(), cell);
        canvas.copy(&self.behind, rect);
        if let Some(piece) = piece {
            self.scale.paint(canvas, piece);
        }
        canvas.draw(&self.before, rect);
    }

    /// Ends the file and returns it.
    pub fn finish(self) -> Vec<u8> {
        self.encoder
            .into_inner()
            .expect("writing to a vector doesn't fail")
    }
}

/// The positions to show: those after the steps that change the board, and the last one once more if
/// it has completed lines.
fn positions(game_match: &Match) -> Vec<Position> {
    let game = game_match.game();
    let steps = game.steps()[..game.cursor()].iter().zip(1..);
    let changes = steps.filter(|(step, _)| matches!(step, Step::Place(_) | Step::Swap));
    let steps = [0].into_iter().chain(changes.map(|(_, number)| number));
    let unmarked = steps.map(|step| Position {
        step,
        is_marked: false,
    });
    let is_won = !Drawing::new(game_match, &Paints::LIGHT).strokes.is_empty();
    let marked = is_won.then_some(Position {
        step: game.cursor(),
        is_marked: true,
    });
    unmarked.chain(marked).collect()
}

/// Returns a frame with what differs from the frame before.
fn changes(canvas: &Canvas, before: Option<&Canvas>, delay: u16) -> Frame<'static> {
    let rect = before.map_or_else(|| canvas.rect(), |before| canvas.changed(before));
    let pixels = canvas.pixels(rect);
    let pixels: Vec<_> = match before {
        Some(before) => {
            let pairs = pixels.zip(before.pixels(rect));
            pairs
                .map(|(now, before)| (now != before).then_some(now))
                .collect()
        }
        None => pixels.map(Some).collect(),
    };
    let indexed = palette::index(&pixels);
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: indexed.transparent,
        left: rect.left as u16,
        top: rect.top as u16,
        width: rect.width as u16,
        height: rect.height as u16,
        palette: Some(indexed.palette),
        buffer: Cow::Owned(indexed.indices),
        ..Frame::default()
    }
}

/// The size of cells in pixels.
#[derive(Clone, Copy)]
struct Scale {
    cell: usize,
    /// The width of the margins.
    margin: usize,
}

impl Scale {
    fn of(rules: Rules) -> Self {
        let longer = usize::from(rules.columns().max(rules.rows()));
        let cell = (WIDTH / longer).clamp(24, 96);
        Self {
            cell,
            margin: cell * 3 / 10,
        }
    }

    /// Returns the width and the height of a drawing.
    fn size(self, drawing: &Drawing) -> [usize; 2] {
        let (width, height) = drawing.bounds().size;
        [width, height].map(|length| length * self.cell / 100)
    }

    /// Returns the square of a cell.
    fn rect(self, rules: Rules, cell: Cell) -> Rect {
        let (x, y) = frame::centre(rules, cell);
        let start = |middle: isize| self.margin + middle.unsigned_abs() / 100 * self.cell;
        Rect {
            left: start(x),
            top: start(y),
            width: self.cell,
            height: self.cell,
        }
    }

    fn paint(self, canvas: &mut Canvas, layer: &Layer) {
        #[allow(clippy::cast_precision_loss, reason = "the numbers are small")]
        let (scale, margin) = (self.cell as f32 / 100.0, self.margin as f32);
        canvas.paint(layer, scale, margin);
    }
}
