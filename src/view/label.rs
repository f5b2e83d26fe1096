//! Labels: pieces of text wrapped into lines, and the tables around them.

use std::borrow::Cow;

use crate::view::markdown::{Face, Piece};
use crate::view::measure::{Room, is_measured};
use crate::view::quote::{Markup, is_dropped};

/// The most characters of a text that are read: more than any label shows.
const MAX_CHARS: usize = 4_000;

/// The end of a line that is left-aligned.
pub const BREAK: &str = "<BR ALIGN=\"LEFT\"/>";

/// One line of a label.
pub type Line<'a> = Vec<Piece<'a>>;

/// The part of a text that is read.
pub fn beginning(text: &str) -> &str {
    if text.len() <= MAX_CHARS {
        return text;
    }
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// Pieces in lines that fit a room.
pub fn wrap<'a>(pieces: Vec<Piece<'a>>, room: Room) -> Vec<Line<'a>> {
    if is_line(&pieces, room) { vec![pieces] } else { broken(&pieces, room) }
}

/// A text of one face in lines that fit a room.
pub fn wrap_plain(text: &str, room: Room) -> Vec<Line<'_>> {
    wrap(vec![Piece::plain(text)], room)
}

/// The text of a value in lines. Spaces at the start of a line or after another would be lost and are kept.
pub fn wrap_value(text: &str, room: Room) -> Vec<Line<'_>> {
    let pieces = vec![Piece::plain(text)];
    if is_line(&pieces, room) && !text.starts_with(' ') && !text.contains("  ") {
        return vec![pieces];
    }
    let mut lines = broken(&pieces, room);
    for piece in lines.iter_mut().flatten() {
        let mut kept = String::with_capacity(piece.text.len());
        let mut after_space = true;
        for c in piece.text.chars() {
            kept.push(if c == ' ' && after_space { '\u{a0}' } else { c });
            after_space = c == ' ';
        }
        piece.text = kept.into();
    }
    lines
}

/// A text in lines of a room.
pub fn wrapped(text: &str, room: Room) -> String {
    let lines = wrap_plain(text, room);
    lines.iter().map(|line| text_of(line)).collect::<Vec<_>>().join("\n")
}

/// A line without its faces.
pub fn text_of<'a>(line: &'a [Piece]) -> Cow<'a, str> {
    match line {
        [only] => Cow::Borrowed(&only.text),
        _ => Cow::Owned(line.iter().map(|piece| &*piece.text).collect()),
    }
}

/// The same lines, kept without the texts they are of.
pub fn owned(lines: Vec<Line<'_>>) -> Vec<Line<'static>> {
    let own = |piece: Piece| Piece::new(piece.text.into_owned(), piece.face);
    lines.into_iter().map(|line| line.into_iter().map(own).collect()).collect()
}

/// The width of a line, in thousandths of an em.
pub fn width(line: &[Piece], room: Room) -> u32 {
    line.iter().map(|piece| room.font(piece.face.bold).width(&piece.text)).sum()
}

/// The width of the widest line in a size, in points, rounded up.
pub fn widest(lines: &[Line], room: Room, size: u32) -> u32 {
    let widest = lines.iter().map(|line| width(line, room)).max().unwrap_or(0);
    (widest * size).div_ceil(1000)
}

/// The width that a cell with these lines has to say; `None` where Graphviz measures them as they are measured here.
pub fn said_width(lines: &[Line], room: Room, size: u32) -> Option<u32> {
    let measured = lines.iter().flatten().all(|piece| is_measured(&piece.text));
    if measured { None } else { Some(widest(lines, room, size) + 8) }
}

/// True for pieces that are one line as they stand: most texts are short and plain.
fn is_line(pieces: &[Piece], room: Room) -> bool {
    let mut used = 0;
    for piece in pieces {
        // Nothing is wider than an em and a bit.
        if piece.text.len() as u32 * 1015 + used > room.limit {
            used += room.font(piece.face.bold).width(&piece.text);
            if used > room.limit {
                return false;
            }
        } else {
            used += piece.text.len() as u32 * 1015;
        }
        if !is_measured(&piece.text) {
            return false;
        }
    }
    pieces.last().is_some_and(|last| !last.text.ends_with(' '))
}

/// Breaks pieces into lines: at line feeds, at spaces, and inside words that are longer than a line.
fn broken(pieces: &[Piece], room: Room) -> Vec<Line<'static>> {
    let mut lines = Wrapped { room, done: Vec::new(), line: Vec::new(), used: 0, space: None };
    for piece in pieces {
        lines.piece(&piece.text, piece.face);
        if lines.done.len() > room.lines {
            break;
        }
    }
    lines.finish()
}

