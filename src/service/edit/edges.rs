//! Edits of edges: new ones, their texts, conditions and ends.

use std::sync::Arc;

use crate::diagnostic::Edit;
use crate::expr;
use crate::machine::duration;
use crate::machine::model::{Access, Class, Edge, EdgeIdx, EdgeKind, NodeIdx};
use crate::machine::names::is_event_name;
use crate::machine::quoted::in_quotes;
use crate::refusal::{Code, Refusal};
use crate::schema::Role;
use crate::service::edit::job::{Job, Plan, Planned, Selected};
use crate::service::edit::label;
use crate::service::edit::meaning::{EdgeMeaning, Open};
use crate::service::edit::names::Names;
use crate::service::edit::op::{Connection, EdgeName, Link};
use crate::service::edit::source::{Cell, Source};
use crate::service::edit::spots::Spot;
use crate::service::edit::statement::{EdgeChange, Fate};
use crate::service::uses::is_condition;
use crate::syntax::is_word;
use crate::syntax::tree::{Item, Val, ValKind};
use crate::text::Span;
use crate::value::Value;

fn bad_ends(message: String) -> Refusal {
    Refusal::new(Code::BadEnds, message)
}

fn bad_value(message: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadValue, message)
}

/// Refuses what is no expression.
fn check_expression(text: &str) -> Result<(), Refusal> {
    match expr::parse(&expr::normalise(text)) {
        Ok(_) => Ok(()),
        Err(fault) => Err(Refusal::new(Code::BadExpression, fault.message.clone()).with([
            ("from", Value::from(f64::from(fault.span.start))),
            ("to", Value::from(f64::from(fault.span.end))),
        ])),
    }
}

/// Connects two nodes.
pub(super) fn connect(job: &Job, new: &Connection) -> Result<Planned, Refusal> {
    let reading = job.read(0);
    let source = Source::new(&reading);
    let (from, to) = (source.find(&new.from)?, source.find(&new.to)?);
    check_ends(&source, new, from, to)?;
    let arrow = arrow_text(new)?;
    let mut plan = Plan::new(&source);
    let ids = (source.id(from).clone(), source.id(to).clone());
    let count =
        source.machine.edges.iter().filter(|edge| edge.source == from && edge.kind != EdgeKind::Inferred).count();
    if matches!(new.link, Link::Reads | Link::Writes | Link::Asks) {
        match extend_access(&source, &mut plan, new, from, to)? {
            Extended::Not => {}
            Extended::Already => return Ok(Planned::one(&source, plan, Selected::FirstEdit)),
            Extended::Edge(at) => return Ok(Planned::one(&source, plan, Selected::Edge(ids.0, at))),
            Extended::Target => {
                plan.open.push(Open::Edge { source: ids.0.clone(), target: ids.1, said: None });
                return Ok(Planned::one(&source, plan, Selected::Edge(ids.0, count)));
            }
        }
    }
    let names = Names::of(source.machine, |node| source.id(node).clone());
    let scope = source.common_block(from, to);
    let block = scope.map_or("", |scope| source.id(scope));
    let unnamed = |id: &str| Refusal::new(Code::NameTaken, format!("no name leads to `{id}` from here"));
    let name = |id: &Arc<str>| names.name_of(block, id).ok_or_else(|| unnamed(id));
    let mut line = format!("{} {arrow} {}", name(&ids.0)?, name(&ids.1)?);
    line.push_str(match new.link {
        Link::Async => " @async",
        Link::Join => " @join",
        _ => "",
    });
    source.insert_edge(&mut plan, scope, from, &line)?;
    plan.open.push(Open::Edge { source: ids.0.clone(), target: ids.1, said: None });
    Ok(Planned::one(&source, plan, Selected::Edge(ids.0, count)))
}

