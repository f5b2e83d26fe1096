//! The files of a machine: which file a written path means, and reading all that the source imports.
//!
//! The core never reads anything itself: the host hands over the whole set. What an import brings into a machine is
//! the business of [`imports`](super::imports).

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Import, Item, Text, Tree};
use crate::syntax::{parse_file, parse_within};
use crate::text::{Span, nearest};
use crate::work::Work;

/// A set of files, as a host has them: texts by path, and the path of the source among them.
///
/// Paths are separated by `/`. `./a/../b` and `/b` are the path `b`; a path may start with `../`. Of two equal paths
/// the one that sorts first as given counts, so the order in which files are given never matters.
///
/// ```
/// use tracklight::machine::{Files, Machine};
/// let files = Files::new("main.dygram", vec![("lib/laundry.dygram".into(), "task Wash".into())]);
/// let machine = Machine::parse_files("import { Wash } from \"./lib/laundry\"\nstart -> Wash", &files);
/// assert!(machine.diagnostics.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    entry: Arc<str>,
    texts: Vec<(Arc<str>, Arc<str>)>,
}

/// The path of a source that has no other.
const ENTRY: &str = "machine.dygram";

/// The endings of files, in the order in which they are tried.
const ENDINGS: [&str; 3] = [".dygram", ".dy", ".mach"];

impl Default for Files {
    fn default() -> Self {
        Files::new(ENTRY, Vec::new())
    }
}

impl Files {
    /// The set of these paths and texts. A text given for `entry` is ignored, the source stands for it; an empty
    /// `entry` is `machine.dygram`.
    pub fn new(entry: &str, mut texts: Vec<(String, String)>) -> Self {
        let entry = normalised(entry);
        let entry: Arc<str> = if entry.is_empty() { ENTRY.into() } else { entry.into() };
        texts.sort();
        let mut texts: Vec<(Arc<str>, Arc<str>)> =
            texts.into_iter().map(|(path, text)| (normalised(&path).into(), text.into())).collect();
        texts.sort_by(|a, b| a.0.cmp(&b.0));
        texts.dedup_by(|later, first| later.0 == first.0);
        texts.retain(|(path, _)| *path != entry);
        Files { entry, texts }
    }

    /// The path of the source.
    pub fn entry(&self) -> &Arc<str> {
        &self.entry
    }

    /// Paths and texts of the other files, sorted by path.
    pub fn texts(&self) -> &[(Arc<str>, Arc<str>)] {
        &self.texts
    }

    /// The path of the file that `written` means in an import of the file `from`. `Err` says why there is none.
    pub fn resolve(&self, from: &str, written: &str) -> Result<&Arc<str>, String> {
        let local = ["./", "../", "/"].iter().any(|start| written.starts_with(start));
        if !local {
            return Err(if written.contains("://") || written.starts_with("http") && written.contains(':') {
                "files are never fetched from the network; add the file to the project".to_owned()
            } else {
                format!("packages are not supported; start the path with `./`, `../` or `/`, as in `./{written}`")
            });
        }
        let path = absolute(from, written);
        let stem = stem(&path);
        let mut tried = vec![path.clone()];
        tried.extend(ENDINGS.iter().map(|ending| format!("{stem}{ending}")).filter(|candidate| *candidate != path));
        let find = |path: &String| {
            if **path == *self.entry {
                return Some(&self.entry);
            }
            let at = self.texts.binary_search_by(|(known, _)| (**known).cmp(path)).ok()?;
            self.texts.get(at).map(|(path, _)| path)
        };
        tried.iter().find_map(find).ok_or_else(|| format!("looked for `{}`", tried.join("`, `")))
    }

    fn text(&self, path: &str) -> Option<&Arc<str>> {
        let at = self.texts.binary_search_by(|(known, _)| (**known).cmp(path)).ok()?;
        self.texts.get(at).map(|(_, text)| text)
    }

    /// The path nearest to a written one, as it would be written in `from`: of that name, else of a similar path.
    fn near(&self, from: &str, written: &str) -> Option<String> {
        let paths: Vec<String> = self.texts.iter().map(|(path, _)| written_in(from, path)).collect();
        let wanted = if written.starts_with(['.', '/']) { written.to_owned() } else { format!("./{written}") };
        let name = |path: &str| stem(path).rsplit('/').next().map(str::to_owned);
        let same = paths.iter().find(|path| name(path) == name(&wanted));
        let similar = || nearest(stem(&wanted), paths.iter().map(|path| stem(path)));
        same.or_else(|| similar().and_then(|near| paths.iter().find(|path| stem(path) == near))).cloned()
    }
}

/// A path without its ending.
fn stem(path: &str) -> &str {
    ENDINGS.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path)
}

