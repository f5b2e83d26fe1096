//! The sections of nodes that are shown, and the handles of nodes that are not shown in full.

use super::shown_nodes::{Below, Item, Walker};
use super::{Handle, Section};
use crate::context::budget::{Claim, marker};
use crate::context::layer::State;
use crate::machine::table::Table;
use crate::projection::graph::At;

impl Walker<'_> {
    /// An item as the agent sees it.
    pub(super) fn section(&self, item: &Item, claim: &Claim) -> Section {
        let (graph, at) = (self.graph, item.at);
        let cut = claim.cut();
        let text = self.lines.text(item.first, item.first + 1 + claim.kept_lines);
        let mut text = text.strip_prefix('\n').unwrap_or(text).to_owned();
        if let Some(cut) = cut.as_ref().filter(|_| claim.marked) {
            text.push('\n');
            text.push_str(&marker(cut.lines, cut.tokens));
        }
        Section {
            id: graph.nodes[at].id.clone(),
            kind: graph.kind(at),
            title: item.title.clone(),
            state: item.state,
            access: item.access,
            depth: item.depth,
            via: item.via.map(|via| graph.nodes[via].id.clone()),
            version: item.version,
            stale: graph.stale.binary_search(&at).is_ok(),
            tokens: claim.header.saturating_add(claim.body()),
            allowance: claim.allowance,
            text,
            cut,
        }
    }

    /// What could be opened, in the order of the walk.
    pub(super) fn handles(&self, claims: &[Claim]) -> Vec<Handle> {
        let graph = self.graph;
        let mut item_of: Table<At, Option<usize>> = Table::beside(&graph.nodes, None);
        for (place, item) in self.items.iter().enumerate() {
            item_of[item.at] = Some(place);
        }
        let mut done = Table::beside(&graph.nodes, false);
        let mut handles = Vec::new();
        let mut open: Vec<(At, bool)> = graph.roots.iter().rev().map(|root| (*root, false)).collect();
        while let Some((at, folded)) = open.pop() {
            // A node that the walk reached elsewhere is shown there.
            if folded && self.met[at] || std::mem::replace(&mut done[at], true) {
                continue;
            }
            if self.inside[at] {
                let found = item_of[at].and_then(|place| Some((self.items.get(place)?, claims.get(place)?)));
                handles.extend(self.handle(at, found));
            }
            let folded = folded || self.below(at) == Below::Folded;
            open.extend(self.next(at).rev().map(|child| (child, folded)));
        }
        handles
    }

    fn handle(&self, at: At, found: Option<(&Item, &Claim)>) -> Option<Handle> {
        let title = found.map_or_else(|| self.graph.title(at), |(item, _)| item.title.clone());
        let (reason, tokens) = match found {
            None if self.met[at] => ("hidden", self.cost(at)),
            None => ("inside", self.cost(at)),
            Some((item, claim)) if !claim.shown => {
                let whole = if item.state < State::Details { self.body_cost(at) } else { claim.whole };
                ("dropped", claim.header.saturating_add(whole))
            }
            Some((item, _)) if item.state == State::Summary => ("summary", self.body_cost(at)),
            Some((item, _)) if item.state == State::Collapsed => {
                let tokens = self.body_cost(at);
                if tokens == 0 && (self.is_other_topic(at) || self.children(at).next().is_none()) {
                    return None;
                }
                ("collapsed", tokens)
            }
            Some((_, claim)) => ("cut", claim.cut()?.tokens),
        };
        let (id, kind) = (self.graph.nodes[at].id.clone(), self.graph.kind(at));
        Some(Handle { id, kind, title, state: self.states[at], tokens, reason })
    }
}
