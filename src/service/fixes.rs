//! What could be done about a selection: the fixes of its findings, and four changes that need no finding.

use crate::diagnostic::{Edit, Fix};
use crate::expr::normalise;
use crate::machine::Machine;
use crate::machine::control::Fields;
use crate::machine::model::{Condition, Edge, NodeIdx, Origin, Role as ContextRole};
use crate::machine::quoted::in_quotes;
use crate::service::Uses;
use crate::service::uses::{Role, Target, Use};
use crate::syntax::tree::{Item, Piece, TokenKind};
use crate::text::Span;

/// How many names of a selection are checked.
const NAMES: usize = 8;

/// The fixes for a selection, in UTF-16 offsets: those of the findings that touch it, then
///
/// - the declaration of a node that is only used,
/// - the edges by which a step may read or write a context that its text names,
/// - a condition with or without its quotes,
/// - a name with its whole path.
///
/// Spans of the edits are bytes. Each fix leaves the rest of the text as it is.
pub fn fixes(machine: &Machine, uses: &Uses, from: u32, to: u32) -> Vec<Fix> {
    let tree = &machine.tree;
    let byte = |offset: u32| tree.lines.byte(&tree.text, offset);
    let selected = Span { start: byte(from), end: byte(to).max(byte(from)) };
    let touches = |span: Span| span.start <= selected.end && selected.start <= span.end;
    let mut found = Found { machine, uses, list: Vec::new() };
    for finding in machine.diagnostics.iter().filter(|finding| touches(finding.span)) {
        for fix in &finding.fixes {
            found.add(fix.clone());
        }
    }
    let first = uses.at(selected.start).into_iter();
    let behind = uses.inside(Span { start: selected.start + 1, end: selected.end + 1 });
    for name_use in first.chain(behind.iter().filter(|name_use| name_use.span.start > selected.start)).take(NAMES) {
        found.declare(name_use);
        found.connect(name_use);
        found.qualify(name_use);
    }
    for edge in machine.edges.iter() {
        if let Some(condition) = edge.condition.as_ref().filter(|condition| touches(condition.span)) {
            found.quote(edge, condition);
        }
    }
    found.list
}

struct Found<'m> {
    machine: &'m Machine,
    uses: &'m Uses,
    list: Vec<Fix>,
}