/// The parts of a long word, in which no line should end: it ends behind `_`, `-`, `.` and `/`, and where a capital
/// follows a small letter.
fn parts_of(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let mut before = None;
        let ends = |c: char, before: Option<char>| {
            before.is_some_and(|last: char| {
                matches!(last, '_' | '-' | '.' | '/') || c.is_uppercase() && last.is_lowercase()
            })
        };
        let end = rest.char_indices().find(|(_, c)| ends(*c, before.replace(*c))).map_or(rest.len(), |(at, _)| at);
        let (part, left) = rest.split_at_checked(end)?;
        rest = left;
        (!part.is_empty()).then_some(part)
    })
}

struct Wrapped {
    room: Room,
    done: Vec<Line<'static>>,
    line: Line<'static>,
    used: u32,
    /// Spaces seen since the last word; written only when another word follows on the line.
    space: Option<(u32, Face)>,
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
        let font = self.room.font(face.bold);
        let (width, limit) = (font.width(word), self.room.limit);
        if let Some((spaces, face)) = self.space.take() {
            let gap = spaces * self.room.font(face.bold).of(' ');
            if self.used + gap + width <= limit || self.line.is_empty() && gap < limit {
                self.used += gap;
                (0..spaces).for_each(|_| self.push(" ", face));
            } else if !self.line.is_empty() {
                self.end_line();
            }
        }
        if self.used + width <= limit {
            self.used += width;
            return self.push(word, face);
        }
        for part in parts_of(word) {
            let width = font.width(part);
            if self.used + width > limit && self.used > 0 {
                self.end_line();
            }
            if width <= limit {
                self.used += width;
                self.push(part, face);
                continue;
            }
            for c in part.chars() {
                let wide = font.of(c);
                if self.used + wide > limit && self.used > 0 {
                    self.end_line();
                }
                self.used += wide;
                self.push(c.encode_utf8(&mut [0; 4]), face);
            }
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

    fn finish(mut self) -> Vec<Line<'static>> {
        if !self.line.is_empty() || self.done.is_empty() {
            self.end_line();
        }
        while self.done.len() > 1 && self.done.last().is_some_and(Vec::is_empty) {
            self.done.pop();
        }
        if self.done.len() > self.room.lines {
            self.done.truncate(self.room.lines);
            self.done.last_mut().into_iter().for_each(|last| cut(last, self.room));
        }
        self.done
    }
}

/// Ends a line with `…`, within its room.
fn cut(line: &mut Line<'static>, room: Room) {
    let face = line.last().map_or(Face::default(), |last| last.face);
    let limit = room.limit.saturating_sub(room.font(false).of('…'));
    let mut used = width(line, room);
    while let Some(last) = line.last_mut() {
        let text = last.text.to_mut();
        let ends = text.ends_with(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ':'));
        let Some(c) = text.chars().last().filter(|_| used > limit || ends) else {
            if text.is_empty() {
                line.pop();
                continue;
            }
            break;
        };
        used -= room.font(last.face.bold).of(c);
        text.pop();
    }
    match line.last_mut() {
        Some(last) => last.text.to_mut().push('…'),
        None => line.push(Piece::new("…", face)),
    }
}

/// Writes lines.
pub fn write_lines(out: &mut Markup, lines: &[Line]) {
    for line in lines {
        write_line(out, line);
        // Graphviz aligns the line before the break: without the last one a short last line would be centered.
        if lines.len() > 1 {
            out.markup(BREAK);
        }
    }
}

/// Writes a line; an empty text is one space, because Graphviz knows no empty element.
pub fn write_line(out: &mut Markup, line: &[Piece]) {
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
    ];
    for (on, open, _) in marks {
        if on {
            out.markup(open);
        }
    }
    if face.code {
        out.code(&piece.text);
    } else {
        out.text(&piece.text)
    }
    for (on, _, close) in marks.into_iter().rev() {
        if on {
            out.markup(close);
        }
    }
}

/// The outer table of a node.
pub const CARD: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"4\" CELLSPACING=\"3\">";
/// That of a container, which draws its own ground.
pub const BOX: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"4\" CELLSPACING=\"0\">";
/// A head with more than a name.
pub const HEAD: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"1\" CELLSPACING=\"0\">";
/// Rows of fields or attributes, and the heading.
pub const ROWS: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"3\" CELLSPACING=\"0\">";
/// A note.
pub const NOTE: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"6\" CELLSPACING=\"0\">";
/// The outer table of an edge.
pub const BESIDE: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"2\" CELLSPACING=\"0\">";
/// Its lines.
pub const LINES: &str = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"0\" CELLSPACING=\"0\">";

/// A table being written: one or more rows of cells. Without a row nothing is written.
pub struct Table<'a> {
    out: &'a mut Markup,
    open: &'static str,
    has_rows: bool,
}

impl<'a> Table<'a> {
    /// No rows yet. `open` is its opening tag.
    pub fn new(out: &'a mut Markup, open: &'static str) -> Self {
        Self { out, open, has_rows: false }
    }

