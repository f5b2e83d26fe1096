//! What could be written at an offset.

mod annotations;
mod expression;
mod imports;
mod items;
mod labels;
mod nodes;
mod stubs;

use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::service::site::{Caret, Site, caret};
use crate::service::{Range, words};
use crate::shape;
use crate::text::Span;

/// At most this many are offered.
const MOST: usize = 1000;

/// One thing that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Start of the text it replaces, in UTF-16 units.
    pub from: u32,
    /// End of the text it replaces.
    pub to: u32,
    /// What is shown.
    pub label: String,
    /// One of `type node field annotation parameter value arrow label keyword function variable file symbol`.
    pub kind: &'static str,
    /// One line about it.
    pub detail: Option<String>,
    /// One to three lines that use a word of the language.
    pub example: Option<&'static str>,
    /// What is written in the place of the range.
    pub insert: String,
    /// Completions are shown in the order of these texts.
    pub sort: String,
}
shape!(Completion { from, to, label, kind, insert, sort; detail, example });

/// What could be written at a UTF-16 offset, filtered by the part of the word left of it; the word is replaced.
///
/// Nothing is offered in comments and in texts that are neither conditions nor placeholders.
///
/// ```
/// use tracklight::{machine::Machine, service::complete};
/// let machine = Machine::parse("state off; state on\noff -> o");
/// let offered: Vec<String> = complete(&machine, 28).into_iter().map(|one| one.label).collect();
/// assert_eq!(offered, ["off", "on"]);
/// ```
pub fn complete(machine: &Machine, offset: u32) -> Vec<Completion> {
    let tree = &machine.tree;
    let offset = tree.lines.byte(&tree.text, offset);
    let caret = caret(machine, offset);
    let mut offers = Offers::new(machine, &caret);
    offers.site(&caret);
    offers.list
}

struct Offers<'m> {
    machine: &'m Machine,
    scope: Option<NodeIdx>,
    word: Span,
    range: Range,
    prefix: &'m str,
    /// What closes the placeholder around the word, where nothing does yet.
    closer: &'static str,
    list: Vec<Completion>,
    /// The nodes that are offered already.
    seen: Vec<bool>,
}

impl<'m> Offers<'m> {
    fn new(machine: &'m Machine, caret: &Caret) -> Self {
        Self {
            machine,
            scope: caret.scope,
            word: caret.word,
            range: Range::of(&machine.tree, caret.word),
            prefix: machine.tree.str(caret.prefix),
            closer: "",
            list: Vec::new(),
            seen: Vec::new(),
        }
    }

    fn fits(&self, label: &str) -> bool {
        let start = label.get(..self.prefix.len());
        self.prefix.is_empty() || start.is_some_and(|start| start.eq_ignore_ascii_case(self.prefix))
    }

    fn add(&mut self, kind: &'static str, label: &str, insert: &str, detail: &str) {
        self.teach(kind, label, insert, detail, "");
    }

    /// Adds a word of the language with its example.
    fn teach(&mut self, kind: &'static str, label: &str, insert: &str, detail: &str, example: &'static str) {
        if self.list.len() >= MOST || !self.fits(label) {
            return;
        }
        let Some(insert) = self.fitting(insert) else { return };
        self.list.push(Completion {
            from: self.range.from,
            to: self.range.to,
            label: label.to_owned(),
            kind,
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            example: (!example.is_empty()).then_some(example),
            insert,
            sort: format!("{:04}", self.list.len()),
        });
    }

    /// What is inserted: an offer as it is written at the end of a text, without what follows the word already, be it
    /// a blank or what begins with the same bracket, quote or colon. `None` if nothing is left.
    fn fitting(&self, insert: &str) -> Option<String> {
        let after = self.machine.tree.text.get(self.word.end as usize..).unwrap_or_default();
        let next = after.trim_start_matches([' ', '\t']).chars().next();
        let mut insert = insert.get(..tail(insert, next)).unwrap_or(insert);
        if insert.is_empty() {
            return None;
        }
        if after.starts_with([' ', '\t']) {
            insert = insert.trim_end();
        }
        Some(format!("{insert}{}", self.closer))
    }

    fn site(&mut self, caret: &Caret) {
        let chained = !caret.chain.is_empty();
        match caret.site {
            Site::Nothing => {}
            Site::Symbol => self.symbols(&caret.chain),
            Site::Path(span) => self.paths(span),
            Site::Item if chained => self.below(&caret.chain, false),
            Site::Item => self.item(),
            Site::Arrow if chained => {}
            Site::Arrow => self.arrows(),
            Site::End { .. } | Site::Note if chained => self.below(&caret.chain, true),
            Site::End { access } => self.nodes(access, |_| true),
            Site::Note => self.nodes(false, |_| true),
            Site::Label { opener, fresh } => self.labels(opener, fresh && caret.word.is_empty()),
            Site::Fields => self.listed(),
            Site::Annotation(holder) => self.annotations(holder, ""),
            Site::Argument { name, key, first, holder } => {
                let place = self.place(holder);
                self.argument(self.machine.tree.str(name), key, first, place, &caret.chain);
            }
            Site::Type if chained => self.below(&caret.chain, false),
            Site::Type => self.types(),
            Site::Value { .. } if chained => self.below(&caret.chain, true),
            Site::Value { key, owner, map } => self.value(key, owner, map),
            Site::Key { map, owner } => match owner.map(|owner| self.machine.tree.str(owner)) {
                Some("style") => self.style_keys(": "),
                Some("stub") => self.stub_keys(map),
                Some(_) => {}
                None => {
                    for (key, says, example) in words::LABELS.iter().skip(words::VERBS) {
                        self.teach("label", &format!("{key}:"), &format!("{key}: "), says, example);
                    }
                }
            },
            Site::Expression(span) => self.expression(span),
        }
    }
}

/// Where the part of an offer begins that `next` stands for already: from its first bracket, quote or colon, if that is
/// the character that follows.
fn tail(insert: &str, next: Option<char>) -> usize {
    // A quoted key is the word itself.
    let quoted = insert.strip_prefix('"').and_then(|rest| rest.find('"')).map_or(0, |end| end + 2);
    let rest = insert.get(quoted..).unwrap_or_default();
    let opener = rest.char_indices().find(|(_, c)| matches!(c, ':' | '(' | '[' | '{' | '"' | '\''));
    match opener {
        Some((at, c)) if Some(c) == next => quoted + at,
        _ => insert.len(),
    }
}
