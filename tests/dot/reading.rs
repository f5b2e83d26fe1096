//! Reads a drawing back with graphviz-rust's own parser and checks what may be in one.

use std::collections::{BTreeMap, BTreeSet};

use graphviz_rust::dot_structures::{Attribute, EdgeTy, Graph, GraphAttributes, Id, Stmt, Vertex};

/// A drawing as data.
pub struct Drawing {
    /// The text.
    pub text: String,
    /// What has an id.
    pub parts: BTreeMap<String, Part>,
    /// Text, title and mark of the patchable cells.
    pub cells: BTreeMap<String, (String, String, String)>,
    /// Title and mark of the rows that say what nodes read and write.
    pub rows: BTreeMap<String, (String, String)>,
    /// The text without what can be patched.
    pub skeleton: String,
    ids: Vec<String>,
    names: BTreeSet<String>,
    ends: BTreeSet<String>,
    labels: Vec<String>,
    keys: BTreeSet<String>,
}

/// A node, cluster or edge.
pub struct Part {
    pub classes: Vec<String>,
    pub color: String,
    pub style: String,
}

const KEYS: &[&str] = &[
    "URL",
    "arrowhead",
    "arrowsize",
    "arrowtail",
    "bgcolor",
    "class",
    "color",
    "compound",
    "concentrate",
    "constraint",
    "dir",
    "fillcolor",
    "fontcolor",
    "fontname",
    "fontsize",
    "headlabel",
    "headport",
    "height",
    "id",
    "label",
    "labeljust",
    "labelloc",
    "lhead",
    "ltail",
    "margin",
    "minlen",
    "nodesep",
    "ordering",
    "pad",
    "pencolor",
    "penwidth",
    "peripheries",
    "rank",
    "rankdir",
    "ranksep",
    "shape",
    "splines",
    "style",
    "taillabel",
    "tailport",
    "weight",
    "width",
];
const TAGS: &[&str] = &["TABLE", "TR", "TD", "FONT", "B", "I", "S", "U", "BR"];
const HTML_KEYS: &[&str] = &[
    "ALIGN",
    "BGCOLOR",
    "BORDER",
    "CELLBORDER",
    "CELLPADDING",
    "CELLSPACING",
    "COLOR",
    "COLSPAN",
    "FACE",
    "FIXEDSIZE",
    "HEIGHT",
    "ID",
    "PORT",
    "POINT-SIZE",
    "ROWSPAN",
    "STYLE",
    "TITLE",
    "VALIGN",
    "WIDTH",
];

impl Drawing {
    pub fn read(text: &str) -> Self {
        let graph = graphviz_rust::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Graph::DiGraph { id, strict: false, stmts } = graph else { panic!("a digraph") };
        assert_eq!(id, Id::Escaped("\"machine\"".into()));
        let mut drawing = Drawing {
            text: text.to_owned(),
            parts: BTreeMap::new(),
            cells: BTreeMap::new(),
            rows: BTreeMap::new(),
            skeleton: String::new(),
            ids: Vec::new(),
            names: BTreeSet::new(),
            ends: BTreeSet::new(),
            labels: Vec::new(),
            keys: BTreeSet::new(),
        };
        let (mut node, mut edge) = (BTreeMap::new(), BTreeMap::new());
        for stmt in &stmts {
            match stmt {
                Stmt::GAttribute(GraphAttributes::Node(attributes)) => node = drawing.attributes(attributes),
                Stmt::GAttribute(GraphAttributes::Edge(attributes)) => edge = drawing.attributes(attributes),
                _ => {}
            }
        }
        drawing.stmts(&stmts, &node, &edge);
        drawing
    }

    fn attributes(&mut self, attributes: &[Attribute]) -> BTreeMap<String, String> {
        let mut read = BTreeMap::new();
        for Attribute(key, value) in attributes {
            let Id::Plain(key) = key else { panic!("{key}") };
            self.keys.insert(key.clone());
            let value = match value {
                Id::Escaped(text) => unquoted(text),
                Id::Html(html) => {
                    self.labels.push(html.clone());
                    html.clone()
                }
                other => panic!("unquoted value {other}"),
            };
            assert!(read.insert(key.clone(), value).is_none(), "{key} twice");
        }
        read
    }

