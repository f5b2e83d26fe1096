//! What could be written at an offset.

use std::sync::Arc;

use crate::machine::bind;
use crate::machine::classify::declared;
use crate::machine::files::written_in;
use crate::machine::model::{Binding, Class, ContextIdx, Machine, Node, NodeIdx, Origin};
use crate::machine::names::blocks;
use crate::schema::{Kind, Schema};
use crate::service::Range;
use crate::service::site::{Caret, Holder, Site, caret};
use crate::service::words::{self, On};
use crate::shape;
use crate::syntax::tree::{Block, Item, Name, Symbol, TokenKind, Tree};
use crate::text::{Span, clip};
use crate::value::Value;

/// At most this many are offered.
const MOST: usize = 1000;

/// One thing that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Start of the text it replaces, in UTF-16 units.
    pub from: u32,
    /// End of the text it replaces.
    pub to: u32,
    /// What is shown.
    pub label: String,
    /// One of `type node field annotation parameter value arrow label keyword function variable file symbol`.
    pub kind: &'static str,
    /// One line about it.
    pub detail: Option<String>,
    /// What is written in the place of the range.
    pub insert: String,
    /// Completions are shown in the order of these texts.
    pub sort: String,
}
shape!(Completion { from, to, label, kind, insert, sort; detail });

/// What could be written at a UTF-16 offset, filtered by the part of the word left of it; the word is replaced.
///
/// Nothing is offered in comments and in texts that are neither conditions nor placeholders.
///
/// ```
/// use tracklight::{machine::Machine, service::complete};
/// let machine = Machine::parse("state off; state on\noff -> o");
/// let offered: Vec<String> = complete(&machine, 28).into_iter().map(|one| one.label).collect();
/// assert_eq!(offered, ["off", "on"]);
/// ```
pub fn complete(machine: &Machine, offset: u32) -> Vec<Completion> {
    let tree = &machine.tree;
    let offset = tree.lines.byte(&tree.text, offset);
    let caret = caret(machine, offset);
    let mut offers = Offers::new(machine, &caret);
    offers.site(&caret);
    offers.list
}

struct Offers<'m> {
    machine: &'m Machine,
    scope: Option<NodeIdx>,
    word: Span,
    range: Range,
    prefix: &'m str,
    list: Vec<Completion>,
    /// The nodes that are offered already.
    seen: Vec<bool>,
}

impl<'m> Offers<'m> {
    fn new(machine: &'m Machine, caret: &Caret) -> Self {
        Self {
            machine,
            scope: caret.scope,
            word: caret.word,
            range: Range::of(&machine.tree, caret.word),
            prefix: machine.tree.str(caret.prefix),
            list: Vec::new(),
            seen: Vec::new(),
        }
    }

    fn fits(&self, label: &str) -> bool {
        let start = label.get(..self.prefix.len());
        self.prefix.is_empty() || start.is_some_and(|start| start.eq_ignore_ascii_case(self.prefix))
    }

    fn add(&mut self, kind: &'static str, label: &str, insert: &str, detail: &str) {
        if self.list.len() >= MOST || !self.fits(label) {
            return;
        }
        self.list.push(Completion {
            from: self.range.from,
            to: self.range.to,
            label: label.to_owned(),
            kind,
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            insert: self.fitting(insert).to_owned(),
            sort: format!("{:04}", self.list.len()),
        });
    }

