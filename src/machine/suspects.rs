//! What an edge says like a condition where none is read: words and texts of its label, keys, annotations.
//!
//! Only the forms are known here. Whether a text is an expression, and whether its names mean something, is for the
//! checks of the finished machine.

use crate::expr;
use crate::machine::condition_keys::split_condition;
use crate::machine::model::ConditionKind;
use crate::machine::values;
use crate::syntax::tree::{Annotation, Edge, Key, Label, Piece, Tree, Val, ValKind};
use crate::text::{Span, slip};

/// How plainly it says that it is a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// By a word such as `when`, which is a key if misspelt, or by the square brackets of a guard.
    Word,
    /// By the name of an annotation.
    Annotation,
    /// By a key close to `when`, `unless` or `condition`.
    Misspelt,
    /// Not at all: the text of another key or annotation, or part of a sentence in quotes.
    Other,
    /// Not at all: a label without quotes.
    Bare,
    /// Not at all: what follows other words of a label.
    Behind,
    /// Not at all: a label in quotes.
    Quoted,
}

/// A place where the condition could be written, and what stands around it there.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub span: Span,
    pub before: String,
    pub after: &'static str,
}

/// Something that may be intended as a condition.
#[derive(Clone, Debug)]
pub(super) struct Suspect {
    pub kind: ConditionKind,
    pub manner: Manner,
    /// The condition without what announces it.
    pub text: String,
    /// All of it, to be underlined.
    pub span: Span,
    /// Where the condition belongs.
    pub slots: Vec<Slot>,
    /// What goes when it is written there.
    pub removed: Option<Span>,
}

/// Words that announce a condition. The first three are keys of conditions.
const WORDS: &[(&str, ConditionKind)] = &[
    ("when", ConditionKind::When),
    ("unless", ConditionKind::Unless),
    ("condition", ConditionKind::When),
    ("if", ConditionKind::When),
    ("cond", ConditionKind::When),
    ("guard", ConditionKind::When),
    ("where", ConditionKind::When),
    ("whenever", ConditionKind::When),
    ("onlyif", ConditionKind::When),
    ("onlywhen", ConditionKind::When),
    ("iff", ConditionKind::When),
    ("elif", ConditionKind::When),
    ("elseif", ConditionKind::When),
    ("while", ConditionKind::When),
    ("given", ConditionKind::When),
    ("provided", ConditionKind::When),
    ("require", ConditionKind::When),
    ("requires", ConditionKind::When),
    ("predicate", ConditionKind::When),
    ("expression", ConditionKind::When),
    ("expr", ConditionKind::When),
    ("test", ConditionKind::When),
    ("except", ConditionKind::Unless),
    ("ifnot", ConditionKind::Unless),
    ("whennot", ConditionKind::Unless),
];

/// How many words of a label may stand in front of a condition that no word announces, or of one in brackets.
const WORDS_BEFORE: usize = 8;

/// How many brackets and quotes may stand around a condition.
const LAYERS: usize = 4;

/// What may stand around a condition.
const AROUND: &[(char, char)] = &[('(', ')'), ('[', ']'), ('{', '}'), ('"', '"'), ('\'', '\''), ('`', '`'), ('|', '|')];

/// Words that may stand before one of [`WORDS`].
const LEADS: &[&str] = &["else", "only", "and", "but", "otherwise"];

/// What a word that announces a condition asks for.
pub(super) fn announced(word: &str) -> Option<ConditionKind> {
    let plain = word.replace(['_', '-'], "");
    WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&plain)).map(|(_, kind)| *kind)
}

/// The same for a key or the name of an annotation, which may be misspelt.
fn key(word: &str, manner: Manner) -> Option<(ConditionKind, Manner)> {
    if let Some(kind) = announced(word) {
        return Some((kind, manner));
    }
    let (near, _) = slip(word, 6, WORDS.iter().take(3).map(|(known, _)| *known))?;
    Some((announced(near)?, Manner::Misspelt))
}

