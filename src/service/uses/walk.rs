//! The walk over the tree that finds the uses.

use std::sync::Arc;

use super::{Role, Target, Use};
use crate::expr::{Expr, NameUse, template};
use crate::machine::Machine;
use crate::machine::fan_out::MAPS;
use crate::machine::labels::verb;
use crate::machine::model::{Binding, Builtin, Class, NodeIdx};
use crate::machine::names::has_attribute;
use crate::machine::quoted::Quoted;
use crate::machine::values::dotted;
use crate::syntax::tree::*;
use crate::text::Span;
use crate::{expr, schema};

/// The uses in the items of a machine's own text that overlap a span, unordered.
pub(super) fn collect(machine: &Machine, within: Span) -> Vec<Use> {
    let mut walk = walk(machine, &machine.tree, within);
    walk.items(&machine.tree.items, None);
    walk.list
}

/// The uses in a script that is not part of the machine's text and has its own tree.
pub(super) fn collect_script(machine: &Machine, tree: &Tree, script: &Val, step: NodeIdx) -> Vec<Use> {
    let mut walk = walk(machine, tree, Span::ALL);
    walk.script(script, step);
    walk.list
}

fn walk<'m>(machine: &'m Machine, tree: &'m Tree, within: Span) -> UseCollector<'m> {
    let mut selectors: Vec<&str> = Vec::new();
    let mut notes: Vec<(u32, NodeIdx)> = Vec::new();
    for (at, node) in machine.nodes.entries() {
        match node.class {
            Class::Style => selectors.extend(node.annotations.iter().map(|annotation| &*annotation.name)),
            Class::Note => notes.extend(node.name_span.map(|span| (span.start, at))),
            _ => {}
        }
    }
    selectors.sort_unstable();
    notes.sort_unstable();
    UseCollector { machine, tree, within, selectors, notes, awaited: None, list: Vec::new() }
}

/// The most contexts at the ends of one statement that are searched for the fields its label lists.
const STORES: usize = 64;

pub(super) struct UseCollector<'m> {
    pub machine: &'m Machine,
    pub tree: &'m Tree,
    within: Span,
    /// Names of annotations that style nodes select by, sorted.
    selectors: Vec<&'m str>,
    /// Notes by where their target is written, sorted.
    notes: Vec<(u32, NodeIdx)>,
    /// The event that the edge waits for whose label is walked.
    awaited: Option<NodeIdx>,
    list: Vec<Use>,
}

