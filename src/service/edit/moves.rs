//! Moving nodes into and out of containers.
//!
//! Declarations move with what stands in them and with their comments; edges stay. Every name is then compared with
//! what it would mean in the new place, and written longer where it would mean something else.

use std::sync::Arc;

use crate::machine::model::{Class, EdgeKind, NodeIdx, Origin};
use crate::quick::Map;
use crate::refusal::{Code, Refusal};
use crate::service::edit::draft::Draft;
use crate::service::edit::job::{Job, Plan, Planned, Selected, id_in};
use crate::service::edit::label::string;
use crate::service::edit::meaning::{NodeMeaning, Open};
use crate::service::edit::names::{Names, simple, taken};
use crate::service::edit::nodes::{check_container, names_of};
use crate::service::edit::source::{Declaration, Source};
use crate::service::edit::spots::{KEPT_BREAK, Removed};
use crate::service::uses::{Role, Target};
use crate::syntax::tree::TokenKind;
use crate::text::Span;

/// What moves where, in one file.
struct Move<'s, 'r> {
    source: &'s Source<'r>,
    /// The nodes that were asked for, in the order of the text.
    roots: Vec<NodeIdx>,
    /// The id that each node has afterwards.
    ids: Map<NodeIdx, Arc<str>>,
    /// The id of the container they move into; empty for the root.
    into: Arc<str>,
    /// Statements that move along.
    statements: Vec<usize>,
}

/// The container that a move makes.
struct Container {
    name: String,
    title: Option<String>,
    kind: Option<String>,
}

fn bad_target(message: String) -> Refusal {
    Refusal::new(Code::BadTarget, message)
}

/// The nodes in one file: without those that stand inside another one of them.
fn roots(source: &Source, ids: &[String]) -> Result<Vec<NodeIdx>, Refusal> {
    let mut nodes: Vec<NodeIdx> = Vec::new();
    for id in ids {
        let node = source.find(id)?;
        if let Origin::Imported(_) = source.machine.nodes[node].origin {
            return Err(Refusal::new(Code::Imported, format!("`{id}` is declared in another file; move it there")));
        }
        if source.is_event(node) {
            return Err(bad_target(format!("`{id}` is an event, which belongs to no container")));
        }
        source.check_declarations(node)?;
        nodes.push(node);
    }
    let all = nodes.clone();
    nodes.retain(|node| !all.iter().any(|outer| outer != node && source.is_within(*node, *outer)));
    let start = |node: &NodeIdx| source.declaration(*node).map_or(u32::MAX, |declaration| declaration.named.span.start);
    nodes.sort_by_key(|node| (start(node), *node));
    nodes.dedup();
    if nodes.is_empty() {
        return Err(Refusal::new(Code::UnknownNode, "there is nothing to move"));
    }
    Ok(nodes)
}

/// Moves nodes into a module, or to the root.
pub(super) fn move_into(job: &Job, ids: &[String], module: Option<&str>) -> Result<Planned, Refusal> {
    let reading = job.read(0);
    let source = Source::new(&reading);
    let mut roots = roots(&source, ids)?;
    let target = module.map(|id| source.find(id)).transpose()?;
    if let Some(target) = target {
        check_container(&source, target)?;
        let own = &source.machine.nodes[target];
        if let Origin::Imported(_) = own.origin {
            return Err(Refusal::new(Code::Imported, format!("`{}` is declared in another file", own.id)));
        }
        if own.class == Class::Context && roots.iter().any(|node| source.machine.nodes[*node].class != Class::Context) {
            return Err(bad_target(format!("`{}` is a context, which holds only contexts", own.id)));
        }
        if let Some(outer) = roots.iter().find(|outer| source.is_within(target, **outer)) {
            return Err(bad_target(format!("`{}` cannot move into itself", source.id(*outer))));
        }
    }
    roots.retain(|node| source.machine.nodes[*node].parent != target);
    if roots.is_empty() {
        return Ok(Planned::one(&source, Plan::new(&source), Selected::FirstEdit));
    }
    check_free(job, &source, &roots, target, &[])?;
    let into: Arc<str> = target.map_or_else(|| "".into(), |target| source.id(target).clone());
    let plain = Move::new(&source, roots.clone(), into.clone(), |node| id_in(&into, source.id(node)));
    let along = Move {
        statements: plain.movable(),
        ..Move::new(&source, roots, into.clone(), |node| id_in(&into, source.id(node)))
    };
    let attempt = |it: &Move| -> Result<Planned, Refusal> {
        let mut planned = it.plan()?;
        let texts = it.texts(&planned.1)?;
        let mut items = texts.0;
        let plan = &mut planned.0;
        match target.filter(|target| source.blocks_of(Some(*target)).next().is_none()) {
            Some(target) => {
                items.extend(texts.1);
                source.give_block(&mut plan.draft, target, &items.join("\n"), false)?;
            }
            None => {
                let spot = source.before_edges(target).ok_or_else(|| bad_target("there is no place for it".into()))?;
                source.insert_all(&mut plan.draft, spot, &items);
                let block = source.blocks_of(target).map(|(at, _)| at).last().unwrap_or_default();
                let end = source.end_of(block);
                for statement in texts.1 {
                    source.insert(&mut plan.draft, end, &statement);
                }
            }
        }
        it.take_out(plan);
        it.finish(job, planned.0, planned.1)
    };
    either(job, &along, &plain, &attempt)
}

