//! Near misses: how other notations spell what this language has, in one table, and which word a misspelled one is
//! likely meant to be. The words of the language itself are in [`words`](crate::machine::words).

use crate::text::{Confidence, intended_word};

/// What a word is where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The type of a node.
    NodeType,
    /// The type of a field.
    FieldType,
    /// An annotation of a node or of the machine.
    Annotation,
    /// An attribute of a step.
    NodeKey,
    /// A label of an edge, all of it or, for conditions, its first words.
    Label,
    /// A key of an edge.
    EdgeKey,
    /// An annotation of an edge.
    EdgeAnnotation,
}

/// What a spelling means here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// This word of the same kind.
    Word(&'static str),
    /// This annotation of an edge.
    EdgeAnnotation(&'static str),
    /// A condition of an edge.
    When,
    /// A condition of an edge that must be false.
    Unless,
    /// The label of an edge that failures take.
    Catch,
    /// This key of an edge.
    Key(&'static str),
}

use Confidence::{Maybe, Sure};
use Kind::{EdgeAnnotation, EdgeKey, FieldType, Label, NodeKey, NodeType};
use Meaning::{Catch, Key, Unless, When, Word};

/// Where a word of an edge may stand.
const EDGE: &[Kind] = &[Label, EdgeKey, EdgeAnnotation];

/// Where a spelling may stand, the spellings, what they mean here, and how sure that is: they may be words of the
/// author's own. Spellings are in lower case, without blanks, `-` and `_`, and separated by blanks.
const SPELLINGS: &[(&[Kind], &str, Meaning, Confidence)] = &[
    (&[NodeType], "tas tasl", Word("task"), Sure),
    (&[NodeType], "ini", Word("init"), Sure),
    (&[NodeType], "inpu", Word("input"), Sure),
    (&[NodeType], "start initial entry", Word("init"), Maybe),
    (&[NodeType], "final stop finish", Word("end"), Maybe),
    (&[NodeType], "fork parallel spawn async", Meaning::EdgeAnnotation("async"), Sure),
    (&[NodeType], "join barrier", Meaning::EdgeAnnotation("join"), Sure),
    (&[NodeType], "foreach", Meaning::EdgeAnnotation("map"), Sure),
    (&[NodeType], "when if", When, Sure),
    (&[NodeType], "unless", Unless, Sure),
    (&[FieldType], "bool", Word("boolean"), Sure),
    (&[FieldType], "str text", Word("string"), Sure),
    (&[FieldType], "num", Word("number"), Sure),
    (&[FieldType], "long", Word("int"), Sure),
    (&[FieldType], "datetime timestamp", Word("Date"), Sure),
    (&[FieldType], "uri", Word("URL"), Sure),
    (&[FieldType], "dict", Word("Map"), Sure),
    (&[Kind::Annotation], "retries", Word("retry"), Maybe),
    (&[Kind::Annotation], "assign entry exit", Word("set"), Maybe),
    (&[NodeKey], "assign do entry exit set", Meaning::EdgeAnnotation("set"), Maybe),
    (EDGE, "when if condition cond guard where whenever once while given provided", When, Sure),
    (EDGE, "onlyif onlywhen iff elif elseif andif require requires predicate test expression expr", When, Sure),
    (EDGE, "unless except ifnot whennot", Unless, Sure),
    (EDGE, "onerror onfailure onexception", Catch, Sure),
    (&[EdgeKey, EdgeAnnotation], "catch error", Catch, Sure),
    (EDGE, "failure exception", Catch, Maybe),
    (&[EdgeKey], "delay timeout", Key("after"), Sure),
    (&[EdgeAnnotation], "after delay timeout", Key("after"), Sure),
    (&[EdgeKey], "event", Key("on"), Sure),
    (&[EdgeAnnotation], "on event", Key("on"), Sure),
    (&[EdgeKey, EdgeAnnotation], "assign do entry exit set", Meaning::EdgeAnnotation("set"), Sure),
    (&[Label], "async", Meaning::EdgeAnnotation("async"), Sure),
    (&[Label], "auto", Meaning::EdgeAnnotation("auto"), Sure),
    (&[Label], "join", Meaning::EdgeAnnotation("join"), Maybe),
];

/// Longer texts are no spelling of a word.
const LONGEST: usize = 24;

/// What a word of another notation means here.
pub(super) fn spelling(kind: Kind, written: &str) -> Option<(Meaning, Confidence)> {
    if written.len() > LONGEST {
        return None;
    }
    let folded: String = written.to_lowercase().replace(|c: char| c.is_whitespace() || matches!(c, '-' | '_'), "");
    let is_listed = |list: &str| list.split(' ').any(|spelling| spelling == folded);
    SPELLINGS
        .iter()
        .find(|(kinds, list, ..)| kinds.contains(&kind) && is_listed(list))
        .map(|(.., meaning, confidence)| (*meaning, *confidence))
}

/// The word of a kind that `written` is likely meant to be: that of the table, else the nearest known one. `least` is
/// that of [`intended_word`].
pub(super) fn nearest<'a>(
    kind: Kind,
    written: &str,
    least: usize,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<(&'a str, Confidence)> {
    match spelling(kind, written) {
        Some((Word(word), confidence)) => Some((word, confidence)),
        _ => intended_word(written, least, known),
    }
}
