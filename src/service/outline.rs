//! The outline of a text: its header, its nodes with their fields, and per block its edges.

use std::collections::HashMap;
use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::drawn::diagram_id;
use crate::machine::model::{Class, Edge, EdgeKind, NodeIdx, Origin};
use crate::service::Range;
use crate::shape;
use crate::syntax::tree::{Arrow, Header, Item};
use crate::text::{Span, clip};
use crate::value::Value;

/// One line of the outline with what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineItem {
    /// Start of the whole item, in UTF-16 units.
    pub from: u32,
    /// End of the whole item.
    pub to: u32,
    /// Its name; edges read `a → b`.
    pub name: String,
    /// Title of a node, label of an edge, type of a field.
    pub detail: Option<String>,
    /// `machine`, `field`, `edge`, or the class of the node.
    pub class: &'static str,
    /// The full path of a node.
    pub id: Option<Arc<str>>,
    /// Its id in the diagram.
    pub diagram_id: Option<String>,
    /// Paths that a fan-out starts enter the node, and none of them twice.
    pub new_paths_only: Option<bool>,
    /// Where the caret goes.
    pub select: Range,
    /// What stands inside, in text order.
    pub children: Vec<OutlineItem>,
}
shape!(OutlineItem { from, to, name, class, select, children; detail, id, diagram_id, new_paths_only });

/// Edges that still look for the item of their block.
type Edges = HashMap<Option<NodeIdx>, Vec<OutlineItem>>;

/// The outline of a machine's text, in text order.
///
/// Content of other files is omitted. A node that is only used is listed at its first use.
pub fn outline(machine: &Machine) -> Vec<OutlineItem> {
    let mut edges = Edges::new();
    let written = |edge: &Edge| edge.kind != EdgeKind::Inferred && machine.tree.place(edge.span).file.is_none();
    for (at, edge) in machine.edges.entries().filter(|(_, edge)| written(edge)) {
        let arrow = if edge.arrow == Some(Arrow::Both) { '↔' } else { '→' };
        let name = format!("{} {arrow} {}", machine.nodes[edge.source].name, machine.nodes[edge.target].name);
        let mut item = item(machine, edge.span, edge.arrow_span, name, "edge");
        item.detail = Some(clip(&edge.text(), 200)).filter(|text| !text.is_empty());
        item.diagram_id = Some(format!("e{}", at.0));
        edges.entry(edge.scope).or_default().push(item);
    }
    let roots = machine.nodes.entries().filter(|(_, node)| node.parent.is_none());
    let mut items: Vec<OutlineItem> = roots.filter_map(|(at, _)| of_node(machine, at, &mut edges)).collect();
    // Edges of the root, and those of blocks that have no item of their own.
    items.extend(edges.into_values().flatten());
    let header = machine.tree.items.iter().find_map(|item| match item {
        Item::Header(header) => Some(header),
        _ => None,
    });
    if let Some(header) = header {
        items = with_header(machine, header, items);
    }
    sort(&mut items);
    items
}

fn item(machine: &Machine, span: Span, select: Span, name: String, class: &'static str) -> OutlineItem {
    let Range { from, to } = Range::of(&machine.tree, span);
    OutlineItem {
        from,
        to,
        name,
        detail: None,
        class,
        id: None,
        diagram_id: None,
        new_paths_only: None,
        select: Range::of(&machine.tree, select),
        children: Vec::new(),
    }
}

fn sort(items: &mut [OutlineItem]) {
    items.sort_by(|a, b| {
        let key = |item: &OutlineItem| (item.from, std::cmp::Reverse(item.to));
        key(a).cmp(&key(b)).then_with(|| a.diagram_id.cmp(&b.diagram_id))
    });
}

/// The header as an item around everything in its block.
fn with_header(machine: &Machine, header: &Header, items: Vec<OutlineItem>) -> Vec<OutlineItem> {
    let select = header.title.as_ref().map_or(header.keyword, |title| title.span);
    let name = machine.title.as_deref().filter(|title| !title.is_empty()).unwrap_or("machine");
    let mut outer = item(machine, header.span, select, clip(name, 200), "machine");
    outer.diagram_id = Some("machine".to_owned());
    let inside = |item: &OutlineItem| outer.from <= item.from && item.to <= outer.to;
    let (inner, mut items): (Vec<_>, Vec<_>) = items.into_iter().partition(inside);
    outer.children = inner;
    sort(&mut outer.children);
    items.push(outer);
    items
}