impl UseCollector<'_> {
    pub(super) fn add(&mut self, span: Span, start: u32, target: Target, role: Role, scope: Option<NodeIdx>) {
        self.list.push(Use { span, start, target, role, scope });
    }

    fn items(&mut self, items: &[Item], scope: Option<NodeIdx>) {
        let within = self.within;
        for item in items.iter().filter(|item| item.whole().overlaps(within)) {
            match item {
                Item::Import(import) => self.import(import),
                Item::Header(header) => {
                    self.annotations(&header.annotations, scope, scope);
                    if let Some(title) = &header.title {
                        self.text(title.span, &title.value, None);
                    }
                    if let Some(block) = &header.block {
                        self.items(&block.items, scope);
                    }
                }
                Item::Node(node) => self.node(node, scope),
                Item::Edge(edge) => self.edge(edge, scope),
                Item::Attribute(attribute) => self.attribute(attribute, scope),
                Item::Error(_) => {}
            }
        }
    }

    fn import(&mut self, import: &Import) {
        for symbol in &import.symbols {
            let Some(local) = symbol.alias.as_ref().or(symbol.name.segments.last()) else { continue };
            let event: Arc<str> = dotted(self.tree, &symbol.name);
            if self.machine.event(&event).is_some() && self.is_event_symbol(symbol) {
                let span = symbol.name.span;
                self.add(span, span.start, Target::Event(event), Role::Declaration, None);
                continue;
            }
            if let Some(node) = self.machine.scopes.child(None, self.tree.str(local.span)) {
                self.add(local.span, local.span.start, Target::Node(node), Role::Declaration, None);
                // With an alias, the name in the other file refers to the same node.
                if let Some(last) = symbol.name.segments.last() {
                    self.add(last.span, last.span.start, Target::Node(node), Role::Declaration, None);
                }
            }
        }
    }

    /// True for a symbol that names no node of this file.
    fn is_event_symbol(&self, symbol: &Symbol) -> bool {
        let name = symbol.name.segments.last().map_or("", |last| self.tree.str(last.span));
        symbol.name.segments.len() > 1 || self.machine.scopes.child(None, name).is_none()
    }

    fn node(&mut self, node: &Node, scope: Option<NodeIdx>) {
        self.annotations(&node.leading, scope, scope);
        let is_kind = |word: &str| node.kind.is_some_and(|kind| self.tree.str(kind.span).eq_ignore_ascii_case(word));
        let (is_note, is_event) = (is_kind("note"), is_kind("event"));
        for (at, named) in node.names.iter().enumerate() {
            let owner = if is_note {
                self.name(&named.name, scope);
                let start = named.name.span.start;
                let place = self.notes.partition_point(|(note, _)| *note < start);
                self.notes.get(place).filter(|(note, _)| *note == start).map(|(_, note)| *note)
            } else if is_event {
                self.event(&named.name)
            } else {
                self.declare(&named.name, scope)
            };
            self.annotations(&named.annotations, scope, owner);
            // Without a node the path was too long, and its block means nothing.
            let Some(owner) = owner else { continue };
            if let Some(title) = named.title.as_ref().filter(|_| !is_note) {
                self.text(title.span, &title.value, Some(owner));
            }
            let Some(block) = node.block.as_ref().filter(|_| at + 1 == node.names.len()) else { continue };
            if is_note || is_event {
                for item in &block.items {
                    if let Item::Attribute(attribute) = item {
                        self.attribute(attribute, Some(owner));
                    }
                }
            } else {
                self.items(&block.items, Some(owner));
            }
        }
    }

    /// The declared name of an event, and its node.
    fn event(&mut self, name: &Name) -> Option<NodeIdx> {
        let text: Arc<str> = dotted(self.tree, name);
        let event = self.machine.event(&text).map(|at| self.machine.events[at].node);
        self.add(name.span, name.span.start, Target::Event(text), Role::Declaration, None);
        event
    }

    /// The event that a value behind `on` names.
    fn awaited(&mut self, value: &Val, scope: Option<NodeIdx>) {
        let text: Arc<str> = match &value.kind {
            ValKind::Name(name) => dotted(self.tree, name),
            ValKind::Str(text) => text.clone(),
            _ => return,
        };
        self.add(value.span, value.span.start, Target::Event(text), Role::Name, scope);
    }

    /// The node of the event that the last `on` of a label or block names.
    fn event_of(&self, pieces: &[Piece], block: &[Attribute]) -> Option<NodeIdx> {
        let inline = pieces.iter().filter_map(|piece| match piece {
            Piece::Attribute { key, value } => Some((key, value)),
            _ => None,
        });
        let in_block = block.iter().filter_map(|attribute| Some((&attribute.key, attribute.value.as_ref()?)));
        let (_, value) = inline.chain(in_block).rfind(|(key, _)| is_key(&key.text, "on"))?;
        let name = match &value.kind {
            ValKind::Name(name) => dotted(self.tree, name),
            ValKind::Str(text) => text.clone(),
            _ => return None,
        };
        self.machine.event(&name).map(|at| self.machine.events[at].node)
    }

    /// The words of a declared name, which descends from its block.
    fn declare(&mut self, name: &Name, scope: Option<NodeIdx>) -> Option<NodeIdx> {
        let mut at = scope;
        for (index, segment) in name.segments.iter().enumerate() {
            let node = self.machine.scopes.child(at, self.tree.str(segment.span))?;
            let own = self.machine.nodes[node].name_span == Some(segment.span);
            let role = if own || index + 1 == name.segments.len() { Role::Declaration } else { Role::Name };
            self.add(segment.span, name.span.start, Target::Node(node), role, scope);
            at = Some(node);
        }
        at
    }

    /// Adds a name as edges and notes use it, and returns its node.
    fn name(&mut self, name: &Name, scope: Option<NodeIdx>) -> Option<NodeIdx> {
        let tree = self.tree;
        let words: Vec<(&str, Span)> = name.segments.iter().map(|word| (tree.str(word.span), word.span)).collect();
        self.words(&words, scope, Role::Name)
    }

    /// Adds a dotted name: the words that lead to a node, and one attribute of that node.
    fn words(&mut self, words: &[(&str, Span)], scope: Option<NodeIdx>, role: Role) -> Option<NodeIdx> {
        let plain: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let found = self.machine.scopes.prefix(&self.machine.nodes, scope, &plain)?;
        self.chain(words, found.used, found.node, scope, role);
        if let Some((field, span)) = words.get(found.used)
            && has_attribute(&self.machine.nodes[found.node], field)
        {
            self.field(*span, words, Some(found.node), field, scope, role);
        }
        Some(found.node)
    }

    /// The first `used` words, which lead down to `node`.
    fn chain(&mut self, words: &[(&str, Span)], used: usize, node: NodeIdx, scope: Option<NodeIdx>, role: Role) {
        let start = words.first().map_or(0, |(_, span)| span.start);
        let mut at = Some(node);
        for (_, span) in words.get(..used).unwrap_or_default().iter().rev() {
            let Some(node) = at else { break };
            self.add(*span, start, Target::Node(node), role, scope);
            at = self.machine.nodes[node].parent;
        }
    }

    fn field(
        &mut self,
        span: Span,
        words: &[(&str, Span)],
        owner: Option<NodeIdx>,
        name: &str,
        scope: Option<NodeIdx>,
        role: Role,
    ) {
        let start = words.first().map_or(span.start, |(_, span)| span.start);
        self.add(span, start, Target::Field(owner, name.into()), role, scope);
    }

    fn edge(&mut self, edge: &Edge, scope: Option<NodeIdx>) {
        let block = edge.block.as_ref().map_or(&[][..], |block| &block.attributes);
        self.awaited = self.event_of(
            edge.segments.iter().flat_map(|segment| &segment.label).next().map_or(&[][..], |label| &label.pieces),
            block,
        );
        self.annotations(&edge.annotations, scope, scope);
        for node in &edge.declarations {
            self.node(node, scope);
        }
        let mut ends: Vec<NodeIdx> = edge.sources.iter().filter_map(|name| self.name(name, scope)).collect();
        if edge.sources.is_empty() {
            ends.extend(scope);
        }
        let mut first = 0;
        for segment in &edge.segments {
            let next = ends.len();
            for name in &segment.targets {
                let end = self.name(name, scope);
                ends.extend(end);
            }
            if let Some(label) = &segment.label {
                let stores = self.stores(ends.get(first..).unwrap_or_default());
                self.awaited = self.event_of(&label.pieces, block);
                self.pieces(&label.pieces, scope, &stores);
            }
            first = next;
        }
        let stores = self.stores(&ends);
        for attribute in block {
            let Some(value) = &attribute.value else { continue };
            if is_key(&attribute.key.text, "on") {
                self.awaited(value, scope);
            } else if is_key(&attribute.key.text, "after") {
                // A time names nothing.
            } else if verb(&attribute.key.text).is_some() {
                self.listed(value.span, &stores, scope);
            } else if let ValKind::Str(text) = &value.kind {
                if is_condition(&attribute.key.text) {
                    let quoted = Quoted::string(self.tree, value.span, text);
                    self.condition(text, 0, &quoted, scope);
                } else if ["text", "question"].iter().any(|key| is_key(&attribute.key.text, key)) {
                    self.text(value.span, text, scope);
                }
            } else {
                self.value(value, scope);
            }
        }
        self.awaited = None;
    }

    fn stores(&self, ends: &[NodeIdx]) -> Vec<NodeIdx> {
        let mut stores: Vec<NodeIdx> =
            ends.iter().copied().filter(|end| self.machine.nodes[*end].class == Class::Context).collect();
        stores.sort_unstable();
        stores.dedup();
        stores.truncate(STORES);
        stores
    }

    fn pieces(&mut self, pieces: &[Piece], scope: Option<NodeIdx>, stores: &[NodeIdx]) {
        // The text parts after an access verb are fields.
        let mut listing = false;
        for piece in pieces {
            match piece {
                Piece::Annotation(annotation) => self.annotation(annotation, scope, scope),
                Piece::Condition { text, span, .. } => {
                    let quoted = Quoted::inside(self.tree, *span, text);
                    self.condition(text, 0, &quoted, scope);
                }
                Piece::Attribute { key, value } if verb(&key.text).is_some() => {
                    self.listed(value.span, stores, scope);
                    listing = true;
                }
                Piece::Attribute { key, value } if is_key(&key.text, "on") => self.awaited(value, scope),
                Piece::Attribute { key, .. } if is_key(&key.text, "after") => {}
                Piece::Attribute { key, value } if is_key(&key.text, "question") => self.texts(value, scope),
                Piece::Attribute { value, .. } => self.value(value, scope),
                Piece::Text { value, span, quoted } => {
                    let (word, rest) = value.split_once(':').unwrap_or((value, ""));
                    let rest_at = (value.len() - rest.len()) as u32;
                    if listing {
                        self.listed(*span, stores, scope);
                    } else if verb(word.trim()).is_some() {
                        listing = true;
                        let start = span.start + u32::from(*quoted) + rest_at;
                        self.listed(Span { start: start.min(span.end), end: span.end }, stores, scope);
                    } else if is_condition(word.trim()) && !rest.is_empty() {
                        let text = Quoted::string(self.tree, *span, value);
                        self.condition(rest, rest_at, &text, scope);
                    } else if *quoted {
                        self.text(*span, value, scope);
                    }
                }
                Piece::Value(value) => self.value(value, scope),
            }
        }
    }

    /// The fields an access label lists.
    fn listed(&mut self, span: Span, stores: &[NodeIdx], scope: Option<NodeIdx>) {
        let tree = self.tree;
        let machine = self.machine;
        for words in chains(tree, span) {
            let Some((first, first_span)) = words.first().copied() else { continue };
            let has = |store: &NodeIdx, word: &str| {
                let context = machine.context_of(*store);
                context.is_some_and(|context| machine.field(context, word).is_some())
            };
            let open =
                |store: &NodeIdx| machine.context_of(*store).is_some_and(|context| machine.contexts[context].open);
            let named = |store: &&NodeIdx| *machine.nodes[**store].name == *first && !has(store, first);
            if let (Some(store), Some((field, span))) = (stores.iter().find(named), words.get(1)) {
                self.add(first_span, first_span.start, Target::Node(*store), Role::Listed, scope);
                self.field(*span, &words, Some(*store), field, scope, Role::Listed);
            } else if let Some(store) =
                stores.iter().find(|store| has(store, first)).or_else(|| stores.iter().find(|store| open(store)))
            {
                self.field(first_span, &words, Some(*store), first, scope, Role::Listed);
            }
        }
    }

    /// Annotations in a block, on a node of it or on something else.
    fn annotations(&mut self, annotations: &[Annotation], scope: Option<NodeIdx>, owner: Option<NodeIdx>) {
        annotations.iter().for_each(|annotation| self.annotation(annotation, scope, owner));
    }

    fn annotation(&mut self, annotation: &Annotation, scope: Option<NodeIdx>, owner: Option<NodeIdx>) {
        let tree = self.tree;
        let name = tree.str(annotation.name.span);
        if self.selectors.binary_search(&name).is_ok() {
            let span = annotation.name.span;
            self.add(span, span.start, Target::Selector(name.into()), Role::Name, scope);
        }
        let form = ArgumentForm::of(name);
        for argument in annotation.args.iter().flatten().filter(|_| form != ArgumentForm::Listed) {
            if let Some(key) = &argument.key
                && let Some(words) = chains(tree, key.span).first()
            {
                self.words(words, owner, Role::Name);
            }
            self.formula(&argument.value, form, owner);
        }
        let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
        let keys: &[&str] = if is(MAPS) {
            &["items", "source"]
        } else if is(&["gather"]) {
            &["from", "into"]
        } else if is(&["compensate", "reaches"]) {
            &[]
        } else {
            return;
        };
        for argument in annotation.args.iter().flatten() {
            let names =
                argument.key.as_ref().is_none_or(|key| keys.iter().any(|known| key.text.eq_ignore_ascii_case(known)));
            if let Some(words) = chains(tree, argument.value.span).first().filter(|_| names) {
                self.words(words, scope, Role::Name);
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute, owner: Option<NodeIdx>) {
        let key = &attribute.key;
        self.add(key.span, key.span.start, Target::Field(owner, key.text.clone()), Role::Declaration, owner);
        self.annotations(&attribute.annotations, owner, owner);
        if let Some(kind) = &attribute.kind {
            self.type_of(kind, owner);
        }
        let class = owner.map_or(Class::Plain, |owner| self.machine.nodes[owner].class);
        let Some(value) = attribute.value.as_ref().filter(|_| class != Class::Style && &*key.text != "style") else {
            return;
        };
        let data = matches!(class, Class::Context | Class::Type | Class::Note | Class::Event);
        match owner {
            Some(step) if &*key.text == "stub" && class.is_executable() => self.script(value, step),
            Some(at) if class == Class::Event && &*key.text == "stub" && attribute.kind.is_none() => {
                self.fields_of(value, at, at);
            }
            Some(at) if data => {
                if let Some(kind) = kind_of(self.machine, at, &key.text) {
                    self.typed(value, kind, at);
                }
            }
            _ if !data => self.texts(value, owner),
            _ => {}
        }
        if &*key.text == "schema" && class == Class::Context {
            self.properties(value, owner);
        }
        if class != Class::Note {
            self.value(value, owner);
        }
    }

    /// The placeholders of the strings in a value.
    fn texts(&mut self, value: &Val, owner: Option<NodeIdx>) {
        match &value.kind {
            ValKind::Str(text) => self.text(value.span, text, owner),
            ValKind::List(items) => items.iter().for_each(|item| self.texts(item, owner)),
            ValKind::Map(entries) => {
                entries.iter().filter_map(|entry| entry.value.as_ref()).for_each(|item| self.texts(item, owner));
            }
            _ => {}
        }
    }

    /// The fields that a `schema` object declares.
    fn properties(&mut self, schema: &Val, owner: Option<NodeIdx>) {
        let ValKind::Map(entries) = &schema.kind else { return };
        let Some(properties) = entries.iter().find(|entry| &*entry.key.text == "properties") else { return };
        let Some(Val { kind: ValKind::Map(fields), .. }) = &properties.value else { return };
        for field in fields {
            let key = &field.key;
            self.add(key.span, key.span.start, Target::Field(owner, key.text.clone()), Role::Declaration, owner);
        }
        let required = entries.iter().find(|entry| &*entry.key.text == "required");
        let Some(Val { kind: ValKind::List(names), .. }) = required.and_then(|entry| entry.value.as_ref()) else {
            return;
        };
        for name in names {
            let ValKind::Str(text) = &name.kind else { continue };
            if fields.iter().any(|field| field.key.text == *text) {
                self.add(name.span, name.span.start, Target::Field(owner, text.clone()), Role::Text, owner);
            }
        }
    }

    fn type_of(&mut self, kind: &Type, owner: Option<NodeIdx>) {
        let TypeKind::Named { name, args } = &kind.kind else { return };
        args.iter().for_each(|arg| self.type_of(arg, owner));
        let tree = self.tree;
        let words: Vec<(&str, Span)> = name.segments.iter().map(|word| (tree.str(word.span), word.span)).collect();
        if words.first().is_some_and(|(word, _)| words.len() == 1 && schema::is_built_in(word)) {
            return;
        }
        let plain: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        if let Ok(found) = self.machine.scopes.resolve(&self.machine.nodes, owner, &plain)
            && found.used == words.len()
        {
            self.chain(&words, found.used, found.node, owner, Role::Name);
        }
    }

    /// The bare names in a value.
    fn value(&mut self, value: &Val, owner: Option<NodeIdx>) {
        match &value.kind {
            ValKind::Name(name) if !matches!(self.tree.str(value.span), "true" | "false" | "null") => {
                self.name(name, owner);
            }
            ValKind::External(text) => {
                let word = text.trim_start_matches('#');
                let span = Span { start: value.span.start + 1, end: value.span.end };
                self.words(&[(word, span)], owner, Role::Name);
            }
            ValKind::List(items) => items.iter().for_each(|item| self.value(item, owner)),
            ValKind::Map(entries) => {
                entries.iter().filter_map(|entry| entry.value.as_ref()).for_each(|item| self.value(item, owner));
            }
            _ => {}
        }
    }

    /// The placeholders of a quoted string.
    pub(super) fn text(&mut self, span: Span, value: &str, scope: Option<NodeIdx>) {
        if !value.contains("{{") {
            return;
        }
        let quoted = Quoted::string(self.tree, span, value);
        for placeholder in template::parse(value).placeholders() {
            if let Ok(expr) = &placeholder.expr {
                let source = placeholder.inner.of(value);
                self.expression(expr, source, placeholder.inner.start, &quoted, scope, Role::Template);
            }
        }
    }

    /// The names of an expression in an annotation. A string among the entries of `@set` is a text.
    fn formula(&mut self, value: &Val, form: ArgumentForm, scope: Option<NodeIdx>) {
        match (&value.kind, form) {
            (ValKind::Raw(text), _) => {
                let quoted = Quoted::inside(self.tree, value.span, text);
                self.condition(text, 0, &quoted, scope);
            }
            (ValKind::Str(text), ArgumentForm::Expression) => {
                let quoted = Quoted::string(self.tree, value.span, text);
                self.condition(text, 0, &quoted, scope);
            }
            _ => {}
        }
    }

    pub(super) fn condition(&mut self, text: &str, base: u32, quoted: &Quoted, scope: Option<NodeIdx>) {
        if let Ok(expr) = expr::parse(text) {
            self.expression(&expr, text, base, quoted, scope, Role::Condition);
        }
    }

    /// The names of an expression that was parsed from `source`, which begins `base` bytes into a quoted text.
    fn expression(
        &mut self,
        expr: &Expr,
        source: &str,
        base: u32,
        quoted: &Quoted,
        scope: Option<NodeIdx>,
        role: Role,
    ) {
        for name in expr.names() {
            let words = places(name, source, base, quoted);
            let found = self.machine.binder().name(scope, &name.segments);
            if let Some(node) = &found.found {
                self.chain(&words, node.used, node.node, scope, role);
                let owner = &self.machine.nodes[node.node];
                if let Some((field, span)) = words.get(node.used)
                    && (owner.class == Class::Context || has_attribute(owner, field))
                {
                    self.field(*span, &words, Some(node.node), field, scope, role);
                    self.inner(&words, node.used, node.node, scope);
                }
            } else if let (Binding::Builtin(Builtin::Event, _), Some(event)) = (&found.binding, self.awaited) {
                if let (Some(("data", _)), Some((field, span))) = (words.get(1), words.get(2))
                    && has_attribute(&self.machine.nodes[event], field)
                {
                    self.field(*span, &words, Some(event), field, scope, role);
                }
            } else if let Binding::Machine(field, _) = &found.binding {
                let at = usize::from(words.len() > 1);
                if let Some((_, span)) = words.get(at) {
                    self.field(*span, &words, None, field, scope, role);
                }
            }
        }
    }
}

impl UseCollector<'_> {
    /// The words behind a field, which name fields of its type.
    fn inner(&mut self, words: &[(&str, Span)], used: usize, node: NodeIdx, scope: Option<NodeIdx>) {
        let machine = self.machine;
        let Some((field, _)) = words.get(used) else { return };
        let (mut at, mut kind) = (node, kind_of(machine, node, field));
        for (word, span) in words.iter().skip(used + 1) {
            let Some(written) = kind else { return };
            if let Some((is_map, inner)) = container(written) {
                // The key of a map names no field.
                kind = is_map.then_some(inner);
                continue;
            }
            let Some(of) = type_node(machine, written, at).filter(|of| has_attribute(&machine.nodes[*of], word)) else {
                return;
            };
            self.field(*span, words, Some(of), word, scope, Role::Name);
            (at, kind) = (of, kind_of(machine, of, word));
        }
    }
}

