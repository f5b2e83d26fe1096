//! The rows of labels: of nodes, containers, notes, edges and of the whole drawing.

use crate::machine::model::{Annotation, ContextIdx, Edge, EdgeKind, Machine, Node, NodeIdx};
use crate::value::Value;
use crate::view::cell::{self, Cell};
use crate::view::label::{Table, cell as table_cell, indent_json, marked, plain, port_cell, wrap, write_lines};
use crate::view::look::condition_word;
use crate::view::markdown::{Face, Piece};
use crate::view::options::Detail;
use crate::view::picture::{EdgeMarks, FieldMarks, NodeMarks};
use crate::view::plan::{Plan, Shape, WRAPPING};
use crate::view::quote::Html;

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

/// The label of a node, or of the box of a container.
pub fn of_node(plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> Option<Html> {
    let node = &plan.machine.nodes[at];
    let mut table = Table::new();
    let name = wrap(&name_pieces(node), plan.limits.title);
    if let Some(head) = head(marks) {
        let mut row = Table::new();
        row.row(|out| {
            if let Some(status) = head.status {
                cell::write(out, status, STATUS, None, plan.palette);
            }
            table_cell(out, "<TD ALIGN=\"LEFT\">", |out| write_lines(out, &name));
            cell::write(out, head.count, COUNT, None, plan.palette);
        });
        table.nest(row);
    } else {
        table.left(|out| write_lines(out, &name));
    }
    let title = marks.texts.get("title").or(node.title.as_deref());
    if let Some(title) = title.filter(|title| *title != &*node.name) {
        table.lines(&marked(title, Face::default()), plan.limits.title);
    }
    let full = plan.options.detail == Detail::Full;
    if let Some(desc) = marks.texts.get("desc").or(node.text("desc")).filter(|_| full) {
        table.lines(&marked(desc, Face::default()), plan.limits.desc);
    }
    if plan.shape(at) == Shape::Leaf && full {
        let prompt = marks.texts.get("prompt").or(node.text("prompt"));
        if let Some(prompt) = prompt.filter(|prompt| plan.options.prompts && !prompt.trim().is_empty()) {
            table.left(|out| prompt_row(out, prompt, plan.limits.prompt));
        }
        table.nest(fields(plan, at, marks));
    }
    if let Some(status) = &marks.status {
        table.row(|out| cell::write(out, &status.paths, PATHS, None, plan.palette));
    }
    table.finish()
}

/// The label of the node that holds a container's own fields; `None` if it has none to show.
pub fn of_fields(plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> Option<Html> {
    fields(plan, at, marks).finish()
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

const STATUS: cell::Size = (18, 18);
const COUNT: cell::Size = (44, 16);
const PATHS: cell::Size = (120, 16);
const TAKEN: cell::Size = (32, 16);
const JOIN: cell::Size = (52, 16);

fn name_pieces(node: &Node) -> Vec<Piece> {
    let mut pieces = vec![Piece::new(&*node.name, BOLD)];
    if let Some(kind) = &node.kind {
        pieces.push(Piece::plain(" "));
        pieces.push(Piece::new(format!("<{kind}>"), ITALIC));
    }
    let shown = annotation_pieces(node.annotations.iter().filter(|annotation| !annotation.is(&["style", "note"])));
    if !shown.is_empty() {
        pieces.push(Piece::plain(" "));
        pieces.extend(shown);
    }
    pieces
}

fn annotation_pieces<'a>(annotations: impl Iterator<Item = &'a Annotation>) -> Vec<Piece> {
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

fn prompt_row(out: &mut Html, prompt: &str, limit: usize) {
    let mut pieces = plain("→ ");
    pieces.extend(marked(prompt.trim(), Face::default()));
    out.markup("<FONT POINT-SIZE=\"8\" COLOR=\"#6b7785\">");
    write_lines(out, &wrap(&pieces, limit));
    out.markup("</FONT>");
}

/// The table of a node's fields or attributes.
fn fields(plan: &Plan, at: NodeIdx, marks: &NodeMarks) -> Table {
    let mut table = Table::new();
    if !plan.options.has_tables() {
        return table;
    }
    if !marks.fields.is_empty() {
        run_fields(plan, at, &marks.fields, &mut table);
        return table;
    }
    let rows = match plan.machine.context_of(at) {
        Some(context) => context_rows(plan.machine, context),
        None => attribute_rows(&plan.machine.nodes[at]),
    };
    let count = rows.len();
    let mut left_out = 0;
    for (position, row) in rows.into_iter().enumerate() {
        if position < MAX_ROWS || count <= MAX_ROWS || plan.is_endpoint(at, row.name) {
            field_row(plan, &row, &mut table);
        } else {
            left_out += 1;
        }
    }
    more(&mut table, left_out, "");
    table
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
    let value = row.value.map_or_else(|| "—".to_owned(), |value| value_lines(value, plan.limits.value));
    table.row(|out| {
        port_cell(out, Some(("k_", row.name)), |out| key_text(out, plan, row.name, row.kind));
        port_cell(out, Some(("v_", row.name)), |out| {
            write_lines(out, &keep_spaces(wrap(&plain(&value), plan.limits.value)));
        });
    });
}

fn key_text(out: &mut Html, plan: &Plan, name: &str, kind: Option<&str>) {
    let text = kind.map_or_else(|| name.to_owned(), |kind| format!("{name}: {kind}"));
    write_lines(out, &wrap(&plain(&text), plan.limits.key));
}

/// Spaces at the start of a line would be lost.
fn keep_spaces(mut lines: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
    for piece in lines.iter_mut().flatten() {
        let mut kept = String::with_capacity(piece.text.len());
        let mut after_space = true;
        for c in piece.text.chars() {
            kept.push(if c == ' ' && after_space { '\u{a0}' } else { c });
            after_space = c == ' ';
        }
        piece.text = kept;
    }
    lines
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
    let size = (cell::value_width(plan.options.columns()), 16);
    let mut left_out = 0;
    for field in fields {
        if !field.is_kept(plan, at, fields.len()) {
            left_out += 1;
            continue;
        }
        let port = format!("v_{}", field.name);
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
            out.markup("<TD COLSPAN=\"2\"");
            out.attribute("PORT", &format!("k_{}", field.name));
            out.markup(" ALIGN=\"LEFT\">");
            key_text(out, plan, &field.name, field.kind.as_deref());
            out.markup("</TD>");
        });
        for (row, (path, value)) in field.rows.iter().enumerate() {
            let path = path.as_ref().map(ToString::to_string).unwrap_or_default();
            table.row(|out| {
                port_cell(out, None, |out| write_lines(out, &wrap(&plain(&path), plan.limits.key)));
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
            table_cell(out, "<TD COLSPAN=\"2\" ALIGN=\"LEFT\">", |out| write_lines(out, &[plain(&text)]));
        });
    }
}

/// The label of a note; `None` if it says nothing.
pub fn of_note(plan: &Plan, node: &Node) -> Option<Html> {
    let text = node.title.as_deref().or_else(|| node.text("desc")).or_else(|| node.text("prompt")).unwrap_or(" ");
    let mut table = Table::new();
    table.lines(&marked(text, Face::default()), plan.limits.note);
    let annotations = annotation_pieces(node.annotations.iter().filter(|one| !one.is(&["style", "note"])));
    if !annotations.is_empty() {
        table.lines(&annotations, plan.limits.note);
    }
    table.finish()
}

/// The label of an edge.
pub fn of_edge(plan: &Plan, edge: &Edge, marks: &EdgeMarks) -> Option<Html> {
    let parts = EdgeParts::of(edge, marks.texts.get("text"));
    if parts.is_empty() && marks.join.is_none() {
        return None;
    }
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    if !parts.text.is_empty() {
        rows.push(marked(&parts.text, BOLD));
    }
    if !parts.annotations.is_empty() {
        rows.push(annotation_pieces(parts.annotations.iter().copied()));
    }
    rows.extend(parts.attributes.iter().map(|(key, value)| plain(&format!("{key}: {}", value.to_text()))));
    if let Some(condition) = parts.condition {
        rows.push(plain(&condition));
    }
    let mut table = Table::new();
    for row in rows {
        table.row(|out| table_cell(out, "<TD>", |out| write_lines(out, &wrap(&row, plan.limits.edge))));
    }
    if let Some(taken) = &marks.taken {
        table.row(|out| cell::write(out, taken, TAKEN, None, plan.palette));
    }
    if let Some(join) = &marks.join {
        table.row(|out| cell::write(out, join, JOIN, None, plan.palette));
    }
    table.finish()
}

/// What an edge says.
struct EdgeParts<'a> {
    text: String,
    annotations: Vec<&'a Annotation>,
    attributes: Vec<(&'a str, &'a Value)>,
    condition: Option<String>,
}

/// Keys of edges that are shown elsewhere or not at all.
const NOT_SAID: [&str; 9] =
    ["text", "when", "if", "unless", "condition", "style", "attribute", "sourceAttribute", "targetAttribute"];

impl<'a> EdgeParts<'a> {
    fn of(edge: &'a Edge, resolved: Option<&str>) -> Self {
        let mut parts = Self { text: String::new(), annotations: Vec::new(), attributes: Vec::new(), condition: None };
        if edge.annotation(&["hideLabel"]).is_some() {
            return parts;
        }
        parts.text = resolved.map_or_else(|| edge.text(), str::to_owned);
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
        parts.condition = edge.condition.as_ref().map(|one| format!("{}: {}", condition_word(one.kind), one.text));
        parts
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.annotations.is_empty() && self.attributes.is_empty() && self.condition.is_none()
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

/// The heading of the whole drawing.
pub fn of_machine(plan: &Plan) -> Option<Html> {
    let machine = plan.machine;
    let mut table = Table::new();
    if let Some(title) = machine.title.as_deref().filter(|title| !title.is_empty()) {
        table.left(|out| {
            out.markup("<FONT POINT-SIZE=\"14\">");
            write_lines(out, &wrap(&marked(title, BOLD), plan.limits.title.max(60)));
            out.markup("</FONT>");
        });
    }
    let version = machine.attribute("version").map(|version| format!("v{}", version.to_text()));
    let mut second = version.map(|version| plain(&version)).unwrap_or_default();
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
        table.lines(&marked(desc, Face::default()), plan.limits.desc);
    }
    if plan.options.attributes {
        let mut inner = Table::new();
        let shown = |name: &str| !SETTINGS.contains(&name) && !WRAPPING.contains(&name);
        let rows: Vec<_> = machine.attributes.iter().filter(|attribute| shown(&attribute.name)).collect();
        for attribute in rows.iter().take(MAX_ROWS) {
            let row = Row { name: &attribute.name, kind: attribute.kind.as_deref(), value: attribute.value.as_ref() };
            heading_row(plan, &row, &mut inner);
        }
        more(&mut inner, rows.len().saturating_sub(MAX_ROWS), "");
        table.nest(inner);
    }
    table.finish()
}

/// A row without ports: nothing can end at the heading.
fn heading_row(plan: &Plan, row: &Row, table: &mut Table) {
    let value = row.value.map_or_else(|| "—".to_owned(), |value| value_lines(value, plan.limits.value));
    table.row(|out| {
        port_cell(out, None, |out| key_text(out, plan, row.name, row.kind));
        port_cell(out, None, |out| write_lines(out, &keep_spaces(wrap(&plain(&value), plan.limits.value))));
    });
}

/// The label of a dependency.
pub fn of_dependency(plan: &Plan, reason: &str) -> Option<Html> {
    let mut table = Table::new();
    table.row(|out| table_cell(out, "<TD>", |out| write_lines(out, &wrap(&plain(reason), plan.limits.edge))));
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
    let rows = match machine.context_of(at) {
        Some(context) => context_rows(machine, context),
        None => attribute_rows(&machine.nodes[at]),
    };
    rows.iter().map(|row| row.name).collect()
}
