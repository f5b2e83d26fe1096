//! What imports bring into a machine: copies of nodes as roots, and the edges between them.
//!
//! Each file is lowered and linked on its own, those it imports before it. An import then copies nodes out of the
//! finished file, so names never mix: an edge connects what it connected in its own file, and [`Homes`] gives a text
//! the meaning it has there. Places need no translation, since all files share one range of them.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::machine::edges::{self, Linked, Links};
use crate::machine::files::{Loaded, members, statements};
use crate::machine::lower::{self, Draft, Extra, ImportOrigin};
use crate::machine::model::{Class, Node, NodeIdx, Origin};
use crate::machine::names::{Home, HomeFile, Homes, root_of};
use crate::machine::suggest::Suggest;
use crate::machine::table::Table;
use crate::machine::values;
use crate::syntax::tree::Symbol;
use crate::text::Span;
use crate::work::{NODE, Work};

/// The most nodes that imports may copy.
const MOST: usize = 100_000;

/// A finished file that others import from.
struct Unit<'t> {
    draft: Draft<'t>,
    links: Links,
    /// Notes by the node they document, sorted.
    notes: Vec<(NodeIdx, NodeIdx)>,
}

/// The files that are finished, by number.
pub(super) struct Units<'t> {
    list: Vec<Option<Unit<'t>>>,
    copied: usize,
}

/// Lowers and links all files, and returns the source's draft with what it imports.
pub(super) fn link<'t>(loaded: &'t Loaded, suggest: &mut Suggest, work: &'t Work) -> (Draft<'t>, Links, Units<'t>) {
    let mut units = Units { list: loaded.imports.iter().map(|_| None).collect(), copied: 0 };
    let (last, others) = loaded.order.split_last().map_or((0, &[][..]), |(last, others)| (*last, others));
    for file in others {
        let mut draft = lower::lower(&loaded.tree, loaded.items(*file), work);
        units.bring(loaded, *file, &mut draft, suggest);
        let links = edges::link(&mut draft, suggest);
        let notes = notes(&draft);
        if let Some(slot) = units.list.get_mut(*file) {
            *slot = Some(Unit { draft, links, notes });
        }
    }
    let mut draft = lower::lower(&loaded.tree, loaded.items(last), work);
    units.bring(loaded, last, &mut draft, suggest);
    let mut links = edges::link(&mut draft, suggest);
    units.connect(&mut draft, &mut links);
    for unit in units.list.iter_mut().flatten() {
        draft.diagnostics.append(&mut unit.draft.diagnostics);
    }
    (draft, links, units)
}

/// The notes of a file by what they document.
fn notes(draft: &Draft) -> Vec<(NodeIdx, NodeIdx)> {
    let mut notes = Vec::new();
    for (at, extra) in draft.extras.entries() {
        let Some(target) = extra.target else { continue };
        let words = values::segments(draft.tree, target);
        let found = || draft.scopes.resolve(&draft.nodes, draft.nodes[at].parent, &words).ok();
        notes.extend(extra.aim.or_else(|| Some(found()?.node)).map(|target| (target, at)));
    }
    notes.sort_unstable();
    notes
}

/// Where the nodes of a draft are written.
fn written(draft: &Draft, file: u32) -> Vec<Home> {
    draft
        .extras
        .entries()
        .map(|(at, extra)| extra.import_origin.map_or((file, at), |import_origin| import_origin.home))
        .collect()
}

/// The copies in a draft by where they are written, sorted.
fn copies(draft: &Draft) -> Vec<(Home, NodeIdx)> {
    let of = |(at, extra): (NodeIdx, &Extra)| Some((extra.import_origin?.home, at));
    let mut copies: Vec<(Home, NodeIdx)> = draft.extras.entries().filter_map(of).collect();
    copies.sort_unstable();
    copies
}

