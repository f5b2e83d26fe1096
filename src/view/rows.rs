//! The rows of labels: of nodes, containers, notes, edges and of the whole drawing.

use std::borrow::Cow;

use crate::machine::model::{Annotation, Class, ContextIdx, Edge, EdgeKind, Machine, Node, NodeIdx};
use crate::value::Value;
use crate::view::cell::{self, Cell, Size};
use crate::view::label::{
    Table, cell as table_cell, indent_json, marked, port_cell, port_name, write_marked, write_plain, write_value,
    write_wrapped,
};
use crate::view::look::condition_word;
use crate::view::markdown::{Face, Piece};
use crate::view::options::Detail;
use crate::view::picture::{EdgeMarks, FieldMarks, NodeMarks};
use crate::view::plan::{Plan, Shape, WRAPPING};
use crate::view::quote::Markup;

/// Rows of one table of fields or attributes.
pub const MAX_ROWS: usize = 24;

/// Attributes of nodes that have rows of their own or none.
const NOT_LISTED: [&str; 4] = ["desc", "prompt", "style", "stub"];

/// Attributes of the machine that set something and are not shown.
const SETTINGS: [&str; 11] = [
    "version",
    "description",
    "desc",
    "style",
    "maxSteps",
    "maxNodeInvocations",
    "maxPaths",
    "maxTurns",
    "timeout",
    "maxCheckpoints",
    "contextBudget",
];

const BOLD: Face = Face { bold: true, italic: false, struck: false, underlined: false, code: false };
const ITALIC: Face = Face { bold: false, italic: true, struck: false, underlined: false, code: false };

/// Writes the label of a node, or of the box of a container.
pub fn of_node(out: &mut Markup, plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> bool {
    let node = &plan.machine.nodes[at];
    let mut table = Table::new(out);
    if let Some(head) = head(marks) {
        table.nest(|row| {
            row.row(|out| {
                if let Some(status) = head.status {
                    cell::write(out, status, Size::Glyph, None, plan.palette);
                }
                table_cell(out, "<TD ALIGN=\"LEFT\">", |out| name(out, node, plan.limits.title));
                cell::write(out, head.count, Size::Count, None, plan.palette);
            });
        });
    } else {
        table.left(|out| name(out, node, plan.limits.title));
    }
    let title = marks.texts.get("title").or(node.title.as_deref());
    if let Some(title) = title.filter(|title| *title != &*node.name) {
        table.marked(title, plan.limits.title);
    }
    let full = plan.options.detail == Detail::Full;
    if let Some(desc) = marks.texts.get("desc").or(node.text("desc")).filter(|_| full) {
        table.marked(desc, plan.limits.desc);
    }
    if plan.shape(at) == Shape::Leaf && full {
        let prompt = marks.texts.get("prompt").or(node.text("prompt"));
        if let Some(prompt) = prompt.filter(|prompt| plan.options.prompts && !prompt.trim().is_empty()) {
            table.left(|out| prompt_row(out, prompt, plan.limits.prompt));
        }
        if !node.attributes.is_empty() || !marks.fields.is_empty() {
            table.nest(|table| fields(plan, at, marks, table));
        }
    }
    if let Some(status) = &marks.status {
        table.row(|out| cell::write(out, &status.paths, Size::Paths, None, plan.palette));
    }
    table.finish()
}

/// Writes the label of the node that holds a container's own fields. False if it has none to show.
pub fn of_fields(out: &mut Markup, plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> bool {
    let mut table = Table::new(out);
    fields(plan, at, marks, &mut table);
    table.finish()
}

/// The patchable cells of the first row.
struct Head<'a> {
    status: Option<&'a Cell>,
    count: &'a Cell,
}

fn head(marks: &NodeMarks) -> Option<Head<'_>> {
    match (&marks.status, &marks.version) {
        (Some(status), _) => Some(Head { status: Some(&status.glyph), count: &status.visits }),
        (None, Some(version)) => Some(Head { status: None, count: version }),
        (None, None) => None,
    }
}

/// Writes the name of a node with its type and annotations.
fn name(out: &mut Markup, node: &Node, limit: usize) {
    let name = Piece::new(&*node.name, BOLD);
    if node.annotations.is_empty() {
        let Some(kind) = &node.kind else { return write_wrapped(out, &[name], limit) };
        if is_word(&node.name) && is_word(kind) && node.name.len() + kind.len() + 3 <= limit {
            // What most nodes are called, as it would be wrapped.
            out.markup("<B>");
            out.text(&node.name);
            out.markup("</B> <I>&lt;");
            out.text(kind);
            return out.markup("&gt;</I>");
        }
    }
    let mut pieces = vec![name];
    if let Some(kind) = &node.kind {
        pieces.push(Piece::plain(" "));
        pieces.push(Piece::new(["<", kind, ">"].concat(), ITALIC));
    }
    let shown = annotation_pieces(node.annotations.iter().filter(|annotation| !annotation.is(&["style", "note"])));
    if !shown.is_empty() {
        pieces.push(Piece::plain(" "));
        pieces.extend(shown);
    }
    write_wrapped(out, &pieces, limit);
}

