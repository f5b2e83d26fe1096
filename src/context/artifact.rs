//! Artifacts: the texts in fields marked `@artifact`, as named outputs.

use std::sync::Arc;

use crate::context::cost::Media;
use crate::context::{ContextMap, store};
use crate::machine::model::{ContextIdx, FieldId, Machine};
use crate::run::state::{PathId, Run, Status};
use crate::schema::Artifact as Mark;
use crate::shape;
use crate::value::Value;

/// One text.
#[derive(Clone, Debug, PartialEq)]
pub struct Artifact {
    /// `art:<path>/<context>/<field>[/<index or key>]`, `*` in place of the path for shared contexts.
    pub id: String,
    /// What a file of it is called.
    pub name: String,
    /// `prose code markup data binary`, by the extension of the name.
    pub media: &'static str,
    /// The context.
    pub context: Arc<str>,
    /// The field.
    pub field: Arc<str>,
    /// The path; `None` for a shared context.
    pub path: Option<PathId>,
    /// Length in UTF-8.
    pub bytes: usize,
    /// The text.
    pub text: Arc<str>,
}
shape!(Artifact { id, name, media, context, field, path, bytes, text });

impl Artifact {
    /// What its name says it is.
    pub fn media(&self) -> Media {
        Media::of_name(&self.name)
    }

    /// What it costs to show it in full.
    pub fn tokens(&self) -> u32 {
        self.media().text(&self.text)
    }
}

/// The artifacts of all paths, those of shared contexts last. A path that another one spawned has those it changed.
pub fn artifacts(run: &Run) -> Vec<Artifact> {
    let mut all = Vec::new();
    let (mut local, mut shared) = (Vec::new(), Vec::new());
    for at in run.machine.contexts.ids().filter(|at| is_marked(&run.machine, *at)) {
        if run.machine.contexts[at].shared { shared.push(at) } else { local.push(at) }
    }
    // What a merged path wrote is in the path it went into.
    for path in run.paths.values().filter(|path| !matches!(path.status, Status::Merged(_))) {
        for context in &local {
            let inherited = path.parent.as_ref().map(|_| &path.base);
            of_context(run, Some(&path.id), &path.context, inherited, *context, &mut all);
        }
    }
    for context in shared {
        of_context(run, None, &run.shared, None, context, &mut all);
    }
    all
}

fn is_marked(machine: &Machine, at: ContextIdx) -> bool {
    let context = &machine.contexts[at];
    context.schema.marks.artifact.is_some()
        || context.fields.iter().any(|field| machine.fields[*field].artifact.is_some())
}

fn of_context(
    run: &Run,
    path: Option<&PathId>,
    map: &ContextMap,
    inherited: Option<&ContextMap>,
    context: ContextIdx,
    all: &mut Vec<Artifact>,
) {
    let machine = &run.machine;
    for (field, name) in store::fields(machine, &run.added, context) {
        let Some(stored) = map.get(&field) else { continue };
        let start = all.len();
        of_field(machine, path, context, field, &name, &stored.value, all);
        let before = inherited.and_then(|map| map.get(&field)).filter(|_| all.len() > start);
        if let Some(before) = before {
            let mut old = Vec::new();
            of_field(machine, path, context, field, &name, &before.value, &mut old);
            let mut new = all.split_off(start);
            new.retain(|one| !old.contains(one));
            all.append(&mut new);
        }
    }
}

/// The artifacts in the value of a field; none if the field is not marked.
pub fn of_field(
    machine: &Machine,
    path: Option<&PathId>,
    context: ContextIdx,
    field: FieldId,
    name: &Arc<str>,
    value: &Value,
    all: &mut Vec<Artifact>,
) {
    let mark = match machine.fields.item(field) {
        Some(declared) => declared.artifact.clone(),
        None => machine.contexts[context].schema.marks.artifact.as_ref().map(|mark| match mark {
            Mark::Named(name) => Some(name.clone()),
            Mark::Unnamed => None,
        }),
    };
    let Some(mark) = mark else { return };
    let id = machine.context_id(context);
    let owner = path.map_or_else(|| "*".to_owned(), |path| path.to_string());
    let own_name = mark.as_deref().map_or_else(|| format!("{id}.{name}"), str::to_owned);
    let mut add = |key: Option<&str>, title: String, text: &Value| {
        let Value::Str(text) = text else { return };
        if text.is_empty() {
            return;
        }
        let mut place = format!("art:{owner}/{id}/{name}");
        if let Some(key) = key {
            place.push('/');
            place.push_str(key);
        }
        let (path, bytes) = (path.cloned(), text.len());
        let (context, field, text) = (id.clone(), name.clone(), text.clone());
        all.push(Artifact {
            media: Media::of_name(&title).word(),
            id: place,
            name: title,
            context,
            field,
            path,
            bytes,
            text,
        });
    };
    match value {
        Value::List(items) => {
            // Only a name that was given has an extension: in `Report.body` the last part is the field.
            let parts = mark.as_ref().and_then(|_| own_name.rsplit_once('.'));
            for (at, item) in items.iter().enumerate() {
                let title = match parts {
                    Some((stem, extension)) => format!("{stem}-{at}.{extension}"),
                    None => format!("{own_name}-{at}"),
                };
                add(Some(&at.to_string()), title, item);
            }
        }
        Value::Map(fields) => fields.iter().for_each(|(key, text)| add(Some(key), key.to_string(), text)),
        text => add(None, own_name, text),
    }
}

/// The artifacts of a declared field with this value. `owner` is the path; a shared context has none.
pub fn of_declared(run: &Run, owner: Option<&PathId>, field: FieldId, value: &Value) -> Vec<Artifact> {
    let mut all = Vec::new();
    if let Some(declared) = run.machine.fields.item(field).filter(|declared| declared.artifact.is_some()) {
        of_field(&run.machine, owner, declared.context, field, &declared.name, value, &mut all);
    }
    all
}
