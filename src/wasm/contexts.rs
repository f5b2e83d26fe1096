//! The methods about contexts: schemas, values, SQL.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{done, out, parsed, refused, unknown_name};
use super::given::{self, Fields};
use super::machine::Machine;
use super::run::{Run, path_id};
use crate::json::{Raw, Writer};
use crate::machine::model::ContextIdx;
use crate::run::state::artifacts::artifacts;
use crate::run::{get, outputs};
use crate::schema::sql::{Layout, Op, Options};
use crate::schema::{Amount, Scope, read};
use crate::value::Value;
use crate::view;
use crate::view::contexts::{Contexts, dml, find, validate};

/// A JSON Schema in normal form, with everything that has no meaning here.
#[wasm_bindgen(js_name = readSchema, skip_typescript)]
pub fn read_schema(schema: JsValue) -> Result<JsValue, JsValue> {
    let read = read(&given::ordered(&schema, "schema")?);
    let document = read.schema.as_ref().map(|schema| schema.document());
    let mut text = Writer::default();
    text.object(|object| {
        object.field("schema", &document.as_deref().map(Raw));
        object.field("problems", &read.problems);
    });
    Ok(parsed(&text.finish()))
}

/// Layout and context of a call; no context at all is `Some(None)`, one that is unknown `None`.
fn place(machine: &Machine, given: JsValue) -> (Layout, Option<Option<ContextIdx>>) {
    let options = Fields::read(given);
    let layout = if options.is("layout", "run") { Layout::Run } else { Layout::Plain };
    let context = match options.text("context") {
        None => Some(None),
        Some(id) => find(&machine.0, &id).map(Some),
    };
    (layout, context)
}

#[wasm_bindgen]
impl Machine {
    /// The contexts with their fields.
    #[wasm_bindgen(skip_typescript)]
    pub fn contexts(&self) -> JsValue {
        out(&Contexts(&self.0))
    }

    /// The JSON Schema of a context.
    #[wasm_bindgen(skip_typescript)]
    pub fn schema(&self, context: &str) -> JsValue {
        let found = find(&self.0, context);
        found.map_or(JsValue::NULL, |at| parsed(&self.0.contexts[at].schema.document()))
    }

    /// What is wrong with a value of a context.
    #[wasm_bindgen(skip_typescript)]
    pub fn validate(&self, context: &str, value: JsValue, given: JsValue) -> Result<JsValue, JsValue> {
        let value = given::value(value, "value")?;
        let options = Fields::read(given);
        let scope = if options.flag("whole") { Scope::Whole } else { Scope::Fields };
        let amount = if options.flag("first") { Amount::First } else { Amount::All };
        let found = find(&self.0, context);
        Ok(found.map_or(JsValue::NULL, |at| out(&validate(&self.0, at, &value, scope, amount))))
    }

    /// The definitions of the tables of a context, or of all.
    #[wasm_bindgen(skip_typescript)]
    pub fn ddl(&self, given: JsValue) -> JsValue {
        let (layout, context) = place(self, given);
        context.map_or(JsValue::NULL, |context| view::ddl(&self.0, layout, context).into())
    }

    /// The names of these tables.
    #[wasm_bindgen(skip_typescript)]
    pub fn tables(&self, given: JsValue) -> JsValue {
        let (layout, context) = place(self, given);
        context.map_or(JsValue::NULL, |context| out(&view::table_names(&self.0, layout, context)))
    }

    /// The statements for one value.
    #[wasm_bindgen(skip_typescript)]
    pub fn dml(&self, context: &str, value: JsValue, given: JsValue) -> Result<JsValue, JsValue> {
        let value = given::value(value, "value")?;
        let given = Fields::read(given);
        let names = view::table_names(&self.0, Layout::Plain, None);
        let first = given.object("firstIds");
        let names = || names.iter().map(String::as_str);
        if let Some(name) = first.names().find(|name| names().all(|known| known != *name)) {
            return Err(unknown_name("options.firstIds", "first ids by the name of a table", name, names()));
        }
        let mut options = Options::default();
        options.op = match given.text("op").as_deref() {
            Some("update") => Op::Update,
            Some("delete") => Op::Delete,
            _ => Op::Insert,
        };
        options.id = given.count("id").unwrap_or(options.id);
        let ids = names().filter_map(|name| Some((name.to_owned(), first.count(name)?)));
        options.first_ids.extend(ids);
        Ok(match dml(&self.0, context, &value, &options) {
            Ok(made) => done(|object| {
                object.field("statements", &made.statements);
                object.field("dropped", &made.dropped);
            }),
            Err(refusal) => refused(&refusal),
        })
    }
}

#[wasm_bindgen]
impl Run {
    /// The value at a reference.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, path: &str, reference: &str) -> JsValue {
        match path_id(path).and_then(|path| get(self.0.run(), &path, reference)) {
            Ok(value) => done(|object| {
                object.field("set", &value.is_some());
                object.maybe::<Value>("value", &value);
            }),
            Err(refusal) => refused(&refusal),
        }
    }

    /// The output contexts.
    #[wasm_bindgen(skip_typescript)]
    pub fn outputs(&self) -> JsValue {
        out(&outputs(self.0.run()))
    }

    /// The artifacts.
    #[wasm_bindgen(skip_typescript)]
    pub fn artifacts(&self) -> JsValue {
        out(&artifacts(self.0.run()))
    }

    /// The run at the cursor as a database.
    #[wasm_bindgen(skip_typescript)]
    pub fn sql(&self) -> JsValue {
        out(&view::database(&self.0))
    }
}