fn check_ends(source: &Source, new: &Connection, from: NodeIdx, to: NodeIdx) -> Result<(), Refusal> {
    let class = |node: NodeIdx| source.machine.nodes[node].class;
    let is_access = matches!(new.link, Link::Reads | Link::Writes | Link::Asks);
    let fits = match new.link {
        _ if is_access => class(from).is_executable() && class(to) == Class::Context,
        _ => class(from).is_executable() && class(to).is_executable(),
    };
    if !fits {
        check_no_event(source, from, to)?;
        let (a, b) = (class(from).word(), class(to).word());
        let wanted = if is_access { "a step to a context" } else { "a step to a step" };
        return Err(bad_ends(format!("this connects {wanted}, not a {a} to a {b}")));
    }
    if matches!(new.link, Link::Writes | Link::Asks) {
        check_no_input(source, to)?;
    }
    Ok(())
}

/// Refuses an event as an end.
fn check_no_event(source: &Source, from: NodeIdx, to: NodeIdx) -> Result<(), Refusal> {
    let Some(event) = [from, to].into_iter().find(|end| source.is_event(*end)) else { return Ok(()) };
    let name = &source.machine.nodes[event].name;
    Err(bad_ends(format!("`{name}` is an event, and no node: write `on: {name}` on an edge that it takes")))
}

/// Refuses an input as what is written to.
fn check_no_input(source: &Source, to: NodeIdx) -> Result<(), Refusal> {
    let machine = source.machine;
    match machine.context_of(to).filter(|context| machine.contexts[*context].role == Role::Input) {
        Some(_) => Err(bad_ends(format!("`{}` is an input, which is fixed when the run starts", source.id(to)))),
        None => Ok(()),
    }
}

/// Refuses a text beside a time that looks like more of it, which would make it none.
fn check_no_time(label: Option<&str>) -> Result<(), Refusal> {
    match label.filter(|label| duration::is_time(label)) {
        Some(label) => Err(bad_value(format!("beside a time, the text `{label}` would count as more of it"))),
        None => Ok(()),
    }
}

/// The arrow of a new edge.
fn arrow_text(new: &Connection) -> Result<String, Refusal> {
    let is_access = matches!(new.link, Link::Reads | Link::Writes | Link::Asks);
    if is_access && (new.label.is_some() || new.when.is_some()) {
        return Err(bad_value("an access has neither text nor condition"));
    }
    if !is_access && !new.fields.is_empty() {
        return Err(bad_value("only an access has fields"));
    }
    if let Some(field) = new.fields.iter().find(|field| !is_word(field)) {
        return Err(Refusal::new(Code::BadName, format!("`{field}` is not the name of a field")));
    }
    let verb = |verb: &str| match new.fields.is_empty() {
        true => verb.to_owned(),
        false => format!("{verb}: {}", new.fields.join(", ")),
    };
    let mut parts: Vec<String> = Vec::new();
    match new.link {
        Link::Flow | Link::Async | Link::Join => {}
        Link::Catch => parts.push("catch".to_owned()),
        Link::Reads => parts.push(verb("reads")),
        Link::Writes => parts.push(verb("writes")),
        Link::Asks => parts.push(verb("asks")),
        Link::OnEvent => {
            let event = new.event.as_deref().unwrap_or_default();
            if !is_event_name(event) {
                return Err(bad_value(format!("`{event}` is not the name of an event")));
            }
            parts.push(format!("on: {event}"));
        }
        Link::Timer => {
            let duration = new.duration.as_deref().unwrap_or_default().trim();
            if duration::wait_ms(duration).is_none() {
                return Err(bad_value(format!("`{duration}` is not a time like `30s` or `2d`")));
            }
            check_no_time(new.label.as_deref())?;
            parts.push(format!("after: {duration}"));
        }
    }
    parts.extend(new.label.as_deref().filter(|label| !label.is_empty()).map(label::label_text));
    if let Some(when) = &new.when {
        check_expression(when)?;
        parts.push(format!("when: {}", label::string(when)));
    }
    Ok(if parts.is_empty() { "->".to_owned() } else { format!("-{}->", parts.join(", ")) })
}

/// What became of an access that was to be added.
enum Extended {
    Not,
    /// The text says so already.
    Already,
    /// The edge at this place among those of its source lists more fields.
    Edge(usize),
    /// A line has one more target.
    Target,
}

