//! Tree to text in the one layout of the language.
//!
//! Items are printed in source order from the tree; comments, blank lines and what is spelled freely are found
//! again in the source. Only layout changes: the text means the same machine afterwards, and formatting it again
//! changes nothing.
//!
//! | file | prints |
//! |---|---|
//! | `printer` | lines, columns, comments, groups in brackets |
//! | `items` | imports, header, declarations, attributes |
//! | `edges` | edge statements, arrows, labels |
//! | `values` | values, types, annotations |
//!
//! ```
//! use tracklight::syntax;
//! let text = syntax::format("init  off , state on // lit\noff - press -> on").unwrap();
//! assert_eq!(text, "init off\nstate on  // lit\noff -press-> on\n");
//! ```

mod edges;
mod items;
mod printer;
mod values;

use crate::diagnostic::Diagnostic;
use crate::syntax::format::printer::Printer;
use crate::syntax::parser::loses_text;
use crate::syntax::tree::Tree;

/// Why a text is not formatted: it has a syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatRefusal {
    /// The first syntax error.
    pub error: Box<Diagnostic>,
    /// The 1-based line it is on.
    pub line: u32,
}

impl FormatRefusal {
    /// The code of the refusal.
    pub const CODE: &'static str = "format-refused";

    /// The obstacle, in words.
    pub fn message(&self) -> String {
        format!("line {}: {} (`{}`)", self.line, self.error.message, self.error.code)
    }
}

/// The text in the layout of the language: one item a line, two spaces a level, comments and blank lines kept.
///
/// # Errors
/// A text with syntax errors is refused, because what it means is not sure.
pub fn format(source: &str) -> Result<String, FormatRefusal> {
    format_tree(&super::parse(source))
}

/// [`format`] for a text that is parsed already.
///
/// # Errors
/// The same.
pub fn format_tree(tree: &Tree) -> Result<String, FormatRefusal> {
    if let Some(error) = tree.diagnostics.iter().find(|found| loses_text(found)) {
        return Err(FormatRefusal { error: Box::new(error.clone()), line: tree.lines.line(error.span.start) + 1 });
    }
    let mut printer = Printer::new(tree);
    printer.file();
    Ok(printer.finish())
}
