//! Labels of edges: what an edge says, in lines, the last of which is a cell of its own.

use std::borrow::Cow;

use crate::machine::labels::verb;
use crate::machine::model::{Annotation, ConditionKind, Edge, EdgeIdx, EdgeKind, NamedIn};
use crate::quick::Set;
use crate::value::Value;
use crate::view::cell::{self, Cell, Frame, Height, Id};
use crate::view::label::{self, BESIDE, BREAK, LINES, Line, Table, font, owned, text_of, wrap, wrap_plain, write_line};
use crate::view::limits::size;
use crate::view::markdown::{self, Face, Piece};
use crate::view::measure::{Font, Room, is_measured};
use crate::view::plan::Plan;
use crate::view::quote::Markup;
use crate::view::rows::annotation_text;

/// A line of a label.
#[derive(Clone, Debug)]
pub struct EdgeLine<'a> {
    /// What it says.
    pub pieces: Line<'a>,
    /// Empty for the color of everything.
    ink: &'static str,
    mono: bool,
}

/// Keys of edges that are shown elsewhere or not at all.
const NOT_SAID: [&str; 11] = [
    "text",
    "when",
    "if",
    "unless",
    "condition",
    "on",
    "after",
    "style",
    "attribute",
    "sourceAttribute",
    "targetAttribute",
];

/// The lines of an edge: its text, what it waits for, annotations, other attributes, the condition, and what it sets. `resolved` is its text where that
/// holds a template.
pub fn lines<'a>(plan: &Plan, edge: &'a Edge, resolved: Option<&str>) -> Vec<EdgeLine<'a>> {
    let mut lines = Vec::new();
    if edge.annotation(&["hideLabel"]).is_some() {
        return lines;
    }
    let (limits, palette) = (&plan.limits, plan.palette);
    let is_data = matches!(edge.kind, EdgeKind::Data(_));
    let said = match edge.kind {
        EdgeKind::Data(_) => palette.data_ink,
        EdgeKind::Catch => palette.danger,
        _ => "",
    };
    let text: Cow<'a, str> = match (resolved, edge.texts.as_slice()) {
        (Some(text), _) => text.to_owned().into(),
        (None, [only]) => Cow::Borrowed(only),
        (None, []) => Cow::Borrowed(""),
        (None, _) => edge.text().into(),
    };
    // `writes: a, b` is a key with a value, and a text: both list fields.
    let lists = |key: &str| is_data && verb(key).is_some();
    let is_list = attributes(edge).any(|(key, _)| lists(key));
    let (text, listed) = if is_list { (Cow::Borrowed(""), text) } else { (text, Cow::Borrowed("")) };
    if !text.trim().is_empty() {
        add(&mut lines, wrap(pieces_of(text), limits.edge), said, false);
    }
    let awaited = match (edge.kind, &edge.on, &edge.after) {
        (EdgeKind::Event, Some(on), _) => Some(format!("on: {}", on.name)),
        (EdgeKind::Timer, _, Some(after)) => Some(format!("after: {}", after.text)),
        _ => None,
    };
    if let Some(text) = awaited {
        add(&mut lines, owned(wrap_plain(&text, limits.edge)), "", false);
    }
    let compact = plan.options.is_compact();
    if !compact {
        for annotation in annotations(edge) {
            let text = annotation_text(annotation);
            add(&mut lines, owned(wrap_plain(&text, limits.edge_tags)), palette.ink_soft, false);
        }
        let ink = if is_data { palette.data_ink } else { palette.ink_soft };
        for (key, value) in attributes(edge) {
            let (comma, rest) = if lists(key) && !listed.is_empty() { (", ", &*listed) } else { ("", "") };
            let text = [key, if is_data { " " } else { ": " }, &value.to_text(), comma, rest].concat();
            add(&mut lines, owned(wrap_plain(&text, limits.edge_tags)), ink, false);
        }
    }
    if let Some(condition) = &edge.condition {
        let unless = if condition.kind == ConditionKind::Unless { "unless " } else { "" };
        add(&mut lines, code(&[unless, &condition.text].concat(), limits.condition), "", true);
    }
    for assignment in edge.assignments.iter().filter(|_| edge.kind.is_transition()) {
        let text = format!("set {}: {}", assignment.target, assignment.value.text);
        add(&mut lines, code(&text, limits.condition), "", true);
    }
    let said_by = |name: &str| edge.annotation(&[name]).is_some();
    if edge.kind == EdgeKind::Catch && edge.texts.iter().all(|text| text.is_empty()) && (compact || !said_by("catch")) {
        lines.insert(0, EdgeLine { pieces: vec![Piece::plain("catch")], ink: palette.danger, mono: false });
    } else if lines.is_empty() && edge.kind == EdgeKind::Control && plan.has_conditions(edge.source) {
        lines.push(EdgeLine { pieces: vec![Piece::plain("else")], ink: palette.ink_soft, mono: false });
    }
    lines
}