/// Puts a container around siblings.
pub(super) fn group(job: &Job, ids: &[String], name: &str) -> Result<Planned, Refusal> {
    let reading = job.read(0);
    let source = Source::new(&reading);
    let roots = roots(&source, ids)?;
    let outer = roots.first().and_then(|node| source.machine.nodes[*node].parent);
    if roots.iter().any(|node| source.machine.nodes[*node].parent != outer) {
        return Err(bad_target("only nodes of one container can be grouped".to_owned()));
    }
    let (name, title) = names_of(job, "group", Some(name), None)?;
    check_free(job, &source, &[], outer, &[&name])?;
    let block: Arc<str> = outer.map_or_else(|| "".into(), |outer| source.id(outer).clone());
    let into: Arc<str> = if block.is_empty() { name.as_str().into() } else { format!("{block}.{name}").into() };
    // A container of contexts whose name is that of a context would be one.
    let lower = name.to_lowercase();
    let reads =
        ["context", "output", "input", "data", "result", "config", "state"].iter().any(|word| lower.contains(word));
    let holds_contexts = roots.iter().all(|node| source.machine.nodes[*node].class == Class::Context);
    let kind = (reads && holds_contexts || name == "machine").then(|| "group".to_owned());
    let container = Container { name, title, kind };
    let plain = Move::new(&source, roots.clone(), into.clone(), |node| id_in(&into, source.id(node)));
    let along = Move {
        statements: plain.movable(),
        ..Move::new(&source, roots, into.clone(), |node| id_in(&into, source.id(node)))
    };
    let attempt = |it: &Move| -> Result<Planned, Refusal> {
        let (mut plan, draft) = it.plan()?;
        let (items, statements) = it.texts(&draft)?;
        let unit = source.lines().unit();
        let kind = container.kind.as_ref().map(|kind| format!("{kind} ")).unwrap_or_default();
        let shown = container.title.as_ref().map(|title| format!(" {}", string(title))).unwrap_or_default();
        let mut text = format!("{kind}{}{shown} {{\n", container.name);
        for item in &items {
            text.push_str(&format!("{unit}{}\n", item.replace('\n', &format!("\n{unit}"))));
        }
        if !statements.is_empty() {
            text.push('\n');
        }
        for item in &statements {
            text.push_str(&format!("{unit}{}\n", item.replace('\n', &format!("\n{unit}"))));
        }
        text.push('}');
        it.put_in_place(&mut plan, &text)?;
        let said = NodeMeaning { kind: container.kind.as_deref().map(Arc::from), ..NodeMeaning::default() };
        plan.expected.nodes.insert(into.clone(), said);
        plan.open.push(Open::Title(into.clone(), container.title.clone()));
        let mut planned = it.finish(job, plan, draft)?;
        planned.select = Selected::Node(into.clone());
        planned.nodes.push(into.clone());
        Ok(planned)
    };
    either(job, &along, &plain, &attempt)
}

