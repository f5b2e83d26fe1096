//! Names: which of them a text may use for a node, and new ones that nothing has.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::machine::names::{event_name, has_attribute};
use crate::quick::{Map, Set};
use crate::refusal::{Code, Refusal};
use crate::service::texts::Texts;
use crate::syntax::is_word;
use crate::value::Value;

/// The longest name that is made of a title.
const LONGEST: usize = 32;

/// The nodes that names are resolved among, by their ids.
pub(super) struct Names {
    ids: Set<Arc<str>>,
    /// By simple name, in the order of the nodes.
    called: Map<Arc<str>, Vec<Arc<str>>>,
    attributes: Map<Arc<str>, Vec<Arc<str>>>,
}

/// What a name resolves to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Resolved {
    pub id: Arc<str>,
    /// How many words lead to the node.
    pub used: usize,
    /// It was found from the block outwards, and not only by the end of its id.
    pub is_near: bool,
}

fn join(block: &str, name: &str) -> String {
    if block.is_empty() { name.to_owned() } else { format!("{block}.{name}") }
}

/// The id of the block around a node; that of the root is empty.
pub(super) fn parent(id: &str) -> &str {
    id.rsplit_once('.').map_or("", |(parent, _)| parent)
}

/// The simple name of a node.
pub(super) fn simple(id: &str) -> &str {
    id.rsplit_once('.').map_or(id, |(_, name)| name)
}

/// A node or an event, by its id.
pub(super) fn find_node(machine: &Machine, id: &str) -> Option<NodeIdx> {
    match event_name(id) {
        Some(name) => machine.event(name).map(|event| machine.events[event].node),
        None => machine.find(id),
    }
}

impl Names {
    /// Those of a machine, each with the id that `id` gives it.
    pub fn of(machine: &Machine, id: impl Fn(NodeIdx) -> Arc<str>) -> Names {
        let mut names = Names { ids: Set::default(), called: Map::default(), attributes: Map::default() };
        for (at, node) in machine.nodes.entries().filter(|(_, node)| node.class.is_in_graph()) {
            let id = id(at);
            names.called.entry(simple(&id).into()).or_default().push(id.clone());
            let own = node.attributes.iter().map(|attribute| attribute.name.clone());
            let properties =
                node.attribute("schema").and_then(|schema| schema.value.as_ref()?.get("properties")?.as_map());
            let fields = properties.into_iter().flat_map(|fields| fields.keys().cloned());
            let all = own.chain(fields.filter(|field| has_attribute(node, field))).collect();
            names.attributes.insert(id.clone(), all);
            names.ids.insert(id);
        }
        names
    }

    fn has_attribute(&self, id: &str, name: &str) -> bool {
        self.attributes.get(id).is_some_and(|all| all.iter().any(|known| **known == *name))
    }

    /// What a name means in the block of a node; that of the root has no id.
    pub fn resolve(&self, scope: &str, words: &[&str]) -> Option<Resolved> {
        let mut block = scope;
        loop {
            let mut at = block.to_owned();
            let mut used = 0;
            for word in words {
                let next = join(&at, word);
                if !self.ids.contains(&*next) {
                    break;
                }
                at = next;
                used += 1;
            }
            if used > 0 && words.get(used).is_none_or(|rest| self.has_attribute(&at, rest)) {
                return Some(Resolved { id: at.into(), used, is_near: true });
            }
            if block.is_empty() {
                break;
            }
            block = parent(block);
        }
        let anywhere = |words: &[&str]| -> Option<Arc<str>> {
            let end = words.join(".");
            let dotted = format!(".{end}");
            let fits = |id: &&Arc<str>| ***id == *end || id.ends_with(&dotted);
            self.called.get(*words.last()?)?.iter().find(fits).cloned()
        };
        if let Some(id) = anywhere(words) {
            return Some(Resolved { id, used: words.len(), is_near: false });
        }
        let (last, owner) = words.split_last()?;
        let id = anywhere(owner).filter(|id| self.has_attribute(id, last))?;
        Some(Resolved { id, used: owner.len(), is_near: false })
    }

    /// The shortest name by which a block finds a node from itself outwards.
    pub fn name_of(&self, scope: &str, id: &str) -> Option<String> {
        let mut block = scope;
        loop {
            let name =
                if block.is_empty() { Some(id) } else { id.strip_prefix(block).and_then(|id| id.strip_prefix('.')) };
            if let Some(name) = name {
                let words: Vec<&str> = name.split('.').collect();
                if self.resolve(scope, &words).is_some_and(|found| *found.id == *id && found.used == words.len()) {
                    return Some(name.to_owned());
                }
            }
            if block.is_empty() {
                return None;
            }
            block = parent(block);
        }
    }
}

/// True if a word occurs in a text.
pub(super) fn occurs(text: &str, word: &str) -> bool {
    occurrences(text, word).next().is_some()
}

/// Where a word stands in a text.
pub(super) fn occurrences<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let goes_on = |c: char| is_word(&format!("_{c}"));
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + word.len()..).and_then(|behind| behind.chars().next());
        !word.is_empty() && !before.is_some_and(goes_on) && !behind.is_some_and(goes_on)
    })
}

/// A name that occurs in no text of the set: `base`, or with a number behind it.
pub(super) fn free_name(texts: &Texts, base: &str, first: usize) -> String {
    let is_free = |name: &String| !texts.list.iter().any(|(_, text)| occurs(text, name));
    let numbered = |number: usize| if number == 0 { base.to_owned() } else { format!("{base}{number}") };
    let numbers = [first].into_iter().chain((first + 1).max(2)..);
    numbers.map(numbered).find(is_free).unwrap_or_default()
}

/// A name made of a text, or of a type word where the text has no letters.
pub(super) fn name_from(texts: &Texts, title: &str, kind: &str) -> String {
    let lower = title.to_lowercase();
    let mut base = String::new();
    for word in lower.split(|c: char| !is_word(&format!("_{c}"))).filter(|word| !word.is_empty()) {
        if base.chars().count() + word.chars().count() > LONGEST && !base.is_empty() {
            break;
        }
        if !base.is_empty() {
            base.push('_');
        }
        base.extend(word.chars().take(LONGEST));
    }
    if base.is_empty() || base == kind {
        return free_name(texts, kind, 1);
    }
    if !is_word(&base) {
        base.insert_str(0, &format!("{kind}_"));
    }
    free_name(texts, &base, 0)
}

/// The refusal of a name that something has already, with a free one.
pub(super) fn taken(texts: &Texts, name: &str) -> Refusal {
    Refusal::new(Code::NameTaken, format!("`{name}` already exists"))
        .with([("free", Value::from(free_name(texts, name, 2)))])
}

/// Refuses what is no name.
pub(super) fn check_name(texts: &Texts, name: &str) -> Result<(), Refusal> {
    if is_word(name) {
        return Ok(());
    }
    let message = format!("`{name}` is not a name: use letters, digits and `_`, and start with no digit");
    Err(Refusal::new(Code::BadName, message).with([("free", Value::from(name_from(texts, name, "node")))]))
}
