//! The one place where text becomes DOT or the HTML-like markup inside DOT.
//!
//! [`Html`] can only be filled with markup written in this crate (`&'static str`) and with text that is
//! escaped on the way in, so no text of a user can ever become markup. Nothing else in the crate may write
//! quotes, entities or angle brackets into a drawing.

use graphviz_rust::dot_structures::Id;

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
fn replace_into(out: &mut String, text: &str, replace: fn(char) -> Option<&'static str>) {
    if is_simple(text) {
        return out.push_str(text);
    }
    let mut kept = 0;
    for (at, c) in text.char_indices() {
        if let Some(instead) = replace(c) {
            out.push_str(text.get(kept..at).unwrap_or(""));
            out.push_str(instead);
            kept = at + c.len_utf8();
        }
    }
    out.push_str(text.get(kept..).unwrap_or(""));
}

/// A double-quoted string: ids, names and attribute values.
pub fn string(text: &str) -> Id {
    quoted(text, |c| match c {
        '&' => None,
        c => escape(c),
    })
}

/// A double-quoted string that Graphviz shows as a label: there it would resolve entities.
pub fn label(text: &str) -> Id {
    quoted(text, escape)
}

fn quoted(text: &str, replace: fn(char) -> Option<&'static str>) -> Id {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    replace_into(&mut out, text, replace);
    out.push('"');
    Id::Escaped(out)
}

/// What stands for a character between double quotes.
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

/// Markup of an HTML-like label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Markup written in this crate.
    pub fn markup(&mut self, markup: &'static str) {
        self.0.push_str(markup);
    }

    /// Text to be shown as it is. A line feed is a line break.
    pub fn text(&mut self, text: &str) {
        replace_into(&mut self.0, text, entity);
    }

    /// Text in which runs of spaces are kept.
    pub fn code(&mut self, text: &str) {
        let mut after_space = true;
        for c in text.chars() {
            match c {
                ' ' if after_space => self.0.push_str("&#160;"),
                c => self.text(c.encode_utf8(&mut [0; 4])),
            }
            after_space = matches!(c, ' ' | '\n');
        }
    }

    /// ` NAME="value"` inside a tag.
    pub fn attribute(&mut self, name: &'static str, value: &str) {
        self.0.push(' ');
        self.0.push_str(name);
        self.0.push_str("=\"");
        replace_into(&mut self.0, value, |c| if c == '\n' { Some(" ") } else { entity(c) });
        self.0.push('"');
    }

    /// ` NAME="number"` inside a tag.
    pub fn number(&mut self, name: &'static str, value: usize) {
        self.attribute(name, &value.to_string());
    }

    /// Other markup.
    pub fn append(&mut self, other: &Html) {
        self.0.push_str(&other.0);
    }

    /// True if nothing was added.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The whole as a value of DOT.
    pub fn into_id(self) -> Id {
        let mut html = self.0;
        html.insert(0, '<');
        html.push('>');
        Id::Html(html)
    }
}

/// What stands for a character in a label.
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

    fn html(text: &str) -> String {
        let mut out = Html::new();
        out.text(text);
        out.0
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
        assert_eq!(label("a&b"), Id::Escaped("\"a&amp;b\"".into()));
    }

    #[test]
    fn code_keeps_its_spaces() {
        let mut out = Html::new();
        out.code("  a  b\n c");
        assert_eq!(out.0, "&#160;&#160;a &#160;b<BR ALIGN=\"LEFT\"/>&#160;c");
    }
}