/// Takes a container away from around its children.
pub(super) fn ungroup(job: &Job, id: &str) -> Result<Planned, Refusal> {
    let (file, id) = job.home(id)?;
    if file != 0 {
        return Err(Refusal::new(Code::Imported, format!("`{id}` is declared in another file; ungroup it there")));
    }
    let reading = job.read(0);
    let source = Source::new(&reading);
    let node = source.find(&id)?;
    source.check_declarations(node)?;
    let own = &source.machine.nodes[node];
    if own.children.is_empty() {
        return Err(bad_target(format!("`{id}` has no children")));
    }
    let is_noted =
        source.machine.nodes.iter().any(|note| {
            note.class == Class::Note && note.target.as_ref().is_some_and(|(target, _)| *target == Some(node))
        });
    let has_edges = source
        .machine
        .edges
        .iter()
        .any(|edge| edge.kind != EdgeKind::Inferred && (edge.source == node || edge.target == node));
    if !own.attributes.is_empty() || !own.annotations.is_empty() || is_noted || has_edges {
        let message = format!("`{id}` has attributes, annotations, notes or edges of its own");
        return Err(Refusal::new(Code::HasOwn, message));
    }
    let outer = own.parent;
    let children: Vec<NodeIdx> =
        own.children.iter().copied().filter(|child| source.machine.nodes[*child].class != Class::Note).collect();
    check_free(job, &source, &children, outer, &[])?;
    let block: Arc<str> = outer.map_or_else(|| "".into(), |outer| source.id(outer).clone());
    let declarations: Vec<Declaration> = source.declarations_of(node).copied().collect();
    let mut it = Move::new(&source, children, block.clone(), |child| id_in(&block, source.id(child)));
    it.ids.insert(node, Open::GONE.into());
    let (mut plan, draft) = it.plan()?;
    plan.expected.nodes.remove(Open::GONE);
    for declaration in &declarations {
        let Some(braces) = declaration.block() else {
            if declaration.is_alone() {
                source.take_out(&mut plan.draft, &mut plan.removed, declaration.whole());
                continue;
            }
            return Err(bad_target(format!("`{id}` is declared in a list")));
        };
        if !declaration.is_alone() {
            return Err(bad_target(format!("`{id}` is declared in a list")));
        }
        let close = braces.close.map_or(braces.span.end, |close| close.start);
        let inside = Span { start: braces.open.end, end: close };
        let text = it.relative(&draft, trimmed(&source, inside));
        if text.trim().is_empty() {
            source.take_out(&mut plan.draft, &mut plan.removed, declaration.whole());
        } else {
            source.replace_item(&mut plan.draft, declaration.whole(), &text);
        }
    }
    let mut planned = it.finish(job, plan, draft)?;
    planned.select = planned.moved.first().map_or(Selected::FirstEdit, |(_, new)| Selected::Node(new.clone()));
    Ok(planned)
}

/// A span without the blanks at both of its ends, from the start of the first line.
fn trimmed(source: &Source, span: Span) -> Span {
    let text = source.str(span);
    let start = span.start + (text.len() - text.trim_start().len()) as u32;
    let end = span.start + text.trim_end().len() as u32;
    Span { start: start.min(end), end }
}

/// Tries a move with the statements that could move along, else without them.
fn either(
    job: &Job,
    along: &Move,
    plain: &Move,
    attempt: &dyn Fn(&Move) -> Result<Planned, Refusal>,
) -> Result<Planned, Refusal> {
    if !along.statements.is_empty()
        && let Ok(planned) = attempt(along)
        && job.holds(&planned)
    {
        return Ok(planned);
    }
    attempt(plain)
}