fn of_node(machine: &Machine, at: NodeIdx, edges: &mut Edges) -> Option<OutlineItem> {
    let node = &machine.nodes[at];
    if matches!(node.origin, Origin::Imported(_)) {
        return None;
    }
    let mut children: Vec<OutlineItem> =
        node.children.iter().filter_map(|child| of_node(machine, *child, edges)).collect();
    children.extend(edges.remove(&Some(at)).unwrap_or_default());
    if matches!(node.class, Class::Context | Class::Type | Class::Event) {
        children.extend(fields(machine, at));
    }
    sort(&mut children);
    let name = match &node.target {
        Some((_, written)) => written.to_string(),
        None => node.name.to_string(),
    };
    let mut item = match node.span.or(node.name_span) {
        Some(span) => item(machine, span, node.name_span.unwrap_or(span), name, node.class.word()),
        None => {
            // An undeclared container: it is placed at its children.
            let from = children.iter().map(|child| child.from).min()?;
            let to = children.iter().map(|child| child.to).max()?;
            let nowhere = item(machine, Span::at(0), Span::at(0), name, node.class.word());
            OutlineItem { from, to, select: Range { from, to: from }, ..nowhere }
        }
    };
    item.detail = node.title.as_deref().filter(|title| *title != &*node.name).map(|title| clip(title, 200));
    item.id = Some(node.id.clone()).filter(|_| node.class != Class::Note);
    item.diagram_id = (node.class != Class::Style).then(|| diagram_id(machine, at));
    item.new_paths_only = machine.control.takes_new_paths_only(at).then_some(true);
    item.children = children;
    Some(item)
}

fn fields(machine: &Machine, at: NodeIdx) -> impl Iterator<Item = OutlineItem> + '_ {
    machine.nodes[at].attributes.iter().map(move |attribute| {
        let mut item = item(machine, attribute.span, attribute.key_span, attribute.name.to_string(), "field");
        let value = || attribute.value.as_ref().map(Value::to_text);
        item.detail = attribute.kind.as_deref().map(str::to_owned).or_else(value).map(|text| clip(&text, 60));
        item
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(items: &[OutlineItem], depth: usize, out: &mut Vec<String>) {
        for item in items {
            let more = item.detail.as_deref().map(|detail| format!(" · {detail}")).unwrap_or_default();
            let id = item.diagram_id.as_deref().unwrap_or("-");
            out.push(format!("{}{} {} {id}{more}", "  ".repeat(depth), item.class, item.name));
            shown(&item.children, depth + 1, out);
        }
    }

    fn lines(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        shown(&outline(&Machine::parse(text)), 0, &mut out);
        out
    }

    #[test]
    fn the_outline_nests_as_the_text_does() {
        let text = "machine \"Pond 🌊\" { depth: 3 }\n\
                    context Water { level<number>: 2; mood: \"calm\" }\n\
                    gate { state shut; state open \"Wide\"; shut -lift-> open }\n\
                    note gate \"Old\"\n\
                    gate -> later";
        assert_eq!(
            lines(text),
            [
                "machine Pond 🌊 machine",
                "context Water n0",
                "  field level - · number",
                "  field mood - · calm",
                "plain gate c1",
                "  state shut n2",
                "  state open n3 · Wide",
                "  edge shut → open e1 · lift",
                "note gate n4 · Old",
                "edge gate → later e0",
                "plain later n5",
            ]
        );
    }

    #[test]
    fn places_are_utf16_offsets() {
        let text = "machine \"🌊\"\ntask a";
        let items = outline(&Machine::parse(text));
        let units: Vec<u16> = text.encode_utf16().collect();
        let task = items.last().unwrap();
        assert_eq!(String::from_utf16_lossy(&units[task.select.from as usize..task.select.to as usize]), "a");
    }

    #[test]
    fn everything_in_a_header_block_belongs_to_the_header() {
        assert_eq!(
            lines("machine \"M\" {\n task a\n a -> a\n}"),
            ["machine M machine", "  task a n0", "  edge a → a e0"]
        );
    }
}
