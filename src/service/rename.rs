//! Renaming a file of the set: what has to change in the texts of all files.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::files::{Files, normalised, written_in};
use crate::refusal::{Code, Refusal};
use crate::service::Range;
use crate::shape;
use crate::syntax::parse;
use crate::syntax::tree::Item;

/// A change in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// Start of the text it replaces, in UTF-16 units of the file.
    pub from: u32,
    /// End of the text it replaces.
    pub to: u32,
    /// What comes instead.
    pub insert: String,
    /// The path of the file as it is called before; `None` for the source.
    pub file: Option<Arc<str>>,
}
shape!(FileEdit { from, to, insert; file });

/// The edits of all paths of imports that must change when the file `from` is called `to`: those that mean it, and
/// its own that would mean something else from its new place. Sorted by file, the source first, and by place.
///
/// Refused with `unknown-file` if the set has no such file, with `file-exists` if it has the other one already.
pub fn rename_file(machine: &Machine, from: &str, to: &str) -> Result<Vec<FileEdit>, Refusal> {
    let alone = Files::default();
    let files = machine.files.as_deref().unwrap_or(&alone);
    let (from, to) = (normalised(from), normalised(to));
    let exists = |path: &str| path == &**files.entry() || files.texts().iter().any(|(known, _)| **known == *path);
    if !exists(&from) {
        return Err(Refusal::new(Code::UnknownFile, format!("cannot find file `{from}`")));
    }
    if to.is_empty() || (to != from && exists(&to)) {
        return Err(Refusal::new(Code::FileExists, format!("file `{to}` already exists")));
    }
    let renamed = |path: &str| if path == from { to.clone() } else { path.to_owned() };
    let texts = files.texts().iter().map(|(path, text)| (renamed(path), text.to_string())).collect();
    let after = Files::new(&renamed(files.entry()), texts);
    let mut edits = Vec::new();
    let source = (files.entry(), &machine.tree.text);
    for (path, text) in std::iter::once(source).chain(files.texts().iter().map(|(path, text)| (path, text))) {
        // Only an import can name a file.
        if !text.contains("import") {
            continue;
        }
        let tree = parse(text);
        let here = renamed(path);
        for item in &tree.items {
            let Item::Import(import) = item else { continue };
            let Some(written) = &import.path else { continue };
            let Ok(target) = files.resolve(path, &written.value) else { continue };
            let target = renamed(target);
            if after.resolve(&here, &written.value).is_ok_and(|found| **found == *target) {
                continue;
            }
            let whole = Range::of(&tree, written.span);
            let raw = tree.str(written.span);
            let quote = raw.chars().next().unwrap_or('"');
            // A path that is never closed keeps no quote.
            let closed = raw.len() > 1 && raw.ends_with(quote);
            let path_now = path_to(&after, &here, &target, &written.value);
            edits.push(FileEdit {
                from: whole.from + 1,
                to: whole.to - u32::from(closed),
                insert: path_now.replace('\\', "\\\\").replace(quote, &format!("\\{quote}")),
                file: Some(path.clone()).filter(|path| path != files.entry()),
            });
        }
    }
    Ok(edits)
}

/// How an import writes the path of a file: from the root if it did so before, without ending if it had none.
fn path_to(files: &Files, from: &str, target: &str, before: &str) -> String {
    let whole = if before.starts_with('/') { format!("/{target}") } else { written_in(from, target) };
    let ending = |path: &str| path.rsplit('/').next().and_then(|name| name.rfind('.').map(|at| name.len() - at));
    let short = match ending(&whole) {
        Some(length) if ending(before).is_none() => whole.get(..whole.len() - length).unwrap_or(&whole),
        _ => &whole,
    };
    if files.resolve(from, short).is_ok_and(|found| **found == *target) { short.to_owned() } else { whole }
}
