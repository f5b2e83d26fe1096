//! The patchable cells of a run: fixed in size, so that their text can change without a new layout.

use std::borrow::Cow;

use crate::json::{ToJson, Writer};
use crate::value::Value;
use crate::view::palette::Palette;
use crate::view::quote::{self, Markup, is_dropped};
use crate::view::width::clip;

/// What is to be noticed about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last action changed it.
    Changed,
    /// Its field does not take it any more.
    Invalid,
}

impl Mark {
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Changed => "changed",
            Mark::Invalid => "invalid",
        }
    }
}

/// The id of a cell in the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Id {
    /// A letter for what it shows, and the index of the node or edge.
    Of(&'static str, u32),
    /// `v`, the index of the context, a position, and where paths differ one of them.
    Value(String),
}

impl Id {
    /// The id in the drawing.
    pub fn to_text(&self) -> String {
        match self {
            Id::Of(letter, number) => quote::id(letter, *number),
            Id::Value(id) => id.clone(),
        }
    }

    fn write(&self, out: &mut Markup) {
        match self {
            Id::Of(letter, number) => {
                out.markup(letter);
                out.number(*number);
            }
            Id::Value(id) => out.attribute(id),
        }
    }
}

/// One patchable cell. Neither its text nor its title is ever empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its id in the drawing.
    pub id: Id,
    /// What it shows.
    pub text: Cow<'static, str>,
    /// What it says when pointed at.
    pub title: Cow<'static, str>,
    /// What is to be noticed.
    pub mark: Option<Mark>,
}

impl ToJson for Cell {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("text", &&*self.text);
            object.field("title", &&*self.title);
            object.maybe("mark", &self.mark.map(Mark::word));
        });
    }
}

/// How a cell is set: its font, ground and size. The size never depends on what it says.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Points.
    pub width: u32,
    /// The rest of the tag, from the height on.
    pub height: Height,
    /// Of the text; empty for the color of everything.
    pub ink: &'static str,
    /// Set in the monospaced font.
    pub mono: bool,
    /// Of a text that is smaller than the text around it.
    pub small: bool,
    /// The ground, where nothing is to be noticed.
    pub ground: &'static str,
}

/// The height of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Height {
    /// Of a line of its own: of an edge, or beside a name with a title below.
    Line,
    /// Of a value.
    Value,
    /// Beside a name.
    Head,
}

/// Stands for nothing.
pub const BLANK: &str = "\u{a0}";

impl Cell {
    /// A cell; characters that cannot be drawn are left out, so that the drawing and a patch show the same.
    pub fn new(id: Id, text: impl Into<Cow<'static, str>>, title: impl Into<Cow<'static, str>>) -> Self {
        Self { id, text: shown(text.into()), title: shown(title.into()), mark: None }
    }
}

/// True for a text that is shown as it is: printable ASCII without runs of spaces.
fn is_plain(text: &str) -> bool {
    let mut after_space = true;
    for byte in text.as_bytes() {
        if !matches!(byte, b' '..=b'~') || *byte == b' ' && after_space {
            return false;
        }
        after_space = *byte == b' ';
    }
    true
}