fn extend_access(
    source: &Source,
    plan: &mut Plan,
    new: &Connection,
    from: NodeIdx,
    to: NodeIdx,
) -> Result<Extended, Refusal> {
    let wanted = match new.link {
        Link::Reads => Access::Read,
        Link::Writes => Access::Write,
        Link::Asks => Access::Ask,
        _ => return Ok(Extended::Not),
    };
    let is_alike = |edge: &Edge| edge.source == from && edge.kind == EdgeKind::Data(Some(wanted));
    let edges: Vec<(EdgeIdx, &Edge)> = source.machine.edges.entries().filter(|(_, edge)| is_alike(edge)).collect();
    let own = |edge: &Edge| edge.target == to && edge.source_attribute.is_none() && edge.target_attribute.is_none();
    for (at, edge) in edges.iter().rev().filter(|(_, edge)| own(edge)) {
        let Some(listed) = &edge.fields else { return Ok(Extended::Already) };
        if new.fields.is_empty() {
            continue;
        }
        let missing: Vec<String> =
            new.fields.iter().filter(|field| !listed.iter().any(|known| **known == ***field)).cloned().collect();
        if missing.is_empty() {
            return Ok(Extended::Already);
        }
        let Some(cell) = source.cell(*at) else { continue };
        source.written(*at)?;
        let Some(segment) = source.segment(cell) else { continue };
        let Some(arrow) = label::add_fields(segment, &missing) else { continue };
        let change = EdgeChange { arrow, ..EdgeChange::default() };
        source.change(plan, cell, &change);
        let place = source.place_of(*at);
        plan.open.push(Open::Arrow { source: source.id(from).clone(), at: place, text: None, condition: None });
        return Ok(Extended::Edge(place));
    }
    if !new.fields.is_empty() {
        return Ok(Extended::Not);
    }
    let scope = source.common_block(from, to);
    for (at, edge) in edges.iter().rev().filter(|(_, edge)| edge.fields.is_none()) {
        let Some(statement) = source.cell(*at).and_then(|cell| source.statements.get(cell.statement)) else { continue };
        let item = statement.item;
        let [segment] = item.segments.as_slice() else { continue };
        let bare = item.annotations.is_empty()
            && item.block.is_none()
            && item.declarations.is_empty()
            && item.sources.len() == 1
            && statement.scope == scope
            && segment.source_multiplicity.is_none()
            && segment.target_multiplicity.is_none()
            && segment.label.as_ref().is_some_and(|label| label.pieces.len() == 1)
            && edge.source_attribute.is_none();
        let Some(last) = segment.targets.last().filter(|_| bare) else { continue };
        source.written(*at)?;
        let names = Names::of(source.machine, |node| source.id(node).clone());
        let block = scope.map_or("", |scope| source.id(scope));
        let Some(name) = names.name_of(block, source.id(to)) else { continue };
        plan.draft.insert(last.span.end, format!(", {name}"));
        return Ok(Extended::Target);
    }
    Ok(Extended::Not)
}

/// An edge that is to be changed, where it is written.
struct Target<'s, 'r> {
    source: &'s Source<'r>,
    cell: Cell,
    /// Its source, and its place among the edges that leave it.
    id: Arc<str>,
    place: usize,
}

fn target<'s, 'r>(source: &'s Source<'r>, edge: EdgeIdx) -> Result<Target<'s, 'r>, Refusal> {
    let cell = source.written(edge)?;
    let id = source.id(source.edge(edge).source).clone();
    Ok(Target { source, cell, id, place: source.place_of(edge) })
}

/// Sets or removes the text of an edge.
pub(super) fn set_label(job: &Job, name: &EdgeName, label: Option<&str>) -> Result<Planned, Refusal> {
    let label = label.map(str::trim).filter(|label| !label.is_empty());
    let (file, edge) = job.edge_home(name)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let it = target(&source, edge)?;
    if let EdgeKind::Data(Some(_)) = source.edge(edge).kind {
        return Err(bad_value("an access has no text but its verb and its fields"));
    }
    if source.edge(edge).after.is_some() {
        check_no_time(label)?;
    }
    let mut plan = Plan::new(&source);
    let Some(segment) = source.segment(it.cell) else { return Err(bad_value("this edge has no text")) };
    let arrow = label::set_text(source.tree, segment, label);
    let arrow = arrow.ok_or_else(|| bad_value(format!("`{}` takes no text", segment.arrow.text())))?;
    let block = it.block_edits(&label::is_text_key, None);
    source.change(&mut plan, it.cell, &EdgeChange { arrow, block, ..EdgeChange::default() });
    let text = Some(label.map(str::to_owned));
    plan.open.push(Open::Arrow { source: it.id.clone(), at: it.place, text, condition: None });
    Ok(Planned::one(&source, plan, Selected::Edge(it.id, it.place)))
}

