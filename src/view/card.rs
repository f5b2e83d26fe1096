//! Cards: the head of a node, its prompt and its rows; and notes.

use crate::machine::model::{Annotation, Node, NodeIdx};
use crate::value::Value;
use crate::view::cell::{self, Frame, Height, NO_GROUND};
use crate::view::data_rows::DataRows;
use crate::view::fields::Row;
use crate::view::label::{
    self, BREAK, CARD, HEAD, Line, NOTE, ROWS, Table, font, lines_cell, said_width, widest, wrap, wrap_plain,
    write_line, write_lines, write_width,
};
use crate::view::limits::size;
use crate::view::look::{is_store, shown_class};
use crate::view::markdown::{self, Face, Piece};
use crate::view::marks::NodeMarks;
use crate::view::plan::{Plan, Shape};
use crate::view::quote::Markup;
use crate::view::rows::{self, Names, annotation_text, braced};

const BOLD: Face = Face { bold: true, italic: false, struck: false, underlined: false, code: false };

/// Annotations of nodes that are shown in another way.
const NO_TAGS: [&str; 6] = ["set", "style", "note", "input", "output", "shared"];

/// Writes the label of a node, or of the box of a container.
pub fn write(out: &mut Markup, plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> bool {
    let node = &plan.machine.nodes[at];
    let is_box = plan.shape(at) == Shape::Cluster;
    let mut table = Table::new(out, if is_box { label::BOX } else { CARD });
    let mut least = head(&mut table, plan, at, marks);
    let said = DataRows::of(plan, &marks.rows);
    if is_box {
        data_rows(&mut table, plan, &said, true, 0);
        return table.finish();
    }
    let is_round = !is_store(shown_class(node.class, plan.entry(at)));
    let prompt = node.text("prompt").filter(|prompt| plan.options.prompts && !prompt.trim().is_empty());
    if let Some(prompt) = prompt {
        let source = braced(plan, prompt);
        let lines = wrap(pieces_of(source.trim()), plan.limits.prompt);
        least = least.max(widest(&lines, plan.limits.prompt, size::TEXT) + 8);
        table.row(|out| {
            panel(out, plan, "", is_round);
            write_width(out, said_width(&lines, plan.limits.prompt, size::TEXT));
            out.markup(">");
            write_lines(out, &lines);
            out.markup("</TD>");
        });
    }
    least = least.max(said.width());
    if plan.shape(at) == Shape::Folded {
        let steps = Value::Num(plan.steps(at) as f64);
        let row = [Row { name: "steps", kind: None, value: Some(&steps) }];
        let names = Names { room: plan.key_room(at), ports: false, typed: false };
        panel_of_rows(&mut table, plan, is_round, |rows| {
            rows::write_rows(rows, plan, &row, names, least);
        });
    } else if !node.attributes.is_empty() || !marks.fields.is_empty() {
        panel_of_rows(&mut table, plan, is_round, |rows| {
            least = least.max(rows::write(rows, plan, at, &marks.fields, least));
        });
    }
    data_rows(&mut table, plan, &said, is_round, least);
    table.finish()
}

/// Writes a panel that holds a table of rows, if there are any.
fn panel_of_rows(table: &mut Table, plan: &Plan, is_round: bool, fill: impl FnOnce(&mut Table)) {
    let open = |out: &mut Markup| {
        panel(out, plan, " CELLPADDING=\"1\"", is_round);
        out.markup(">");
    };
    table.nest(ROWS, open, fill);
}

/// Writes what a node reads and writes.
fn data_rows(table: &mut Table, plan: &Plan, said: &DataRows, is_round: bool, least: u32) {
    panel_of_rows(table, plan, is_round, |rows| said.write(rows, plan, least));
}

/// Writes the label of the node that holds a container's own fields. False if it has none to show.
pub fn write_fields(out: &mut Markup, plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> bool {
    let mut table = Table::new(out, ROWS);
    rows::write(&mut table, plan, at, &marks.fields, 0);
    table.finish()
}

/// Begins a cell on the ground of prompts and rows.
fn panel(out: &mut Markup, plan: &Plan, padding: &'static str, is_round: bool) {
    out.markup("<TD COLSPAN=\"2\" ALIGN=\"LEFT\" BGCOLOR=\"");
    out.markup(plan.palette.panel);
    out.markup("\"");
    out.markup(padding);
    if is_round {
        out.markup(" STYLE=\"ROUNDED\"");
    }
}

/// Writes name and state, and below them title and annotations over the whole width. Gives the width of all, in points.
fn head(table: &mut Table, plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> u32 {
    let node = &plan.machine.nodes[at];
    let name = wrap(vec![Piece::new(&*node.name, BOLD)], plan.limits.name);
    let below = Below::of(plan, at, marks);
    // All cards of a rail are equally wide.
    let rail = plan.fit.filter(|_| plan.is_in_rail(at)).map(|fit| fit.width.saturating_sub(marks.status_width));
    let beside = widest(&name, plan.limits.name, size::NAME) + marks.status_width;
    if below.is_empty() {
        let width = rail.map(|width| width.saturating_sub(9));
        table.row(|out| first_row(out, plan, marks, &name, Height::Head, width));
        return beside + 8 + 3;
    }
    let width = below.width(plan).max(beside) + 2 + 6;
    table.nest(
        HEAD,
        |out| out.markup("<TD COLSPAN=\"2\" CELLPADDING=\"3\">"),
        |inner| {
            let width = rail.map(|width| width.saturating_sub(12));
            inner.row(|out| first_row(out, plan, marks, &name, Height::Line, width));
            inner.row(|out| below.write(out, plan));
        },
    );
    width
}

fn first_row(out: &mut Markup, plan: &Plan, marks: &NodeMarks, name: &[Line], height: Height, width: Option<u32>) {
    out.markup("<TD ALIGN=\"LEFT\"");
    write_width(out, said_width(name, plan.limits.name, size::NAME).max(width));
    out.markup(">");
    font(out, "", "13", |out| {
        for (at, line) in name.iter().enumerate() {
            out.markup(if at > 0 { BREAK } else { "" });
            write_line(out, line);
        }
    });
    out.markup(if name.len() > 1 { "<BR ALIGN=\"LEFT\"/></TD>" } else { "</TD>" });
    if let Some(status) = &marks.status {
        let frame = Frame {
            width: marks.status_width,
            height,
            ink: plan.palette.ink_soft,
            mono: false,
            small: true,
            ground: NO_GROUND,
        };
        cell::write(out, status, &frame, plan.palette, |_| {});
    }
}

/// What stands below a name.
struct Below<'a> {
    texts: Vec<Line<'a>>,
    tags: Vec<Line<'a>>,
}

impl<'a> Below<'a> {
    fn of(plan: &Plan<'a>, at: NodeIdx, marks: &'a NodeMarks) -> Self {
        let node = &plan.machine.nodes[at];
        let mut below = Self { texts: Vec::new(), tags: Vec::new() };
        if let Some(parent) = node.parent.filter(|_| plan.is_in_rail(at)) {
            below.tags.push(vec![Piece::plain(format!("in {}", plan.machine.nodes[parent].name))]);
        }
        let title = marks.texts.get("title").or(node.title.as_deref());
        if let Some(title) = title.filter(|title| !title.trim().is_empty() && !is_same(title, &node.name)) {
            below.texts.extend(wrap(pieces_of(title), plan.limits.title));
        }
        if plan.options.is_compact() {
            return below;
        }
        let desc = marks.texts.get("desc").or(node.text("desc"));
        if let Some(desc) = desc.filter(|desc| !desc.trim().is_empty()) {
            below.texts.extend(wrap(pieces_of(desc), plan.limits.desc));
        }
        if let Some(tags) = tags(node.annotations.iter().filter(|one| !one.is(&NO_TAGS))) {
            let lines = wrap_plain(&tags, plan.limits.tags).into_iter();
            below.tags.extend(lines.map(|line| vec![Piece::plain(label::text_of(&line).into_owned())]));
        }
        below
    }

    fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.tags.is_empty()
    }

    fn width(&self, plan: &Plan) -> u32 {
        let texts = widest(&self.texts, plan.limits.title, size::TEXT);
        texts.max(widest(&self.tags, plan.limits.tags, size::SMALL))
    }

    fn write(&self, out: &mut Markup, plan: &Plan) {
        out.markup("<TD COLSPAN=\"2\" ALIGN=\"LEFT\"");
        let texts = said_width(&self.texts, plan.limits.title, size::TEXT);
        // No-break spaces are narrower than Graphviz takes them for, so annotations have room enough.
        let plain =
            |line: &Line| line.iter().all(|piece| piece.text.chars().all(|c| matches!(c, ' '..='~' | '\u{a0}')));
        let tags = said_width(&self.tags, plan.limits.tags, size::SMALL).filter(|_| !self.tags.iter().all(plain));
        write_width(out, texts.max(tags));
        out.markup(">");
        let many = self.texts.len() + self.tags.len() > 1;
        for line in &self.texts {
            write_line(out, line);
            out.markup(if many { BREAK } else { "" });
        }
        for line in &self.tags {
            small_line(out, plan, line);
            out.markup(if many { BREAK } else { "" });
        }
        out.markup("</TD>");
    }
}

/// Writes a line of small print. A larger space gives it the height of the others.
fn small_line(out: &mut Markup, plan: &Plan, line: &Line) {
    font(out, plan.palette.ink_soft, "11", |out| write_line(out, line));
    out.markup("<FONT POINT-SIZE=\"14\"> </FONT>");
}

/// Annotations on a line. Inside of one no line ends.
pub fn tags<'a>(annotations: impl Iterator<Item = &'a Annotation>) -> Option<String> {
    let mut text = String::new();
    for annotation in annotations {
        text.push_str(if text.is_empty() { "" } else { "  " });
        text.push_str(&annotation_text(annotation).replace(' ', "\u{a0}"));
    }
    (!text.is_empty()).then_some(text)
}