/// Refuses names that the container has already.
fn check_free(
    job: &Job,
    source: &Source,
    nodes: &[NodeIdx],
    block: Option<NodeIdx>,
    others: &[&str],
) -> Result<(), Refusal> {
    let mut names: Vec<&str> = nodes.iter().map(|node| &*source.machine.nodes[*node].name).collect();
    names.extend(others);
    let is_taken = |name: &&str| {
        let found = source.machine.scopes.child(block, name);
        // What a container leaves behind it may be called as one of its children.
        found.is_some_and(|found| !nodes.iter().any(|node| source.machine.nodes[*node].parent == Some(found)))
            || names.iter().filter(|other| *other == name).count() > 1
    };
    names.iter().find(|name| is_taken(name)).map_or(Ok(()), |name| Err(taken(&job.texts, name)))
}

impl<'s, 'r> Move<'s, 'r> {
    fn new(source: &'s Source<'r>, roots: Vec<NodeIdx>, into: Arc<str>, id: impl Fn(NodeIdx) -> Arc<str>) -> Self {
        let mut ids: Map<NodeIdx, Arc<str>> = Map::default();
        for at in source.machine.nodes.ids() {
            let root = roots.iter().find(|root| source.is_within(at, **root));
            let old = source.id(at);
            let new = root.map(|root| {
                let rest = old.get(source.id(*root).len()..).unwrap_or_default();
                Arc::from(format!("{}{rest}", id(*root)))
            });
            ids.insert(at, new.unwrap_or_else(|| old.clone()));
        }
        Move { source, roots, ids, into, statements: Vec::new() }
    }

    fn id(&self, node: NodeIdx) -> Arc<str> {
        self.ids.get(&node).cloned().unwrap_or_else(|| "".into())
    }

    fn moves(&self, node: NodeIdx) -> bool {
        self.roots.iter().any(|root| self.source.is_within(node, *root))
    }

    /// The statements beside what moves of which all ends do.
    fn movable(&self) -> Vec<usize> {
        let source = self.source;
        let parent = self.roots.first().and_then(|root| source.machine.nodes[*root].parent);
        let is_it = |at: &usize| {
            let Some(statement) = source.statements.get(*at) else { return false };
            let edges = source.edges_of(*at);
            let all = |names: &[crate::syntax::tree::Name]| names.len();
            let mut left = all(&statement.item.sources);
            let mut made = 0;
            for segment in &statement.item.segments {
                made += left * segment.targets.len();
                left = segment.targets.len();
            }
            statement.scope == parent
                && statement.item.declarations.is_empty()
                && !edges.is_empty()
                && edges.len() == made
                && edges.iter().all(|edge| {
                    let edge = source.edge(*edge);
                    self.moves(edge.source) && self.moves(edge.target)
                })
        };
        (0..source.statements.len()).filter(is_it).collect()
    }

    /// The plan with the names in the text that have to be written otherwise, which are also given alone.
    fn plan(&self) -> Result<(Plan, Draft), Refusal> {
        let source = self.source;
        let plan = Plan::moving(source, &|node| self.id(node));
        let mut draft = Draft::default();
        let names = Names::of(source.machine, |node| self.id(node));
        let before = Names::of(source.machine, |node| source.id(node).clone());
        let list = source.uses.list();
        let mut at = 0;
        while let Some(first) = list.get(at) {
            let chain: Vec<_> =
                list.get(at..).unwrap_or_default().iter().take_while(|own| own.start == first.start).collect();
            at += chain.len().max(1);
            let nodes: Vec<_> = chain.iter().filter(|own| matches!(own.target, Target::Node(_))).collect();
            let Some(last) = nodes.last() else { continue };
            let Target::Node(target) = last.target else { continue };
            let is_declared = nodes.iter().any(|own| own.role == Role::Declaration);
            if is_declared || last.role == Role::Text || chain.iter().any(|own| own.role == Role::Text) {
                continue;
            }
            let moved = self
                .statements
                .iter()
                .any(|at| source.statements.get(*at).is_some_and(|statement| statement.whole().overlaps(last.span)));
            let scope: Arc<str> = match last.scope {
                _ if moved => self.into.clone(),
                Some(scope) => self.home_of(scope),
                None => "".into(),
            };
            let span = Span { start: last.start, end: last.span.end };
            let written = source.str(span);
            let mut words: Vec<&str> = written.split('.').map(str::trim).collect();
            let count = words.len();
            if let Some(field) = chain.iter().find(|own| matches!(own.target, Target::Field(..)))
                && last.role == Role::Name
                && field.start == last.start
            {
                words.push(source.str(field.span));
            }
            let id = self.id(target);
            let old_scope = last.scope.map_or("", |scope| source.id(scope));
            let was_near = || before.resolve(old_scope, &words).is_some_and(|found| found.is_near);
            let found = names.resolve(&scope, &words);
            // A name that was found from its block outwards still is.
            if found.is_some_and(|found| found.id == id && found.used == count && (found.is_near || !was_near())) {
                continue;
            }
            let taken_here = || {
                Refusal::new(
                    Code::NameTaken,
                    format!("no name would lead to `{id}` in line {}", source.tree.lines.line(span.start) + 1),
                )
            };
            let new = names.name_of(&scope, &id).ok_or_else(taken_here)?;
            if new.contains('.') && source.lines().before(span.start).ends_with('#') {
                return Err(taken_here());
            }
            draft.replace(span, new);
        }
        self.rename_declarations(&mut draft)?;
        Ok((plan, draft))
    }