impl<'t> Units<'t> {
    fn unit(&self, file: usize) -> Option<&Unit<'t>> {
        self.list.get(file)?.as_ref()
    }

    /// Copies what the imports of a file name.
    fn bring(&mut self, loaded: &'t Loaded, file: usize, draft: &mut Draft<'t>, suggest: &mut Suggest) {
        let Some(targets) = loaded.imports.get(file) else { return };
        for (statement, target) in statements(loaded.items(file)).zip(targets) {
            let Some(target) = *target else { continue };
            for symbol in &statement.symbols {
                self.bring_symbol(draft, target, symbol, suggest);
            }
        }
    }

    fn bring_symbol(&mut self, draft: &mut Draft<'t>, target: usize, symbol: &Symbol, suggest: &mut Suggest) {
        let Some(unit) = self.unit(target) else { return };
        let place = symbol.name.span;
        let words = values::segments(draft.tree, &symbol.name);
        let mut found = None;
        for (at, word) in words.iter().enumerate() {
            let next = unit.draft.scopes.child(found, word);
            if next.is_none() || (at > 0 && found.is_none()) {
                found = None;
                break;
            }
            found = next;
        }
        let is_style = |node: NodeIdx| {
            unit.draft.nodes[node].kind.as_deref().is_some_and(|kind| kind.eq_ignore_ascii_case("style"))
        };
        if found.is_none()
            && let Some(event) = unit.draft.events.get(&*words.join(".")).copied()
        {
            return self.bring_event(draft, target, event, symbol);
        }
        let Some(node) = found.filter(|node| !is_style(*node)) else {
            let finding = unknown(unit, target, draft, place, &words.join("."), found.is_some(), suggest);
            draft.diagnostics.push(finding);
            return;
        };
        let home = unit.home(target, node);
        let ident = symbol.alias.or(symbol.name.segments.last().copied()).map_or(place, |ident| ident.span);
        let name = draft.tree.str(ident);
        if let Some(known) = draft.scopes.child(None, name) {
            if draft.extras[known].import_origin.is_none_or(|import_origin| import_origin.home != home) {
                let finding = collision(draft, symbol, ident, known);
                draft.diagnostics.push(finding);
            }
            return;
        }
        if draft.has_room(None, ident) {
            self.copy(draft, target, node, name, place.to(ident));
        }
    }

    /// Copies an event that an import names. Events are global, so it keeps its name.
    fn bring_event(&mut self, draft: &mut Draft<'t>, target: usize, event: NodeIdx, symbol: &Symbol) {
        let Some(unit) = self.unit(target) else { return };
        let place = symbol.name.span;
        if let Some(alias) = symbol.alias {
            let message = "an event keeps its name: `as` has no effect";
            draft.diagnostics.push(Diagnostic::warning("import-symbol", alias.span, message).fix(
                "remove the alias",
                Span { start: place.end, end: alias.span.end },
                "",
            ));
        }
        match draft.events.get(&unit.draft.nodes[event].name).copied() {
            None => {
                unit.copy_node(draft, target, event, None, None, place);
            }
            Some(known) if Some(unit.home(target, event)) != home_of(draft, known) => {
                let name = &unit.draft.nodes[event].name;
                let message = format!("event `{name}` is already declared");
                let mut finding = Diagnostic::error("import-collision", place, message)
                    .hint("the first declaration counts; delete one of them");
                let here = draft.extras[known].import_origin.map(|origin| origin.symbol);
                if let Some(span) = here.or(draft.nodes[known].name_span) {
                    finding = finding.related(span, "the other declaration");
                }
                draft.diagnostics.push(finding);
            }
            Some(_) => {}
        }
    }

    /// Copies a node with its children and the notes on it.
    fn copy(&mut self, draft: &mut Draft<'t>, target: usize, node: NodeIdx, name: &str, symbol: Span) {
        let Some(unit) = self.list.get(target).and_then(Option::as_ref) else { return };
        let mut copies: HashMap<NodeIdx, NodeIdx> = HashMap::new();
        let mut on_it = Vec::new();
        let mut open = vec![(node, None)];
        while let Some((at, parent)) = open.pop() {
            if draft.work.is_spent() {
                return;
            }
            self.copied += 1;
            if self.copied > MOST {
                let message = format!("the imports add more than {MOST} nodes");
                draft.diagnostics.push(
                    Diagnostic::error("import-limit", symbol, message)
                        .hint("the rest is left out; import smaller parts"),
                );
                return;
            }
            let copy = unit.copy_node(draft, target, at, parent, (parent.is_none()).then_some(name), symbol);
            copies.insert(at, copy);
            open.extend(unit.draft.nodes[at].children.iter().rev().map(|child| (*child, Some(copy))));
            let first = unit.notes.partition_point(|(target, _)| *target < at);
            let notes = unit.notes.get(first..).unwrap_or_default();
            on_it.extend(notes.iter().take_while(|(target, _)| *target == at).map(|(_, note)| (*note, copy)));
        }
        on_it.sort_unstable();
        for (note, aim) in on_it {
            let copy = match copies.get(&note) {
                Some(copy) => *copy,
                None => unit.copy_node(draft, target, note, None, None, symbol),
            };
            draft.extras[copy].aim = Some(aim);
        }
    }

    /// Copies the edges of the files that were imported through, if both ends were copied.
    fn connect(&self, draft: &mut Draft<'t>, links: &mut Links) {
        let copies = copies(draft);
        let via = draft.extras.iter().filter_map(|extra| extra.import_origin).fold(0, |set, origin| set | origin.via);
        for file in members(via) {
            let Some(unit) = self.unit(file) else { continue };
            let homes = written(&unit.draft, file as u32);
            let of = |node: NodeIdx| {
                let home = homes.get(node.0 as usize).copied().unwrap_or_default();
                let first = copies.partition_point(|(known, _)| *known < home);
                let rest = copies.get(first..).unwrap_or_default();
                let rest = rest.get(..rest.partition_point(|(known, _)| *known == home)).unwrap_or_default();
                rest.iter().map(|(_, copy)| (root_of(&draft.nodes, *copy), *copy)).collect::<Vec<_>>()
            };
            let mut awaited: Vec<NodeIdx> = Vec::new();
            for segment in &unit.links.segments {
                let first = links.edges.len() as u32;
                let weight = segment.content.weight();
                for at in segment.ids() {
                    let edge = &unit.links.edges[at];
                    for (source, target) in pairs(&of(edge.source), &of(edge.target)) {
                        if links.edges.len() >= edges::MOST {
                            let message = format!("the imports exceed the limit of {} edges", edges::MOST);
                            draft.diagnostics.push(Diagnostic::error("too-many-edges", edge.span, message));
                            return;
                        }
                        if !edges::pay(draft, source, target, weight) {
                            return;
                        }
                        let root = root_of(&draft.nodes, source);
                        let scope = edge.scope.and_then(|scope| {
                            of(scope).into_iter().find(|(known, _)| *known == root).map(|(_, copy)| copy)
                        });
                        let mut edge = edge.clone();
                        // Seen from its source, a statement of the other file's root reads the names of that file.
                        (edge.source, edge.target, edge.scope) = (source, target, scope.or(Some(source)));
                        links.edges.push(edge);
                    }
                }
                let edges = first..links.edges.len() as u32;
                if !edges.is_empty() {
                    // What an imported edge waits for comes along.
                    let on = segment.content.on.as_ref().and_then(|on| unit.draft.events.get(&on.name));
                    awaited.extend(on.filter(|event| !draft.events.contains_key(&unit.draft.nodes[**event].name)));
                    let Linked { condition, content, label, .. } = segment;
                    links.segments.push(Linked {
                        edges,
                        condition: condition.clone(),
                        content: content.clone(),
                        label: *label,
                    });
                }
            }
            awaited.sort_unstable();
            awaited.dedup();
            for event in awaited {
                unit.copy_node(draft, file, event, None, None, unit.draft.nodes[event].name_span.unwrap_or_default());
            }
        }
    }

    /// The names of the files, for the imported texts. Nodes have their final numbers.
    pub fn homes(self, draft: &Draft) -> Option<Homes> {
        let origins: Vec<Option<Home>> = draft.extras.iter().map(|extra| Some(extra.import_origin?.home)).collect();
        if origins.iter().all(Option::is_none) {
            return None;
        }
        let files = self.list.into_iter().enumerate().map(|(file, unit)| match unit {
            Some(unit) => {
                let written = written(&unit.draft, file as u32);
                HomeFile { scopes: unit.draft.scopes, nodes: unit.draft.nodes, written }
            }
            None => HomeFile { scopes: Default::default(), nodes: Table::default(), written: Vec::new() },
        });
        Some(Homes { files: files.collect(), origins, copies: copies(draft) })
    }
}