fn is_word(text: &str) -> bool {
    let letter = |c: &u8| matches!(c, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.');
    !text.is_empty() && text.as_bytes().iter().all(letter)
}

fn annotation_pieces<'a>(annotations: impl Iterator<Item = &'a Annotation>) -> Vec<Piece<'static>> {
    let mut pieces = Vec::new();
    for annotation in annotations {
        if !pieces.is_empty() {
            pieces.push(Piece::plain(" "));
        }
        pieces.push(Piece::new(annotation_text(annotation), ITALIC));
    }
    pieces
}

fn annotation_text(annotation: &Annotation) -> String {
    let mut arguments: Vec<String> = annotation.value.iter().map(Value::to_text).collect();
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

fn prompt_row(out: &mut Markup, prompt: &str, limit: usize) {
    let mut pieces = vec![Piece::plain("→ ")];
    pieces.extend(marked(prompt.trim(), Face::default()));
    out.markup("<FONT POINT-SIZE=\"8\" COLOR=\"#6b7785\">");
    write_wrapped(out, &pieces, limit);
    out.markup("</FONT>");
}

/// The table of a node's fields or attributes.
fn fields(plan: &Plan, at: NodeIdx, marks: &NodeMarks, table: &mut Table) {
    if !plan.options.has_tables() {
        return;
    }
    if !marks.fields.is_empty() {
        return run_fields(plan, at, &marks.fields, table);
    }
    let rows = rows_of(plan.machine, at);
    let count = rows.len();
    let mut left_out = 0;
    for (position, row) in rows.into_iter().enumerate() {
        if position < MAX_ROWS || count <= MAX_ROWS || plan.is_endpoint(at, row.name) {
            field_row(plan, &row, table);
        } else {
            left_out += 1;
        }
    }
    more(table, left_out, "");
}

/// The rows of a node's table before any run.
fn rows_of(machine: &Machine, at: NodeIdx) -> Vec<Row<'_>> {
    let node = &machine.nodes[at];
    let context = if node.class == Class::Context { machine.context_of(at) } else { None };
    match context {
        Some(context) => context_rows(machine, context),
        None => attribute_rows(node),
    }
}

/// A row before any run.
struct Row<'a> {
    name: &'a str,
    kind: Option<&'a str>,
    value: Option<&'a Value>,
}

fn context_rows(machine: &Machine, context: ContextIdx) -> Vec<Row<'_>> {
    let fields = machine.contexts[context].fields.iter().map(|field| &machine.fields[*field]);
    fields.map(|field| Row { name: &field.name, kind: field.kind.as_deref(), value: field.default.as_ref() }).collect()
}

fn attribute_rows(node: &Node) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for attribute in node.attributes.iter().filter(|attribute| !NOT_LISTED.contains(&&*attribute.name)) {
        let properties = attribute.value.as_ref().filter(|_| &*attribute.name == "schema");
        match properties.and_then(|schema| schema.get("properties")).and_then(Value::as_map) {
            Some(properties) => rows.extend(properties.iter().map(|(name, property)| Row {
                name,
                kind: property.get("type").and_then(Value::as_str),
                value: property.get("default"),
            })),
            None => rows.push(Row {
                name: &attribute.name,
                kind: attribute.kind.as_deref(),
                value: attribute.value.as_ref(),
            }),
        }
    }
    rows
}

fn field_row(plan: &Plan, row: &Row, table: &mut Table) {
    table.row(|out| {
        port_cell(out, Some(("k_", row.name)), |out| key_text(out, plan, row.name, row.kind));
        port_cell(out, Some(("v_", row.name)), |out| value_text(out, plan, row.value));
    });
}

fn key_text(out: &mut Markup, plan: &Plan, name: &str, kind: Option<&str>) {
    match kind {
        Some(kind) => write_plain(out, &[name, ": ", kind].concat(), plan.limits.key),
        None => write_plain(out, name, plan.limits.key),
    }
}

fn value_text(out: &mut Markup, plan: &Plan, value: Option<&Value>) {
    let limit = plan.limits.value;
    match value {
        Some(value) => write_value(out, &value_lines(value, limit), limit),
        None => write_value(out, "—", limit),
    }
}

