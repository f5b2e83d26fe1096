//! Conditions that are not expressions, and unknown names in expressions.

use crate::diagnostic::Diagnostic;
use crate::expr::{self, Fault, NameUse};
use crate::machine::Machine;
use crate::machine::bind;
use crate::machine::lint::Facts;
use crate::machine::model::{Binding, Builtin, ConditionKind, Edge, EdgeIdx, EdgeKind, NodeIdx};
use crate::machine::quoted::{Quoted, in_quotes};
use crate::machine::suggest::Suggest;
use crate::text::Span;

/// Checks the condition of every segment.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    for segment in facts.segments {
        let (Some(written), Some(first)) = (&segment.condition, segment.ids().next()) else { continue };
        let Some(condition) = &machine.edges[first].condition else { continue };
        let quoted = Quoted::inside(&machine.tree, written.span, &written.text);
        match &condition.expr {
            Ok(bound) => {
                let scope = machine.edges[first].scope;
                for (name, binding) in bound.expr.names().iter().zip(&bound.names) {
                    let of_event = of_event(machine, suggest, &machine.edges[first], name, binding);
                    if let Some(unknown) = of_event.or_else(|| unknown(machine, suggest, scope, name, binding)) {
                        findings.push(unknown.finding(
                            "condition-name",
                            quoted.at(name.span),
                            "never set, so it counts as false",
                        ));
                    }
                }
            }
            Err(fault) => {
                let span = Some(quoted.at(fault.span)).filter(|span| !span.is_empty()).unwrap_or(written.span);
                let code = "condition-syntax";
                let waits = matches!(machine.edges[first].kind, EdgeKind::Event | EdgeKind::Timer);
                let offered = !waits && segment.ids().all(|at| is_offered(machine, at));
                let finding = if offered {
                    Diagnostic::warning(code, span, &*fault.message)
                        .hint("the agent sees the text as written; if you meant that, use a plain label")
                } else {
                    Diagnostic::error(code, span, &*fault.message).hint(match waits {
                        true => "this edge is never taken; write an expression",
                        false => "this edge is never taken automatically; write an expression or a plain label",
                    })
                };
                let finding = match (written.piece, mended(&written.text, fault)) {
                    (Some(piece), Some(text)) => {
                        let key = if condition.kind == ConditionKind::Unless { "unless" } else { "when" };
                        let condition = format!("{key}: {}", in_quotes(&text));
                        finding.fix(format!("write `{condition}`"), piece, condition)
                    }
                    _ => finding,
                };
                findings.push(match written.piece.filter(|_| condition.kind == ConditionKind::When) {
                    Some(piece) => finding.fix("make it a plain label", piece, in_quotes(&written.text)),
                    None => finding,
                });
            }
        }
    }
}

/// Whether `event` on an edge is worth a word: there is none where the edge waits for none, and the data of a declared
/// one has only its fields.
fn of_event(
    machine: &Machine,
    suggest: &mut Suggest,
    edge: &Edge,
    name: &NameUse,
    binding: &Binding,
) -> Option<Unknown> {
    let Binding::Builtin(Builtin::Event, walk) = binding else { return None };
    let Some(on) = edge.on.as_ref().filter(|_| edge.kind == EdgeKind::Event) else {
        let message = "only an edge with `on:` has an `event`".to_owned();
        let rest: String = walk.iter().map(|word| format!(".{word}")).collect();
        return Some(Unknown { message, near: Some(format!("lastEvent{rest}")) });
    };
    let [data, field, ..] = walk.as_slice() else { return None };
    let schema = &machine.events[machine.event(&on.name)?].schema;
    if &**data != "data" || schema.field(field).is_some() {
        return None;
    }
    let near = suggest.among(field, schema.fields().iter().map(|field| &*field.name));
    let mend = |near: &str| {
        let mut words: Vec<&str> = name.segments.iter().map(|word| &**word).collect();
        if let Some(word) = words.get_mut(2) {
            *word = near;
        }
        words.join(".")
    };
    Some(Unknown { message: format!("event `{}` has no field `{field}`", on.name), near: near.map(mend) })
}

