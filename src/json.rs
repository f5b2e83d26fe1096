//! Writing JSON: compact, in the order it is written, numbers as the language prints them.
//!
//! All data leaves the core as JSON text written here, so the key order of the canonical JSON, the form of
//! numbers and the bytes of a saved run are decided in one place. A plain writer costs a fraction of what
//! derived serialisers cost in the wasm.
//!
//! Strings are searched for what has to be escaped in words of eight bytes: a string of 860 bytes takes 0.12 µs so,
//! byte by byte 0.6 µs (native).

use std::ops::Range;
use std::sync::Arc;

use crate::buffer::Buffer;

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

/// True if one of eight bytes stands escaped in a string: a control character, a quote or a backslash.
#[inline]
fn has_escaped(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 255;
    // In the highest bit of a byte: whether it is less than `limit`, borrowed from at most by such a byte below it.
    let less = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word;
    let found = less(word, b' ') | less(word ^ (ONES * u64::from(b'"')), 1) | less(word ^ (ONES * u64::from(b'\\')), 1);
    found & (ONES << 7) != 0
}

/// Collects the text.
#[derive(Default)]
pub struct Writer {
    out: Buffer,
}

impl Writer {
    /// What was written.
    pub fn finish(self) -> String {
        self.out.finish()
    }

    /// How many bytes were written.
    pub fn written(&self) -> usize {
        self.out.len()
    }

    /// Truncates to this length in bytes.
    pub fn truncate(&mut self, len: usize) {
        self.out.truncate(len);
    }

    /// A part of what was written, between two calls.
    pub fn text(&self, range: Range<usize>) -> &str {
        self.out.text(range)
    }

    /// How many characters were written after this length in bytes.
    pub fn characters_since(&self, len: usize) -> usize {
        self.out.characters_since(len)
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
            self.out.number(whole);
        } else {
            self.raw(&crate::number::print(number));
        }
    }

    /// A quoted string.
    pub fn string(&mut self, text: &str) {
        self.push(b'"');
        let bytes = text.as_bytes();
        let mut plain = 0;
        let mut end = 0;
        // A plain loop: iterators over bytes are calls in a build for size.
        loop {
            while let Some(word) = bytes.get(end..).and_then(<[u8]>::first_chunk)
                && !has_escaped(u64::from_le_bytes(*word))
            {
                end += 8;
            }
            let Some(&byte) = bytes.get(end) else { break };
            if byte < b' ' || byte == b'"' || byte == b'\\' {
                self.out.append_bytes(bytes.get(plain..end).unwrap_or_default());
                self.escape(byte);
                plain = end + 1;
            }
            end += 1;
        }
        self.out.append_bytes(bytes.get(plain..).unwrap_or_default());
        self.push(b'"');
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
        self.push(b'\\');
        self.push(escape);
    }

    #[inline]
    fn push(&mut self, sign: u8) {
        self.out.push(sign);
    }

    /// Text that is JSON already.
    pub fn raw(&mut self, json: &str) {
        self.out.append(json);
    }

    /// An array.
    pub fn list<'a, T: ToJson + 'a>(&mut self, items: impl IntoIterator<Item = &'a T>) {
        self.push(b'[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.push(b',');
            }
            item.write(self);
        }
        self.push(b']');
    }

    /// An array whose items `write_item` writes.
    pub fn each<T>(&mut self, items: impl IntoIterator<Item = T>, mut write_item: impl FnMut(&mut Writer, T)) {
        self.push(b'[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.push(b',');
            }
            write_item(self, item);
        }
        self.push(b']');
    }

    /// An object, filled by `fill`.
    pub fn object(&mut self, fill: impl FnOnce(&mut Object)) {
        self.push(b'{');
        let mut object = Object { out: self, first: true };
        fill(&mut object);
        self.push(b'}');
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
            self.out.push(b',');
        }
        self.first = false;
    }

    /// A field of a shape: `name` is a Rust name and is written in camel case.
    pub fn field(&mut self, name: &str, value: &dyn ToJson) {
        self.name(name);
        value.write(self.out);
    }

    /// A field whose name needs no camel case, given as `,"name":`.
    pub fn plain_field(&mut self, key: &'static str, value: &dyn ToJson) {
        let without_comma = key.get(1..).filter(|_| self.first);
        self.first = false;
        self.out.raw(without_comma.unwrap_or(key));
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
        self.out.push(b':');
        self.out.object(fill);
    }

    fn name(&mut self, name: &str) {
        self.comma();
        self.out.push(b'"');
        if name.as_bytes().contains(&b'_') {
            self.camel(name);
        } else {
            self.out.raw(name);
        }
        self.out.push(b'"');
        self.out.push(b':');
    }

    fn camel(&mut self, name: &str) {
        let mut upper = false;
        for byte in name.as_bytes() {
            if *byte != b'_' {
                self.out.push(if upper { byte.to_ascii_uppercase() } else { *byte });
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
        self.out.push(b':');
        value.write(self.out);
    }
}

/// True if a Rust name is the same in camel case.
pub const fn is_plain(name: &str) -> bool {
    let mut bytes = name.as_bytes();
    while let [byte, rest @ ..] = bytes {
        if *byte == b'_' {
            return false;
        }
        bytes = rest;
    }
    true
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
                    $(
                        if const { $crate::json::is_plain(stringify!($field)) } {
                            object.plain_field(concat!(",\"", stringify!($field), "\":"), &self.$field);
                        } else {
                            object.field(stringify!($field), &self.$field);
                        }
                    )*
                    $( $( object.maybe(stringify!($option), &self.$option); )* )?
                });
            }
        }
    };
}

/// Declares an enum whose values each have one word, the same in JSON and in saved runs.
#[macro_export]
macro_rules! words {
    (
        $(#[$doc:meta])*
        pub enum $name:ident { $($(#[$about:meta])* $value:ident = $word:literal),* $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$about])* $value,)*
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: &'static [Self] = &[$(Self::$value),*];

            /// Its word.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }

            /// The one with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.word() == word)
            }
        }

        impl $crate::json::ToJson for $name {
            fn write(&self, out: &mut $crate::json::Writer) {
                out.string(self.word());
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                out.write_str(self.word())
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