    /// What is inserted, without the end that stands behind the word already.
    fn fitting<'t>(&self, insert: &'t str) -> &'t str {
        let after = self.machine.tree.text.get(self.word.end as usize..).unwrap_or_default();
        let next = after.trim_start_matches(' ');
        let insert = match insert.split_once(':') {
            Some((key, _)) if next.starts_with(':') => key,
            _ if next.starts_with('(') => insert.strip_suffix('(').unwrap_or(insert),
            _ => insert,
        };
        if after.starts_with(' ') { insert.trim_end() } else { insert }
    }

    fn site(&mut self, caret: &Caret) {
        let chained = !caret.chain.is_empty();
        match caret.site {
            Site::Nothing => {}
            Site::Symbol => self.symbols(&caret.chain),
            Site::Path(span) => self.paths(span),
            Site::Item if chained => self.below(&caret.chain, false),
            Site::Item => self.item(),
            Site::Arrow if chained => {}
            Site::Arrow => self.arrows(),
            Site::End { .. } | Site::Note if chained => self.below(&caret.chain, true),
            Site::End { access } => self.nodes(access, |_| true),
            Site::Note => self.nodes(false, |_| true),
            Site::Label { opener, fresh } => self.labels(opener, fresh && caret.word.is_empty()),
            Site::Fields => self.listed(),
            Site::Annotation(holder) => self.annotations(self.place(holder)),
            Site::Argument { name, key, first, holder } => {
                let place = self.place(holder);
                self.argument(self.machine.tree.str(name), key, first, place, &caret.chain);
            }
            Site::Type if chained => self.below(&caret.chain, false),
            Site::Type => self.types(),
            Site::Value { .. } if chained => self.below(&caret.chain, true),
            Site::Value { key, owner } => self.value(key, owner),
            Site::Key { owner } => match owner.map(|owner| self.machine.tree.str(owner)) {
                Some("style") => self.style_keys(": "),
                Some(_) => {}
                None => {
                    for (key, says) in words::LABELS.iter().skip(words::VERBS) {
                        self.add("label", &format!("{key}:"), &format!("{key}: "), says);
                    }
                }
            },
            Site::Expression(span) => self.expression(span),
        }
    }

    /// The nodes and, for ends and values, the fields behind a dotted name.
    fn below(&mut self, chain: &[Span], fields: bool) {
        let machine = self.machine;
        let words: Vec<&str> = chain.iter().map(|span| machine.tree.str(*span)).collect();
        let Some(found) = machine.scopes.prefix(&machine.nodes, self.scope, &words) else { return };
        if found.used < words.len() {
            return;
        }
        for child in &machine.nodes[found.node].children {
            self.node(*child, false);
        }
        if fields {
            self.fields(found.node);
        }
    }

    fn node(&mut self, at: NodeIdx, dotted: bool) {
        let node = &self.machine.nodes[at];
        // What is being typed is a node of its own already.
        let typed = node.name_span.is_some_and(|span| span == self.word) && node.origin != Origin::Implied;
        if matches!(node.class, Class::Note | Class::Style) || typed {
            return;
        }
        let name = if dotted { &node.id } else { &node.name };
        let detail = match &node.title {
            Some(title) => format!("{} · {}", node.class.word(), clip(title, 60)),
            None => node.class.word().to_owned(),
        };
        self.add("node", name, name, &detail);
    }

    /// Nodes of the scopes outwards by name, then all others by path; contexts before the rest if wanted.
    fn nodes(&mut self, contexts_first: bool, filter: fn(&Node) -> bool) {
        let machine = self.machine;
        self.seen = vec![false; machine.nodes.len()];
        let passes: &[Option<bool>] = if contexts_first { &[Some(true), Some(false)] } else { &[None] };
        for pass in passes {
            let wanted = |node: &Node| filter(node) && pass.is_none_or(|pass| (node.class == Class::Context) == pass);
            for block in blocks(&machine.nodes, self.scope) {
                match block {
                    Some(block) => {
                        for child in &machine.nodes[block].children {
                            self.once(*child, false, &wanted);
                        }
                    }
                    None => {
                        for (at, _) in machine.nodes.entries().filter(|(_, node)| node.parent.is_none()) {
                            self.once(at, false, &wanted);
                        }
                    }
                }
            }
            for at in machine.nodes.ids() {
                self.once(at, true, &wanted);
            }
        }
    }

    fn once(&mut self, at: NodeIdx, dotted: bool, wanted: &dyn Fn(&Node) -> bool) {
        if wanted(&self.machine.nodes[at])
            && let Some(seen) = self.seen.get_mut(at.0 as usize)
            && !std::mem::replace(seen, true)
        {
            self.node(at, dotted);
        }
    }

    /// The fields of a node: its attributes, and what the schema of a context declares.
    fn fields(&mut self, at: NodeIdx) {
        let machine = self.machine;
        let node = &machine.nodes[at];
        if let Some(context) = machine.context_of(at) {
            for field in &machine.contexts[context].fields {
                let field = &machine.fields[*field];
                self.add("field", &field.name, &field.name, &field_detail(field.kind.as_deref(), &field.schema));
            }
        }
        for attribute in node.attributes.iter().filter(|one| node.class != Class::Context || &*one.name != "schema") {
            let known = machine.context_of(at).is_some_and(|context| machine.field(context, &attribute.name).is_some());
            if !known && attribute.key_span != self.word {
                self.add("field", &attribute.name, &attribute.name, attribute.kind.as_deref().unwrap_or_default());
            }
        }
    }

    fn item(&mut self) {
        let machine = self.machine;
        let owner = self.scope.map(|scope| &machine.nodes[scope]);
        let place = owner.map_or(words::MACHINE, |node| words::on(node.class));
        if owner.is_some_and(|node| node.class == Class::Style) {
            self.style_keys(": ");
            return;
        }
        if owner.is_some_and(|node| node.class == Class::Note) {
            self.add("field", "desc", "desc: \"\"", "The text of the note.");
            return;
        }
        if owner.is_some() {
            self.attributes(place);
        }
        for (word, says) in words::TYPES.iter().take(words::OFFERED_TYPES) {
            self.add("type", word, &format!("{word} "), says);
        }
        if owner.is_none() {
            if !machine.tree.items.iter().any(|item| matches!(item, Item::Header(header) if header.title.is_some())) {
                self.add("keyword", "machine", "machine \"\"", "The title of the machine.");
            }
            self.add("keyword", "import", "import { } from \"\"", "Nodes of another file.");
        }
        self.nodes(false, |_| true);
        if owner.is_none() {
            self.attributes(place);
        }
    }

    /// The attributes with a meaning in a place that are not there yet.
    fn attributes(&mut self, place: On) {
        let machine = self.machine;
        let present = match self.scope {
            Some(scope) => &machine.nodes[scope].attributes,
            None => &machine.attributes,
        };
        for (name, on, skeleton, says) in words::ATTRIBUTES {
            let there = present.iter().any(|one| &*one.name == *name && one.key_span != self.word);
            if on & place != 0 && !there {
                self.add("field", name, skeleton, says);
            }
        }
    }

    /// The names that the file of the import around the offset exports.
    fn symbols(&mut self, chain: &[Span]) {
        let tree = &self.machine.tree;
        let Some(files) = &self.machine.files else { return };
        let import = tree.items.iter().find_map(|item| match item {
            Item::Import(import) if import.span.touches(self.word.start) => Some(import),
            _ => None,
        });
        let Some(path) = import.and_then(|import| import.path.as_ref()) else { return };
        let Ok(target) = files.resolve(files.entry(), &path.value) else { return };
        let Some(file) = tree.files.iter().find(|file| file.path == *target) else { return };
        let mut names = Vec::new();
        let mut items = file.items.as_slice();
        for span in chain {
            let Some(block) = block_of(tree, items, tree.str(*span)) else { return };
            items = &block.items;
        }
        exported(tree, items, &mut names);
        let mut told: Vec<&str> = Vec::new();
        for (name, kind) in names {
            if self.fits(name) && told.len() < MOST && !told.contains(&name) {
                told.push(name);
                self.add("symbol", name, name, kind);
            }
        }
    }

    /// The paths of the other files, as they are written here.
    fn paths(&mut self, typed: Span) {
        let Some(files) = &self.machine.files else { return };
        let tree = &self.machine.tree;
        let next = tree.tokens.partition_point(|token| token.span.start < typed.start);
        let string = next.checked_sub(1).and_then(|at| tree.tokens.get(at)).map_or(typed, |token| token.span);
        let raw = tree.str(string);
        let closed = raw.len() > 1 && raw.chars().next().is_some_and(|quote| raw.ends_with(quote));
        let quotes = if typed.is_empty() && string.end < typed.start { "\"" } else { "" };
        let end = if quotes.is_empty() { (string.end - u32::from(closed)).max(typed.end) } else { typed.end };
        self.word = Span { start: typed.start, end };
        self.range = Range::of(tree, self.word);
        self.prefix = tree.str(typed);
        for (path, _) in files.texts() {
            let path = written_in(files.entry(), path);
            self.add("file", &path, &format!("{quotes}{path}{quotes}"), "");
        }
    }

    fn arrows(&mut self) {
        for (arrow, says) in words::ARROWS {
            self.add("arrow", arrow, &format!("{arrow} "), says);
        }
        self.add("arrow", "-reads->", "-reads-> ", "The step may read the context.");
        self.add("arrow", "-writes->", "-writes-> ", "The step may read and write the context.");
        self.add("arrow", "-when:", "-when: ", "Transition with a condition.");
    }

    fn labels(&mut self, opener: TokenKind, fresh: bool) {
        let closer = match opener {
            TokenKind::Dash => "->",
            TokenKind::Equals => "=>",
            _ => "-->",
        };
        let closed = self.is_closed();
        if fresh && !closed {
            // What is typed of the arrow is left of the offset already.
            let rest: &[(&str, &str)] = match opener {
                TokenKind::Dash => &[("->", "> "), ("-->", "-> ")],
                TokenKind::Equals => &[("=>", "> ")],
                _ => &[("-->", "> ")],
            };
            for (arrow, insert) in rest {
                self.add("arrow", arrow, insert, words::sentence(words::ARROWS, arrow).unwrap_or_default());
            }
        }
        for (at, (word, says)) in words::LABELS.iter().enumerate() {
            if at < words::VERBS {
                let insert = if closed { (*word).to_owned() } else { format!("{word}{closer} ") };
                self.add("label", word, &insert, says);
            } else {
                self.add("label", &format!("{word}:"), &format!("{word}: "), says);
            }
        }
        for one in words::ANNOTATIONS.iter().filter(|one| one.on & words::EDGE != 0) {
            let name = format!("@{}", one.name);
            self.add("annotation", &name, &name, one.says);
        }
    }

    /// True if an arrow stands behind the word on its line.
    fn is_closed(&self) -> bool {
        use TokenKind::{Arrow, FatArrow, LongArrow};
        let tokens = &self.machine.tree.tokens;
        let next = tokens.partition_point(|token| token.span.end <= self.word.end);
        let rest = tokens.get(next..).unwrap_or_default();
        let line = rest.iter().take_while(|token| !token.first_on_line);
        line.take_while(|token| token.kind != TokenKind::Semicolon)
            .any(|token| matches!(token.kind, Arrow | FatArrow | LongArrow))
    }

    /// The fields of the contexts at the ends of the edge; of all contexts while it has no end.
    fn listed(&mut self) {
        let machine = self.machine;
        let here = |span: Span| span.start <= self.word.start && self.word.end <= span.end;
        let mut ends: Vec<NodeIdx> = machine
            .edges
            .iter()
            .filter(|edge| edge.arrow.is_some() && here(edge.arrow_span))
            .flat_map(|edge| [edge.source, edge.target])
            .filter(|end| machine.nodes[*end].class == Class::Context)
            .collect();
        if ends.is_empty() {
            ends = machine.contexts.iter().map(|context| context.node).collect();
        }
        ends.sort_unstable();
        ends.dedup();
        ends.iter().for_each(|end| self.fields(*end));
    }

    fn place(&self, holder: Holder) -> On {
        let machine = self.machine;
        match holder {
            Holder::Any => On::MAX & !words::FIELD,
            Holder::Machine => words::MACHINE,
            Holder::Edge => words::EDGE,
            Holder::Field => words::FIELD,
            Holder::Node { kind, name } => {
                let kind = kind.map(|kind| machine.tree.str(kind));
                if let Some(class) = kind.and_then(declared) {
                    return words::on(class);
                }
                let node = machine.scopes.child(self.scope, machine.tree.str(name));
                let place = node.map_or(words::NODE, |node| words::on(machine.nodes[node].class));
                // A word in a context may become a field.
                let class = self.scope.map(|scope| machine.nodes[scope].class);
                if kind.is_none() && matches!(class, Some(Class::Context | Class::Type)) { words::FIELD } else { place }
            }
        }
    }

    fn annotations(&mut self, place: On) {
        for one in words::ANNOTATIONS.iter().filter(|one| one.on & place != 0) {
            self.add("annotation", one.name, one.name, one.says);
        }
        if place & words::FIELD != 0 {
            return;
        }
        let machine = self.machine;
        for node in machine.nodes.iter().filter(|node| node.class == Class::Style) {
            for selector in &node.annotations {
                self.add("annotation", &selector.name, &selector.name, &format!("style {}", node.name));
            }
        }
    }

    fn argument(&mut self, name: &str, key: Option<Span>, first: bool, place: On, chain: &[Span]) {
        let Some(annotation) = words::annotation_called(name, place) else { return };
        let key = key.map(|key| self.machine.tree.str(key));
        let style = annotation.parameters.iter().any(|(_, values)| *values == words::STYLES);
        if style {
            match key {
                Some(key) => self.style_values(key),
                None => self.style_keys(": "),
            }
            return;
        }
        for (parameter, values) in annotation.parameters {
            match key {
                Some(key) if key.eq_ignore_ascii_case(parameter) => self.values(values, chain),
                None if parameter.is_empty() && first => self.values(values, chain),
                None if !parameter.is_empty() && chain.is_empty() => {
                    let shown = if values.starts_with('@') { "" } else { values };
                    self.add("parameter", parameter, &format!("{parameter}: "), shown);
                }
                _ => {}
            }
        }
    }

    fn values(&mut self, values: &'static str, chain: &[Span]) {
        let machine = self.machine;
        match values {
            words::A_NODE if chain.is_empty() => self.nodes(false, |node| node.class.is_executable()),
            words::A_FIELD | words::A_LIST if chain.is_empty() => {
                let lists = values == words::A_LIST;
                for (at, context) in machine.contexts.entries() {
                    let fields = context.fields.iter().map(|field| &machine.fields[*field]);
                    for field in fields.filter(|field| !lists || may_be_list(&field.schema)) {
                        let name = format!("{}.{}", machine.context_id(at), field.name);
                        self.add("field", &name, &name, &field_detail(field.kind.as_deref(), &field.schema));
                    }
                }
            }
            words::A_NODE | words::A_FIELD | words::A_LIST => self.below(chain, true),
            words => {
                words.split(' ').filter(|word| !word.is_empty()).for_each(|word| self.add("value", word, word, ""))
            }
        }
    }

    fn style_keys(&mut self, behind: &str) {
        for (key, values, says) in words::STYLE_KEYS {
            let detail = if values.is_empty() { *says } else { *values };
            self.add("parameter", key, &format!("{key}{behind}"), detail);
        }
    }

    fn style_values(&mut self, key: &str) {
        if let Some((_, values, _)) = words::STYLE_KEYS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(key)) {
            self.values(values, &[]);
        }
    }

    fn types(&mut self) {
        for (word, says) in words::VALUE_TYPES {
            self.add("type", word, word, says);
        }
        self.nodes(false, |node| node.class == Class::Type);
        self.nodes(false, |node| node.class == Class::Context);
    }

    fn value(&mut self, key: Span, owner: Option<Span>) {
        let machine = self.machine;
        let word = machine.tree.str(key);
        let node = self.scope.map(|scope| &machine.nodes[scope]);
        let style = owner.is_some_and(|owner| machine.tree.str(owner) == "style")
            || node.is_some_and(|node| node.class == Class::Style);
        if style {
            self.style_values(word);
            return;
        }
        if word.eq_ignore_ascii_case("priority") {
            self.values("high medium normal low", &[]);
            return;
        }
        let declared = match node {
            Some(node) => node.attributes.iter().find(|one| one.key_span == key),
            None => machine.attributes.iter().find(|one| one.key_span == key),
        };
        let kind = declared.and_then(|one| one.kind.as_deref()).unwrap_or_default();
        let bare = kind.strip_suffix('?').unwrap_or(kind);
        if bare.starts_with('\'') || bare.contains(" | ") {
            bare.split(" | ").for_each(|literal| self.add("value", literal, literal, kind));
            return;
        }
        if bare.is_empty() || matches!(bare, "boolean" | "any" | "json") {
            self.values("true false", &[]);
        }
        if kind.ends_with('?') || bare.is_empty() {
            self.add("value", "null", "null", "");
        }
        // A field of a built-in type holds no node.
        if !crate::schema::is_built_in(bare) {
            self.nodes(false, |_| true);
        }
    }

    /// Names and functions of an expression whose text up to the offset is at `span`.
    fn expression(&mut self, span: Span) {
        let text = self.machine.tree.str(span);
        if in_quotes(text) {
            return;
        }
        let is_name = |c: char| c == '_' || c.is_alphanumeric();
        let prefix = text.rsplit(|c| !is_name(c)).next().unwrap_or_default();
        if prefix.starts_with(|c: char| c.is_numeric()) {
            return;
        }
        let name = text.rsplit(|c| !(is_name(c) || c == '.')).next().unwrap_or_default();
        let start = span.end - prefix.len() as u32;
        let after = self.machine.tree.text.get(span.end as usize..).unwrap_or_default();
        let rest = after.find(|c| !is_name(c)).unwrap_or(after.len());
        // Only a word that has begun is replaced to its end.
        let end = if prefix.is_empty() { span.end } else { span.end + rest as u32 };
        self.word = Span { start, end };
        self.range = Range::of(&self.machine.tree, self.word);
        self.prefix = prefix;
        match name.strip_suffix(prefix).and_then(|chain| chain.strip_suffix('.')) {
            Some("") | None if name != prefix => self.methods(),
            Some(chain) => self.members(chain),
            None => self.names(),
        }
    }

    fn names(&mut self) {
        let machine = self.machine;
        for context in machine.contexts.iter() {
            let name = &machine.nodes[context.node].name;
            let found = machine.scopes.resolve(&machine.nodes, self.scope, &[&**name]);
            self.node(context.node, found.is_ok_and(|found| found.node != context.node));
        }
        for (word, says) in words::NAMES.iter().take(words::OFFERED_NAMES) {
            self.add("variable", word, word, says);
        }
        for attribute in &machine.attributes {
            self.add("variable", &attribute.name, &attribute.name, "attribute of the machine");
        }
        self.functions();
        for (at, node) in machine.nodes.entries() {
            let data = !node.attributes.is_empty() || node.children.iter().any(|child| is_store(machine, *child));
            if data && node.class != Class::Context && node.class != Class::Note {
                self.node(at, node.parent.is_some());
            }
        }
    }

    /// The functions that can be written behind a value.
    fn methods(&mut self) {
        for (name, arguments, says) in
            words::FUNCTIONS.iter().filter(|(name, ..)| !matches!(*name, "has" | "min" | "max"))
        {
            self.add("function", name, &format!("{name}("), &format!("{name}{arguments}: {says}"));
        }
    }

    fn functions(&mut self) {
        for (name, arguments, says) in words::FUNCTIONS {
            self.add("function", name, &format!("{name}("), &format!("{name}{arguments}: {says}"));
        }
    }

    /// What stands behind `chain.` in an expression.
    fn members(&mut self, chain: &str) {
        let machine = self.machine;
        if let Some((_, parts)) = words::PARTS.iter().find(|(name, _)| *name == chain) {
            parts.split(' ').for_each(|part| self.add("field", part, part, ""));
        }
        let segments: Vec<Arc<str>> = chain.split('.').map(Arc::from).collect();
        if chain == "machine" && machine.scopes.child(None, "machine").is_none() {
            for attribute in &machine.attributes {
                self.add("field", &attribute.name, &attribute.name, attribute.kind.as_deref().unwrap_or_default());
            }
            return;
        }
        match bind::bind_name(machine, self.scope, &segments) {
            Binding::Context(context) => {
                let node = machine.contexts[context].node;
                self.fields(node);
                self.stores(node);
            }
            Binding::Node(node) => {
                self.fields(node);
                self.stores(node);
            }
            Binding::Field(field, walk) => {
                let whole = &*machine.fields[field].schema;
                let schema = walk.iter().try_fold(whole, |schema, word| Some(&*schema.field(word)?.schema));
                let declared = schema.map_or(&[][..], Schema::fields);
                for field in declared {
                    self.add("field", &field.name, &field.name, &field_detail(None, &field.schema));
                }
                let initial = machine.fields[field].default.as_ref();
                let initial = walk.iter().try_fold(initial, |value, word| Some(value?.get(word)));
                if let Some(Some(Value::Map(entries))) = initial {
                    for (key, _) in entries.iter().filter(|(key, _)| !declared.iter().any(|one| one.name == **key)) {
                        self.add("field", key, key, "");
                    }
                }
                self.methods();
            }
            Binding::Builtin(..) if words::PARTS.iter().any(|(name, _)| *name == chain) => {}
            _ => self.methods(),
        }
    }

    fn stores(&mut self, node: NodeIdx) {
        for child in &self.machine.nodes[node].children {
            self.node(*child, false);
        }
    }
}

