//! What a machine states of its runs: `@always`, `@never` and `@reaches`.

use std::sync::Arc;

use crate::expr;
use crate::machine::bind::Binder;
use crate::machine::model::{Annotation, Formula, NodeIdx};
use crate::text::Span;
use crate::words;

words! {
    /// What is stated.
    #[derive(PartialOrd, Ord)]
    pub enum PropertyKind {
        /// The expression is true at all times.
        Always = "always",
        /// It is true at no time.
        Never = "never",
        /// As long as the run has not ended, it can come to the node, or has been there.
        Reaches = "reaches",
    }
}

/// Something that a machine states of its runs.
#[derive(Clone, Debug)]
pub struct Property {
    /// What is stated.
    pub kind: PropertyKind,
    /// The argument as written.
    pub text: Arc<str>,
    /// Its expression, for `@always` and `@never`.
    pub formula: Option<Formula>,
    /// Its node, for `@reaches`, if it is found.
    pub node: Option<NodeIdx>,
    /// The annotation.
    pub span: Span,
}

impl Property {
    /// The annotation as text.
    pub fn written(&self) -> String {
        format!("@{}({})", self.kind, self.text)
    }
}

/// The kind of property that an annotation states.
pub(super) fn kind_of(annotation: &Annotation) -> Option<PropertyKind> {
    PropertyKind::ALL.iter().copied().find(|kind| annotation.is(&[kind.word()])).filter(|_| !annotation.is_off())
}

/// The properties that the annotations of the machine state, each once; those without an argument state nothing.
pub(super) fn of_machine(binder: &Binder, annotations: &[Annotation]) -> Vec<Property> {
    let mut all: Vec<Property> = Vec::new();
    for annotation in annotations {
        let Some(kind) = kind_of(annotation) else { continue };
        let Some(text) = annotation.value.as_ref().and_then(|value| value.as_str()) else { continue };
        let text: Arc<str> = expr::normalise(text).into();
        if text.is_empty() || all.iter().any(|known| known.kind == kind && known.text == text) {
            continue;
        }
        let span = annotation.span;
        let (mut formula, mut node) = (None, None);
        if kind == PropertyKind::Reaches {
            let words: Vec<&str> = text.split('.').collect();
            let found = binder.scopes.resolve(binder.nodes, None, &words).ok();
            let found = found.filter(|found| found.used == words.len()).map(|found| found.node);
            node = found.filter(|node| binder.nodes[*node].class.is_executable());
        } else {
            let expr = expr::parse(&text).map(|parsed| Arc::new(binder.bind(None, parsed)));
            formula = Some(Formula { text: text.clone(), expr, span: annotation.place(0) });
        }
        all.push(Property { kind, text, formula, node, span });
    }
    all
}
