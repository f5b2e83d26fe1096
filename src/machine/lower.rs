//! Tree to drafts: declarations with their containers, merged by full path, and what they hold.
//!
//! Nothing is resolved here. A draft keeps the parts of the tree that later stages read again (edge
//! statements, attributes as written), so it lives no longer than the tree.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::machine::model::{Annotation, Attribute, AttributeList, Class, Node, NodeIdx, Origin};
use crate::machine::names::{Scopes, event_id};
use crate::machine::table::Table;
use crate::machine::values;
use crate::quick::{Map, Set};
use crate::syntax::tree::{self, Item, Tree};
use crate::text::Span;
use crate::work::{ANNOTATION, BYTES, FINDING, NODE, Work};

/// Everything a text declares.
pub(super) struct Draft<'t> {
    pub tree: &'t Tree,
    pub work: &'t Work,
    pub title: Option<Arc<str>>,
    pub header: Option<Span>,
    pub attributes: Attributes<'t>,
    pub annotations: Vec<Annotation>,
    pub strict: bool,
    pub nodes: Table<NodeIdx, Node>,
    pub extras: Table<NodeIdx, Extra<'t>>,
    pub roots: Vec<NodeIdx>,
    pub statements: Vec<&'t tree::Edge>,
    /// Local names of imports.
    pub imported: Set<Arc<str>>,
    /// Events by name.
    pub events: Map<Arc<str>, NodeIdx>,
    pub scopes: Scopes,
    /// What is being declared is the end of an edge.
    inside_edge: bool,
    pub diagnostics: Vec<Diagnostic>,
}

/// What a node's draft keeps beside the node.
#[derive(Clone, Default)]
pub(super) struct Extra<'t> {
    /// Edge statements of its blocks.
    pub statements: Vec<&'t tree::Edge>,
    /// Its attributes as written, one per entry of the node's attributes.
    pub sources: Vec<&'t tree::Attribute>,
    /// Its annotations as written, one per entry of the node's annotations.
    pub annotations: Vec<&'t tree::Annotation>,
    /// Where the first of each name is among them, by the name in lower case.
    pub annotation_places: Map<Arc<str>, usize>,
    /// Its first declaration used a dotted name.
    pub dotted: bool,
    /// Its type is only the one of the declaration that implied it.
    pub adopted: bool,
    /// How often edges name it.
    pub uses: usize,
    /// What a note documents.
    pub target: Option<&'t tree::Name>,
    /// Where a copy of a node of another file comes from.
    pub import_origin: Option<ImportOrigin>,
    /// It is the copy of a container that a dotted declaration implied.
    pub implied: bool,
    /// What an imported note of a root documents.
    pub aim: Option<NodeIdx>,
}

/// Where an imported node comes from.
#[derive(Clone, Copy)]
pub(super) struct ImportOrigin {
    /// The file it is written in, and its place there.
    pub home: (u32, NodeIdx),
    /// The files it came through, as bits.
    pub via: u64,
    /// The symbol of the import that brought it here.
    pub symbol: Span,
}

/// Attributes with the text they were made from.
#[derive(Default)]
pub(super) struct Attributes<'t> {
    pub list: AttributeList,
    pub sources: Vec<&'t tree::Attribute>,
}

/// Annotations that belong to the machine wherever they are at the root.
pub(super) const MACHINE_ONLY: &[&str] =
    &["strictmode", "strict", "concurrent", "errorhandling", "retrypolicy", "always", "never", "reaches"];

/// The longest full path of a node, in bytes.
const LONGEST_PATH: usize = 2000;

/// Lowers the items of one file of a tree.
pub(super) fn lower<'t>(tree: &'t Tree, items: &'t [Item], work: &'t Work) -> Draft<'t> {
    let mut draft = Draft {
        tree,
        work,
        title: None,
        header: None,
        attributes: Attributes::default(),
        annotations: Vec::new(),
        strict: false,
        nodes: Table::default(),
        extras: Table::default(),
        roots: Vec::new(),
        statements: Vec::new(),
        imported: Set::default(),
        events: Map::default(),
        scopes: Scopes::default(),
        inside_edge: false,
        diagnostics: Vec::new(),
    };
    draft.read_header(items);
    draft.work.charge(ANNOTATION * draft.annotations.len() as u64);
    draft.items(items, None);
    draft
}

