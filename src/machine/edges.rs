//! Edge statements to edges: ends resolved or created, sources times targets, labels read once per segment.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::machine::labels::{self, Content, WrittenCondition};
use crate::machine::lower::{Draft, Extra};
use crate::machine::model::{Edge, EdgeIdx, EdgeKind, Node, NodeIdx, Origin};
use crate::machine::names::Found;
use crate::machine::suggest::Suggest;
use crate::machine::table::Table;
use crate::machine::values;
use crate::syntax::tree::{self, Arrow, Name, Segment, Text};
use crate::text::Span;
use crate::work::{ANNOTATION, BYTES, EDGE, FINDING};

/// Checking what a label and a block hold takes so many times the work of copying it.
const CHECKED: u64 = 4;

/// The most edges a machine has.
pub(super) const MOST: usize = 100_000;

/// The edges of a draft. Kinds and conditions come when classes are known.
#[derive(Default)]
pub(super) struct Links {
    pub edges: Table<EdgeIdx, Edge>,
    /// One per segment that made edges.
    pub segments: Vec<Linked>,
}

/// A segment with the edges it made.
pub(super) struct Linked {
    pub edges: std::ops::Range<u32>,
    pub condition: Option<WrittenCondition>,
    pub content: Content,
    pub label: Span,
}

#[derive(Clone)]
struct End {
    node: NodeIdx,
    attribute: Option<Arc<str>>,
}

/// Links all statements of a draft: those of the root, then those of the blocks, depth-first.
pub(super) fn link(draft: &mut Draft, suggest: &mut Suggest) -> Links {
    let mut links = Links::default();
    let roots = std::mem::take(&mut draft.statements);
    for statement in roots {
        if draft.work.is_spent() {
            return links;
        }
        links.statement(draft, suggest, statement, None);
    }
    for block in draft.pre_order() {
        for statement in std::mem::take(&mut draft.extras[block].statements) {
            if draft.work.is_spent() {
                return links;
            }
            links.statement(draft, suggest, statement, Some(block));
        }
    }
    links
}

impl Links {
    fn statement(&mut self, draft: &mut Draft, suggest: &mut Suggest, statement: &tree::Edge, scope: Option<NodeIdx>) {
        if !self.has_room(draft, statement) {
            return;
        }
        let mut sources: Vec<End> = match scope {
            Some(node) if statement.sources.is_empty() => vec![End { node, attribute: None }],
            _ => ends(draft, suggest, statement, &statement.sources, scope),
        };
        for segment in &statement.segments {
            let targets = ends(draft, suggest, statement, &segment.targets, scope);
            self.segment(draft, statement, segment, scope, &sources, &targets);
            sources = targets;
        }
    }

    fn has_room(&self, draft: &mut Draft, statement: &tree::Edge) -> bool {
        let mut sources = statement.sources.len().max(1);
        let mut made = 0usize;
        for segment in &statement.segments {
            made = made.saturating_add(sources.saturating_mul(segment.targets.len()));
            sources = segment.targets.len();
        }
        if self.edges.len().saturating_add(made) <= MOST {
            return true;
        }
        let message = format!("this statement makes {made} edges; at most {MOST} are allowed");
        draft.diagnostics.push(
            Diagnostic::error("too-many-edges", statement.span, message)
                .hint("connect containers instead of single nodes"),
        );
        false
    }

    fn segment(
        &mut self,
        draft: &mut Draft,
        statement: &tree::Edge,
        segment: &Segment,
        scope: Option<NodeIdx>,
        sources: &[End],
        targets: &[End],
    ) {
        let content = labels::read(draft.tree, statement, segment, &mut draft.diagnostics);
        let weight = content.weight();
        // What is wrong with a label is looked for once, not for each edge.
        if !draft.work.charge(CHECKED * weight + ANNOTATION * content.annotations.len() as u64) {
            return;
        }
        for text in [&segment.source_multiplicity, &segment.target_multiplicity].into_iter().flatten() {
            check_multiplicity(text, &mut draft.diagnostics);
        }
        let multiplicity = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
        let first = self.edges.len() as u32;
        for source in sources {
            for target in targets {
                if !pay(draft, source.node, target.node, weight) {
                    return;
                }
                self.edges.push(Edge {
                    source: source.node,
                    target: target.node,
                    arrow: Some(segment.arrow),
                    kind: EdgeKind::Control,
                    texts: content.texts.clone(),
                    inline: content.inline.to_vec(),
                    block: content.block.to_vec(),
                    annotations: content.annotations.clone(),
                    style: Vec::new(),
                    condition: None,
                    on: content.on.clone(),
                    after: content.after.clone(),
                    assignments: Vec::new(),
                    source_multiplicity: multiplicity(&segment.source_multiplicity),
                    target_multiplicity: multiplicity(&segment.target_multiplicity),
                    source_attribute: source.attribute.clone().or_else(|| content.source_attribute.clone()),
                    target_attribute: target.attribute.clone().or_else(|| content.target_attribute.clone()),
                    fields: None,
                    span: segment.span,
                    arrow_span: segment.arrow_span,
                    scope,
                });
            }
        }
        let label = segment.label.as_ref().map_or(segment.arrow_span, |label| label.span);
        let condition = content.condition.clone();
        self.segments.push(Linked { edges: first..self.edges.len() as u32, condition, content, label });
    }

    /// The edges after all nodes got new indices.
    pub fn renumber(&mut self, new: &dyn Fn(NodeIdx) -> NodeIdx) {
        for edge in self.edges.iter_mut() {
            edge.source = new(edge.source);
            edge.target = new(edge.target);
            edge.scope = edge.scope.map(new);
        }
    }
}

