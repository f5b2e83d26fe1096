//! Prompts that tell their agent to change a context that it cannot write.

use crate::diagnostic::Diagnostic;
use crate::machine::lint::Facts;
use crate::machine::lint::facts::add_edge;
use crate::machine::model::{ContextIdx, NodeIdx, Role};
use crate::machine::quoted::Quoted;
use crate::syntax::tree::ValKind;
use crate::text::Span;

/// Verbs whose object is what changes: `set C.n to 7`.
const CHANGES: &[&str] = &[
    "set",
    "update",
    "change",
    "assign",
    "increase",
    "increment",
    "raise",
    "decrease",
    "decrement",
    "reduce",
    "lower",
    "double",
    "halve",
    "toggle",
    "flip",
    "clear",
    "reset",
];
/// Verbs that say behind `to` or `into` what changes: `add 1 to C.n`.
const PUTS: &[&str] = &["add", "append", "push", "put", "write", "store", "save", "record"];
/// Those of them that say it behind `in` too; to write in a language is something else.
const KEEPS: &[&str] = &["put", "store", "save", "record"];

/// Checks the prompts of all nodes that send one.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    if machine.contexts.is_empty() {
        return;
    }
    for (at, _) in machine.nodes.entries().filter(|(at, _)| machine.control.work(*at).is_agent_work()) {
        for attribute in facts.extras[at].sources.iter().filter(|attribute| &*attribute.key.text == "prompt") {
            let Some(value) = &attribute.value else { continue };
            let ValKind::Str(text) = &value.kind else { continue };
            let quoted = Quoted::string(&machine.tree, value.span, text);
            for clause in clauses(text) {
                let Some(place) = changed(text, clause) else { continue };
                findings.extend(not_writable(facts, at, place.of(text), quoted.at(place)));
            }
        }
    }
}

/// The sentences and clauses of a text, each as a span. What is quoted belongs to the clause around it.
fn clauses(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, c) in text.char_indices() {
        let ends_sentence = || text.get(at + 1..).is_none_or(|rest| rest.starts_with(char::is_whitespace));
        match (quote, c) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != c),
            (None, '"' | '`') => quote = Some(c),
            (None, ';' | ',' | '\n') => {
                found.push(Span::new(start, at));
                start = at + 1;
            }
            (None, '.' | '!' | '?' | ':') if ends_sentence() => {
                found.push(Span::new(start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(Span::new(start, text.len()));
    found
}

/// The dotted name that a clause tells to change.
fn changed(text: &str, clause: Span) -> Option<Span> {
    let mut words = words(text, clause).into_iter().peekable();
    let is = |word: &Span, one_of: &[&str]| one_of.iter().any(|known| word.of(text).eq_ignore_ascii_case(known));
    while words.next_if(|word| is(word, &["and", "then", "please", "finally"])).is_some() {}
    let verb = words.next()?;
    if is(&verb, CHANGES) {
        words.next_if(|word| is(word, &["the", "value", "of"]));
        return words.next().filter(|word| word.of(text).contains('.'));
    }
    if !is(&verb, PUTS) {
        return None;
    }
    let keeps = is(&verb, KEEPS);
    words.find(|word| is(word, &["to", "into"]) || keeps && is(word, &["in"]))?;
    words.next().filter(|word| word.of(text).contains('.'))
}

/// The words of a clause; dotted names are one, and what stands in quotes or braces is left out.
fn words(text: &str, clause: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut start = None;
    let (mut quote, mut braces) = (None, 0_usize);
    for (at, c) in clause.of(text).char_indices().map(|(at, c)| (clause.start as usize + at, c)) {
        let in_word = quote.is_none() && braces == 0 && (c == '_' || c == '.' || c.is_alphanumeric());
        match (start, in_word) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push(Span::new(from, at));
                start = None;
            }
            _ => {}
        }
        match (quote, c) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != c),
            (None, '"' | '`') => quote = Some(c),
            (None, '{') => braces += 1,
            (None, '}') => braces = braces.saturating_sub(1),
            _ => {}
        }
    }
    found.extend(start.map(|from| Span::new(from, clause.end as usize)));
    found
}

fn not_writable(facts: &Facts, at: NodeIdx, name: &str, span: Span) -> Option<Diagnostic> {
    let machine = facts.machine;
    let words: Vec<&str> = name.split('.').collect();
    let found = machine.scopes.prefix(&machine.nodes, Some(at), &words)?;
    let context: ContextIdx = machine.context_of(found.node)?;
    let field = words.get(found.used)?;
    let store = &machine.contexts[context];
    // Another lint tells of a field that is not there.
    if !store.open && machine.field(context, field).is_none() {
        return None;
    }
    if machine.control.right(at, context).is_some_and(|right| right.write.allow(field)) {
        return None;
    }
    let (node, id) = (&machine.nodes[at].id, machine.context_id(context));
    let message = format!("the agent of `{node}` cannot write `{id}.{field}`");
    let finding = Diagnostic::warning("prompt-without-write", span, message);
    Some(if store.role == Role::Input {
        finding.hint("an input is read-only during the run; use another context")
    } else if machine.control.right(at, context).is_some_and(|right| !right.write.is_none()) {
        finding.hint("add the field to the `-writes->` edge")
    } else {
        add_edge(machine, finding.hint("add the edge"), &format!("{node} -writes-> {id}"))
    })
}
