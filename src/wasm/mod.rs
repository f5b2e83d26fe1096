//! The boundary to JavaScript: classes whose methods convert and call, and hold no logic.
//!
//! Users import the classes of `www/core-api/`, which wrap these and check every argument first; `types.d.ts` declares
//! them. So only plain data of the right kinds arrives here. Checks that need the machine or the run happen here.
//!
//! Data goes out as JSON text that JavaScript's own parser turns into fresh plain objects, so a key like
//! `__proto__` arrives as an own property. Data comes in as one value that is read field by field. Positions are UTF-16
//! offsets.
//! Domain failures are values; only misuse throws (see [`convert`]).

mod contexts;
mod convert;
mod explore;
mod given;
mod machine;
mod memory;
mod run;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::{ToJson, Writer};

struct Version;

impl ToJson for Version {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("core", &crate::CORE);
            object.field("rules", &crate::RULES);
        });
    }
}

/// The version of the core, and of its rules.
#[wasm_bindgen(skip_typescript)]
pub fn version() -> wasm_bindgen::JsValue {
    convert::out(&Version)
}

/// Every word of the language.
#[wasm_bindgen(js_name = languageReference, skip_typescript)]
pub fn language_reference() -> wasm_bindgen::JsValue {
    convert::out(&crate::service::reference())
}

/// A panic is a bug and ends the instance. Where the build keeps panic messages, what it was goes to the console.
#[wasm_bindgen(start)]
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&format!("tracklight: internal error: {info}").into());
    }));
}
