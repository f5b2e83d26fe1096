//! Edits of nodes: new ones, their titles, types, attributes and annotations.

use std::sync::Arc;

use crate::machine::model::{Class, NodeIdx};
use crate::machine::names::{event_id, is_event_name};
use crate::refusal::{Code, Refusal};
use crate::schema::Json;
use crate::service::edit::draft::Draft;
use crate::service::edit::job::{Job, Plan, Planned, Selected};
use crate::service::edit::label::string;
use crate::service::edit::meaning::{NodeMeaning, Open};
use crate::service::edit::names::{check_name, name_from, parent, taken};
use crate::service::edit::op::Written;
use crate::service::edit::source::{Declaration, Source};
use crate::service::edit::spots::Spot;
use crate::syntax::tree::{self, Item, Val};
use crate::syntax::{is_word, parse};
use crate::text::Span;
use crate::value::Value;

/// Words that begin something else than the declaration of a node of the graph.
const OTHER_KINDS: &[&str] = &["note", "machine", "import", "event"];

/// What a new node is.
pub(super) struct NewNode<'o> {
    pub kind: Option<&'o str>,
    pub name: Option<&'o str>,
    pub title: Option<&'o str>,
    pub inside: Option<&'o str>,
    pub after: Option<&'o str>,
}

fn bad_value(message: String) -> Refusal {
    Refusal::new(Code::BadValue, message)
}

fn check_kind(kind: &str) -> Result<(), Refusal> {
    if is_word(kind) && !OTHER_KINDS.iter().any(|word| kind.eq_ignore_ascii_case(word)) {
        return Ok(());
    }
    Err(bad_value(format!("`{kind}` is not a type of a node")))
}

/// Declares a node.
pub(super) fn add(job: &Job, new: &NewNode) -> Result<Planned, Refusal> {
    let kind = new.kind.filter(|kind| !kind.is_empty());
    if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("event")) {
        return add_event(job, new);
    }
    kind.map_or(Ok(()), check_kind)?;
    let place = match (new.inside, new.after) {
        (Some(inside), _) => Some(job.home(inside)?),
        // Behind an imported node stands what the importing file declares.
        (None, Some(after)) if job.is_symbol(after) => Some((0, after.into())),
        (None, Some(after)) => Some(job.home(after)?),
        (None, None) => None,
    };
    let (file, first) = place.unwrap_or((0, "".into()));
    let reading = job.read(file);
    let source = Source::new(&reading);
    let sibling = match (new.inside, new.after) {
        (Some(_), Some(after)) => {
            let (home, id) = job.home(after)?;
            if home != file || parent(&id) != &*first {
                return Err(Refusal::new(Code::BadTarget, format!("`{after}` does not stand in `{first}`")));
            }
            Some(source.find(&id)?)
        }
        (None, Some(_)) => Some(source.find(&first)?),
        _ => None,
    };
    let owner = match (new.inside, sibling) {
        (Some(_), _) => Some(source.find(&first)?),
        (None, Some(sibling)) => source.machine.nodes[sibling].parent,
        (None, None) => None,
    };
    if let Some(owner) = owner {
        check_container(&source, owner)?;
    }
    source.check_balance()?;
    let (name, title) = names_of(job, kind.unwrap_or("node"), new.name, new.title)?;
    if source.machine.scopes.child(owner, &name).is_some() {
        return Err(taken(&job.texts, &name));
    }
    let mut plan = Plan::new(&source);
    let id: Arc<str> =
        owner.map_or_else(|| name.as_str().into(), |owner| format!("{}.{name}", source.id(owner)).into());
    let word = kind.map(|kind| format!("{kind} ")).unwrap_or_default();
    let item = format!("{word}{name}{}", title_behind(title.as_deref()));
    // An event counts for the whole machine wherever it is declared.
    let sibling = sibling.filter(|sibling| !source.is_event(*sibling) || source.is_declared_at_root(*sibling));
    let spot = sibling.and_then(|sibling| source.behind(sibling)).or_else(|| source.before_edges(owner));
    match (spot, owner) {
        (Some(spot), _) => {
            if let Spot::After(span) | Spot::Before(span) = spot {
                source.check_syntax(span)?;
            }
            source.insert(&mut plan.draft, spot, &item);
        }
        (None, Some(owner)) => source.give_block(&mut plan.draft, owner, &item, false)?,
        (None, None) => return Err(Refusal::new(Code::BadTarget, "there is no place for a node")),
    }
    let said = NodeMeaning { kind: kind.map(Arc::from), ..NodeMeaning::default() };
    plan.expected.nodes.insert(id.clone(), said);
    plan.open.push(Open::Title(id.clone(), title));
    let mut planned = Planned::one(&source, plan, Selected::Node(id.clone()));
    planned.nodes.push(id);
    Ok(planned)
}