    /// The id of a block, as which names in it are resolved.
    fn home_of(&self, scope: NodeIdx) -> Arc<str> {
        let id = self.id(scope);
        if &*id == Open::GONE { self.into.clone() } else { id }
    }

    /// Declarations by a dotted name get one that leads to the new place from where they stand.
    fn rename_declarations(&self, draft: &mut Draft) -> Result<(), Refusal> {
        let source = self.source;
        for declaration in &source.declarations {
            let name = &declaration.named.name;
            let block = source.blocks.get(declaration.block).and_then(|block| block.owner);
            let (id, written) = (self.id(declaration.node), source.str(name.span));
            if &*id == Open::GONE || name.segments.len() < 2 || source.is_event(declaration.node) {
                continue;
            }
            if self.is_moved_text(declaration) {
                draft.replace(name.span, simple(&id));
                continue;
            }
            let scope: Arc<str> = block.map_or_else(|| "".into(), |block| self.home_of(block));
            let rest = if scope.is_empty() {
                Some(&*id)
            } else {
                id.strip_prefix(&*scope).and_then(|rest| rest.strip_prefix('.'))
            };
            let elsewhere = || {
                bad_target(format!(
                    "`{}` is declared in line {} too",
                    source.id(declaration.node),
                    source.tree.lines.line(name.span.start) + 1
                ))
            };
            let rest = rest.ok_or_else(elsewhere)?;
            if rest != written {
                draft.replace(name.span, rest);
            }
        }
        Ok(())
    }

    /// True for a declaration of one of the nodes that move whose text moves; one by a dotted name elsewhere stays.
    fn is_moved_text(&self, declaration: &Declaration) -> bool {
        self.roots.contains(&declaration.node) && !self.stays(declaration)
    }

    fn stays(&self, declaration: &Declaration) -> bool {
        let block = self.source.blocks.get(declaration.block).and_then(|block| block.owner);
        let home: Arc<str> = block.map_or_else(|| "".into(), |block| self.home_of(block));
        let is_above = home.is_empty() || self.into == home || self.into.starts_with(&format!("{home}."));
        declaration.named.name.segments.len() > 1 && is_above && !self.into.is_empty()
            || block.is_some_and(|block| &*self.id(block) == Open::GONE)
    }

    /// The items of the declarations and statements that move, with relative indentation.
    fn texts(&self, draft: &Draft) -> Result<(Vec<String>, Vec<String>), Refusal> {
        let source = self.source;
        let mut items: Vec<String> = Vec::new();
        for root in &self.roots {
            let declarations: Vec<&Declaration> = source.declarations_of(*root).collect();
            if declarations.is_empty() {
                items.push(simple(source.id(*root)).to_owned());
            }
            for declaration in declarations.into_iter().filter(|declaration| !self.stays(declaration)) {
                if declaration.is_alone() {
                    items.push(self.relative(draft, self.region(declaration.whole())));
                    continue;
                }
                let named = self.relative(draft, declaration.named.span);
                let block = declaration.block().map(|block| format!(" {}", self.relative(draft, block.span)));
                let head = declaration.item.kind.map(|kind| format!("{} ", source.str(kind.span))).unwrap_or_default();
                let leading: String = declaration
                    .item
                    .leading
                    .iter()
                    .map(|annotation| format!(" {}", source.str(annotation.span)))
                    .collect();
                let (above, behind) = self.comments_around(draft, declaration);
                items.push(format!("{above}{head}{named}{leading}{}{behind}", block.unwrap_or_default()));
            }
        }
        let statement = |at: &usize| {
            let statement = source.statements.get(*at)?;
            Some(self.relative(draft, self.region(statement.whole())))
        };
        Ok((items, self.statements.iter().filter_map(statement).collect()))
    }

