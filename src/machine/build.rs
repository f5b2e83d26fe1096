//! Making a machine: all stages, one after the other.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::Diagnostic;
use crate::expr::template::is_template;
use crate::machine::contexts::{Stores, Types};
use crate::machine::control::Control;
use crate::machine::edges::Links;
use crate::machine::files::Loaded;
use crate::machine::lower::Draft;
use crate::machine::model::{Annotation, AttributeList, Class, Edge, EdgeIdx, Node, NodeIdx, Origin, Style};
use crate::machine::names::Found;
use crate::machine::suggest::Suggest;
use crate::machine::table::Table;
use crate::machine::templates::Templates;
use crate::machine::{
    Files, Machine, assignments, bind, classify, conditions, contexts, derived, edges, imports, lint, properties,
    style, values,
};
use crate::syntax::tree::Tree;
use crate::work::{EDGE, NODE, Work};

impl Machine {
    /// The machine a text means. Always there; its diagnostics say what is wrong with the text. Of imports only the
    /// names are known, so they become nodes without content.
    ///
    /// ```
    /// use tracklight::machine::Machine;
    /// let machine = Machine::parse("init off; state on\noff -press-> on");
    /// assert_eq!(machine.edges.len(), 1);
    /// assert!(machine.diagnostics.is_empty());
    /// ```
    pub fn parse(source: &str) -> Arc<Machine> {
        Self::parse_within(source, None, &Work::default())
    }

    /// The machine that the source of a set of files means, with what it imports from the others.
    pub fn parse_files(source: &str, files: &Files) -> Arc<Machine> {
        Self::parse_within(source, Some(files), &Work::default())
    }

    /// The machine that a source means, alone or with a set of files, as far as a budget of work covers it. A source
    /// that costs more gives a machine without nodes, whose only finding is `too-large`.
    pub fn parse_within(source: &str, files: Option<&Files>, work: &Work) -> Arc<Machine> {
        let loaded = match files {
            Some(files) => Loaded::load(source, files, work),
            None => Loaded::alone(crate::syntax::parse_within(source, work)),
        };
        Self::of(loaded, files, work)
    }

    /// The machine that another source means with the same files and budget.
    pub fn with_source(&self, source: &str) -> Arc<Machine> {
        Self::parse_within(source, self.files.as_deref(), &Work::new(self.cost.limit))
    }

    /// The machine a tree means.
    pub fn of_tree(tree: Tree) -> Arc<Machine> {
        Self::of(Loaded::alone(tree), None, &Work::default())
    }

    fn of(loaded: Loaded, files: Option<&Files>, work: &Work) -> Arc<Machine> {
        let mut machine = build(&loaded, work);
        machine.files = files.cloned().map(Arc::new);
        machine.cost = work.cost();
        Arc::new(machine)
    }
}

/// The empty machine of a text that costs more than its budget, with the one finding that says so.
fn too_large(tree: &Tree, finding: Diagnostic) -> Machine {
    // The finding is one of the syntax too: such a text must not be formatted, which would leave nothing of it.
    let diagnostics = vec![finding.clone()];
    let empty = Tree { text: tree.text.clone(), lines: tree.lines.clone(), diagnostics, ..Tree::default() };
    let mut machine = build(&Loaded::alone(empty), &Work::new(u64::MAX));
    (machine.diagnostics, machine.findings) = (vec![finding], 1);
    machine
}

/// Why linking stopped.
fn too_much_linked(draft: &Draft, links: &Links) -> Diagnostic {
    let (nodes, edges) = (draft.nodes.len(), links.edges.len());
    let size = format!("more than {nodes} nodes and {edges} edges");
    let least = NODE * nodes as u64 + EDGE * edges as u64;
    // Long names and labels cost more than the nodes and edges that have them.
    let texts = if least < draft.work.cost().limit / 4 { ", with too much text on them" } else { "" };
    Diagnostic::too_large(format!("{size}{texts}"))
}

