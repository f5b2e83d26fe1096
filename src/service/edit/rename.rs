//! Renaming nodes and fields by the drawing.

use std::sync::Arc;

use crate::machine::model::{Class, NodeIdx, Origin};
use crate::machine::names::{event_id, is_event_name};
use crate::refusal::{Code, Refusal};
use crate::service::edit::fields::{check_field, context};
use crate::service::edit::job::{Job, Plan, Planned, Selected};
use crate::service::edit::names::{check_name, find_node, parent, taken};
use crate::service::edit::op::Mention;
use crate::service::edit::remove::prose;
use crate::service::edit::source::Source;
use crate::service::symbols;
use crate::service::texts::Reading;
use crate::service::uses::Target;
use crate::text::Span;

/// The refusal of an edit for one of a renaming.
fn refusal(job: &Job, to: &str, found: Refusal) -> Refusal {
    match found.code {
        Code::NameExists | Code::NameCaptured => Refusal { message: found.message, ..taken(&job.texts, to) },
        Code::NoSymbol => Refusal { code: Code::UnknownNode, ..found },
        _ => found,
    }
}

/// Renames what is named at a place of a file.
fn rename_at(job: &Job, reading: &Reading, at: u32, to: &str, select: Selected) -> Result<Planned, Refusal> {
    let path = (reading.place > 0).then(|| &*reading.path);
    let tree = &reading.machine.tree;
    let offset = tree.lines.utf16(&tree.text, at);
    let renaming = symbols::rename(&job.machine, path, offset, to, Vec::new());
    let renaming = renaming.map_err(|found| refusal(job, to, found))?;
    let mut planned: Option<Planned> = None;
    for (place, (path, text)) in job.texts.list.iter().enumerate() {
        let own = |file: &Option<Arc<str>>| file.as_ref().map_or(place == 0, |file| file == path);
        let edits: Vec<_> = renaming.edits.iter().filter(|edit| own(&edit.file)).collect();
        if edits.is_empty() && place != reading.place {
            continue;
        }
        let there = job.read(place);
        let source = Source::new(&there);
        let mut plan = Plan::new(&source);
        // The renaming has compared what the texts mean.
        plan.is_checked = true;
        for edit in edits {
            let byte = |offset: u32| there.machine.tree.lines.byte(text, offset);
            plan.draft.replace(Span { start: byte(edit.from), end: byte(edit.to) }, edit.insert.as_str());
        }
        match &mut planned {
            Some(planned) => planned.files.push((place, plan)),
            None => planned = Some(Planned::one(&source, plan, select.clone())),
        }
    }
    let mut planned = planned.ok_or_else(|| Refusal::new(Code::UnknownNode, "nothing has this name"))?;
    planned.home = reading.place;
    Ok(planned)
}

/// Renames a field of a context.
pub(super) fn field(job: &Job, id: &str, name: &str, to: &str) -> Result<Planned, Refusal> {
    check_name(&job.texts, to)?;
    let unknown = |found: Refusal| Refusal { code: Code::UnknownContext, ..found };
    let (file, id) = job.home(id).map_err(unknown)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let node = context(&source, &id)?;
    let attribute = source.machine.nodes[node].attribute(name);
    let missing = || Refusal::new(Code::BadName, format!("`{id}` declares no field `{name}`"));
    let attribute = attribute.ok_or_else(missing)?;
    check_field(&source, node, name, attribute.kind.is_some())?;
    check_field(&source, node, to, attribute.kind.is_some())?;
    let key = attribute.key_span;
    source.check_syntax(key)?;
    let quote = u32::from(source.str(key).starts_with(['"', '\'']));
    let mut planned = rename_at(job, &reading, key.start + quote, to, Selected::Attribute(id.clone(), to.into()))?;
    planned.affected = mentions(job, name, &format!("{id}.{name}"));
    Ok(planned)
}

