//! Lines of text in one string: a line costs no allocation of its own.

use crate::json::{ToJson, Writer};

/// The longest line; longer ones continue in the next.
const LINE: usize = 120;

/// Lines, each behind a line break, so that several in a row are one piece of text.
#[derive(Default)]
pub struct Lines {
    text: Writer,
    /// Where each line ends in the text, and how many characters it has.
    ends: Vec<(usize, usize)>,
}

impl Lines {
    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Takes all lines away.
    pub fn clear(&mut self) {
        self.text.truncate(0);
        self.ends.clear();
    }

    /// Where a line begins, its break included.
    fn start(&self, line: usize) -> usize {
        line.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |(end, _)| *end)
    }

    /// The lines from one up to another, with the break before each.
    pub fn text(&self, from: usize, to: usize) -> &str {
        self.text.text(self.start(from)..self.start(to))
    }

    /// How many characters a line has.
    pub fn length(&self, line: usize) -> usize {
        self.ends.get(line).map_or(0, |(_, characters)| *characters)
    }

    /// How many characters each line has, from one on.
    pub fn lengths(&self, from: usize) -> impl Iterator<Item = usize> {
        self.ends.iter().skip(from).map(|(_, characters)| *characters)
    }

    /// Adds a line, broken where it is too long.
    pub fn add(&mut self, line: &str) {
        self.begin();
        self.write(line);
        self.end();
    }

    /// Adds the lines of a text.
    pub fn add_all(&mut self, text: &str) {
        if !text.is_empty() {
            text.lines().for_each(|line| self.add(line));
        }
    }

    /// Begins a line, which is then written piece by piece.
    pub fn begin(&mut self) {
        self.text.raw("\n");
    }

    /// Goes on with the line.
    pub fn write(&mut self, piece: &str) {
        self.text.raw(piece);
    }

    /// Goes on with a value.
    pub fn write_json(&mut self, value: &dyn ToJson) {
        value.write(&mut self.text);
    }

    /// Goes on with a number.
    pub fn write_number(&mut self, number: usize) {
        self.text.number(number as f64);
    }

    /// Ends the line as it is.
    pub fn end_whole(&mut self) {
        let characters = self.text.characters_since(self.start(self.len()) + 1);
        self.ends.push((self.text.written(), characters));
    }

    /// Ends the line and breaks it where it is too long.
    pub fn end(&mut self) {
        self.end_whole();
        if let Some((_, characters)) = self.ends.pop_if(|(_, characters)| *characters > LINE) {
            self.break_last(characters);
        }
    }

    #[cold]
    fn break_last(&mut self, mut left: usize) {
        let start = self.start(self.len()) + 1;
        let line = self.text.text(start..self.text.written()).to_owned();
        self.text.truncate(start);
        let (mut rest, mut room) = (&*line, LINE);
        loop {
            let end = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
            let (piece, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            self.text.raw(piece);
            self.ends.push((self.text.written(), room.min(left) + LINE - room));
            if after.is_empty() {
                return;
            }
            self.text.raw("\n  ");
            (rest, left, room) = (after, left - room, LINE - 2);
        }
    }
}
