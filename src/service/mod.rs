//! What an editor asks about a text.
//!
//! Everything answers from one analysis and works on broken text. Places are UTF-16 offsets, because editors
//! count so.
//!
//! | file | answers | from |
//! |---|---|---|
//! | `uses` | which word names what | the tree, names resolved as the model does |
//! | `places` `tokens` | definition and references, colours | the uses |
//! | `hover` | facts as Markdown | the uses, the model, `words` |
//! | `reference` | the language as a list | `words` |
//! | `site` `complete` | what may stand at an offset | the tokens left of it, the model, `words` |
//! | `fixes` | what can be done about a selection | findings and uses |
//! | `edit` | the edits that a change of the drawing needs | all texts, read before and after |
//! | `rename` | the edits that renaming a file needs | the set of files |
//! | `texts` | the files of the set, each as the source | the set of files |
//! | `symbols` | the edits that renaming what a name stands for needs | the uses in all files, read as a source each |
//! | `outline` `folds` | the shape of the text | model and tokens |
//!
pub mod complete;
pub mod edit;
pub mod fixes;
pub mod folds;
pub mod hover;
pub mod outline;
pub mod places;
pub mod reference;
pub mod rename;
mod site;
pub mod symbols;
mod texts;
pub mod tokens;
pub mod uses;

use std::sync::Arc;

use crate::shape;
use crate::syntax::tree::Tree;
use crate::text::Span;

pub use crate::machine::words;
pub use complete::{Completion, complete};
pub use fixes::fixes;
pub use folds::folds;
pub use hover::{Hover, hover};
pub use outline::{OutlineItem, outline};
pub use places::{definition, references};
pub use reference::reference;
pub use rename::{FileEdit, rename_file};
pub use symbols::{Renaming, Script, rename};
pub use tokens::tokens;
pub use uses::Uses;

/// A half-open range of UTF-16 offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    /// Where it starts.
    pub from: u32,
    /// One past its end.
    pub to: u32,
}
shape!(Range { from, to });

impl Range {
    /// The range of a span of the tree's text.
    pub fn of(tree: &Tree, span: Span) -> Self {
        let utf16 = |offset| tree.lines.utf16(&tree.text, offset);
        Self { from: utf16(span.start), to: utf16(span.end) }
    }
}

/// A range of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it starts, in UTF-16 units of its file.
    pub from: u32,
    /// One past its end.
    pub to: u32,
    /// The path of an imported file; `None` for the source.
    pub file: Option<Arc<str>>,
}
shape!(Place { from, to; file });

impl Place {
    /// The place of a span of the tree's texts.
    pub fn of(tree: &Tree, span: Span) -> Self {
        let place = tree.place(span);
        let utf16 = |offset| place.lines.utf16(place.text, offset);
        Self { from: utf16(place.span.start), to: utf16(place.span.end), file: place.file.cloned() }
    }
}
