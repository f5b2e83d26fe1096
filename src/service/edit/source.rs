//! Where a text declares its nodes and writes its edges.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Severity};
use crate::machine::Machine;
use crate::machine::model::{Class, Edge, EdgeIdx, EdgeKind, NodeIdx};
use crate::machine::values::dotted;
use crate::quick::Map;
use crate::refusal::{Code, Refusal};
use crate::service::edit::lines::Lines;
use crate::service::edit::names::find_node;
use crate::service::texts::Reading;
use crate::service::uses::Uses;
use crate::syntax::tree::{self, Attribute, Import, Item, Name, Tree};
use crate::text::Span;
use crate::value::Value;

/// A list of items: the root, the block of the header or that of a declaration.
#[derive(Clone, Copy)]
pub(super) struct Block<'t> {
    pub owner: Option<NodeIdx>,
    pub items: &'t [Item],
    /// Its braces; the root has none.
    pub braces: Option<&'t tree::Block>,
}

/// One declaration of a node.
#[derive(Clone, Copy)]
pub(super) struct Declaration<'t> {
    pub node: NodeIdx,
    pub item: &'t tree::Node,
    /// Which of the names of the item.
    pub at: usize,
    pub named: &'t tree::Named,
    pub block: usize,
    /// The statement it stands in.
    pub statement: Option<usize>,
}

/// A note.
#[derive(Clone, Copy)]
pub(super) struct Note<'t> {
    pub node: NodeIdx,
    pub item: &'t tree::Node,
    pub at: usize,
    pub block: usize,
}

/// An edge statement.
#[derive(Clone, Copy)]
pub(super) struct Statement<'t> {
    pub item: &'t tree::Edge,
    pub block: usize,
    pub scope: Option<NodeIdx>,
}

/// Where an edge is written: a cell of a segment of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub statement: usize,
    pub segment: usize,
    pub row: usize,
    pub column: usize,
}

/// A text as the source, with the places of its parts.
pub(super) struct Source<'r> {
    pub reading: &'r Reading,
    pub machine: &'r Machine,
    pub tree: &'r Tree,
    pub uses: &'r Uses,
    pub blocks: Vec<Block<'r>>,
    pub declarations: Vec<Declaration<'r>>,
    pub notes: Vec<Note<'r>>,
    pub statements: Vec<Statement<'r>>,
    pub attributes: Vec<(Option<NodeIdx>, &'r Attribute)>,
    pub imports: Vec<&'r Import>,
    /// By edge; those of other files and inferred ones have none.
    cells: Map<EdgeIdx, Cell>,
    by_cell: Map<(usize, usize, usize, usize), EdgeIdx>,
}

impl<'r> Source<'r> {
    pub fn new(reading: &'r Reading) -> Self {
        let machine = &*reading.machine;
        let tree = &*machine.tree;
        let mut source = Source {
            reading,
            machine,
            tree,
            uses: &reading.uses,
            blocks: vec![Block { owner: None, items: &tree.items, braces: None }],
            declarations: Vec::new(),
            notes: Vec::new(),
            statements: Vec::new(),
            attributes: Vec::new(),
            imports: Vec::new(),
            cells: Map::default(),
            by_cell: Map::default(),
        };
        let mut notes: Map<u32, NodeIdx> = Map::default();
        for (at, node) in machine.nodes.entries().filter(|(_, node)| node.class == Class::Note) {
            notes.extend(node.name_span.map(|span| (span.start, at)));
        }
        source.items(&tree.items, 0, &notes);
        source.place_edges();
        source
    }

