//! Characters to tokens. A text literal is decoded here; everything else keeps its place only.

use super::{Fault, MAX_CHARS};
use crate::text::Span;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Text(String),
    Word,
    /// A member's name in backticks.
    Quoted,
    /// One of [`MARKS`].
    Mark(&'static str),
    End,
}

/// Longest first.
const MARKS: [&str; 26] = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "/", "%", "?", ":", ".", ",", "(",
    ")", "[", "]", "{", "}",
];

/// The tokens of `text` with their places, the last one `End`.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Span)>, Fault> {
    if is_long(text.trim_matches(is_blank)) {
        let span = Span::new(0, text.len());
        return Err(Fault { span, message: format!("the expression has more than {MAX_CHARS} characters") });
    }
    let mut tokens = Vec::new();
    let mut lexer = Lexer { text, at: 0 };
    loop {
        lexer.skip(is_blank);
        let start = lexer.at;
        let token = lexer.token()?;
        let end = token == Token::End;
        tokens.push((token, Span::new(start, lexer.at)));
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let tail = rest.trim_start_matches(belongs);
        self.at += rest.len() - tail.len();
        rest.strip_suffix(tail).unwrap_or("")
    }

    fn fault<T>(&self, start: usize, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { span: Span::new(start, self.at), message: message.into() })
    }

    fn token(&mut self) -> Result<Token, Fault> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(Token::End) };
        if first.is_ascii_digit() {
            return self.number();
        }
        if first == '"' || first == '\'' {
            return self.literal(first);
        }
        if starts_word(first) {
            self.skip(continues_word);
            return Ok(Token::Word);
        }
        if first == '`' {
            return self.quoted();
        }
        let fits = |mark: &&&str| mark.as_bytes().first() == rest.as_bytes().first() && rest.starts_with(**mark);
        if let Some(mark) = MARKS.iter().find(fits) {
            self.at += mark.len();
            return Ok(Token::Mark(mark));
        }
        let start = self.at;
        self.at += first.len_utf8();
        let hint = match first {
            '=' => "; for equality use `==`",
            '&' => "; for \"and\" use `&&`",
            '|' => "; for \"or\" use `||`",
            _ => "",
        };
        self.fault(start, format!("unexpected `{first}`{hint}"))
    }

    fn number(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        let rest = self.rest();
        let hex = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
        let value = if hex.is_some() {
            self.at += 2;
            let digits = self.skip(|c| c.is_ascii_hexdigit());
            let value = digits.chars().filter_map(|c| c.to_digit(16));
            let value = value.fold(0.0, |value, digit| value * 16.0 + f64::from(digit));
            if digits.is_empty() { f64::NAN } else { value }
        } else {
            self.at += decimal(rest);
            self.text.get(start..self.at).and_then(crate::number::parse).unwrap_or(f64::NAN)
        };
        let glued = !self.skip(continues_word).is_empty();
        if glued || !value.is_finite() {
            let written = self.text.get(start..self.at).unwrap_or("");
            return self.fault(start, format!("`{}` is not a number", crate::text::clip(written, 40)));
        }
        Ok(Token::Number(value))
    }

    fn literal(&mut self, quote: char) -> Result<Token, Fault> {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            value.push_str(self.skip(|c| c != quote && c != '\\'));
            if self.rest().starts_with(quote) {
                self.at += 1;
                return Ok(Token::Text(value));
            }
            let escape = self.at;
            let mut ahead = self.rest().chars().skip(1);
            let Some(mark) = ahead.next() else {
                self.at = self.text.len();
                return self.fault(start, "the string is never closed");
            };
            self.at += 1 + mark.len_utf8();
            let (found, needs) = match mark {
                'n' => (Some('\n'), ""),
                't' => (Some('\t'), ""),
                'r' => (Some('\r'), ""),
                'a' => (Some('\u{7}'), ""),
                'b' => (Some('\u{8}'), ""),
                'f' => (Some('\u{c}'), ""),
                'v' => (Some('\u{b}'), ""),
                '\\' | '\'' | '"' | '`' | '?' => (Some(mark), ""),
                'x' | 'X' => (self.code(2, 16).and_then(char::from_u32), "two hex digits"),
                'u' => (self.unicode(), "four hex digits of a character"),
                'U' => (self.code(8, 16).and_then(char::from_u32), "eight hex digits of a character"),
                '0'..='3' => {
                    self.at -= 1;
                    (self.code(3, 8).and_then(char::from_u32), "three octal digits")
                }
                mark => return self.fault(escape, format!("unknown escape `\\{mark}`; for a backslash write `\\\\`")),
            };
            let Some(found) = found else { return self.fault(escape, format!("`\\{mark}` needs {needs}")) };
            value.push(found);
        }
    }

    /// A name in backticks: letters, digits and the signs that CEL allows in one.
    fn quoted(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        self.at += 1;
        let name = self.skip(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/' | ' '));
        if name.is_empty() || !self.rest().starts_with('`') {
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            return self.fault(
                start,
                "a name in backticks must end with a backtick and contain only letters, digits and `_ . - /`",
            );
        }
        self.at += 1;
        Ok(Token::Quoted)
    }

    /// The character after `\u`; two escapes may make one character, as in JSON.
    fn unicode(&mut self) -> Option<char> {
        let first = self.code(4, 16)? as u16;
        let mut second = None;
        if (0xD800..0xDC00).contains(&first) && self.rest().starts_with("\\u") {
            self.at += 2;
            second = Some(self.code(4, 16)? as u16);
        }
        char::decode_utf16([first].into_iter().chain(second)).next()?.ok()
    }

    /// A number of exactly `count` digits.
    fn code(&mut self, count: usize, radix: u32) -> Option<u32> {
        let digits = self.rest().get(..count).filter(|digits| digits.chars().all(|c| c.is_digit(radix)))?;
        self.at += count;
        u32::from_str_radix(digits, radix).ok()
    }
}

pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

pub(super) fn starts_word(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c)
}

pub(super) fn continues_word(c: char) -> bool {
    unicode_ident::is_xid_continue(c)
}

/// Length of the unsigned decimal number `text` begins with: digits, a fraction, an exponent.
pub(super) fn decimal(text: &str) -> usize {
    let digits = |from: usize| text.bytes().skip(from).take_while(u8::is_ascii_digit).count();
    let byte = |at: usize| text.as_bytes().get(at).copied();
    let mut end = digits(0);
    if end == 0 {
        return 0;
    }
    if byte(end) == Some(b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if matches!(byte(end), Some(b'e' | b'E')) {
        let signed = end + 1 + usize::from(matches!(byte(end + 1), Some(b'+' | b'-')));
        if digits(signed) > 0 {
            end = signed + digits(signed);
        }
    }
    end
}

/// True for a text of more characters than an expression may have.
pub(super) fn is_long(text: &str) -> bool {
    text.len() > MAX_CHARS && text.chars().nth(MAX_CHARS).is_some()
}
