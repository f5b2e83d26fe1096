//! Renaming what a name stands for: the edits in all files of the set, and in the scripts that stand in for stubs.
//!
//! Each file is read as the source of the set once, so that its names mean what they mean in it. A thing is the same
//! in two files if it is declared at the same place. The edited texts are read again: they must give the same machine
//! except for the name, or nothing is renamed.

use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::machine::Machine;
use crate::machine::model::{Class, NodeIdx, Origin};
use crate::machine::names::has_attribute;
use crate::machine::words;
use crate::refusal::{Code, Refusal};
use crate::service::texts::{Reading, Symbol, Texts};
use crate::service::uses::{Target, Use, Uses};
use crate::service::{FileEdit, Range};
use crate::shape;
use crate::syntax::is_word;
use crate::syntax::tree::TokenKind;
use crate::text::Span;

/// A script that stands in for the stub of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The id of the node.
    pub node: String,
    /// The script as JSON.
    pub json: String,
}
shape!(Script { node, json });

/// What a renaming changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// The edits of the texts, by file, the source first, and by place.
    pub edits: Vec<FileEdit>,
    /// The scripts as they were given, under the new ids of their nodes and with the new name in them. Those of nodes
    /// that the machine does not have are as they were.
    pub scripts: Vec<Script>,
}
shape!(Renaming { edits, scripts });

/// The edits that give the thing named at a UTF-16 offset of a file another name, wherever that names it. `None` is the
/// source.
///
/// A node keeps the aliases that imports give it, and an alias is renamed alone. Refused with `no-symbol` where nothing
/// is named that the texts declare, with `bad-name` if the new name is no word, with `name-exists` if it is taken, and
/// with `name-captured` if the texts would mean something else.
///
/// ```
/// use tracklight::{machine::Machine, service::rename};
/// let machine = Machine::parse("task a; a -> b -> a");
/// let renaming = rename(&machine, None, 5, "wash", Vec::new()).unwrap();
/// assert_eq!(renaming.edits.len(), 3);
/// ```
pub fn rename(
    machine: &Arc<Machine>,
    file: Option<&str>,
    offset: u32,
    to: &str,
    scripts: Vec<Script>,
) -> Result<Renaming, Refusal> {
    let texts = Texts::of(machine);
    let unknown = || Refusal::new(Code::UnknownFile, format!("cannot find file `{}`", file.unwrap_or_default()));
    let origin = file.map_or(Some(0), |file| texts.place(file)).ok_or_else(unknown)?;
    let origin = if origin == 0 { Reading::new(&texts, 0, Arc::clone(machine)) } else { texts.read(origin) };
    let (target, old) = origin.named(offset).ok_or_else(|| {
        Refusal::new(Code::NoSymbol, "place the cursor on a node, field, type or alias that the machine declares")
    })?;
    is_free(&origin.machine, &target, &old, to)?;
    // The name of an event may have dots.
    let is_name = match target {
        Target::Event(_) => to.split('.').all(is_word),
        _ => is_word(to),
    };
    if !is_name {
        let message = format!("`{to}` is not a name: use letters, digits and `_`, and start with no digit");
        return Err(Refusal::new(Code::BadName, message));
    }
    let wanted = origin.symbol(&target);

    let mut after = texts.clone();
    let mut readings = Vec::new();
    let mut renaming = Renaming { edits: Vec::new(), scripts };
    for (at, (path, text)) in texts.list.iter().enumerate() {
        // A file that uses neither name is not affected.
        if at > 0 && !text.contains(&*old) && !text.contains(to) {
            continue;
        }
        let reading = if at == 0 { Reading::new(&texts, 0, Arc::clone(machine)) } else { texts.read(at) };
        if let Some(taken) = reading.taken(&wanted, &old, to) {
            return Err(taken);
        }
        let spans = reading.spans(&reading.uses, text, &wanted, &old);
        if let Some(slot) = after.list.get_mut(at) {
            slot.1 = edited(text, &spans, to).into();
        }
        let file = (at > 0).then(|| Arc::clone(path));
        renaming.edits.extend(spans.iter().map(|span| {
            let Range { from, to: end } = Range::of(&reading.machine.tree, *span);
            FileEdit { from, to: end, insert: to.to_owned(), file: file.clone() }
        }));
        readings.push((reading, spans));
    }
    if let Some(unclear) = readings.iter().find_map(|(reading, _)| reading.unclear(&wanted, &target, &origin, &old)) {
        return Err(unclear);
    }
    let captured = || {
        let message = format!("with the name `{to}` the machine would mean something else");
        Refusal::new(Code::NameCaptured, message)
    };
    let mut source = None;
    for (reading, spans) in &readings {
        let now = after.read(reading.place);
        if !reading.is_same(&now, spans, &wanted, to) {
            return Err(captured());
        }
        source = source.or(Some(now));
    }
    if let (Some((before, _)), Some(now)) = (readings.first(), &source) {
        for script in &mut renaming.scripts {
            before.script(now, script, &wanted, &old, to).ok_or_else(captured)?;
        }
    }
    Ok(renaming)
}

