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
    /// Pieces of texts, so UTF-8 as a whole.
    bytes: Vec<u8>,
}

/// Up to this length a text is appended byte by byte: in wasm, copying memory is a call that takes longer.
const SHORT: usize = 4;

impl Writer {
    /// What was written.
    pub fn finish(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_default()
    }

    /// `null`.
    pub fn null(&mut self) {
        self.raw("null");
    }

    /// `true` or `false`.
    pub fn bool(&mut self, truth: bool) {
        self.raw(if truth { "true" } else { "false" });
    }

    /// A number; one that is not finite is `null`.
    pub fn number(&mut self, number: f64) {
        let whole = number as u32;
        if f64::from(whole) == number {
            self.whole(whole);
        } else {
            self.raw(&crate::number::print(number));
        }
    }

    fn whole(&mut self, number: u32) {
        let mut digits = [0; 10];
        let mut count = 0;
        let mut rest = number;
        for digit in &mut digits {
            *digit = b'0' + (rest % 10) as u8;
            count += 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        for digit in digits.iter().take(count).rev() {
            self.bytes.push(*digit);
        }
    }

    /// A quoted string.
    pub fn string(&mut self, text: &str) {
        self.bytes.push(b'"');
        let bytes = text.as_bytes();
        let mut plain = 0;
        let mut end = 0;
        // A plain loop: iterators over bytes are calls in a build for size.
        for &byte in bytes {
            end += 1;
            if byte >= b' ' && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.append(bytes.get(plain..end - 1).unwrap_or_default());
            self.escape(byte);
            plain = end;
        }
        self.append(bytes.get(plain..).unwrap_or_default());
        self.bytes.push(b'"');
    }

    #[inline(never)]
    fn escape(&mut self, byte: u8) {
        let escape = match byte {
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            8 => b'b',
            12 => b'f',
            0..32 => return self.raw(&format!("\\u{byte:04x}")),
            _ => byte,
        };
        self.bytes.push(b'\\');
        self.bytes.push(escape);
    }

    fn append(&mut self, bytes: &[u8]) {
        if bytes.len() > SHORT {
            self.bytes.extend_from_slice(bytes);
            return;
        }
        for byte in bytes {
            self.bytes.push(*byte);
        }
    }

    /// Text that is JSON already.
    pub fn raw(&mut self, json: &str) {
        self.append(json.as_bytes());
    }

    /// An array.
    pub fn list<'a, T: ToJson + 'a>(&mut self, items: impl IntoIterator<Item = &'a T>) {
        self.bytes.push(b'[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.bytes.push(b',');
            }
            item.write(self);
        }
        self.bytes.push(b']');
    }

    /// An array whose items `one` writes.
    pub fn each<T>(&mut self, items: impl IntoIterator<Item = T>, mut one: impl FnMut(&mut Writer, T)) {
        self.bytes.push(b'[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.bytes.push(b',');
            }
            one(self, item);
        }
        self.bytes.push(b']');
    }

    /// An object, filled by `fill`.
    pub fn object(&mut self, fill: impl FnOnce(&mut Object)) {
        self.bytes.push(b'{');
        let mut object = Object { out: self, first: true };
        fill(&mut object);
        self.bytes.push(b'}');
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
            self.out.bytes.push(b',');
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
        self.out.bytes.push(b':');
        self.out.object(fill);
    }

    fn name(&mut self, name: &str) {
        self.comma();
        self.out.bytes.push(b'"');
        if name.as_bytes().contains(&b'_') {
            self.camel(name);
        } else {
            self.out.raw(name);
        }
        self.out.bytes.push(b'"');
        self.out.bytes.push(b':');
    }

    fn camel(&mut self, name: &str) {
        let mut upper = false;
        for byte in name.as_bytes() {
            if *byte != b'_' {
                self.out.bytes.push(if upper { byte.to_ascii_uppercase() } else { *byte });
            }
            upper = *byte == b'_';
        }
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
        self.out.bytes.push(b':');
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
