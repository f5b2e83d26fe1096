//! Writing JSON: compact, in the order it is written, numbers as the language prints them.
//!
//! All data leaves the core as JSON text written here, so the key order of the canonical JSON, the form of
//! numbers and the bytes of a saved run are decided in one place. A plain writer costs a fraction of what
//! derived serialisers cost in the wasm.

use std::sync::Arc;

/// Anything that can be written as JSON.
pub trait ToJson {
    /// Writes one JSON value.
    fn write(&self, out: &mut Writer);
}

/// The compact JSON of `value`.
pub fn to_string(value: &dyn ToJson) -> String {
    let mut out = Writer::default();
    value.write(&mut out);
    out.finish()
}

/// Collects the text.
#[derive(Default)]
pub struct Writer {
    text: String,
}

impl Writer {
    /// What was written.
    pub fn finish(self) -> String {
        self.text
    }

    /// `null`.
    pub fn null(&mut self) {
        self.text.push_str("null");
    }

    /// `true` or `false`.
    pub fn bool(&mut self, truth: bool) {
        self.text.push_str(if truth { "true" } else { "false" });
    }

    /// A number; one that is not finite is `null`.
    pub fn number(&mut self, number: f64) {
        self.text.push_str(&crate::number::print(number));
    }

    /// A quoted string.
    pub fn string(&mut self, text: &str) {
        self.text.push('"');
        let mut plain = 0;
        let mut end = 0;
        // A plain loop: iterators over bytes are calls in a build for size.
        for &byte in text.as_bytes() {
            let at = end;
            end += 1;
            let escape = match byte {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                b'\n' => "\\n",
                b'\r' => "\\r",
                b'\t' => "\\t",
                8 => "\\b",
                12 => "\\f",
                0..32 => "",
                _ => continue,
            };
            self.text.push_str(text.get(plain..at).unwrap_or_default());
            self.text.push_str(escape);
            if escape.is_empty() {
                self.text.push_str(&format!("\\u{byte:04x}"));
            }
            plain = end;
        }
        self.text.push_str(text.get(plain..).unwrap_or_default());
        self.text.push('"');
    }

    /// Text that is JSON already.
    pub fn raw(&mut self, json: &str) {
        self.text.push_str(json);
    }

    /// An array.
    pub fn list<'a, T: ToJson + 'a>(&mut self, items: impl IntoIterator<Item = &'a T>) {
        self.text.push('[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            item.write(self);
        }
        self.text.push(']');
    }

    /// An array whose items `one` writes.
    pub fn each<T>(&mut self, items: impl IntoIterator<Item = T>, mut one: impl FnMut(&mut Writer, T)) {
        self.text.push('[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            one(self, item);
        }
        self.text.push(']');
    }

    /// An object, filled by `fill`.
    pub fn object(&mut self, fill: impl FnOnce(&mut Object)) {
        self.text.push('{');
        let mut object = Object { out: self, first: true };
        fill(&mut object);
        self.text.push('}');
    }
}

/// An object being written.
pub struct Object<'a> {
    out: &'a mut Writer,
    first: bool,
}

impl Object<'_> {
    fn comma(&mut self) {
        if !self.first {
            self.out.text.push(',');
        }
        self.first = false;
    }

    /// A field of a shape: `name` is a Rust name and is written in camel case.
    pub fn field(&mut self, name: &str, value: &dyn ToJson) {
        self.name(name);
        value.write(self.out);
    }

    /// A field whose value `fill` writes.
    pub fn with(&mut self, name: &str, fill: impl FnOnce(&mut Writer)) {
        self.name(name);
        fill(self.out);
    }

    /// An object-valued field, filled by `fill`.
    pub fn object(&mut self, name: &str, fill: impl FnOnce(&mut Object)) {
        self.name(name);
        self.out.object(fill);
    }

    /// An entry of a map whose value `fill` writes.
    pub fn entry_with(&mut self, key: &str, fill: impl FnOnce(&mut Object)) {
        self.comma();
        self.out.string(key);
        self.out.text.push(':');
        self.out.object(fill);
    }

    fn name(&mut self, name: &str) {
        self.comma();
        self.out.text.push('"');
        for (at, part) in name.split('_').enumerate() {
            let (first, rest) = part.split_at_checked(usize::from(at > 0)).unwrap_or(("", part));
            self.out.text.extend(first.chars().map(|c| c.to_ascii_uppercase()));
            self.out.text.push_str(rest);
        }
        self.out.text.push_str("\":");
    }

    /// A field that is left out when there is no value.
    pub fn maybe<T: ToJson>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.field(name, value);
        }
    }

    /// An entry of a map: `key` is data and is written as it is.
    pub fn entry(&mut self, key: &str, value: &dyn ToJson) {
        self.comma();
        self.out.string(key);
        self.out.text.push(':');
        value.write(self.out);
    }
}

/// Writes a struct as an object of the named fields; those after `;` are left out when `None`.
///
/// `shape!(Entry { step, tick; path, auto });`
#[macro_export]
macro_rules! shape {
    ($type:ty { $($field:ident),* $(; $($option:ident),* )? }) => {
        impl $crate::json::ToJson for $type {
            fn write(&self, out: &mut $crate::json::Writer) {
                out.object(|object| {
                    $( object.field(stringify!($field), &self.$field); )*
                    $( $( object.maybe(stringify!($option), &self.$option); )* )?
                });
            }
        }
    };
}

/// Text that is JSON already.
pub struct Raw<'a>(pub &'a str);

impl ToJson for Raw<'_> {
    fn write(&self, out: &mut Writer) {
        out.raw(self.0);
    }
}

/// JSON that is computed by a closure, for values that have no type of their own.
pub struct With<F: Fn(&mut Writer)>(pub F);

impl<F: Fn(&mut Writer)> ToJson for With<F> {
    fn write(&self, out: &mut Writer) {
        self.0(out);
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: ToJson + ?Sized> ToJson for Arc<T> {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: ToJson + ?Sized> ToJson for Box<T> {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write(out),
            None => out.null(),
        }
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, out: &mut Writer) {
        out.list(self);
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, out: &mut Writer) {
        out.list(self);
    }
}

impl ToJson for str {
    fn write(&self, out: &mut Writer) {
        out.string(self);
    }
}

impl ToJson for String {
    fn write(&self, out: &mut Writer) {
        out.string(self);
    }
}

impl ToJson for bool {
    fn write(&self, out: &mut Writer) {
        out.bool(*self);
    }
}

macro_rules! numbers {
    ($($type:ty),*) => {
        $(
            impl ToJson for $type {
                fn write(&self, out: &mut Writer) {
                    out.number(*self as f64);
                }
            }
        )*
    };
}
numbers!(u32, u64, usize, f64);