/// The pieces of a text with marks.
pub fn pieces_of(text: &str) -> Line<'_> {
    markdown::parse(label::beginning(text), Face::default())
}

/// True for a title that says no more than the name.
fn is_same(title: &str, name: &str) -> bool {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-'));
        kept.flat_map(char::to_lowercase).collect()
    };
    title == name || letters(title) == letters(name)
}

/// Writes the label of a note.
pub fn write_note(out: &mut Markup, plan: &Plan, node: &Node) -> bool {
    let text = node.title.as_deref().or_else(|| node.text("desc")).or_else(|| node.text("prompt")).unwrap_or(" ");
    let room = plan.limits.note;
    let mut table = Table::new(out, NOTE);
    table.row(|out| lines_cell(out, |_| {}, &wrap(pieces_of(text), room), room, size::TEXT));
    let tags =
        if plan.options.is_compact() { None } else { tags(node.annotations.iter().filter(|one| !one.is(&NO_TAGS))) };
    if let Some(tags) = tags {
        table.row(|out| {
            label::cell(out, "<TD ALIGN=\"LEFT\">", |out| {
                for line in wrap_plain(&tags, plan.limits.tags) {
                    small_line(out, plan, &line);
                    out.markup(BREAK);
                }
            });
        });
    }
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_that_only_spells_the_name_otherwise_is_the_same() {
        for (title, name) in [("a", "a"), ("Heat the water", "heat_the-water"), ("HEAT", "heat")] {
            assert!(is_same(title, name), "{title}");
        }
        assert!(!is_same("Heats", "heat"));
    }
}