/// The words of a name in an expression with their places in the text.
fn places<'n>(name: &'n NameUse, source: &str, base: u32, quoted: &Quoted) -> Vec<(&'n str, Span)> {
    let mut at = name.span.start as usize;
    let place = |word: &'n Arc<str>| {
        let start = at + source.get(at..).and_then(|rest| rest.find(&**word)).unwrap_or(0);
        at = start + word.len();
        (&**word, quoted.at(Span::new(start + base as usize, at + base as usize)))
    };
    name.segments.iter().map(place).collect()
}

/// The dotted names in a span of the source.
fn chains(tree: &Tree, span: Span) -> Vec<Vec<(&str, Span)>> {
    let text = tree.str(span);
    let mut found: Vec<Vec<(&str, Span)>> = Vec::new();
    let mut at = 0;
    let mut dotted = false;
    for part in text.split_inclusive(|c: char| !is_word(c)) {
        let word = part.trim_end_matches(|c: char| !is_word(c));
        if !word.is_empty() {
            let start = span.start as usize + at;
            let entry = (word, Span::new(start, start + word.len()));
            match found.last_mut().filter(|_| dotted) {
                Some(chain) => chain.push(entry),
                None => found.push(vec![entry]),
            }
        }
        at += part.len();
        dotted = part.ends_with('.') && !word.is_empty();
    }
    found
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn is_key(written: &str, key: &str) -> bool {
    written.eq_ignore_ascii_case(key)
}

/// True for the keys of conditions.
pub(in crate::service) fn is_condition(key: &str) -> bool {
    ["when", "if", "unless", "condition"].iter().any(|word| key.eq_ignore_ascii_case(word))
}

/// The type of the items of a list or of the values of a map; `true` for a map.
pub(super) fn container(kind: &str) -> Option<(bool, &str)> {
    let (word, rest) = bare(kind).split_once('<')?;
    let inner = rest.strip_suffix('>')?;
    match word {
        "List" | "Array" | "array" => Some((false, inner)),
        "Map" | "Record" => Some((true, inner.split_once(", ")?.1)),
        _ => None,
    }
}

/// The type of a field of a node, as it is written.
pub(super) fn kind_of<'m>(machine: &'m Machine, node: NodeIdx, field: &str) -> Option<&'m str> {
    machine.nodes[node].attribute(field)?.kind.as_deref()
}

/// The node whose fields a value of this type has. The type is written at the node `at`.
pub(super) fn type_node(machine: &Machine, kind: &str, at: NodeIdx) -> Option<NodeIdx> {
    let kind = bare(kind);
    if crate::schema::is_built_in(kind) {
        return None;
    }
    let words: Vec<&str> = kind.split('.').collect();
    let found = machine.scopes.resolve(&machine.nodes, Some(at), &words).ok()?;
    let fits = found.used == words.len() && machine.nodes[found.node].class != Class::Note;
    fits.then_some(found.node)
}

/// A type without its `?` or `Optional<…>`.
fn bare(kind: &str) -> &str {
    let kind = kind.strip_suffix('?').unwrap_or(kind);
    kind.strip_prefix("Optional<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(kind)
}
