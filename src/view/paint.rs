//! Attributes of Graphviz by name.

use std::borrow::Cow;

/// Defines the names with their words, in the order of these.
macro_rules! names {
    ($($name:ident $word:literal,)*) => {
        /// The name of an attribute. The order is that of the words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs, clippy::enum_variant_names, reason = "the words are those of Graphviz")]
        pub enum Name {
            $($name),*
        }

        const WORDS: &[(Name, &str, &str)] = &[$((Name::$name, $word, concat!(" ", $word, "="))),*];
    };
}

names! {
    Url "URL",
    ArrowHead "arrowhead",
    ArrowSize "arrowsize",
    ArrowTail "arrowtail",
    BgColor "bgcolor",
    Color "color",
    Compound "compound",
    Concentrate "concentrate",
    Constraint "constraint",
    Dir "dir",
    FillColor "fillcolor",
    FontColor "fontcolor",
    FontName "fontname",
    FontSize "fontsize",
    HeadLabel "headlabel",
    HeadPort "headport",
    Height "height",
    Label "label",
    LabelJust "labeljust",
    LabelLoc "labelloc",
    Lhead "lhead",
    Ltail "ltail",
    Margin "margin",
    MinLen "minlen",
    NodeSep "nodesep",
    Ordering "ordering",
    Pad "pad",
    PenColor "pencolor",
    PenWidth "penwidth",
    Peripheries "peripheries",
    RankDir "rankdir",
    RankSep "ranksep",
    Shape "shape",
    Splines "splines",
    Style "style",
    TailLabel "taillabel",
    TailPort "tailport",
    Weight "weight",
    Width "width",
}

impl Name {
    /// The name that is spelt so.
    pub fn of(word: &str) -> Option<Name> {
        WORDS.iter().find(|(_, known, _)| *known == word).map(|(name, ..)| *name)
    }

    /// As Graphviz spells it.
    pub fn word(self) -> &'static str {
        WORDS.get(self as usize).map_or("", |(_, word, _)| word)
    }

    /// The same as it stands before a value in a list of attributes.
    pub fn opening(self) -> &'static str {
        WORDS.get(self as usize).map_or("", |(.., opening)| opening)
    }
}

/// Attributes in the order of their names; a later one replaces an earlier one.
#[derive(Clone, Debug, Default)]
pub struct Paint(Vec<(Name, Cow<'static, str>)>);

impl Paint {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an attribute.
    pub fn set(&mut self, name: Name, value: impl Into<Cow<'static, str>>) {
        *self.slot(name) = value.into();
    }

    /// Takes an attribute away.
    pub fn clear(&mut self, name: Name) {
        self.0.retain(|(known, _)| *known != name);
    }

    /// The value of an attribute.
    pub fn get(&self, name: Name) -> Option<&Cow<'static, str>> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &Cow<'static, str>)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// The place of the value of an attribute, empty if it has none.
    pub fn slot(&mut self, name: Name) -> &mut Cow<'static, str> {
        if self.0.is_empty() {
            self.0.reserve(8);
        }
        let at = self.0.iter().take_while(|(known, _)| *known < name).count();
        if self.0.get(at).is_none_or(|(known, _)| *known != name) {
            self.0.insert(at, (name, Cow::Borrowed("")));
        }
        #[allow(clippy::indexing_slicing, reason = "the line above put it there")]
        &mut self.0[at].1
    }
}

impl<const N: usize> From<[(Name, Cow<'static, str>); N]> for Paint {
    fn from(attributes: [(Name, Cow<'static, str>); N]) -> Self {
        let mut paint = Self::new();
        attributes.into_iter().for_each(|(name, value)| paint.set(name, value));
        paint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_place_and_in_the_order_of_their_words() {
        for (at, (name, word, opening)) in WORDS.iter().enumerate() {
            assert_eq!((*name as usize, name.word(), Name::of(word)), (at, *word, Some(*name)));
            assert_eq!(*opening, format!(" {word}="));
        }
        assert!(WORDS.is_sorted_by_key(|(_, word, _)| word));
        assert_eq!(Name::of("image"), None);
    }

    #[test]
    fn every_attribute_of_a_style_has_a_name() {
        use crate::machine::allow::{StyleTarget, keys};
        for target in [StyleTarget::Machine, StyleTarget::Cluster, StyleTarget::Node, StyleTarget::Edge] {
            keys(target).for_each(|key| assert!(Name::of(key).is_some(), "{key}"));
        }
    }
}
