//! What the cards of a drawing read and write: the rows that say it, and the wires from these rows to the contexts.

use std::collections::HashMap;

use crate::json::{ToJson, Writer};
use crate::machine::Machine;
use crate::machine::model::{Access, Edge, EdgeIdx, EdgeKind, NodeIdx};
use crate::view::cell::Mark;
use crate::view::label::BREAK;
use crate::view::measure::{Font, is_measured};
use crate::view::plan::{Plan, first_segment, size};
use crate::view::quote::{self, Markup};

/// A kind of row.
#[derive(Debug)]
pub struct Kind {
    /// What it is called.
    pub word: &'static str,
    /// What its cells are called behind the id of their node.
    suffix: &'static str,
    access: Access,
}

/// The kinds of rows, in the order in which they stand.
const KINDS: [Kind; 2] = [
    Kind { word: "reads", suffix: "-r", access: Access::Read },
    Kind { word: "writes", suffix: "-w", access: Access::Write },
];

/// A data edge between a node that acts and a context.
#[derive(Clone, Debug)]
struct Use<'a> {
    context: NodeIdx,
    edge: EdgeIdx,
    access: Access,
    /// `None` stands for all fields.
    fields: Option<Vec<&'a str>>,
}

/// The reads and writes of all cards, by the node that is drawn for the one that reads or writes.
#[derive(Default)]
pub struct Accesses<'a>(HashMap<NodeIdx, Vec<Use<'a>>>);

impl<'a> Accesses<'a> {
    /// Those of a machine. `place` gives the node that is drawn for another.
    pub fn of(machine: &'a Machine, place: impl Fn(NodeIdx) -> NodeIdx) -> Self {
        let mut all: HashMap<NodeIdx, Vec<Use>> = HashMap::new();
        for (at, edge) in machine.edges.entries() {
            if let Some((node, found)) = access_of(machine, at, edge) {
                all.entry(place(node)).or_default().push(found);
            }
        }
        Self(all)
    }

    /// The edges that the rows of a node say.
    pub fn edges(&self, at: NodeIdx) -> impl Iterator<Item = EdgeIdx> {
        self.0.get(&at).into_iter().flatten().map(|found| found.edge)
    }

    /// The rows of a node.
    pub fn rows(&self, plan: &Plan, at: NodeIdx) -> Vec<Row> {
        let Some(uses) = self.0.get(&at) else { return Vec::new() };
        let rows = KINDS.iter().map(|kind| {
            let edges = uses.iter().filter(|found| found.access == kind.access).map(|found| found.edge).collect();
            Row { kind, id: cell_id(at, kind), names: names(plan.machine, uses, kind.access), edges }
        });
        rows.filter(|row| !row.names.is_empty()).collect()
    }
}

/// True for an edge that a row says, so that no line is drawn for it.
pub fn is_said(machine: &Machine, at: EdgeIdx, edge: &Edge) -> bool {
    access_of(machine, at, edge).is_some()
}

fn access_of<'a>(machine: &Machine, at: EdgeIdx, edge: &'a Edge) -> Option<(NodeIdx, Use<'a>)> {
    let EdgeKind::Data(access) = edge.kind else { return None };
    let ends = [(edge.source, edge.target, &edge.target_attribute), (edge.target, edge.source, &edge.source_attribute)];
    let acts = |node: NodeIdx| machine.nodes[node].class.is_executable();
    let (node, context, attribute) =
        ends.into_iter().find(|(node, store, _)| acts(*node) && machine.context_of(*store).is_some())?;
    let listed = edge.fields.as_ref().map(|fields| fields.iter().map(|field| &**field).collect());
    let fields = listed.or_else(|| attribute.as_ref().map(|name| vec![first_segment(name)]));
    Some((node, Use { context, edge: at, access: access.unwrap_or(Access::Read), fields }))
}