/// Declares an event. Events belong to no container: one that is given has no effect, nor has a sibling in one.
fn add_event(job: &Job, new: &NewNode) -> Result<Planned, Refusal> {
    let reading = job.read(0);
    let source = Source::new(&reading);
    source.check_balance()?;
    let is_dotted = new.name.is_some_and(|name| name.contains('.') && is_event_name(name.trim()));
    let (name, title) = match new.name.filter(|_| is_dotted) {
        Some(name) => (name.trim().to_owned(), new.title.map(str::to_owned)),
        None => names_of(job, "event", new.name, new.title)?,
    };
    if source.machine.event(&name).is_some() {
        return Err(taken(&job.texts, &name));
    }
    let id = event_id(&name);
    let item = format!("event {name}{}", title_behind(title.as_deref()));
    let sibling = new.after.map(|after| source.find(after)).transpose()?;
    let sibling = sibling.filter(|sibling| source.is_declared_at_root(*sibling));
    let spot = sibling.and_then(|sibling| source.behind(sibling)).or_else(|| source.before_edges(None));
    let spot = spot.ok_or_else(|| Refusal::new(Code::BadTarget, "there is no place for an event"))?;
    if let Spot::After(span) | Spot::Before(span) = spot {
        source.check_syntax(span)?;
    }
    let mut plan = Plan::new(&source);
    source.insert(&mut plan.draft, spot, &item);
    let said = NodeMeaning { kind: Some("event".into()), ..NodeMeaning::default() };
    plan.expected.nodes.insert(id.clone(), said);
    plan.open.push(Open::Title(id.clone(), title));
    let mut planned = Planned::one(&source, plan, Selected::Node(id.clone()));
    planned.nodes.push(id);
    Ok(planned)
}

fn title_behind(title: Option<&str>) -> String {
    title.map(|title| format!(" {}", string(title))).unwrap_or_default()
}

/// Name and title of a new node.
pub(super) fn names_of(
    job: &Job,
    kind: &str,
    name: Option<&str>,
    title: Option<&str>,
) -> Result<(String, Option<String>), Refusal> {
    let title = title.map(str::trim).filter(|title| !title.is_empty());
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    Ok(match (name, title) {
        // Words are a title.
        (Some(name), None) if name.contains(char::is_whitespace) => {
            (name_from(&job.texts, name, kind), Some(name.to_owned()))
        }
        (Some(name), title) => {
            check_name(&job.texts, name)?;
            (name.to_owned(), title.map(str::to_owned))
        }
        (None, title) => (name_from(&job.texts, title.unwrap_or_default(), kind), title.map(str::to_owned)),
    })
}

/// Refuses what holds no nodes.
pub(super) fn check_container(source: &Source, owner: NodeIdx) -> Result<(), Refusal> {
    let node = &source.machine.nodes[owner];
    if node.class.is_executable() || node.class == Class::Context {
        return Ok(());
    }
    let message = format!("`{}` is of type {}, which holds no nodes", node.id, node.class.word());
    Err(Refusal::new(Code::BadTarget, message))
}

