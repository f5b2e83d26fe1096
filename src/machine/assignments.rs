//! What is written without an agent: `@set` of edges and nodes, `@from` of fields.

use std::sync::Arc;

use crate::expr;
use crate::machine::bind::Binder;
use crate::machine::model::{
    Annotation, Assignment, ContextIdx, Edge, EdgeIdx, Field, FieldId, Formula, NodeIdx, Place, Role, SetEntry,
    find_annotation,
};
use crate::machine::reference::{MAX_STEPS, Step, split};
use crate::machine::table::Table;
use crate::value::Value;

/// The name of the annotation that writes fields.
pub(super) const SET: &str = "set";
/// The name of the annotation that says what a field holds when a path completes.
pub(super) const FROM: &str = "from";

/// Sets what edges write.
pub(super) fn of_edges(binder: &Binder, edges: &mut Table<EdgeIdx, Edge>) {
    // The edges of one statement share their annotations, and mostly the block they are seen from.
    let mut first: Option<(Arc<str>, Option<NodeIdx>)> = None;
    let mut shared: Vec<Arc<Assignment>> = Vec::new();
    for edge in edges.iter_mut() {
        let Some(entry) = edge.annotations.iter().flat_map(|annotation| &annotation.entries).next() else { continue };
        let is_shared = |(target, scope): &(Arc<str>, _)| Arc::ptr_eq(target, &entry.target) && *scope == edge.scope;
        if !first.as_ref().is_some_and(is_shared) {
            first = Some((entry.target.clone(), edge.scope));
            shared = of_annotations(binder, edge.scope, &edge.annotations);
        }
        edge.assignments = shared.clone();
    }
}

/// What the `@set` annotations of a node or an edge write, their names seen from a block.
fn of_annotations(binder: &Binder, scope: Option<NodeIdx>, annotations: &[Annotation]) -> Vec<Arc<Assignment>> {
    let sets = annotations.iter().filter(|annotation| annotation.is(&[SET]));
    sets.flat_map(|set| &set.entries).map(|entry| Arc::new(assignment(binder, scope, entry))).collect()
}

fn assignment(binder: &Binder, scope: Option<NodeIdx>, entry: &SetEntry) -> Assignment {
    let parsed = match &entry.text {
        // The escapes of a text in quotes are not all those of a string of an expression.
        Some(text) => expr::parse(&Value::Str(text.clone()).to_json()),
        None => expr::parse(&entry.expr),
    };
    let expr = parsed.map(|parsed| Arc::new(binder.bind(scope, parsed)));
    Assignment {
        target: entry.target.clone(),
        place: place(binder, scope, &entry.target),
        value: Formula { text: entry.expr.clone(), expr, span: entry.expr_span },
        span: entry.target_span,
    }
}

/// Where a reference leads that stands in a block; the error says in words why it leads nowhere.
fn place(binder: &Binder, scope: Option<NodeIdx>, text: &str) -> Result<Place, Arc<str>> {
    let malformed =
        || Arc::from(format!("`{text}` is not a reference; write `Ctx.field`, `Ctx.list[0]` or `Ctx[\"key\"]`"));
    let steps = split(text).map_err(|_| malformed())?;
    if steps.len() > MAX_STEPS {
        return Err(malformed());
    }
    let names = steps.iter().map_while(|(step, in_brackets)| match step {
        Step::Key(name) if !in_brackets => Some(&**name),
        _ => None,
    });
    let names: Vec<&str> = names.collect();
    let found = binder.scopes.prefix(binder.nodes, scope, &names);
    let context = found.and_then(|found| Some((*binder.context_of.get(&found.node)?, found.used)));
    let Some((context, used)) = context else {
        return Err(format!("`{}` is not a context", names.join(".")).into());
    };
    let mut walk = steps.into_iter().skip(used).map(|(step, _)| step);
    let field = match walk.next() {
        Some(Step::Key(field)) => field,
        Some(Step::Index(_)) => return Err(format!("`{text}` needs the name of a field before an index").into()),
        None => return Err(format!("`{text}` is a whole context; name one of its fields").into()),
    };
    let place = Place { context, field, walk: walk.collect() };
    match is_undeclared(binder, context, &place.field) {
        true => {
            Err(format!("`{}` has no field `{}`", binder.nodes[binder.contexts[context].node].id, place.field).into())
        }
        false => Ok(place),
    }
}

/// True for a field that a closed context does not declare.
fn is_undeclared(binder: &Binder, context: ContextIdx, field: &str) -> bool {
    let context = &binder.contexts[context];
    !context.open && !context.by_name.contains_key(field)
}

/// What nodes write on entry, of those that write something.
pub(super) fn of_nodes(binder: &Binder) -> Vec<(NodeIdx, Vec<Arc<Assignment>>)> {
    let entering = binder.nodes.entries().filter(|(_, node)| node.class.is_executable());
    let all = entering.map(|(at, node)| (at, of_annotations(binder, Some(at), &node.annotations)));
    all.filter(|(_, assignments)| !assignments.is_empty()).collect()
}

/// Sets what typed fields of outputs hold when a path completes.
pub(super) fn of_fields(binder: &Binder, fields: &mut Table<FieldId, Field>) {
    for field in fields.iter_mut().filter(|field| field.kind.is_some() && field.default.is_none()) {
        let context = &binder.contexts[field.context];
        if context.role != Role::Output {
            continue;
        }
        let attribute = binder.nodes[context.node].attribute(&field.name);
        let annotation = attribute.and_then(|attribute| find_annotation(&attribute.annotations, &[FROM]));
        field.from = annotation.and_then(|annotation| from(binder, context.node, annotation)).map(Arc::new);
    }
}

/// What a `@from` says, its names seen from the block of its context.
fn from(binder: &Binder, context: NodeIdx, annotation: &Annotation) -> Option<Formula> {
    let text: Arc<str> = expr::normalise(annotation.value.as_ref()?.as_str()?).into();
    let expr = expr::parse(&text).map(|parsed| Arc::new(binder.bind(Some(context), parsed)));
    Some(Formula { text, expr, span: annotation.place(0) })
}
