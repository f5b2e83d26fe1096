//! Labels: pieces of text wrapped into lines, and the tables they stand in.

use crate::view::markdown::{Face, Piece};
use crate::view::quote::{Html, is_dropped};
use crate::view::width::columns_of;

/// Lines of one cell; what does not fit is replaced by `…`.
pub const MAX_LINES: usize = 12;

/// Characters of a text that are looked at: more than [`MAX_LINES`] of the widest cell could show.
const MAX_CHARS: usize = 4_000;

/// One line of a label.
pub type Line = Vec<Piece>;

/// A text of one face as pieces.
pub fn plain(text: &str) -> Vec<Piece> {
    vec![Piece::plain(text)]
}

/// A text with inline marks as pieces.
pub fn marked(text: &str, face: Face) -> Vec<Piece> {
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(at, _)| at);
    crate::view::markdown::parse(text.get(..end).unwrap_or(text), face)
}

/// Breaks pieces into lines of at most `limit` columns: at line feeds, at spaces, and inside longer words.
pub fn wrap(pieces: &[Piece], limit: usize) -> Vec<Line> {
    // Most texts are short and plain: they are one line as they stand.
    let simple = |piece: &Piece| piece.text.bytes().all(|c| matches!(c, b' '..=b'~'));
    let short = pieces.iter().map(|piece| piece.text.len()).sum::<usize>() <= limit;
    if short && pieces.iter().all(simple) && pieces.last().is_some_and(|last| !last.text.ends_with(' ')) {
        return vec![pieces.to_vec()];
    }
    let mut lines = Wrapped { limit: limit.max(1), done: Vec::new(), line: Vec::new(), used: 0, space: None };
    for piece in pieces {
        lines.piece(piece);
        if lines.done.len() > MAX_LINES {
            break;
        }
    }
    lines.finish()
}

struct Wrapped {
    limit: usize,
    done: Vec<Line>,
    line: Line,
    used: usize,
    /// White space seen since the last word; written only when another word follows on the line.
    space: Option<(String, Face)>,
}

impl Wrapped {
    fn piece(&mut self, piece: &Piece) {
        let mut word = String::new();
        for c in piece.text.chars().take(MAX_CHARS) {
            match c {
                '\n' => {
                    self.word(&mut word, piece.face);
                    self.end_line();
                }
                ' ' | '\t' => {
                    self.word(&mut word, piece.face);
                    self.space.get_or_insert_with(|| (String::new(), piece.face)).0.push(' ');
                }
                c if is_dropped(c) => {}
                c => word.push(c),
            }
        }
        self.word(&mut word, piece.face);
    }

    fn word(&mut self, word: &mut String, face: Face) {
        if word.is_empty() {
            return;
        }
        let width: usize = word.chars().map(columns_of).sum();
        if let Some((space, face)) = self.space.take() {
            let room = self.used + space.len() + width <= self.limit;
            if room || self.line.is_empty() && space.len() < self.limit {
                self.used += space.len();
                self.push(&space, face);
            } else if !self.line.is_empty() {
                self.end_line();
            }
        }
        for c in word.drain(..) {
            let wide = columns_of(c);
            if self.used + wide > self.limit && self.used > 0 {
                self.end_line();
            }
            self.used += wide;
            self.push(c.encode_utf8(&mut [0; 4]), face);
        }
    }

    fn push(&mut self, text: &str, face: Face) {
        match self.line.last_mut().filter(|last| last.face == face) {
            Some(last) => last.text.push_str(text),
            None => self.line.push(Piece::new(text, face)),
        }
    }

    fn end_line(&mut self) {
        self.done.push(std::mem::take(&mut self.line));
        self.used = 0;
        self.space = None;
    }

    fn finish(mut self) -> Vec<Line> {
        if !self.line.is_empty() || self.done.is_empty() {
            self.end_line();
        }
        while self.done.len() > 1 && self.done.last().is_some_and(Vec::is_empty) {
            self.done.pop();
        }
        if self.done.len() > MAX_LINES {
            self.done.truncate(MAX_LINES - 1);
            self.done.push(vec![Piece::plain("…")]);
        }
        self.done
    }
}

/// Writes lines; an empty text is one space, because Graphviz knows no empty element.
pub fn write_lines(out: &mut Html, lines: &[Line]) {
    for line in lines {
        if line.iter().all(|piece| piece.text.is_empty()) {
            out.markup(" ");
        }
        for piece in line {
            write_piece(out, piece);
        }
        // Graphviz aligns the line before the break: without the last one a short last line would be centred.
        if lines.len() > 1 {
            out.markup("<BR ALIGN=\"LEFT\"/>");
        }
    }
}

