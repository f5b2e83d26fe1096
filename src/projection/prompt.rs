//! An agent request as one text, for an agent that reads text: all that the request holds but the inputs of its tools.

use std::sync::Arc;

use crate::json::{With, Writer, to_string};
use crate::machine::control::Work;
use crate::machine::duration::timeout_ms;
use crate::projection::request::ShownRequest;
use crate::run::state::{Failure, Move, Replica, Turn};
use crate::run::step::failure::retries;

impl ShownRequest<'_> {
    /// The request as plain text.
    pub fn prompt_text(&self) -> String {
        let [(_, title), (_, prompt), (_, description)] = self.texts();
        let node = &self.run.machine.nodes[self.path.node];
        let mut parts = vec![format!("# {}", title.text)];
        parts.extend([description.text, prompt.text].into_iter().filter(|text| !text.is_empty()));
        let mut add = |heading: &str, body: String| {
            if !body.is_empty() {
                parts.push(format!("## {heading}\n{body}"));
            }
        };
        if self.kind() == Work::Code {
            add("Code", node.text("code").unwrap_or_default().to_owned());
        }
        add("Request", self.place());
        let before = self.path.failed_before.as_ref();
        add("Previous attempt failed", before.map(failure_text).unwrap_or_default());
        let last = self.path.last_error.as_ref().filter(|last| Some(*last) != before);
        add("Last error", last.map(failure_text).unwrap_or_default());
        add("Contexts", self.projection().text);
        add(
            "Answers",
            lines(self.answers(), |(_, query, ok, text, _)| {
                format!("- {query}\n  {}{text}", if ok { "" } else { "no answer: " })
            }),
        );
        add("Recent transitions", lines(self.moves(), move_text));
        add("This attempt so far", lines(self.turns(), turn_text));
        add("Tools", lines(self.tools(), |tool| format!("- {}: {}", tool.name, tool.description(self.run))));
        parts.join("\n\n")
    }

    /// Who is asked, in which attempt and turn, and what remains.
    fn place(&self) -> String {
        let (run, path) = (self.run, self.path);
        let node = &run.machine.nodes[path.node];
        let attempts = (retries(&run.machine, path.node) + 1).max(path.attempt);
        let mut place = format!(
            "Path {} at `{}`, visit {}, attempt {} of {attempts}, turn {} of {}.",
            path.id,
            node.id,
            path.visit(),
            path.attempt,
            self.turn(),
            run.limits.max_turns
        );
        if let Some(Replica { item, index, total }) = path.origin.replica() {
            place.push_str(&match item {
                Some(item) => format!("\nItem {} of {total} (index {index}): {}", index + 1, item.to_json()),
                None => format!("\nBranch {} of {total} (index {index})", index + 1),
            });
        }
        if let Some(timeout) = timeout_ms(node) {
            place.push_str(&format!("\nTime limit: {timeout} ms"));
        }
        if self.kind() == Work::Decision {
            place.push_str("\nChoose one of the transitions.");
        }
        place
    }
}

fn lines<T>(all: impl IntoIterator<Item = T>, line: impl FnMut(T) -> String) -> String {
    all.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

fn failure_text(failure: &Arc<Failure>) -> String {
    format!("{} ({}) at `{}`: {}", failure.kind, failure.code, failure.node, failure.message)
}

fn move_text(step: &Arc<Move>) -> String {
    let mut text = format!("- {} -> {} ({}", step.from, step.to, step.cause.kind);
    for more in [&step.cause.text, &step.cause.reason].into_iter().flatten() {
        text.push_str(": ");
        text.push_str(more);
    }
    text.push(')');
    text
}

/// What was said in a turn, what was called with which input, and what it gave.
fn turn_text(turn: &Arc<Turn>) -> String {
    let mut text = format!("Turn {}", turn.number);
    if let Some(said) = &turn.text {
        text.push('\n');
        text.push_str(said);
    }
    for result in &turn.results {
        let given = to_string(&With(|out: &mut Writer| out.object(|object| result.write_result(object))));
        let input = result.input.as_ref().map(|input| format!(" {}", input.to_json())).unwrap_or_default();
        text.push_str(&format!("\n- {}{input}: {given}", result.name));
    }
    text
}
