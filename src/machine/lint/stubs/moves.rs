//! Where a stub goes: an edge that its agent can choose must lead there.

use crate::diagnostic::Diagnostic;
use crate::machine::control::{EdgeClass, Exit};
use crate::machine::lint::facts::add_edge;
use crate::syntax::tree::{Attribute, Val};
use crate::text::Span;

use super::ScriptCheck;

/// Begins the names of the tools that choose an edge.
const TOOL: &str = "transition_to_";

impl ScriptCheck<'_> {
    /// Checks the transition that a reply chooses, by target or label. Names of tools are not checked.
    pub(super) fn go(&mut self, written: &Attribute, span: Span, name: &str) {
        let machine = self.machine;
        let exits = machine.control.effective(self.node);
        if name.starts_with(TOOL) || !self.spend(exits.len() + self.later.len() + 1) {
            return;
        }
        let is_tried_again = self.later.iter().flat_map(Val::entries).any(|entry| &*entry.key.text == "go");
        let labels: Vec<String> = exits.iter().map(|exit| machine.edges[exit.edge].text()).collect();
        // Only the run knows what a label with a template says.
        if is_tried_again || labels.iter().any(|label| label.contains("{{")) {
            return;
        }
        let wanted = name.to_lowercase();
        let is_meant = |(exit, label): &(&Exit, &String)| {
            let target = &machine.nodes[exit.to];
            [&*target.id, &*target.name, label.as_str()].iter().any(|known| known.to_lowercase() == wanted)
        };
        let intended: Vec<&Exit> = exits.iter().zip(&labels).filter(is_meant).map(|(exit, _)| exit).collect();
        let finding = match self.not_chosen(&intended) {
            Some(exit) => self.decided_by_run(written, exit),
            None if intended.is_empty() => self.leads_nowhere(written, span, name, exits),
            None => return,
        };
        self.findings.push(finding);
    }

    /// The first of the intended edges, if the agent can choose none of them.
    fn not_chosen<'e>(&self, intended: &[&'e Exit]) -> Option<&'e Exit> {
        let chosen = intended.iter().any(|exit| self.machine.is_choice(exit.edge));
        intended.first().copied().filter(|_| !chosen)
    }

    fn decided_by_run(&self, written: &Attribute, exit: &Exit) -> Diagnostic {
        let machine = self.machine;
        let message = format!("{}, so this reply will be rejected", self.decision(exit));
        let finding = Diagnostic::warning("stub-go", written.span, message);
        if machine.is_spawn(exit.edge) {
            return finding.hint("did you mean `spawn`?").fix("use `spawn`", written.key.span, "spawn");
        }
        self.delete(written, finding)
    }

    fn delete(&self, written: &Attribute, finding: Diagnostic) -> Diagnostic {
        finding.fix("delete `go`", self.with_separator(written.span), "")
    }

    /// Who decides about an edge that is not left to the agent.
    fn decision(&self, exit: &Exit) -> String {
        let machine = self.machine;
        let (node, target) = (&machine.nodes[self.node].id, &machine.nodes[exit.to].id);
        let decides = match machine.control.class(exit.edge) {
            Some(EdgeClass::Fanout) => "starts a new path",
            Some(EdgeClass::Conditional) => "is taken when its condition is true, not by choice",
            _ => "is taken by the run, not by choice",
        };
        format!("`{node} -> {target}` {decides}")
    }

    fn leads_nowhere(&mut self, written: &Attribute, span: Span, name: &str, exits: &[Exit]) -> Diagnostic {
        let machine = self.machine;
        let node = &machine.nodes[self.node].id;
        let message = format!("no transition leads from `{node}` to `{name}`, so this reply will be rejected");
        let finding = Diagnostic::warning("stub-go", span, message);
        let named = |exit: &Exit| &*machine.nodes[exit.to].name;
        if let Some(near) = self.suggest.among(name, exits.iter().map(named)) {
            let intended: Vec<&Exit> = exits.iter().filter(|exit| named(exit) == near).collect();
            return match self.not_chosen(&intended) {
                Some(exit) => self.delete(written, finding.hint(self.decision(exit))),
                None => self.did_you_mean(finding, span, near),
            };
        }
        match machine.find(name).filter(|target| machine.nodes[*target].class.is_executable()) {
            Some(_) => add_edge(machine, finding.hint("add the edge"), &format!("{node} -> {name}")),
            None => finding,
        }
    }

    /// An entry of a map with its separator: the one after it, or the one before if it is the last. With its whole line
    /// if nothing else is on it.
    fn with_separator(&self, entry: Span) -> Span {
        let text = &*self.tree.text;
        let is_blank = |c: char| c == ' ' || c == '\t';
        let (start, end) = (entry.start as usize, entry.end as usize);
        let (before, after) = (text.get(..start).unwrap_or(""), text.get(end..).unwrap_or(""));
        let after = after.trim_start_matches(is_blank);
        let next = after.strip_prefix([';', ',']).unwrap_or(after);
        let divided = Span::new(start, text.len() - next.len());
        let line = divided.with_line(text);
        let next = next.trim_start_matches(is_blank);
        match before.trim_end_matches(is_blank).strip_suffix([';', ',']) {
            _ if line != divided => line,
            Some(kept) if next.starts_with('}') => Span::new(kept.len(), end),
            _ => Span::new(start, text.len() - next.len()),
        }
    }
}
