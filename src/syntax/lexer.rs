//! Text to tokens.
//!
//! Every character except white space ends up in a token, comments and strays included, so nothing is lost.
//! Stray characters are not errors here: in conditions and raw values they are operators and punctuation.

use std::sync::Arc;

use unicode_ident::{is_xid_continue, is_xid_start};

use super::lost_quote::{LOOK_BACK, first_of_text, likely_text, only_closes};
use super::tree::{Token, TokenKind as T};
use crate::diagnostic::Diagnostic;
use crate::text::Span;
use crate::work::{BYTES, TOKEN, Work};

/// The tokens of a text and the problems of its strings and comments.
pub(super) struct Lexed {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits what stands behind `from` in a text into tokens.
///
/// Stops when the budget of work is spent.
pub(super) fn lex(text: &str, from: usize, work: &Work) -> Lexed {
    let mut lexer = Lexer {
        text,
        start: from,
        at: from,
        line_break: true,
        tokens: Vec::with_capacity((text.len() - from) / 4),
        diagnostics: Vec::new(),
        reach: [0; 4],
        looked_at: 0,
    };
    while lexer.skip_space() {
        lexer.start = lexer.at;
        let kind = lexer.token();
        let span = Span::new(lexer.start, lexer.at);
        let looked_at = std::mem::take(&mut lexer.looked_at) + span.len() as usize;
        if !work.charge(TOKEN + looked_at as u64 / BYTES) {
            break;
        }
        lexer.tokens.push(Token { kind, span, first_on_line: lexer.line_break });
        // A comment of several lines ends the line before it.
        lexer.line_break = kind == T::BlockComment && span.of(text).contains('\n');
    }
    classify_both_openers(&mut lexer.tokens);
    Lexed { tokens: lexer.tokens, diagnostics: lexer.diagnostics }
}

/// True if the source of a token is a line that fences Markdown code.
pub(super) fn is_fence(text: &str) -> bool {
    text.starts_with("```") || text.starts_with("~~~")
}

/// How long the opening quote of a string token is: it may be missing.
pub(crate) fn opening_quote(source: &str) -> u32 {
    u32::from(source.starts_with(['"', '\'']))
}

/// True for a string token without its closing quote.
pub(crate) fn is_open_string(raw: &str) -> bool {
    let mut chars = raw.chars();
    let Some(quote) = chars.next() else { return true };
    if opening_quote(raw) == 0 {
        return false;
    }
    let mut closed = false;
    while let Some(c) = chars.next() {
        closed = c == quote;
        if c == '\\' {
            chars.next();
        }
    }
    !closed
}

/// The value of a string token: quotes gone, escapes resolved.
pub(super) fn string_value(source: &str) -> Arc<str> {
    let Some(quote) = source.chars().next() else { return Arc::from("") };
    if opening_quote(source) == 0 {
        return Arc::from(source.trim_end_matches(['"', '\'']));
    }
    let triple = if quote == '"' { "\"\"\"" } else { "'''" };
    if let Some(rest) = source.strip_prefix(triple) {
        return Arc::from(rest.strip_suffix(triple).unwrap_or(rest));
    }
    let body = source.get(1..).unwrap_or("");
    if !body.contains('\\') {
        return Arc::from(body.strip_suffix(quote).unwrap_or(body));
    }
    let mut value = String::with_capacity(body.len());
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.extend(chars.next().map(unescape)),
            c if c == quote => break,
            c => value.push(c),
        }
    }
    Arc::from(value)
}

/// True for a text that is one identifier.
pub fn is_word(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c == '_' || is_xid_start(c)) && chars.all(is_xid_continue)
}

/// A string token with that value.
pub fn quoted(value: &str) -> String {
    let mut source = String::with_capacity(value.len() + 2);
    source.push('"');
    for c in value.chars() {
        let escaped = match c {
            '"' | '\\' => c,
            '\n' => 'n',
            '\t' => 't',
            '\r' => 'r',
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\u{b}' => 'v',
            '\0' => '0',
            _ => {
                source.push(c);
                continue;
            }
        };
        source.extend(['\\', escaped]);
    }
    source.push('"');
    source
}

