//! The texts of a node: title, header, body, digest.

use std::sync::Arc;

use super::{At, Graph, Lines, What};
use crate::context::artifact;
use crate::context::store::Stored;
use crate::machine::Machine;
use crate::machine::control::{Fields, Right};
use crate::machine::model::{ContextIdx, FieldId, NodeIdx};
use crate::machine::table::Table;
use crate::run::state::{Path, PathId, Phase, RequestState, Status};
use crate::text::clip;
use crate::value::Value;

/// The longest line of a digest.
const LINE: usize = 120;
/// The longest title.
const TITLE: usize = 80;
/// How many of many things are named in one line.
const FEW: usize = 5;
/// How many nodes of a route are listed.
const ROUTE: usize = 8;

/// Who reads the texts: an agent at a node of a path.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// The path.
    pub path: &'a Path,
    /// The node.
    pub node: NodeIdx,
    /// What may be done there with each context of which something may be read.
    pub rights: &'a Table<ContextIdx, Option<Right<'a>>>,
}

/// What an agent at a node may do with each context of which it may read something.
pub fn rights_at(machine: &Machine, node: NodeIdx) -> Table<ContextIdx, Option<Right<'_>>> {
    let mut rights = Table::beside(&machine.contexts, None);
    for (context, right) in machine.control.rights(node) {
        rights[context] = Some(right).filter(|right| !right.read.is_none());
    }
    rights
}

/// What is done with a visible field: its id, name and value.
type EachField<'a> = dyn FnMut(FieldId, &Arc<str>, Option<&Value>) + 'a;
/// A callback for each field: its id, name and stored value.
pub(super) type EachStored<'a> = dyn FnMut(FieldId, &Arc<str>, Option<&Stored>) + 'a;