/// Sets or removes the condition of an edge.
pub(super) fn set_condition(job: &Job, name: &EdgeName, condition: Option<&str>) -> Result<Planned, Refusal> {
    let condition = condition.map(str::trim).filter(|condition| !condition.is_empty());
    condition.map_or(Ok(()), check_expression)?;
    let (file, edge) = job.edge_home(name)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let it = target(&source, edge)?;
    if !source.edge(edge).kind.is_transition() {
        return Err(bad_ends("only a transition has a condition".to_owned()));
    }
    let mut plan = Plan::new(&source);
    let Some(segment) = source.segment(it.cell) else { return Err(bad_value("this edge has no condition")) };
    let written = source.edge(edge).condition.as_ref().map(|condition| condition.span);
    let in_arrow = written.filter(|span| segment.arrow_span.overlaps(*span));
    let in_block = written.filter(|_| in_arrow.is_none());
    let mut change = EdgeChange::default();
    match (condition, in_block) {
        (Some(condition), Some(_)) => {
            change.block = it.block_edits(&is_condition, Some((written.unwrap_or_default(), condition)));
        }
        _ => {
            let piece = in_arrow.and_then(|span| label::piece_at(segment, span.start));
            let arrow = label::set_condition(source.tree, segment, piece, condition);
            change.arrow = arrow.ok_or_else(|| bad_value(format!("`{}` takes no condition", segment.arrow.text())))?;
            if condition.is_none() {
                change.block = it.block_edits(&is_condition, None);
            }
        }
    }
    source.change(&mut plan, it.cell, &change);
    let condition = Some(condition.map(str::to_owned));
    plan.open.push(Open::Arrow { source: it.id.clone(), at: it.place, text: None, condition });
    Ok(Planned::one(&source, plan, Selected::Edge(it.id, it.place)))
}

impl Target<'_, '_> {
    /// The edits of the block of its statement that remove the attributes with such keys, or give the one at a span
    /// another text; `None` where there are none.
    fn block_edits(&self, is_it: &dyn Fn(&str) -> bool, text: Option<(Span, &str)>) -> Option<Vec<Edit>> {
        let source = self.source;
        let block = source.statements.get(self.cell.statement)?.item.block.as_ref()?;
        if let Some((span, text)) = text {
            let attribute = block.attributes.iter().find(|attribute| attribute.span.overlaps(span))?;
            let value: &Val = attribute.value.as_ref()?;
            let quoted = if let ValKind::Str(_) = value.kind { in_quotes(text) } else { label::string(text) };
            return Some(vec![Edit { span: value.span, insert: quoted }]);
        }
        let gone: Vec<Span> = block
            .attributes
            .iter()
            .filter(|attribute| is_it(&attribute.key.text))
            .map(|attribute| attribute.span)
            .collect();
        if gone.is_empty() {
            return None;
        }
        if gone.len() == block.attributes.len() {
            return Some(vec![Edit { span: block.span, insert: String::new() }]);
        }
        let lines = source.lines();
        let cut = |span: Span| {
            let start = lines.before(span.start).trim_end().len() as u32;
            Edit { span: Span { start, end: lines.tail(span.end).end }, insert: String::new() }
        };
        Some(gone.into_iter().map(cut).collect())
    }
}