fn build(loaded: &Loaded, work: &Work) -> Machine {
    let tree = &loaded.tree;
    if work.is_spent() {
        let mut found = tree.diagnostics.iter().chain(tree.files.iter().flat_map(|file| &file.diagnostics));
        let finding = found.find(|finding| finding.code == Diagnostic::TOO_LARGE).cloned();
        return too_large(tree, finding.unwrap_or_else(|| Diagnostic::too_large("the text".to_owned())));
    }
    let mut suggest = Suggest::default();
    let (mut draft, mut links, units) = imports::link(loaded, &mut suggest, work);
    if work.is_spent() {
        return too_large(tree, too_much_linked(&draft, &links));
    }
    renumber(&mut draft, &mut links);
    if let Some(homes) = units.homes(&draft) {
        draft.scopes.settle(homes);
    }
    resolve_notes(&mut draft, &mut suggest);
    let Draft {
        title,
        header,
        attributes,
        annotations,
        strict,
        mut nodes,
        extras,
        imported,
        scopes,
        mut diagnostics,
        ..
    } = draft;
    let Links { mut edges, segments } = links;

    classify::classify(&mut nodes, &extras, &edges, &segments, &mut diagnostics);
    classify::kinds(&nodes, &mut edges, &segments);

    let by_id =
        nodes.entries().filter(|(_, node)| node.class != Class::Note).map(|(at, node)| (&*node.id, at)).collect();
    let types = Types {
        tree,
        nodes: &nodes,
        extras: &extras,
        scopes: &scopes,
        by_id,
        strict,
        left: Cell::new(contexts::lookups(work)),
    };
    let Stores { contexts, mut fields, of_node, events } = contexts::collect(&types, &mut diagnostics);

    let binder = bind::Binder {
        nodes: &nodes,
        scopes: &scopes,
        contexts: &contexts,
        attributes: &attributes.list,
        context_of: &of_node,
    };
    conditions::parse(&binder, &mut edges, &segments);
    assignments::of_edges(&binder, &mut edges);
    let assignments = assignments::of_nodes(&binder);
    assignments::of_fields(&binder, &mut fields);
    let properties = properties::of_machine(&binder, &annotations);
    derived::infer_edges(tree, &nodes, &extras, &scopes, &mut edges);
    let mut templates = Templates::default();
    let titles = nodes.iter().filter_map(|node| node.title.as_ref());
    for text in titles.chain(edges.iter().flat_map(|edge| &edge.texts)).filter(|text| is_template(text)) {
        templates.add(text);
    }
    let dependencies = derived::dependencies(&binder, &edges, &mut templates);
    let control = Control::derive(&edges, &fields, &events, &binder);
    for (node, assignments) in assignments {
        nodes[node].assignments = assignments;
    }
    let style = dress(&mut nodes, &mut edges, &attributes.list, &annotations, work);
    if work.is_spent() {
        let message = format!("the styles of {} nodes and {} edges", nodes.len(), edges.len());
        return too_large(tree, Diagnostic::too_large(message));
    }

    let mut machine = Machine {
        tree: Arc::clone(tree),
        files: None,
        title,
        attributes: attributes.list,
        annotations,
        properties,
        strict,
        style,
        nodes,
        edges,
        dependencies,
        contexts,
        fields,
        events,
        diagnostics: Vec::new(),
        findings: 0,
        cost: work.cost(),
        hash: OnceLock::new(),
        control,
        scopes,
        templates,
    };
    let facts = lint::Facts {
        machine: &machine,
        extras: &extras,
        segments: &segments,
        header,
        attributes: &attributes.sources,
        imported: &imported,
        selectors: lint::selectors(&machine),
    };
    lint::check(&facts, &mut suggest, &mut diagnostics);
    diagnostics.extend(tree.diagnostics.iter().chain(tree.files.iter().flat_map(|file| &file.diagnostics)).cloned());
    diagnostics.extend(loaded.diagnostics.iter().cloned());
    (machine.diagnostics, machine.findings) = lint::sorted(diagnostics);
    machine
}