impl<'t> Draft<'t> {
    /// Title and annotations of the machine. They come first because strictness decides how nodes merge.
    fn read_header(&mut self, items: &'t [Item]) {
        let tree = self.tree;
        for item in items {
            match item {
                Item::Header(header) => {
                    // Machine annotations that lead nothing come as a header of nothing else.
                    let lone = header.keyword.is_empty() && header.title.is_none() && header.block.is_none();
                    if lone || self.header.is_none() {
                        self.annotations.extend(values::annotations(tree, &header.annotations));
                    }
                    if !lone && self.header.is_none() {
                        self.header = Some(header.span);
                        self.title = header.title.as_ref().map(|title| title.value.clone());
                    }
                }
                Item::Node(node) => self.lift(&node.leading),
                Item::Edge(edge) => self.lift(&edge.annotations),
                Item::Attribute(attribute) => self.lift(&attribute.annotations),
                _ => {}
            }
        }
        self.annotations.sort_by_key(|annotation| annotation.span.start);
        self.strict =
            self.annotations.iter().any(|annotation| annotation.is(&["strictmode", "strict"]) && !annotation.is_off());
    }

    fn lift(&mut self, annotations: &'t [tree::Annotation]) {
        let lifted = annotations.iter().filter(|annotation| is_machine_only(self.tree, annotation));
        self.annotations.extend(lifted.map(|annotation| values::annotation(self.tree, annotation)));
    }

    fn items(&mut self, items: &'t [Item], scope: Option<NodeIdx>) {
        for item in items {
            if self.work.is_spent() {
                return;
            }
            match item {
                Item::Import(import) => self.import(import),
                Item::Header(header) => {
                    if let Some(block) = &header.block {
                        self.items(&block.items, scope);
                    }
                }
                Item::Node(node) => self.declare(node, scope),
                Item::Edge(edge) => {
                    self.inside_edge = true;
                    for node in &edge.declarations {
                        self.declare(node, scope);
                    }
                    self.inside_edge = false;
                    match scope {
                        Some(scope) => self.extras[scope].statements.push(edge),
                        None => self.statements.push(edge),
                    }
                }
                Item::Attribute(attribute) => self.attribute(attribute, scope),
                Item::Error(_) => {}
            }
        }
    }

    fn import(&mut self, import: &'t tree::Import) {
        for symbol in &import.symbols {
            let last = symbol.alias.as_ref().or(symbol.name.segments.last());
            self.imported.extend(last.map(|ident| Arc::from(self.tree.str(ident.span))));
        }
    }

    fn declare(&mut self, node: &'t tree::Node, scope: Option<NodeIdx>) {
        let tree = self.tree;
        let is_kind = |word: &str| node.kind.is_some_and(|kind| tree.str(kind.span).eq_ignore_ascii_case(word));
        let (is_note, is_event) = (is_kind("note"), is_kind("event"));
        for (at, named) in node.names.iter().enumerate() {
            let span = if node.names.len() == 1 { node.span } else { named.span };
            let index = if is_note {
                self.note(node, named, scope, span)
            } else if is_event {
                self.event(node, at, span)
            } else {
                let Some(index) = self.place(node, at, scope, span) else { continue };
                index
            };
            // Each of the names gets all annotations that stand before the first.
            if !self.work.charge(FINDING + node.leading.len() as u64) {
                return;
            }
            let leading =
                node.leading.iter().filter(|annotation| scope.is_some() || !is_machine_only(tree, annotation));
            let merged = self.nodes[index].annotations.len();
            for annotation in leading.chain(&named.annotations) {
                self.annotate(index, merged, annotation);
            }
            if let Some(title) = &named.title {
                self.nodes[index].title = Some(title.value.clone());
                self.nodes[index].title_span = Some(title.span);
            }
            let Some(block) = node.block.as_ref().filter(|_| at + 1 == node.names.len()) else { continue };
            if is_note || is_event {
                // They are no scopes: only the description of a note and the fields of an event count.
                for item in &block.items {
                    if let Item::Attribute(attribute) = item {
                        self.attribute(attribute, Some(index));
                    }
                }
            } else {
                self.items(&block.items, Some(index));
            }
        }
    }