impl Linked {
    /// The indices of its edges.
    pub fn ids(&self) -> impl Iterator<Item = EdgeIdx> + use<> {
        self.edges.clone().map(EdgeIdx)
    }
}

/// Charges an edge, which has a copy of what its label and block hold, and whose title names both ends; false when the
/// budget is spent.
pub(super) fn pay(draft: &Draft, source: NodeIdx, target: NodeIdx, weight: u64) -> bool {
    let named = draft.nodes[source].id.len() + draft.nodes[target].id.len();
    draft.work.charge(EDGE + weight + named as u64 / BYTES)
}

/// Arrows that make an edge a *plain edge* for the classes of its ends.
pub(super) fn is_flow(arrow: Option<Arrow>) -> bool {
    matches!(arrow, Some(Arrow::Plain | Arrow::Long | Arrow::Fat | Arrow::Both))
}

fn ends(
    draft: &mut Draft,
    suggest: &mut Suggest,
    statement: &tree::Edge,
    names: &[Name],
    scope: Option<NodeIdx>,
) -> Vec<End> {
    names.iter().filter_map(|name| end(draft, suggest, statement, name, scope)).collect()
}

fn end(
    draft: &mut Draft,
    suggest: &mut Suggest,
    statement: &tree::Edge,
    name: &Name,
    scope: Option<NodeIdx>,
) -> Option<End> {
    let words = values::segments(draft.tree, name);
    let reached = match draft.scopes.resolve(&draft.nodes, scope, &words) {
        Ok(found) => {
            note_rivals(draft, name, &found);
            let attribute = words.get(found.used).map(|word| Arc::from(*word));
            draft.extras[found.node].uses += 1;
            return Some(End { node: found.node, attribute });
        }
        Err(missing) => missing.reached,
    };
    let imported = words.first().is_some_and(|first| draft.imported.contains(*first));
    if draft.strict && !imported {
        draft.work.charge(FINDING);
        let finding = undeclared(draft, suggest, statement, name, &words);
        draft.diagnostics.push(finding);
        return None;
    }
    let (mut parent, used) = reached.map_or((None, 0), |(node, used)| (Some(node), used));
    if !draft.has_room(parent, name.span) {
        return None;
    }
    for segment in name.segments.iter().skip(used) {
        let mut node: Node = draft.blank(draft.tree.str(segment.span), parent);
        node.origin = Origin::Created;
        node.name_span = Some(segment.span);
        let created = draft.add(node, Extra::default());
        draft.extras[created].uses = 1;
        parent = Some(created);
    }
    parent.map(|node| End { node, attribute: None })
}

/// Reports a name that could refer to several nodes.
fn note_rivals(draft: &mut Draft, name: &Name, found: &Found) {
    if let Some(finding) = ambiguous(&draft.nodes, name.span, draft.tree.str(name.span), found) {
        draft.diagnostics.push(finding);
    }
}

/// The finding for a name that could refer to several nodes.
pub(super) fn ambiguous(nodes: &Table<NodeIdx, Node>, span: Span, written: &str, found: &Found) -> Option<Diagnostic> {
    if found.others.is_empty() {
        return None;
    }
    let used = &nodes[found.node].id;
    let others: Vec<String> = found.others.iter().map(|other| format!("`{}`", nodes[*other].id)).collect();
    let message = format!("`{written}` is ambiguous; `{used}` is used");
    let finding =
        Diagnostic::warning("ambiguous-name", span, message).hint(format!("also matches {}", others.join(", ")));
    // Only a whole node can be put in the place of the name.
    Some(if written.split('.').count() == found.used {
        finding.fix(format!("write `{used}`"), span, &**used)
    } else {
        finding
    })
}

fn undeclared(draft: &Draft, suggest: &mut Suggest, statement: &tree::Edge, name: &Name, words: &[&str]) -> Diagnostic {
    let written = words.join(".");
    let mut finding = Diagnostic::error("strict-undeclared", name.span, format!("`{written}` is not declared"))
        .hint("in strict mode every node must be declared");
    if let Some(near) = suggest.node(&draft.nodes, &written) {
        finding = finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), name.span, &*near);
    }
    let first =
        statement.annotations.iter().map(|annotation| annotation.span.start).chain([statement.span.start]).min();
    let place = Span::at(first.unwrap_or(statement.span.start));
    finding.fix(format!("declare `{written}`"), place, format!("state {written}; "))
}

fn check_multiplicity(text: &Text, diagnostics: &mut Vec<Diagnostic>) {
    let written = text.value.trim();
    let (lower, upper) = match written.split_once("..") {
        Some((lower, upper)) => (lower, Some(upper)),
        None => (written, None),
    };
    let is_bound = |bound: &str| bound == "*" || (!bound.is_empty() && bound.bytes().all(|c| c.is_ascii_digit()));
    if !is_bound(lower) || !upper.is_none_or(is_bound) {
        let message = format!("`{written}` is not a multiplicity");
        diagnostics
            .push(Diagnostic::error("malformed-multiplicity", text.span, message).hint("write `1`, `*` or `0..4`"));
        return;
    }
    let Some(upper) = upper else { return };
    let parse = |bound: &str| bound.parse::<u64>().ok();
    if let (Some(low), Some(high)) = (parse(lower), parse(upper))
        && low > high
    {
        let message = format!("`{lower}` is greater than `{upper}`");
        diagnostics.push(Diagnostic::warning("multiplicity-reversed", text.span, message).fix(
            "swap the bounds",
            text.span,
            format!("\"{upper}..{lower}\""),
        ));
    }
}
