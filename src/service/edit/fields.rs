//! Edits of the fields of contexts.

use std::sync::Arc;

use crate::diagnostic::Edit;
use crate::machine::model::{Class, EdgeIdx, NodeIdx, first_segment};
use crate::quick::{Map, Set};
use crate::refusal::{Code, Refusal};
use crate::service::edit::job::{Job, Plan, Planned, Selected};
use crate::service::edit::label;
use crate::service::edit::meaning::Open;
use crate::service::edit::names::{check_name, find_node, taken};
use crate::service::edit::nodes::{remove_attribute, spelled, write_attribute};
use crate::service::edit::op::{Change, Written};
use crate::service::edit::source::{Cell, Source};
use crate::service::edit::statement::{EdgeChange, Fate};
use crate::service::uses::{Role, Target};
use crate::syntax::parse;
use crate::syntax::tree::{Attribute, Item, TokenKind};
use crate::text::{Span, nearest};
use crate::value::Value;

/// The context or event that is meant, in the file that declares it.
pub(super) fn context(source: &Source, id: &str) -> Result<NodeIdx, Refusal> {
    let unknown = || Refusal::new(Code::UnknownContext, format!("cannot find context `{id}`"));
    let node = find_node(source.machine, id).ok_or_else(unknown)?;
    match source.machine.nodes[node].class {
        Class::Context | Class::Event => Ok(node),
        class => Err(Refusal::new(Code::UnknownContext, format!("`{id}` is a {}, not a context", class.word()))),
    }
}

/// Refuses the key under which an event has what is sent for it, unless that has a type and is a field therefore.
pub(super) fn check_field(source: &Source, node: NodeIdx, name: &str, is_typed: bool) -> Result<(), Refusal> {
    if !source.is_event(node) || name != "stub" || is_typed {
        return Ok(());
    }
    let message = "`stub` of an event is what Run sends, not a field";
    Err(Refusal::new(Code::BadName, message))
}

fn home(job: &Job, id: &str) -> Result<(usize, Arc<str>), Refusal> {
    let unknown = |refusal: Refusal| Refusal { code: Code::UnknownContext, ..refusal };
    job.home(id).map_err(unknown)
}

/// A type as the source spells it, in its angle brackets.
fn check_type(kind: &str) -> Result<String, Refusal> {
    let kind = kind.trim();
    let tree = parse(&format!("x<{kind}>;"));
    let is_it =
        |attribute: &Attribute| attribute.kind.as_ref().is_some_and(|own| own.span.len() as usize == kind.len());
    match tree.items.as_slice() {
        [Item::Attribute(attribute)] if tree.diagnostics.is_empty() && is_it(attribute) => Ok(format!("<{kind}>")),
        _ => Err(Refusal::new(Code::BadValue, format!("`{kind}` is not a type"))),
    }
}

fn known(value: &Written) -> Option<Value> {
    if let Written::Json(json) = value { Some(json.to_value()) } else { None }
}

/// Adds a field to a context.
pub(super) fn add(
    job: &Job,
    id: &str,
    name: &str,
    kind: Option<&str>,
    value: Option<&Written>,
) -> Result<Planned, Refusal> {
    check_name(&job.texts, name)?;
    let (file, id) = home(job, id)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let node = context(&source, &id)?;
    let own = &source.machine.nodes[node];
    if own.attribute("schema").is_some() {
        let message = format!("`{id}` declares its fields with `schema`; add it there");
        return Err(Refusal::new(Code::BadTarget, message));
    }
    let is_child = source.machine.scopes.child(Some(node), name).is_some();
    if is_child || own.attribute(name).is_some() {
        return Err(taken(&job.texts, name));
    }
    source.check_declarations(node)?;
    check_field(&source, node, name, kind.is_some())?;
    let kind = match (kind, value) {
        (Some(kind), _) => check_type(kind)?,
        (None, Some(_)) => String::new(),
        // A word alone would be a node.
        (None, None) => "<any>".to_owned(),
    };
    let text = value.map(spelled).transpose()?;
    let mut plan = Plan::new(&source);
    write_attribute(&source, &mut plan, node, name, &kind, text.as_deref())?;
    plan.open.push(Open::Attribute(id.clone(), name.into(), value.and_then(known)));
    Ok(Planned::one(&source, plan, Selected::Attribute(id, name.into())))
}

