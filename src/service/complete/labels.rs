//! Arrows and their content.

use super::Offers;
use crate::machine::model::{Class, NodeIdx};
use crate::service::site::Holder;
use crate::service::words;
use crate::syntax::tree::TokenKind;
use crate::text::Span;

impl Offers<'_> {
    pub(super) fn arrows(&mut self) {
        for (arrow, says, example) in words::ARROWS {
            self.teach("arrow", arrow, &format!("{arrow} "), says, example);
        }
        self.add("arrow", "-reads->", "-reads-> ", "The step can read the context.");
        self.add("arrow", "-writes->", "-writes-> ", "The step can read and write the context.");
        self.add("arrow", "-asks->", "-asks-> ", "The step asks people for fields of the context.");
        self.add("arrow", "-when:", "-when: ", "Transition with a condition.");
        self.add("arrow", "-on:", "-on: ", "Transition when an event comes.");
        self.add("arrow", "-after:", "-after: ", "Transition when a time has passed.");
    }

    pub(super) fn labels(&mut self, opener: TokenKind, fresh: bool) {
        let closer = match opener {
            TokenKind::Dash => "->",
            TokenKind::Equals => "=>",
            _ => "-->",
        };
        let closed = self.is_closed();
        if fresh && !closed {
            // What is typed of the arrow is left of the offset already.
            let rest: &[(&str, &str)] = match opener {
                TokenKind::Dash => &[("->", "> "), ("-->", "-> ")],
                TokenKind::Equals => &[("=>", "> ")],
                _ => &[("-->", "> ")],
            };
            for (arrow, insert) in rest {
                self.add("arrow", arrow, insert, words::sentence(words::ARROWS, arrow).unwrap_or_default());
            }
        }
        for (at, (word, says, example)) in words::LABELS.iter().enumerate() {
            if at < words::VERBS {
                let insert = if closed { (*word).to_owned() } else { format!("{word}{closer} ") };
                self.teach("label", word, &insert, says, example);
            } else {
                self.teach("label", &format!("{word}:"), &format!("{word}: "), says, example);
            }
        }
        self.annotations(Holder::Edge, "@");
    }

    /// True if an arrow stands behind the word on its line.
    pub(super) fn is_closed(&self) -> bool {
        use TokenKind::{Arrow, FatArrow, LongArrow};
        let tokens = &self.machine.tree.tokens;
        let next = tokens.partition_point(|token| token.span.end <= self.word.end);
        let rest = tokens.get(next..).unwrap_or_default();
        let line = rest.iter().take_while(|token| !token.first_on_line);
        line.take_while(|token| token.kind != TokenKind::Semicolon)
            .any(|token| matches!(token.kind, Arrow | FatArrow | LongArrow))
    }

    /// The fields of the contexts at the ends of the edge; of all contexts while it has no end.
    pub(super) fn listed(&mut self) {
        let machine = self.machine;
        let here = |span: Span| span.start <= self.word.start && self.word.end <= span.end;
        let mut ends: Vec<NodeIdx> = machine
            .edges
            .iter()
            .filter(|edge| edge.arrow.is_some() && here(edge.arrow_span))
            .flat_map(|edge| [edge.source, edge.target])
            .filter(|end| machine.nodes[*end].class == Class::Context)
            .collect();
        if ends.is_empty() {
            ends = machine.contexts.iter().map(|context| context.node).collect();
        }
        ends.sort_unstable();
        ends.dedup();
        ends.iter().for_each(|end| self.fields(*end));
    }
}
