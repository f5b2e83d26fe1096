//! Rows of fields and attributes.

use std::borrow::Cow;

use crate::expr::template::is_template;
use crate::machine::model::{Annotation, Class, NodeIdx};
use crate::value::Value;
use crate::view::cell::{self, Frame, Height, NO_GROUND};
use crate::view::fields::{Row, rows_of};
use crate::view::label::{Line, Table, cell as table_cell, font, wrap_value, write_width};
use crate::view::limits::{TYPE_COLUMNS, size};
use crate::view::measure::{Font, is_measured};
use crate::view::options::Extent;
use crate::view::plan::Plan;
use crate::view::quote::Markup;
use crate::view::rail::{ALL_FIELDS, FIRST_FIELDS};
use crate::view::values::FieldMarks;
use crate::view::width::clip;

/// Rows of one table of fields or attributes.
pub const MAX_ROWS: usize = 24;

/// An annotation as it is written.
pub fn annotation_text(annotation: &Annotation) -> String {
    let mut arguments: Vec<String> = annotation.value.iter().map(Value::to_text).collect();
    arguments.extend(annotation.entries.iter().map(|entry| format!("{}: {}", entry.target, entry.expr)));
    arguments.extend(annotation.parameters.iter().map(|(key, value)| match value {
        Value::Bool(true) => key.to_string(),
        value => format!("{key}: {}", value.to_text()),
    }));
    if arguments.is_empty() {
        format!("@{}", annotation.name)
    } else {
        format!("@{}({})", annotation.name, arguments.join(", "))
    }
}

/// Writes the rows of a node's table. `least` is the width of the card without them, in points. Gives the width that
/// these rows need.
pub fn write(table: &mut Table, plan: &Plan, at: NodeIdx, fields: &[FieldMarks], least: u32) -> u32 {
    if !plan.has_rows(at) {
        return 0;
    }
    if plan.machine.nodes[at].class == Class::Context {
        write_fields(table, plan, at, fields);
        return 0;
    }
    let mut rows = rows_of(plan.machine, at);
    if plan.extent(at) == Some(Extent::Head) {
        return 0;
    }
    let count = rows.len();
    if count > MAX_ROWS {
        let mut position = 0;
        rows.retain(|row| {
            position += 1;
            position <= MAX_ROWS || plan.is_endpoint(at, row.name)
        });
    }
    let typed = matches!(plan.machine.nodes[at].class, Class::Type | Class::Event);
    let width = write_rows(table, plan, &rows, Names { room: plan.key_room(at), ports: true, typed }, least);
    more(table, count - rows.len(), "");
    width
}

/// How the names of rows are written.
#[derive(Clone, Copy)]
pub struct Names {
    /// Their columns, and whether types stand behind them.
    pub room: (usize, bool),
    /// Edges can end at them.
    pub ports: bool,
    /// Values of fields with a type are left out.
    pub typed: bool,
}

/// Writes rows of names and values that no run changes. Gives the width that they need.
pub fn write_rows(table: &mut Table, plan: &Plan, rows: &[Row], names: Names, least: u32) -> u32 {
    let Names { room, ports, typed } = names;
    let texts: Vec<Option<Cow<str>>> = rows
        .iter()
        .map(|row| if typed && row.kind.is_some() { None } else { Some(value_text(plan, row.value)) })
        .collect();
    let wrapped = |text: &'_ Option<Cow<str>>| -> Vec<Line<'static>> {
        let lines = text.as_deref().map_or_else(Vec::new, |text| wrap_value(text, plan.limits.value));
        crate::view::label::owned(lines)
    };
    let lines: Vec<Vec<Line>> = texts.iter().map(wrapped).collect();
    let key = rows.iter().map(|row| key_width(room, row.name, row.kind)).max().unwrap_or(0);
    let value = lines.iter().flatten().map(value_width).max().unwrap_or(0);
    // The values get the width that the card has left over: Graphviz would divide it between both columns.
    let fill = Some(least.saturating_sub(key + 2 * PADDING + FRAME)).filter(|fill| *fill > value + 2 * PADDING);
    for (row, lines) in rows.iter().zip(&lines) {
        table.row(|out| {
            let alone = lines.is_empty();
            let key =
                Key { name: row.name, kind: row.kind, room, ports, soft: !typed, rows: 1, top: !alone, width: None };
            key.write(out, plan);
            if !alone {
                value_cell(out, Some(row.name).filter(|_| ports), lines, fill);
            }
        });
    }
    key + value + 4 * PADDING + FRAME
}

