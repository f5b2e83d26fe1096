//! The rows of a card that say what it reads and writes, as they are drawn.

use crate::view::access::Row;
use crate::view::cell::NO_GROUND;
use crate::view::label::{BREAK, Table, font, write_width};
use crate::view::limits::size;
use crate::view::measure::{Font, is_measured};
use crate::view::plan::Plan;
use crate::view::quote::Markup;

/// Points between the end of a name and that of its line.
const ROOM: u32 = 190;
/// The same on small screens.
const COMPACT_ROOM: u32 = 150;
/// Padding and borders around both cells of a row, in points.
const AROUND: u32 = 14;

/// Its names in lines; a count stands for what does not fit.
fn lines(row: &Row, plan: &Plan) -> Vec<String> {
    let (room, most) = if plan.options.is_compact() { (COMPACT_ROOM, 1) } else { (ROOM, 2) };
    let width = |text: &str| Font::Regular.points(text, size::TEXT);
    let total: usize = row.names.iter().map(Vec::len).sum();
    let (mut lines, mut written) = (vec![String::new()], 0);
    for (position, fields) in row.names.iter().enumerate() {
        for (part, name) in fields.iter().enumerate() {
            let left = total - written - 1;
            let more = if left > 0 { width(&format!(" · +{left}")) } else { 0 };
            let before = match (position, part) {
                (0, 0) => "",
                (_, 0) => " · ",
                _ => ", ",
            };
            let is_last = lines.len() == most;
            let Some(line) = lines.last_mut() else { break };
            let needed = width(line) + width(before) + width(name);
            if needed + if is_last { more } else { width(" ·") } <= room {
                line.push_str(before);
                line.push_str(name);
            } else if !is_last && !line.is_empty() {
                line.push_str(before.trim_end());
                lines.push(clipped(name, room - more));
            } else if line.is_empty() {
                *line = clipped(name, room - more);
            } else {
                line.push_str(&format!("{}+{}", if part == 0 { " · " } else { ", " }, left + 1));
                return lines;
            }
            written += 1;
        }
    }
    lines
}

/// The width of its key and of its names, in points.
fn widths(row: &Row, lines: &[String]) -> (u32, u32) {
    let width = |text: &str| Font::Regular.points(text, size::TEXT);
    (width(row.kind.word), lines.iter().map(|line| width(line)).max().unwrap_or(0))
}

/// A name that ends where its room does.
fn clipped(name: &str, room: u32) -> String {
    let width = |text: &str| Font::Regular.points(text, size::TEXT);
    if width(name) <= room {
        return name.to_owned();
    }
    let mut kept = name.to_owned();
    while !kept.is_empty() && width(&kept) + width("…") > room {
        kept.pop();
    }
    kept + "…"
}

/// The rows of a card, in lines.
pub struct DataRows<'a> {
    rows: Vec<(&'a Row, Vec<String>)>,
    /// Points of the widest key.
    key: u32,
    /// Points of the widest line of names.
    names: u32,
}

impl<'a> DataRows<'a> {
    /// Rows, with their names broken into lines.
    pub fn of(plan: &Plan, rows: &'a [Row]) -> Self {
        let rows: Vec<(&Row, Vec<String>)> = rows.iter().map(|row| (row, lines(row, plan))).collect();
        let all = rows.iter().map(|(row, lines)| widths(row, lines));
        let (key, names) = all.fold((0, 0), |(key, names), (one, other)| (key.max(one), names.max(other)));
        Self { rows, key, names }
    }

    /// The points that a card needs to show them.
    pub fn width(&self) -> u32 {
        if self.rows.is_empty() { 0 } else { self.key + self.names + AROUND }
    }

    /// Writes them. `least` is the width of the card without them, in points.
    pub fn write(&self, table: &mut Table, plan: &Plan, least: u32) {
        // The names get the width that the card has left over: Graphviz would divide it between both columns.
        let fill = least.saturating_sub(self.key + 8);
        for (row, lines) in &self.rows {
            table.row(|out| self.write_row(out, plan, row, lines, fill));
        }
    }

    fn write_row(&self, out: &mut Markup, plan: &Plan, row: &Row, lines: &[String], fill: u32) {
        out.markup("<TD ALIGN=\"LEFT\" VALIGN=\"TOP\">");
        font(out, plan.palette.data_ink, "", |out| out.markup(row.kind.word));
        out.markup("</TD><TD ID=\"");
        out.attribute(&row.id);
        out.markup("\" TITLE=\"");
        out.attribute(&row.title());
        out.markup("\" ALIGN=\"LEFT\" BGCOLOR=\"");
        out.markup(if row.mark.is_some() { plan.palette.changed_fill } else { NO_GROUND });
        out.markup("\"");
        let own = if lines.iter().all(|line| is_measured(line)) { 0 } else { self.names + 8 };
        let width = Some(fill.max(own)).filter(|width| *width > 0);
        write_width(out, width);
        out.markup(">");
        for line in lines {
            out.text(line);
            out.markup(if lines.len() > 1 { BREAK } else { "" });
        }
        out.markup("</TD>");
    }
}