/// A value as the source spells it.
pub(super) fn spelled(value: &Written) -> Result<String, Refusal> {
    let text = match value {
        Written::Json(json) => json_text(json),
        Written::Source(text) => text.trim().to_owned(),
    };
    let tree = parse(&format!("x: {text}"));
    let is_it = |value: &Val| value.span == Span::new(3, 3 + text.len());
    match tree.items.as_slice() {
        [Item::Attribute(attribute)] if tree.diagnostics.is_empty() && attribute.value.as_ref().is_some_and(is_it) => {
            Ok(text)
        }
        _ => Err(bad_value(format!("`{text}` is not a value"))),
    }
}

fn json_text(json: &Json) -> String {
    match json {
        Json::Leaf(Value::Str(text)) => string(text),
        Json::Leaf(value) => value.to_json(),
        Json::List(items) => format!("[{}]", items.iter().map(json_text).collect::<Vec<String>>().join(", ")),
        Json::Map(entries) => {
            let key = |key: &str| if is_word(key) { key.to_owned() } else { string(key) };
            let entries = entries.iter().map(|(name, value)| format!("{}: {}", key(name), json_text(value)));
            let entries = entries.collect::<Vec<String>>().join("; ");
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {entries} }}") }
        }
    }
}

/// Sets or removes the title of a node.
pub(super) fn set_title(job: &Job, node: &str, title: Option<&str>) -> Result<Planned, Refusal> {
    let (file, id) = job.home(node)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let node = source.find(&id)?;
    source.check_declarations(node)?;
    let mut plan = Plan::new(&source);
    let declared = source.machine.nodes[node].title_span;
    match (title, declared) {
        (Some(title), Some(span)) => plan.draft.replace(span, string(title)),
        (Some(title), None) => match source.declaration(node) {
            Some(declaration) => plan.draft.insert(declaration.named.name.span.end, format!(" {}", string(title))),
            None => source.declare(&mut plan.draft, node, &format!(" {}", string(title)))?,
        },
        (None, _) => {
            for declaration in source.declarations_of(node) {
                let Some(title) = &declaration.named.title else { continue };
                let start = source.lines().before(title.span.start).trim_end().len() as u32;
                plan.draft.remove(Span { start, end: title.span.end });
            }
        }
    }
    plan.open.push(Open::Title(id.clone(), title.map(str::to_owned)));
    Ok(Planned::one(&source, plan, Selected::Title(id)))
}

/// Sets or removes the type of a node.
pub(super) fn set_kind(job: &Job, node: &str, kind: Option<&str>) -> Result<Planned, Refusal> {
    kind.map_or(Ok(()), check_kind)?;
    let (file, id) = job.home(node)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let node = source.find(&id)?;
    if source.is_event(node) {
        return Err(bad_value(format!("`{id}` is an event and has no other type")));
    }
    let own = &source.machine.nodes[node];
    let becomes_style = kind.is_some_and(|kind| kind.eq_ignore_ascii_case("style"));
    if (own.class == Class::Style) != becomes_style && !own.attributes.is_empty() {
        return Err(bad_value("the attributes of a style are read otherwise than those of a node".to_owned()));
    }
    source.check_declarations(node)?;
    let mut plan = Plan::new(&source);
    if let Some(said) = plan.expected.nodes.get_mut(&id) {
        said.kind = kind.map(Arc::from);
    }
    let typed = |declaration: &&Declaration| declaration.item.kind.is_some();
    let first = source.declarations_of(node).find(typed).and_then(|declaration| declaration.item.kind);
    let written = match source.machine.strict {
        true => first.map(|kind| kind.span),
        false => source.machine.nodes[node].kind_span,
    };
    let counts = source.declarations_of(node).find(|declaration| {
        declaration.item.kind.is_some_and(|kind| Some(kind.span) == written) && declaration.item.names.len() == 1
    });
    match (kind, counts) {
        (Some(kind), Some(declaration)) => {
            plan.draft.replace(declaration.item.kind.map(|kind| kind.span).unwrap_or_default(), kind);
        }
        (Some(kind), None) => match source.declaration(node) {
            None => {
                let (spot, name) = source.undeclared(node)?;
                source.insert(&mut plan.draft, spot, &format!("{kind} {name}"));
            }
            Some(declaration) if declaration.is_alone() => {
                plan.draft.insert(declaration.item.span.start, format!("{kind} "));
            }
            Some(declaration) => source.set_apart(&mut plan.draft, declaration, Some(Some(kind)), ""),
        },
        (None, _) => {
            let typed = source.declarations_of(node).filter(|declaration| declaration.item.kind.is_some());
            for declaration in typed {
                if declaration.is_alone() {
                    let start = declaration.item.kind.map_or(0, |kind| kind.span.start);
                    plan.draft.remove(Span { start, end: declaration.named.span.start });
                } else {
                    source.set_apart(&mut plan.draft, declaration, Some(None), "");
                }
            }
        }
    }
    Ok(Planned::one(&source, plan, Selected::Node(id)))
}

