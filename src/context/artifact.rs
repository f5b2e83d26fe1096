//! Artifacts: the texts in fields marked `@artifact`, as named outputs.

use std::sync::Arc;

use crate::context::cost::Media;
use crate::ids::PathId;
use crate::machine::Machine;
use crate::machine::model::{ContextIdx, FieldId};
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
pub fn of_declared(machine: &Machine, owner: Option<&PathId>, field: FieldId, value: &Value) -> Vec<Artifact> {
    let mut all = Vec::new();
    if let Some(declared) = machine.fields.item(field).filter(|declared| declared.artifact.is_some()) {
        of_field(machine, owner, declared.context, field, &declared.name, value, &mut all);
    }
    all
}
