//! Values across the boundary, and the errors that misuse throws.

use js_sys::{Error, JSON, Reflect};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::json::{Object, ToJson, Writer, to_string};
use crate::run::Refusal;
use crate::syntax::tree::Tree;
use crate::text::Span;

/// Fresh plain data.
pub fn out(value: &dyn ToJson) -> JsValue {
    parsed(&to_string(value))
}

/// JSON text as fresh plain data.
pub fn parsed(json: &str) -> JsValue {
    JSON::parse(json).unwrap_or(JsValue::NULL)
}

/// An argument. What does not fit throws `bad-argument`.
pub fn argument<T: DeserializeOwned>(value: JsValue, name: &str, expected: &str) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| bad_argument(name, expected, &error.to_string()))
}

/// An object argument that may be left out and knows no keys but `keys`.
pub fn options<T: DeserializeOwned + Default>(value: JsValue, name: &str, keys: &[&str]) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let expected = format!("an object with any of {}", keys.join(", "));
    only(&value, name, &expected, keys)?;
    argument(value, name, &expected)
}

/// Refuses an object with other keys: a misspelt option must not be ignored.
pub fn only(value: &JsValue, name: &str, expected: &str, keys: &[&str]) -> Result<(), JsValue> {
    let Some(object) = value.dyn_ref::<js_sys::Object>() else { return Ok(()) };
    let mut given = js_sys::Object::keys(object).into_iter().filter_map(|key| key.as_string());
    match given.find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(bad_argument(name, expected, &format!("there is no `{key}`"))),
        None => Ok(()),
    }
}

/// The error that misuse throws: `code`, and `data` with the argument and what was expected.
pub fn bad_argument(name: &str, expected: &str, detail: &str) -> JsValue {
    let error = Error::new(&format!("`{name}` must be {expected}: {detail}"));
    let data = js_sys::Object::new();
    let set = |target: &JsValue, key: &str, value: &JsValue| Reflect::set(target, &key.into(), value).is_ok();
    let whole = set(&data, "argument", &name.into())
        && set(&data, "expected", &expected.into())
        && set(&error, "code", &"bad-argument".into())
        && set(&error, "data", &data);
    if whole { error.into() } else { JsError::new(detail).into() }
}

/// `{ ok: true, … }`
pub fn done(fill: impl FnOnce(&mut Object)) -> JsValue {
    let mut text = Writer::default();
    text.object(|object| {
        object.field("ok", &true);
        fill(object);
    });
    parsed(&text.finish())
}

/// A plain object of these fields, for what is no JSON.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = js_sys::Object::new();
    for (key, value) in fields {
        // Setting a field of a fresh plain object cannot fail.
        let _ = Reflect::set(&object, &key.into(), &value);
    }
    object.into()
}

/// `{ ok: false, error }`
pub fn refused(refusal: &Refusal) -> JsValue {
    let mut text = Writer::default();
    text.object(|object| {
        object.field("ok", &false);
        object.field("error", refusal);
    });
    parsed(&text.finish())
}

/// Writes `from` and `to` of a span.
pub fn write_span(object: &mut Object, tree: &Tree, span: Span) {
    object.field("from", &tree.lines.utf16(&tree.text, span.start));
    object.field("to", &tree.lines.utf16(&tree.text, span.end));
}
