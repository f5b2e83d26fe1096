//! Where items are inserted and how they are taken out, with the lines, blanks and separators of their neighbours.

use crate::machine::model::NodeIdx;
use crate::service::edit::draft::Draft;
use crate::service::edit::lines::{Lines, WIDTH};
use crate::service::edit::source::Source;
use crate::syntax::tree::{self, Item, TokenKind};
use crate::text::Span;

/// Where a new item goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    /// Behind an item.
    After(Span),
    /// Before an item.
    Before(Span),
    /// Into a block without items.
    Inside(usize),
}

/// Items that go as whole lines, until it is known which empty lines go with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Removed(Vec<Span>);

/// Stands for a line break inside a string while lines are indented.
pub(super) const KEPT_BREAK: &str = "\u{2}";

/// An item with its lines indented.
pub(super) fn indented(item: &str, indent: &str, eol: &str) -> String {
    let mut out = String::with_capacity(item.len() + indent.len());
    for (at, line) in item.split('\n').enumerate() {
        if at > 0 {
            out.push_str(eol);
            if !line.is_empty() {
                out.push_str(indent);
            }
        }
        out.push_str(line);
    }
    if out.contains(KEPT_BREAK) { out.replace(KEPT_BREAK, "\n") } else { out }
}

/// True if a text would go on with the item on the line above.
pub(super) fn begins_with_arrow(item: &str) -> bool {
    item.starts_with(['-', '=', '<', '"', '\'', '*']) || item.starts_with("o-->")
}

/// What has to stand behind an item before the next one.
fn separator(item: &str, neighbours: bool) -> &'static str {
    // Behind a comment it would be a part of that.
    let last = item.rsplit('\n').next().unwrap_or(item);
    let ends = item.ends_with(['}', ';']) || ["//", "#", "*/"].iter().any(|mark| last.contains(mark));
    if neighbours && !ends { ";" } else { "" }
}

