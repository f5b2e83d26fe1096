//! Values across the boundary, and the errors that misuse throws.

use js_sys::{JSON, Reflect, TypeError};
use wasm_bindgen::{JsError, JsValue};

use crate::json::{Object, ToJson, Writer, to_string};
use crate::run::Refusal;
use crate::syntax::tree::Tree;
use crate::text::{Span, nearest};

/// Fresh plain data.
pub fn out(value: &dyn ToJson) -> JsValue {
    parsed(&to_string(value))
}

/// JSON text as fresh plain data.
pub fn parsed(json: &str) -> JsValue {
    JSON::parse(json).unwrap_or(JsValue::NULL)
}

/// The error that misuse throws: `code`, and `data` with the argument, its place in it, and what was expected. `place`
/// is the argument, or something in it like `options.path`.
pub fn bad_argument(place: &str, expected: &str, detail: &str) -> JsValue {
    let error = TypeError::new(&format!("{place} must be {expected}: {detail}"));
    let argument = place.split(['.', '[']).next().unwrap_or(place);
    let data = js_sys::Object::new();
    let set = |target: &JsValue, key: &str, value: &JsValue| Reflect::set(target, &key.into(), value).is_ok();
    let whole = set(&data, "argument", &argument.into())
        && set(&data, "path", &place.into())
        && set(&data, "expected", &expected.into())
        && set(&error, "code", &"bad-argument".into())
        && set(&error, "data", &data);
    if whole { error.into() } else { JsError::new(detail).into() }
}

/// The error for a name that is unknown, with a known one that is close to it.
pub fn unknown_name<'a>(place: &str, kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> JsValue {
    let near = nearest(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    bad_argument(place, kind, &format!("unknown `{}`{near}", shortened(name)))
}

/// A name as far as a message shows it.
fn shortened(name: &str) -> &str {
    name.char_indices().nth(40).and_then(|(end, _)| name.get(..end)).unwrap_or(name)
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

/// A plain object of these fields, for data that is not JSON.
pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, JsValue)>) -> JsValue {
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

/// Writes `from` and `to` of a span, and its `file` if that is an imported one.
pub fn write_span(object: &mut Object, tree: &Tree, span: Span) {
    let place = tree.place(span);
    object.field("from", &place.lines.utf16(place.text, place.span.start));
    object.field("to", &place.lines.utf16(place.text, place.span.end));
    object.maybe("file", &place.file);
}