/// Gives all nodes their position in the canonical order as index.
fn renumber(draft: &mut Draft, links: &mut Links) {
    let order = draft.pre_order();
    let mut places = vec![NodeIdx(0); order.len()];
    for (place, node) in order.iter().enumerate() {
        if let Some(slot) = places.get_mut(node.0 as usize) {
            *slot = NodeIdx(place as u32);
        }
    }
    let new = |node: NodeIdx| places.get(node.0 as usize).copied().unwrap_or_default();
    draft.nodes.reorder(&order);
    draft.extras.reorder(&order);
    for extra in draft.extras.iter_mut() {
        extra.aim = extra.aim.map(new);
    }
    for node in draft.nodes.iter_mut() {
        node.parent = node.parent.map(new);
        node.children.iter_mut().for_each(|child| *child = new(*child));
    }
    draft.scopes.renumber(&new);
    links.renumber(&new);
}

/// Finds what notes document, and names them after it.
fn resolve_notes(draft: &mut Draft, suggest: &mut Suggest) {
    let mut counts: HashMap<Arc<str>, usize> = HashMap::new();
    for at in draft.nodes.ids() {
        let Some(target) = draft.extras[at].target else { continue };
        let words = values::segments(draft.tree, target);
        let written: Arc<str> = words.join(".").into();
        let scope = draft.nodes[at].parent;
        let aim = draft.extras[at].aim.map(|node| Found { node, used: words.len(), others: Vec::new() });
        let found = aim.or_else(|| draft.scopes.resolve(&draft.nodes, scope, &words).ok());
        if let Origin::Imported(_) = draft.nodes[at].origin {
            // Problems of an imported note are reported in its own file.
        } else if let Some(found) = &found {
            draft.diagnostics.extend(edges::ambiguous(&draft.nodes, target.span, &written, found));
        } else {
            let finding = lint::notes::unknown_target(draft, suggest, at, target.span, &written);
            draft.diagnostics.push(finding);
        }
        let node = found.map(|found| found.node);
        let path = node.map_or_else(|| written.clone(), |node| draft.nodes[node].id.clone());
        let count = counts.entry(path.clone()).or_insert(0);
        *count += 1;
        let id: Arc<str> = format!("note:{path}:{count}").into();
        let name: Arc<str> = match node {
            Some(node) => draft.nodes[node].name.clone(),
            None => words.last().copied().unwrap_or_default().into(),
        };
        let note = &mut draft.nodes[at];
        note.id = id;
        note.name = name;
        note.target = Some((node, written));
    }
}

/// Sets the styles of nodes and edges, and returns the machine's.
fn dress(
    nodes: &mut Table<NodeIdx, Node>,
    edges: &mut Table<EdgeIdx, Edge>,
    attributes: &AttributeList,
    annotations: &[Annotation],
    work: &Work,
) -> Style {
    let mut rules = style::Rules::default();
    for node in nodes.iter_mut().filter(|node| node.class == Class::Style) {
        node.style = style::entries(&node.attributes);
        node.annotations.iter().for_each(|selector| rules.add(&selector.name, &node.style));
    }
    let value = |attributes: &AttributeList| attributes.named("style").and_then(|attribute| attribute.value.clone());
    for node in nodes.iter_mut().filter(|node| node.class != Class::Style) {
        node.style = style::merged(&rules, value(&node.attributes).as_ref(), &node.annotations, work);
    }
    for edge in edges.iter_mut() {
        let own = edge.block.iter().find(|(key, _)| &**key == "style").map(|(_, value)| value);
        edge.style = style::merged(&rules, own, &edge.annotations, work);
    }
    style::merged(&style::Rules::default(), value(attributes).as_ref(), annotations, work)
}