/// The padding around the text of a cell.
const PADDING: u32 = 3;
/// The frame around the table of rows, both sides together.
const FRAME: u32 = 2;

fn value_width(line: &Line<'_>) -> u32 {
    line.iter().map(|piece| Font::Regular.points(&piece.text, size::TEXT)).sum()
}

fn value_cell(out: &mut Markup, port: Option<&str>, lines: &[Line], fill: Option<u32>) {
    let measured = lines.iter().flatten().all(|piece| is_measured(&piece.text));
    let own = lines.iter().map(|line| value_width(line) + 8).max().filter(|_| !measured);
    out.markup("<TD ALIGN=\"LEFT\"");
    write_port(out, "v_", port);
    write_width(out, own.max(fill));
    out.markup(">");
    crate::view::label::write_lines(out, lines);
    out.markup("</TD>");
}

/// Writes the name that edges can end at.
fn write_port(out: &mut Markup, prefix: &'static str, port: Option<&str>) {
    if let Some(port) = port {
        out.markup(" PORT=\"");
        out.markup(prefix);
        out.attribute(port);
        out.markup("\"");
    }
}

/// A text with `{{ x }}` as `{x}`: values change during a run, the layout does not.
pub fn braced<'a>(plan: &Plan, text: &'a str) -> Cow<'a, str> {
    if !is_template(text) {
        return text.into();
    }
    let template = plan.machine.templates.get(text);
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for placeholder in template.placeholders() {
        out.push_str(text.get(from..placeholder.span.start as usize).unwrap_or(""));
        out.push('{');
        out.push_str(placeholder.inner.of(text).trim());
        out.push('}');
        from = placeholder.span.end as usize;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    out.into()
}

/// A value as it is shown: text as it is, all else as compact JSON.
fn value_text<'a>(plan: &Plan, value: Option<&'a Value>) -> Cow<'a, str> {
    match value {
        Some(Value::Str(text)) => braced(plan, text),
        Some(value) => cell::value_text(Some(value)).into(),
        None => "—".into(),
    }
}

fn key_width((columns, types): (usize, bool), name: &str, kind: Option<&str>) -> u32 {
    let name = Font::Regular.points(&clip(name, columns), size::TEXT);
    let kind = kind.filter(|_| types).map_or(0, |kind| {
        Font::Regular.points(" ", size::TEXT) + Font::Regular.points(&clip(kind, TYPE_COLUMNS), size::SMALL)
    });
    name + kind
}

/// A name and its type.
fn key_text(out: &mut Markup, plan: &Plan, (columns, types): (usize, bool), name: &str, kind: Option<&str>) {
    text_or_space(out, &clip(name, columns));
    if let Some(kind) = kind.filter(|kind| !kind.is_empty() && types) {
        out.markup(" ");
        font(out, plan.palette.ink_soft, "11", |out| text_or_space(out, &clip(kind, TYPE_COLUMNS)));
    }
}

fn text_or_space(out: &mut Markup, text: &str) {
    let start = out.len();
    out.text(text);
    if out.len() == start {
        out.markup(" ");
    }
}

/// The first cell of a row.
struct Key<'a> {
    name: &'a str,
    kind: Option<&'a str>,
    /// Its columns, and whether its type stands behind it.
    room: (usize, bool),
    /// Edges can end at it.
    ports: bool,
    /// It is drawn in the soft ink, because its value matters more.
    soft: bool,
    /// How many rows it spans.
    rows: usize,
    /// It is the first of them.
    top: bool,
    /// Points of the cell, where its own are not enough.
    width: Option<u32>,
}

impl Key<'_> {
    fn write(&self, out: &mut Markup, plan: &Plan) {
        out.markup("<TD ALIGN=\"LEFT\"");
        write_port(out, "k_", Some(self.name).filter(|_| self.ports));
        if self.rows > 1 {
            out.markup(" ROWSPAN=\"");
            out.number(self.rows as u32);
            out.markup("\"");
        }
        let measured = is_measured(self.name) && self.kind.is_none_or(is_measured);
        let own = if measured { None } else { Some(key_width(self.room, self.name, self.kind) + 8) };
        write_width(out, own.max(self.width));
        out.markup(if self.top { " VALIGN=\"TOP\">" } else { ">" });
        if self.soft {
            font(out, plan.palette.ink_soft, "", |out| key_text(out, plan, self.room, self.name, self.kind));
        } else {
            key_text(out, plan, self.room, self.name, self.kind);
        }
        out.markup("</TD>");
    }
}