/// The suspects of a segment: those of its label, then those of its statement.
pub(super) fn of_segment(tree: &Tree, statement: &Edge, label: Option<&Label>) -> Vec<Suspect> {
    let mut found = Vec::new();
    if let Some(label) = label {
        of_label(tree, label, &mut found);
    }
    for annotation in &statement.annotations {
        found.extend(of_annotation(tree, annotation, Some(statement)));
    }
    for attribute in statement.block.iter().flat_map(|block| &block.attributes) {
        found.extend(attribute.value.as_ref().and_then(|value| of_key(tree, &attribute.key, value.span, value, false)));
    }
    found
}

fn of_label(tree: &Tree, label: &Label, found: &mut Vec<Suspect>) {
    let mut rest = label.pieces.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        let mut taken = 1;
        match first {
            Piece::Condition { .. } => {}
            Piece::Annotation(annotation) => found.extend(of_annotation(tree, annotation, None)),
            Piece::Attribute { key, value } => {
                let run = run(tree, value.span, behind);
                found.extend(of_key(tree, key, run.span, value, run.pieces > 0));
                taken += run.pieces;
            }
            Piece::Text { span, .. } | Piece::Value(Val { span, .. }) => {
                let run = run(tree, *span, behind);
                taken += run.pieces;
                found.extend(of_words(tree, rest.get(..taken).unwrap_or_default(), run.span));
            }
        }
        rest = rest.get(taken..).unwrap_or_default();
    }
}

/// Pieces that stand beside each other on one line, with nothing but white space between.
struct Run {
    span: Span,
    /// How many of those behind the first one.
    pieces: usize,
}

fn run(tree: &Tree, first: Span, behind: &[Piece]) -> Run {
    let mut run = Run { span: first, pieces: 0 };
    for piece in behind {
        let Some(span) = plain(piece) else { break };
        let gap = Span { start: run.span.end, end: span.start };
        let between = tree.str(gap);
        // A line break separates like a comma, which Format writes for it.
        if !between.trim().is_empty() || between.contains('\n') {
            break;
        }
        run = Run { span: run.span.to(span), pieces: run.pieces + 1 };
    }
    run
}

/// Where a piece stands that is a text part.
fn plain(piece: &Piece) -> Option<Span> {
    match piece {
        Piece::Text { span, .. } | Piece::Value(Val { span, .. }) => Some(*span),
        _ => None,
    }
}

/// Text parts that stand beside each other.
fn of_words(tree: &Tree, pieces: &[Piece], whole: Span) -> Option<Suspect> {
    let raw = tree.str(whole);
    let lone = match pieces {
        [Piece::Text { value, quoted: true, .. }] => Some(&**value),
        _ => None,
    };
    let text = lone.unwrap_or(raw);
    if split_condition(text).is_some() {
        return None;
    }
    let suspect = |kind, manner, text: &str, span: Span, before: &str| Suspect {
        kind,
        manner,
        text: unwrapped(text).to_owned(),
        span,
        slots: vec![Slot { span, before: before.to_owned(), after: "" }],
        removed: None,
    };
    if let Some((kind, rest)) = announcement(text) {
        if lone.is_none()
            && let Some((value, end)) = leading_string(tree, pieces, whole, rest)
        {
            return Some(suspect(kind, Manner::Word, value, Span { start: whole.start, end }, ""));
        }
        // `if C.n > 9 then go`: the label follows.
        let end = rest.find(" then ").filter(|_| lone.is_none());
        let cut = end.map_or(0, |at| rest.len() - at);
        let span = Span { start: whole.start, end: whole.end - cut as u32 };
        return Some(suspect(kind, Manner::Word, rest.get(..rest.len() - cut).unwrap_or(rest), span, ""));
    }
    if let Some((kind, rest)) = announcement(unwrapped(text)) {
        return Some(suspect(kind, Manner::Word, rest, whole, ""));
    }
    let behind = behind_words(text);
    if lone.is_some() {
        let Some((_, kind, _, rest)) = behind else {
            return is_expression_like(text).then(|| suspect(ConditionKind::When, Manner::Quoted, text, whole, ""));
        };
        // `"Refill while C.n < 9"`: the sentence stays, the condition comes behind it.
        let slot = Slot { span: Span::at(whole.end), before: ", ".to_owned(), after: "" };
        return Some(Suspect { slots: vec![slot], ..suspect(kind, Manner::Other, rest, whole, "") });
    }
    let Some((at, kind, manner, rest)) = behind else {
        return is_expression_like(text).then(|| suspect(ConditionKind::When, Manner::Bare, text, whole, ""));
    };
    let span = Span { start: whole.start + at as u32, end: whole.end };
    let mut found = suspect(kind, manner, rest, span, ", ");
    // The space in front of it goes.
    if let Some(slot) = found.slots.first_mut() {
        slot.span.start -= 1;
    }
    Some(found)
}

