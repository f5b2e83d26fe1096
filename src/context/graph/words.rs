//! What is said of a node: title, header, body, digest.

use std::sync::Arc;

use super::{At, Graph, What};
use crate::context::{artifact, store};
use crate::machine::control::Right;
use crate::machine::model::{ContextIdx, FieldId, NodeIdx};
use crate::run::state::{Path, Phase, RequestState, Status};
use crate::text::clip;
use crate::value::Value;

/// The longest line of a body; longer ones go on in the next.
const LINE: usize = 120;
/// The longest title.
const TITLE: usize = 80;
/// How many of many things are named in one line.
const FEW: usize = 5;
/// How many nodes of a route are told.
const ROUTE: usize = 8;

/// For whom something is said: an agent at a node of a path.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// The path.
    pub path: &'a Path,
    /// The node.
    pub node: NodeIdx,
}

/// A visible field: its id, name and value.
type Shown<'a> = (FieldId, Arc<str>, Option<&'a Arc<Value>>);

impl Graph<'_> {
    /// What a viewer may do with a context.
    pub fn rights(&self, viewer: Viewer, context: ContextIdx) -> Option<Right<'_>> {
        self.run.machine.control.right(viewer.node, context).filter(|rights| !rights.read.is_none())
    }

    /// The fields of a text node that a viewer sees; without one all.
    fn fields(&self, path: Option<&Path>, context: ContextIdx, viewer: Option<Viewer>) -> Vec<Shown<'_>> {
        let run = self.run;
        let rights = viewer.map(|viewer| self.rights(viewer, context));
        let mut fields = Vec::new();
        // The values of the run that the graph was made for, not of a copy.
        let map = match path {
            Some(path) => match run.path(&path.id) {
                Some(path) => &path.context,
                None => return fields,
            },
            None => &run.shared,
        };
        for (field, name) in store::fields(&run.machine, &run.added, context) {
            let allowed = rights.is_none_or(|rights| rights.is_some_and(|rights| rights.read.allow(&name)));
            if allowed {
                fields.push((field, name, map.get(&field).map(|stored| &stored.value)));
            }
        }
        fields
    }

    /// The title.
    pub fn title(&self, at: At) -> String {
        let (run, machine) = (self.run, &self.run.machine);
        let node_title = |node: NodeIdx| {
            let node = &machine.nodes[node];
            node.title.clone().unwrap_or_else(|| node.name.clone())
        };
        let title = match &self.nodes[at].what {
            What::Session => return clip(machine.title.as_deref().unwrap_or("machine"), TITLE),
            What::Machine => return "machine".to_owned(),
            What::Notices => return "notices".to_owned(),
            What::Space(node) | What::Tool(node) => node_title(*node),
            What::Group(title) => title.clone(),
            What::Text(_, context) => {
                let node = &machine.nodes[machine.contexts[*context].node];
                if self.ambiguous.binary_search(&node.name).is_ok() { node.id.clone() } else { node.name.clone() }
            }
            What::Built(at) => run.tools.get(*at).map(|tool| tool.name.clone()).unwrap_or_default(),
            What::Topic(path) => return format!("path {}", path.id),
            What::Message(_, _, told) if told.code => format!("code at {}", told.node).into(),
            What::Message(_, number, told) => format!("turn {number} at {}", told.node).into(),
            What::Work(request) => request.query.clone(),
            What::Lock(key, ..) => key.id.clone(),
            What::Artifact(artifact, ..) => artifact.name.as_str().into(),
        };
        // A title stands in one line, whatever the author or an agent wrote.
        if title.contains(['\n', '\r']) { clip(&title.replace(['\n', '\r'], " "), TITLE) } else { clip(&title, TITLE) }
    }

    /// What stands in brackets after the title; `items` is the number of children that count.
    pub fn detail(&self, at: At, viewer: Option<Viewer>, items: usize) -> String {
        let machine = &self.run.machine;
        match &self.nodes[at].what {
            What::Session => "run".to_owned(),
            What::Machine | What::Space(_) | What::Notices | What::Group(_) => format!("group, {items} items"),
            What::Text(_, context) => {
                let role = machine.contexts[*context].role.word();
                match viewer.and_then(|viewer| self.access(viewer, at)) {
                    Some(access) => format!("{role}, {access}"),
                    None => role.to_owned(),
                }
            }
            What::Tool(_) | What::Built(_) => "tool".to_owned(),
            What::Topic(path) if is_ended(path) => format!("topic, {}", path.status.word()),
            What::Topic(path) => format!("topic, at {}", machine.nodes[path.node].id),
            What::Message(..) => self.kind(at).to_owned(),
            What::Work(request) => format!("request, {}", request.state.word()),
            What::Lock(_, parked, _, need) => format!("join, {} of {need}", parked.len()),
            What::Artifact(artifact, ..) => format!("artifact, {} lines", artifact.text.split('\n').count()),
        }
    }

    /// `read` or `read+write`, for text nodes.
    pub fn access(&self, viewer: Viewer, at: At) -> Option<&'static str> {
        let What::Text(_, context) = &self.nodes[at].what else { return None };
        let rights = self.rights(viewer, *context)?;
        Some(if rights.write.is_none() { "read" } else { "read+write" })
    }

    /// `# <title> (<detail>) [<id>]` with the version where there is one.
    pub fn header(&self, at: At, viewer: Option<Viewer>, items: usize) -> String {
        self.header_of(at, &self.title(at), viewer, items)
    }

    /// The header under a title that is known already.
    pub fn header_of(&self, at: At, title: &str, viewer: Option<Viewer>, items: usize) -> String {
        let node = &self.nodes[at];
        let mut header = String::with_capacity(title.len() + node.id.len() + 40);
        for part in ["# ", title, " (", &self.detail(at, viewer, items), ") [", &node.id, "]"] {
            header.push_str(part);
        }
        if matches!(node.what, What::Text(..) | What::Artifact(..)) {
            header.push_str(&format!(" v{}", self.version(at)));
        }
        header
    }

    /// The lines of the body.
    pub fn body(&self, at: At, viewer: Option<Viewer>) -> Vec<String> {
        let machine = &self.run.machine;
        let mut lines = Vec::new();
        match &self.nodes[at].what {
            What::Session | What::Machine | What::Space(_) | What::Group(_) => {}
            What::Notices => self.notices.iter().for_each(|notice| push(&mut lines, notice)),
            What::Text(path, context) => {
                let owner = path.as_ref().map_or_else(|| "*".to_owned(), |path| path.id.to_string());
                let mut line = String::new();
                for (field, name, value) in self.fields(path.as_deref(), *context, viewer) {
                    line.clear();
                    line.push_str(&name);
                    line.push_str(": ");
                    match value {
                        None => line.push_str("(unset)"),
                        Some(value) => line.push_str(&self.said(&owner, field, value)),
                    }
                    push(&mut lines, &line);
                }
            }
            What::Tool(_) | What::Built(_) => push_all(&mut lines, self.description(at)),
            What::Topic(path) => {
                let node = &machine.nodes[path.node].id;
                let visit = path.visit() + u32::from(path.phase == Phase::Enter);
                push(&mut lines, &format!("visit {visit} of {node}"));
                push(&mut lines, &route(path, node));
            }
            What::Message(_, _, told) => {
                push_all(&mut lines, told.turn.text.as_deref().unwrap_or(""));
                for result in told.turn.results.iter().filter(|_| !told.code) {
                    let end = match &result.result {
                        Ok(_) => "ok".to_owned(),
                        Err(error) => format!("failed: {}", error.message.lines().next().unwrap_or("")),
                    };
                    push(&mut lines, &format!("> {} {end}", result.name));
                }
            }
            What::Work(request) => {
                push_all(&mut lines, &format!("because {}", request.reason));
                if let RequestState::Answered { ok, text } = &request.state {
                    push_all(&mut lines, &format!("{}: {text}", if *ok { "answer" } else { "error" }));
                }
            }
            What::Lock(_, parked, missing, _) => {
                let parked: Vec<String> = parked.iter().map(|path| path.id.to_string()).collect();
                push(&mut lines, &format!("parked: {}", parked.join(", ")));
                if !missing.is_empty() {
                    push(&mut lines, &format!("missing: {}", missing.join(", ")));
                }
            }
            What::Artifact(artifact, ..) => match artifact.media() {
                crate::context::cost::Media::Binary => lines.push(format!("(binary, {} bytes)", artifact.text.len())),
                _ => push_all(&mut lines, &artifact.text),
            },
        }
        lines
    }

    /// The value of a field in a line, texts of marked fields as references.
    pub fn said(&self, owner: &str, field: FieldId, value: &Value) -> String {
        let found = artifact::of_declared(self.run, owner, field, value);
        if found.is_empty() {
            return value.to_json();
        }
        let mut said = String::new();
        for one in &found {
            if !said.is_empty() {
                said.push_str(", ");
            }
            said.push_str(&format!("[{}] {} ~{}", one.id, one.name, one.tokens()));
        }
        said
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

    /// At most two lines that stand for the whole; `children` are those that count.
    pub fn digest(&self, at: At, viewer: Option<Viewer>, children: &[At]) -> Vec<String> {
        let mut lines = Vec::new();
        match &self.nodes[at].what {
            What::Text(path, context) => lines.push(self.text_digest(path.as_deref(), *context, viewer)),
            What::Tool(_) | What::Built(_) => {
                let first = self.description(at).lines().next().filter(|line| !line.is_empty());
                lines.push(first.unwrap_or("no description").to_owned());
            }
            What::Message(_, _, told) => {
                let text = told.turn.text.as_deref().unwrap_or("");
                let calls = if told.code { String::new() } else { format!(", {} calls", told.turn.results.len()) };
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
                    let names: Vec<String> = children.iter().take(FEW).map(|child| self.title(*child)).collect();
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
        for (field, name, value) in self.fields(path, context, viewer) {
            if field.0 as usize >= declared {
                others += usize::from(value.is_some());
            } else if value.is_some() {
                set.push(name);
            } else {
                unset.push(name);
            }
        }
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

/// Adds the lines of a text.
fn push_all(lines: &mut Vec<String>, text: &str) {
    if !text.is_empty() {
        text.lines().for_each(|line| push(lines, line));
    }
}

/// Adds one line, broken where it is too long.
pub fn push(lines: &mut Vec<String>, line: &str) {
    let mut rest = line;
    let mut room = LINE;
    let mut lead = "";
    loop {
        let end = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        lines.push(if lead.is_empty() { piece.to_owned() } else { format!("{lead}{piece}") });
        if after.is_empty() {
            return;
        }
        (rest, room, lead) = (after, LINE - 2, "  ");
    }
}
