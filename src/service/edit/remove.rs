//! Removing nodes and edges: declarations, what stands in them, edges, notes and the symbols of imports.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::model::{Class, EdgeIdx, NodeIdx, Origin};
use crate::quick::Set;
use crate::refusal::{Code, Refusal};
use crate::service::edit::job::{Job, Plan, Planned, Selected};
use crate::service::edit::meaning::Open;
use crate::service::edit::names::{find_node, occurrences};
use crate::service::edit::op::{EdgeName, Mention};
use crate::service::edit::source::{Cell, Declaration, Source};
use crate::service::edit::statement::{EdgeChange, Fate};
use crate::service::texts::Reading;
use crate::service::uses::{Role, Target};
use crate::syntax::tree::{Import, Name, TokenKind};
use crate::text::Span;

/// What goes from one file.
#[derive(Default)]
struct Going {
    nodes: Set<NodeIdx>,
    edges: Set<EdgeIdx>,
}

/// Removes nodes and edges.
pub(super) fn remove(job: &Job, nodes: &[String], edges: &[EdgeName]) -> Result<Planned, Refusal> {
    let mut going: BTreeMap<usize, Going> = BTreeMap::new();
    let mut homes: Vec<(Arc<str>, u32)> = Vec::new();
    for id in nodes {
        let unknown = || Refusal::new(Code::UnknownNode, format!("cannot find node `{id}`"));
        let node = find_node(&job.machine, id).ok_or_else(unknown)?;
        let found = &job.machine.nodes[node];
        // An imported node leaves with its symbol; the file that declares it keeps it. An event may have come along with
        // an edge, without a symbol.
        let is_symbol = matches!(found.origin, Origin::Imported(_))
            && found.parent.is_none()
            && (found.class != Class::Event || imports_event(&job.read(0), &found.name));
        let (file, id) = if is_symbol { (0, found.id.clone()) } else { job.home(id)? };
        let reading = job.read(file);
        let source = Source::new(&reading);
        let node = source.find(&id)?;
        going.entry(file).or_default().nodes.insert(node);
        if !is_symbol {
            let inner: Set<NodeIdx> = source.machine.nodes.ids().filter(|at| source.is_within(*at, node)).collect();
            homes.extend(source.events_inside(&inner).into_iter().chain(inner).map(|at| reading.node(at)));
        }
    }
    for name in edges {
        let (file, edge) = job.edge_home(name)?;
        going.entry(file).or_default().edges.insert(edge);
    }
    if !homes.is_empty() {
        for place in (0..job.texts.list.len()).filter(|place| job.imports(*place)) {
            let reading = job.read(place);
            let is_import = |origin: &Origin| matches!(origin, Origin::Imported(_));
            let gone: Vec<NodeIdx> = (reading.machine.nodes.entries())
                .filter(|(at, node)| is_import(&node.origin) && homes.contains(&reading.node(*at)))
                .map(|(at, _)| at)
                .collect();
            if !gone.is_empty() {
                going.entry(place).or_default().nodes.extend(gone);
            }
        }
    }
    let mut planned: Option<Planned> = None;
    for (file, mut going) in going {
        let reading = job.read(file);
        let source = Source::new(&reading);
        let roots = going.nodes.clone();
        let inside = |at: NodeIdx| source.around(Some(at)).into_iter().flatten().any(|outer| roots.contains(&outer));
        going.nodes.extend(source.machine.nodes.ids().filter(|at| inside(*at)));
        going.nodes.extend(source.events_inside(&going.nodes));
        let (plan, affected) = plan(job, &source, &going)?;
        match &mut planned {
            None => {
                let mut first = Planned::one(&source, plan, Selected::FirstEdit);
                first.affected = affected;
                planned = Some(first);
            }
            Some(planned) => {
                planned.files.push((file, plan));
                planned.affected.extend(affected);
            }
        }
    }
    planned.ok_or_else(|| Refusal::new(Code::UnknownNode, "there is nothing to remove"))
}

/// True if a file imports an event by its name.
fn imports_event(reading: &Reading, name: &str) -> bool {
    let is_it = |target: &Target| matches!(target, Target::Event(known) if **known == *name);
    let imports = Source::new(reading).imports;
    let symbols = imports.iter().flat_map(|import| &import.symbols);
    symbols.filter_map(|symbol| reading.uses.at(symbol.name.span.start)).any(|name_use| is_it(&name_use.target))
}

impl Source<'_> {
    /// The events that are declared only in blocks of nodes that go.
    fn events_inside(&self, going: &Set<NodeIdx>) -> Vec<NodeIdx> {
        let owner = |declaration: &Declaration| self.blocks.get(declaration.block).and_then(|block| block.owner);
        let goes = |declaration: &Declaration| owner(declaration).is_some_and(|owner| going.contains(&owner));
        let events = self.machine.events.iter().map(|event| event.node);
        let is_inside = |event: &NodeIdx| {
            let mut declarations = self.declarations_of(*event).peekable();
            declarations.peek().is_some() && declarations.all(goes)
        };
        events.filter(is_inside).collect()
    }
}

