//! Near misses: how other notations spell what this language has, in one table, and which word a misspelled one is
//! likely meant to be. The words of the language itself are in [`words`](crate::machine::words).

use crate::text::{Slip, slip};

/// What a word is where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The type of a node.
    NodeType,
    /// The type of a field.
    FieldType,
    /// An annotation of a node or of the machine.
    Annotation,
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
}

use Kind::{EdgeAnnotation, EdgeKey, FieldType, Label, NodeType};
use Meaning::{Catch, Unless, When, Word};

/// Where a word of an edge may stand.
const EDGE: &[Kind] = &[Label, EdgeKey, EdgeAnnotation];

/// Spellings parted by blanks, in lower case and without blanks, `-` and `_`: where they stand, what they mean here, and
/// whether they may be words of the author's own.
const SPELLINGS: &[(&[Kind], &str, Meaning, Slip)] = &[
    (&[NodeType], "tas tasl", Word("task"), Slip::Sure),
    (&[NodeType], "ini", Word("init"), Slip::Sure),
    (&[NodeType], "inpu", Word("input"), Slip::Sure),
    (&[NodeType], "start initial entry", Word("init"), Slip::Maybe),
    (&[NodeType], "final stop finish", Word("end"), Slip::Maybe),
    (&[NodeType], "fork parallel spawn async", Meaning::EdgeAnnotation("async"), Slip::Sure),
    (&[NodeType], "join barrier", Meaning::EdgeAnnotation("join"), Slip::Sure),
    (&[NodeType], "foreach", Meaning::EdgeAnnotation("map"), Slip::Sure),
    (&[NodeType], "when if", When, Slip::Sure),
    (&[NodeType], "unless", Unless, Slip::Sure),
    (&[FieldType], "bool", Word("boolean"), Slip::Sure),
    (&[FieldType], "str text", Word("string"), Slip::Sure),
    (&[FieldType], "num", Word("number"), Slip::Sure),
    (&[FieldType], "long", Word("int"), Slip::Sure),
    (&[FieldType], "datetime timestamp", Word("Date"), Slip::Sure),
    (&[FieldType], "uri", Word("URL"), Slip::Sure),
    (&[FieldType], "dict", Word("Map"), Slip::Sure),
    (&[Kind::Annotation], "retries", Word("retry"), Slip::Maybe),
    (EDGE, "when if condition cond guard where whenever once while given provided", When, Slip::Sure),
    (EDGE, "onlyif onlywhen iff elif elseif andif require requires predicate test expression expr", When, Slip::Sure),
    (EDGE, "unless except ifnot whennot", Unless, Slip::Sure),
    (EDGE, "onerror onfailure onexception", Catch, Slip::Sure),
    (&[EdgeKey, EdgeAnnotation], "catch error", Catch, Slip::Sure),
    (EDGE, "failure exception", Catch, Slip::Maybe),
    (&[Label], "async", Meaning::EdgeAnnotation("async"), Slip::Sure),
    (&[Label], "auto", Meaning::EdgeAnnotation("auto"), Slip::Sure),
    (&[Label], "join", Meaning::EdgeAnnotation("join"), Slip::Maybe),
];

/// Longer texts are no spelling of a word.
const LONGEST: usize = 24;

/// What a word of another notation means here.
pub(super) fn spelling(kind: Kind, written: &str) -> Option<(Meaning, Slip)> {
    if written.len() > LONGEST {
        return None;
    }
    let folded: String = written.to_lowercase().replace(|c: char| c.is_whitespace() || matches!(c, '-' | '_'), "");
    let is_listed = |list: &str| list.split(' ').any(|one| one == folded);
    SPELLINGS
        .iter()
        .find(|(kinds, list, ..)| kinds.contains(&kind) && is_listed(list))
        .map(|(.., meaning, slip)| (*meaning, *slip))
}

/// The word of a kind that `written` is likely meant to be: that of the table, else the nearest known one. `least` is
/// that of [`slip`].
pub(super) fn nearest<'a>(
    kind: Kind,
    written: &str,
    least: usize,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<(&'a str, Slip)> {
    match spelling(kind, written) {
        Some((Word(word), slip)) => Some((word, slip)),
        _ => slip(written, least, known),
    }
}
