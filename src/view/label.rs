//! Labels: pieces of text wrapped into lines, and the tables they stand in.

use crate::view::markdown::{self, Face, Piece};
use crate::view::quote::{Markup, is_dropped};
use crate::view::width::{columns, columns_of};

/// Lines of one cell; what does not fit is replaced by `…`.
pub const MAX_LINES: usize = 12;

/// Characters of a text that are looked at: more than [`MAX_LINES`] of the widest cell could show.
const MAX_CHARS: usize = 4_000;

/// One line of a label.
type Line = Vec<Piece<'static>>;

/// A text with inline marks as pieces.
pub fn marked(text: &str, face: Face) -> Vec<Piece<'_>> {
    markdown::parse(beginning(text), face)
}

/// Writes a text with inline marks, wrapped.
pub fn write_marked(out: &mut Markup, text: &str, face: Face, limit: usize) {
    let text = beginning(text);
    if text.is_empty() || markdown::has_marks(text) {
        write_wrapped(out, &markdown::parse(text, face), limit);
    } else {
        write_wrapped(out, &[Piece::new(text, face)], limit);
    }
}

/// As much of a text as is looked at.
fn beginning(text: &str) -> &str {
    if text.len() <= MAX_CHARS {
        return text;
    }
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// Writes a text of one face, wrapped.
pub fn write_plain(out: &mut Markup, text: &str, limit: usize) {
    write_wrapped(out, &[Piece::plain(text)], limit);
}

/// Writes pieces in lines of at most `limit` columns.
pub fn write_wrapped(out: &mut Markup, pieces: &[Piece], limit: usize) {
    if is_line(pieces, limit) {
        write_line(out, pieces);
    } else {
        write_lines(out, &wrap(pieces, limit));
    }
}

/// Writes the text of a value, wrapped. Spaces at the start of a line or after another would be lost and are kept.
pub fn write_value(out: &mut Markup, text: &str, limit: usize) {
    let pieces = [Piece::plain(text)];
    if is_line(&pieces, limit) && !text.starts_with(' ') && !text.contains("  ") {
        return write_line(out, &pieces);
    }
    let mut lines = wrap(&pieces, limit);
    for piece in lines.iter_mut().flatten() {
        let mut kept = String::with_capacity(piece.text.len());
        let mut after_space = true;
        for c in piece.text.chars() {
            kept.push(if c == ' ' && after_space { '\u{a0}' } else { c });
            after_space = c == ' ';
        }
        piece.text = kept.into();
    }
    write_lines(out, &lines);
}

/// A text in lines of at most `limit` columns.
pub fn wrapped(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for (at, line) in wrap(&[Piece::plain(text)], limit).iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        line.iter().for_each(|piece| out.push_str(&piece.text));
    }
    out
}

/// True for pieces that are one line as they stand: most texts are short and plain.
fn is_line(pieces: &[Piece], limit: usize) -> bool {
    let mut len = 0;
    for piece in pieces {
        len += piece.text.len();
        if len > limit || !piece.text.bytes().all(|c| matches!(c, b' '..=b'~')) {
            return false;
        }
    }
    pieces.last().is_some_and(|last| !last.text.ends_with(' '))
}