/// The attribute that declares a field, as written.
fn field<'s>(source: &Source<'s>, node: NodeIdx, name: &str) -> Result<&'s Attribute, Refusal> {
    let own = &source.machine.nodes[node];
    let span = own.attribute(name).map(|attribute| attribute.key_span);
    let written = source.attributes.iter().find(|(_, attribute)| Some(attribute.key.span) == span);
    let attribute = written.map(|(_, attribute)| *attribute).ok_or_else(|| {
        let names = own.attributes.iter().map(|attribute| &*attribute.name);
        let near = nearest(name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Refusal::new(Code::BadName, format!("`{}` declares no field `{name}`{near}", own.id))
    })?;
    check_field(source, node, name, attribute.kind.is_some())?;
    Ok(attribute)
}

/// Changes type or initial value of a field.
pub(super) fn set(
    job: &Job,
    id: &str,
    name: &str,
    kind: &Change<String>,
    value: &Change<Written>,
) -> Result<Planned, Refusal> {
    let (file, id) = home(job, id)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let node = context(&source, &id)?;
    let attribute = field(&source, node, name)?;
    source.check_declarations(node)?;
    source.check_syntax(attribute.span)?;
    let has = |keeps: bool, sets: bool, own: bool| sets || keeps && own;
    let typed = has(matches!(kind, Change::Keep), matches!(kind, Change::Set(_)), attribute.kind.is_some());
    let valued = has(matches!(value, Change::Keep), matches!(value, Change::Set(_)), attribute.value.is_some());
    if !typed && !valued {
        let message = format!("`{name}` needs a type or a value: a word alone is a node");
        return Err(Refusal::new(Code::BadValue, message));
    }
    let mut plan = Plan::new(&source);
    let angles = attribute.kind.as_ref().map(|kind| {
        let tokens = source.lines().tokens(Span { start: kind.span.end, end: attribute.span.end });
        let close = tokens.iter().find(|token| token.kind == TokenKind::Greater);
        Span { start: attribute.key.span.end, end: close.map_or(kind.span.end, |token| token.span.end) }
    });
    match kind {
        Change::Keep => {}
        Change::Remove => angles.into_iter().for_each(|span| plan.draft.remove(span)),
        Change::Set(kind) => {
            plan.draft.replace(angles.unwrap_or(Span::at(attribute.key.span.end)), check_type(kind)?);
        }
    }
    match (value, &attribute.value) {
        (Change::Keep, _) | (Change::Remove, None) => {}
        (Change::Remove, Some(value)) => {
            let tokens = source.lines().tokens(Span { start: attribute.key.span.end, end: value.span.start });
            let colon = tokens.iter().rev().find(|token| token.kind == TokenKind::Colon);
            let start = colon.map_or(value.span.start, |token| token.span.start);
            let start = source.lines().before(start).trim_end().len() as u32;
            plan.draft.remove(Span { start, end: value.span.end });
        }
        (Change::Set(new), Some(value)) => plan.draft.replace(value.span, spelled(new)?),
        (Change::Set(new), None) => plan.draft.insert(attribute.span.end, format!(": {}", spelled(new)?)),
    }
    let written = if let Change::Set(value) = value { known(value) } else { None };
    plan.open.push(Open::Attribute(id.clone(), name.into(), written));
    Ok(Planned::one(&source, plan, Selected::Attribute(id, name.into())))
}