/// A condition behind words that are none: where it begins, and what there is of it.
fn behind_words(text: &str) -> Option<(usize, ConditionKind, Manner, &str)> {
    let tails = || text.match_indices(' ').filter_map(|(at, _)| Some((at + 1, text.get(at + 1..)?)));
    let near = || tails().take(WORDS_BEFORE);
    // `go when C.n > 9`, `go (when C.n > 9)`
    let announced = tails().find_map(|(at, tail)| Some((at, announcement(tail)?)));
    let inside = || near().find_map(|(at, tail)| Some((at, announcement(unwrapped(tail))?)));
    if let Some((at, (kind, rest))) = announced.or_else(inside) {
        return Some((at, kind, Manner::Word, rest));
    }
    if !is_expression_like(text) {
        return None;
    }
    // `go [C.n > 9]`, as UML writes a guard; not `C.n in [1, 2]`
    let is_words = |text: &str| !is_expression_like(text) && !text.ends_with(" in ");
    let guard = near().find(|(at, tail)| between(tail, '[', ']').is_some() && text.get(..*at).is_some_and(is_words));
    if let Some((at, tail)) = guard {
        return Some((at, ConditionKind::When, Manner::Word, tail));
    }
    // `once C.n > 9`
    let reads = |text: &str| expr::parse(text).or_else(|_| expr::parse(&expr::mend(text))).is_ok();
    if reads(text) {
        return None;
    }
    let (at, tail) = near().find(|(_, tail)| is_expression_like(tail) && reads(tail))?;
    Some((at, ConditionKind::When, Manner::Behind, tail))
}

/// The quoted text at the start of a condition, if no operator follows it, and where it ends.
fn leading_string<'p>(tree: &Tree, pieces: &'p [Piece], whole: Span, rest: &str) -> Option<(&'p str, u32)> {
    let start = whole.end - rest.len() as u32;
    let (at, value, end) = pieces.iter().enumerate().find_map(|(at, piece)| match piece {
        Piece::Text { value, span, quoted: true } if span.start == start => Some((at, &**value, span.end)),
        _ => None,
    })?;
    let next = pieces.get(at + 1).and_then(plain).map_or("", |span| tree.str(span));
    let goes_on = next.starts_with(['=', '!', '<', '>', '&', '|', '+', '-', '*', '/', '%', '?', '.', '['])
        || next.starts_with("in ");
    (!goes_on).then_some((value, end))
}

/// What a text announces and what follows the announcement.
fn announcement(text: &str) -> Option<(ConditionKind, &str)> {
    let mut rest = text.trim_start();
    loop {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, behind) = rest.split_at_checked(length)?;
        if let Some(kind) = announced(word) {
            let apart = behind.starts_with(|c: char| c.is_whitespace() || "=([{\"'!:“‘".contains(c));
            let condition = behind.trim_start().trim_start_matches(['=', ':']).trim_start();
            return (apart && !condition.is_empty()).then_some((kind, condition));
        }
        if word.is_empty() || !LEADS.iter().any(|lead| lead.eq_ignore_ascii_case(word)) {
            return None;
        }
        rest = behind.trim_start();
    }
}

/// Saves parsing for labels that can be nothing but words.
fn is_expression_like(text: &str) -> bool {
    text.contains(['<', '>', '=', '!', '&', '|', '.', '(', '≥', '≤', '≠'])
}