    /// A row of cells.
    pub fn row(&mut self, fill: impl FnOnce(&mut Markup)) {
        if !self.has_rows {
            self.out.markup(self.open);
        }
        self.out.markup("<TR>");
        self.has_rows = true;
        fill(self.out);
        self.out.markup("</TR>");
    }

    /// Ends the table. False if it has no rows.
    pub fn finish(self) -> bool {
        if self.has_rows {
            self.out.markup("</TABLE>");
        }
        self.has_rows
    }

    /// Adds a table as a row, if `fill` gives it rows. `cell` writes the opening tag of the cell it stands in.
    pub fn nest(&mut self, open: &'static str, cell: impl FnOnce(&mut Markup), fill: impl FnOnce(&mut Table)) {
        let (start, had_rows) = (self.out.len(), self.has_rows);
        let mut nested = false;
        self.row(|out| {
            cell(out);
            let mut inner = Table::new(out, open);
            fill(&mut inner);
            nested = inner.finish();
            out.markup("</TD>");
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

/// A left-aligned cell of lines: `more` writes further attributes of it.
pub fn lines_cell(row: &mut Markup, more: impl FnOnce(&mut Markup), lines: &[Line], room: Room, size: u32) {
    row.markup("<TD ALIGN=\"LEFT\"");
    more(row);
    write_width(row, said_width(lines, room, size));
    row.markup(">");
    write_lines(row, lines);
    row.markup("</TD>");
}

/// Writes the width that a cell has to say.
pub fn write_width(out: &mut Markup, width: Option<u32>) {
    if let Some(width) = width {
        out.markup(" WIDTH=\"");
        out.number(width);
        out.markup("\"");
    }
}

/// Writes a text in another font.
pub fn font(out: &mut Markup, color: &'static str, size: &'static str, fill: impl FnOnce(&mut Markup)) {
    open_font(out, color, size);
    fill(out);
    out.markup("</FONT>");
}

fn open_font(out: &mut Markup, color: &'static str, size: &'static str) {
    out.markup("<FONT");
    for (name, value) in [(" COLOR=\"", color), (" POINT-SIZE=\"", size)] {
        if !value.is_empty() {
            out.markup(name);
            out.markup(value);
            out.markup("\"");
        }
    }
    out.markup(">");
}

/// The name of a port: `k_` or `v_` and a field.
pub fn port_name(prefix: &str, field: &str) -> String {
    [prefix, field].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, columns: u32) -> Vec<String> {
        super::wrapped(text, Room::columns(columns, 12)).split('\n').map(str::to_owned).collect()
    }

    #[test]
    fn what_is_one_line_is_written_as_wrapping_would() {
        for text in ["a", "  two", "a  b", "a b ", " ", "one & two", "a\tb", "tab\u{1}"] {
            let room = Room::columns(9, 12);
            let (mut short, mut long) = (Markup::default(), Markup::default());
            write_lines(&mut short, &wrap_plain(text, room));
            write_lines(&mut long, &broken(&[Piece::plain(text)], room));
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
    fn long_words_break_where_their_parts_meet_before_they_break_inside() {
        assert_eq!(wrapped("updateCustomerRecord", 10), ["update", "Customer", "Record"]);
        assert_eq!(wrapped("send_the_letter", 9), ["send_the_", "letter"]);
        assert_eq!(wrapped("docs/guide.md", 6), ["docs/", "guide.", "md"]);
        assert_eq!(wrapped("get-abcdefghij", 6), ["get-", "abcdef", "ghij"]);
    }

    #[test]
    fn a_text_has_as_many_lines_as_there_is_room_and_then_says_that_there_is_more() {
        let lines = |text, columns, lines| super::wrapped(text, Room::columns(columns, lines));
        assert_eq!(lines("one two three four", 7, 2), "one two\nthree…");
        assert_eq!(lines("one, two three", 4, 1), "one…");
        assert_eq!(lines("abcdefgh", 4, 1), "abc…");
        assert_eq!(lines("abcd", 4, 1), "abcd");
        assert_eq!(lines(". , ;", 1, 1), "…");
    }

    #[test]
    fn texts_wrap_by_width_and_not_by_letters() {
        let room = Room::points(60, 12, 3);
        assert_eq!(super::wrapped("ill ill ill ill ill", room), "ill ill ill ill ill");
        assert_eq!(super::wrapped("WWW WWW WWW", room), "WWW\nWWW\nWWW");
    }

    #[test]
    fn no_line_is_wider_than_its_room() {
        for text in [
            "Brew {Pot.litres} litres of tea for {Guest.name}",
            "八十度のお湯で一分、二煎目は十秒。Please wait",
            "ÄÖÜ ÄÖÜ",
        ] {
            for points in [20, 40, 80, 206] {
                let room = Room::points(points, 12, 3);
                for line in wrap_plain(text, room) {
                    assert!(width(&line, room) <= room.limit, "{text} in {points}: {line:?}");
                }
            }
        }
    }
}
