//! Names of contexts and fields that are different here and the same in SQL.

use crate::diagnostic::Diagnostic;
use crate::machine::lint::Facts;
use crate::machine::model::ContextIdx;
use crate::schema::sql::Place;
use crate::text::Span;

/// The most names that are compared; types that contain types can expand to many more.
const MOST: usize = 100_000;

/// Reports both sides of every collision.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    for collision in facts.machine.first_tables(MOST).collisions {
        let (first, second) = (span(facts, collision.first), span(facts, collision.second));
        let [name, other] = &collision.names;
        let message = if name == other {
            format!("`{name}` names two things in SQL")
        } else {
            format!("`{name}` and `{other}` are the same name in SQL")
        };
        for (here, there) in [(first, second), (second, first)] {
            findings.push(
                Diagnostic::warning("sql-name-collision", here, message.as_str())
                    .hint("the second one gets a number appended; rename one of them")
                    .related(there, "the other one"),
            );
        }
    }
}

/// The key of the attribute, or the name of the context.
fn span(facts: &Facts, (context, field): Place) -> Span {
    let machine = facts.machine;
    let context = &machine.contexts[ContextIdx(context as u32)];
    let node = &machine.nodes[context.node];
    let key = field.and_then(|at| {
        let name = &machine.fields[*context.fields.get(at)?].name;
        // An attribute is at its field or a little after it.
        let mut attributes = node.attributes.iter().skip(at).chain(&node.attributes);
        attributes.find(|attribute| attribute.name == *name).map(|attribute| attribute.key_span)
    });
    key.or(node.name_span).unwrap_or_default()
}
