//! One edit at work: the drafts of the files, what the texts should say afterwards, and the check that they do.

use std::sync::Arc;

use crate::diagnostic::Edit;
use crate::machine::Machine;
use crate::machine::model::{EdgeIdx, NodeIdx, Origin};
use crate::machine::names::event_name;
use crate::refusal::{Code, Refusal};
use crate::service::edit::draft::{Draft, applied};
use crate::service::edit::meaning::{Meaning, Open};
use crate::service::edit::names::{find_node, parent, simple};
use crate::service::edit::op::{EdgeName, Edited, Mention, Moves};
use crate::service::edit::source::Source;
use crate::service::edit::spots::Removed;
use crate::service::texts::{Reading, Texts};
use crate::service::{FileEdit, Place, Range};
use crate::text::Span;

/// What an editor selects afterwards.
#[derive(Clone, Debug)]
pub(super) enum Selected {
    /// The name of a node.
    Node(Arc<str>),
    Title(Arc<str>),
    /// An attribute of a node: its value, or its key.
    Attribute(Arc<str>, Arc<str>),
    /// The arrow of the edge between two nodes that is at this place among those that leave the first.
    Edge(Arc<str>, usize),
    /// Where the first edit is.
    FirstEdit,
}

/// What an op plans for one file.
#[derive(Clone)]
pub(super) struct Plan {
    pub draft: Draft,
    pub removed: Removed,
    /// What the text should say afterwards.
    pub expected: Meaning,
    /// What of it is only known afterwards.
    pub open: Vec<Open>,
    /// What the texts say was compared already.
    pub is_checked: bool,
}

/// What an op plans.
#[derive(Clone)]
pub(super) struct Planned {
    /// By file.
    pub files: Vec<(usize, Plan)>,
    /// The file whose text the selection is in.
    pub home: usize,
    pub select: Selected,
    pub nodes: Vec<Arc<str>>,
    pub moved: Vec<(Arc<str>, Arc<str>)>,
    pub affected: Vec<Mention>,
}

impl Plan {
    /// A plan that changes nothing yet.
    pub fn new(source: &Source) -> Plan {
        Plan {
            draft: Draft::default(),
            removed: Removed::default(),
            expected: Meaning::of(source, &|node| source.id(node).clone()),
            open: Vec::new(),
            is_checked: false,
        }
    }

    /// A plan for a text whose nodes get other ids.
    pub fn moving(source: &Source, id: &dyn Fn(NodeIdx) -> Arc<str>) -> Plan {
        Plan {
            draft: Draft::default(),
            removed: Removed::default(),
            expected: Meaning::of(source, id),
            open: Vec::new(),
            is_checked: false,
        }
    }
}

impl Planned {
    /// A plan for one file.
    pub fn one(source: &Source, plan: Plan, select: Selected) -> Planned {
        let home = source.reading.place;
        let files = vec![(home, plan)];
        Planned { files, home, select, nodes: Vec::new(), moved: Vec::new(), affected: Vec::new() }
    }
}

/// The texts that an edit is about.
pub(super) struct Job {
    pub texts: Texts,
    pub machine: Arc<Machine>,
    /// Paths of files that stay as they are.
    pub read_only: Vec<String>,
}

impl Job {
    /// One file as the source.
    pub fn read(&self, place: usize) -> Reading {
        if place == 0 { Reading::new(&self.texts, 0, Arc::clone(&self.machine)) } else { self.texts.read(place) }
    }

    /// True if a file may import something.
    pub fn imports(&self, place: usize) -> bool {
        self.texts.list.get(place).is_some_and(|(_, text)| text.contains("import"))
    }

    fn is_read_only(&self, place: usize) -> bool {
        let path = self.texts.list.get(place).map(|(path, _)| &**path);
        path.is_some_and(|path| self.read_only.iter().any(|known| known == path))
    }

    /// Refuses a change of a file that stays as it is.
    pub fn check_file(&self, place: usize) -> Result<(), Refusal> {
        if !self.is_read_only(place) {
            return Ok(());
        }
        let path = self.texts.list.get(place).map(|(path, _)| path.to_string()).unwrap_or_default();
        let code = if place == 0 { Code::ReadOnly } else { Code::Imported };
        Err(Refusal::new(code, format!("`{path}` is read-only")))
    }