/// Gives an edge other ends.
pub(super) fn retarget(job: &Job, name: &EdgeName, from: Option<&str>, to: Option<&str>) -> Result<Planned, Refusal> {
    let (file, edge) = job.edge_home(name)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let it = target(&source, edge)?;
    let own = |id: &str| -> Result<NodeIdx, Refusal> {
        if file == 0 {
            return source.find(id);
        }
        let (home, there) = job.home(id)?;
        if home == file {
            return source.find(&there);
        }
        Err(Refusal::new(Code::Imported, format!("the file that has this edge does not know `{id}`")))
    };
    let written = source.edge(edge);
    let new_from = from.map(own).transpose()?.filter(|node| *node != written.source);
    let new_to = to.map(own).transpose()?.filter(|node| *node != written.target);
    let ends = (new_from.unwrap_or(written.source), new_to.unwrap_or(written.target));
    check_new_ends(&source, written, ends)?;
    let mut plan = Plan::new(&source);
    if new_from.is_none() && new_to.is_none() {
        return Ok(Planned::one(&source, plan, Selected::Edge(it.id, it.place)));
    }
    let Some(statement) = source.statements.get(it.cell.statement) else {
        return Err(bad_ends("this edge has no ends".to_owned()));
    };
    let names = Names::of(source.machine, |node| source.id(node).clone());
    let unnamed =
        |node: NodeIdx| Refusal::new(Code::NameTaken, format!("no name leads to `{}` from here", source.id(node)));
    let name_in = |scope: Option<NodeIdx>, node: NodeIdx| {
        names.name_of(scope.map_or("", |scope| source.id(scope)), source.id(node)).ok_or_else(|| unnamed(node))
    };
    let mut said: EdgeMeaning = Default::default();
    if let Some(edges) = plan.expected.edges.get_mut(&it.id)
        && it.place < edges.len()
    {
        if new_from.is_none() {
            if let (Some(edge), Some(to)) = (edges.get_mut(it.place), new_to) {
                edge.target = source.id(to).clone();
                edge.fields = [edge.fields.first().cloned().flatten(), None];
            }
        } else {
            said = edges.remove(it.place);
            said.target = source.id(ends.1).clone();
            said.fields = [None, said.fields.get(1).cloned().flatten().filter(|_| new_to.is_none())];
        }
    }
    let is_written = !(it.cell.segment == 0 && statement.item.sources.is_empty());
    if let Some(from) = new_from {
        let id = source.id(from).clone();
        let place =
            source.machine.edges.iter().filter(|edge| edge.source == from && edge.kind != EdgeKind::Inferred).count();
        plan.open.push(Open::Edge { source: id.clone(), target: source.id(ends.1).clone(), said: Some(said) });
        if !is_written {
            let scope = source.common_block(from, ends.1);
            let change = EdgeChange {
                source: Some(name_in(scope, from)?),
                target: Some(name_in(scope, ends.1)?),
                ..EdgeChange::default()
            };
            let line = source.edge_text(it.cell, &change);
            source.rewrite(
                &mut plan.draft,
                &mut plan.removed,
                it.cell.statement,
                &|cell| if cell == it.cell { Fate::Goes } else { Fate::Stays },
                &EdgeChange::default(),
                &|_| true,
            );
            source.insert_edge(&mut plan, scope, from, &line)?;
            return Ok(Planned::one(&source, plan, Selected::Edge(id, place)));
        }
        let change = EdgeChange {
            source: Some(name_in(statement.scope, from)?),
            target: new_to.map(|to| name_in(statement.scope, to)).transpose()?,
            ..EdgeChange::default()
        };
        source.change(&mut plan, it.cell, &change);
        return Ok(Planned::one(&source, plan, Selected::Edge(id, place)));
    }
    let target = new_to.map(|to| name_in(statement.scope, to)).transpose()?;
    source.change(&mut plan, it.cell, &EdgeChange { target, ..EdgeChange::default() });
    Ok(Planned::one(&source, plan, Selected::Edge(it.id, it.place)))
}

/// Refuses ends that an edge of that kind does not have.
fn check_new_ends(source: &Source, edge: &Edge, (from, to): (NodeIdx, NodeIdx)) -> Result<(), Refusal> {
    check_no_event(source, from, to)?;
    if let EdgeKind::Data(Some(Access::Write | Access::Ask)) = edge.kind
        && to != edge.target
    {
        check_no_input(source, to)?;
    }
    let class = |node: NodeIdx| source.machine.nodes[node].class;
    let is_step = |node: NodeIdx| class(node).is_executable();
    let fits = match edge.kind {
        kind if kind.is_transition() => is_step(from) && is_step(to),
        EdgeKind::Data(_) => {
            let is_context = |node: NodeIdx| class(node) == Class::Context;
            is_step(from) && is_context(to) || is_context(from) && is_step(to) || is_context(from) && is_context(to)
        }
        _ => class(from) != Class::Note && class(to) != Class::Note,
    };
    match fits {
        true => Ok(()),
        false => Err(bad_ends(format!(
            "a {} edge does not connect a {} to a {}",
            edge.kind.word(),
            class(from).word(),
            class(to).word()
        ))),
    }
}