/// Sets or removes an attribute of a node, or an annotation.
pub(super) fn set_attribute(job: &Job, node: &str, key: &str, value: Option<&Written>) -> Result<Planned, Refusal> {
    let (file, id) = job.home(node)?;
    let reading = job.read(file);
    let source = Source::new(&reading);
    let node = source.find(&id)?;
    source.check_declarations(node)?;
    let mut plan = Plan::new(&source);
    if let Some(name) = key.strip_prefix('@') {
        return set_annotation(&source, plan, node, name, value);
    }
    if !is_word(key) {
        return Err(Refusal::new(Code::BadName, format!("`{key}` is not a key")));
    }
    match value {
        Some(value) => {
            let text = spelled(value)?;
            write_attribute(&source, &mut plan, node, key, "", Some(&text))?;
            let known = if let Written::Json(json) = value { Some(json.to_value()) } else { None };
            plan.open.push(Open::Attribute(id.clone(), key.into(), known));
        }
        None => remove_attribute(&source, &mut plan, node, key),
    }
    Ok(Planned::one(&source, plan, Selected::Attribute(id, key.into())))
}

/// Writes an attribute where its value counts: `kind` with its angle brackets.
pub(super) fn write_attribute(
    source: &Source,
    plan: &mut Plan,
    node: NodeIdx,
    key: &str,
    kind: &str,
    value: Option<&str>,
) -> Result<(), Refusal> {
    let written = source.machine.nodes[node].attribute(key);
    let value_text = value.map(|value| format!(": {value}")).unwrap_or_default();
    match (written, value) {
        (Some(attribute), Some(value)) => match attribute.value_span {
            Some(span) => plan.draft.replace(span, value),
            None => plan.draft.insert(attribute.span.end, value_text),
        },
        (Some(_), None) => {}
        (None, _) => source.give_block(&mut plan.draft, node, &format!("{key}{kind}{value_text}"), true)?,
    }
    Ok(())
}

/// Removes an attribute in all declarations of a node, with a block that nothing else is in.
pub(super) fn remove_attribute(source: &Source, plan: &mut Plan, node: NodeIdx, key: &str) {
    let is_it = |item: &Item| matches!(item, Item::Attribute(attribute) if *attribute.key.text == *key);
    let declarations: Vec<Declaration> = source.declarations_of(node).copied().collect();
    for declaration in declarations {
        let Some(block) = declaration.block() else { continue };
        if !block.items.iter().any(is_it) {
            continue;
        }
        let is_empty = block.items.iter().all(is_it) && source.lines().comments(block.span).next().is_none();
        if is_empty && declaration.statement.is_none() {
            plan.draft.remove(Span { start: source.end_of_names(&declaration), end: block.span.end });
            continue;
        }
        for item in block.items.iter().filter(|item| is_it(item)) {
            source.take_out(&mut plan.draft, &mut plan.removed, item.whole());
        }
    }
    if let Some(said) = plan.expected.nodes.get_mut(source.id(node)) {
        said.attributes.retain(|(known, _)| **known != *key);
    }
}

