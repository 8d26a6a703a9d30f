//! Pixels, and the painting of outlines.

use four_shapes_records::drawing::{Layer, Rgb};
use zeno::{Cap, Fill, Join, Mask, Stroke, Style, Transform};

/// The number of shades of an edge. Few, as the colours of a frame are limited and files with few
/// colours are smaller.
const SHADES: u32 = 15;

/// A picture of pixels whose colours are multiplied by their opacity, which is last.
#[derive(Clone)]
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

/// A part of a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Canvas {
    /// Returns a transparent canvas.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            pixels: vec![[0; 4]; width * height],
        }
    }

    /// Fills the canvas.
    pub(crate) fn clear(&mut self, Rgb([red, green, blue]): Rgb) {
        self.pixels.fill([red, green, blue, 255]);
    }

    /// Returns all of the canvas.
    pub(crate) fn rect(&self) -> Rect {
        Rect {
            left: 0,
            top: 0,
            width: self.width,
            height: self.height,
        }
    }

    /// Returns the colours of the pixels of a part of an opaque canvas, row by row.
    pub(crate) fn pixels(&self, rect: Rect) -> impl Iterator<Item = [u8; 3]> {
        let rows = rect.top..rect.top + rect.height;
        let rows = rows.map(move |y| &self.pixels[y * self.width + rect.left..][..rect.width]);
        rows.flatten()
            .map(|&[red, green, blue, _]| [red, green, blue])
    }

    /// Returns the smallest part with all pixels that differ from another canvas of the same size; a
    /// single pixel if none do.
    pub(crate) fn changed(&self, other: &Self) -> Rect {
        let (mut left, mut right) = (self.width, 0);
        let (mut top, mut bottom) = (self.height, 0);
        let pairs = self.pixels.iter().zip(&other.pixels).enumerate();
        for (index, _) in pairs.filter(|(_, (own, other))| own != other) {
            let (x, y) = (index % self.width, index / self.width);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
        let start = |start: usize, end: usize| start.min(end.saturating_sub(1));
        let (left, top) = (start(left, right), start(top, bottom));
        Rect {
            left,
            top,
            width: right.saturating_sub(left).max(1),
            height: bottom.saturating_sub(top).max(1),
        }
    }

    /// Replaces a part by the same one of another canvas.
    pub(crate) fn copy(&mut self, from: &Self, rect: Rect) {
        self.combine(from, rect, |_, source| source);
    }

    /// Draws a part of another canvas over this one.
    pub(crate) fn draw(&mut self, from: &Self, rect: Rect) {
        self.combine(from, rect, over);
    }

    fn combine(&mut self, from: &Self, rect: Rect, with: impl Fn([u8; 4], [u8; 4]) -> [u8; 4]) {
        for y in rect.top..rect.top + rect.height {
            let row = y * self.width + rect.left..y * self.width + rect.left + rect.width;
            let pairs = self.pixels[row.clone()].iter_mut().zip(&from.pixels[row]);
            for (pixel, source) in pairs {
                *pixel = with(*pixel, *source);
            }
        }
    }

    /// Paints an outline that is scaled and then moved by a margin.
    pub(crate) fn paint(&mut self, layer: &Layer, scale: f32, margin: f32) {
        #[allow(clippy::cast_precision_loss, reason = "the numbers are small")]
        let at = [layer.at.0, layer.at.1].map(|at| at as f32 * scale + margin);
        let transform = Transform::scale(scale, scale).then_translate(at[0], at[1]);
        if let Some(fill) = layer.fill {
            self.paint_style(layer, fill, Fill::EvenOdd.into(), transform);
        }
        if let Some(stroke) = &layer.stroke {
            let mut style = Stroke::new(stroke.width);
            style.cap(Cap::Round).join(Join::Round);
            self.paint_style(layer, stroke.colour, style.into(), transform);
        }
    }

    fn paint_style(&mut self, layer: &Layer, colour: Rgb, style: Style<'_>, transform: Transform) {
        let mut mask = Mask::new(&*layer.outline);
        let (coverage, placement) = mask.style(style).transform(Some(transform)).render();
        let width = placement.width as usize;
        if width == 0 {
            return;
        }
        let Rgb([red, green, blue]) = colour;
        for (row, y) in coverage.chunks_exact(width).zip(placement.top..) {
            for (covered, x) in row.iter().zip(placement.left..) {
                let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
                    continue;
                };
                if *covered == 0 || x >= self.width || y >= self.height {
                    continue;
                }
                let shade = (u32::from(*covered) * SHADES + 127) / 255;
                let opacity = shade * u32::from(layer.opacity) * 255 / (SHADES * 100);
                let part = |colour| times(colour, opacity as u8);
                let source = [part(red), part(green), part(blue), opacity as u8];
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = over(*pixel, source);
            }
        }
    }
}

/// Returns the product of two shares of 255.
fn times(one: u8, other: u8) -> u8 {
    ((u32::from(one) * u32::from(other) + 127) / 255) as u8
}

/// Draws a pixel over another one.
fn over(below: [u8; 4], above: [u8; 4]) -> [u8; 4] {
    let [.., opacity] = above;
    let mut result = above;
    for (result, below) in result.iter_mut().zip(below) {
        *result = result.saturating_add(times(below, 255 - opacity));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_part_is_the_smallest() {
        let mut canvas = Canvas::new(5, 4);
        let before = canvas.clone();
        assert_eq!(canvas.changed(&before).width, 1);
        canvas.pixels[7] = [255; 4];
        canvas.pixels[13] = [255; 4];
        let rect = canvas.changed(&before);
        let expected = Rect {
            left: 2,
            top: 1,
            width: 2,
            height: 2,
        };
        assert_eq!(rect, expected);
    }

    #[test]
    fn pixels_are_drawn_by_their_opacity() {
        let white = [255; 4];
        assert_eq!(over(white, [0; 4]), white);
        assert_eq!(over(white, [9, 8, 7, 255]), [9, 8, 7, 255]);
        let [red, .., opacity] = over(white, [0, 0, 0, 128]);
        assert_eq!((red, opacity), (127, 255));
    }
}
