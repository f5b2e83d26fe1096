//! One shape for everything the core says about a text: code, severity, place, words, and what mends it.

use crate::text::Span;

/// How bad it is. An error says that some text has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Some text has no meaning.
    Error,
    /// Probably not intended.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// At most this many findings of a text are listed; the others are only counted.
pub const LISTED: usize = 200;

/// Replaces the bytes of `span` by `insert`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// What comes instead.
    pub insert: String,
}

/// A quick fix: edits that are applied together and mend one diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, for a menu.
    pub title: String,
    /// Non-overlapping edits in text order.
    pub edits: Vec<Edit>,
}

/// A finding about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Kebab-case name, stable for ever.
    pub code: &'static str,
    /// The least text to underline.
    pub span: Span,
    /// Lower case, no final stop, names in backticks.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// Ways to mend it.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { severity, code, span, message: message.into(), hint: None, related: Vec::new(), fixes: Vec::new() }
    }

    /// An error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// An info.
    pub fn info(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, span, message)
    }

    /// The code of the one finding about a text that costs more work than its budget covers.
    pub const TOO_LARGE: &'static str = "too-large";

    /// The one finding about a text that costs more work than its budget covers. `what`: how much there is of what.
    pub fn too_large(what: String) -> Self {
        Self::error(Self::TOO_LARGE, Span::at(0), format!("this is too large: {what}"))
            .hint("make it smaller, or split it into several machines")
    }

    /// The same without its texts, for a finding that is counted and not listed.
    pub(crate) fn counted(self) -> Self {
        Self::new(self.severity, self.code, self.span, String::new())
    }

    /// True if it is only counted.
    pub(crate) fn is_counted_only(&self) -> bool {
        self.message.is_empty()
    }

    /// Adds what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a related place.
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push((span, message.into()));
        self
    }

    /// Adds a quick fix of one edit.
    pub fn fix(mut self, title: impl Into<String>, span: Span, insert: impl Into<String>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits: vec![Edit { span, insert: insert.into() }] });
        self
    }
}
