//! The colours of a frame.

use std::collections::BTreeMap;

/// The number of colours a frame can have, with the transparent one.
const MAX_COLOURS: usize = 256;

/// Pixels as indices of a palette.
pub(crate) struct Indexed {
    /// Red, green and blue of each colour.
    pub(crate) palette: Vec<u8>,
    pub(crate) indices: Vec<u8>,
    /// The index of pixels that stay as they are.
    pub(crate) transparent: Option<u8>,
}

/// Chooses a palette for pixels, of which those that are `None` stay as they are. If there are too
/// many colours, the rarest ones are replaced by the nearest of the other ones.
pub(crate) fn index(pixels: &[Option<[u8; 3]>]) -> Indexed {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for pixel in pixels.iter().flatten() {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut colours: Vec<_> = counts.into_iter().collect();
    colours.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let has_transparent = pixels.contains(&None);
    let kept = colours
        .len()
        .min(MAX_COLOURS - usize::from(has_transparent));
    let mut palette: Vec<[u8; 3]> = colours[..kept].iter().map(|(colour, _)| *colour).collect();
    let mut index_of: BTreeMap<[u8; 3], u8> = (palette.iter().copied()).zip(0..=u8::MAX).collect();
    for (colour, _) in &colours[kept..] {
        let distance = |other: &[u8; 3]| -> u32 {
            let parts = colour.iter().zip(other);
            parts.map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
        };
        let nearest = palette.iter().zip(0..=u8::MAX);
        let nearest = nearest.min_by_key(|(other, _)| distance(other));
        index_of.insert(*colour, nearest.map_or(0, |(_, index)| index));
    }
    let transparent = has_transparent.then_some(kept as u8);
    if has_transparent {
        palette.push([0; 3]);
    }
    let index = |pixel: &Option<[u8; 3]>| match pixel {
        Some(colour) => index_of[colour],
        None => kept as u8,
    };
    Indexed {
        indices: pixels.iter().map(index).collect(),
        palette: palette.concat(),
        transparent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_colours_are_replaced_if_there_are_too_many() {
        let colour = |number: usize| [(number % 20) as u8 * 10, (number / 20) as u8, 0];
        let pixels: Vec<_> = (0..600)
            .map(|number| (number > 0).then(|| colour(number.min(299))))
            .collect();
        let indexed = index(&pixels);
        assert_eq!(indexed.palette.len(), 3 * MAX_COLOURS);
        assert_eq!(indexed.transparent, Some(255));
        assert_eq!(indexed.indices[0], 255);
        assert_eq!(indexed.indices[599], 0, "the most frequent one");
        assert!(indexed.indices[1..].iter().all(|index| *index < 255));
    }
}