    /// True for a node that the source has from another file by its name.
    pub fn is_symbol(&self, id: &str) -> bool {
        let node = find_node(&self.machine, id).map(|node| &self.machine.nodes[node]);
        node.is_some_and(|node| matches!(node.origin, Origin::Imported(_)) && node.parent.is_none())
    }

    /// The file that declares a node, and its id there.
    pub fn home(&self, id: &str) -> Result<(usize, Arc<str>), Refusal> {
        let unknown = || Refusal::new(Code::UnknownNode, format!("cannot find node `{id}`"));
        let node = find_node(&self.machine, id).ok_or_else(unknown)?;
        let found = &self.machine.nodes[node];
        let Origin::Imported(_) = found.origin else { return Ok((0, found.id.clone())) };
        let here = Reading::new(&self.texts, 0, Arc::clone(&self.machine));
        let symbol = here.node(node);
        let place = self.texts.place(&symbol.0).ok_or_else(unknown)?;
        let there = self.read(place);
        let same = there.machine.nodes.entries().find(|(at, _)| there.node(*at) == symbol);
        same.map(|(at, _)| (place, there.machine.nodes[at].id.clone())).ok_or_else(unknown)
    }

    /// The edge that a name means, with the file that writes it.
    pub fn edge_home(&self, name: &EdgeName) -> Result<(usize, EdgeIdx), Refusal> {
        let unknown = || Refusal::new(Code::UnknownEdge, format!("cannot find edge `{}`", name.key));
        let edge = find_edge(&self.machine, &name.key).ok_or_else(unknown)?;
        let found = &self.machine.edges[edge];
        if name.label.as_ref().is_some_and(|label| *label != found.text()) {
            let message = format!("edge `{}` says something else now", name.key);
            return Err(Refusal::new(Code::UnknownEdge, message));
        }
        let place = self.machine.tree.place(found.arrow_span);
        let Some(file) = place.file else { return Ok((0, edge)) };
        let file = self.texts.place(file).ok_or_else(unknown)?;
        let (here, there) = (self.read(0), self.read(file));
        let ends = |reading: &Reading, edge: EdgeIdx| {
            let edge = &reading.machine.edges[edge];
            (reading.node(edge.source), reading.node(edge.target))
        };
        let wanted = ends(&here, edge);
        let same = there.machine.edges.entries().find(|(at, edge)| {
            edge.arrow_span == place.span
                && there.machine.tree.place(edge.arrow_span).file.is_none()
                && ends(&there, *at) == wanted
        });
        same.map(|(at, _)| (file, at)).ok_or_else(unknown)
    }

    /// True if the edits of a plan can be made.
    pub fn holds(&self, planned: &Planned) -> bool {
        self.finish(planned.clone()).is_ok()
    }

    /// Makes the edits of a plan, if the texts then say what they should.
    pub fn finish(&self, planned: Planned) -> Result<Edited, Refusal> {
        let Planned { files, home, select, nodes, moved, affected } = planned;
        let mut edits: Vec<(usize, Vec<Edit>)> = Vec::new();
        let mut expected: Vec<(usize, Meaning, Vec<Open>)> = Vec::new();
        let mut checked: Vec<usize> = Vec::new();
        for (place, plan) in files {
            let reading = self.read(place);
            let source = Source::new(&reading);
            let Plan { mut draft, removed, expected: meaning, open, is_checked } = plan;
            removed.put(source.lines(), &mut draft);
            if !draft.is_empty() {
                self.check_file(place)?;
            }
            let mut made = draft.clone().finish(source.text());
            let after = self.with(&[(place, made.clone())]).read(place);
            let lost = if is_checked { Vec::new() } else { self.lost(&source, &Source::new(&after), &meaning) };
            if !lost.is_empty() {
                for (scope, text) in lost {
                    let Some(spot) = source.before_edges(scope) else { continue };
                    source.insert(&mut draft, spot, &text);
                }
                made = draft.finish(source.text());
            }
            edits.push((place, made));
            if is_checked {
                checked.push(place);
            } else {
                expected.push((place, meaning, open));
            }
        }
        let after = self.with(&edits);
        for (place, meaning, open) in &mut expected {
            let reading = after.read(*place);
            let source = Source::new(&reading);
            let mut now = Meaning::of(&source, &|node| source.id(node).clone());
            for open in open {
                open.settle(&source, meaning, &mut now)?;
            }
            if let Some(what) = meaning.difference(&now) {
                return Err(different(&what));
            }
        }
        if checked.is_empty() {
            self.check_others(&after, &edits, &expected)?;
        }
        let reading = after.read(home);
        let own = edits.iter().find(|(place, _)| *place == home).map(|(_, edits)| edits.as_slice()).unwrap_or_default();
        let span = selected(&reading, &select, own);
        let Range { from, to } = Range::of(&reading.machine.tree, span);
        let select = Place { from, to, file: self.file(home) };
        let nodes = nodes.into_iter().map(|id| in_source(&after, &reading, id)).collect();
        Ok(Edited {
            edits: edits.iter().flat_map(|(place, edits)| self.file_edits(*place, edits)).collect(),
            select,
            nodes,
            moved: Moves(moved),
            affected,
        })
    }

