//! Artifacts: the texts in fields that are marked as named outputs.

use std::sync::Arc;

use crate::context::cost::Media;
use crate::machine::model::FieldId;
use crate::run::state::Run;
use crate::value::Value;

/// One text of a marked field.
#[derive(Clone, Debug, PartialEq)]
pub struct Artifact {
    /// `art:<path>/<context>/<field>[/<index or key>]`, `*` for the path of shared contexts.
    pub id: String,
    /// The file name.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
}

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

/// The artifacts of a field with this value; none when the field is not marked. `owner` is the path, or `*`.
pub fn of_field(run: &Run, owner: &str, field: FieldId, value: &Value) -> Vec<Artifact> {
    let machine = &run.machine;
    let mut found = Vec::new();
    let Some(declared) = machine.fields.item(field) else { return found };
    let Some(named) = &declared.artifact else { return found };
    let context = &machine.nodes[machine.contexts[declared.context].node];
    let plain = format!("{}.{}", context.name, declared.name);
    // An extension is only part of a name that the author gave.
    let (stem, extension) = match named {
        Some(name) => match name.rfind('.').and_then(|dot| name.split_at_checked(dot)) {
            Some((stem, extension)) => (stem, extension),
            None => (&**name, ""),
        },
        None => (plain.as_str(), ""),
    };
    let id = format!("art:{owner}/{}/{}", context.id, declared.name);
    match value {
        Value::Str(text) if !text.is_empty() => {
            found.push(Artifact { id, name: format!("{stem}{extension}"), text: text.clone() });
        }
        Value::List(items) => {
            for (at, item) in items.iter().enumerate() {
                if let Value::Str(text) = item
                    && !text.is_empty()
                {
                    let name = format!("{stem}-{at}{extension}");
                    found.push(Artifact { id: format!("{id}/{at}"), name, text: text.clone() });
                }
            }
        }
        Value::Map(members) => {
            for (key, item) in members.iter() {
                if let Value::Str(text) = item
                    && !text.is_empty()
                {
                    found.push(Artifact { id: format!("{id}/{key}"), name: key.to_string(), text: text.clone() });
                }
            }
        }
        _ => {}
    }
    found
}