/// A path without `.`, doubled `/`, and `..` where something stands before it.
pub fn normalised(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The path in the set of a path written in the file `from`.
fn absolute(from: &str, written: &str) -> String {
    match from.rsplit_once('/').filter(|_| !written.starts_with('/')) {
        Some((folder, _)) => normalised(&format!("{folder}/{written}")),
        None => normalised(written),
    }
}

/// How the file `path` is written in an import of the file `from`, with its ending.
pub fn written_in(from: &str, path: &str) -> String {
    let mut here: Vec<&str> = from.split('/').collect();
    here.pop();
    let there: Vec<&str> = path.split('/').collect();
    let shared = here.iter().zip(&there).take_while(|(a, b)| a == b && **a != "..").count();
    let up = here.len() - shared;
    let mut parts: Vec<&str> = if up == 0 { vec!["."] } else { vec![".."; up] };
    parts.extend(there.iter().skip(shared));
    parts.join("/")
}

/// The most files of a machine. Sets of files are held as bits of one number.
const MOST: usize = 64;
/// How far from the source a file may be.
const DEEPEST: usize = 16;

/// For so many findings the nearest path is looked for.
const SUGGESTED: usize = 50;

/// A source with all files it needs.
pub(super) struct Loaded {
    /// The tree of the source, with its files.
    pub tree: Arc<Tree>,
    /// Per file (the source first, then as in the tree) and import statement, the file it brings from. `None` where
    /// it provides nothing.
    pub imports: Vec<Vec<Option<usize>>>,
    /// The files in an order in which each comes behind those it imports; the source is the last.
    pub order: Vec<usize>,
    /// What is wrong with the paths.
    pub diagnostics: Vec<Diagnostic>,
}

/// The import statements at the root of a file.
pub(super) fn statements(items: &[Item]) -> impl Iterator<Item = &Import> {
    items.iter().filter_map(|item| if let Item::Import(import) = item { Some(import) } else { None })
}

impl Loaded {
    /// A text of which no files are known.
    pub fn alone(tree: Tree) -> Self {
        Loaded { tree: Arc::new(tree), imports: Vec::new(), order: vec![0], diagnostics: Vec::new() }
    }

    /// The items of a file, by its number.
    pub fn items(&self, file: usize) -> &[Item] {
        match file.checked_sub(1) {
            Some(at) => self.tree.files.get(at).map_or(&[], |file| &file.items),
            None => &self.tree.items,
        }
    }

    /// Reads the source and, from the nearest to the farthest, the files it needs.
    pub fn load(source: &str, files: &Files, work: &Work) -> Self {
        let mut loaded = Loaded::alone(parse_within(source, work));
        let mut joint = source.to_owned();
        let mut levels = vec![0];
        let mut file = 0;
        while let Some(level) = levels.get(file).copied() {
            let from = loaded.path(files, file);
            let written: Vec<Option<Text>> =
                statements(loaded.items(file)).map(|statement| statement.path.clone()).collect();
            let mut imports = Vec::with_capacity(written.len());
            for path in &written {
                let found = path.as_ref().and_then(|path| loaded.find(files, &from, path));
                imports.push(match (found, path) {
                    (Some((_, Some(known))), _) => Some(known),
                    (Some((target, None)), Some(path)) => {
                        if levels.len() >= MOST || level >= DEEPEST {
                            loaded.diagnostics.push(limit(path.span));
                            None
                        } else {
                            let text = files.text(&target).cloned().unwrap_or_default();
                            joint.push('\n');
                            let start = joint.len();
                            joint.push_str(&text);
                            let parsed = parse_file(&joint, start, &target, &text, work);
                            if let Some(tree) = Arc::get_mut(&mut loaded.tree) {
                                tree.files.push(parsed);
                            }
                            levels.push(level + 1);
                            Some(levels.len() - 1)
                        }
                    }
                    _ => None,
                });
            }
            loaded.imports.push(imports);
            file += 1;
        }
        loaded.untangle();
        loaded
    }

    /// The path of a file, by its number.
    pub fn path(&self, files: &Files, file: usize) -> Arc<str> {
        let other = file.checked_sub(1).and_then(|at| self.tree.files.get(at));
        other.map_or_else(|| files.entry.clone(), |file| file.path.clone())
    }

    /// The path an import means, and the number of its file if that is known already.
    fn find(&mut self, files: &Files, from: &str, path: &Text) -> Option<(Arc<str>, Option<usize>)> {
        match files.resolve(from, &path.value) {
            Ok(target) if *target == files.entry => Some((target.clone(), Some(0))),
            Ok(target) => {
                let known = self.tree.files.iter().position(|file| file.path == *target).map(|at| at + 1);
                Some((target.clone(), known))
            }
            Err(reason) => {
                let message = format!("cannot find file `{}`", path.value);
                let mut finding = Diagnostic::error("import-file", path.span, message).hint(reason);
                let near = if self.diagnostics.len() < SUGGESTED { files.near(from, &path.value) } else { None };
                if let Some(near) = near {
                    finding = finding.fix(format!("import from `{near}`"), path.span, format!("\"{near}\""));
                }
                self.diagnostics.push(finding);
                None
            }
        }
    }

    /// Cuts the imports that lie on a cycle, says so, and puts the files in order.
    fn untangle(&mut self) {
        let direct: Vec<u64> = self.imports.iter().map(|list| mask(list)).collect();
        let mut reach = direct.clone();
        loop {
            let before = reach.clone();
            for set in &mut reach {
                *set |= members(*set).filter_map(|file| before.get(file)).fold(0, |all, more| all | more);
            }
            if reach == before {
                break;
            }
        }
        let of = |file: usize| reach.get(file).copied().unwrap_or_default();
        let mut cut = Vec::new();
        for (file, targets) in self.imports.iter_mut().enumerate() {
            for (at, target) in targets.iter_mut().enumerate() {
                if target.is_some_and(|target| of(target) >> file & 1 == 1) {
                    *target = None;
                    cut.push((file, at));
                }
            }
        }
        for file in 0..self.imports.len() {
            let mut cut = cut.iter().filter(|(of, _)| *of == file).map(|(_, at)| *at).peekable();
            let mut found = Vec::new();
            for (at, statement) in statements(self.items(file)).enumerate() {
                if cut.next_if_eq(&at).is_some() {
                    let path = statement.path.as_ref();
                    let span = path.map_or(statement.span, |path| path.span);
                    let message =
                        format!("circular import: `{}` imports this file", path.map_or("", |path| &path.value));
                    found.push(
                        Diagnostic::error("import-cycle", span, message)
                            .hint("the import is ignored; move what both files need into a third one"),
                    );
                }
            }
            self.diagnostics.extend(found);
        }
        let needs: Vec<u64> = self.imports.iter().map(|list| mask(list)).collect();
        self.order.clear();
        let mut done = 0_u64;
        loop {
            let before = done;
            // The source is reached from everywhere it reaches, so no file needs it now.
            for (file, needed) in needs.iter().enumerate().skip(1) {
                if done >> file & 1 == 0 && needed & !done == 0 {
                    done |= 1 << file;
                    self.order.push(file);
                }
            }
            if done == before {
                break;
            }
        }
        self.order.push(0);
    }
}

fn mask(files: &[Option<usize>]) -> u64 {
    files.iter().flatten().fold(0, |set, file| set | 1 << file)
}

/// The files of a set, in order.
pub(super) fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..MOST).filter(move |file| set >> file & 1 == 1)
}

