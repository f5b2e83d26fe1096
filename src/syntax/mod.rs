//! Text to tree: lexer, error-recovering parser, token classes for colouring; and tree to text, the formatter.
//!
//! Parsing is total and linear. A broken text gives a tree too, with a diagnostic for each bad item and all
//! other items kept. What names, types and values mean is the business of `machine`.
//!
//! ```
//! use tracklight::syntax;
//! let tree = syntax::parse("init off; state on\noff -press-> on");
//! assert!(tree.diagnostics.is_empty());
//! assert_eq!(tree.items.len(), 3);
//! ```

pub mod tree;

mod format;
mod highlight;
mod lexer;
mod lost_quote;
mod parser;
mod pasted;

use std::sync::Arc;

use crate::text::LineIndex;
use crate::work::Work;
pub use format::{FormatRefusal, format, format_tree};
pub use highlight::{Class, Highlight, highlight, highlight_within};
pub(crate) use lexer::{is_open_string, opening_quote};
pub use lexer::{is_word, quoted};
use tree::{File, Tree};

/// Parses a text, whatever it is.
pub fn parse(text: &str) -> Tree {
    parse_within(text, &Work::default())
}

/// Parses a text as far as a budget of work covers it. A text that costs more gives a tree without items, whose only
/// finding is `too-large`.
pub fn parse_within(text: &str, work: &Work) -> Tree {
    let lines = LineIndex::new(text);
    let parser::Parsed { tokens, items, diagnostics, verbatim } = parser::parse(text, 0, work);
    Tree { text: Arc::from(text), lines, tokens, items, diagnostics, verbatim, files: Vec::new() }
}

/// Parses a file whose text stands behind `from` in `joint`, where its places then lie.
pub(crate) fn parse_file(joint: &str, from: usize, path: &Arc<str>, text: &Arc<str>, work: &Work) -> File {
    let parsed = parser::parse(joint, from, work);
    File {
        path: path.clone(),
        start: from as u32,
        text: text.clone(),
        lines: LineIndex::new(text),
        items: parsed.items,
        diagnostics: parsed.diagnostics,
    }
}