/// Breaks pieces into lines of at most `limit` columns: at line feeds, at spaces, and inside longer words.
fn wrap(pieces: &[Piece], limit: usize) -> Vec<Line> {
    let mut lines = Wrapped { limit: limit.max(1), done: Vec::new(), line: Vec::new(), used: 0, space: None };
    for piece in pieces {
        lines.piece(&piece.text, piece.face);
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
    /// Spaces seen since the last word; written only when another word follows on the line.
    space: Option<(usize, Face)>,
}

impl Wrapped {
    fn piece(&mut self, text: &str, face: Face) {
        let text = beginning(text);
        let mut start = 0;
        for (at, c) in text.char_indices().filter(|(_, c)| matches!(c, '\n' | ' ' | '\t')) {
            self.word(text.get(start..at).unwrap_or(""), face);
            start = at + 1;
            if c == '\n' {
                self.end_line();
            } else {
                self.space.get_or_insert((0, face)).0 += 1;
            }
        }
        self.word(text.get(start..).unwrap_or(""), face);
    }

    fn word(&mut self, word: &str, face: Face) {
        if word.chars().any(is_dropped) {
            let kept: String = word.chars().filter(|c| !is_dropped(*c)).collect();
            return self.word(&kept, face);
        }
        if word.is_empty() {
            return;
        }
        let width = columns(word);
        if let Some((spaces, face)) = self.space.take() {
            let room = self.used + spaces + width <= self.limit;
            if room || self.line.is_empty() && spaces < self.limit {
                self.used += spaces;
                (0..spaces).for_each(|_| self.push(" ", face));
            } else if !self.line.is_empty() {
                self.end_line();
            }
        }
        if self.used + width <= self.limit {
            self.used += width;
            return self.push(word, face);
        }
        for c in word.chars() {
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
            Some(last) => last.text.to_mut().push_str(text),
            None => self.line.push(Piece::new(text.to_owned(), face)),
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

fn write_lines(out: &mut Markup, lines: &[Line]) {
    for line in lines {
        write_line(out, line);
        // Graphviz aligns the line before the break: without the last one a short last line would be centred.
        if lines.len() > 1 {
            out.markup("<BR ALIGN=\"LEFT\"/>");
        }
    }
}

/// Writes a line; an empty text is one space, because Graphviz knows no empty element.
fn write_line(out: &mut Markup, line: &[Piece]) {
    if line.iter().all(|piece| piece.text.is_empty()) {
        out.markup(" ");
    }
    for piece in line {
        write_piece(out, piece);
    }
}

fn write_piece(out: &mut Markup, piece: &Piece) {
    let face = piece.face;
    if piece.text.as_bytes().iter().all(|byte| *byte == b' ') {
        return out.markup(" ");
    }
    if face == Face::default() {
        return out.text(&piece.text);
    }
    let marks = [
        (face.bold, "<B>", "</B>"),
        (face.italic, "<I>", "</I>"),
        (face.struck, "<S>", "</S>"),
        (face.underlined, "<U>", "</U>"),
        (face.code, "<FONT COLOR=\"#6b7785\">", "</FONT>"),
    ];
    for (on, open, _) in marks {
        if on {
            out.markup(open);
        }
    }
    if face.code {
        out.code(&piece.text)
    } else {
        out.text(&piece.text)
    }
    for (on, _, close) in marks.into_iter().rev() {
        if on {
            out.markup(close);
        }
    }
}

/// A table being written: one or more rows of cells. Without a row nothing is written.
pub struct Table<'a> {
    out: &'a mut Markup,
    has_rows: bool,
}

/// A table up to its first cell.
const OPEN: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\"><TR>";

impl<'a> Table<'a> {
    /// No rows yet.
    pub fn new(out: &'a mut Markup) -> Self {
        Self { out, has_rows: false }
    }

    /// A row of cells.
    pub fn row(&mut self, fill: impl FnOnce(&mut Markup)) {
        self.out.markup(if self.has_rows { "<TR>" } else { OPEN });
        self.has_rows = true;
        fill(self.out);
        self.out.markup("</TR>");
    }

    /// A row of one left-aligned cell.
    pub fn left(&mut self, fill: impl FnOnce(&mut Markup)) {
        self.row(|row| cell(row, "<TD ALIGN=\"LEFT\">", fill));
    }

    /// A row of one left-aligned cell of wrapped text with marks.
    pub fn marked(&mut self, text: &str, limit: usize) {
        self.left(|out| write_marked(out, text, Face::default(), limit));
    }

    /// A row of one left-aligned cell of wrapped text.
    pub fn lines(&mut self, pieces: &[Piece], limit: usize) {
        self.left(|out| write_wrapped(out, pieces, limit));
    }

    /// Ends the table. False if it has no rows.
    pub fn finish(self) -> bool {
        if self.has_rows {
            self.out.markup("</TABLE>");
        }
        self.has_rows
    }

    /// Adds a table as a row, if `fill` gives it rows.
    pub fn nest(&mut self, fill: impl FnOnce(&mut Table)) {
        let (start, had_rows) = (self.out.len(), self.has_rows);
        let mut nested = false;
        self.left(|out| {
            let mut inner = Table::new(out);
            fill(&mut inner);
            nested = inner.finish();
        });
        if !nested {
            self.out.drop_from(start);
            self.has_rows = had_rows;
        }
    }
}

/// A cell: `open` is its opening tag.
pub fn cell(row: &mut Markup, open: &'static str, fill: impl FnOnce(&mut Markup)) {
    row.markup(open);
    fill(row);
    row.markup("</TD>");
}

/// A left-aligned cell with a port that edges can end at.
pub fn port_cell(row: &mut Markup, port: Option<(&'static str, &str)>, fill: impl FnOnce(&mut Markup)) {
    row.markup("<TD");
    if let Some((prefix, name)) = port {
        row.markup(" PORT=\"");
        row.markup(prefix);
        row.attribute(name);
        row.markup("\"");
    }
    row.markup(" ALIGN=\"LEFT\">");
    fill(row);
    row.markup("</TD>");
}

/// The name of a port: `k_` or `v_` and a field.
pub fn port_name(prefix: &str, field: &str) -> String {
    [prefix, field].concat()
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
        super::wrapped(text, limit).split('\n').map(str::to_owned).collect()
    }

    #[test]
    fn what_is_one_line_is_written_as_wrapping_would() {
        for text in ["a", "  two", "a  b", "a b ", " ", "one & two", "a\tb", "tab\u{1}"] {
            let (mut short, mut long) = (Markup::default(), Markup::default());
            write_wrapped(&mut short, &[Piece::plain(text)], 9);
            write_lines(&mut long, &wrap(&[Piece::plain(text)], 9));
            assert_eq!(short.finish(), long.finish(), "{text:?}");
        }
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
