//! Texts with `{{ … }}`, resolved with one path's values at the moment of use.

use crate::expr::template::is_template;
use crate::refusal::{Code, Refusal};
use crate::run::state::{Path, PathId, Run};
use crate::run::step::names::Names;

pub use crate::expr::template::Rendered;

/// The whole prompt of a node with the values of a path, as if that stood there; `None` if the node has none.
pub fn prompt(run: &Run, path: &PathId, node: &str) -> Result<Option<String>, Refusal> {
    let unknown = |code, what: &str| Refusal::new(code, format!("unknown {what}"));
    let path = run.path(path).ok_or_else(|| unknown(Code::UnknownPath, &format!("path `{path}`")))?;
    let at = run.machine.find(node).ok_or_else(|| unknown(Code::UnknownNode, &format!("node `{node}`")))?;
    let there = Path { node: at, gone: None, ..(**path).clone() };
    Ok(run.machine.nodes[at].text("prompt").map(|prompt| resolve(run, &there, prompt).text))
}

/// Resolves the templates in a text with the names of the path's node.
pub fn resolve(run: &Run, path: &Path, text: &str) -> Rendered {
    if !is_template(text) {
        return Rendered { text: text.to_owned(), unresolved: Vec::new() };
    }
    let template = run.machine.templates.get(text);
    let bindings: Vec<_> = template.names().map(|name| run.machine.bind_name(path.place(), &name.segments)).collect();
    template.render(&Names { run, path, bindings: &bindings, event: None })
}
