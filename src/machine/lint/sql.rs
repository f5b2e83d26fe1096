//! Names of contexts and fields that are different here and the same in SQL.

use crate::diagnostic::Diagnostic;
use crate::machine::lint::Facts;
use crate::machine::model::ContextIdx;
use crate::schema::sql::Place;
use crate::text::Span;

/// Reports both sides of every collision.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    for collision in facts.machine.tables().collisions {
        let (first, second) = (span(facts, collision.first), span(facts, collision.second));
        let message = format!("two names are `{}` in SQL", collision.name);
        findings
            .push(Diagnostic::warning("sql-name-collision", first, message.as_str()).related(second, "the other one"));
        if first != second {
            findings.push(
                Diagnostic::warning("sql-name-collision", second, message)
                    .hint("it gets a number there; rename it to choose its name")
                    .related(first, "the other one"),
            );
        }
    }
}

/// The attribute, or the name of the context.
fn span(facts: &Facts, (context, field): Place) -> Span {
    let machine = facts.machine;
    let at = ContextIdx(context as u32);
    let field = field.and_then(|field| machine.contexts[at].fields.get(field));
    match field {
        Some(field) => machine.fields[*field].span,
        None => machine.nodes[machine.contexts[at].node].name_span.unwrap_or_default(),
    }
}