/// An expression in lines that end before its operators.
fn code(text: &str, room: Room) -> Vec<Line<'static>> {
    let mut wrapped = owned(wrap_plain(&glued(text), room));
    for piece in wrapped.iter_mut().flatten().filter(|piece| piece.text.contains(GLUE)) {
        piece.text = piece.text.replace(GLUE, " ").into();
    }
    wrapped
}

fn add<'a>(lines: &mut Vec<EdgeLine<'a>>, wrapped: Vec<Line<'a>>, ink: &'static str, mono: bool) {
    lines.extend(wrapped.into_iter().map(|pieces| EdgeLine { pieces, ink, mono }));
}

/// The pieces of a text with marks.
fn pieces_of(text: Cow<'_, str>) -> Line<'_> {
    match text {
        Cow::Borrowed(text) => markdown::parse(label::beginning(text), Face::default()),
        Cow::Owned(text) => {
            let pieces = markdown::parse(label::beginning(&text), Face::default());
            pieces.into_iter().map(|piece| Piece::new(piece.text.into_owned(), piece.face)).collect()
        }
    }
}

fn annotations(edge: &Edge) -> impl Iterator<Item = &Annotation> {
    let switch = edge.annotations.iter().find(|one| one.is(&["showAnnotation"]));
    let hidden = edge.annotation(&["hideAnnotation"]).is_some() || switch.is_some_and(Annotation::is_off);
    let ours = ["set", "style", "hideLabel", "hideAnnotation", "showAnnotation"];
    edge.annotations.iter().filter(move |one| !hidden && !one.is(&ours))
}

fn attributes(edge: &Edge) -> impl Iterator<Item = (&str, &Value)> {
    let said = |key: &str| !NOT_SAID.iter().any(|known| known.eq_ignore_ascii_case(key));
    let block: Set<&str> = edge.block.iter().map(|(key, _)| &**key).collect();
    let inline = edge.inline.iter().filter(move |(key, _)| !block.contains(&**key));
    let all = inline.chain(&edge.block).filter(move |(key, _)| edge.kind != EdgeKind::Inferred && said(key));
    all.map(|(key, value)| (&**key, value))
}

/// Stands for a space at which no line ends.
const GLUE: char = '\u{a0}';
const OPERATORS: [&str; 15] = ["&&", "||", "==", "!=", ">=", "<=", ">", "<", "+", "-", "*", "/", "%", "?", ":"];

/// A condition whose lines end before operators only.
fn glued(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(' ') {
        let last = out.rsplit([' ', GLUE]).next().unwrap_or("");
        let glues = OPERATORS.contains(&last) || last == "in" || last == "unless";
        if !out.is_empty() {
            out.push(if glues { GLUE } else { ' ' });
        }
        out.push_str(word);
    }
    out
}

/// The cell of an edge before any run; `None` for one that says nothing.
pub fn still(at: EdgeIdx, lines: &[EdgeLine]) -> Option<Cell> {
    cell(at, lines, "", "taken 0 times".into())
}

/// The same in a run.
pub fn cell(at: EdgeIdx, lines: &[EdgeLine], suffix: &str, words: Cow<'static, str>) -> Option<Cell> {
    let last = lines.last()?;
    Some(Cell::new(Id::Of("t", at.0), [&*text_of(&last.pieces), suffix].concat(), words))
}

impl EdgeLine<'_> {
    fn room(&self) -> Room {
        Room { limit: u32::MAX, lines: 1, mono: self.mono }
    }

    /// Points.
    fn width(&self) -> u32 {
        (label::width(&self.pieces, self.room()) * size::SMALL).div_ceil(1000)
    }

    /// Points of the line without faces and a text behind it.
    fn width_with(&self, suffix: &str) -> u32 {
        let font = if self.mono { Font::Mono } else { Font::Regular };
        let units = font.width(&text_of(&self.pieces)) + font.width(suffix);
        (units * size::SMALL).div_ceil(1000)
    }
}