/// The text without brackets and quotes around all of it.
fn unwrapped(text: &str) -> &str {
    let mut text = text.trim();
    for _ in 0..LAYERS {
        let Some(inner) = AROUND.iter().find_map(|(open, close)| between(text, *open, *close)) else { break };
        text = inner.trim();
    }
    text
}

/// What stands between two signs that belong together.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    let inner = text.strip_prefix(open)?.strip_suffix(close)?;
    if open == close {
        return (!inner.contains(open)).then_some(inner);
    }
    let mut depth = 0_i32;
    for c in inner.chars() {
        depth += i32::from(c == open) - i32::from(c == close);
        if depth < 0 {
            return None;
        }
    }
    Some(inner)
}

/// A key whose value may be a condition. `longer` if more than the value belongs to it.
fn of_key(tree: &Tree, written: &Key, run: Span, value: &Val, longer: bool) -> Option<Suspect> {
    if is_condition_key(&written.text) {
        return None;
    }
    let whole = match &value.kind {
        ValKind::Str(text) if !longer => Some(&**text),
        _ => None,
    };
    let other = || whole.filter(|text| is_expression_like(text)).map(|_| (ConditionKind::When, Manner::Other));
    let (kind, manner) = key(&written.text, Manner::Word).or_else(other)?;
    let text = whole.map_or_else(|| tree.str(run).to_owned(), str::to_owned);
    let span = written.span.to(run);
    let slots = vec![Slot { span, before: String::new(), after: "" }];
    Some(Suspect { kind, manner, text: unwrapped(&text).to_owned(), span: written.span, slots, removed: None })
}

fn is_condition_key(word: &str) -> bool {
    ["when", "unless", "condition", "if"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// An annotation whose argument may be a condition: inside a label, or of a whole statement.
fn of_annotation(tree: &Tree, annotation: &Annotation, statement: Option<&Edge>) -> Option<Suspect> {
    let name = tree.str(annotation.name.span);
    let arguments = annotation.args.as_deref().unwrap_or_default();
    let other = || {
        let [only] = arguments else { return None };
        let ValKind::Str(text) = &only.value.kind else { return None };
        is_expression_like(text).then_some((ConditionKind::When, Manner::Other))
    };
    let (kind, manner) = key(name, Manner::Annotation).or_else(other)?;
    let text = match arguments {
        [only] if only.key.is_none() => match values::value(tree, &only.value) {
            crate::value::Value::Str(text) => text.to_string(),
            _ => tree.str(only.span).to_owned(),
        },
        [first, .., last] => tree.str(first.span.to(last.span)).to_owned(),
        _ => return None,
    };
    let span = annotation.span;
    let (slots, removed) = match statement {
        None => (vec![Slot { span, before: String::new(), after: "" }], None),
        Some(statement) => (arrows(tree, statement), Some(with_gap(tree, span, statement.span.start))),
    };
    Some(Suspect { kind, manner, text: unwrapped(&text).to_owned(), span, slots, removed })
}

/// An annotation with the white space that parts it from what it belongs to.
fn with_gap(tree: &Tree, span: Span, statement: u32) -> Span {
    if span.start < statement {
        let behind = tree.str(Span { start: span.end, end: statement });
        return Span { start: span.start, end: span.end + (behind.len() - behind.trim_start().len()) as u32 };
    }
    let before = tree.str(Span { start: statement, end: span.start });
    Span { start: statement + before.trim_end().len() as u32, end: span.end }
}

/// The places for a condition in the arrows of a statement.
fn arrows(tree: &Tree, statement: &Edge) -> Vec<Slot> {
    let slot = |segment: &crate::syntax::tree::Segment| match &segment.label {
        None => {
            let (before, after) = segment.arrow.around()?;
            Some(Slot { span: segment.arrow_span, before: before.to_owned(), after })
        }
        Some(label) => {
            let text = tree.str(label.span).trim_end();
            let inside = text.trim_start().starts_with('[') && text.ends_with(']');
            let end = label.span.start + text.len() as u32 - u32::from(inside);
            Some(Slot { span: Span::at(end), before: ", ".to_owned(), after: "" })
        }
    };
    statement.segments.iter().filter_map(slot).collect()
}