/// The fields of a context: cells of fixed size.
fn write_fields(table: &mut Table, plan: &Plan, at: NodeIdx, fields: &[FieldMarks]) {
    let mut left_out = 0;
    let kept = |field: &&FieldMarks| field.is_kept(plan, at, fields.len());
    let several = fields.iter().filter(kept).any(|field| !field.is_single());
    let paths = fields.iter().filter(kept).flat_map(|field| &field.rows).filter_map(|(path, _)| path.as_ref());
    let ids = paths.map(|(path, _)| Font::Regular.points(&path.to_string(), size::SMALL) + 2 * PADDING).max();
    let width = plan.fit.filter(|_| plan.is_in_rail(at)).map(|fit| fit.key_width(ids.unwrap_or(0)));
    let room = plan.key_room(at);
    for field in fields {
        if !field.is_kept(plan, at, fields.len()) {
            left_out += 1;
            continue;
        }
        let frame = Frame {
            width: cell::value_width(field.columns),
            height: Height::Value,
            ink: "",
            mono: true,
            small: true,
            ground: NO_GROUND,
        };
        let port = |out: &mut Markup| write_port(out, "v_", Some(&field.name));
        let key = |rows| Key {
            name: &field.name,
            kind: field.kind.as_deref(),
            room,
            ports: true,
            soft: false,
            rows,
            top: rows > 1,
            width,
        };
        if let [(None, only)] = field.rows.as_slice() {
            table.row(|out| {
                key(1).write(out, plan);
                cell::write(out, only, &frame, plan.palette, |out| {
                    if several {
                        out.markup(" COLSPAN=\"2\"");
                    }
                    port(out);
                });
            });
            continue;
        }
        let rows = field.rows.len() + usize::from(field.more > 0);
        for (row, (path, value)) in field.rows.iter().enumerate() {
            table.row(|out| {
                if row == 0 {
                    key(rows).write(out, plan);
                }
                if let Some((path, color)) = path {
                    out.markup("<TD ALIGN=\"LEFT\">");
                    font(out, color, "11", |out| out.text(&clip(&path.to_string(), plan.limits.key)));
                    out.markup("</TD>");
                }
                cell::write(out, value, &frame, plan.palette, |out| {
                    if row == 0 {
                        port(out);
                    }
                });
            });
        }
        more(table, field.more, "+");
    }
    match plan.extent(at) {
        None => more(table, left_out, ""),
        // The head says that it is folded.
        Some(Extent::Head) => {}
        Some(_) => more_fields(table, at, left_out),
    }
}

/// A row that the page unfolds when it is pressed.
fn more_fields(table: &mut Table, at: NodeIdx, count: usize) {
    if count == 0 {
        return;
    }
    table.row(|out| {
        out.markup("<TD COLSPAN=\"3\" ALIGN=\"LEFT\" ID=\"m");
        out.number(at.0);
        out.markup("\" TITLE=\"Show all fields\">+");
        out.number(count as u32);
        out.markup(" more</TD>");
    });
}

/// A row with the number of rows that are left out. Inside of a field, the key spans it.
pub fn more(table: &mut Table, count: usize, sign: &'static str) {
    if count == 0 {
        return;
    }
    let open = if sign.is_empty() { "<TD COLSPAN=\"3\" ALIGN=\"LEFT\">" } else { "<TD COLSPAN=\"2\" ALIGN=\"LEFT\">" };
    table.row(|out| {
        table_cell(out, open, |out| {
            out.markup(if sign.is_empty() { "… " } else { sign });
            out.number(count as u32);
            out.markup(" more");
        });
    });
}

impl FieldMarks {
    /// True if the row is drawn: the first ones of a table, and those that edges end at.
    pub fn is_kept(&self, plan: &Plan, at: NodeIdx, count: usize) -> bool {
        match plan.extent(at) {
            Some(Extent::All) => return true,
            Some(Extent::Some) => return count <= ALL_FIELDS || self.position < FIRST_FIELDS || self.is_changed(),
            Some(Extent::Head) => return self.is_changed(),
            None => {}
        }
        count <= MAX_ROWS || self.position < MAX_ROWS || plan.is_endpoint(at, &self.name)
    }

    /// True if all paths share a row.
    pub fn is_single(&self) -> bool {
        matches!(self.rows.as_slice(), [(None, _)])
    }
}