fn set_annotation(
    source: &Source,
    mut plan: Plan,
    node: NodeIdx,
    name: &str,
    value: Option<&Written>,
) -> Result<Planned, Refusal> {
    if !is_word(name) {
        return Err(Refusal::new(Code::BadName, format!("`@{name}` is not an annotation")));
    }
    let id = source.id(node).clone();
    let own = |span: Span| source.str(span).eq_ignore_ascii_case(name);
    let mut spans: Vec<Span> = Vec::new();
    for declaration in source.declarations_of(node) {
        let all = declaration.item.leading.iter().chain(&declaration.named.annotations);
        spans.extend(all.filter(|annotation| own(annotation.name.span)).map(|annotation| annotation.span));
    }
    let text = match value {
        None => None,
        Some(Written::Json(Json::Leaf(Value::Bool(true) | Value::Null))) => Some(format!("@{name}")),
        Some(Written::Json(json)) => Some(format!("@{name}({})", json_text(json))),
        Some(Written::Source(text)) if text.trim().is_empty() => Some(format!("@{name}")),
        Some(Written::Source(text)) => Some(format!("@{name}({})", text.trim())),
    };
    if let Some(text) = &text {
        let tree = parse(&format!("task x {text}"));
        let is_it = matches!(tree.items.as_slice(), [Item::Node(node)] if node.names.len() == 1
            && node.names.iter().all(|named| named.annotations.len() == 1 && named.span.end as usize == 7 + text.len()));
        if !is_it || !tree.diagnostics.is_empty() {
            return Err(bad_value(format!("`{text}` is not an annotation")));
        }
    }
    match (&text, spans.split_last()) {
        (Some(text), Some((last, _))) => plan.draft.replace(*last, text.as_str()),
        (Some(text), None) => match source.declaration(node) {
            Some(declaration) if declaration.statement.is_some() => {
                source.set_apart(&mut plan.draft, declaration, None, &format!(" {text}"));
            }
            Some(declaration) => plan.draft.insert(declaration.named.span.end, format!(" {text}")),
            None => source.declare(&mut plan.draft, node, &format!(" {text}"))?,
        },
        (None, _) => {
            for span in &spans {
                if source.lines().begins(span.start) && source.lines().tail(span.end).line_end.is_some() {
                    source.take_out(&mut plan.draft, &mut plan.removed, *span);
                    continue;
                }
                let before = source.lines().before(span.start);
                let start = before.trim_end_matches([' ', '\t']).len() as u32;
                let is_first = source.lines().begins(span.start);
                let behind = source.lines().behind(span.end);
                let blanks = (behind.len() - behind.trim_start_matches([' ', '\t']).len()) as u32;
                plan.draft.remove(match is_first {
                    true => Span { start: span.start, end: span.end + blanks },
                    false => Span { start, end: span.end },
                });
            }
        }
    }
    plan.open.push(Open::Annotation(id.clone(), name.to_owned()));
    Ok(Planned::one(source, plan, Selected::Node(id)))
}

