//! How wide a text is, in the widths that Graphviz has for Helvetica.
//!
//! The page draws with a font of the same widths, so the measures match the drawing.

use crate::view::width::columns_of;

/// Thousandths of an em of U+0020 to U+007E in Helvetica.
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// The same in Helvetica-Bold.
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
];

/// What a monospaced column counts.
const COLUMN: u32 = 620;
/// A character outside the tables.
const OTHER: u32 = 620;
/// A wide one: East Asian, an emoji, or a sign as wide as these.
const WIDE: u32 = 1000;

/// A font: what a character counts, in thousandths of an em.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    /// Helvetica.
    Regular,
    /// Helvetica-Bold.
    Bold,
    /// A monospaced one.
    Mono,
}

impl Font {
    /// The width of a character.
    pub fn of(self, c: char) -> u32 {
        let table = match self {
            Font::Regular => &REGULAR,
            Font::Bold => &BOLD,
            Font::Mono => return columns_of(c) as u32 * COLUMN,
        };
        match table.get((c as usize).wrapping_sub(32)) {
            Some(width) => u32::from(*width),
            None if c == '\u{a0}' => 278,
            None if matches!(c, '…' | '—' | '▶' | '✕' | '⊘') || columns_of(c) == 2 => WIDE,
            None => OTHER,
        }
    }

    /// The width of a text.
    pub fn width(self, text: &str) -> u32 {
        text.chars().map(|c| self.of(c)).sum()
    }

    /// The width of a text in a size, in points, rounded up.
    pub fn points(self, text: &str, size: u32) -> u32 {
        (self.width(text) * size).div_ceil(1000)
    }
}

/// True for a text that Graphviz measures as it is measured here.
pub fn is_measured(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// The room of a text: how wide its lines are, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Thousandths of an em.
    pub limit: u32,
    /// Lines; the last one ends with `…` when there would be more.
    pub lines: usize,
    /// Whether it is monospaced.
    pub mono: bool,
}

impl Room {
    /// Lines of this width in points, in a font size.
    pub const fn points(points: u32, size: u32, lines: usize) -> Self {
        Self { limit: points * 1000 / size, lines, mono: false }
    }

    /// Lines of this width in columns.
    pub const fn columns(columns: u32, lines: usize) -> Self {
        Self { limit: columns * COLUMN, lines, mono: true }
    }

    /// The same with other lines.
    pub const fn of_lines(self, lines: usize) -> Self {
        Self { lines, ..self }
    }

    /// The font that a text is measured in.
    pub fn font(self, bold: bool) -> Font {
        match (self.mono, bold) {
            (true, _) => Font::Mono,
            (false, true) => Font::Bold,
            (false, false) => Font::Regular,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_as_wide_as_graphviz_has_them() {
        assert_eq!(Font::Regular.width("task ×99"), 278 + 556 + 500 + 500 + 278 + 620 + 556 + 556);
        assert_eq!(Font::Bold.width("heat"), 611 + 556 + 556 + 333);
        assert_eq!(Font::Regular.width("…漢é\u{a0}"), 1000 + 1000 + 620 + 278);
        assert_eq!(Font::Mono.width("a漢"), 3 * 620);
        assert_eq!(Font::Regular.points("context ×99", 11) + 6, 64);
    }
}
