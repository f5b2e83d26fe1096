//! What an agent is shown of the contexts: every readable context of its path, in full.

use std::sync::Arc;

use crate::context::store;
use crate::machine::control::Fields;
use crate::machine::model::ContextIdx;
use crate::run::state::{Path, Run};
use crate::shape;

/// The context part of an agent request.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// The path it is made for.
    pub path: String,
    /// The node the path stands at.
    pub node: Arc<str>,
    /// One section per readable context, in source order.
    pub sections: Vec<Section>,
    /// The section texts, one after the other.
    pub text: String,
}
shape!(Projection { path, node, sections, text });

/// One context as the agent sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// `ctx:<path>/<context>`, `*` in place of the path for shared contexts.
    pub id: String,
    /// Always `text`: a context's values.
    pub kind: &'static str,
    /// The context's name.
    pub title: Arc<str>,
    /// What the node may do with it: `read` or `read+write`.
    pub access: &'static str,
    /// The context's version on this path.
    pub version: u32,
    /// Header and body.
    pub text: String,
}
shape!(Section { id, kind, title, access, version, text });

/// The projection for a path at its node.
pub fn project(run: &Run, path: &Path) -> Projection {
    let machine = &run.machine;
    let rights = machine.control.rights(path.node);
    let sections: Vec<Section> = rights
        .iter()
        .filter(|(_, rights)| !rights.read.is_none())
        .map(|(context, rights)| section(run, path, *context, &rights.read, &rights.write))
        .collect();
    let text = sections.iter().map(|section| section.text.as_str()).collect::<Vec<_>>().join("\n");
    Projection { path: path.id.to_string(), node: machine.nodes[path.node].id.clone(), sections, text }
}

fn section(run: &Run, path: &Path, context: ContextIdx, read: &Fields, write: &Fields) -> Section {
    let machine = &run.machine;
    let store = &machine.contexts[context];
    let map = run.map_of(path, context);
    let name = machine.nodes[store.node].name.clone();
    let owner = if store.shared { "*".to_owned() } else { path.id.to_string() };
    let id = format!("ctx:{owner}/{}", machine.context_id(context));
    let access = if write.is_none() { "read" } else { "read+write" };
    let version = store::version(machine, &run.added, map, context);
    let mut text = format!("# {name} ({}, {access}) [{id}] v{version}", store.role.word());
    for (field, name) in store::fields(machine, &run.added, context) {
        if read.allow(&name) {
            let value = map.get(&field).map_or_else(|| "(unset)".to_owned(), |stored| stored.value.to_json());
            text.push_str(&format!("\n{name}: {value}"));
        }
    }
    Section { id, kind: "text", title: name, access, version, text }
}
