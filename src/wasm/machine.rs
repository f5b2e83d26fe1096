//! The class `Machine`.

use std::sync::Arc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{out, parsed, write_span};
use super::given;
use super::run::Run;
use crate::diagnostic::Diagnostic;
use crate::json::{Object, Writer};
use crate::machine::model;
use crate::run::Timeline;
use crate::service::{folds, outline};
use crate::syntax::highlight;
use crate::syntax::tree::Tree;
use crate::view;

/// A parsed machine.
#[wasm_bindgen(skip_typescript)]
pub struct Machine(pub(super) Arc<model::Machine>);

#[wasm_bindgen]
impl Machine {
    /// Parses a text; never throws for any of them.
    #[wasm_bindgen(skip_typescript)]
    pub fn parse(source: &str) -> Machine {
        Machine(model::Machine::parse(source))
    }

    /// Hash of the canonical JSON without ranges.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn hash(&self) -> String {
        self.0.hash.to_string()
    }

    /// The header's title.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn title(&self) -> JsValue {
        self.0.title.as_deref().map_or(JsValue::NULL, JsValue::from_str)
    }

    /// The text it was parsed from.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn source(&self) -> String {
        self.0.source().to_string()
    }

    /// Every finding.
    #[wasm_bindgen(skip_typescript)]
    pub fn diagnostics(&self) -> JsValue {
        let mut text = Writer::default();
        text.each(&self.0.diagnostics, |out, diagnostic| write_diagnostic(&self.0.tree, diagnostic, out));
        parsed(&text.finish())
    }

    /// Canonical JSON.
    #[wasm_bindgen(js_name = toJSON, skip_typescript)]
    pub fn to_json(&self) -> JsValue {
        parsed(&self.0.to_json())
    }

    /// The static drawing.
    #[wasm_bindgen(skip_typescript)]
    pub fn dot(&self, given: JsValue) -> Result<String, JsValue> {
        Ok(view::dot_static(&self.0, &given::dot_options(given)?))
    }

    /// Layout key and looks of the static drawing.
    #[wasm_bindgen(skip_typescript)]
    pub fn overlay(&self, given: JsValue) -> Result<JsValue, JsValue> {
        Ok(out(&view::overlay_static(&self.0, &given::dot_options(given)?)))
    }

    /// Tokens of a range, of the whole text by default.
    #[wasm_bindgen(skip_typescript)]
    pub fn tokens(&self, from: Option<u32>, to: Option<u32>) -> JsValue {
        let tree = &self.0.tree;
        let start = from.map_or(0, |from| tree.lines.byte(&tree.text, from));
        let end = to.map_or(u32::MAX, |to| tree.lines.byte(&tree.text, to));
        let tokens = highlight(tree);
        let inside = tokens.iter().filter(|token| token.span.end > start && token.span.start < end);
        let mut text = Writer::default();
        text.each(inside, |out, token| {
            out.object(|object| {
                write_span(object, tree, token.span);
                object.field("class", &token.class.word());
                if !token.modifiers.is_empty() {
                    object.field("modifiers", &token.modifiers);
                }
            });
        });
        parsed(&text.finish())
    }

    /// Header, nodes with fields, and edges as a tree.
    #[wasm_bindgen(skip_typescript)]
    pub fn outline(&self) -> JsValue {
        out(&outline(&self.0))
    }

    /// Ranges that can be folded.
    #[wasm_bindgen(skip_typescript)]
    pub fn folds(&self) -> JsValue {
        out(&folds(&self.0.tree))
    }

    /// A new run.
    #[wasm_bindgen(skip_typescript)]
    pub fn start(&self, given: JsValue) -> Result<Run, JsValue> {
        Ok(Run::new(Timeline::start(self.0.clone(), &given::start_options(given)?)))
    }
}

fn write_diagnostic(tree: &Tree, diagnostic: &Diagnostic, out: &mut Writer) {
    out.object(|object| {
        write_span(object, tree, diagnostic.span);
        object.field("severity", &diagnostic.severity.word());
        object.field("code", &diagnostic.code);
        object.field("message", &diagnostic.message);
        object.maybe("hint", &diagnostic.hint);
        if !diagnostic.related.is_empty() {
            object.with("related", |out| {
                out.each(&diagnostic.related, |out, (span, message)| {
                    out.object(|object| {
                        write_span(object, tree, *span);
                        object.field("message", message);
                    });
                });
            });
        }
        if !diagnostic.fixes.is_empty() {
            object.with("fixes", |out| {
                out.each(&diagnostic.fixes, |out, fix| {
                    out.object(|object| {
                        object.field("title", &fix.title);
                        object.with("edits", |out| {
                            out.each(&fix.edits, |out, edit| {
                                out.object(|object: &mut Object| {
                                    write_span(object, tree, edit.span);
                                    object.field("insert", &edit.insert);
                                });
                            });
                        });
                    });
                });
            });
        }
    });
}