/// Checks that a thing may be renamed, and that the new name has no meaning of its own there.
fn is_free(machine: &Machine, target: &Target, old: &str, to: &str) -> Result<(), Refusal> {
    let belongs = |name: &str| Err(Refusal::new(Code::NameExists, format!("`{name}` is a word of the language")));
    let is_word_of = |name: &str| match target {
        Target::Node(_) | Target::Event(_) => false,
        Target::Selector(_) => words::annotation_called(name, words::NODE.or(words::EDGE)).is_some(),
        Target::Field(owner, _) => {
            let place = owner.map_or(words::MACHINE, |owner| words::Places::of_class(machine.nodes[owner].class));
            let is_field = |owner: NodeIdx| {
                machine.context_of(owner).is_some_and(|context| machine.field(context, name).is_some())
            };
            let is_style = owner.is_some_and(|owner| machine.nodes[owner].class == Class::Style);
            is_style
                || (owner.is_none() && name == "style")
                || words::ATTRIBUTES.iter().any(|(word, on, ..)| *word == name && on.overlaps(place))
                    && !(name == old && owner.is_some_and(is_field))
        }
    };
    match () {
        () if is_word_of(old) => belongs(old),
        () if old != to && is_word_of(to) => belongs(to),
        () => Ok(()),
    }
}

impl Reading {
    /// What is named at a UTF-16 offset, and by which word.
    fn named(&self, offset: u32) -> Option<(Target, Arc<str>)> {
        let tree = &self.machine.tree;
        let found = self.uses.at(tree.lines.byte(&tree.text, offset))?;
        // The name of an imported file whose file is unknown.
        let known = |node: NodeIdx| self.machine.nodes[node].name_span.is_some();
        match found.target {
            Target::Node(node) if !known(node) => None,
            _ => {
                let word = unquoted(&tree.text, found.span).of(&tree.text);
                Some((found.target.clone(), word.into()))
            }
        }
    }

    /// Where a text names something by a word.
    fn spans(&self, uses: &Uses, text: &str, wanted: &Symbol, old: &str) -> Vec<Span> {
        let named = uses.list().iter().filter(|name_use| self.symbol(&name_use.target) == *wanted);
        named.map(|name_use| unquoted(text, name_use.span)).filter(|span| span.of(text) == old).collect()
    }

    /// The refusal if there is a thing with the new name beside the one that is renamed.
    fn taken(&self, wanted: &Symbol, old: &str, to: &str) -> Option<Refusal> {
        let machine = &self.machine;
        let is_taken = old != to
            && match wanted {
                Symbol::Node(file, start) => machine.nodes.entries().any(|(at, node)| {
                    let (home, place) = self.node(at);
                    node.class.is_in_graph()
                        && (&home, place) == (file, *start)
                        && &*node.name == old
                        && machine.scopes.child(node.parent, to).is_some()
                }),
                Symbol::Field(Ok(owner), _) => machine.nodes.entries().any(|(at, node)| {
                    let is_owner = node.class != Class::Note && self.node(at) == *owner;
                    is_owner && has_attribute(node, to)
                }),
                Symbol::Field(Err(file), _) => *file == self.path && machine.attribute(to).is_some(),
                Symbol::Event(_) => machine.event(to).is_some(),
                Symbol::Selector(_) => {
                    let nodes = machine.nodes.iter().flat_map(|node| &node.annotations);
                    let edges = machine.edges.iter().flat_map(|edge| &edge.annotations);
                    let mut all = nodes.chain(edges).chain(&machine.annotations);
                    all.any(|annotation| annotation.name.eq_ignore_ascii_case(to))
                }
            };
        is_taken.then(|| Refusal::new(Code::NameExists, format!("`{to}` already exists")))
    }

    /// The refusal if a field of items of a list or map is named where only the run knows what it belongs to.
    fn unclear(&self, wanted: &Symbol, target: &Target, origin: &Reading, old: &str) -> Option<Refusal> {
        let (Symbol::Field(Ok(_), _), Target::Field(Some(owner), _)) = (wanted, target) else { return None };
        let owner = &origin.machine.nodes[*owner].name;
        let is_item = |kind: &str| {
            let inner = kind.split_once('<').map_or("", |(_, inner)| inner);
            inner.split(|c: char| !(c == '_' || c.is_alphanumeric())).any(|word| word == &**owner)
        };
        let machine = &self.machine;
        let kinds = machine
            .nodes
            .iter()
            .flat_map(|node| node.attributes.iter())
            .filter_map(|attribute| attribute.kind.as_deref());
        if !kinds.into_iter().any(is_item) {
            return None;
        }
        let (tree, text) = (&machine.tree, &*machine.tree.text);
        let dotted = format!(".{old}");
        let is_loose = |at: usize| {
            let word = Span::new(at + 1, at + dotted.len());
            let ends =
                !text.get(at + dotted.len()..).is_some_and(|rest| rest.starts_with(|c| is_word(&format!("_{c}"))));
            let token = tree.tokens.partition_point(|token| token.span.end <= word.start);
            let kind = tree.tokens.get(token).map(|token| token.kind);
            let is_comment = matches!(kind, Some(TokenKind::LineComment | TokenKind::BlockComment));
            ends && !is_comment && self.uses.at(word.start).is_none_or(|name_use| name_use.span != word)
        };
        let (at, _) = text.match_indices(&dotted).find(|(at, _)| is_loose(*at))?;
        let message = format!(
            "cannot tell whether `{dotted}` in line {} of `{}` is this field",
            tree.lines.line(at as u32) + 1,
            self.path
        );
        Some(Refusal::new(Code::NameCaptured, message))
    }

