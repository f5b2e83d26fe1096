//! JSON to text: the machine that a canonical JSON describes, as a text in the layout of the language.
//!
//! The text is written once with every node declared, which settles what names stand for, then as an author
//! would write it: without declarations of what edges create anyway, and with edges in the block that their ends
//! share. Where that would mean another machine, which is found by reading it, it is written more plainly.
//!
//! | file | owns |
//! |---|---|
//! | `plan` | nodes with their places, edges with their ends, read from JSON |
//! | `items` | header, declarations, attributes, annotations, values |
//! | `edges` | edge statements, the shortest names of their ends |

mod edges;
mod items;
mod plan;

use crate::machine::Machine;
use crate::machine::from_json::items::{Layout, SourceWriter};
use crate::machine::from_json::plan::Plan;
use crate::machine::model::{Class, EdgeKind};
use crate::schema::Json;
use crate::syntax;

pub use crate::machine::from_json::items::{FromJson, Unknown};
pub use crate::machine::from_json::plan::NoMachine;

const LAYOUTS: [Layout; 4] = [
    Layout { omit: true, nest: true },
    Layout { omit: true, nest: false },
    Layout { omit: false, nest: true },
    Layout { omit: false, nest: false },
];

/// The text of a machine given as JSON, canonical or classic (without the keys marked as additions), formatted. Parsing
/// it gives the same JSON up to ranges.
///
/// # Errors
/// What is no object of the expected shape, names no word of the language, or can not be written as text (blocks
/// that nest too deeply).
///
/// ```
/// use tracklight::{machine::text_from_json, schema::Json};
/// let json = r#"{"nodes": [{"name": "on", "type": "state"}], "edges": [{"source": "on", "target": "on"}]}"#;
/// let made = text_from_json(&Json::parse(json).unwrap()).unwrap();
/// assert_eq!(made.text, "state on\n\non -> on\n");
/// ```
pub fn text_from_json(json: &Json) -> Result<FromJson, NoMachine> {
    let written = raw_text_from_json(json)?;
    let refused = |refusal: syntax::FormatRefusal| NoMachine { pointer: String::new(), message: refusal.message() };
    let text = syntax::format(&written.text).map_err(refused)?;
    Ok(FromJson { text, ..written })
}

/// The same text without the layout of the language: one statement a line.
///
/// # Errors
/// As [`text_from_json`].
pub fn raw_text_from_json(json: &Json) -> Result<FromJson, NoMachine> {
    let plan = Plan::read(json)?;
    let declared = SourceWriter::new(&plan, None, LAYOUTS[3]).declarations();
    let names = Machine::parse(&declared.text);
    let mut written = SourceWriter::new(&plan, Some(&names), LAYOUTS[3]).all();
    for layout in LAYOUTS {
        written = SourceWriter::new(&plan, Some(&names), layout).all();
        if is_same(&plan, &Machine::parse(&written.text)) {
            break;
        }
    }
    Ok(written)
}

/// True if a machine has the nodes and edges of the plan, in their order, and its dependencies.
fn is_same(plan: &Plan, machine: &Machine) -> bool {
    let nodes = machine.nodes.iter().filter(|node| node.class != Class::Note).map(|node| &*node.id);
    let planned = plan.nodes.iter().filter(|node| !node.is_note).map(|node| &*node.path);
    if !nodes.eq(planned) {
        return false;
    }
    let edges = machine.edges.iter().filter(|edge| edge.kind != EdgeKind::Inferred);
    let ends = edges.map(|edge| (&*machine.nodes[edge.source].id, &*machine.nodes[edge.target].id));
    let path = |node: usize| plan.nodes.get(node).map_or("", |node| &*node.path);
    if !ends.eq(plan.edges.iter().map(|edge| (path(edge.source), path(edge.target)))) {
        return false;
    }
    let Some(Json::List(dependencies)) = plan.machine.get("inferredDependencies") else { return true };
    let text = |json: &Json, key: &str| json.get(key).and_then(plan::text).unwrap_or_default().to_owned();
    dependencies.len() == machine.dependencies.len()
        && dependencies.iter().zip(&machine.dependencies).all(|(json, dependency)| {
            text(json, "path") == *dependency.path
                && text(json, "source") == *machine.nodes[dependency.source].name
                && text(json, "target") == *machine.nodes[dependency.target].name
        })
}