/// A value as it is shown: text as it is, lists and maps compact where they fit on a line, else indented.
fn value_lines(value: &Value, limit: usize) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Str(text) => match indent_json(text) {
            Some(indented) if text.chars().count() > limit => indented,
            _ => text.to_string(),
        },
        Value::List(_) | Value::Map(_) => {
            let text = cell::value_text(Some(value));
            if text.chars().count() <= limit { text } else { indent_json(&text).unwrap_or(text) }
        }
        scalar => scalar.to_json(),
    }
}

/// The rows of a context in a run: cells of fixed size.
fn run_fields(plan: &Plan, at: NodeIdx, fields: &[FieldMarks], table: &mut Table) {
    let size = Size::Value(cell::value_width(plan.options.columns()));
    let mut left_out = 0;
    for field in fields {
        if !field.is_kept(plan, at, fields.len()) {
            left_out += 1;
            continue;
        }
        let port = port_name("v_", &field.name);
        if let [(None, only)] = field.rows.as_slice() {
            table.row(|out| {
                port_cell(out, Some(("k_", &field.name)), |out| {
                    key_text(out, plan, &field.name, field.kind.as_deref())
                });
                cell::write(out, only, size, Some(&port), plan.palette);
            });
            continue;
        }
        table.row(|out| {
            out.markup("<TD COLSPAN=\"2\" PORT=\"k_");
            out.attribute(&field.name);
            out.markup("\" ALIGN=\"LEFT\">");
            key_text(out, plan, &field.name, field.kind.as_deref());
            out.markup("</TD>");
        });
        for (row, (path, value)) in field.rows.iter().enumerate() {
            let path = path.as_ref().map(ToString::to_string).unwrap_or_default();
            table.row(|out| {
                port_cell(out, None, |out| write_plain(out, &path, plan.limits.key));
                cell::write(out, value, size, Some(port.as_str()).filter(|_| row == 0), plan.palette);
            });
        }
        more(table, field.more, "+");
    }
    more(table, left_out, "");
}

fn more(table: &mut Table, count: usize, sign: &str) {
    if count > 0 {
        let text = if sign.is_empty() { format!("… {count} more") } else { format!("{sign}{count} more") };
        table.row(|out| {
            table_cell(out, "<TD COLSPAN=\"2\" ALIGN=\"LEFT\">", |out| write_plain(out, &text, usize::MAX));
        });
    }
}

/// Writes the label of a note.
pub fn of_note(out: &mut Markup, plan: &Plan, node: &Node) -> bool {
    let text = node.title.as_deref().or_else(|| node.text("desc")).or_else(|| node.text("prompt")).unwrap_or(" ");
    let mut table = Table::new(out);
    table.marked(text, plan.limits.note);
    let annotations = annotation_pieces(node.annotations.iter().filter(|one| !one.is(&["style", "note"])));
    if !annotations.is_empty() {
        table.lines(&annotations, plan.limits.note);
    }
    table.finish()
}

/// Writes the label of an edge. False if it says nothing.
pub fn of_edge(out: &mut Markup, plan: &Plan, edge: &Edge, marks: &EdgeMarks) -> bool {
    let parts = EdgeParts::of(edge, marks.texts.get("text"));
    if parts.is_empty() && marks.join.is_none() {
        return false;
    }
    let mut table = Table::new(out);
    if !parts.text.is_empty() {
        table.row(|out| table_cell(out, "<TD>", |out| write_marked(out, &parts.text, BOLD, plan.limits.edge)));
    }
    let mut row = |pieces: &[Piece]| {
        table.row(|out| table_cell(out, "<TD>", |out| write_wrapped(out, pieces, plan.limits.edge)));
    };
    if !parts.annotations.is_empty() {
        row(&annotation_pieces(parts.annotations.iter().copied()));
    }
    for (key, value) in &parts.attributes {
        row(&[Piece::plain([*key, ": ", &value.to_text()].concat())]);
    }
    if let Some(condition) = edge.condition.as_ref().filter(|_| parts.condition) {
        row(&[Piece::plain([condition_word(condition.kind), ": ", &condition.text].concat())]);
    }
    if let Some(taken) = &marks.taken {
        table.row(|out| cell::write(out, taken, Size::Taken, None, plan.palette));
    }
    if let Some(join) = &marks.join {
        table.row(|out| cell::write(out, join, Size::Join, None, plan.palette));
    }
    table.finish()
}

/// What an edge says.
#[derive(Default)]
struct EdgeParts<'a> {
    text: Cow<'a, str>,
    annotations: Vec<&'a Annotation>,
    attributes: Vec<(&'a str, &'a Value)>,
    /// It tells its condition.
    condition: bool,
}

/// Keys of edges that are shown elsewhere or not at all.
const NOT_SAID: [&str; 9] =
    ["text", "when", "if", "unless", "condition", "style", "attribute", "sourceAttribute", "targetAttribute"];