    /// The comments above and behind a list of names that all move: the first name takes those above, the last one those
    /// behind.
    fn comments_around(&self, draft: &Draft, declaration: &Declaration) -> (String, String) {
        let (mut above, mut behind) = (String::new(), String::new());
        if declaration.statement.is_some() || !self.is_moved_list(declaration) {
            return (above, behind);
        }
        let whole = declaration.whole();
        let region = self.region(whole);
        if declaration.at == 0 && region.start < whole.start {
            above = self.relative(draft, Span { start: region.start, end: whole.start });
        }
        let comments = Span { start: self.source.lines().tail(whole.end).end, end: region.end };
        if declaration.at + 1 == declaration.item.names.len() && comments.start < comments.end {
            behind = format!(" {}", self.source.str(comments).trim());
        }
        (above, behind)
    }

    /// True for a list of which all names move.
    fn is_moved_list(&self, declaration: &Declaration) -> bool {
        (0..declaration.item.names.len()).all(|at| self.moves_name(declaration, at))
    }

    /// True if a name of the list of a declaration moves.
    fn moves_name(&self, declaration: &Declaration, at: usize) -> bool {
        let mut same =
            self.source.declarations.iter().filter(|own| own.item.span == declaration.item.span && own.at == at);
        same.any(|own| self.is_moved_text(own))
    }

    /// An item with the comments above and behind it, where it has its lines alone.
    fn region(&self, whole: Span) -> Span {
        let lines = self.source.lines();
        let tail = lines.tail(whole.end);
        match tail.line_end.filter(|_| lines.begins(whole.start)) {
            Some(line_end) => {
                let start = lines.attached(whole.start);
                let text = Span { start, end: line_end }.of(lines.text());
                let blanks = (text.len() - text.trim_start().len()) as u32;
                Span { start: start + blanks, end: start + text.trim_end().len() as u32 }
            }
            None => whole,
        }
    }

    /// A part of the text with its names as they will be, its lines indented from nothing.
    fn relative(&self, draft: &Draft, span: Span) -> String {
        let source = self.source;
        let lines = source.lines();
        let mut own = Draft::default();
        own.extend(draft.inside(span));
        let indent = lines.indent(span.start).len();
        let is_string = |at: u32| {
            let inside = |kind| matches!(kind, TokenKind::String | TokenKind::Template | TokenKind::BlockComment);
            let token = source.tree.tokens.partition_point(|token| token.span.end <= at);
            source.tree.tokens.get(token).is_some_and(|token| inside(token.kind) && token.span.start < at)
        };
        for (at, _) in source.str(span).match_indices('\n') {
            let at = span.start + at as u32;
            if is_string(at) {
                own.replace(Span { start: at, end: at + 1 }, KEPT_BREAK);
                continue;
            }
            let start = if lines.before(at).ends_with('\r') { at - 1 } else { at };
            let line = lines.behind(at + 1);
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            own.replace(Span { start, end: at + 1 + blanks.min(indent) as u32 }, "\n");
        }
        own.part(source.text(), span)
    }

    /// Takes the declarations and statements out of where they stood.
    fn take_out(&self, plan: &mut Plan) {
        let source = self.source;
        for root in &self.roots {
            for declaration in source.declarations_of(*root).filter(|declaration| !self.stays(declaration)) {
                self.take_out_one(&mut plan.draft, &mut plan.removed, declaration);
            }
        }
        for statement in self.statements.iter().filter_map(|at| source.statements.get(*at)) {
            self.take_out_item(&mut plan.draft, &mut plan.removed, statement.whole());
        }
    }

