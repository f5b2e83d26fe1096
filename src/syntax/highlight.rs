//! What colour each part of a text has, from its tree alone.
//!
//! The tree names the parts that mean something; every token it does not name is a comment, punctuation, or
//! something the parser could make nothing of. What a name stands for is added by those who know the model.

use super::lexer::{lex, opening_quote};
use super::tree::*;
use crate::text::Span;
use crate::work::Work;

/// A coloured part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Its bytes; the parts of a text do not overlap and come in order.
    pub span: Span,
    /// What it is.
    pub class: Class,
    /// What else is known of it: `declaration`.
    pub modifiers: Vec<&'static str>,
}

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// What a part of a text is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Class { $($(#[$doc])* $name,)* }

        impl Class {
            /// All classes, in the order of their discriminants.
            pub const ALL: &'static [Class] = &[$(Class::$name),*];

            /// The word that style sheets know it by.
            pub fn word(self) -> &'static str {
                match self { $(Class::$name => $text,)* }
            }
        }
    };
}

classes! {
    /// A comment.
    Comment "comment",
    /// `machine`, `import`, `from`, `as`.
    Keyword "keyword",
    /// The type word of a declaration.
    Type "type",
    /// The name of a node.
    Node "node",
    /// A title.
    Title "title",
    /// `@Name`.
    Annotation "annotation",
    /// The key of an argument.
    Parameter "parameter",
    /// The key of an attribute, a field in an expression.
    Attribute "attribute",
    /// A type annotation.
    ValueType "valueType",
    /// A text.
    String "string",
    /// The braces of a placeholder.
    Template "template",
    /// A number.
    Number "number",
    /// `true`, `false`, `null`.
    Constant "constant",
    /// A bare word as a value.
    Reference "reference",
    /// `#name`.
    External "external",
    /// An arrow or its ends.
    Arrow "arrow",
    /// A text part of a label.
    Label "label",
    /// A key in a label.
    LabelKey "labelKey",
    /// The quotes around a condition.
    Condition "condition",
    /// A multiplicity.
    Multiplicity "multiplicity",
    /// Brackets and separators.
    Punctuation "punctuation",
    /// Text without meaning.
    Error "error",
    /// A name in an expression that is not dotted.
    Variable "variable",
    /// An operator of an expression.
    Operator "operator",
}

/// The attributes whose texts may hold placeholders.
const TEMPLATED: [&str; 6] = ["prompt", "title", "desc", "description", "needs", "wants"];

/// The coloured parts of a text, in order.
pub fn highlight(tree: &Tree) -> Vec<Highlight> {
    highlight_within(tree, Span::ALL)
}

/// The coloured parts that overlap a span, in order. Takes the time of what stands there, not of the whole text.
pub fn highlight_within(tree: &Tree, within: Span) -> Vec<Highlight> {
    let first = tree.tokens.partition_point(|token| token.span.end < within.start);
    let rest = tree.tokens.get(first..).unwrap_or_default();
    let tokens = rest.get(..rest.partition_point(|token| token.span.start <= within.end)).unwrap_or_default();
    let mut painter =
        Painter { tree, within, marks: Vec::with_capacity(tokens.len()), errors: Vec::new(), imports: Vec::new() };
    painter.items(&tree.items);
    let Painter { mut marks, errors, imports, .. } = painter;
    marks.sort_by_key(|mark| mark.span.start);
    let mut marks = marks.into_iter().peekable();
    let mut out: Vec<Highlight> = Vec::with_capacity(tokens.len());
    let mut covered = 0;
    for token in tokens {
        while let Some(mark) = marks.next_if(|mark| mark.span.start < token.span.end) {
            if mark.span.start >= covered && !mark.span.is_empty() {
                covered = mark.span.end;
                out.push(mark);
            }
        }
        if covered <= token.span.start {
            let class = if !is_comment(token.kind) && holds(&errors, token.span) {
                Class::Error
            } else {
                unnamed(token.kind, holds(&imports, token.span))
            };
            covered = token.span.end;
            out.push(Highlight { span: token.span, class, modifiers: Vec::new() });
        }
    }
    out.retain(|part| part.span.overlaps(within));
    out
}

fn is_comment(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LineComment | TokenKind::BlockComment)
}

/// True if one of `spans`, which are in order and apart, holds `span`.
fn holds(spans: &[Span], span: Span) -> bool {
    let next = spans.partition_point(|outer| outer.start <= span.start);
    next.checked_sub(1).and_then(|at| spans.get(at)).is_some_and(|outer| span.end <= outer.end)
}

/// The class of a token that no part of the tree names.
fn unnamed(kind: TokenKind, in_import: bool) -> Class {
    use TokenKind as T;
    match kind {
        T::LineComment | T::BlockComment => Class::Comment,
        T::Ident if in_import => Class::Keyword,
        T::Ident | T::String | T::Template | T::Number | T::WordNumber | T::External => Class::Error,
        T::Stray | T::BadArrow => Class::Error,
        T::Arrow | T::LongArrow | T::FatArrow | T::BothArrow | T::Inherits | T::Composes | T::Aggregates => {
            Class::Arrow
        }
        T::Dash | T::DoubleDash | T::Equals | T::BothOpener => Class::Arrow,
        _ => Class::Punctuation,
    }
}

