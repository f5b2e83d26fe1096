//! Where a text begins or ends whose quote mark is missing. Guesses: they place a fix, and what the rest of its line is
//! read as.

use unicode_ident::is_xid_continue;

use super::tree::{Token, TokenKind as T};

/// What of `rest`, the line or what stands before the next string on it, is most likely the text of a string without
/// closing quote: not the `, key:`, annotation or arrow that follows it, nor brackets, `,` and `;` at the end that
/// belong to what is around the string. `{ "key: "value" }` is a key.
pub(super) fn likely_text(rest: &str) -> &str {
    if behind_key(rest).is_some_and(|behind| !behind.is_empty() && behind.trim_matches([' ', '{', '[']).is_empty()) {
        return rest.split(':').next().unwrap_or(rest);
    }
    let ends = |(at, separator): &(usize, &str)| {
        let (before, behind) = rest.split_at_checked(*at).unwrap_or(("", ""));
        let behind = behind.get(1..).unwrap_or("");
        match *separator {
            "@" => before.ends_with(' ') && behind.starts_with(is_xid_continue),
            "-" => behind.starts_with('>'),
            _ => {
                let behind = behind.trim_start_matches(' ');
                let inside = behind.strip_prefix(['{', '[']).map(|inside| inside.trim_start_matches(' '));
                behind_key(inside.unwrap_or(behind)).is_some()
            }
        }
    };
    let end = rest.match_indices([',', ';', '{', '@', '-']).find(ends).map_or(rest.len(), |(at, _)| at);
    let text = rest.get(..end).unwrap_or(rest).trim_end_matches('-');
    let more = |closer, opener| text.matches(closer).count().saturating_sub(text.matches(opener).count());
    let [mut braces, mut brackets, mut parens] = [more('}', '{'), more(']', '['), more(')', '(')];
    let closes = |count: &mut usize| std::mem::replace(count, count.saturating_sub(1)) > 0;
    let text = text.trim_end_matches(|c: char| match c {
        '{' | ',' | ';' => true,
        '}' => closes(&mut braces),
        ']' => closes(&mut brackets),
        ')' => closes(&mut parens),
        _ => c.is_whitespace(),
    });
    if text.is_empty() { rest } else { text }
}

/// What follows `key:` at the start of a text.
fn behind_key(text: &str) -> Option<&str> {
    text.trim_start_matches(is_xid_continue).strip_prefix(':').filter(|_| text.starts_with(is_xid_continue))
}

/// True if the quote mark between `before` and `behind` can only close a string: a text ends there, and what surrounds
/// strings follows it.
pub(super) fn only_closes(before: &str, behind: &str) -> bool {
    let opens = |c: char| c.is_whitespace() || "\"'`:,;([<=>-|@*".contains(c);
    let follows = |rest: &str| {
        rest.starts_with("->")
            || rest.starts_with("--")
            || rest.starts_with([':', '\n', ',', ';', '{', '}', '[', ']', ')', '@'])
    };
    let rest = behind.trim_start_matches([' ', '\t', '\r']);
    before.chars().next_back().is_some_and(|c| !opens(c)) && (rest.is_empty() || follows(rest))
}

/// The most tokens that a text without its opening quote has before it on its line.
pub(super) const LOOK_BACK: usize = 256;

/// Which of the tokens before a lone closing `mark` is the first of its text; `None` if none of its line can be.
pub(super) fn first_of_text(text: &str, tokens: &[Token], mark: &str) -> Option<usize> {
    let string = |token: &Token| matches!(token.kind, T::String | T::Template) && token.span.of(text).starts_with(mark);
    let last = tokens.len().saturating_sub(LOOK_BACK);
    let from = last + tokens.get(last..)?.iter().rposition(|token| token.first_on_line || string(token))?;
    let rest = tokens.get(from..)?;
    let first = match (value(rest).or_else(|| label(rest)), rest.first()?) {
        (Some(first), _) => first,
        (None, before) if string(before) => 1,
        _ if rest.iter().any(|token| matches!(token.kind, T::Arrow | T::LongArrow | T::BothArrow)) => return None,
        _ => title(text, rest),
    };
    let opens = |token: &&Token| matches!(token.kind, T::OpenBracket | T::Comma);
    let first = from + first + tokens.get(from + first..)?.iter().take_while(opens).count();
    (first < tokens.len()).then_some(first)
}

/// Where the last value of the tokens begins: behind `key:`, `field<type>:` or `@name(`.
fn value(tokens: &[Token]) -> Option<usize> {
    use T::{At, CloseParen, Colon, Comma, Dash, DoubleDash, Greater, Ident, OpenBrace, OpenBracket, OpenParen};
    let kind = |at: usize, back: usize| at.checked_sub(back).and_then(|at| tokens.get(at)).map(|token| token.kind);
    let begins = |at: &usize| match (kind(*at, 1), kind(*at, 0)) {
        (Some(Ident), Some(Colon)) => matches!(
            kind(*at, 2),
            None | Some(OpenBrace | OpenBracket | Comma | T::Semicolon | Dash | DoubleDash | CloseParen)
        ),
        (Some(T::String), Some(Colon)) => glued(tokens, *at),
        (Some(Greater | CloseParen | T::Question), Some(Colon)) => true,
        (Some(Ident), Some(OpenParen)) => kind(*at, 2) == Some(At),
        _ => false,
    };
    (0..tokens.len()).rfind(begins).map(|at| at + 1)
}

/// Where the label of an edge begins: `a -label`.
fn label(tokens: &[Token]) -> Option<usize> {
    let begins = |at: &usize| {
        let before = tokens.get(*at - 1).map(|token| token.kind);
        matches!(before, Some(T::Dash | T::DoubleDash)) && glued(tokens, *at) && !glued(tokens, *at - 1)
    };
    (2..tokens.len()).find(begins)
}

/// Where the title of a machine or node begins: `machine Title`, `name Title`, `type name Title of words`.
fn title(text: &str, tokens: &[Token]) -> usize {
    let brace = |at: usize| tokens.get(at).is_some_and(|token| token.kind == T::OpenBrace);
    let opens_block = |at: &usize| brace(*at) && !brace(*at + 1) && (*at == 0 || !brace(*at - 1));
    let first = (0..tokens.len()).rfind(opens_block).map_or(0, |at| at + 1);
    let machine = tokens.get(first).is_some_and(|token| token.span.of(text) == "machine");
    let words = tokens.get(first..).unwrap_or_default();
    first + if machine || words.len() < 3 { 1 } else { 2 }
}

/// True if nothing stands between a token and the one before it.
fn glued(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    before.zip(tokens.get(at)).is_some_and(|(before, token)| before.span.end == token.span.start)
}