    /// Files that import something say the same as before.
    fn check_others(
        &self,
        after: &Texts,
        edits: &[(usize, Vec<Edit>)],
        expected: &[(usize, Meaning, Vec<Open>)],
    ) -> Result<(), Refusal> {
        if edits.iter().all(|(_, edits)| edits.is_empty()) {
            return Ok(());
        }
        for (place, (path, _)) in self.texts.list.iter().enumerate() {
            if !self.imports(place) || expected.iter().any(|(known, ..)| *known == place) {
                continue;
            }
            let meaning = |reading: &Reading| {
                let source = Source::new(reading);
                Meaning::of(&source, &|node| source.id(node).clone())
            };
            // What a file imports may have changed: only its own text counts.
            let (mut before, mut now) = (meaning(&self.read(place)), meaning(&after.read(place)));
            for said in before.nodes.values_mut().chain(now.nodes.values_mut()).filter(|said| said.is_imported) {
                said.kind = None;
            }
            let own = |meaning: &mut Meaning| {
                meaning.edges.values_mut().for_each(|edges| edges.retain(|edge| !edge.arrow.is_empty()));
                meaning.edges.retain(|_, edges| !edges.is_empty());
                meaning.nodes.retain(|id, said| !(said.is_imported && id.contains('.')));
            };
            own(&mut before);
            own(&mut now);
            if let Some(what) = before.difference(&now) {
                return Err(different(&format!("{what} of `{path}`")));
            }
        }
        Ok(())
    }

    /// The texts with edits made.
    fn with(&self, edits: &[(usize, Vec<Edit>)]) -> Texts {
        let mut texts = self.texts.clone();
        for (place, edits) in edits {
            if let Some((_, text)) = texts.list.get_mut(*place) {
                *text = applied(text, Span::new(0, text.len()), edits).into();
            }
        }
        texts
    }

    /// The declarations of nodes that the edited text no longer mentions but should: the block, and the item.
    fn lost(&self, before: &Source, after: &Source, expected: &Meaning) -> Vec<(Option<NodeIdx>, String)> {
        let mut lost = Vec::new();
        for (id, said) in &expected.nodes {
            if find_node(after.machine, id).is_some() || !said.is_bare() {
                continue;
            }
            if let Some(name) = event_name(id) {
                lost.push((id.clone(), None, (None, format!("event {name}"))));
                continue;
            }
            // The nearest container that has a block before and is there afterwards.
            let mut block = parent(id);
            let owner = loop {
                if block.is_empty() {
                    break None;
                }
                let open =
                    find_node(before.machine, block).filter(|node| before.blocks_of(Some(*node)).next().is_some());
                if let Some(node) = open.filter(|_| find_node(after.machine, block).is_some()) {
                    break Some(node);
                }
                block = parent(block);
            };
            let name = id.strip_prefix(block).map_or(&**id, |name| name.trim_start_matches('.'));
            let kind = said.kind.as_ref().map(|kind| format!("{kind} ")).unwrap_or_default();
            lost.push((id.clone(), said.kind.clone(), (owner, format!("{kind}{name}"))));
        }
        // A dotted name declares the containers around it too, with its type.
        let all: Vec<(Arc<str>, Option<Arc<str>>)> =
            lost.iter().map(|(id, kind, _)| (id.clone(), kind.clone())).collect();
        let is_implied = |id: &str, own: &Option<Arc<str>>| {
            event_name(id).is_none() && all.iter().any(|(other, kind)| kind == own && parent(other) == id)
        };
        lost.into_iter().filter(|(id, kind, _)| !is_implied(id, kind)).map(|(_, _, item)| item).collect()
    }