struct Painter<'t> {
    tree: &'t Tree,
    /// What is painted; items elsewhere are passed over.
    within: Span,
    marks: Vec<Highlight>,
    errors: Vec<Span>,
    imports: Vec<Span>,
}

impl Painter<'_> {
    fn mark(&mut self, span: Span, class: Class) {
        self.marks.push(Highlight { span, class, modifiers: Vec::new() });
    }

    fn declare(&mut self, span: Span) {
        self.marks.push(Highlight { span, class: Class::Node, modifiers: vec!["declaration"] });
    }

    fn items(&mut self, items: &[Item]) {
        let within = self.within;
        for item in items.iter().filter(|item| item.whole().overlaps(within)) {
            match item {
                Item::Import(import) => self.import(import),
                Item::Header(header) => {
                    self.annotations(&header.annotations);
                    self.mark(header.keyword, Class::Keyword);
                    if let Some(title) = &header.title {
                        self.text(title.span, Class::Title);
                    }
                    self.block(header.block.as_ref());
                }
                Item::Node(node) => self.node(node),
                Item::Edge(edge) => self.edge(edge),
                Item::Attribute(attribute) => self.attribute(attribute),
                Item::Error(span) => self.errors.push(*span),
            }
        }
    }

    fn block(&mut self, block: Option<&Block>) {
        if let Some(block) = block {
            self.items(&block.items);
        }
    }

    fn import(&mut self, import: &Import) {
        self.imports.push(import.span);
        for symbol in &import.symbols {
            self.mark(symbol.name.span, Class::Node);
            if let Some(alias) = symbol.alias {
                self.declare(alias.span);
            }
        }
        if let Some(path) = &import.path {
            self.mark(path.span, Class::String);
        }
    }

    fn node(&mut self, node: &Node) {
        self.annotations(&node.leading);
        let is_note = node.kind.is_some_and(|kind| self.tree.str(kind.span).eq_ignore_ascii_case("note"));
        if let Some(kind) = node.kind {
            self.mark(kind.span, Class::Type);
        }
        for named in &node.names {
            match is_note {
                true => self.mark(named.name.span, Class::Node),
                false => self.declare(named.name.span),
            }
            if let Some(title) = &named.title {
                self.text(title.span, Class::Title);
            }
            self.annotations(&named.annotations);
        }
        self.block(node.block.as_ref());
    }

    fn edge(&mut self, edge: &Edge) {
        self.annotations(&edge.annotations);
        for node in &edge.declarations {
            self.node(node);
        }
        for segment in &edge.segments {
            for text in segment.source_multiplicity.iter().chain(&segment.target_multiplicity) {
                self.mark(text.span, Class::Multiplicity);
            }
            if let Some(label) = &segment.label {
                self.pieces(&label.pieces);
            }
        }
        for name in edge.sources.iter().chain(edge.segments.iter().flat_map(|segment| &segment.targets)) {
            self.mark(name.span, Class::Node);
        }
        for attribute in edge.block.iter().flat_map(|block| &block.attributes) {
            self.attribute(attribute);
        }
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Annotation(annotation) => self.annotation(annotation),
                Piece::Condition { key, span, quoted, .. } => {
                    self.mark(key.span, Class::LabelKey);
                    if *quoted {
                        let quote = Span { start: span.start.saturating_sub(1), end: span.start };
                        if opening_quote(self.tree.str(quote)) > 0 {
                            self.mark(quote, Class::Condition);
                        }
                        let close = Span { start: span.end, end: span.end + 1 };
                        if self.tree.str(close).starts_with(['"', '\'']) {
                            self.mark(close, Class::Condition);
                        }
                    }
                    self.expression(*span);
                }
                Piece::Attribute { key, value } => {
                    self.mark(key.span, Class::LabelKey);
                    self.value(value, Class::Label);
                }
                Piece::Text { span, quoted: true, .. } => self.text(*span, Class::Label),
                Piece::Text { span, .. } => self.mark(*span, Class::Label),
                Piece::Value(value) => self.value(value, Class::String),
            }
        }
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            self.annotation(annotation);
        }
    }

    fn annotation(&mut self, annotation: &Annotation) {
        self.mark(Span { start: annotation.span.start, end: annotation.name.span.end }, Class::Annotation);
        let form = ArgumentForm::of(self.tree.str(annotation.name.span));
        for arg in annotation.args.iter().flatten() {
            match (form, &arg.key) {
                (ArgumentForm::Listed, Some(key)) => self.mark(key.span, Class::Parameter),
                (_, Some(key)) => self.expression(key.span),
                (_, None) => {}
            }
            match (form, &arg.value.kind) {
                (ArgumentForm::Entries | ArgumentForm::Expression, ValKind::Raw(_)) => {
                    self.expression(arg.value.span);
                }
                (ArgumentForm::Expression, ValKind::Str(_)) => self.quoted_expression(arg.value.span),
                _ => self.value(&arg.value, Class::String),
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.annotations(&attribute.annotations);
        self.mark(attribute.key.span, Class::Attribute);
        if let Some(kind) = &attribute.kind {
            self.type_of(kind);
        }
        let Some(value) = &attribute.value else { return };
        if TEMPLATED.contains(&&*attribute.key.text) {
            self.templated(value);
        } else {
            self.value(value, Class::String);
        }
    }

    fn type_of(&mut self, kind: &Type) {
        match &kind.kind {
            TypeKind::Named { name, args } => {
                self.mark(name.span, Class::ValueType);
                for arg in args {
                    self.type_of(arg);
                }
            }
            TypeKind::Union(literals) => {
                for literal in literals {
                    self.mark(literal.span, Class::ValueType);
                }
            }
        }
    }

    /// A value; `raw` is the class of raw text.
    fn value(&mut self, value: &Val, raw: Class) {
        match &value.kind {
            ValKind::Str(_) => self.mark(value.span, Class::String),
            ValKind::Num(_) | ValKind::Word(_) => self.mark(value.span, Class::Number),
            ValKind::External(_) => self.mark(value.span, Class::External),
            ValKind::Raw(_) => self.mark(value.span, raw),
            ValKind::Name(_) => {
                let constant = matches!(self.tree.str(value.span), "true" | "false" | "null");
                self.mark(value.span, if constant { Class::Constant } else { Class::Reference });
            }
            ValKind::List(values) => values.iter().for_each(|value| self.value(value, raw)),
            ValKind::Map(attributes) => attributes.iter().for_each(|attribute| self.attribute(attribute)),
        }
    }

    fn templated(&mut self, value: &Val) {
        match &value.kind {
            ValKind::Str(_) => self.text(value.span, Class::String),
            ValKind::List(values) => values.iter().for_each(|value| self.templated(value)),
            ValKind::Map(entries) => {
                for entry in entries {
                    match &entry.value {
                        Some(text) if &*entry.key.text == "text" => {
                            self.mark(entry.key.span, Class::Attribute);
                            self.templated(text);
                        }
                        _ => self.attribute(entry),
                    }
                }
            }
            _ => self.value(value, Class::String),
        }
    }

    /// A string that may hold `{{ expression }}`.
    fn text(&mut self, span: Span, class: Class) {
        let source = self.tree.str(span);
        let mut from = 0;
        while let Some(open) = find(source, from, "{{") {
            let Some(close) = find(source, open + 2, "}}") else { break };
            let at = |offset: usize| span.start + offset as u32;
            self.mark(Span { start: at(from), end: at(open) }, class);
            self.mark(Span { start: at(open), end: at(open + 2) }, Class::Template);
            self.expression(Span { start: at(open + 2), end: at(close) });
            self.mark(Span { start: at(close), end: at(close + 2) }, Class::Template);
            from = close + 2;
        }
        self.mark(Span { start: span.start + from as u32, end: span.end }, class);
    }

    /// An expression in quotes.
    fn quoted_expression(&mut self, span: Span) {
        let source = self.tree.str(span);
        let quote = opening_quote(source);
        let closes = u32::from(source.len() > 1 && source.ends_with(['"', '\'']));
        let inner = Span { start: span.start + quote, end: (span.end - closes).max(span.start + quote) };
        self.mark(Span { start: span.start, end: inner.start }, Class::Condition);
        self.expression(inner);
        self.mark(Span { start: inner.end, end: span.end }, Class::Condition);
    }

    /// The tokens of a condition or placeholder.
    fn expression(&mut self, span: Span) {
        use TokenKind as T;
        let source = self.tree.str(span);
        let tokens = lex(source, 0, &Work::default()).tokens;
        let mut before = None;
        for (at, token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1).map(|token| token.kind);
            let class = match token.kind {
                T::Ident => match token.span.of(source) {
                    "true" | "false" | "null" => Class::Constant,
                    "in" => Class::Operator,
                    _ if before == Some(T::Dot) => Class::Attribute,
                    _ if next == Some(T::Dot) => Class::Node,
                    _ => Class::Variable,
                },
                T::String | T::Template => Class::String,
                T::Number | T::WordNumber => Class::Number,
                T::OpenParen | T::CloseParen | T::OpenBracket | T::CloseBracket | T::OpenBrace | T::CloseBrace => {
                    Class::Punctuation
                }
                T::Comma | T::Dot => Class::Punctuation,
                _ => Class::Operator,
            };
            let part = Span { start: span.start + token.span.start, end: span.start + token.span.end };
            match self.marks.last_mut() {
                // `==` and its kin are several tokens to the lexer.
                Some(last) if class == Class::Operator && last.class == class && last.span.end == part.start => {
                    last.span.end = part.end;
                }
                _ => self.mark(part, class),
            }
            before = Some(token.kind);
        }
    }
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|at| from + at)
}