    fn note(&mut self, node: &'t tree::Node, named: &'t tree::Named, scope: Option<NodeIdx>, span: Span) -> NodeIdx {
        let mut note = self.blank("", scope);
        note.class = Class::Note;
        note.origin = Origin::Declared;
        note.kind = Some("note".into());
        note.kind_span = node.kind.map(|kind| kind.span);
        note.span = Some(span);
        note.name_span = Some(named.name.span);
        self.work.charge(NODE);
        let index = self.nodes.push(note);
        self.extras.push(Extra { target: Some(&named.name), ..Extra::default() });
        self.attach(index, scope);
        index
    }

    /// The event of a declared name, which is global wherever it stands. Events have names of their own: the name is
    /// taken as written, and is no name of a node.
    fn event(&mut self, node: &'t tree::Node, at: usize, span: Span) -> NodeIdx {
        let tree = self.tree;
        let written = node.names.get(at).map(|named| &named.name);
        let name: Arc<str> = written.map_or_else(|| "".into(), |name| values::dotted(tree, name));
        let name_span = written.map_or(span, |name| name.span);
        if let Some(index) = self.events.get(&name).copied() {
            self.work.charge(FINDING);
            self.report_duplicate(index, format!("event `{name}`"), node, at, name_span);
            return index;
        }
        let mut event = self.blank(&name, None);
        event.id = event_id(&name);
        event.class = Class::Event;
        event.origin = Origin::Declared;
        event.kind = node.kind.map(|kind| tree.str(kind.span).into());
        event.kind_span = node.kind.map(|kind| kind.span);
        event.span = Some(span);
        event.name_span = Some(name_span);
        self.add_event(event, Extra::default())
    }

    /// Adds an event.
    pub fn add_event(&mut self, event: Node, extra: Extra<'t>) -> NodeIdx {
        self.work.charge(NODE + event.id.len() as u64 / BYTES);
        let name = event.name.clone();
        let index = self.nodes.push(event);
        self.extras.push(extra);
        self.events.insert(name, index);
        self.attach(index, None);
        index
    }

    /// Reports that what is declared at `name` was declared before, both being merged.
    fn report_duplicate(&mut self, first: NodeIdx, what: String, node: &tree::Node, at: usize, name: Span) {
        let mut finding = Diagnostic::error("duplicate-node", name, format!("{what} is already declared"))
            .hint("both declarations are merged; rename one of them");
        if let Some(span) = self.nodes[first].name_span {
            finding = finding.related(span, "first declared here");
        }
        if let Some(again) = bare(node, at, name, self.inside_edge) {
            finding = finding.fix("delete the second declaration", again, "");
        }
        self.diagnostics.push(finding);
    }