fn limit(span: Span) -> Diagnostic {
    let message = format!("a machine can have at most {MOST} files, at most {DEEPEST} imports deep");
    Diagnostic::error("import-limit", span, message).hint("the import is ignored; combine some files")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved_from_the_importing_file() {
        let texts = ["lib/wash.dy", "lib/deep/soap.mach", "../up.dygram", "rinse.dygram", "rinse"];
        let files = Files::new("main.dygram", texts.map(|path| (path.to_owned(), String::new())).to_vec());
        let found = |from: &str, written: &str| files.resolve(from, written).map(|path| path.to_string()).ok();
        assert_eq!(found("main.dygram", "./lib/wash.dygram").as_deref(), Some("lib/wash.dy"), "any ending");
        assert_eq!(found("lib/wash.dy", "./deep/soap").as_deref(), Some("lib/deep/soap.mach"));
        assert_eq!(found("lib/deep/soap.mach", "../../main").as_deref(), Some("main.dygram"));
        assert_eq!(found("lib/deep/soap.mach", "/lib/wash").as_deref(), Some("lib/wash.dy"));
        assert_eq!(found("main.dygram", "../up").as_deref(), Some("../up.dygram"));
        assert_eq!(found("main.dygram", "./rinse").as_deref(), Some("rinse"), "as written comes first");
        assert_eq!(found("main.dygram", "./nothing"), None);
        assert_eq!(found("main.dygram", "rinse"), None, "no packages");
        assert_eq!(found("main.dygram", "https://x.example/rinse"), None);
    }

    #[test]
    fn a_path_is_written_as_it_is_resolved() {
        for (from, path) in [("a.dy", "b.dy"), ("x/a.dy", "b.dy"), ("x/a.dy", "x/y/b.dy"), ("x/a.dy", "y/b.dy")] {
            assert_eq!(absolute(from, &written_in(from, path)), path, "{from} {path}");
        }
    }

    #[test]
    fn equal_paths_are_one_file_and_the_source_stands_for_its_own() {
        let given = |list: [(&str, &str); 3]| {
            Files::new("m.dy", list.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec())
        };
        let files = given([("./a.dy", "1"), ("m.dy", "other"), ("a.dy", "2")]);
        assert_eq!(files, given([("a.dy", "2"), ("./a.dy", "1"), ("m.dy", "x")]));
        assert_eq!(files.texts().len(), 1);
    }
}