    fn stmts(&mut self, stmts: &[Stmt], node: &BTreeMap<String, String>, edge: &BTreeMap<String, String>) {
        for stmt in stmts {
            match stmt {
                Stmt::Node(one) => {
                    let name = escaped(&one.id.0);
                    if one.attributes.is_empty() {
                        // A node that stands elsewhere and shares a rank here.
                        self.ends.insert(name.clone());
                        self.skeleton.push_str(&format!("{name}\n"));
                        continue;
                    }
                    assert!(self.names.insert(name.clone()), "{name} twice");
                    let attributes = self.attributes(&one.attributes);
                    self.part(&name, attributes, node);
                }
                Stmt::Edge(one) => {
                    let EdgeTy::Pair(from, to) = &one.ty else { panic!("a pair") };
                    let mut name = String::new();
                    for end in [from, to] {
                        let Vertex::N(end) = end else { panic!("a node") };
                        self.ends.insert(escaped(&end.0));
                        name.push_str(&format!("{end:?} "));
                    }
                    let attributes = self.attributes(&one.attributes);
                    self.part(&name, attributes, edge);
                }
                Stmt::Subgraph(inner) => {
                    self.skeleton.push_str(&format!("{} {{\n", escaped(&inner.id)));
                    self.stmts(&inner.stmts, node, edge);
                    self.skeleton.push_str("}\n");
                }
                Stmt::GAttribute(GraphAttributes::Graph(attributes)) => {
                    let attributes = self.attributes(attributes);
                    self.part("graph", attributes, &BTreeMap::new());
                }
                Stmt::GAttribute(_) => {}
                Stmt::Attribute(one) => panic!("{one:?}"),
            }
        }
    }

    fn part(&mut self, name: &str, mut attributes: BTreeMap<String, String>, defaults: &BTreeMap<String, String>) {
        let get = |key: &str| attributes.get(key).or(defaults.get(key)).cloned().unwrap_or_default();
        let words = ["dashed", "dotted", "bold"];
        let style: Vec<String> =
            get("style").split(',').filter(|word| words.contains(word)).map(str::to_owned).collect();
        let part = Part {
            classes: get("class").split_whitespace().map(str::to_owned).collect(),
            color: get("color"),
            style: style.join(","),
        };
        if let Some(id) = attributes.get("id").cloned() {
            self.ids.push(id.clone());
            self.parts.insert(id, part);
        }
        for key in ["class", "color", "style", "penwidth"] {
            attributes.remove(key);
        }
        if let Some(label) = attributes.get_mut("label") {
            *label = self.cut_cells(label);
        }
        self.skeleton.push_str(&format!("{name} {attributes:?}\n"));
    }

    /// Takes the patchable cells out of a label.
    fn cut_cells(&mut self, label: &str) -> String {
        let mut left = String::new();
        let mut rest = label;
        while let Some((before, from)) = rest.split_once("<TD ID=\"") {
            let (id, after) = from.split_once('"').unwrap();
            let (tag, after) = after.split_once('>').unwrap();
            let (content, after) = after.split_once("</TD>").unwrap();
            let value = |name: &str| tag.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0;
            let ground = value("BGCOLOR");
            let mark = match ground {
                "transparent" => "",
                "#fdeeb5" | "#4d3f10" => "changed",
                "#ffe0e0" | "#562626" => "invalid",
                // The ground of the label of an edge.
                "#fafbfc" | "#f3f5f8" | "#151a20" | "#1a2028" => "",
                other => panic!("{other}"),
            };
            let (font, text) = match content.strip_prefix("<FONT").and_then(|rest| rest.split_once('>')) {
                Some((font, rest)) => (font, rest.strip_suffix("</FONT>").unwrap()),
                None => ("", content),
            };
            if id.starts_with('a') {
                // Of a row that says what a node reads or writes only the ground changes.
                assert!(self.rows.insert(id.to_owned(), (decoded(value("TITLE")), mark.to_owned())).is_none());
                self.ids.push(id.to_owned());
                left.push_str(&format!("{before}<{id} {content}>"));
                rest = after;
                continue;
            }
            let cell = (decoded(text), decoded(value("TITLE")), mark.to_owned());
            assert!(!cell.0.is_empty() && !cell.1.is_empty());
            assert!(tag.ends_with("FIXEDSIZE=\"TRUE\""));
            let size: Vec<&str> = ["WIDTH", "HEIGHT"].into_iter().map(value).collect();
            let kept = if mark.is_empty() { ground } else { "transparent" };
            left.push_str(&format!("{before}<{id} {size:?} {kept}{font}>"));
            assert!(self.cells.insert(id.to_owned(), cell).is_none(), "{id} twice");
            self.ids.push(id.to_owned());
            rest = after;
        }
        left.push_str(rest);
        left
    }