    /// The node of a declared name: its containers are implied where they are missing, an earlier declaration
    /// of the same path is merged with.
    fn place(&mut self, node: &'t tree::Node, at: usize, scope: Option<NodeIdx>, span: Span) -> Option<NodeIdx> {
        let tree = self.tree;
        let named = node.names.get(at)?;
        let (last, containers) = named.name.segments.split_last()?;
        if !self.has_room(scope, named.name.span) {
            return None;
        }
        let kind: Option<Arc<str>> = node.kind.map(|kind| tree.str(kind.span).into());
        let mut scope = scope;
        for segment in containers {
            let name = tree.str(segment.span);
            let found = self.scopes.child(scope, name);
            scope = Some(found.unwrap_or_else(|| {
                let mut implied = self.blank(name, scope);
                implied.kind = kind.clone();
                implied.name_span = Some(segment.span);
                self.add(implied, Extra { adopted: kind.is_some(), ..Extra::default() })
            }));
        }
        let name = tree.str(last.span);
        let dotted = !containers.is_empty();
        let Some(index) = self.scopes.child(scope, name) else {
            let mut fresh = self.blank(name, scope);
            fresh.origin = Origin::Declared;
            fresh.kind = kind;
            fresh.kind_span = node.kind.map(|kind| kind.span);
            fresh.span = Some(span);
            fresh.name_span = Some(last.span);
            return Some(self.add(fresh, Extra { dotted, ..Extra::default() }));
        };
        self.merge(index, node, at, last.span, span, dotted);
        Some(index)
    }

    /// `at`: which of the names of `node` it is.
    fn merge(&mut self, index: NodeIdx, node: &'t tree::Node, at: usize, name: Span, span: Span, dotted: bool) {
        let kind: Option<Arc<str>> = node.kind.map(|kind| self.tree.str(kind.span).into());
        let first = &mut self.nodes[index];
        let extra = &mut self.extras[index];
        if first.origin == Origin::Implied {
            first.origin = Origin::Declared;
            first.span = Some(span);
            first.name_span = Some(name);
            extra.dotted = dotted;
        } else if !dotted && !extra.dotted && !has_foreign_syntax(self.tree, name) {
            let what = format!("`{}`", first.id);
            self.report_duplicate(index, what, node, at, name);
        }
        let (first, extra) = (&mut self.nodes[index], &mut self.extras[index]);
        let (Some(kind), Some(word)) = (kind, node.kind) else { return };
        let conflict = !extra.adopted && first.kind.as_ref().is_some_and(|first| !first.eq_ignore_ascii_case(&kind));
        if conflict && self.strict {
            let known = first.kind.clone().unwrap_or_default();
            let message = format!("`{}` is already a {known}; type `{kind}` is ignored", first.id);
            self.diagnostics.push(
                Diagnostic::error("strict-type-conflict", word.span, message)
                    .hint("in strict mode the first type of a node counts")
                    .fix(format!("use `{known}`"), word.span, &*known),
            );
            return;
        }
        first.kind = Some(kind);
        first.kind_span = Some(word.span);
        extra.adopted = false;
    }

    /// Adds an annotation; it replaces one of the same name among the first `merged`, which are of an earlier
    /// declaration.
    fn annotate(&mut self, index: NodeIdx, merged: usize, source: &'t tree::Annotation) {
        self.work.charge(ANNOTATION);
        let annotation = values::annotation(self.tree, source);
        let known = &mut self.nodes[index].annotations;
        let Extra { annotations: sources, annotation_places: places, .. } = &mut self.extras[index];
        let place = *places.entry(annotation.name.to_ascii_lowercase().into()).or_insert(known.len());
        match Some(place).filter(|place| *place < merged).and_then(|at| known.get_mut(at).zip(sources.get_mut(at))) {
            Some((slot, written)) => {
                *slot = annotation;
                *written = source;
            }
            None => {
                known.push(annotation);
                sources.push(source);
            }
        }
    }

    fn attribute(&mut self, source: &'t tree::Attribute, scope: Option<NodeIdx>) {
        // Its text may be a template, its type and value are checked.
        self.work.charge(16 + u64::from(source.span.len()) / 2 + ANNOTATION * source.annotations.len() as u64);
        let mut attribute = values::attribute(self.tree, source);
        let Some(scope) = scope else {
            attribute.annotations.retain(|annotation| !annotation.is(MACHINE_ONLY));
            put(&mut self.attributes.list, &mut self.attributes.sources, attribute, source);
            return;
        };
        put(&mut self.nodes[scope].attributes, &mut self.extras[scope].sources, attribute, source);
    }

