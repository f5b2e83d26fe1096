//! Texts with `{{ … }}`, resolved with one path's values at the moment of use.

use crate::expr::template::is_template;
use crate::machine::bind::bind_name;
use crate::run::names::Names;
use crate::run::state::{Path, Run};

pub use crate::expr::template::Rendered;

/// Resolves the templates in a text with the names of the path's node.
pub fn resolve(run: &Run, path: &Path, text: &str) -> Rendered {
    if !is_template(text) {
        return Rendered { text: text.to_owned(), unresolved: Vec::new() };
    }
    let template = run.machine.templates.get(text);
    let bindings: Vec<_> =
        template.names().map(|name| bind_name(&run.machine, Some(path.node), &name.segments)).collect();
    template.render(&Names { run, path, bindings: &bindings })
}
