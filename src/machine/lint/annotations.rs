//! Built-in annotations: arguments they do not take, pairs that exclude each other, ones without effect.

use crate::diagnostic::Diagnostic;
use crate::machine::fan_out::{FORKS, MAPS};
use crate::machine::join::JOINS;
use crate::machine::lint::Facts;
use crate::machine::lint::limits::is_duration;
use crate::machine::model::{Annotation, ArgumentSpans, Class, Node};
use crate::machine::suggest::Suggest;
use crate::text::Span;
use crate::value::Value;

/// Checks the annotations of the machine, its nodes and its edges.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    for annotation in live(&machine.annotations) {
        if annotation.is(&["errorhandling"]) {
            one_of(annotation, &["continue", "fail-fast", "compensate"], suggest, findings);
        } else if annotation.is(&["retrypolicy"]) {
            one_of(annotation, &["fixed", "exponential"], suggest, findings);
        } else if annotation.is(&["concurrent"]) {
            let message = format!("`@{}` is for the host; the run itself does not limit its agents", annotation.name);
            findings.push(Diagnostic::info("host-annotation", annotation.span, message));
        }
    }
    for node in machine.nodes.iter().filter(|node| !matches!(node.class, Class::Note | Class::Style)) {
        check_node(facts, node, findings);
        check_pairs(node, findings);
    }
    for (_, node) in machine.nodes.entries().filter(|(at, _)| machine.control.is_module(*at)) {
        check_module(node, findings);
    }
    for segment in facts.segments {
        for annotation in live(&segment.content.annotations) {
            check_edge(annotation, suggest, findings);
        }
        if let (Some(_), Some(join)) = (
            live(&segment.content.annotations).find(|annotation| annotation.is(FORKS) || annotation.is(MAPS)),
            live(&segment.content.annotations).find(|annotation| annotation.is(JOINS)),
        ) {
            findings.push(
                Diagnostic::error("fanout-and-join", join.span, "an edge cannot both fork and join paths")
                    .hint("the join is ignored; move it to the next edge")
                    .fix("remove it", join.span, ""),
            );
        }
    }
}

fn live(annotations: &[Annotation]) -> impl Iterator<Item = &Annotation> {
    annotations.iter().filter(|annotation| !annotation.is_off())
}

fn wrong(annotation: &Annotation, at: usize, message: String) -> Diagnostic {
    Diagnostic::error("annotation-argument", annotation.place(at), message)
}

fn text(annotation: &Annotation) -> Option<&str> {
    annotation.value.as_ref().and_then(Value::as_str)
}

fn is_whole(text: &str, least: u64) -> bool {
    text.trim().parse::<u64>().is_ok_and(|number| number >= least)
}

/// Words that order the edges of a node.
pub(super) const PRIORITIES: &[&str] = &["high", "medium", "normal", "low"];

/// True for a priority: a whole number or one of the words.
pub(super) fn is_priority(text: &str) -> bool {
    text.trim().parse::<i64>().is_ok() || PRIORITIES.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The value is one of these words.
fn one_of(annotation: &Annotation, words: &[&str], suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    if text(annotation).is_some_and(|value| words.iter().any(|word| value.eq_ignore_ascii_case(word))) {
        return;
    }
    let message = format!("`@{}` must be one of {}", annotation.name, words.join(", "));
    let finding = wrong(annotation, 0, message);
    let span = annotation.place(0);
    let near = text(annotation).and_then(|value| suggest.among(value, words.iter().copied()));
    findings.push(match near.filter(|_| annotation.value.is_some()) {
        Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, near),
        None => finding,
    });
}

fn check_node(facts: &Facts, node: &Node, findings: &mut Vec<Diagnostic>) {
    for annotation in live(&node.annotations) {
        let value = text(annotation);
        if annotation.is(&["retry"]) {
            if value.is_some_and(|value| crate::number::parse(value.trim()).is_none()) {
                findings
                    .push(wrong(annotation, 0, "`@retry` takes a number of attempts".into()).hint("write `@retry(2)`"));
            } else if annotation.value.is_none() && annotation.parameters.iter().any(|(key, _)| &**key != "enabled") {
                let mut numbers = annotation.parameters.iter().map(|(key, value)| match value {
                    Value::Bool(true) => key.to_string(),
                    value => value.to_text(),
                });
                let number = numbers.find(|text| crate::number::parse(text).is_some());
                let finding = wrong(annotation, 0, "`@retry` takes a number of attempts and nothing else".into())
                    .hint("`@retry` alone is `@retry(3)`");
                findings.push(match number.map(|number| format!("@retry({number})")) {
                    Some(whole) => finding.fix(format!("write `{whole}`"), annotation.span, whole),
                    None => finding,
                });
            }
        } else if annotation.is(&["timeout"]) {
            let fits = value.is_some_and(|value| is_whole(value, 1) || is_duration(value));
            if !fits {
                findings.push(
                    wrong(annotation, 0, "`@timeout` takes milliseconds or a duration".into())
                        .hint("write `@timeout(500)` or `@timeout(5s)`"),
                );
            }
        } else if annotation.is(&["compensate"]) {
            check_compensate(facts, node, annotation, findings);
        }
    }
}