fn plan(job: &Job, source: &Source, going: &Going) -> Result<(Plan, Vec<Mention>), Refusal> {
    let goes = |node: NodeIdx| going.nodes.contains(&node);
    let edge_goes = |edge: EdgeIdx| {
        let written = source.edge(edge);
        going.edges.contains(&edge) || goes(written.source) || goes(written.target)
    };
    let mut plan = Plan::moving(source, &|node| if goes(node) { Open::GONE.into() } else { source.id(node).clone() });
    plan.open.push(Open::Gone);
    expect(source, going, &mut plan);
    let mut gone: Vec<Span> = Vec::new();
    // What stands in a block that goes, goes with it.
    let is_inside = |block: usize| source.blocks.get(block).and_then(|block| block.owner).is_some_and(goes);

    let mut seen: Set<u32> = Set::default();
    for declaration in source.declarations.iter().filter(|declaration| declaration.statement.is_none()) {
        if is_inside(declaration.block) || !seen.insert(declaration.item.span.start) {
            continue;
        }
        let same = source
            .declarations
            .iter()
            .filter(|other| other.item.span == declaration.item.span && other.statement.is_none() && goes(other.node));
        let names: Set<usize> = same.map(|other| other.at).collect();
        if names.is_empty() {
            continue;
        }
        let whole = declaration.whole();
        let block = declaration.item.block.as_ref().filter(|_| !names.contains(&(declaration.item.names.len() - 1)));
        source.check_syntax(block.map_or(whole, |block| Span { end: block.open.end, ..whole }))?;
        if names.len() == declaration.item.names.len() {
            source.take_out(&mut plan.draft, &mut plan.removed, whole);
            gone.push(whole);
        } else {
            source.drop_names(&mut plan.draft, declaration.item, &|at| names.contains(&at));
            let dropped = declaration.item.names.iter().enumerate().filter(|(at, _)| names.contains(at));
            gone.extend(dropped.map(|(_, named)| named.span));
            gone.extend(declaration.item.block.as_ref().filter(|_| block.is_none()).map(|block| block.span));
        }
    }
    let mut seen: Set<u32> = Set::default();
    for note in &source.notes {
        let target = |node: NodeIdx| source.machine.nodes[node].target.as_ref().and_then(|(target, _)| *target);
        if is_inside(note.block) || !seen.insert(note.item.span.start) {
            continue;
        }
        let same = source.notes.iter().filter(|other| other.item.span == note.item.span);
        let names: Set<usize> =
            same.filter(|other| target(other.node).is_some_and(goes)).map(|other| other.at).collect();
        let whole = note.item.leading.iter().fold(note.item.span, |all, annotation| all.to(annotation.span));
        if names.is_empty() {
        } else if names.len() == note.item.names.len() {
            source.take_out(&mut plan.draft, &mut plan.removed, whole);
            gone.push(whole);
        } else {
            source.drop_names(&mut plan.draft, note.item, &|at| names.contains(&at));
            let dropped = note.item.names.iter().enumerate().filter(|(at, _)| names.contains(at));
            gone.extend(dropped.map(|(_, named)| named.span));
        }
    }
    for (at, statement) in source.statements.iter().enumerate().filter(|(_, statement)| !is_inside(statement.block)) {
        let edges = source.edges_of(at);
        let declares = source.declarations.iter().any(|own| own.statement == Some(at) && goes(own.node));
        if !declares && !edges.iter().any(|edge| edge_goes(*edge)) {
            continue;
        }
        source.check_syntax(statement.whole())?;
        let fate = |cell: Cell| match source.edge_at(cell.statement, cell.segment, cell.row, cell.column) {
            Some(edge) if edge_goes(edge) => Fate::Goes,
            _ => Fate::Stays,
        };
        source.rewrite(&mut plan.draft, &mut plan.removed, at, &fate, &EdgeChange::default(), &|node| !goes(node));
        if edges.iter().all(|edge| edge_goes(*edge)) {
            gone.push(statement.whole());
        } else {
            let ends = |names: &[Name]| names.iter().map(|name| name.span).collect::<Vec<Span>>();
            gone.extend(ends(&statement.item.sources));
            gone.extend(statement.item.segments.iter().flat_map(|segment| ends(&segment.targets)));
        }
    }
    for edge in &going.edges {
        source.written(*edge)?;
    }
    for import in &source.imports {
        remove_symbols(source, &mut plan, import, &goes, &mut gone)?;
    }
    let affected = mentions(job, source, going, &gone);
    Ok((plan, affected))
}

