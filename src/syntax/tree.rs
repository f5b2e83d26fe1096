//! The tree a text parses to.
//!
//! Two layers that refer to one text: the flat list of all [`Token`]s, comments included, and the items made
//! of them. Every part of the tree has the span of its tokens, so whatever the items do not name (comments,
//! blank lines, separators) is found again between the spans of two neighbours. A formatter needs no more.
//!
//! The tree holds what was written, also where it makes no sense; meaning is the business of `machine`.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::text::{LineIndex, Span};

/// A parsed text: always there, however broken the text is.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The source.
    pub text: Arc<str>,
    /// Lines and UTF-16 offsets of the source.
    pub lines: LineIndex,
    /// Every token in order, comments included.
    pub tokens: Vec<Token>,
    /// The items of the root, in source order.
    pub items: Vec<Item>,
    /// Syntax errors and the warnings that only the parser can see, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// Texts whose spelling is their value, white space and comments included, sorted: word runs, unquoted
    /// conditions, raw values, and lists and maps that stand for their text. They may overlap.
    pub verbatim: Vec<Span>,
    /// The files it imports, and those that they import; empty where no files were given.
    pub files: Vec<File>,
}

/// A file that another one imports.
///
/// All texts of a machine share one space of places: the files follow the source in the order in which they were
/// found, each one byte behind the end of the one before. So a [`Span`] alone says in which file it lies.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path in the set of files.
    pub path: Arc<str>,
    /// Where its text starts in the shared space; what its items and diagnostics count from is the space.
    pub start: u32,
    /// Its text.
    pub text: Arc<str>,
    /// Lines and UTF-16 offsets of its text.
    pub lines: LineIndex,
    /// The items of its root.
    pub items: Vec<Item>,
    /// What only parsing can see.
    pub diagnostics: Vec<Diagnostic>,
}

/// A span relative to the text it is in.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The path of its file; `None` in the source itself.
    pub file: Option<&'a Arc<str>>,
    /// The text.
    pub text: &'a str,
    /// Lines and UTF-16 offsets of the text.
    pub lines: &'a LineIndex,
    /// The span, counted from the start of the text.
    pub span: Span,
}

impl Tree {
    /// The text of a span.
    pub fn str(&self, span: Span) -> &str {
        let place = self.place(span);
        place.span.of(place.text)
    }

    /// The text a span is in, and where.
    pub fn place(&self, span: Span) -> Place<'_> {
        let before = self.files.partition_point(|file| file.start <= span.start);
        match before.checked_sub(1).and_then(|at| self.files.get(at)) {
            Some(file) => Place {
                file: Some(&file.path),
                text: &file.text,
                lines: &file.lines,
                span: Span { start: span.start - file.start, end: span.end.saturating_sub(file.start) },
            },
            None => Place { file: None, text: &self.text, lines: &self.lines, span },
        }
    }
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Span,
    /// True if a line break stands between the previous token and this one, or it is the first.
    pub first_on_line: bool,
}

/// The kinds of tokens, as the lexical rules of the language name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `// …` or `# …`, without its line end.
    LineComment,
    /// `/* … */`; without the closer when it is never closed.
    BlockComment,
    /// A name. There are no reserved words.
    Ident,
    /// A quoted string with its quotes.
    String,
    /// A quoted string that holds `{{`.
    Template,
    /// Digits, fraction, exponent; unsigned.
    Number,
    /// `30s`, `80%`, `1.2.3`.
    WordNumber,
    /// `#name`.
    External,
    /// `->`
    Arrow,
    /// `-->`
    LongArrow,
    /// `=>`
    FatArrow,
    /// `<-->`
    BothArrow,
    /// `<|--`
    Inherits,
    /// `*-->`
    Composes,
    /// `o-->`
    Aggregates,
    /// `-`
    Dash,
    /// `--`
    DoubleDash,
    /// `=`
    Equals,
    /// `<--` with a `-->` later on its line.
    BothOpener,
    /// `<-` `<->` `<=` `<=>`, or `<--` without a `-->` on its line.
    BadArrow,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `;`
    Semicolon,
    /// `.`
    Dot,
    /// `@`
    At,
    /// `|`
    Pipe,
    /// `?`
    Question,
    /// A run of characters without meaning.
    Stray,
}

/// One item of a file or block.
#[derive(Clone, Debug)]
pub enum Item {
    /// `import { … } from "…"`
    Import(Import),
    /// `machine "Title" …`. Only the first one is the header; of others the items of the block count.
    Header(Header),
    /// A declaration of one or several nodes.
    Node(Node),
    /// An edge statement.
    Edge(Edge),
    /// `key<type>: value`
    Attribute(Attribute),
    /// Skipped text. It is coloured as an error and means nothing.
    Error(Span),
}

impl Item {
    /// All of it: annotations before it and the nodes that an edge declares among it.
    #[inline(never)]
    pub fn whole(&self) -> Span {
        let (annotations, span): (&[Annotation], Span) = match self {
            Item::Import(item) => (&[], item.span),
            Item::Header(item) => (&item.annotations, item.span),
            Item::Node(item) => (&item.leading, item.span),
            Item::Edge(item) => {
                (&item.annotations, item.declarations.iter().fold(item.span, |all, node| all.to(node.span)))
            }
            Item::Attribute(item) => (&item.annotations, item.span),
            Item::Error(span) => (&[], *span),
        };
        annotations.iter().fold(span, |all, annotation| all.to(annotation.span))
    }
}