fn unescape(c: char) -> char {
    match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        '0' => '\0',
        other => other,
    }
}

/// `<--` opens a label only where a `-->` follows on its line.
fn classify_both_openers(tokens: &mut [Token]) {
    let mut closer_follows = false;
    for token in tokens.iter_mut().rev() {
        match token.kind {
            T::LongArrow => closer_follows = true,
            T::BothOpener if !closer_follows => token.kind = T::BadArrow,
            _ => {}
        }
        if token.first_on_line {
            closer_follows = false;
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    /// Where the current token starts.
    start: usize,
    at: usize,
    line_break: bool,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    /// Per kind of quote, how far a scan for a closer has looked in vain. Strings opened before that are
    /// limited to their line, so no text is scanned twice.
    reach: [usize; 4],
    /// Bytes that the current token made it look at beside its own.
    looked_at: usize,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn char(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves to the next token; false at the end of the text.
    fn skip_space(&mut self) -> bool {
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'\n' => self.line_break = true,
                b' ' | b'\t' | b'\r' => {}
                0x21..0x7f => return true,
                _ => {
                    let Some(c) = self.char().filter(|c| c.is_whitespace() || *c == '\u{feff}') else { return true };
                    self.at += c.len_utf8() - 1;
                }
            }
            self.at += 1;
        }
        false
    }

    /// Reads the current token and moves past it.
    fn token(&mut self) -> T {
        let first = self.byte(0);
        if first == b'"' || first == b'\'' {
            return self.string(first);
        }
        if first.is_ascii_digit() {
            return self.number();
        }
        let letter = first.is_ascii_alphabetic() || (!first.is_ascii() && self.char().is_some_and(is_xid_start));
        if first == b'_' || letter {
            self.skip_ident();
            return T::Ident;
        }
        if self.line_break && is_fence(self.rest()) {
            self.at = self.line_end(self.at);
            return T::Stray;
        }
        match (first, self.byte(1)) {
            (b'/', b'/') => return self.line_comment(),
            (b'/', b'*') => return self.block_comment(),
            (b'#', _) => {
                self.at += 1;
                if !self.char().is_some_and(is_xid_continue) {
                    return self.line_comment();
                }
                self.skip_ident();
                return T::External;
            }
            _ => {}
        }
        match symbol(self.rest().as_bytes()) {
            Some((kind, length)) => {
                self.at += length;
                kind
            }
            None => self.stray(),
        }
    }

    fn skip_ident(&mut self) {
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            if byte.is_ascii_alphanumeric() || *byte == b'_' {
                self.at += 1;
            } else if byte.is_ascii() {
                break;
            } else {
                let Some(c) = self.char().filter(|c| is_xid_continue(*c)) else { break };
                self.at += c.len_utf8();
            }
        }
    }

    fn skip_digits(&mut self) {
        while self.byte(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    fn number(&mut self) -> T {
        self.skip_digits();
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            self.at += 1;
            self.skip_digits();
        }
        let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
        if matches!(self.byte(0), b'e' | b'E') && self.byte(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.skip_digits();
        }
        let mut kind = T::Number;
        loop {
            let before = self.at;
            self.skip_ident();
            if self.byte(0) == b'%' || (self.byte(0) == b'.' && self.byte(1).is_ascii_digit()) {
                self.at += 1;
            }
            if self.at == before {
                return kind;
            }
            kind = T::WordNumber;
        }
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or("");
        let line = rest.split('\n').next().unwrap_or("");
        from + line.trim_end_matches('\r').len()
    }

    fn line_comment(&mut self) -> T {
        self.at = self.line_end(self.at);
        T::LineComment
    }

    fn block_comment(&mut self) -> T {
        let start = self.at;
        match self.text.get(start + 2..).and_then(|rest| rest.find("*/")) {
            Some(length) => self.at = start + 2 + length + 2,
            None => {
                self.at = self.text.len();
                let opener = Span::new(start, start + 2);
                self.diagnostics.push(
                    Diagnostic::error("unclosed-comment", opener, "this comment is never closed")
                        .hint("close it with `*/`")
                        .fix("add `*/`", Span::new(self.at, self.at), "*/"),
                );
            }
        }
        T::BlockComment
    }

    fn string(&mut self, quote: u8) -> T {
        let start = self.at;
        if self.byte(1) == quote && self.byte(2) == quote {
            return self.triple_quoted(quote);
        }
        let slot = usize::from(quote == b'"');
        let limited = start < self.reach.get(slot).copied().unwrap_or(0);
        let mut first_line_end = None;
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        let close = loop {
            self.looked_at += 1;
            match bytes.get(at) {
                None => break None,
                Some(b'\n') if limited => break None,
                Some(b'\n') => {
                    first_line_end.get_or_insert(at);
                    at += 1;
                }
                Some(b'\\') if bytes.get(at + 1) != Some(&b'\n') => at += 2,
                Some(byte) if *byte == quote => break Some(at + 1),
                Some(_) => at += 1,
            }
        };
        let one_line = close.is_some() && first_line_end.is_none();
        // Where the quote that would close it seems to open another string; `next`: it does, on the same line.
        let split = close.filter(|end| self.begins_a_string(*end, quote));
        if !(one_line && split.is_none()) && self.takes_text_before(start) {
            return self.string_kind();
        }
        let next = split.filter(|end| one_line && self.string_expected(*end - 1)).map(|end| end - 1);
        let end = match close {
            Some(end) if split.is_none() || (one_line && next.is_none()) => end,
            _ => {
                if !limited && let Some(reach) = self.reach.get_mut(slot) {
                    *reach = at;
                }
                self.unclosed_string(start, next)
            }
        };
        self.at = end;
        self.string_kind()
    }

    fn string_kind(&self) -> T {
        if Span::new(self.start, self.at).of(self.text).contains("{{") { T::Template } else { T::String }
    }

    /// A quote that can only close a string, and opens none: what stands before it on its line becomes the string.
    fn takes_text_before(&mut self, quote: usize) -> bool {
        let (before, behind) = (self.text.get(..quote).unwrap_or(""), self.text.get(quote + 1..).unwrap_or(""));
        let Some(mark) = self.text.get(quote..quote + 1).filter(|_| only_closes(before, behind)) else { return false };
        let key = self.tokens.len().checked_sub(1).filter(|_| behind.starts_with(':'));
        self.looked_at += self.tokens.len().min(LOOK_BACK) * BYTES as usize;
        let first = key.or_else(|| first_of_text(self.text, &self.tokens, mark));
        let Some((at, token)) = first.and_then(|at| Some((at, *self.tokens.get(at)?))) else { return false };
        self.tokens.truncate(at);
        self.line_break = token.first_on_line;
        self.start = token.span.start as usize;
        self.at = quote + 1;
        let place = Span::new(self.start, self.start);
        self.diagnostics.push(
            Diagnostic::error("unclosed-string", Span::new(self.start, self.at), "this string has no opening quote")
                .hint(format!("begin it with `{mark}`"))
                .fix(format!("add `{mark}`"), place, mark),
        );
        true
    }

    /// True if the quote before `at` must be an opening one: what stands there can only be the text of a string, or is
    /// the closing quote of an empty one.
    fn begins_a_string(&self, at: usize, quote: u8) -> bool {
        let rest = self.text.get(at..).unwrap_or("");
        let formula = rest.starts_with('=') && !rest.starts_with("=>");
        formula || rest.starts_with("{{") || rest.starts_with(|c| c == char::from(quote) || is_xid_continue(c))
    }

    /// True if what stands before a quote is not the end of a text, but something that a string follows.
    fn string_expected(&self, quote: usize) -> bool {
        self.text.get(..quote).is_some_and(|before| before.ends_with([' ', ':', '[', '(', '{', ',', '-']))
    }

    /// Where a string ends that is never closed: with its line, or before the string that follows on it.
    fn unclosed_string(&mut self, start: usize, next: Option<usize>) -> usize {
        let line_end = next.unwrap_or_else(|| self.line_end(start));
        self.looked_at += line_end - start;
        let rest = self.text.get(start + 1..line_end).unwrap_or("");
        let closer = start + 1 + likely_text(rest).len();
        let end = if next.is_some() { closer } else { line_end };
        let mark = self.text.get(start..start + 1).unwrap_or("");
        self.diagnostics.push(
            Diagnostic::error("unclosed-string", Span::new(start, end), "this string is never closed")
                .hint(format!("close it with `{mark}`"))
                .fix(format!("add `{mark}`"), Span::new(closer, closer), mark),
        );
        end
    }

    /// `"""…"""` of other languages, read as one string so that its text stays in place.
    fn triple_quoted(&mut self, quote: u8) -> T {
        let start = self.at;
        let marks = if quote == b'"' { "\"\"\"" } else { "'''" };
        let run = self.rest().bytes().take_while(|byte| *byte == quote).count();
        let slot = 2 + usize::from(quote == b'"');
        let limited = start < self.reach.get(slot).copied().unwrap_or(0);
        let close = match (run >= 6, limited) {
            (true, _) => Some(start + run),
            (false, true) => None,
            (false, false) => self.text.get(start + 3..).and_then(|rest| rest.find(marks)).map(|at| start + 6 + at),
        };
        if close.is_none()
            && let Some(reach) = self.reach.get_mut(slot)
        {
            *reach = self.text.len();
        }
        self.at = close.unwrap_or_else(|| self.line_end(start));
        self.diagnostics.push(
            Diagnostic::error(
                "foreign-syntax",
                Span::new(start, start + 3),
                format!("`{marks}` is not part of the language"),
            )
            .hint("strings may span lines: use one quote mark"),
        );
        self.string_kind()
    }

    fn stray(&mut self) -> T {
        while let Some(c) = self.char() {
            let word = c == '_' || c.is_ascii_digit() || is_xid_start(c);
            let quote = matches!(c, '"' | '\'' | '#');
            let comment = c == '/' && matches!(self.byte(1), b'/' | b'*');
            let space = c.is_whitespace() || c == '\u{feff}';
            if space || word || quote || comment || symbol(self.rest().as_bytes()).is_some() {
                break;
            }
            self.at += c.len_utf8();
        }
        T::Stray
    }
}

/// The longest symbol at the start of `bytes`, and its length. `o-->` is a matter of the parser.
fn symbol(bytes: &[u8]) -> Option<(T, usize)> {
    const LONG: [(&[u8], T); 15] = [
        (b"<-->", T::BothArrow),
        (b"<|--", T::Inherits),
        (b"*-->", T::Composes),
        (b"<--", T::BothOpener),
        (b"<->", T::BadArrow),
        (b"<=>", T::BadArrow),
        (b"-->", T::LongArrow),
        (b"<-", T::BadArrow),
        (b"<=", T::BadArrow),
        (b"--", T::DoubleDash),
        (b"->", T::Arrow),
        (b"=>", T::FatArrow),
        (b"-", T::Dash),
        (b"=", T::Equals),
        (b"<", T::Less),
    ];
    let kind = match bytes.first()? {
        b'{' => T::OpenBrace,
        b'}' => T::CloseBrace,
        b'[' => T::OpenBracket,
        b']' => T::CloseBracket,
        b'(' => T::OpenParen,
        b')' => T::CloseParen,
        b'>' => T::Greater,
        b',' => T::Comma,
        b':' => T::Colon,
        b';' => T::Semicolon,
        b'.' => T::Dot,
        b'@' => T::At,
        b'|' => T::Pipe,
        b'?' => T::Question,
        b'<' | b'-' | b'=' | b'*' => {
            return LONG.iter().find(|(text, _)| bytes.starts_with(text)).map(|(text, kind)| (*kind, text.len()));
        }
        _ => return None,
    };
    Some((kind, 1))
}