/// The pairs of copies that an edge connects: within one root where it can, else every source with every target.
fn pairs(sources: &[(NodeIdx, NodeIdx)], targets: &[(NodeIdx, NodeIdx)]) -> Vec<(NodeIdx, NodeIdx)> {
    let in_root = |list: &[(NodeIdx, NodeIdx)], root: NodeIdx| {
        let at = list.partition_point(|(known, _)| *known < root);
        list.get(at).filter(|(known, _)| *known == root).map(|(_, copy)| *copy)
    };
    let lone: Vec<NodeIdx> =
        targets.iter().filter(|(root, _)| in_root(sources, *root).is_none()).map(|(_, copy)| *copy).collect();
    let mut pairs = Vec::new();
    for (root, source) in sources {
        match in_root(targets, *root) {
            Some(target) => pairs.push((*source, target)),
            None => pairs.extend(lone.iter().take(edges::MOST).map(|target| (*source, *target))),
        }
        if pairs.len() > edges::MOST {
            break;
        }
    }
    pairs
}

/// Where a node of a draft comes from, if it is imported.
fn home_of(draft: &Draft, node: NodeIdx) -> Option<Home> {
    draft.extras[node].import_origin.map(|import_origin| import_origin.home)
}

impl<'t> Unit<'t> {
    /// Where a node of this file is written.
    fn home(&self, file: usize, node: NodeIdx) -> Home {
        home_of(&self.draft, node).unwrap_or((file as u32, node))
    }