/// Takes what goes out of what the text is expected to say.
fn expect(source: &Source, going: &Going, plan: &mut Plan) {
    let mut edges: Vec<EdgeIdx> = going.edges.iter().copied().collect();
    edges.sort_unstable();
    for edge in edges.into_iter().rev() {
        let from = source.edge(edge).source;
        if going.nodes.contains(&from) {
            continue;
        }
        let place = source.place_of(edge);
        if let Some(list) = plan.expected.edges.get_mut(source.id(from)).filter(|list| place < list.len()) {
            list.remove(place);
        }
    }
    plan.expected.nodes.remove(Open::GONE);
    plan.expected.edges.remove(Open::GONE);
    for list in plan.expected.edges.values_mut() {
        list.retain(|edge| &*edge.target != Open::GONE);
    }
    plan.expected.edges.retain(|_, list| !list.is_empty());
}

fn remove_symbols(
    source: &Source,
    plan: &mut Plan,
    import: &Import,
    goes: &dyn Fn(NodeIdx) -> bool,
    gone: &mut Vec<Span>,
) -> Result<(), Refusal> {
    let symbol_span = |symbol: &crate::syntax::tree::Symbol| {
        symbol.alias.map_or(symbol.name.span, |alias| symbol.name.span.to(alias.span))
    };
    let is_gone = |symbol: &crate::syntax::tree::Symbol| {
        if let Some(Target::Event(name)) = source.uses.at(symbol.name.span.start).map(|name_use| &name_use.target) {
            return source.machine.event(name).is_some_and(|event| goes(source.machine.events[event].node));
        }
        let local = symbol.alias.as_ref().or(symbol.name.segments.last());
        local.and_then(|local| source.machine.scopes.child(None, source.str(local.span))).is_some_and(goes)
    };
    let kept: Vec<&str> =
        import.symbols.iter().filter(|symbol| !is_gone(symbol)).map(|symbol| source.str(symbol_span(symbol))).collect();
    if kept.len() == import.symbols.len() {
        return Ok(());
    }
    source.check_syntax(import.span)?;
    if kept.is_empty() {
        source.take_out(&mut plan.draft, &mut plan.removed, import.span);
        gone.push(import.span);
        return Ok(());
    }
    if let (Some(first), Some(last)) = (import.symbols.first(), import.symbols.last()) {
        plan.draft.replace(symbol_span(first).to(symbol_span(last)), kept.join(", "));
    }
    gone.extend(import.symbols.iter().filter(|symbol| is_gone(symbol)).map(symbol_span));
    Ok(())
}

/// What mentions something that goes, and stays: by name, or as a word of a text.
fn mentions(job: &Job, source: &Source, going: &Going, gone: &[Span]) -> Vec<Mention> {
    let stays = |span: Span| !gone.iter().any(|gone| gone.start <= span.start && span.end <= gone.end);
    let mut found: Vec<(Span, Arc<str>)> = Vec::new();
    let mut names: Vec<(&str, &Arc<str>)> = Vec::new();
    for name_use in source.uses.list().iter().filter(|name_use| name_use.role != Role::Declaration) {
        let what = match &name_use.target {
            Target::Node(node) if going.nodes.contains(node) => source.id(*node).clone(),
            Target::Field(Some(node), field) if going.nodes.contains(node) => {
                format!("{}.{field}", source.id(*node)).into()
            }
            Target::Event(name) => match source.machine.event(name).map(|event| source.machine.events[event].node) {
                Some(node) if going.nodes.contains(&node) => source.id(node).clone(),
                _ => continue,
            },
            _ => continue,
        };
        if stays(name_use.span) {
            found.push((name_use.span, what));
        }
    }
    for node in &going.nodes {
        let node = &source.machine.nodes[*node];
        names.push((&node.name, &node.id));
    }
    names.sort_unstable();
    for (name, id) in names {
        found.extend(prose(source, name).filter(|span| stays(*span)).map(|span| (span, id.clone())));
    }
    found.sort_by_key(|(span, _)| (span.start, span.end));
    found.dedup_by_key(|(span, _)| *span);
    found.into_iter().map(|(span, what)| job.mention(source, &what, span)).collect()
}

/// Where a word stands in the strings and comments of a text without being a name.
pub(super) fn prose<'s>(source: &'s Source, word: &'s str) -> impl Iterator<Item = Span> + 's {
    let is_prose = |kind: TokenKind| {
        matches!(kind, TokenKind::String | TokenKind::Template | TokenKind::LineComment | TokenKind::BlockComment)
    };
    let tokens = source.tree.tokens.iter().filter(move |token| is_prose(token.kind));
    let spans = tokens.flat_map(move |token| {
        let start = token.span.start as usize;
        occurrences(source.str(token.span), word).map(move |at| Span::new(start + at, start + at + word.len()))
    });
    spans.filter(|span| !source.uses.list().iter().any(|name_use| name_use.span.overlaps(*span)))
}
