//! The one place where text becomes DOT or the HTML-like markup inside DOT.
//!
//! [`Markup`] can only be filled with markup written in this crate (`&'static str`), with numbers, and with text that
//! is quoted or escaped on the way in, so no text of a user can ever become markup. Nothing else in the crate may
//! write quotes, entities or angle brackets into a drawing.

use graphviz_rust::dot_structures::Id;

use crate::buffer::Buffer;

/// Control characters that change the direction or the lines of what follows, and what is no character at all.
pub fn is_dropped(c: char) -> bool {
    match c {
        ' '..='~' | '\t' | '\n' => false,
        _ => matches!(c, '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}'),
    }
}

/// True if nothing in the text is replaced in any of the forms below: letters, digits, blanks and harmless signs.
fn is_simple(text: &str) -> bool {
    for byte in text.as_bytes() {
        if !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\' | b'&' | b'<' | b'>' | b'\'' | b']') {
            return false;
        }
    }
    true
}

/// Copies `text`, putting for each character what `replace` gives for it; `None` keeps it.
fn replace_into(out: &mut Markup, text: &str, replace: fn(char) -> Option<&'static str>) {
    if is_simple(text) {
        return out.append(text);
    }
    let mut kept = 0;
    for (at, c) in text.char_indices() {
        if let Some(instead) = replace(c) {
            out.append(text.get(kept..at).unwrap_or(""));
            out.append(instead);
            kept = at + c.len_utf8();
        }
    }
    out.append(text.get(kept..).unwrap_or(""));
}

/// A double-quoted string as a value of graphviz-rust.
pub fn string(text: &str) -> Id {
    let mut out = Markup::default();
    out.string(&[text]);
    Id::Escaped(out.finish())
}

/// The escape of a character between double quotes.
fn escape(c: char) -> Option<&'static str> {
    match c {
        '"' => Some("\\\""),
        '\\' => Some("\\\\"),
        '\n' => Some("\\n"),
        '\t' => Some(" "),
        '&' => Some("&amp;"),
        c => is_dropped(c).then_some(""),
    }
}

/// A word of this crate, such as the name of an attribute.
pub fn word(word: &'static str) -> Id {
    Id::Plain(word.to_owned())
}

/// DOT, with the markup of HTML-like labels in it: a whole drawing as it is written, or a part of it.
#[derive(Clone, Debug, Default)]
pub struct Markup {
    out: Buffer,
    /// Of pieces of code in texts.
    code_color: &'static str,
}

impl Markup {
    /// An empty buffer with this capacity in bytes.
    pub fn with_capacity(bytes: usize, code_color: &'static str) -> Self {
        Self { out: Buffer::with_capacity(bytes), code_color }
    }

    #[inline]
    fn append(&mut self, text: &str) {
        self.out.append(text);
    }

    /// DOT or markup written in this crate.
    pub fn markup(&mut self, markup: &'static str) {
        self.append(markup);
    }

    /// A double-quoted string: ids, names and attribute values. Its parts are joined.
    pub fn string(&mut self, parts: &[&str]) {
        self.out.push(b'"');
        for part in parts {
            replace_into(self, part, |c| if c == '&' { None } else { escape(c) });
        }
        self.out.push(b'"');
    }

    /// A double-quoted string that Graphviz shows as a label: there it would resolve entities.
    pub fn label(&mut self, text: &str) {
        self.out.push(b'"');
        replace_into(self, text, escape);
        self.out.push(b'"');
    }

    /// A number.
    pub fn number(&mut self, number: u32) {
        self.out.number(number);
    }

    /// A value of graphviz-rust, made by [`string`] or [`word`].
    pub fn value(&mut self, id: &Id) {
        match id {
            Id::Html(text) | Id::Escaped(text) | Id::Plain(text) => self.append(text),
            Id::Anonymous(_) => {}
        }
    }

    /// Text to be shown as it is. A line feed is a line break.
    pub fn text(&mut self, text: &str) {
        replace_into(self, text, entity);
    }

    /// Code: text in another color, in which runs of spaces are kept.
    pub fn code(&mut self, text: &str) {
        self.append("<FONT COLOR=\"");
        self.append(self.code_color);
        self.append("\">");
        let mut after_space = true;
        for c in text.chars() {
            match c {
                ' ' if after_space => self.append("&#160;"),
                c => self.text(c.encode_utf8(&mut [0; 4])),
            }
            after_space = matches!(c, ' ' | '\n');
        }
        self.append("</FONT>");
    }

    /// Text between the double quotes of a tag's attribute.
    pub fn attribute(&mut self, value: &str) {
        replace_into(self, value, |c| if c == '\n' { Some(" ") } else { entity(c) });
    }

    /// How much was written, to go back to with [`Markup::drop_from`].
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Takes back what was written since it was so long.
    pub fn drop_from(&mut self, len: usize) {
        self.out.truncate(len);
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out.finish()
    }
}

/// Appends a number. The formatter of the standard library is slow in a build for size.
pub fn push_number(out: &mut String, number: u32) {
    if number > 9 {
        push_number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// An id of the drawing: a letter and a number.
pub fn id(letter: &str, number: u32) -> String {
    let mut id = String::with_capacity(8);
    id.push_str(letter);
    push_number(&mut id, number);
    id
}

/// The escape of a character in a label.
fn entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        // A text that is one bare `]` is taken for markup by Graphviz, and the last line of a list is one.
        ']' => Some("&#93;"),
        // Graphviz would resolve `\N` and its like in labels.
        '\\' => Some("\\\\"),
        '\n' => Some("<BR ALIGN=\"LEFT\"/>"),
        '\t' => Some(" "),
        c => is_dropped(c).then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Markup)) -> String {
        let mut out = Markup::default();
        write(&mut out);
        out.finish()
    }

    fn html(text: &str) -> String {
        written(|out| out.text(text))
    }

    #[test]
    fn text_never_becomes_markup() {
        assert_eq!(html("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
        assert_eq!(html("[1]"), "[1&#93;");
        assert_eq!(html("a\u{202e}b\u{0}\tc\nd\\N"), "ab c<BR ALIGN=\"LEFT\"/>d\\\\N");
    }

    #[test]
    fn quoted_strings_cannot_be_left() {
        assert_eq!(string("a\"b\\\n\r"), Id::Escaped("\"a\\\"b\\\\\\n\"".into()));
        assert_eq!(written(|out| out.label("a&b")), "\"a&amp;b\"");
        assert_eq!(written(|out| out.string(&["a&", "\"b"])), "\"a&\\\"b\"");
    }

    #[test]
    fn code_keeps_its_spaces() {
        let mut out = Markup::with_capacity(0, "red");
        out.code("  a  b\n c");
        let text = "<FONT COLOR=\"red\">&#160;&#160;a &#160;b<BR ALIGN=\"LEFT\"/>&#160;c</FONT>";
        assert_eq!(out.finish(), text);
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        assert_eq!([0, 9, 10, 4_294_967_295].map(|number| id("n", number)), ["n0", "n9", "n10", "n4294967295"]);
    }
}
