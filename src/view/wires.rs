//! The wires of a drawing: what the page draws between cards and contexts when someone asks.

use crate::json::{ToJson, Writer};
use crate::machine::model::{Access, EdgeIdx, EdgeKind, NodeIdx};
use crate::quick::Map;
use crate::view::access::{Row, access_of, kind_of};
use crate::view::plan::Plan;

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
    let mut rows_of: Map<NodeIdx, Vec<Row>> = Map::default();
    for (at, edge) in machine.edges.entries() {
        let Some((node, found)) = access_of(machine, at, edge) else { continue };
        let node = plan.place(node);
        let kind = kind_of(found.access);
        if !plan.is_in_rail(found.context) || !plan.is_drawn(node) {
            continue;
        }
        let names = found.fields.unwrap_or_default();
        let fields = names.iter().filter_map(|name| plan.field_cell(found.context, name)).collect();
        let rows = rows_of.entry(node).or_insert_with(|| plan.data_rows(node));
        wires.push(Wire {
            kind: kind.word,
            node: plan.id(node),
            // What is read and written stands under what is written.
            row: rows
                .iter()
                .rev()
                .find(|row| row.edges.contains(&at))
                .map(|row| row.id.clone())
                .or_else(|| rows.iter().find(|row| row.kind.access == Some(Access::Write)).map(|row| row.id.clone())),
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