impl Graph<'_> {
    /// Goes through the fields of a text node that a viewer sees; without one through all.
    fn each_field(&self, path: Option<&Path>, context: ContextIdx, viewer: Option<Viewer>, each: &mut EachField<'_>) {
        let seen = match viewer {
            None => &Fields::All,
            Some(viewer) => viewer.rights[context].map_or(&Fields::None, |rights| rights.read),
        };
        self.each_stored(path, context, &mut |field, name, stored| {
            if seen.allow(name) {
                each(field, name, stored.map(|stored| &*stored.value));
            }
        });
    }

    /// Goes through the fields of a text node.
    pub(super) fn each_stored(&self, path: Option<&Path>, context: ContextIdx, each: &mut EachStored<'_>) {
        let run = self.run;
        let map = path.map_or(&run.shared, |path| &path.context);
        let held = self.held.as_ref().filter(|_| path.is_some());
        let mut add_field = |field: FieldId, name: &Arc<str>| {
            let stored = match held {
                Some(held) => held.get(field.0 as usize).copied().flatten(),
                None => map.get(&field),
            };
            each(field, name, stored);
        };
        for field in &run.machine.contexts[context].fields {
            add_field(*field, &run.machine.fields[*field].name);
        }
        run.added.of(context).for_each(|(name, field)| add_field(field, name));
    }

    /// The title.
    pub fn title(&self, at: At) -> Arc<str> {
        let (run, machine) = (self.run, &self.run.machine);
        let node_title = |node: NodeIdx| {
            let node = &machine.nodes[node];
            node.title.clone().unwrap_or_else(|| node.name.clone())
        };
        let title = match &self.nodes[at].what {
            What::Session => return clip(machine.title.as_deref().unwrap_or("machine"), TITLE).into(),
            What::Machine => return "machine".into(),
            What::Notices => return "notices".into(),
            What::Space(node) | What::Tool(node) => node_title(*node),
            What::Group(title) => title.clone(),
            What::Text(_, context) => {
                let node = &machine.nodes[machine.contexts[*context].node];
                if self.ambiguous.binary_search(&node.name).is_ok() { node.id.clone() } else { node.name.clone() }
            }
            What::Built(at) => run.tools.get(*at).map(|tool| tool.name.clone()).unwrap_or_default(),
            What::Topic(path) => return format!("path {}", path.id).into(),
            What::Message(_, _, recorded) if recorded.code => format!("code at {}", recorded.node).into(),
            What::Message(_, number, recorded) => format!("turn {number} at {}", recorded.node).into(),
            What::Work(request) => request.query.clone(),
            What::Lock(key, ..) => key.id.clone(),
            What::Artifact(artifact, ..) => artifact.name.as_str().into(),
        };
        // A title is always one line, whatever the author or an agent wrote.
        let breaks = title.bytes().any(|byte| byte == b'\n' || byte == b'\r');
        match (breaks, title.len() > TITLE) {
            (false, false) => title,
            (false, true) => clip(&title, TITLE).into(),
            (true, _) => clip(&title.replace(['\n', '\r'], " "), TITLE).into(),
        }
    }

    /// Writes the brackets after the title.
    fn write_detail(&self, out: &mut Lines, at: At, access: Option<&str>, items: usize) {
        let machine = &self.run.machine;
        match &self.nodes[at].what {
            What::Session => out.write("run"),
            What::Machine | What::Space(_) | What::Notices | What::Group(_) => {
                out.write("group, ");
                out.write_number(items);
                out.write(" items");
            }
            What::Text(_, context) => {
                out.write(machine.contexts[*context].role.word());
                if let Some(access) = access {
                    out.write(", ");
                    out.write(access);
                }
            }
            What::Tool(_) | What::Built(_) => out.write("tool"),
            What::Topic(path) if is_ended(path) => {
                out.write("topic, ");
                out.write(path.status.word());
            }
            What::Topic(path) => {
                out.write("topic, at ");
                out.write(self.run.node_of(path));
            }
            What::Message(..) => out.write(self.kind(at)),
            What::Work(request) => {
                out.write("request, ");
                out.write(request.state.word());
            }
            What::Lock(_, parked, _, need) => {
                out.write("join, ");
                out.write_number(parked.len());
                out.write(" of ");
                out.write_number(*need);
            }
            What::Artifact(artifact, ..) => {
                out.write("artifact, ");
                out.write_number(artifact.text.split('\n').count());
                out.write(" lines");
            }
        }
    }

    /// `read` or `read+write`, for text nodes.
    pub fn access(&self, viewer: Viewer, at: At) -> Option<&'static str> {
        let What::Text(_, context) = &self.nodes[at].what else { return None };
        let rights = viewer.rights[*context]?;
        Some(if rights.write.is_none() { "read" } else { "read+write" })
    }

    /// Begins a line with `# <title> (<detail>) [<id>]` and the version where there is one. Title, access and version
    /// are the `facts`; `items` is the number of children that count.
    pub fn write_header(&self, out: &mut Lines, at: At, facts: (&str, Option<&str>, u32), items: usize) {
        let (title, access, version) = facts;
        let node = &self.nodes[at];
        out.begin();
        out.write("# ");
        out.write(title);
        out.write(" (");
        self.write_detail(out, at, access, items);
        out.write(") [");
        out.write(&node.id);
        out.write("]");
        if matches!(node.what, What::Text(..) | What::Artifact(..)) {
            out.write(" v");
            out.write_number(version as usize);
        }
    }

    /// Adds the lines of the body.
    pub fn add_body(&self, out: &mut Lines, at: At, viewer: Option<Viewer>) {
        match &self.nodes[at].what {
            What::Session | What::Machine | What::Space(_) | What::Group(_) => {}
            What::Notices => self.notices.iter().for_each(|notice| out.add(notice)),
            What::Text(path, context) => {
                let owner = path.as_ref().map(|path| &path.id);
                self.each_field(path.as_deref(), *context, viewer, &mut |field, name, value| {
                    out.begin();
                    out.write(name);
                    out.write(": ");
                    match value {
                        None => out.write("(unset)"),
                        Some(value) => self.write_value(out, owner, field, value),
                    }
                    out.end();
                });
            }
            What::Tool(_) | What::Built(_) => out.add_all(self.description(at)),
            What::Topic(path) => {
                let node = self.run.node_of(path);
                let visit = path.visit() + u32::from(path.phase == Phase::Enter);
                out.add(&format!("visit {visit} of {node}"));
                out.add(&route(path, node));
            }
            What::Message(_, _, recorded) => {
                out.add_all(recorded.turn.text.as_deref().unwrap_or(""));
                for result in recorded.turn.results.iter().filter(|_| !recorded.code) {
                    let end = match &result.result {
                        Ok(_) => "ok".to_owned(),
                        Err(error) => format!("failed: {}", error.message.lines().next().unwrap_or("")),
                    };
                    out.add(&format!("> {} {end}", result.name));
                }
            }
            What::Work(request) => {
                out.add_all(&format!("because {}", request.reason));
                if let RequestState::Answered { ok, text, .. } = &request.state {
                    out.add_all(&format!("{}: {text}", if *ok { "answer" } else { "error" }));
                }
            }
            What::Lock(_, parked, missing, _) => {
                let parked: Vec<String> = parked.iter().map(|path| path.id.to_string()).collect();
                out.add(&format!("parked: {}", parked.join(", ")));
                if !missing.is_empty() {
                    out.add(&format!("missing: {}", missing.join(", ")));
                }
            }
            What::Artifact(artifact, ..) => match artifact.media() {
                crate::context::cost::Media::Binary => out.add(&format!("(binary, {} bytes)", artifact.text.len())),
                _ => out.add_all(&artifact.text),
            },
        }
    }

    /// Writes the value of a field, texts of marked fields as references.
    fn write_value(&self, out: &mut Lines, owner: Option<&PathId>, field: FieldId, value: &Value) {
        let found = artifact::of_declared(&self.run.machine, owner, field, value);
        if found.is_empty() {
            out.write_json(value);
        }
        for (at, node) in found.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            out.write(&format!("{comma}[{}] {} ~{}", node.id, node.name, node.tokens()));
        }
    }

    fn description(&self, at: At) -> &str {
        match &self.nodes[at].what {
            What::Tool(node) => {
                let node = &self.run.machine.nodes[*node];
                node.text("description").or_else(|| node.text("desc")).unwrap_or("")
            }
            What::Built(at) => self.run.tools.get(*at).map_or("", |tool| &*tool.description),
            _ => "",
        }
    }

    /// At most two lines that summarize the node; `children` are those that count.
    pub fn digest(&self, at: At, viewer: Option<Viewer>, children: &[At]) -> Vec<String> {
        let mut lines = Vec::new();
        match &self.nodes[at].what {
            What::Text(path, context) => lines.push(self.text_digest(path.as_deref(), *context, viewer)),
            What::Tool(_) | What::Built(_) => {
                let first = self.description(at).lines().next().filter(|line| !line.is_empty());
                lines.push(first.unwrap_or("no description").to_owned());
            }
            What::Message(_, _, recorded) => {
                let text = recorded.turn.text.as_deref().unwrap_or("");
                let calls =
                    if recorded.code { String::new() } else { format!(", {} calls", recorded.turn.results.len()) };
                lines.push(format!("{} ({} lines{calls})", first_line(text), text.lines().count()));
            }
            What::Artifact(artifact, ..) => {
                let text = &artifact.text;
                lines.push(format!("{} ({} lines, {} bytes)", first_line(text), text.split('\n').count(), text.len()));
            }
            What::Work(request) => lines.push(match &request.state {
                RequestState::Answered { text, .. } => format!("answered: {}", clip(&text.replace('\n', " "), 80)),
                state => state.word().to_owned(),
            }),
            What::Lock(_, parked, _, need) => lines.push(format!("{} of {need} parked", parked.len())),
            What::Session | What::Machine | What::Space(_) | What::Notices | What::Group(_) | What::Topic(_) => {
                let mut kinds: Vec<(&str, usize)> = Vec::new();
                for child in children {
                    let kind = self.kind(*child);
                    match kinds.iter_mut().find(|(known, _)| *known == kind) {
                        Some((_, count)) => *count += 1,
                        None => kinds.push((kind, 1)),
                    }
                }
                let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
                let colon = if kinds.is_empty() { "" } else { ": " };
                lines.push(format!("{} items{colon}{}", children.len(), kinds.join(", ")));
                if !children.is_empty() {
                    let names: Vec<Arc<str>> = children.iter().take(FEW).map(|child| self.title(*child)).collect();
                    let mut line = names.join(", ");
                    if children.len() > FEW {
                        line.push_str(&format!(" +{} more", children.len() - FEW));
                    }
                    lines.push(line);
                }
            }
        }
        lines.iter().map(|line| clip(line, LINE)).collect()
    }

    fn text_digest(&self, path: Option<&Path>, context: ContextIdx, viewer: Option<Viewer>) -> String {
        let declared = self.run.machine.fields.len();
        let (mut set, mut unset, mut others) = (Vec::new(), Vec::new(), 0);
        self.each_field(path, context, viewer, &mut |field, name, value| {
            if field.0 as usize >= declared {
                others += usize::from(value.is_some());
            } else if value.is_some() {
                set.push(name.clone());
            } else {
                unset.push(name.clone());
            }
        });
        let mut text = format!("{} of {} fields set", set.len(), set.len() + unset.len());
        if !set.is_empty() {
            text.push_str(&format!(": {}", set.join(", ")));
        }
        if !unset.is_empty() {
            text.push_str(&format!("; unset: {}", unset.join(", ")));
        }
        if others > 0 {
            text.push_str(&format!("; +{others} undeclared"));
        }
        text
    }
}

fn is_ended(path: &Path) -> bool {
    path.status.is_terminal() || path.status == Status::Forked
}

/// The nodes a path came through, the last ones.
fn route(path: &Path, node: &Arc<str>) -> String {
    let mut names: Vec<&Arc<str>> = Vec::new();
    let mut more = false;
    for step in path.history.iter() {
        if names.is_empty() {
            names.push(&step.to);
        }
        if names.len() == ROUTE {
            more = true;
            break;
        }
        names.push(&step.from);
    }
    if names.is_empty() {
        names.push(node);
    }
    let mut text = if more { "route: … > ".to_owned() } else { "route: ".to_owned() };
    for (at, name) in names.iter().rev().enumerate() {
        text.push_str(if at > 0 { " > " } else { "" });
        text.push_str(name);
    }
    text
}

fn first_line(text: &str) -> String {
    clip(text.lines().find(|line| !line.trim().is_empty()).unwrap_or(""), 80)
}