/// What a row names: contexts in the order of their edges, each with its fields. What is written is not named as read.
fn names(machine: &Machine, uses: &[Use], access: Access) -> Vec<Vec<String>> {
    let mut contexts: Vec<NodeIdx> = Vec::new();
    for found in uses.iter().filter(|found| found.access == access) {
        if !contexts.contains(&found.context) {
            contexts.push(found.context);
        }
    }
    let fields = |context: NodeIdx, access: Access| {
        let mut all: Option<Vec<&str>> = Some(Vec::new());
        for found in uses.iter().filter(|found| found.context == context && found.access == access) {
            match (&mut all, &found.fields) {
                (Some(all), Some(fields)) => fields.iter().for_each(|field| {
                    if !all.contains(field) {
                        all.push(field);
                    }
                }),
                (all, _) => *all = None,
            }
        }
        all
    };
    let named = |context: NodeIdx| {
        let name = machine.nodes[context].name.to_string();
        let mut own = fields(context, access);
        if access == Access::Read {
            match (&mut own, fields(context, Access::Write)) {
                // Nothing is written.
                (_, Some(written)) if written.is_empty() => {}
                (Some(own), Some(written)) => own.retain(|field| !written.contains(field)),
                (None, Some(_)) => {}
                (_, None) => return None,
            }
        }
        match own.as_deref() {
            None => Some(vec![name]),
            Some([]) => None,
            Some([first, rest @ ..]) => {
                let mut parts = vec![format!("{name}.{first}")];
                parts.extend(rest.iter().map(|field| format!(".{field}")));
                Some(parts)
            }
        }
    };
    contexts.into_iter().filter_map(named).collect()
}

fn cell_id(at: NodeIdx, kind: &Kind) -> String {
    quote::id("a", at.0) + kind.suffix
}

/// A row of a card that says what it reads or writes.
#[derive(Clone, Debug)]
pub struct Row {
    kind: &'static Kind,
    /// The id of its cell in the drawing.
    pub id: String,
    /// The fields that each context is named with; a context as a whole is one name.
    names: Vec<Vec<String>>,
    edges: Vec<EdgeIdx>,
}

/// Points between the end of a name and that of its line.
const ROOM: u32 = 190;
/// The same on small screens.
const COMPACT_ROOM: u32 = 150;
/// Padding and borders around both cells of a row, in points.
const AROUND: u32 = 14;

impl Row {
    /// Whether the last action read or wrote through one of its edges.
    pub fn mark(&self, last: &[EdgeIdx]) -> Option<Mark> {
        self.edges.iter().any(|edge| last.binary_search(edge).is_ok()).then_some(Mark::Changed)
    }

