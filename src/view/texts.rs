//! The resolved templates of a label.

use crate::expr::template::is_template;

/// The texts of one node or edge that hold templates, resolved, by the attribute they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(Vec<(&'static str, String)>);

impl Texts {
    /// The resolved text, if the one that was written holds a template.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// Adds a text, if it holds a template.
    pub fn add(&mut self, name: &'static str, text: Option<&str>, resolve: impl FnOnce(&str) -> String) {
        if let Some(text) = text.filter(|text| is_template(text)) {
            self.0.push((name, resolve(text)));
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, text)| text.as_str())
    }
}