    fn file(&self, place: usize) -> Option<Arc<str>> {
        self.texts.list.get(place).filter(|_| place > 0).map(|(path, _)| Arc::clone(path))
    }

    fn file_edits(&self, place: usize, edits: &[Edit]) -> Vec<FileEdit> {
        let text = self.texts.list.get(place).map(|(_, text)| Arc::clone(text)).unwrap_or_default();
        let lines = crate::text::LineIndex::new(&text);
        edits
            .iter()
            .map(|edit| FileEdit {
                from: lines.utf16(&text, edit.span.start),
                to: lines.utf16(&text, edit.span.end),
                insert: edit.insert.clone(),
                file: self.file(place),
            })
            .collect()
    }

    /// A place of a file as it is before.
    pub fn mention(&self, source: &Source, what: &str, span: Span) -> Mention {
        let Range { from, to } = Range::of(source.tree, span);
        Mention { what: what.into(), span: Place { from, to, file: self.file(source.reading.place) } }
    }
}

/// The id that a node of a file has in the source, which may import it under another name.
fn in_source(after: &Texts, there: &Reading, id: Arc<str>) -> Arc<str> {
    let Some(node) = find_node(&there.machine, &id).filter(|_| there.place > 0) else { return id };
    let (here, home) = (after.read(0), there.node(node));
    let same = here.machine.nodes.entries().find(|(at, _)| here.node(*at) == home);
    same.map_or(id, |(_, node)| node.id.clone())
}

fn different(what: &str) -> Refusal {
    Refusal::new(Code::NameTaken, format!("{what} would mean something else"))
}

/// An edge by its id or its key.
fn find_edge(machine: &Machine, key: &str) -> Option<EdgeIdx> {
    if let Some(at) = key.strip_prefix('e').and_then(|at| at.parse().ok()) {
        let edge = EdgeIdx(at);
        return machine.edges.item(edge).map(|_| edge);
    }
    let (ends, at) = key.rsplit_once('#')?;
    let (source, target) = ends.split_once('>')?;
    let (source, target) = (find_node(machine, source)?, find_node(machine, target)?);
    let mut edges = machine.edges.entries().filter(|(_, edge)| (edge.source, edge.target) == (source, target));
    edges.nth(at.parse().ok()?).map(|(edge, _)| edge)
}

fn selected(after: &Reading, select: &Selected, edits: &[Edit]) -> Span {
    let machine = &after.machine;
    let own = |span: Option<Span>| span.filter(|span| machine.tree.place(*span).file.is_none());
    let node = |id: &str| find_node(machine, id).map(|node| &machine.nodes[node]);
    let found = match select {
        Selected::Node(id) => node(id).and_then(|node| own(node.name_span)),
        Selected::Title(id) => node(id).and_then(|node| own(node.title_span).or(own(node.name_span))),
        Selected::Attribute(id, key) => node(id).and_then(|node| {
            let attribute = node.attribute(key);
            attribute
                .and_then(|attribute| own(attribute.value_span).or(own(Some(attribute.key_span))))
                .or(own(node.name_span))
        }),
        Selected::Edge(source, at) => find_node(machine, source).and_then(|source| {
            let mut edges = machine.edges.iter().filter(|edge| edge.source == source);
            own(edges.nth(*at).map(|edge| edge.arrow_span))
        }),
        Selected::FirstEdit => None,
    };
    let first =
        || edits.first().map_or(Span::at(0), |edit| Span::at(edit.span.start.min(machine.tree.text.len() as u32)));
    found.unwrap_or_else(first)
}

/// The id of a node that is called otherwise, or stands in another block.
pub(super) fn id_in(block: &str, id: &str) -> Arc<str> {
    if block.is_empty() { simple(id).into() } else { format!("{block}.{}", simple(id)).into() }
}