/// Removes a field, also from the lists of accesses.
pub(super) fn remove(job: &Job, id: &str, name: &str) -> Result<Planned, Refusal> {
    let (file, id) = home(job, id)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let node = context(&source, &id)?;
    let attribute = field(&source, node, name)?;
    source.check_declarations(node)?;
    source.check_syntax(attribute.span)?;
    let mut plan = Plan::new(&source);
    remove_attribute(&source, &mut plan, node, name);
    let is_field =
        |target: &Target| matches!(target, Target::Field(Some(owner), field) if *owner == node && **field == *name);
    let listed: Vec<Span> = (source.uses.list().iter())
        .filter(|name_use| name_use.role == Role::Listed && is_field(&name_use.target))
        .map(|name_use| name_use.span)
        .collect();
    // The segments that list it, by statement.
    let mut segments: Map<(usize, usize), Vec<EdgeIdx>> = Map::default();
    let mut going: Set<EdgeIdx> = Set::default();
    for (at, edge) in source.machine.edges.entries() {
        let Some(cell) = source.cell(at) else { continue };
        let is_end = |end: NodeIdx, tied: &Option<Arc<str>>| {
            end == node && tied.as_ref().is_some_and(|tied| first_segment(tied) == name)
        };
        if is_end(edge.source, &edge.source_attribute) || is_end(edge.target, &edge.target_attribute) {
            going.insert(at);
        }
        let lists = source.segment(cell).is_some_and(|segment| {
            segment.label.as_ref().is_some_and(|label| listed.iter().any(|span| label.span.overlaps(*span)))
        });
        if lists {
            segments.entry((cell.statement, cell.segment)).or_default().push(at);
        }
    }
    let mut segments: Vec<_> = segments.into_iter().collect();
    segments.sort_unstable();
    let mut handled: Vec<Span> = Vec::new();
    let mut rewritten: Set<usize> = Set::default();
    let mut arrows: Vec<Edit> = Vec::new();
    for ((statement, at), edges) in segments {
        let Some(segment) = source.statements.get(statement).and_then(|own| own.item.segments.get(at)) else {
            continue;
        };
        let other = |edge: &EdgeIdx| {
            let edge = source.edge(*edge);
            [edge.source, edge.target].into_iter().any(|end| {
                end != node
                    && source
                        .machine
                        .context_of(end)
                        .is_some_and(|context| source.machine.field(context, name).is_some())
            })
        };
        // Another context at the same line has such a field too: the list stays.
        if edges.iter().any(other) {
            continue;
        }
        handled.extend(listed.iter().filter(|span| segment.arrow_span.overlaps(**span)));
        match label::remove_fields(source.tree, segment, &listed) {
            Ok(edits) => {
                arrows.extend(edits);
                for edge in edges {
                    let source_id = source.id(source.edge(edge).source).clone();
                    let at = source.place_of(edge);
                    plan.open.push(Open::Arrow { source: source_id, at, text: None, condition: None });
                }
            }
            Err(()) => {
                going.extend(edges);
            }
        }
    }
    plan.draft.extend(arrows);
    let mut gone: Vec<EdgeIdx> = going.iter().copied().collect();
    gone.sort_unstable();
    for edge in gone.iter().rev() {
        let cell = source.written(*edge)?;
        let place = source.place_of(*edge);
        if let Some(list) = plan.expected.edges.get_mut(source.id(source.edge(*edge).source)) {
            list.remove(place);
        }
        if rewritten.insert(cell.statement) {
            let fate = |cell: Cell| match source.edge_at(cell.statement, cell.segment, cell.row, cell.column) {
                Some(edge) if going.contains(&edge) => Fate::Goes,
                _ => Fate::Stays,
            };
            let (draft, removed) = (&mut plan.draft, &mut plan.removed);
            source.rewrite(draft, removed, cell.statement, &fate, &EdgeChange::default(), &|_| true);
        }
    }
    plan.expected.edges.retain(|_, list| !list.is_empty());
    // Arrows are counted among the edges that stay.
    for open in &mut plan.open {
        let Open::Arrow { source: id, at, .. } = open else { continue };
        let before = gone.iter().filter(|edge| source.id(source.edge(**edge).source) == id);
        *at -= before.filter(|edge| source.place_of(**edge) < *at).count();
    }
    let ends: Vec<Span> =
        gone.iter().filter_map(|edge| Some(source.statements.get(source.cell(*edge)?.statement)?.whole())).collect();
    let stays = |span: Span| !handled.contains(&span) && !ends.iter().any(|gone| gone.overlaps(span));
    let what = format!("{id}.{name}");
    let uses = source.uses.list().iter().filter(|own| is_field(&own.target) && own.role != Role::Declaration);
    let affected = uses.filter(|own| stays(own.span)).map(|own| job.mention(&source, &what, own.span)).collect();
    let mut planned = Planned::one(&source, plan, Selected::Node(id));
    planned.affected = affected;
    Ok(planned)
}