    /// True if an edited text means the same except for the name.
    fn is_same(&self, now: &Reading, edits: &[Span], wanted: &Symbol, to: &str) -> bool {
        let (a, b) = (&self.machine, &now.machine);
        let errors = |machine: &Machine| {
            let errors = machine.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
            let mut codes: Vec<&str> = errors.map(|finding| finding.code).collect();
            codes.sort_unstable();
            codes
        };
        let origin = |origin: &Origin| std::mem::discriminant(origin);
        let nodes = a.nodes.len() == b.nodes.len()
            && a.nodes.iter().zip(b.nodes.iter()).all(|(x, y)| {
                (x.class, x.parent, x.attributes.len(), x.annotations.len(), origin(&x.origin))
                    == (y.class, y.parent, y.attributes.len(), y.annotations.len(), origin(&y.origin))
            });
        let edges = a.edges.len() == b.edges.len()
            && a.edges.iter().zip(b.edges.iter()).all(|(x, y)| {
                let condition = |edge: &crate::machine::model::Edge| {
                    edge.condition.as_ref().map(|condition| condition.expr.is_ok())
                };
                (x.source, x.target, x.kind, condition(x)) == (y.source, y.target, y.kind, condition(y))
            });
        let contexts = a
            .contexts
            .iter()
            .map(|context| context.fields.len())
            .eq(b.contexts.iter().map(|context| context.fields.len()));
        nodes
            && edges
            && contexts
            && errors(a) == errors(b)
            && same_uses(&self.uses, &now.uses, edits, &self.machine.tree.text, to, &|name_use| {
                self.symbol(&name_use.target) == *wanted
            })
    }

    /// Renames in a script; `None` if it would mean something else.
    fn script(&self, now: &Reading, script: &mut Script, wanted: &Symbol, old: &str, to: &str) -> Option<()> {
        let Some(node) = self.machine.find(&script.node) else { return Some(()) };
        let uses = Uses::of_script(&self.machine, node, &script.json);
        let spans = self.spans(&uses, &script.json, wanted, old);
        let json = edited(&script.json, &spans, to);
        let after = Uses::of_script(&now.machine, node, &json);
        let renamed = |name_use: &Use| self.symbol(&name_use.target) == *wanted;
        let same = same_uses(&uses, &after, &spans, &script.json, to, &renamed);
        *script = Script { node: now.machine.nodes[node].id.to_string(), json };
        same.then_some(())
    }
}

/// True if two texts name the same things in the same order, except for the new name.
fn same_uses(a: &Uses, b: &Uses, edits: &[Span], text: &str, to: &str, renamed: &dyn Fn(&Use) -> bool) -> bool {
    let mut moved = 0;
    let mut edits = edits.iter().peekable();
    a.list().len() == b.list().len()
        && a.list().iter().zip(b.list()).all(|(x, y)| {
            while let Some(edit) = edits.next_if(|edit| edit.end <= x.span.start) {
                moved += to.len() as i64 - i64::from(edit.end - edit.start);
            }
            let is_edited = edits.peek().is_some_and(|edit| **edit == unquoted(text, x.span));
            let target = match &x.target {
                Target::Field(owner, _) if is_edited && renamed(x) => Target::Field(*owner, to.into()),
                Target::Selector(_) if is_edited => Target::Selector(to.into()),
                Target::Event(_) if is_edited => Target::Event(to.into()),
                target => target.clone(),
            };
            target == y.target && i64::from(x.span.start) + moved == i64::from(y.span.start)
        })
}

/// The part of a span inside its quotes.
pub(in crate::service) fn unquoted(text: &str, span: Span) -> Span {
    let raw = span.of(text);
    let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''));
    match quote {
        Some(quote) if raw.len() > 1 && raw.ends_with(quote) => Span { start: span.start + 1, end: span.end - 1 },
        _ => span,
    }
}

/// A text with the new name at all these places, which are in order.
fn edited(text: &str, spans: &[Span], to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        out.push_str(text.get(at..span.start as usize).unwrap_or_default());
        out.push_str(to);
        at = span.end as usize;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}