fn check_compensate(facts: &Facts, node: &Node, annotation: &Annotation, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let Some(name) = text(annotation).filter(|name| !name.is_empty()) else {
        findings.push(
            wrong(annotation, 0, "`@compensate` needs the node whose work it undoes".into())
                .hint("write `@compensate(node)`"),
        );
        return;
    };
    let words: Vec<&str> = name.split('.').collect();
    let found = machine.scopes.resolve(&machine.nodes, node.parent, &words);
    let span = annotation.place(0);
    if !found.is_ok_and(|found| found.used == words.len() && machine.nodes[found.node].class.is_executable()) {
        let message = format!("`{name}` has no work to undo");
        findings.push(Diagnostic::warning("compensate-unknown", span, message).hint("name a task or state"));
    }
    let strategy = machine.annotation(&["errorhandling"]).and_then(text);
    if strategy.is_none_or(|strategy| !strategy.eq_ignore_ascii_case("compensate")) {
        findings.push(
            Diagnostic::warning("compensate-without-strategy", annotation.span, "this node never runs")
                .hint("add `@errorHandling(\"compensate\")` to the machine"),
        );
    }
}

/// Warns of retries and timeouts on modules, which have no work of their own.
fn check_module(node: &Node, findings: &mut Vec<Diagnostic>) {
    let annotations = live(&node.annotations).filter(|annotation| annotation.is(&["retry", "timeout"]));
    let annotations = annotations.map(|annotation| (format!("@{}", annotation.name), annotation.span));
    let attribute = node.attribute("timeout").map(|attribute| (attribute.name.to_string(), attribute.span));
    for (name, span) in annotations.chain(attribute) {
        let message = format!("`{name}` has no effect on a module");
        findings.push(
            Diagnostic::warning("annotation-no-effect", span, message).hint("move it to the nodes inside").fix(
                "remove it",
                span,
                "",
            ),
        );
    }
}

fn check_pairs(node: &Node, findings: &mut Vec<Diagnostic>) {
    let find = |name: &str| live(&node.annotations).find(|annotation| annotation.is(&[name]));
    let mut conflict = |span: Span, message: String| {
        findings.push(Diagnostic::error("annotation-conflict", span, message).fix("remove it", span, ""));
    };
    if let (Some(lazy), Some(eager)) = (find("lazy"), find("eager")) {
        conflict(lazy.span.max(eager.span), "`@lazy` and `@eager` cannot be combined".into());
    }
    if let Some(annotation) = find("abstract").filter(|_| node.class == Class::Init) {
        conflict(annotation.span, format!("`{}` is a start node and cannot be abstract", node.name));
    }
    if matches!(node.class, Class::Context | Class::Tool | Class::Plain) {
        const STATES: &[&str] = &["hidden", "collapsed", "summary", "details", "all"];
        let mut states = live(&node.annotations).filter(|annotation| annotation.is(STATES));
        if let Some(first) = states.next() {
            for other in states.filter(|other| !other.name.eq_ignore_ascii_case(&first.name)) {
                conflict(other.span, format!("`@{}` and `@{}` cannot be combined", first.name, other.name));
            }
        }
    }
    let mut no_effect = |annotation: &Annotation, what: &str| {
        let message = format!("`@{}` has no effect on {what}", annotation.name);
        findings.push(Diagnostic::warning("annotation-no-effect", annotation.span, message).fix(
            "remove it",
            annotation.span,
            "",
        ));
    };
    if let Some(annotation) = find("async").filter(|_| node.class != Class::Task) {
        no_effect(annotation, "a node that is not a task");
    }
    if let Some(annotation) = find("singleton").filter(|_| node.class == Class::State) {
        no_effect(annotation, "a state");
    }
}