/// A word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// Its bytes are the word.
    pub span: Span,
}

/// A dotted name of one or more words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The words, at least one.
    pub segments: Vec<Ident>,
    /// First through last word.
    pub span: Span,
}

/// A quoted string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// With the quotes.
    pub span: Span,
    /// Escapes resolved, quotes gone.
    pub value: Arc<str>,
}

/// A key: a word, a glued hyphenated key, or a quoted one inside a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// As written, with quotes where it has them.
    pub span: Span,
    /// The key itself.
    pub text: Arc<str>,
}

/// `import { a.b as c, d } from "path"`
#[derive(Clone, Debug)]
pub struct Import {
    /// What is imported.
    pub symbols: Vec<Symbol>,
    /// From where; `None` if the path is missing.
    pub path: Option<Text>,
    /// Keyword through last token.
    pub span: Span,
}

/// One imported name.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name in the other file.
    pub name: Name,
    /// The name here.
    pub alias: Option<Ident>,
}

/// `@A machine "Title" @B { … }`
#[derive(Clone, Debug)]
pub struct Header {
    /// Leading and trailing annotations, in order.
    pub annotations: Vec<Annotation>,
    /// The word `machine`; empty where it is missing.
    pub keyword: Span,
    /// The title; `None` where it is missing or no string (then an error says so).
    pub title: Option<Text>,
    /// The block.
    pub block: Option<Block>,
    /// First annotation or keyword through the block.
    pub span: Span,
}

/// `{ … }`
#[derive(Clone, Debug)]
pub struct Block {
    /// The `{`.
    pub open: Span,
    /// The `}`; `None` where it is missing.
    pub close: Option<Span>,
    /// What stands inside.
    pub items: Vec<Item>,
    /// Opener through closer, or through the last token inside.
    pub span: Span,
}

/// `task a "A" @X, b { … }`
#[derive(Clone, Debug)]
pub struct Node {
    /// Annotations before the declaration; they belong to every name of it.
    pub leading: Vec<Annotation>,
    /// The type word.
    pub kind: Option<Ident>,
    /// One declared name or a list of them, at least one.
    pub names: Vec<Named>,
    /// The block; with several names it belongs to the last.
    pub block: Option<Block>,
    /// Type or name through the closing `}` or `;`; leading annotations are outside.
    pub span: Span,
}

/// One name of a declaration with what belongs to it alone.
#[derive(Clone, Debug)]
pub struct Named {
    /// The declared name, relative to the block.
    pub name: Name,
    /// The title.
    pub title: Option<Text>,
    /// Annotations after the name.
    pub annotations: Vec<Annotation>,
    /// Name through the last annotation.
    pub span: Span,
}

/// `@Name(arguments)`
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The name, without the `@`.
    pub name: Ident,
    /// The arguments; `None` without parentheses.
    pub args: Option<Vec<Argument>>,
    /// The `@` through the `)`.
    pub span: Span,
}

/// How the arguments of an annotation are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentForm {
    /// Values and keys with values.
    Listed,
    /// `reference: expression`, any number of times.
    Entries,
    /// One expression.
    Expression,
}

impl ArgumentForm {
    /// The form of the annotation of that name.
    pub fn of(name: &str) -> ArgumentForm {
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        match () {
            () if is("set") => ArgumentForm::Entries,
            () if is("from") || is("always") || is("never") => ArgumentForm::Expression,
            () => ArgumentForm::Listed,
        }
    }
}

/// One argument of an annotation.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The key of `key: value`.
    pub key: Option<Key>,
    /// The value, or the lone argument.
    pub value: Val,
    /// Both.
    pub span: Span,
}

impl Argument {
    /// A list or map without key. Beside other arguments it is a flag whose name is its text.
    pub(super) fn is_spelled(&self) -> bool {
        self.key.is_none() && matches!(self.value.kind, ValKind::List(_) | ValKind::Map(_))
    }
}

/// `key<type> @constraint: value`
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Annotations before the key, and those between type and colon or after the value, in order.
    pub annotations: Vec<Annotation>,
    /// The key.
    pub key: Key,
    /// The type.
    pub kind: Option<Type>,
    /// The value; `None` if there is none.
    pub value: Option<Val>,
    /// Key through last token, `;` left out.
    pub span: Span,
}

/// A value as written.
#[derive(Clone, Debug)]
pub struct Val {
    /// What it is.
    pub kind: ValKind,
    /// Its bytes.
    pub span: Span,
}

impl Val {
    /// The entries of a map; none of another value.
    pub fn entries(&self) -> &[Attribute] {
        match &self.kind {
            ValKind::Map(entries) => entries,
            _ => &[],
        }
    }
}