    fn take_out_one(&self, draft: &mut Draft, removed: &mut Removed, declaration: &Declaration) {
        let source = self.source;
        if declaration.is_alone() {
            return self.take_out_item(draft, removed, declaration.whole());
        }
        if declaration.statement.is_some() {
            // The names stay as ends; those that do not move are declared before the statement.
            let names: Vec<&str> = declaration.item.names.iter().map(|named| source.str(named.name.span)).collect();
            return draft.replace(declaration.item.span, names.join(", "));
        }
        if self.is_moved_list(declaration) {
            return self.take_out_item(draft, removed, declaration.whole());
        }
        source.drop_names(draft, declaration.item, &|at| self.moves_name(declaration, at));
    }

    fn take_out_item(&self, draft: &mut Draft, removed: &mut Removed, whole: Span) {
        self.source.take_out(draft, removed, Span { start: self.region(whole).start, ..whole });
    }

    /// Puts an item in the place of the first node, and takes out the rest.
    fn put_in_place(&self, plan: &mut Plan, item: &str) -> Result<(), Refusal> {
        let source = self.source;
        let first = self.roots.iter().flat_map(|root| source.declarations_of(*root)).find(|own| own.is_alone());
        match first.copied() {
            Some(first) => {
                source.replace_item(&mut plan.draft, self.region(first.whole()), item);
                for root in &self.roots {
                    for own in source.declarations_of(*root).filter(|own| !self.stays(own)) {
                        if own.item.span != first.item.span {
                            self.take_out_one(&mut plan.draft, &mut plan.removed, own);
                        }
                    }
                }
                for statement in self.statements.iter().filter_map(|at| source.statements.get(*at)) {
                    self.take_out_item(&mut plan.draft, &mut plan.removed, statement.whole());
                }
            }
            None => {
                let root = self.roots.first().copied().unwrap_or_default();
                let spot = source.behind(root).or_else(|| source.before_edges(source.machine.nodes[root].parent));
                let spot = spot.ok_or_else(|| bad_target("there is no place for it".to_owned()))?;
                source.insert(&mut plan.draft, spot, item);
                self.take_out(plan);
            }
        }
        Ok(())
    }

    /// The plan with the names that change outside of what moved, and with the symbols of other files.
    fn finish(&self, job: &Job, mut plan: Plan, names: Draft) -> Result<Planned, Refusal> {
        let source = self.source;
        plan.draft.extend(names.all());
        let moved: Vec<(Arc<str>, Arc<str>)> = source
            .machine
            .nodes
            .entries()
            .filter(|(_, node)| node.class.is_in_graph())
            .map(|(at, node)| (node.id.clone(), self.id(at)))
            .filter(|(old, new)| old != new && &**new != Open::GONE)
            .collect();
        let select = moved.first().map_or(Selected::FirstEdit, |(_, new)| Selected::Node(new.clone()));
        let mut planned = Planned::one(source, plan, select);
        planned.moved = moved;
        let homes: Vec<((Arc<str>, u32), NodeIdx)> =
            source.machine.nodes.ids().map(|at| (source.reading.node(at), at)).collect();
        for place in (1..job.texts.list.len()).filter(|place| job.imports(*place)) {
            let reading = job.read(place);
            let there = Source::new(&reading);
            let mut plan = Plan::new(&there);
            for symbol in there.imports.iter().flat_map(|import| &import.symbols) {
                let local = symbol.alias.as_ref().or(symbol.name.segments.last()).map(|local| there.str(local.span));
                let Some(node) = local.and_then(|local| there.machine.scopes.child(None, local)) else { continue };
                let home = reading.node(node);
                let Some((_, old)) = homes.iter().find(|(known, _)| *known == home) else { continue };
                let new = self.id(*old);
                if new != *source.id(*old) && there.str(symbol.name.span) == &**source.id(*old) {
                    plan.draft.replace(symbol.name.span, &*new);
                }
            }
            if !plan.draft.is_empty() {
                planned.files.push((place, plan));
            }
        }
        Ok(planned)
    }
}