impl Found<'_> {
    fn add(&mut self, fix: Fix) {
        if !self.list.iter().any(|known| known.title == fix.title) {
            self.list.push(fix);
        }
    }

    fn edit(&mut self, title: String, span: Span, insert: String) {
        self.add(Fix { title, edits: vec![Edit { span, insert }] });
    }

    /// Declares a created node at the root, above the item that uses it first.
    fn declare(&mut self, name_use: &Use) {
        let Target::Node(node) = name_use.target else { return };
        let id = &self.machine.nodes[node].id;
        let mut all = self.uses.of_target(&name_use.target);
        let Some(first) = all.next() else { return };
        // Imported nodes are declared in their own file.
        let imported = first.role == Role::Declaration || all.any(|name_use| name_use.role == Role::Declaration);
        if self.machine.nodes[node].origin != Origin::Created || imported {
            return;
        }
        let Some(start) = root_item(&self.machine.tree.items, first.span.start) else { return };
        let text = &self.machine.tree.text;
        let before = text.get(..start as usize).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let indent = before.get(line..).unwrap_or_default();
        let gap = if indent.trim().is_empty() { format!("\n{indent}") } else { "; ".to_owned() };
        self.edit(format!("declare `{id}`"), Span::at(start), format!("{id}{gap}"));
    }

    /// Lets a step read or write a context that its text names.
    fn connect(&mut self, name_use: &Use) {
        let machine = self.machine;
        let (Role::Template, Some(step)) = (name_use.role, name_use.scope) else { return };
        let (Target::Node(store) | Target::Field(Some(store), _)) = name_use.target else { return };
        let Some(context) = machine.context_of(store).filter(|_| machine.nodes[step].class.is_executable()) else {
            return;
        };
        // After an unclosed bracket, an edge cannot go at the end of the text.
        if machine.tree.diagnostics.iter().any(|finding| finding.code.starts_with("unclosed")) {
            return;
        }
        let rights = machine.control.right(step, context);
        let none = |fields: Option<&Fields>| fields.is_none_or(Fields::is_none);
        let (step, name) = (&machine.nodes[step].id, &machine.nodes[store].id);
        let text = &machine.tree.text;
        let gap = if text.ends_with('\n') { "" } else { "\n" };
        let writable = machine.contexts[context].role != ContextRole::Input;
        let verbs = [
            ("reads", none(rights.map(|rights| rights.read))),
            ("writes", writable && none(rights.map(|rights| rights.write))),
        ];
        for (verb, _) in verbs.into_iter().filter(|(_, wanted)| *wanted) {
            let edge = format!("{step} -{verb}-> {name}");
            self.edit(format!("add `{edge}`"), Span::at(text.len() as u32), format!("{gap}{edge}\n"));
        }
    }

    /// Writes the whole path of a node where its name is used.
    fn qualify(&mut self, name_use: &Use) {
        let machine = self.machine;
        let Target::Node(node) = name_use.target else { return };
        let id = &machine.nodes[node].id;
        let span = Span { start: name_use.start, end: name_use.span.end };
        let external = machine.tree.text.get(..name_use.start as usize).is_some_and(|before| before.ends_with('#'));
        let usable = !matches!(name_use.role, Role::Declaration | Role::Listed | Role::Text) && !external;
        if usable && id.contains('.') && machine.tree.str(span) != &**id && self.leads(name_use.scope, id, node) {
            self.edit(format!("write `{id}`"), span, id.to_string());
        }
    }

    fn leads(&self, scope: Option<NodeIdx>, path: &str, node: NodeIdx) -> bool {
        let words: Vec<&str> = path.split('.').collect();
        let found = self.machine.scopes.resolve(&self.machine.nodes, scope, &words);
        found.is_ok_and(|found| found.node == node && found.used == words.len())
    }

    /// Quotes a condition, or removes the quotes where the text means the same without them.
    fn quote(&mut self, edge: &Edge, condition: &Condition) {
        let tree = &self.machine.tree;
        let span = condition.span;
        let outside = span.start < edge.arrow_span.start || edge.arrow_span.end < span.end;
        if outside || span.is_empty() {
            return;
        }
        let next = tree.tokens.partition_point(|token| token.span.start < span.start);
        let around = next.checked_sub(1).and_then(|at| tree.tokens.get(at)).filter(|token| {
            matches!(token.kind, TokenKind::String | TokenKind::Template) && span.end <= token.span.end
        });
        let raw = tree.str(span);
        let (title, whole, insert) = match around {
            None => ("put the condition in quotes", span, in_quotes(raw)),
            Some(token) if token.span.start + 1 == span.start && token.span.end == span.end + 1 => {
                let plain = crate::syntax::parse(&format!("x: {}", tree.str(token.span)));
                let Some(text) = only_text(&plain.items) else { return };
                ("remove the quotes around the condition", token.span, text)
            }
            // A label that is one text with the condition in it.
            Some(_) => return,
        };
        let arrow = edge.arrow_span;
        let before = tree.str(Span { start: arrow.start, end: whole.start });
        let after = tree.str(Span { start: whole.end, end: arrow.end });
        if reads_as(&format!("a {before}{insert}{after} b"), condition) {
            self.edit(title.to_owned(), whole, insert);
        }
    }
}

/// The text that is the value of the only attribute.
fn only_text(items: &[Item]) -> Option<String> {
    let [Item::Attribute(attribute)] = items else { return None };
    match &attribute.value.as_ref()?.kind {
        crate::syntax::tree::ValKind::Str(text) => Some(text.to_string()),
        _ => None,
    }
}

/// True if an edge written so has this condition and nothing is wrong with it.
fn reads_as(text: &str, condition: &Condition) -> bool {
    let tree = crate::syntax::parse(text);
    let [Item::Edge(edge)] = tree.items.as_slice() else { return false };
    let [segment] = edge.segments.as_slice() else { return false };
    let pieces = segment.label.iter().flat_map(|label| &label.pieces);
    let mut texts = pieces.filter_map(|piece| match piece {
        Piece::Condition { text, .. } => Some(text),
        _ => None,
    });
    tree.diagnostics.is_empty() && texts.any(|text| normalise(text) == *condition.text)
}

/// Where the item of the root that holds an offset begins, its leading annotations included.
fn root_item(items: &[Item], offset: u32) -> Option<u32> {
    for item in items {
        let (span, annotations) = match item {
            Item::Header(header) => {
                let block = header.block.as_ref().filter(|block| block.span.touches(offset));
                match block {
                    Some(block) => return root_item(&block.items, offset),
                    None => continue,
                }
            }
            Item::Node(node) => (node.span, node.leading.as_slice()),
            Item::Edge(edge) => (edge.span, edge.annotations.as_slice()),
            Item::Attribute(attribute) => (attribute.span, attribute.annotations.as_slice()),
            Item::Import(_) | Item::Error(_) => continue,
        };
        if span.touches(offset) {
            return annotations.iter().map(|annotation| annotation.span.start).chain([span.start]).min();
        }
    }
    None
}