/// The forms of values.
#[derive(Clone, Debug)]
pub enum ValKind {
    /// A quoted string.
    Str(Arc<str>),
    /// A number, sign included; always finite.
    Num(f64),
    /// A word number: `30s`.
    Word(Arc<str>),
    /// `#name`, with the `#`.
    External(Arc<str>),
    /// A bare dotted name, `true`, `false` and `null` among them.
    Name(Name),
    /// Trimmed source text of several tokens (style places, annotation arguments, label values).
    Raw(Arc<str>),
    /// `[ … ]`
    List(Vec<Val>),
    /// `{ … }`
    Map(Vec<Attribute>),
}

impl ValKind {
    /// The text of a quoted string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            ValKind::Str(text) => Some(text),
            _ => None,
        }
    }
}

/// A type annotation.
#[derive(Clone, Debug)]
pub struct Type {
    /// What is written before the `?`.
    pub kind: TypeKind,
    /// A `?` follows.
    pub optional: bool,
    /// Without the angle brackets around an attribute's type.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `name` or `name<arg, …>`.
    Named {
        /// A built-in, a node or a host type.
        name: Name,
        /// The arguments.
        args: Vec<Type>,
    },
    /// `'a' | 'b' | 3`.
    Union(Vec<Literal>),
}

/// One member of a union type.
#[derive(Clone, Debug)]
pub struct Literal {
    /// A string, a number, `true` or `false`.
    pub value: crate::value::Value,
    /// Its bytes.
    pub span: Span,
}

/// `a, b -label-> c => d @async { … }`
#[derive(Clone, Debug)]
pub struct Edge {
    /// Annotations before and after the statement; they apply to every segment.
    pub annotations: Vec<Annotation>,
    /// Sources of the first segment; empty when the edge starts at the enclosing node.
    pub sources: Vec<Name>,
    /// The arrows with their targets, at least one.
    pub segments: Vec<Segment>,
    /// Attributes for every segment.
    pub block: Option<EdgeBlock>,
    /// Nodes declared in place of a source or target (`task a "A" -> task b`), in order.
    pub declarations: Vec<Node>,
    /// First name or arrow through the closing `}` or last annotation.
    pub span: Span,
}

/// The block of an edge statement.
#[derive(Clone, Debug)]
pub struct EdgeBlock {
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// Opener through closer.
    pub span: Span,
}

/// One arrow with its label and targets.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The string before the arrow.
    pub source_multiplicity: Option<Text>,
    /// The arrow without its label.
    pub arrow: Arrow,
    /// Opener through closer, label included.
    pub arrow_span: Span,
    /// The label; `None` for a bare arrow.
    pub label: Option<Label>,
    /// The string after the arrow.
    pub target_multiplicity: Option<Text>,
    /// The targets; empty after `edge-without-target`.
    pub targets: Vec<Name>,
    /// Arrow through last target.
    pub span: Span,
}

/// The seven arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `->`
    Plain,
    /// `-->`
    Long,
    /// `=>`
    Fat,
    /// `<-->`
    Both,
    /// `<|--`
    Inherits,
    /// `*-->`
    Composes,
    /// `o-->`
    Aggregates,
}

impl Arrow {
    /// As it is written without a label.
    pub fn text(self) -> &'static str {
        match self {
            Arrow::Plain => "->",
            Arrow::Long => "-->",
            Arrow::Fat => "=>",
            Arrow::Both => "<-->",
            Arrow::Inherits => "<|--",
            Arrow::Composes => "*-->",
            Arrow::Aggregates => "o-->",
        }
    }

    /// What stands before and behind a label in it; `None` where it has none.
    pub fn around(self) -> Option<(&'static str, &'static str)> {
        match self {
            Arrow::Plain => Some(("-", "->")),
            Arrow::Long => Some(("--", "-->")),
            Arrow::Fat => Some(("=", "=>")),
            Arrow::Both => Some(("<--", "-->")),
            Arrow::Inherits | Arrow::Composes | Arrow::Aggregates => None,
        }
    }
}

/// What stands inside an arrow.
#[derive(Clone, Debug)]
pub struct Label {
    /// The pieces of all parts, in order. Separators are not kept: each string and word run is a text part.
    pub pieces: Vec<Piece>,
    /// Between opener and closer.
    pub span: Span,
}

/// One piece of a label.
#[derive(Clone, Debug)]
pub enum Piece {
    /// `@name(…)`
    Annotation(Annotation),
    /// `when: …`, `if: …`, `unless: …` or `condition: …`.
    Condition {
        /// The word before the colon, as written.
        key: Ident,
        /// The quoted string's value, or the raw text.
        text: Arc<str>,
        /// The text's bytes, without quotes.
        span: Span,
        /// It was one quoted string.
        quoted: bool,
    },
    /// `key: value`
    Attribute {
        /// The key.
        key: Key,
        /// The value; [`ValKind::Raw`] for a run of tokens like `1/2`.
        value: Val,
    },
    /// A string or a run of words.
    Text {
        /// The string's value, or the words with white space collapsed.
        value: Arc<str>,
        /// With quotes where it has them.
        span: Span,
        /// It was a quoted string.
        quoted: bool,
    },
    /// A list or map without a key.
    Value(Val),
}