impl<'a> EdgeParts<'a> {
    fn of(edge: &'a Edge, resolved: Option<&'a str>) -> Self {
        let mut parts = Self::default();
        if edge.annotation(&["hideLabel"]).is_some() {
            return parts;
        }
        parts.text = match (resolved, edge.texts.as_slice()) {
            (Some(text), _) => text.into(),
            (None, [only]) => Cow::Borrowed(only),
            (None, _) => edge.text().into(),
        };
        let switch = edge.annotations.iter().find(|one| one.is(&["showAnnotation"]));
        if edge.annotation(&["hideAnnotation"]).is_none() && !switch.is_some_and(Annotation::is_off) {
            let ours = ["style", "hideLabel", "hideAnnotation", "showAnnotation"];
            parts.annotations = edge.annotations.iter().filter(|one| !one.is(&ours)).collect();
        }
        let said = |key: &str| !NOT_SAID.iter().any(|known| known.eq_ignore_ascii_case(key));
        let inline = edge.inline.iter().filter(|(key, _)| !edge.block.iter().any(|(other, _)| other == key));
        if edge.kind != EdgeKind::Inferred {
            parts.attributes =
                inline.chain(&edge.block).filter(|(key, _)| said(key)).map(|(key, value)| (&**key, value)).collect();
        }
        parts.condition = edge.condition.is_some();
        parts
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.annotations.is_empty() && self.attributes.is_empty() && !self.condition
    }
}

/// True if the edge is drawn with a label.
pub fn has_label(edge: &Edge) -> bool {
    let speaks = edge.condition.is_some() || edge.texts.iter().any(|text| !text.is_empty());
    if edge.annotations.is_empty() && (speaks || edge.inline.is_empty() && edge.block.is_empty()) {
        return speaks;
    }
    !EdgeParts::of(edge, None).is_empty()
}

/// Writes the heading of the whole drawing. False if there is none.
pub fn of_machine(out: &mut Markup, plan: &Plan) -> bool {
    let machine = plan.machine;
    let mut table = Table::new(out);
    if let Some(title) = machine.title.as_deref().filter(|title| !title.is_empty()) {
        table.left(|out| {
            out.markup("<FONT POINT-SIZE=\"14\">");
            write_marked(out, title, BOLD, plan.limits.title.max(60));
            out.markup("</FONT>");
        });
    }
    let version = machine.attribute("version").map(|version| format!("v{}", version.to_text()));
    let mut second: Vec<Piece> = version.map(Piece::plain).into_iter().collect();
    let annotations = annotation_pieces(machine.annotations.iter().filter(|one| !one.is(&["style", "note"])));
    if !second.is_empty() && !annotations.is_empty() {
        second.push(Piece::plain(" "));
    }
    second.extend(annotations);
    if !second.is_empty() {
        table.lines(&second, plan.limits.desc);
    }
    if plan.options.detail == Detail::Compact {
        return table.finish();
    }
    let text = |name| machine.attribute(name).and_then(Value::as_str);
    if let Some(desc) = text("description").or_else(|| text("desc")) {
        table.marked(desc, plan.limits.desc);
    }
    if plan.options.attributes {
        let shown = |name: &str| !SETTINGS.contains(&name) && !WRAPPING.contains(&name);
        let rows: Vec<_> = machine.attributes.iter().filter(|attribute| shown(&attribute.name)).collect();
        table.nest(|inner| {
            for row in rows.iter().take(MAX_ROWS) {
                // Without ports: nothing can end at the heading.
                inner.row(|out| {
                    port_cell(out, None, |out| key_text(out, plan, &row.name, row.kind.as_deref()));
                    port_cell(out, None, |out| value_text(out, plan, row.value.as_ref()));
                });
            }
            more(inner, rows.len().saturating_sub(MAX_ROWS), "");
        });
    }
    table.finish()
}

/// Writes the label of a dependency.
pub fn of_dependency(out: &mut Markup, plan: &Plan, reason: &str) -> bool {
    let mut table = Table::new(out);
    table.row(|out| table_cell(out, "<TD>", |out| write_plain(out, reason, plan.limits.edge)));
    table.finish()
}

impl FieldMarks {
    /// True if the row is drawn: the first ones of a table, and those that edges end at.
    pub fn is_kept(&self, plan: &Plan, at: NodeIdx, count: usize) -> bool {
        count <= MAX_ROWS || self.position < MAX_ROWS || plan.is_endpoint(at, &self.name)
    }
}

/// The names of the rows of a node's table.
pub fn names(machine: &Machine, at: NodeIdx) -> Vec<&str> {
    rows_of(machine, at).iter().map(|row| row.name).collect()
}
