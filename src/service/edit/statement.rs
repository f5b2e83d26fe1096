//! Edge statements of which some edges go or change: the rest in as few statements as keep the order of the edges.

use crate::diagnostic::Edit;
use crate::machine::model::NodeIdx;
use crate::service::edit::draft::{Draft, applied};
use crate::service::edit::source::{Cell, Declaration, Source};
use crate::service::edit::spots::{Removed, Spot};
use crate::syntax::tree::{self, Name};
use crate::text::Span;

/// What becomes of an edge of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Stays,
    Goes,
    Changes,
}

/// How the one edge changes that does.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeChange {
    pub source: Option<String>,
    pub target: Option<String>,
    /// Edits inside the arrow.
    pub arrow: Vec<Edit>,
    /// Edits inside the block, which only this edge gets.
    pub block: Option<Vec<Edit>>,
}

/// Sources and targets of one segment of one new statement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Grid {
    segment: usize,
    rows: Vec<usize>,
    columns: Vec<usize>,
    changes: bool,
}

impl Source<'_> {
    /// Writes a statement anew. `keeps`: whether a node that it declares stays.
    pub fn rewrite(
        &self,
        draft: &mut Draft,
        removed: &mut Removed,
        at: usize,
        fate: &dyn Fn(Cell) -> Fate,
        change: &EdgeChange,
        keeps: &dyn Fn(NodeIdx) -> bool,
    ) {
        let Some(statement) = self.statements.get(at).copied() else { return };
        let chains = self.chains(at, fate, change);
        let declared: Vec<_> =
            self.declarations.iter().filter(|declaration| declaration.statement == Some(at)).copied().collect();
        let is_whole = self.is_whole(at, &chains);
        if let ([chain], true) = (chains.as_slice(), is_whole)
            && declared.iter().all(|declaration| keeps(declaration.node))
            && self.change_in_place(draft, at, chain, change)
        {
            return;
        }
        let mut items: Vec<String> = Vec::new();
        for declaration in declared.iter().filter(|declaration| keeps(declaration.node)) {
            let text = match declaration.item.names.len() {
                1 => self.str(declaration.item.span).to_owned(),
                _ => self.declared_alone(declaration),
            };
            items.push(text);
        }
        items.extend(chains.iter().map(|chain| self.statement_text(at, chain, change)));
        let whole = statement.whole();
        if items.is_empty() {
            return self.take_out(draft, removed, whole);
        }
        for comment in self.loose_comments(statement.item, whole) {
            self.insert(draft, Spot::Before(whole), self.str(comment));
        }
        let mut items = items.into_iter();
        draft.replace(whole, items.next().unwrap_or_default());
        let rest: Vec<String> = items.collect();
        self.insert_after(draft, whole, &rest);
    }

    /// A name of a list as a declaration of its own, with what belongs to it.
    pub fn declared_alone(&self, declaration: &Declaration) -> String {
        self.declared_as(declaration, declaration.item.kind.map(|kind| self.str(kind.span)))
    }

    /// The same with another type.
    pub fn declared_as(&self, declaration: &Declaration, kind: Option<&str>) -> String {
        let kind = kind.map(|kind| format!("{kind} ")).unwrap_or_default();
        let leading: String =
            declaration.item.leading.iter().map(|annotation| format!(" {}", self.str(annotation.span))).collect();
        let block = declaration.block().map(|block| format!(" {}", self.str(block.span))).unwrap_or_default();
        format!("{kind}{}{leading}{block}", self.str(declaration.named.span))
    }

    /// True if no edge of a statement is left out.
    fn is_whole(&self, at: usize, chains: &[Vec<Grid>]) -> bool {
        let [chain] = chains else { return false };
        let Some(statement) = self.statements.get(at) else { return false };
        chain.len() == statement.item.segments.len()
            && chain.iter().zip(&statement.item.segments).enumerate().all(|(place, (grid, segment))| {
                grid.segment == place
                    && grid.columns.len() == segment.targets.len()
                    && grid.rows.len() == statement.sources_of(place).len().max(usize::from(place == 0))
            })
    }

    /// The statements that a statement becomes, each as its segments.
    fn chains(&self, at: usize, fate: &dyn Fn(Cell) -> Fate, change: &EdgeChange) -> Vec<Vec<Grid>> {
        let Some(statement) = self.statements.get(at) else { return Vec::new() };
        let mut chains: Vec<Vec<Grid>> = Vec::new();
        for (segment, written) in statement.item.segments.iter().enumerate() {
            let rows = statement.sources_of(segment).len().max(usize::from(segment == 0));
            let grids = grids(segment, rows, written.targets.len(), &|row, column| {
                fate(Cell { statement: at, segment, row, column })
            });
            for (place, grid) in grids.into_iter().enumerate() {
                let joins = |last: &&mut Vec<Grid>| {
                    last.last().is_some_and(|before| {
                        let starts = change.source.is_none() || !grid.changes;
                        let ends = change.target.is_none() || !before.changes;
                        let alone = change.block.is_some() && (grid.changes || last.iter().any(|grid| grid.changes));
                        before.segment + 1 == segment && before.columns == grid.rows && starts && ends && !alone
                    })
                };
                match chains.last_mut().filter(|_| place == 0).filter(joins) {
                    Some(chain) => chain.push(grid),
                    None => chains.push(vec![grid]),
                }
            }
        }
        chains
    }

    /// Changes the edge where it stands; false where a name of it is declared in its place.
    fn change_in_place(&self, draft: &mut Draft, at: usize, chain: &[Grid], change: &EdgeChange) -> bool {
        let Some(statement) = self.statements.get(at) else { return false };
        let Some(grid) = chain.iter().find(|grid| grid.changes) else { return true };
        let Some(segment) = statement.item.segments.get(grid.segment) else { return false };
        let name = |names: &[Name], place: Option<&usize>| names.get(place.copied()?).map(|name| name.span);
        let source = name(statement.sources_of(grid.segment), grid.rows.first());
        let target = name(&segment.targets, grid.columns.first());
        let mut edits: Vec<(Span, &str)> = Vec::new();
        for (span, new) in [(source, &change.source), (target, &change.target)] {
            let Some(new) = new else { continue };
            let Some(span) =
                span.filter(|span| !statement.item.declarations.iter().any(|node| node.span.overlaps(*span)))
            else {
                return false;
            };
            edits.push((span, new));
        }
        for (span, new) in edits {
            draft.replace(span, new);
        }
        draft.extend(change.arrow.clone());
        for edit in change.block.iter().flatten() {
            // Of a block that goes, the blanks before it go too.
            let is_gone = edit.insert.is_empty() && edit.span.end == item_end(statement.item);
            let start = self.lines().before(edit.span.start).trim_end().len() as u32;
            let span = if is_gone { Span { start, ..edit.span } } else { edit.span };
            draft.replace(span, edit.insert.as_str());
        }
        true
    }

    /// One edge as a statement of its own.
    pub fn edge_text(&self, cell: Cell, change: &EdgeChange) -> String {
        let (rows, columns) = (vec![cell.row], vec![cell.column]);
        let grid = Grid { segment: cell.segment, rows, columns, changes: true };
        self.statement_text(cell.statement, &[grid], change)
    }

    fn statement_text(&self, at: usize, chain: &[Grid], change: &EdgeChange) -> String {
        let Some(statement) = self.statements.get(at) else { return String::new() };
        let item = statement.item;
        let is_leading = |annotation: &&tree::Annotation| annotation.span.start < item.span.start;
        let mut out = String::new();
        for annotation in item.annotations.iter().filter(is_leading) {
            let is_above = self.lines().begins(item.span.start);
            out.push_str(self.str(annotation.span));
            out.push(if is_above { '\n' } else { ' ' });
        }
        let names = |names: &[Name], places: &[usize]| -> String {
            let words = places.iter().filter_map(|place| names.get(*place)).map(|name| self.str(name.span));
            words.collect::<Vec<&str>>().join(", ")
        };
        let mut changed = false;
        for (place, grid) in chain.iter().enumerate() {
            let Some(segment) = item.segments.get(grid.segment) else { continue };
            changed |= grid.changes;
            if place == 0 {
                match change.source.as_ref().filter(|_| grid.changes) {
                    Some(source) => out.push_str(source),
                    None => out.push_str(&names(statement.sources_of(grid.segment), &grid.rows)),
                }
            }
            let space = |out: &mut String| {
                if !out.is_empty() && !out.ends_with(['\n', ' ']) {
                    out.push(' ');
                }
            };
            space(&mut out);
            if let Some(text) = &segment.source_multiplicity {
                out.push_str(self.str(text.span));
                out.push(' ');
            }
            let edits: &[Edit] = if grid.changes { &change.arrow } else { &[] };
            out.push_str(&applied(self.text(), segment.arrow_span, edits));
            out.push(' ');
            if let Some(text) = &segment.target_multiplicity {
                out.push_str(self.str(text.span));
                out.push(' ');
            }
            match change.target.as_ref().filter(|_| grid.changes) {
                Some(target) => out.push_str(target),
                None => out.push_str(&names(&segment.targets, &grid.columns)),
            }
        }
        for annotation in item.annotations.iter().filter(|annotation| !is_leading(annotation)) {
            out.push(' ');
            out.push_str(self.str(annotation.span));
        }
        if let Some(block) = &item.block {
            let edits = change.block.as_deref().filter(|_| changed).unwrap_or_default();
            let block = applied(self.text(), block.span, edits);
            if !block.trim().is_empty() {
                out.push(' ');
                out.push_str(&block);
            }
        }
        out
    }

    /// The comments of a statement that no copied part of it holds.
    fn loose_comments(&self, item: &tree::Edge, whole: Span) -> Vec<Span> {
        let arrows = item.segments.iter().map(|segment| segment.arrow_span);
        let annotations = item.annotations.iter().map(|annotation| annotation.span);
        let declared = item.declarations.iter().map(|node| node.span);
        let held: Vec<Span> =
            arrows.chain(annotations).chain(declared).chain(item.block.as_ref().map(|block| block.span)).collect();
        self.lines().comments(whole).filter(|comment| !held.iter().any(|held| held.overlaps(*comment))).collect()
    }
}