fn check_edge(annotation: &Annotation, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let value = text(annotation);
    if annotation.is(&["priority"]) {
        if !value.is_some_and(is_priority) {
            let message = "`@priority` must be a whole number, or high, medium, normal or low".to_owned();
            let finding = wrong(annotation, 0, message);
            findings.push(match value.and_then(|value| suggest.among(value, PRIORITIES.iter().copied())) {
                Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(
                    format!("use `{near}`"),
                    annotation.place(0),
                    near,
                ),
                None => finding,
            });
        }
    } else if annotation.is(FORKS) {
        parameters(annotation, &["count", "group", "enabled"], suggest, findings);
        for (at, count) in numbered(annotation, "count") {
            if !count.as_str().is_some_and(|count| is_whole(count, 1)) {
                findings.push(wrong(annotation, at, "`count` must be a whole number, at least 1".into()));
            }
        }
        let truth =
            value.is_some_and(|value| ["true", "on", "yes"].iter().any(|word| value.eq_ignore_ascii_case(word)));
        if !truth && value.is_some_and(|value| !is_whole(value, 1)) {
            let message = format!("`@{}` takes the number of branches, a whole number", annotation.name);
            findings.push(wrong(annotation, 0, message));
        }
    } else if annotation.is(MAPS) {
        parameters(annotation, &["items", "source", "group", "enabled"], suggest, findings);
        let source =
            annotation.parameter("items").or_else(|| annotation.parameter("source")).or(annotation.value.as_ref());
        let flag = annotation.parameters.iter().any(|(_, value)| *value == Value::Bool(true));
        if !flag && source.and_then(Value::as_str).is_none_or(|source| source.trim().is_empty()) {
            let message = format!("`@{}` needs a list", annotation.name);
            findings.push(wrong(annotation, 0, message).hint("write `@map(Context.items)`"));
        }
    } else if annotation.is(JOINS) {
        check_join(annotation, suggest, findings);
    } else if annotation.is(&["gather"]) {
        parameters(annotation, &["from", "into", "as", "enabled"], suggest, findings);
        choice(annotation, "as", &["append", "collect", "merge", "keyed", "last_wins"], suggest, findings);
        if annotation.parameter("from").is_none() || annotation.parameter("into").is_none() {
            findings.push(
                Diagnostic::error("annotation-argument", annotation.span, "`@gather` needs `from` and `into`")
                    .hint("write `@gather(from: A.field; into: B.field)`"),
            );
        }
    }
}

fn check_join(annotation: &Annotation, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    const MERGES: &[&str] =
        &["true", "false", "last_wins", "first_wins", "append", "collect", "keyed", "keep", "error"];
    parameters(annotation, &["id", "group", "mode", "merge", "timeout", "onTimeout", "enabled"], suggest, findings);
    choice(annotation, "merge", MERGES, suggest, findings);
    choice(annotation, "onTimeout", &["fail", "proceed"], suggest, findings);
    for (at, mode) in numbered(annotation, "mode") {
        let mode = mode.to_text();
        if !is_whole(&mode, 1) && !["all", "any"].iter().any(|word| mode.eq_ignore_ascii_case(word)) {
            findings.push(wrong(annotation, at, "`mode` must be all, any or a whole number".into()));
        }
    }
    for (at, timeout) in numbered(annotation, "timeout") {
        if !timeout.as_str().is_some_and(|timeout| is_whole(timeout, 1)) {
            findings.push(wrong(annotation, at, "`timeout` must be a number of steps, at least 1".into()));
        }
    }
}

/// The parameters of that name with their positions.
fn numbered<'a>(annotation: &'a Annotation, name: &'a str) -> impl Iterator<Item = (usize, &'a Value)> {
    let named = annotation.parameters.iter().enumerate().filter(move |(_, (key, _))| key.eq_ignore_ascii_case(name));
    named.map(|(at, (_, value))| (at, value))
}

fn choice(annotation: &Annotation, name: &str, words: &[&str], suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    for (at, value) in numbered(annotation, name) {
        let value = value.to_text();
        if words.iter().any(|word| value.eq_ignore_ascii_case(word)) {
            continue;
        }
        let finding = wrong(annotation, at, format!("`{name}` must be one of {}", words.join(", ")));
        findings.push(match suggest.among(&value, words.iter().copied()) {
            Some(near) => {
                let (span, insert) = (annotation.place(at), format!("{name}: {near}"));
                finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, insert)
            }
            None => finding,
        });
    }
}

/// Parameters that a built-in does not know. A lone word is its positional value.
fn parameters(annotation: &Annotation, known: &[&str], suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    for ((key, value), &ArgumentSpans { key: span, .. }) in annotation.parameters.iter().zip(&annotation.arguments) {
        if *value == Value::Bool(true) || known.iter().any(|word| key.eq_ignore_ascii_case(word)) {
            continue;
        }
        let finding = Diagnostic::warning(
            "unknown-parameter",
            span,
            format!("unknown parameter `{key}` of `@{}`", annotation.name),
        );
        findings.push(match suggest.among(key, known.iter().copied()) {
            Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, near),
            None => finding.hint(format!("known parameters: {}", known.join(", "))),
        });
    }
}