impl Source<'_> {
    /// Inserts an item, whose own lines are indented from nothing.
    pub fn insert(&self, draft: &mut Draft, spot: Spot, item: &str) {
        match spot {
            Spot::After(span) => self.insert_after(draft, span, &[item.to_owned()]),
            Spot::Before(span) => self.insert_before(draft, span, item),
            Spot::Inside(block) => self.insert_inside(draft, block, item),
        }
    }

    /// Inserts items one behind the other.
    pub fn insert_all(&self, draft: &mut Draft, spot: Spot, items: &[String]) {
        match spot {
            Spot::After(span) => self.insert_after(draft, span, items),
            Spot::Before(span) => items.iter().for_each(|item| self.insert_before(draft, span, item)),
            Spot::Inside(_) if items.is_empty() => {}
            Spot::Inside(block) => self.insert_inside(draft, block, &items.join("\n")),
        }
    }

    /// Puts an item in the place of another one.
    pub fn replace_item(&self, draft: &mut Draft, span: Span, item: &str) {
        let lines = self.lines();
        let (indent, eol) = (lines.indent(self.first_of_line(span.start)), lines.eol(span.start));
        draft.replace(span, indented(item, indent, eol));
    }

    /// Inserts items behind one, each on a line of its own if that one ends its line.
    pub fn insert_after(&self, draft: &mut Draft, span: Span, items: &[String]) {
        let lines = self.lines();
        let tail = lines.tail(span.end);
        let Some(line_end) = tail.line_end else {
            let (indent, eol) = (lines.indent(self.first_of_line(span.start)), lines.eol(span.start));
            let rest = lines.behind(tail.end);
            let follows_brace = rest.trim_start().starts_with('}');
            // What has several lines, comments among them, gets lines of its own in a block on one line.
            if follows_brace && items.iter().any(|item| item.contains('\n')) {
                let inner = format!("{indent}{}", lines.unit());
                let lines_of = |item: &String| format!("{eol}{inner}{}", indented(item, &inner, eol));
                let blanks = (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32;
                if let Some(gap) = self.gap_before_first(tail.end + blanks) {
                    draft.replace(gap, format!("{eol}{inner}"));
                }
                let end = format!("{eol}{indent}");
                let text: String = items.iter().map(lines_of).chain([end]).collect();
                return draft.replace(Span { start: tail.end, end: tail.end + blanks }, text);
            }
            for (at, item) in items.iter().enumerate() {
                let before = if tail.is_separated || at > 0 { " " } else { "; " };
                let behind = if follows_brace && at + 1 == items.len() && !tail.is_separated { "" } else { ";" };
                let behind = if item.ends_with(';') { "" } else { behind };
                draft.insert(tail.end, format!("{before}{}{behind}", indented(item, indent, eol)));
            }
            return;
        };
        let (indent, eol) = (lines.indent(self.first_of_line(span.start)), lines.eol(span.start));
        let goes_on = |at: u32| begins_with_arrow(lines.behind(at).trim_start());
        let is_head = self.is_head(span);
        for (at, item) in items.iter().enumerate() {
            let next = items.get(at + 1).map_or_else(|| goes_on(line_end), |next| begins_with_arrow(next));
            if at == 0 && begins_with_arrow(item) && !tail.is_separated {
                draft.insert(tail.end, ";");
            }
            let blank = if at == 0 && is_head { eol } else { "" };
            let end = separator(item, tail.has_semicolon || next);
            draft.insert(line_end, format!("{eol}{blank}{indent}{}{end}", indented(item, indent, eol)));
        }
    }

    /// The blanks behind the opening brace of the block that is closed at an offset, if its first item follows on the
    /// same line.
    fn gap_before_first(&self, close: u32) -> Option<Span> {
        let is_closed = |braces: &&tree::Block| braces.close.is_some_and(|own| own.start == close);
        let braces = self.blocks.iter().filter_map(|block| block.braces).find(is_closed)?;
        let gap = Span { start: braces.open.end, end: braces.items.first()?.whole().start };
        self.str(gap).chars().all(|c| matches!(c, ' ' | '\t')).then_some(gap)
    }

    /// Where the blanks end that begin the line of an offset.
    fn first_of_line(&self, at: u32) -> u32 {
        let lines = self.lines();
        let start = lines.start(at);
        let line = Span { start, end: at }.of(self.text());
        start + (line.len() - line.trim_start_matches([' ', '\t']).len()) as u32
    }

    /// True for the header and for imports, which an empty line separates from what follows.
    fn is_head(&self, span: Span) -> bool {
        self.tree.items.iter().any(|item| {
            item.whole() == span
                && match item {
                    Item::Import(_) => true,
                    Item::Header(header) => !header.keyword.is_empty(),
                    _ => false,
                }
        })
    }

    fn insert_before(&self, draft: &mut Draft, span: Span, item: &str) {
        let lines = self.lines();
        let (indent, eol) = (lines.indent(self.first_of_line(span.start)), lines.eol(span.start));
        if !lines.begins(span.start) {
            return draft.insert(span.start, format!("{}; ", indented(item, indent, eol)));
        }
        let mut at = lines.attached(span.start);
        if at == 0 && self.text().starts_with('\u{feff}') {
            at = 3;
        }
        let end = separator(item, lines.tail(span.end).has_semicolon || begins_with_arrow(self.str(span)));
        draft.insert(at, format!("{indent}{}{end}{eol}", indented(item, indent, eol)));
    }

    fn insert_inside(&self, draft: &mut Draft, block: usize, item: &str) {
        let lines = self.lines();
        let Some(braces) = self.blocks.get(block).and_then(|block| block.braces) else {
            let end = self.text().len() as u32;
            let (eol, text) = (lines.eol(end), self.text());
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { eol };
            return draft.insert(end, format!("{gap}{}{eol}", indented(item, "", eol)));
        };
        let close = braces.close.map_or(braces.span.end, |close| close.start);
        let inside = Span { start: braces.open.end, end: close };
        let (outer, eol) = (lines.indent(self.first_of_line(braces.open.start)), lines.eol(braces.open.start));
        let indent = format!("{outer}{}", lines.unit());
        let item = format!("{eol}{indent}{}", indented(item, &indent, eol));
        match lines.comments(inside).last() {
            None => draft.replace(inside, format!("{item}{eol}{outer}")),
            Some(comment) => {
                let is_closed = lines.begins(close);
                draft.insert(comment.end, if is_closed { item } else { format!("{item}{eol}{outer}") });
            }
        }
    }

    /// Where a new item goes at the end of a block.
    pub fn end_of(&self, block: usize) -> Spot {
        let last = self.blocks.get(block).and_then(|block| block.items.last());
        last.map_or(Spot::Inside(block), |item| Spot::After(item.whole()))
    }

    /// Where a declaration goes in a block: before the first edge, behind what stands before that.
    pub fn before_edges(&self, owner: Option<NodeIdx>) -> Option<Spot> {
        let is_edge = |item: &Item| matches!(item, Item::Edge(_));
        let blocks: Vec<usize> = self.blocks_of(owner).map(|(at, _)| at).collect();
        for at in &blocks {
            let Some(items) = self.blocks.get(*at).map(|block| block.items) else { continue };
            let Some(first) = items.iter().position(is_edge) else { continue };
            let edge = items.get(first).map(Item::whole).unwrap_or_default();
            let above = first.checked_sub(1).and_then(|above| items.get(above));
            return Some(match above {
                // The line above must end the item on it: the next one could go on with it otherwise.
                Some(item @ (Item::Node(_) | Item::Attribute(_))) => Spot::After(item.whole()),
                _ => Spot::Before(edge),
            });
        }
        let has_items = |at: &&usize| {
            self.blocks.get(**at).is_some_and(|block| block.items.iter().any(|item| matches!(item, Item::Node(_))))
        };
        blocks.iter().find(has_items).or(blocks.first()).map(|at| self.end_of(*at))
    }

    /// Gives a declaration without a block one that holds these items.
    pub fn add_block(&self, draft: &mut Draft, item: &tree::Node, inside: &str, on_one_line: bool) {
        let lines = self.lines();
        let end = item.names.last().map_or(item.span.end, |named| named.span.end);
        let (outer, eol) = (lines.indent(self.first_of_line(item.span.start)), lines.eol(end));
        let width = end - lines.start(end) + inside.len() as u32 + 5;
        let block = if on_one_line && width as usize <= WIDTH && !inside.contains('\n') {
            format!(" {{ {inside} }}")
        } else {
            let indent = format!("{outer}{}", lines.unit());
            format!(" {{{eol}{indent}{}{eol}{outer}}}", indented(inside, &indent, eol))
        };
        let tail = lines.tail(end);
        let semicolon = Span { start: end, end: tail.end };
        if self.str(semicolon).trim() == ";" && tail.line_end.is_some() {
            return draft.replace(semicolon, block);
        }
        draft.insert(end, block);
    }

    /// Takes an item out, with the comments behind it; its lines where it has them alone.
    pub fn take_out(&self, draft: &mut Draft, removed: &mut Removed, span: Span) {
        let lines = self.lines();
        let tail = lines.tail(span.end);
        if lines.begins(span.start) {
            if tail.line_end.is_some() {
                removed.0.push(Span { start: lines.start(span.start), end: lines.next(tail.end.max(span.end)) });
                return;
            }
            let rest = lines.behind(tail.end);
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            return draft.remove(Span { start: span.start, end: tail.end + blanks as u32 });
        }
        let start = lines.before(span.start).trim_end_matches([' ', '\t']).len() as u32;
        draft.remove(Span { start, end: tail.end });
    }
}