/// The block of the node of that name.
fn block_of<'t>(tree: &Tree, items: &'t [Item], name: &str) -> Option<&'t Block> {
    items.iter().find_map(|item| match item {
        Item::Node(node) => {
            let last = node.names.last().filter(|named| tree.str(named.name.span) == name);
            last.and(node.block.as_ref())
        }
        Item::Header(header) => block_of(tree, &header.block.as_ref()?.items, name),
        _ => None,
    })
}

/// The names of the nodes of a file, or of a block of one, with their types.
fn exported<'t>(tree: &'t Tree, items: &'t [Item], names: &mut Vec<(&'t str, &'t str)>) {
    let first = |name: &'t Name| name.segments.first().map_or("", |word| tree.str(word.span));
    for item in items {
        match item {
            Item::Header(header) => {
                if let Some(block) = &header.block {
                    exported(tree, &block.items, names);
                }
            }
            Item::Node(node) => {
                let kind = node.kind.map_or("", |kind| tree.str(kind.span));
                if !matches!(declared(kind), Some(Class::Note | Class::Style)) {
                    names.extend(node.names.iter().map(|named| (first(&named.name), kind)));
                }
            }
            Item::Edge(edge) => {
                let targets = edge.segments.iter().flat_map(|segment| &segment.targets);
                names.extend(edge.sources.iter().chain(targets).map(|name| (first(name), "")));
            }
            Item::Import(import) => {
                let local = |symbol: &'t Symbol| symbol.alias.or(symbol.name.segments.last().copied());
                names.extend(import.symbols.iter().filter_map(local).map(|word| (tree.str(word.span), "imported")));
            }
            _ => {}
        }
    }
}

fn is_store(machine: &Machine, node: NodeIdx) -> bool {
    let context: Option<ContextIdx> = machine.context_of(node);
    context.is_some()
}

fn may_be_list(schema: &Schema) -> bool {
    schema.kind.is_none_or(|kind| kind == Kind::Array)
}

/// The type of a field in a few words.
fn field_detail(kind: Option<&str>, schema: &Schema) -> String {
    match kind {
        Some(kind) => kind.to_owned(),
        None => schema.kind.map_or("", Kind::word).to_owned(),
    }
}

/// True if the end of an expression's text stands in a quoted text.
fn in_quotes(text: &str) -> bool {
    let mut open = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match open {
            Some(_) if c == '\\' => drop(chars.next()),
            Some(quote) if c == quote => open = None,
            None if matches!(c, '"' | '\'') => open = Some(c),
            _ => {}
        }
    }
    open.is_some()
}