fn write_piece(out: &mut Html, piece: &Piece) {
    let face = piece.face;
    if piece.text.trim_matches(' ').is_empty() {
        out.markup(" ");
        return;
    }
    let marks = [
        (face.bold, "<B>", "</B>"),
        (face.italic, "<I>", "</I>"),
        (face.struck, "<S>", "</S>"),
        (face.underlined, "<U>", "</U>"),
        (face.code, "<FONT COLOR=\"#6b7785\">", "</FONT>"),
    ];
    for (_, open, _) in marks.iter().filter(|(on, ..)| *on) {
        out.markup(open);
    }
    if face.code {
        out.code(&piece.text)
    } else {
        out.text(&piece.text)
    }
    for (_, _, close) in marks.iter().rev().filter(|(on, ..)| *on) {
        out.markup(close);
    }
}

/// A table being written: one or more rows of cells.
#[derive(Default)]
pub struct Table {
    rows: Html,
}

/// A table up to its first cell.
const OPEN: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\"><TR>";

impl Table {
    /// No rows yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A row of cells.
    pub fn row(&mut self, fill: impl FnOnce(&mut Html)) {
        self.rows.markup(if self.rows.is_empty() { OPEN } else { "<TR>" });
        fill(&mut self.rows);
        self.rows.markup("</TR>");
    }

    /// A row of one left-aligned cell.
    pub fn left(&mut self, fill: impl FnOnce(&mut Html)) {
        self.row(|row| cell(row, "<TD ALIGN=\"LEFT\">", fill));
    }

    /// A row of one left-aligned cell of wrapped text.
    pub fn lines(&mut self, pieces: &[Piece], limit: usize) {
        self.left(|out| write_lines(out, &wrap(pieces, limit)));
    }

    /// True if there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table, unless it has no rows.
    pub fn finish(mut self) -> Option<Html> {
        if self.is_empty() {
            return None;
        }
        self.rows.markup("</TABLE>");
        Some(self.rows)
    }

    /// Adds `inner` as a row, if it has rows itself.
    pub fn nest(&mut self, inner: Table) {
        if let Some(inner) = inner.finish() {
            self.left(|out| out.append(&inner));
        }
    }
}

/// A cell: `open` is its opening tag.
pub fn cell(row: &mut Html, open: &'static str, fill: impl FnOnce(&mut Html)) {
    row.markup(open);
    fill(row);
    row.markup("</TD>");
}

/// A left-aligned cell with a port that edges can end at.
pub fn port_cell(row: &mut Html, port: Option<(&'static str, &str)>, fill: impl FnOnce(&mut Html)) {
    row.markup("<TD");
    if let Some((prefix, name)) = port {
        row.attribute("PORT", &port_name(prefix, name));
    }
    row.markup(" ALIGN=\"LEFT\">");
    fill(row);
    row.markup("</TD>");
}

/// The name of a port: `k_` or `v_` and a field.
pub fn port_name(prefix: &str, field: &str) -> String {
    format!("{prefix}{field}")
}

/// JSON text with one entry a line; other text is `None`.
pub fn indent_json(text: &str) -> Option<String> {
    let text = text.trim();
    let looks = text.starts_with('{') && text.ends_with('}') || text.starts_with('[') && text.ends_with(']');
    if !looks {
        return None;
    }
    let mut out = String::new();
    let mut depth = 0usize;
    let mut quoted = false;
    let mut escaped = false;
    let mut chars = text.chars().take(MAX_CHARS).peekable();
    while let Some(c) = chars.next() {
        if quoted {
            out.push(c);
            quoted = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => {
                quoted = true;
                out.push(c);
            }
            '{' | '[' => {
                while chars.next_if(|c| c.is_whitespace()).is_some() {}
                out.push(c);
                if let Some(close) = chars.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(close);
                } else {
                    depth += 1;
                    break_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.checked_sub(1)?;
                break_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                break_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    Some(out)
}

fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    (0..depth.min(8)).for_each(|_| out.push_str("  "));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, limit: usize) -> Vec<String> {
        wrap(&plain(text), limit).iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect()
    }

    #[test]
    fn texts_wrap_at_word_ends_and_longer_words_are_cut() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a\n\nb\n", 9), ["a", "", "b"]);
        assert_eq!(wrapped("漢漢漢", 4), ["漢漢", "漢"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("  two", 9), ["  two"]);
    }

    #[test]
    fn a_cell_has_at_most_twelve_lines() {
        let lines = wrapped(&"word ".repeat(100), 4);
        assert_eq!(lines.len(), MAX_LINES);
        assert_eq!(lines.last().unwrap(), "…");
    }

    #[test]
    fn json_is_indented_and_other_text_is_not() {
        assert_eq!(
            indent_json("{\"a\":[1,2],\"b\":{}}").unwrap(),
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}"
        );
        assert_eq!(indent_json("\"a,b\""), None);
        assert_eq!(indent_json("[\"a,]\\\"\"]").unwrap(), "[\n  \"a,]\\\"\"\n]");
        assert_eq!(indent_json("[}}]"), None);
    }
}
