//! What can be folded: blocks, maps, block comments and runs of line comments.

use crate::service::Range;
use crate::syntax::tree::{Token, TokenKind, Tree};
use crate::text::Span;

/// The foldable parts that span more than one line, in text order: between braces, and comments from the end of
/// their first line.
///
/// ```
/// use tracklight::service::folds;
/// let tree = tracklight::syntax::parse("task a {\n  desc: \"x\"\n}");
/// assert_eq!(folds(&tree).len(), 1);
/// ```
pub fn folds(tree: &Tree) -> Vec<Range> {
    let mut found: Vec<Span> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let mut tokens = tree.tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        match token.kind {
            TokenKind::OpenBrace => open.push(token.span.end),
            TokenKind::CloseBrace => {
                found.extend(open.pop().map(|start| Span { start, end: token.span.start }));
            }
            TokenKind::BlockComment => found.push(after_first_line(tree, token.span)),
            TokenKind::LineComment if token.first_on_line => {
                let mut last = token.span;
                while let Some(next) = tokens.next_if(|next| goes_on(tree, last, next)) {
                    last = next.span;
                }
                found.push(Span { start: token.span.end, end: last.end });
            }
            _ => {}
        }
    }
    let lines = |span: &Span| tree.lines.line(span.start) != tree.lines.line(span.end);
    let mut ranges: Vec<Range> = found.iter().filter(|span| lines(span)).map(|span| Range::of(tree, *span)).collect();
    ranges.sort_unstable();
    ranges
}

/// True for a comment on its own line right below the last one.
fn goes_on(tree: &Tree, last: Span, next: &Token) -> bool {
    let below = tree.lines.line(next.span.start) == tree.lines.line(last.end) + 1;
    next.kind == TokenKind::LineComment && next.first_on_line && below
}

fn after_first_line(tree: &Tree, span: Span) -> Span {
    let line = tree.str(span).find('\n').unwrap_or(0) as u32;
    Span { start: span.start + line, end: span.end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Vec<String> {
        let tree = crate::syntax::parse(text);
        let units: Vec<u16> = text.encode_utf16().collect();
        let cut = |range: &Range| String::from_utf16_lossy(&units[range.from as usize..range.to as usize]);
        folds(&tree).iter().map(cut).collect()
    }

    #[test]
    fn blocks_maps_and_comments_of_several_lines_fold() {
        let text = "// 🌊 one\n// two\n\n// three\na {\n  b: { x: 1;\n y: 2 }\n}\n/* long\ncomment */\nc { d: 1 }";
        assert_eq!(folded(text), ["\n// two", "\n  b: { x: 1;\n y: 2 }\n", " x: 1;\n y: 2 ", "\ncomment */"]);
    }

    #[test]
    fn unbalanced_braces_fold_what_they_can() {
        assert_eq!(folded("} a { b {\n }"), ["\n "]);
    }
}
