//! The boundary to JavaScript: thin bindings without logic, and the only place that knows JavaScript exists.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of this build and the commit it was made from, as `0.1.0+0123456789ab`.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    concat!(env!("CARGO_PKG_VERSION"), "+", env!("TRACKLIGHT_COMMIT")).to_owned()
}