/// Writes the label of an edge, whose last line is the cell. False if it says nothing.
pub fn write(out: &mut Markup, plan: &Plan, at: EdgeIdx, lines: &[EdgeLine], cell: Option<&Cell>) -> bool {
    let (Some(cell), Some((last, above))) = (cell, lines.split_last()) else { return false };
    let edge = &plan.machine.edges[at];
    let joins = plan.machine.control.join(at).is_some();
    let frame = Frame {
        width: last.width_with(if joins { " ‖ 9/9" } else { " ×99" }) + 6,
        height: Height::Line,
        ink: last.ink,
        mono: last.mono,
        small: false,
        ground: if plan.is_inside(edge) { plan.palette.cluster_fill } else { plan.palette.canvas },
    };
    beside(out, |table| {
        write_above(table, above, frame.ground);
        table.row(|out| cell::write(out, cell, &frame, plan.palette, |_| {}));
    })
}

/// Writes the label of a dependency.
pub fn write_use(out: &mut Markup, plan: &Plan, of: &NamedIn) -> bool {
    let text = match of {
        NamedIn::Template(name) => format!("reads {name}"),
        NamedIn::Condition(name) => format!("uses {name}"),
    };
    let mut lines = Vec::new();
    add(&mut lines, wrap_plain(&text, plan.limits.edge), plan.palette.ink_soft, false);
    beside(out, |table| write_above(table, &lines, plan.palette.canvas))
}

/// A spacer keeps the ground of the label off its line.
fn beside(out: &mut Markup, fill: impl FnOnce(&mut Table)) -> bool {
    let mut table = Table::new(out, BESIDE);
    table.row(|out| {
        out.markup("<TD> </TD><TD>");
        let mut inner = Table::new(out, LINES);
        fill(&mut inner);
        inner.finish();
        out.markup("</TD>");
    });
    table.finish()
}

fn write_above(table: &mut Table, lines: &[EdgeLine], ground: &'static str) {
    if lines.is_empty() {
        return;
    }
    table.row(|out| {
        out.markup("<TD ALIGN=\"LEFT\" BGCOLOR=\"");
        out.markup(ground);
        out.markup("\"");
        let measured = lines.iter().flat_map(|line| &line.pieces).all(|piece| is_measured(&piece.text));
        let widest = lines.iter().map(EdgeLine::width).max().unwrap_or(0);
        label::write_width(out, if measured { None } else { Some(widest + 8) });
        out.markup(">");
        for line in lines {
            match (line.ink, line.mono) {
                (_, true) => {
                    out.markup("<FONT FACE=\"Courier\">");
                    write_line(out, &line.pieces);
                    out.markup("</FONT>");
                }
                ("", false) => write_line(out, &line.pieces),
                (ink, false) => font(out, ink, "", |out| write_line(out, &line.pieces)),
            }
            out.markup(BREAK);
        }
        out.markup("</TD>");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_conditions_end_before_operators() {
        let lines = |text: &str, columns| label::wrapped(&glued(text), Room::columns(columns, 9)).replace(GLUE, " ");
        assert_eq!(lines("Water.celsius >= Order.target", 26), "Water.celsius\n>= Order.target");
        assert_eq!(lines("C.n >= 1 && size(D.x) > 0 || E.y == 4", 26), "C.n >= 1 && size(D.x) > 0\n|| E.y == 4");
        assert_eq!(lines("a in b", 4), "a\nin b");
    }
}