/// Where the block of a statement ends.
fn item_end(item: &tree::Edge) -> u32 {
    item.block.as_ref().map_or(u32::MAX, |block| block.span.end)
}

/// A segment as grids: rows with the same columns are one, a row of which something goes or changes is cut.
fn grids(segment: usize, rows: usize, columns: usize, fate: &dyn Fn(usize, usize) -> Fate) -> Vec<Grid> {
    let mut grids: Vec<Grid> = Vec::new();
    // The row that the last grid is all of what stays of, which the next one may join.
    let mut is_open = false;
    for row in 0..rows {
        let mut runs: Vec<Grid> = Vec::new();
        let mut goes_on = false;
        for column in 0..columns {
            match fate(row, column) {
                Fate::Goes => {}
                Fate::Changes => {
                    runs.push(Grid { segment, rows: vec![row], columns: vec![column], changes: true });
                    goes_on = false;
                }
                Fate::Stays => match runs.last_mut().filter(|_| goes_on) {
                    Some(run) => run.columns.push(column),
                    None => {
                        runs.push(Grid { segment, rows: vec![row], columns: vec![column], changes: false });
                        goes_on = true;
                    }
                },
            }
        }
        let [only] = runs.as_slice() else {
            is_open = runs.is_empty() && is_open;
            grids.extend(runs);
            continue;
        };
        let joins = |last: &&mut Grid| is_open && !only.changes && last.columns == only.columns;
        match grids.last_mut().filter(joins) {
            Some(last) => last.rows.push(row),
            None => {
                is_open = !only.changes;
                grids.push(only.clone());
            }
        }
    }
    grids
}