    /// All that it names.
    pub fn title(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|fields| fields.join(", ")).collect();
        crate::text::clip(&format!("{} {}", self.kind.word, names.join(" · ")), 2_000)
    }

    /// Its names in lines; a count stands for what does not fit.
    fn lines(&self, plan: &Plan) -> Vec<String> {
        let (room, most) = if plan.options.is_compact() { (COMPACT_ROOM, 1) } else { (ROOM, 2) };
        let width = |text: &str| Font::Regular.points(text, size::TEXT);
        let total: usize = self.names.iter().map(Vec::len).sum();
        let (mut lines, mut written) = (vec![String::new()], 0);
        for (position, fields) in self.names.iter().enumerate() {
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
    fn widths(&self, lines: &[String]) -> (u32, u32) {
        let width = |text: &str| Font::Regular.points(text, size::TEXT);
        (width(self.kind.word), lines.iter().map(|line| width(line)).max().unwrap_or(0))
    }
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
pub struct Said<'a> {
    rows: Vec<(&'a Row, Vec<String>)>,
    /// Points of the widest key.
    key: u32,
    /// Points of the widest line of names.
    names: u32,
}

impl<'a> Said<'a> {
    /// Rows, with their names broken into lines.
    pub fn of(plan: &Plan, rows: &'a [Row]) -> Self {
        let rows: Vec<(&Row, Vec<String>)> = rows.iter().map(|row| (row, row.lines(plan))).collect();
        let widths = rows.iter().map(|(row, lines)| row.widths(lines));
        let (key, names) = widths.fold((0, 0), |(key, names), (one, other)| (key.max(one), names.max(other)));
        Self { rows, key, names }
    }

    /// The points that a card needs to show them.
    pub fn width(&self) -> u32 {
        if self.rows.is_empty() { 0 } else { self.key + self.names + AROUND }
    }

    /// Writes them. `least` is the width of the card without them, in points.
    pub fn write(&self, table: &mut crate::view::label::Table, plan: &Plan, last: &[EdgeIdx], least: u32) {
        // The names get the width that the card has left over: Graphviz would divide it between both columns.
        let fill = least.saturating_sub(self.key + 8);
        for (row, lines) in &self.rows {
            table.row(|out| self.write_row(out, plan, row, lines, row.mark(last), fill));
        }
    }

    fn write_row(&self, out: &mut Markup, plan: &Plan, row: &Row, lines: &[String], mark: Option<Mark>, fill: u32) {
        out.markup("<TD ALIGN=\"LEFT\" VALIGN=\"TOP\">");
        crate::view::label::font(out, plan.palette.data_ink, "", |out| out.markup(row.kind.word));
        out.markup("</TD><TD ID=\"");
        out.attribute(&row.id);
        out.markup("\" TITLE=\"");
        out.attribute(&row.title());
        out.markup("\" ALIGN=\"LEFT\" BGCOLOR=\"");
        out.markup(if mark.is_some() { plan.palette.changed_fill } else { crate::view::cell::NO_GROUND });
        out.markup("\"");
        let own = if lines.iter().all(|line| is_measured(line)) { 0 } else { self.names + 8 };
        let width = Some(fill.max(own)).filter(|width| *width > 0);
        crate::view::label::write_width(out, width);
        out.markup(">");
        for line in lines {
            out.text(line);
            out.markup(if lines.len() > 1 { BREAK } else { "" });
        }
        out.markup("</TD>");
    }
}

/// A line that the page draws between a card and a context when someone asks.
pub struct Wire {
    /// `reads`, `writes`, or `uses` for what a reference tells.
    kind: &'static str,
    /// The id of the card in the drawing.
    node: String,
    /// The id of its row.
    row: Option<String>,
    /// The id of the context, tool or type.
    store: String,
    /// The ids of the cells of its fields; none for all of it.
    fields: Vec<String>,
    /// The edge; a dependency has none.
    edge: Option<EdgeIdx>,
}

impl ToJson for Wire {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("kind", &self.kind);
            object.field("node", &self.node);
            object.maybe("row", &self.row);
            object.field("store", &self.store);
            object.field("fields", &self.fields);
            object.maybe("edge", &self.edge);
        });
    }
}

/// The wires of a drawing.
pub fn wires(plan: &Plan) -> Vec<Wire> {
    let machine = plan.machine;
    let mut wires = Vec::new();
    for (at, edge) in machine.edges.entries() {
        let Some((node, found)) = access_of(machine, at, edge) else { continue };
        let node = plan.place(node);
        let kind = if found.access == Access::Write { &KINDS[1] } else { &KINDS[0] };
        if !plan.is_in_rail(found.context) || !plan.is_drawn(node) {
            continue;
        }
        let names = found.fields.unwrap_or_default();
        let fields = names.iter().filter_map(|name| plan.field_cell(found.context, name)).collect();
        let rows = plan.data_rows(node);
        wires.push(Wire {
            kind: kind.word,
            node: plan.id(node),
            // What is read and written stands under what is written.
            row: rows
                .iter()
                .rev()
                .find(|row| row.edges.contains(&at))
                .map(|row| row.id.clone())
                .or_else(|| rows.iter().find(|row| row.kind.access == Access::Write).map(|row| row.id.clone())),
            store: plan.id(found.context),
            fields,
            edge: Some(at),
        });
    }
    let mut uses = |source: NodeIdx, target: NodeIdx, edge: Option<EdgeIdx>| {
        let ends = [(plan.place(source), target), (plan.place(target), source)];
        let joins = |(node, store): &(NodeIdx, NodeIdx)| {
            plan.is_in_rail(*store) && !plan.is_in_rail(*node) && plan.is_drawn(*node)
        };
        if let Some((node, store)) = ends.into_iter().find(joins) {
            let (node, store) = (plan.id(node), plan.id(store));
            wires.push(Wire { kind: "uses", node, row: None, store, fields: Vec::new(), edge });
        }
    };
    for (at, edge) in machine.edges.entries() {
        if matches!(edge.kind, EdgeKind::Inferred | EdgeKind::Structural) {
            uses(edge.source, edge.target, Some(at));
        }
    }
    for dependency in &machine.dependencies {
        uses(dependency.source, dependency.target, None);
    }
    wires
}