impl Source<'_> {
    /// Refuses a node that is declared where the text has a syntax error.
    pub fn check_declarations(&self, node: NodeIdx) -> Result<(), Refusal> {
        self.declarations_of(node).try_for_each(|declaration| match declaration.block() {
            // Errors inside of its block are those of its children.
            Some(block) => self.check_syntax(Span { start: declaration.whole().start, end: block.open.end }),
            None => self.check_syntax(declaration.whole()),
        })
    }

    /// True for a node that is declared outside of all blocks.
    pub fn is_declared_at_root(&self, node: NodeIdx) -> bool {
        let block = self.declaration(node).and_then(|declaration| self.blocks.get(declaration.block));
        block.is_some_and(|block| block.owner.is_none())
    }

    /// Where a node is declared that stands behind another one.
    pub fn behind(&self, node: NodeIdx) -> Option<Spot> {
        let declaration = self.declaration(node)?;
        Some(Spot::After(match declaration.statement.and_then(|at| self.statements.get(at)) {
            Some(statement) => statement.whole(),
            None => declaration.whole(),
        }))
    }

    /// Where the names of a declaration end.
    pub fn end_of_names(&self, declaration: &Declaration) -> u32 {
        declaration.item.names.last().map_or(declaration.item.span.end, |named| named.span.end)
    }

    /// Where a node that is only mentioned is declared, and by which name.
    pub fn undeclared(&self, node: NodeIdx) -> Result<(Spot, String), Refusal> {
        let id = self.id(node);
        for owner in self.around(self.machine.nodes[node].parent) {
            let Some(spot) = self.before_edges(owner) else { continue };
            let name = owner.map_or(&**id, |owner| id.get(self.id(owner).len() + 1..).unwrap_or(id));
            return Ok((spot, name.to_owned()));
        }
        Err(Refusal::new(Code::BadTarget, format!("`{id}` cannot be declared here")))
    }

    /// Declares a node that is only mentioned, with something behind its name.
    pub fn declare(&self, draft: &mut Draft, node: NodeIdx, rest: &str) -> Result<(), Refusal> {
        let (spot, name) = self.undeclared(node)?;
        self.insert(draft, spot, &format!("{name}{rest}"));
        Ok(())
    }

    /// Puts an item into the block of a node, behind its attributes; the node gets a block where it has none.
    pub fn give_block(&self, draft: &mut Draft, node: NodeIdx, item: &str, on_one_line: bool) -> Result<(), Refusal> {
        let blocks: Vec<usize> = self.blocks_of(Some(node)).map(|(at, _)| at).collect();
        if let Some(at) = blocks.last().copied() {
            let items = self.blocks.get(at).map_or(&[][..], |block| block.items);
            let attribute = items.iter().rev().find(|item| matches!(item, Item::Attribute(_)));
            let spot = match (attribute, items.first()) {
                (Some(attribute), _) => Spot::After(attribute.whole()),
                (None, Some(first)) => Spot::Before(first.whole()),
                (None, None) => Spot::Inside(at),
            };
            self.insert(draft, spot, item);
            return Ok(());
        }
        let block = |lines: bool| {
            if lines { format!(" {{ {item} }}") } else { format!(" {{\n{}{item}\n}}", self.lines().unit()) }
        };
        match self.declaration(node) {
            Some(declaration) if declaration.is_alone() => self.add_block(draft, declaration.item, item, on_one_line),
            Some(declaration) => self.set_apart(draft, declaration, None, &block(on_one_line)),
            None => self.declare(draft, node, &block(on_one_line))?,
        }
        Ok(())
    }

    /// Gives a name of a list, or one that an edge declares, a declaration of its own: with another type, and with
    /// something behind it.
    pub fn set_apart(&self, draft: &mut Draft, declaration: &Declaration, kind: Option<Option<&str>>, rest: &str) {
        let alone = match kind {
            None => self.declared_alone(declaration),
            Some(kind) => self.declared_as(declaration, kind),
        };
        let text = format!("{alone}{rest}");
        if let Some(statement) = declaration.statement.and_then(|at| self.statements.get(at)) {
            for named in &declaration.item.names {
                let other = Declaration { named, ..*declaration };
                let is_it = named.span == declaration.named.span;
                let item = if is_it { text.clone() } else { self.declared_alone(&other) };
                self.insert(draft, Spot::Before(statement.whole()), &item);
            }
            let names: Vec<&str> = declaration.item.names.iter().map(|named| self.str(named.name.span)).collect();
            return draft.replace(declaration.item.span, names.join(", "));
        }
        self.drop_names(draft, declaration.item, &|named| named == declaration.at);
        self.insert(draft, Spot::After(declaration.whole()), &text);
    }

    /// Takes names out of a list of which others stay; the block goes with the last one.
    pub fn drop_names(&self, draft: &mut Draft, item: &tree::Node, goes: &dyn Fn(usize) -> bool) {
        let kept: Vec<&str> = (item.names.iter().enumerate())
            .filter(|(at, _)| !goes(*at))
            .map(|(_, named)| self.str(named.span))
            .collect();
        let (Some(first), Some(last)) = (item.names.first(), item.names.last()) else { return };
        let mut span = first.span.to(last.span);
        if let Some(block) = item.block.as_ref().filter(|_| goes(item.names.len() - 1)) {
            span = span.to(block.span);
        }
        draft.replace(span, kept.join(", "));
    }
}