/// The likely meaning of a text that does not parse.
fn mended(text: &str, fault: &Fault) -> Option<String> {
    let renamed = || {
        let (before, behind) = (text.get(..fault.span.start as usize)?, text.get(fault.span.end as usize..)?);
        let name = text.get(fault.span.start as usize..fault.span.end as usize)?;
        Some(format!("{before}{}{behind}", expr::nearest_function(name).filter(|_| behind.starts_with('('))?))
    };
    [renamed(), Some(expr::mend(text))].into_iter().flatten().find(|text| expr::parse(text).is_ok())
}

/// True if the source's agent is shown the text.
fn is_offered(machine: &Machine, edge: EdgeIdx) -> bool {
    let source = machine.edges[edge].source;
    !matches!(machine.control.work(source), crate::machine::control::Work::None)
}

/// A name that means nothing, or probably something else than intended.
pub(super) struct Unknown {
    message: String,
    /// The name with its mistake mended.
    near: Option<String>,
}

impl Unknown {
    /// The finding at `span`.
    pub fn finding(self, code: &'static str, span: Span, otherwise: &str) -> Diagnostic {
        let finding = Diagnostic::warning(code, span, self.message);
        match self.near {
            Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, &*near),
            None => finding.hint(otherwise),
        }
    }
}

/// Whether a bound name is worth a word.
pub(super) fn unknown(
    machine: &Machine,
    suggest: &mut Suggest,
    scope: Option<NodeIdx>,
    name: &NameUse,
    binding: &Binding,
) -> Option<Unknown> {
    let written = name.text();
    match binding {
        Binding::Undeclared(context, field, walk) => {
            let context = &machine.contexts[*context];
            let fields = context.fields.iter().map(|field| &*machine.fields[*field].name);
            let near = suggest.among(field, fields);
            if context.open && near.is_none() {
                return None;
            }
            let owner = &machine.nodes[context.node].name;
            let rest: String = walk.iter().map(|word| format!(".{word}")).collect();
            let before = written.strip_suffix(&format!("{field}{rest}")).unwrap_or_default().to_owned();
            let message = format!("`{owner}` has no field `{field}`");
            Some(Unknown { message, near: near.map(|near| format!("{before}{near}{rest}")) })
        }
        Binding::Unknown => {
            let words: Vec<&str> = name.segments.iter().map(|word| &**word).collect();
            let (first, rest) = words.split_first()?;
            if machine.scopes.left_behind(&machine.nodes, scope, &words).is_some() {
                return None;
            }
            if let Some(found) = machine.scopes.prefix(&machine.nodes, scope, &words) {
                let node = &machine.nodes[found.node];
                let missing = words.get(found.used).copied().unwrap_or_default();
                let message = format!("`{}` has no attribute `{missing}`", node.name);
                let near = suggest.among(missing, node.attributes.iter().map(|attribute| &*attribute.name));
                let mend = |near: &str| {
                    let mut words = words.clone();
                    if let Some(word) = words.get_mut(found.used) {
                        *word = near;
                    }
                    words.join(".")
                };
                return Some(Unknown { message, near: near.map(mend) });
            }
            if *first == "machine" {
                let missing = rest.first().copied().unwrap_or_default();
                let near = suggest.among(missing, machine.attributes.iter().map(|attribute| &*attribute.name));
                let near = near.map(|near| format!("machine.{near}"));
                return Some(Unknown { message: format!("the machine has no attribute `{missing}`"), near });
            }
            let own = machine.attributes.iter().filter(|_| rest.is_empty()).map(|attribute| &*attribute.name);
            let builtins = bind::builtins().map(|word| -> &str { word });
            let literals = ["true", "false", "null"].into_iter().filter(|_| rest.is_empty());
            let known = machine.nodes.iter().map(|node| &*node.name).chain(builtins).chain(own).chain(literals);
            let tail: String = rest.iter().map(|word| format!(".{word}")).collect();
            let near = suggest.among(first, known).map(|near| format!("{near}{tail}"));
            Some(Unknown { message: format!("unknown name `{first}`"), near })
        }
        _ => None,
    }
}