    /// Adds a copy of a node without its children. With a name, it becomes a root that names resolve to.
    fn copy_node(
        &self,
        draft: &mut Draft<'t>,
        file: usize,
        at: NodeIdx,
        parent: Option<NodeIdx>,
        name: Option<&str>,
        symbol: Span,
    ) -> NodeIdx {
        let (node, extra) = (&self.draft.nodes[at], &self.draft.extras[at]);
        let path = file.checked_sub(1).and_then(|at| draft.tree.files.get(at)).map(|file| file.path.clone());
        let place = draft.blank(name.unwrap_or(&node.name), parent);
        let copy = Node {
            name: place.name,
            id: place.id,
            parent,
            children: Vec::new(),
            origin: match &node.origin {
                Origin::Imported(path) => Origin::Imported(path.clone()),
                _ => Origin::Imported(path.unwrap_or_default()),
            },
            ..node.clone()
        };
        let (home, via) =
            extra.import_origin.map_or(((file as u32, at), 0), |import_origin| (import_origin.home, import_origin.via));
        let extra = Extra {
            sources: extra.sources.clone(),
            annotations: extra.annotations.clone(),
            adopted: extra.adopted,
            target: extra.target,
            import_origin: Some(ImportOrigin { home, via: via | 1 << file, symbol }),
            implied: extra.implied || node.origin == Origin::Implied,
            ..Extra::default()
        };
        if node.class == Class::Note {
            draft.work.charge(NODE);
            let index = draft.nodes.push(copy);
            draft.extras.push(extra);
            draft.attach(index, parent);
            return index;
        }
        if node.class == Class::Event {
            let event = Node { id: node.id.clone(), name: node.name.clone(), ..copy };
            return draft.add_event(event, extra);
        }
        draft.add(copy, extra)
    }
}

fn unknown(
    unit: &Unit,
    file: usize,
    draft: &Draft,
    span: Span,
    written: &str,
    style: bool,
    suggest: &mut Suggest,
) -> Diagnostic {
    let path = file.checked_sub(1).and_then(|at| draft.tree.files.get(at)).map_or("", |file| &file.path);
    if style {
        return Diagnostic::error("import-symbol", span, format!("`{written}` is a style and cannot be imported"))
            .hint("copy the style into this file");
    }
    let finding = Diagnostic::error("import-symbol", span, format!("cannot find node `{written}` in `{path}`"));
    let nodes = &unit.draft.nodes;
    let events = unit.draft.events.keys().map(|name| &**name);
    let known = nodes.iter().filter(|node| node.class.is_in_graph()).map(|node| &*node.id);
    let known = known.chain(events);
    let suffix = format!(".{written}");
    let last = written.rsplit('.').next().unwrap_or(written);
    // A name shared by many nodes does not help, and scanning them all would not be linear.
    let mut inner = unit.draft.scopes.called(last).iter().take(50).map(|at| &*nodes[*at].id);
    match inner.find(|id| id.ends_with(&suffix)).or_else(|| suggest.among(written, known)) {
        Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("import `{near}`"), span, near),
        None => finding.hint("import top-level nodes by name, nested nodes by path"),
    }
}

fn collision(draft: &Draft, symbol: &Symbol, ident: Span, known: NodeIdx) -> Diagnostic {
    let name = draft.tree.str(ident);
    /// The most numbers that are tried.
    const TRIED: u32 = 50;
    let free = (2..TRIED).map(|at| format!("{name}{at}")).find(|name| draft.scopes.child(None, name).is_none());
    let message = match draft.nodes[known].origin {
        Origin::Imported(_) => format!("`{name}` is already imported"),
        _ => format!("`{name}` is already declared in this file"),
    };
    let mut finding = Diagnostic::error("import-collision", ident, message).hint("give the import a name with `as`");
    let here = match draft.extras[known].import_origin {
        Some(origin) => Some(origin.symbol),
        None => draft.nodes[known].name_span,
    };
    if let Some(span) = here {
        finding = finding.related(span, "the other import");
    }
    match (free, symbol.alias.is_some()) {
        (Some(free), true) => finding.fix(format!("rename to `{free}`"), ident, free),
        (Some(free), false) => finding.fix(format!("rename to `{free}`"), Span::at(ident.end), format!(" as {free}")),
        (None, _) => finding,
    }
}