    /// Fails if there is anything in the drawing that may not be there.
    pub fn check(&self) {
        for key in &self.keys {
            assert!(KEYS.contains(&key.as_str()), "{key} in\n{}", self.text);
        }
        let unique: BTreeSet<&String> = self.ids.iter().collect();
        assert_eq!(unique.len(), self.ids.len(), "an id twice: {:?}", self.ids);
        for end in &self.ends {
            assert!(self.names.contains(end), "{end} is no node of\n{}", self.text);
        }
        for label in &self.labels {
            check_markup(label);
        }
        let controls = self.text.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(controls, None);
        assert!(!self.text.contains(['\u{2028}', '\u{202e}', '\u{2066}']));
    }
}

fn escaped(id: &Id) -> String {
    let Id::Escaped(text) = id else { panic!("unquoted {id}") };
    unquoted(text)
}

fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix('"').unwrap().strip_suffix('"').unwrap();
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(match chars.next().unwrap() {
                'n' => '\n',
                c @ ('"' | '\\') => c,
                other => panic!("\\{other}"),
            }),
            '"' => panic!("a string ends early: {text}"),
            c => out.push(c),
        }
    }
    out
}

fn decoded(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&#93;", "]")
        .replace("&#160;", "\u{a0}")
        .replace("\\\\", "\\")
        .replace("&amp;", "&")
}

/// One table of known tags and attributes, well nested, no element empty, every entity known.
fn check_markup(label: &str) {
    let inner = label.strip_prefix('<').and_then(|label| label.strip_suffix('>')).unwrap();
    assert!(inner.starts_with("<TABLE ") && inner.ends_with("</TABLE>"), "{label}");
    let mut open: Vec<&str> = Vec::new();
    let mut rest = inner;
    let mut just_opened = false;
    while let Some((text, from)) = rest.split_once('<') {
        check_text(text);
        let (tag, after) = from.split_once('>').unwrap();
        assert!(!open.is_empty() || rest.len() == inner.len(), "two roots: {label}");
        if let Some(name) = tag.strip_prefix('/') {
            assert!(!(just_opened && text.is_empty()), "an empty {name}: {label}");
            assert_eq!(open.pop(), Some(name), "{label}");
            just_opened = false;
        } else {
            let name = tag.split([' ', '/']).next().unwrap();
            assert!(TAGS.contains(&name), "{name}: {label}");
            check_attributes(tag.strip_prefix(name).unwrap().trim_end_matches('/'), label);
            just_opened = !tag.ends_with('/');
            if just_opened {
                open.push(name);
            }
        }
        rest = after;
    }
    assert!(open.is_empty() && rest.is_empty(), "{label}");
}

fn check_attributes(text: &str, label: &str) {
    let mut rest = text;
    while let Some(from) = rest.strip_prefix(' ') {
        let (key, after) = from.split_once("=\"").unwrap_or_else(|| panic!("{text}: {label}"));
        assert!(HTML_KEYS.contains(&key), "{key}: {label}");
        let (value, after) = after.split_once('"').unwrap();
        check_text(value);
        rest = after;
    }
    assert_eq!(rest, "", "{label}");
}

fn check_text(text: &str) {
    assert!(!text.contains(['<', '>', '"', '\'']), "{text}");
    for part in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;", "#93;", "#160;"];
        assert!(known.iter().any(|entity| part.starts_with(entity)), "&{part}");
    }
    let slashes = text.replace("\\\\", "");
    assert!(!slashes.contains('\\'), "{text}");
}