    /// False, with an error, where a full path would become too long. Paths are written out for every node, so
    /// their length is what bounds the size of a model.
    pub fn has_room(&mut self, scope: Option<NodeIdx>, name: Span) -> bool {
        let above = scope.map_or(0, |scope| self.nodes[scope].id.len());
        let fits = above + (name.len() as usize) < LONGEST_PATH;
        if !fits {
            let message = "nested too deeply: the full path is longer than 2,000 characters";
            self.diagnostics.push(Diagnostic::error("nesting-too-deep", name, message));
        }
        fits
    }

    /// A node without anything but its place.
    pub fn blank(&self, name: &str, parent: Option<NodeIdx>) -> Node {
        let id = match parent {
            Some(parent) => format!("{}.{name}", self.nodes[parent].id).into(),
            None => name.into(),
        };
        Node {
            name: name.into(),
            id,
            kind: None,
            class: Class::Plain,
            parent,
            children: Vec::new(),
            title: None,
            attributes: AttributeList::default(),
            annotations: Vec::new(),
            assignments: Vec::new(),
            style: Vec::new(),
            origin: Origin::Implied,
            span: None,
            name_span: None,
            kind_span: None,
            title_span: None,
            target: None,
        }
    }

    /// Adds a node that names can refer to.
    pub fn add(&mut self, node: Node, extra: Extra<'t>) -> NodeIdx {
        self.work.charge(NODE + node.id.len() as u64 / BYTES);
        let (parent, name) = (node.parent, node.name.clone());
        let index = self.nodes.push(node);
        self.extras.push(extra);
        self.scopes.add(parent, &name, index);
        self.attach(index, parent);
        index
    }

    pub fn attach(&mut self, index: NodeIdx, parent: Option<NodeIdx>) {
        match parent {
            Some(parent) => self.nodes[parent].children.push(index),
            None => self.roots.push(index),
        }
    }

    /// All nodes with their subtrees, parents first.
    pub fn pre_order(&self) -> Vec<NodeIdx> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut open: Vec<NodeIdx> = self.roots.iter().rev().copied().collect();
        while let Some(node) = open.pop() {
            order.push(node);
            open.extend(self.nodes[node].children.iter().rev());
        }
        order
    }
}

/// True if the line of a name has foreign syntax, as `a → b` has, so that the name may be no declaration.
fn has_foreign_syntax(tree: &Tree, name: Span) -> bool {
    let line = |span: Span| tree.lines.line(span.start);
    let from = tree.diagnostics.partition_point(|found| line(found.span) < line(name));
    let first = tree.diagnostics.get(from);
    first.is_some_and(|found| found.code == "foreign-syntax" && line(found.span) == line(name))
}

/// What can be deleted so that a declaration is gone and nothing else: it says nothing but the name.
fn bare(node: &tree::Node, at: usize, name: Span, inside_edge: bool) -> Option<Span> {
    let named = node.names.get(at)?;
    let last = at + 1 == node.names.len();
    let says = named.title.is_some() || !named.annotations.is_empty() || !node.leading.is_empty();
    if says || (last && node.block.is_some()) {
        return None;
    }
    match at.checked_sub(1).and_then(|before| node.names.get(before)) {
        Some(before) => Some(Span { start: before.span.end, end: named.span.end }),
        // In an edge the name stays as its end: only the type goes.
        None if inside_edge => node.kind.map(|kind| Span { start: kind.span.start, end: name.start }),
        None => last.then_some(node.span),
    }
}

fn is_machine_only(tree: &Tree, annotation: &tree::Annotation) -> bool {
    let name = tree.str(annotation.name.span);
    MACHINE_ONLY.iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// Adds an attribute and its source, in the place of an earlier one of that name.
fn put<'t>(
    list: &mut AttributeList,
    sources: &mut Vec<&'t tree::Attribute>,
    attribute: Attribute,
    source: &'t tree::Attribute,
) {
    let place = list.put(attribute);
    match sources.get_mut(place) {
        Some(earlier) => *earlier = source,
        None => sources.push(source),
    }
}