    pub fn lines(&self) -> Lines<'r> {
        Lines { tree: self.tree }
    }

    pub fn text(&self) -> &'r str {
        &self.tree.text
    }

    pub fn str(&self, span: Span) -> &'r str {
        span.of(&self.tree.text)
    }

    fn items(&mut self, items: &'r [Item], block: usize, notes: &Map<u32, NodeIdx>) {
        let scope = self.blocks.get(block).and_then(|block| block.owner);
        for item in items {
            match item {
                Item::Import(import) => self.imports.push(import),
                Item::Header(header) => {
                    if let Some(braces) = &header.block {
                        self.open(scope, braces, notes);
                    }
                }
                Item::Node(node) => self.node(node, block, None, notes),
                Item::Edge(edge) => {
                    let statement = self.statements.len();
                    self.statements.push(Statement { item: edge, block, scope });
                    for node in &edge.declarations {
                        self.node(node, block, Some(statement), notes);
                    }
                }
                Item::Attribute(attribute) => self.attributes.push((scope, attribute)),
                Item::Error(_) => {}
            }
        }
    }

    fn open(&mut self, owner: Option<NodeIdx>, braces: &'r tree::Block, notes: &Map<u32, NodeIdx>) {
        let block = self.blocks.len();
        self.blocks.push(Block { owner, items: &braces.items, braces: Some(braces) });
        self.items(&braces.items, block, notes);
    }

    fn node(&mut self, item: &'r tree::Node, block: usize, statement: Option<usize>, notes: &Map<u32, NodeIdx>) {
        let scope = self.blocks.get(block).and_then(|block| block.owner);
        let is_kind = |word: &str| item.kind.is_some_and(|kind| self.str(kind.span).eq_ignore_ascii_case(word));
        let (is_note, is_event) = (is_kind("note"), is_kind("event"));
        for (at, named) in item.names.iter().enumerate() {
            if is_note {
                let node = notes.get(&named.name.span.start).copied();
                self.notes.extend(node.map(|node| Note { node, item, at, block }));
                continue;
            }
            let found = if is_event { self.event(&named.name) } else { self.descend(scope, &named.name) };
            let Some(node) = found else { continue };
            self.declarations.push(Declaration { node, item, at, named, block, statement });
            let Some(braces) = item.block.as_ref().filter(|_| at + 1 == item.names.len()) else { continue };
            if is_event {
                // Only its fields count.
                self.blocks.push(Block { owner: Some(node), items: &braces.items, braces: Some(braces) });
                let attributes = braces.items.iter().filter_map(|item| match item {
                    Item::Attribute(attribute) => Some((Some(node), attribute)),
                    _ => None,
                });
                self.attributes.extend(attributes);
            } else {
                self.open(Some(node), braces, notes);
            }
        }
    }

    fn descend(&self, scope: Option<NodeIdx>, name: &Name) -> Option<NodeIdx> {
        let word = |at: Option<NodeIdx>, span: Span| self.machine.scopes.child(at, self.str(span));
        name.segments.iter().try_fold(scope, |at, segment| word(at, segment.span).map(Some)).flatten()
    }

    fn event(&self, name: &Name) -> Option<NodeIdx> {
        let event = self.machine.event(&dotted(self.tree, name))?;
        Some(self.machine.events[event].node)
    }

    fn place_edges(&mut self) {
        let mut segments: Map<u32, (usize, usize)> = Map::default();
        for (at, statement) in self.statements.iter().enumerate() {
            for (segment, written) in statement.item.segments.iter().enumerate() {
                segments.insert(written.arrow_span.start, (at, segment));
            }
        }
        let mut made: Map<u32, Vec<EdgeIdx>> = Map::default();
        for (at, edge) in self.machine.edges.entries() {
            if edge.kind != EdgeKind::Inferred && self.tree.place(edge.arrow_span).file.is_none() {
                made.entry(edge.arrow_span.start).or_default().push(at);
            }
        }
        for (start, edges) in made {
            let Some((at, segment)) = segments.get(&start).copied() else { continue };
            let Some(statement) = self.statements.get(at).copied() else { continue };
            let resolved = |names: &[Name]| -> Vec<usize> {
                let found = names.iter().enumerate().filter(|(_, name)| self.resolves(statement.scope, name));
                found.map(|(at, _)| at).collect()
            };
            let rows = match (statement.sources_of(segment), statement.scope) {
                ([], Some(_)) if segment == 0 => vec![0],
                (names, _) => resolved(names),
            };
            let columns = statement.item.segments.get(segment).map_or(Vec::new(), |written| resolved(&written.targets));
            if rows.len() * columns.len() != edges.len() {
                continue;
            }
            let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| (*row, *column)));
            for ((row, column), edge) in cells.zip(edges) {
                self.cells.insert(edge, Cell { statement: at, segment, row, column });
                self.by_cell.insert((at, segment, row, column), edge);
            }
        }
    }

    fn resolves(&self, scope: Option<NodeIdx>, name: &Name) -> bool {
        let words: Vec<&str> = name.segments.iter().map(|word| self.str(word.span)).collect();
        self.machine.scopes.resolve(&self.machine.nodes, scope, &words).is_ok()
    }

    /// Where an edge is written.
    pub fn cell(&self, edge: EdgeIdx) -> Option<Cell> {
        self.cells.get(&edge).copied()
    }

    /// The edge that a cell of a statement is.
    pub fn edge_at(&self, statement: usize, segment: usize, row: usize, column: usize) -> Option<EdgeIdx> {
        self.by_cell.get(&(statement, segment, row, column)).copied()
    }

    /// The edges of a statement, in order.
    pub fn edges_of(&self, statement: usize) -> Vec<EdgeIdx> {
        let mut edges: Vec<EdgeIdx> =
            self.cells.iter().filter(|(_, cell)| cell.statement == statement).map(|(edge, _)| *edge).collect();
        edges.sort_unstable();
        edges
    }

    /// A node by its id.
    pub fn find(&self, id: &str) -> Result<NodeIdx, Refusal> {
        let unknown = || Refusal::new(Code::UnknownNode, format!("cannot find node `{id}`"));
        find_node(self.machine, id).ok_or_else(unknown)
    }

    /// The declarations of a node, in the order of the text.
    pub fn declarations_of(&self, node: NodeIdx) -> impl Iterator<Item = &Declaration<'r>> {
        self.declarations.iter().filter(move |declaration| declaration.node == node)
    }

    /// The declaration that made a node, if there is one.
    pub fn declaration(&self, node: NodeIdx) -> Option<&Declaration<'r>> {
        let name = self.machine.nodes[node].name_span;
        let own = |declaration: &&Declaration| name.is_some_and(|name| declaration.named.name.span.end == name.end);
        self.declarations_of(node).find(own).or_else(|| self.declarations_of(node).next())
    }

    /// The blocks of a node, or of the root: the root itself and that of the header.
    pub fn blocks_of(&self, owner: Option<NodeIdx>) -> impl Iterator<Item = (usize, &Block<'r>)> {
        self.blocks.iter().enumerate().filter(move |(_, block)| block.owner == owner)
    }

    /// A node and the blocks around it, the root last.
    pub fn around(&self, node: Option<NodeIdx>) -> Vec<Option<NodeIdx>> {
        crate::machine::names::blocks(&self.machine.nodes, node).collect()
    }

    /// True if a node is another one or stands inside it.
    pub fn is_within(&self, node: NodeIdx, outer: NodeIdx) -> bool {
        self.around(Some(node)).contains(&Some(outer))
    }

    /// Refuses what is written where the text has a syntax error.
    pub fn check_syntax(&self, span: Span) -> Result<(), Refusal> {
        self.check_balance()?;
        let mut errors = self.tree.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let inside = |found: &&Diagnostic| found.span.overlaps(span) || found.span.start == span.end;
        errors.find(inside).map_or(Ok(()), |found| Err(self.unsound(found)))
    }

    /// Refuses a text of which it is unclear where its blocks, strings and comments end.
    pub fn check_balance(&self) -> Result<(), Refusal> {
        let mut errors = self.tree.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let is_open = |found: &&Diagnostic| {
            matches!(found.code, "unclosed-block" | "unmatched-brace" | "unclosed-comment" | "unclosed-string")
                || found.code == Diagnostic::TOO_LARGE
        };
        errors.find(is_open).map_or(Ok(()), |found| Err(self.unsound(found)))
    }

    fn unsound(&self, found: &Diagnostic) -> Refusal {
        let line = self.tree.lines.line(found.span.start) + 1;
        Refusal::new(Code::SyntaxErrors, format!("mend line {line} first: {}", found.message))
            .with([("line", Value::from(f64::from(line))), ("code", Value::from(found.code))])
    }

    /// Refuses an edge that the text does not write on its own.
    pub fn written(&self, edge: EdgeIdx) -> Result<Cell, Refusal> {
        if let Some(cell) = self.cell(edge) {
            let span = self.statements.get(cell.statement).map(|statement| statement.whole());
            self.check_syntax(span.unwrap_or_default())?;
            return Ok(cell);
        }
        let found = &self.machine.edges[edge];
        if found.kind == EdgeKind::Inferred {
            let message = "this edge follows from an attribute; change the attribute";
            return Err(Refusal::new(Code::ReadOnly, message));
        }
        let errors = self.tree.diagnostics.iter().find(|found| found.severity == Severity::Error);
        Err(errors.map_or_else(
            || Refusal::new(Code::SyntaxErrors, "this edge cannot be told from others of its statement"),
            |found| self.unsound(found),
        ))
    }

    pub fn edge(&self, edge: EdgeIdx) -> &'r Edge {
        &self.machine.edges[edge]
    }

    pub fn is_event(&self, node: NodeIdx) -> bool {
        self.machine.nodes[node].class == Class::Event
    }

    pub fn id(&self, node: NodeIdx) -> &'r Arc<str> {
        &self.machine.nodes[node].id
    }
}

impl<'t> Declaration<'t> {
    pub fn is_alone(&self) -> bool {
        self.item.names.len() == 1 && self.statement.is_none()
    }

    /// Its block, which only the last name of a list has.
    pub fn block(&self) -> Option<&'t tree::Block> {
        self.item.block.as_ref().filter(|_| self.at + 1 == self.item.names.len())
    }

    /// The item with the annotations before it.
    pub fn whole(&self) -> Span {
        self.item.leading.iter().fold(self.item.span, |all, annotation| all.to(annotation.span))
    }
}

impl<'t> Statement<'t> {
    /// The statement with its annotations and declarations.
    pub fn whole(&self) -> Span {
        let annotations = self.item.annotations.iter().map(|annotation| annotation.span);
        let declarations = self.item.declarations.iter().map(|node| node.span);
        annotations.chain(declarations).fold(self.item.span, Span::to)
    }

    /// The names on the left of a segment.
    pub fn sources_of(&self, segment: usize) -> &'t [Name] {
        match segment.checked_sub(1).and_then(|before| self.item.segments.get(before)) {
            Some(before) => &before.targets,
            None => &self.item.sources,
        }
    }
}
