//! Rows and columns: which leaves of a container share a rank, by the slots of its grid or by their own `rank`.

use std::borrow::Cow;

use crate::machine::model::{NodeIdx, Style};
use crate::value::Value;
use crate::view::plan::{Plan, Shape};

/// Leaves that share a rank.
pub struct Rank {
    /// What its subgraph is called behind the path of the container.
    pub name: Cow<'static, str>,
    /// The word Graphviz knows.
    pub word: &'static str,
    /// True if the rail of that name holds the rank.
    pub railed: bool,
    /// The leaves.
    pub members: Vec<NodeIdx>,
}

/// The most slots of a grid.
const MOST: usize = 100;

const WORDS: [&str; 5] = ["min", "max", "same", "source", "sink"];

/// The ranks of the leaves below `parent`: those of its grid, slot by slot, then those that leaves ask for. A leaf
/// with a slot is in the grid, one with a `rank` is not, all others take slots in turn.
pub fn ranks(plan: &Plan, parent: Option<NodeIdx>) -> Vec<Rank> {
    let machine = plan.machine;
    let own = parent.map_or(&machine.style, |parent| &machine.nodes[parent].style);
    let slots = whole(own, &["grid", "columns", "cols"]).unwrap_or(0).min(MOST);
    let rank = |name, word, railed| Rank { name, word, railed, members: Vec::new() };
    let mut ranks: Vec<Rank> = (1..=slots).map(|slot| rank(slot.to_string().into(), "same", true)).collect();
    ranks.extend(WORDS.map(|word| rank(word.into(), word, false)));
    let mut next = 0;
    for leaf in plan.below(parent).filter(|at| plan.shape(*at) == Shape::Leaf) {
        let style = &machine.nodes[leaf].style;
        let slot = whole(style, &["grid-position", "grid-pos", "column", "col"]).filter(|_| slots > 0);
        let word = value(style, &["rank"]).and_then(|value| WORDS.iter().position(|word| value.as_str() == Some(word)));
        let place = match (slot, word) {
            (Some(slot), _) => slot.min(slots) - 1,
            (None, Some(word)) => slots + word,
            (None, None) if slots > 0 => {
                next += 1;
                (next - 1) % slots
            }
            (None, None) => continue,
        };
        if let Some(rank) = ranks.get_mut(place) {
            rank.members.push(leaf);
        }
    }
    ranks.retain(|rank| rank.railed || !rank.members.is_empty());
    ranks
}

/// The last entry of a style under any of these names.
fn value<'a>(style: &'a Style, names: &[&str]) -> Option<&'a Value> {
    style.iter().rev().find(|(key, _)| names.contains(&&**key)).map(|(_, value)| value)
}

/// The same as a whole number from 1.
fn whole(style: &Style, names: &[&str]) -> Option<usize> {
    let number = value(style, names)?.as_num().filter(|number| number.fract() == 0.0 && *number >= 1.0)?;
    Some(number.min(MOST as f64) as usize)
}