/// Renames a node.
pub(super) fn node(job: &Job, id: &str, to: &str) -> Result<Planned, Refusal> {
    let unknown = || Refusal::new(Code::UnknownNode, format!("cannot find node `{id}`"));
    let here = find_node(&job.machine, id).ok_or_else(unknown)?;
    let found = &job.machine.nodes[here];
    let is_event = found.class == Class::Event;
    if !(is_event && is_event_name(to)) {
        check_name(&job.texts, to)?;
    }
    if &*found.name == to {
        let reading = job.read(0);
        let source = Source::new(&reading);
        return Ok(Planned::one(&source, Plan::new(&source), Selected::Node(id.into())));
    }
    if is_event && (0..job.texts.list.len()).any(|place| names_event(&job.read(place), to)) {
        return Err(taken(&job.texts, to));
    }
    let own = |id: &str| -> Arc<str> {
        if is_event {
            return event_id(to);
        }
        let block = parent(id);
        if block.is_empty() { to.into() } else { format!("{block}.{to}").into() }
    };
    // An event has the same name in all files.
    let is_symbol = matches!(found.origin, Origin::Imported(_)) && found.parent.is_none() && !is_event;
    let mut planned = if is_symbol {
        alias(job, here, to)?
    } else {
        let (file, there) = job.home(id)?;
        let reading = job.read(file);
        let source = Source::new(&reading);
        let node = source.find(&there)?;
        source.check_declarations(node)?;
        let span = source.machine.nodes[node].name_span.ok_or_else(unknown)?;
        rename_at(job, &reading, span.start, to, Selected::Node(own(&there)))?
    };
    let inner = format!("{id}.");
    let ids = job.machine.nodes.iter().filter(|node| node.class.is_in_graph()).map(|node| &node.id);
    let new = own(id);
    planned.moved = ids
        .filter(|_| !is_event)
        .filter_map(|old| match old.strip_prefix(&*inner) {
            Some(rest) => Some((old.clone(), format!("{new}.{rest}").into())),
            None => (**old == *id).then(|| (old.clone(), new.clone())),
        })
        .collect();
    if is_event {
        planned.moved.push((found.id.clone(), new));
    }
    planned.affected = mentions(job, &found.name, id);
    Ok(planned)
}

/// True if something in a file waits for an event, or declares it.
fn names_event(reading: &Reading, name: &str) -> bool {
    reading.uses.list().iter().any(|name_use| matches!(&name_use.target, Target::Event(known) if **known == *name))
}

/// Gives an imported node another name in the file that imports it.
fn alias(job: &Job, node: NodeIdx, to: &str) -> Result<Planned, Refusal> {
    let reading = job.read(0);
    let source = Source::new(&reading);
    let name = source.machine.nodes[node].name.clone();
    if source.machine.scopes.child(None, to).is_some() {
        return Err(taken(&job.texts, to));
    }
    let id: Arc<str> = to.into();
    let mut plan = Plan::moving(&source, &|at| {
        let old = source.id(at);
        match old.strip_prefix(&*name).filter(|rest| rest.is_empty() || rest.starts_with('.')) {
            Some(rest) if source.is_within(at, node) => format!("{to}{rest}").into(),
            _ => old.clone(),
        }
    });
    let symbols = source.imports.iter().flat_map(|import| &import.symbols);
    let mut spans: Vec<Span> = Vec::new();
    for symbol in symbols {
        let local = symbol.alias.as_ref().or(symbol.name.segments.last());
        if local.is_none_or(|local| source.str(local.span) != &*name) {
            continue;
        }
        spans.push(symbol.name.span);
        match &symbol.alias {
            // The name in the other file again needs no alias.
            Some(alias) if symbol.name.segments.last().is_some_and(|last| source.str(last.span) == to) => {
                plan.draft.remove(Span { start: symbol.name.span.end, end: alias.span.end });
            }
            Some(alias) => plan.draft.replace(alias.span, to),
            None => plan.draft.insert(symbol.name.span.end, format!(" as {to}")),
        }
        spans.extend(symbol.alias.map(|alias| alias.span));
    }
    for name_use in source.uses.list() {
        let span = symbols::unquoted(source.text(), name_use.span);
        let is_it = name_use.target == Target::Node(node) && source.str(span) == &*name;
        if is_it && !spans.iter().any(|own| own.overlaps(span)) {
            plan.draft.replace(span, to);
        }
    }
    Ok(Planned::one(&source, plan, Selected::Node(id)))
}

/// Where texts and comments have the old name as a word.
fn mentions(job: &Job, name: &str, what: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    for place in 0..job.texts.list.len() {
        let reading = job.read(place);
        let source = Source::new(&reading);
        found.extend(prose(&source, name).map(|span| job.mention(&source, what, span)));
    }
    found
}