impl Removed {
    /// Puts what goes into a draft: with each run of lines the empty ones that would stand beside others, or at either
    /// end of a block.
    pub fn put(mut self, lines: Lines, draft: &mut Draft) {
        self.0.sort_unstable();
        // Runs of lines, each with the first empty line that stands in it.
        let mut runs: Vec<(Span, Option<Span>)> = Vec::new();
        for span in self.0 {
            let gap = |last: &Span| Span { start: last.end, end: span.start.max(last.end) };
            match runs.last_mut().filter(|(last, _)| gap(last).of(lines.text()).trim().is_empty()) {
                Some((last, blank)) => {
                    let gap = gap(last);
                    let first = Span { start: gap.start, end: lines.next(gap.start).min(gap.end) };
                    *blank = blank.or(Some(first).filter(|first| !first.is_empty()));
                    *last = last.to(span);
                }
                None => runs.push((span, None)),
            }
        }
        for (run, blank) in runs {
            let whole = with_blanks(lines, run);
            let is_beside = whole != run || lines.is_blank_above(run.start) || is_end(lines, run);
            match blank.filter(|_| !is_beside) {
                // It keeps apart what stands above from what stands below.
                Some(blank) => {
                    draft.remove(Span { start: run.start, end: blank.start });
                    draft.remove(Span { start: blank.end, end: run.end });
                }
                None => draft.remove(whole),
            }
        }
    }
}

/// True if nothing stands above lines in their block, or nothing below.
fn is_end(lines: Lines, run: Span) -> bool {
    let (above, below) = (lines.before(run.start).trim_end(), lines.behind(run.end).trim_start());
    above.is_empty() || above.ends_with('{') || below.is_empty() || below.starts_with('}')
}

fn with_blanks(lines: Lines, run: Span) -> Span {
    let above = lines.before(run.start).trim_end();
    let below = lines.behind(run.end).trim_start();
    let (begins, ends) = (above.is_empty(), below.is_empty() || below.starts_with('}'));
    let opens = lines.tree.tokens.iter().rev().find(|token| token.span.end <= above.len() as u32);
    let begins = begins || opens.is_some_and(|token| token.kind == TokenKind::OpenBrace);
    let is_blank_above = lines.is_blank_above(run.start);
    if begins || is_blank_above {
        let mut end = run.end;
        let is_blank = |at: u32| {
            let line = Span { start: at, end: lines.next(at) };
            !line.is_empty() && line.of(lines.text()).trim().is_empty()
        };
        while is_blank(end) {
            end = lines.next(end);
        }
        if !(ends && is_blank_above) || begins {
            return Span { start: run.start, end };
        }
    }
    if is_blank_above && ends {
        let mut start = run.start;
        while lines.is_blank_above(start) {
            start = lines.start(start - 1);
        }
        return Span { start, end: run.end };
    }
    run
}