impl Source<'_> {
    /// The segment that an edge is written in.
    pub fn segment(&self, cell: Cell) -> Option<&crate::syntax::tree::Segment> {
        self.statements.get(cell.statement)?.item.segments.get(cell.segment)
    }

    /// The place of an edge among those that leave its source.
    pub fn place_of(&self, edge: EdgeIdx) -> usize {
        let from = self.edge(edge).source;
        let before = self.machine.edges.entries().take_while(|(at, _)| *at != edge);
        before.filter(|(_, other)| other.source == from && other.kind != EdgeKind::Inferred).count()
    }

    /// Changes one edge of a statement.
    pub fn change(&self, plan: &mut Plan, cell: Cell, change: &EdgeChange) {
        let fate = |other: Cell| if other == cell { Fate::Changes } else { Fate::Stays };
        self.rewrite(&mut plan.draft, &mut plan.removed, cell.statement, &fate, change, &|_| true);
    }

    /// The innermost block of this text around two nodes.
    pub fn common_block(&self, a: NodeIdx, b: NodeIdx) -> Option<NodeIdx> {
        let around = |node: NodeIdx| self.around(self.machine.nodes[node].parent);
        let others = around(b);
        let has_block = |block: &Option<NodeIdx>| self.blocks_of(*block).next().is_some();
        around(a).into_iter().filter(|block| others.contains(block)).find(has_block).flatten()
    }

    /// Writes an edge behind the last one that leaves a node in a block, else behind one that leads to it, else behind
    /// all edges.
    pub fn insert_edge(
        &self,
        plan: &mut Plan,
        scope: Option<NodeIdx>,
        from: NodeIdx,
        line: &str,
    ) -> Result<(), Refusal> {
        let here: Vec<usize> = (0..self.statements.len())
            .filter(|at| self.statements.get(*at).is_some_and(|own| own.scope == scope))
            .collect();
        let touches = |at: &&usize, is_it: &dyn Fn(&Edge) -> bool| {
            self.edges_of(**at).into_iter().any(|edge| is_it(self.edge(edge)))
        };
        let leaves = |edge: &Edge| edge.source == from;
        let enters = |edge: &Edge| edge.target == from && !matches!(edge.kind, EdgeKind::Data(_));
        let last = here.iter().rev();
        let found = (last.clone().find(|at| touches(at, &leaves)))
            .or_else(|| last.clone().find(|at| touches(at, &enters)))
            .or_else(|| last.clone().next());
        if let Some(statement) = found.and_then(|at| self.statements.get(*at)) {
            self.check_syntax(statement.whole())?;
            self.insert(&mut plan.draft, Spot::After(statement.whole()), line);
            return Ok(());
        }
        let blocks: Vec<usize> = self.blocks_of(scope).map(|(at, _)| at).collect();
        let has_items = |at: &&usize| self.blocks.get(**at).is_some_and(|block| !block.items.is_empty());
        let block = blocks.iter().find(has_items).or(blocks.first()).copied();
        let Some(block) = block else {
            return Err(Refusal::new(Code::BadTarget, "there is no place for an edge"));
        };
        let spot = self.end_of(block);
        let apart = match spot {
            // The first edge of a file stands apart from the declarations above it.
            Spot::After(span) if scope.is_none() => {
                self.check_syntax(span)?;
                let is_node = self.blocks.get(block).and_then(|block| block.items.last());
                matches!(is_node, Some(Item::Node(_))) && self.lines().tail(span.end).line_end.is_some()
            }
            Spot::After(span) => {
                self.check_syntax(span)?;
                false
            }
            _ => false,
        };
        self.insert(&mut plan.draft, spot, &if apart { format!("\n{line}") } else { line.to_owned() });
        Ok(())
    }
}