/// A text as it is shown: never empty, without what cannot be drawn, and with its runs of spaces kept.
pub fn shown(text: Cow<'static, str>) -> Cow<'static, str> {
    if text.is_empty() {
        return Cow::Borrowed(BLANK);
    }
    // Words and glyphs of this crate are.
    if matches!(text, Cow::Borrowed(_)) || is_plain(&text) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut after_space = true;
    for c in text.chars().filter(|c| !is_dropped(*c)) {
        match c {
            // Outside a drawing, runs of spaces would collapse.
            ' ' | '\n' | '\t' if after_space => out.push_str(BLANK),
            '\n' | '\t' => out.push(' '),
            c => out.push(c),
        }
        after_space = matches!(c, ' ' | '\n' | '\t');
    }
    if out.is_empty() { Cow::Borrowed(BLANK) } else { Cow::Owned(out) }
}

/// The background of a part on top of another.
pub const NO_GROUND: &str = "transparent";

/// Writes a cell into a row of a table. `more` writes attributes of its own.
pub fn write(row: &mut Markup, cell: &Cell, frame: &Frame, palette: &Palette, more: impl FnOnce(&mut Markup)) {
    begin(row, cell);
    more(row);
    finish(row, cell, frame, palette);
}

fn begin(row: &mut Markup, cell: &Cell) {
    row.markup("<TD ID=\"");
    cell.id.write(row);
    row.markup("\" TITLE=\"");
    row.attribute(&cell.title);
    row.markup("\"");
}

fn finish(row: &mut Markup, cell: &Cell, frame: &Frame, palette: &Palette) {
    row.markup(" ALIGN=\"LEFT\" BGCOLOR=\"");
    row.markup(match cell.mark {
        None => frame.ground,
        Some(Mark::Changed) => palette.changed_fill,
        Some(Mark::Invalid) => palette.invalid_fill,
    });
    row.markup("\" WIDTH=\"");
    row.number(frame.width);
    row.markup(match frame.height {
        Height::Line => "\" HEIGHT=\"16\" FIXEDSIZE=\"TRUE\">",
        Height::Value => "\" HEIGHT=\"20\" FIXEDSIZE=\"TRUE\">",
        Height::Head => "\" HEIGHT=\"22\" FIXEDSIZE=\"TRUE\">",
    });
    let is_set = !frame.ink.is_empty() || frame.mono || frame.small;
    if is_set {
        row.markup("<FONT");
        if !frame.ink.is_empty() {
            row.markup(" COLOR=\"");
            row.markup(frame.ink);
            row.markup("\"");
        }
        row.markup(match (frame.mono, frame.small) {
            (true, true) => " FACE=\"Courier\" POINT-SIZE=\"11\">",
            (true, false) => " FACE=\"Courier\">",
            (false, true) => " POINT-SIZE=\"11\">",
            (false, false) => ">",
        });
    }
    if cell.text == BLANK {
        row.markup(BLANK);
    } else {
        row.text(&cell.text);
    }
    row.markup(if is_set { "</FONT></TD>" } else { "</TD>" });
}

/// The width of the cell of a value: a character of 11 pt Courier is 6.82 pt wide.
pub fn value_width(columns: usize) -> u32 {
    (columns as u32 * 682).div_ceil(100) + 10
}

/// Characters of a value that a title shows.
const TITLE: usize = 2_000;

/// A value as compact JSON, at most [`TITLE`] characters; `—` when unset. Large values are not read to their end.
pub fn value_text(value: Option<&Value>) -> String {
    let Some(value) = value else { return "—".to_owned() };
    let mut out = Bounded { text: String::new(), left: TITLE };
    out.value(value);
    if out.left == 0 {
        out.text.push('…');
    }
    out.text
}

/// The cell of a value.
pub fn of_value(id: Id, value: Option<&Value>, columns: usize) -> Cell {
    let text = value_text(value);
    Cell::new(id, clip(&text, columns), text)
}

struct Bounded {
    text: String,
    left: usize,
}

impl Bounded {
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            let Some(left) = self.left.checked_sub(1) else { return };
            self.left = left;
            self.text.push(c);
        }
    }

    fn string(&mut self, text: &str) {
        let end = text.char_indices().nth(self.left).map_or(text.len(), |(at, _)| at);
        let json = Value::from(text.get(..end).unwrap_or("")).to_json();
        let mut escaped = String::new();
        for c in json.chars() {
            if is_dropped(c) { escaped.push_str(&format!("\\u{:04x}", c as u32)) } else { escaped.push(c) }
        }
        self.push(&escaped);
    }

    fn value(&mut self, value: &Value) {
        if self.left == 0 {
            return;
        }
        match value {
            Value::List(items) => {
                self.push("[");
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.push(",");
                    }
                    self.value(item);
                    if self.left == 0 {
                        return;
                    }
                }
                self.push("]");
            }
            Value::Map(fields) => {
                self.push("{");
                for (at, (key, item)) in fields.iter().enumerate() {
                    if at > 0 {
                        self.push(",");
                    }
                    self.string(key);
                    self.push(":");
                    self.value(item);
                    if self.left == 0 {
                        return;
                    }
                }
                self.push("}");
            }
            Value::Str(text) => self.string(text),
            scalar => self.push(&scalar.to_json()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compact_json_cut_to_columns() {
        let cell = of_value(Id::Of("v", 0), Some(&Value::from("a\u{202e}b  \"c\" 漢漢")), 12);
        assert_eq!(cell.text, "\"a\\u202eb \u{a0}…");
        assert_eq!(of_value(Id::Of("v", 0), None, 9).text, "—");
        assert_eq!(of_value(Id::Of("v", 0), Some(&Value::Null), 9).text, "null");
    }

    #[test]
    fn huge_values_are_not_read_to_their_end() {
        let list: Value = (0..100_000).map(|n| Value::from(f64::from(n))).collect();
        assert_eq!(value_text(Some(&list)).chars().count(), TITLE + 1);
        let exact = Value::from("x".repeat(5000));
        assert!(value_text(Some(&exact)).ends_with("x…"));
    }

    #[test]
    fn cells_are_never_empty() {
        let cell = Cell::new(Id::Of("s", 0), "", "\u{1}".to_owned());
        assert_eq!((&*cell.text, &*cell.title), ("\u{a0}", "\u{a0}"));
    }

    #[test]
    fn the_cell_of_a_value_has_room_for_its_columns() {
        assert_eq!([6, 10, 16].map(value_width), [51, 79, 120]);
    }
}
