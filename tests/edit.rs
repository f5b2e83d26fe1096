//! Edits of machines, seen from outside: what an op writes, what it refuses, and the law that it changes nothing else.

mod edges;
mod events;
mod fields;
mod law;
mod moves;
mod nodes;
mod random;
mod remove;
mod rename;

use std::sync::Arc;

use tracklight::machine::{Files, Machine};
use tracklight::service::edit::{Connection, EdgeName, Edited, Link, Op, edit};

/// A source and its files, the source first.
pub type Texts = Vec<(String, String)>;

pub fn read(texts: &Texts) -> Arc<Machine> {
    let ((entry, source), others) = texts.split_first().unwrap();
    match others {
        [] => Machine::parse(source),
        others => Machine::parse_files(source, &Files::new(entry, others.to_vec())),
    }
}

pub fn texts(texts: &[(&str, &str)]) -> Texts {
    texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// The texts with edits made, and the edits that undo them.
pub fn applied(texts: &Texts, edited: &Edited) -> (Texts, Vec<(usize, usize, usize, String)>) {
    let mut undo = Vec::new();
    let mut out = texts.clone();
    for (at, (path, text)) in texts.iter().enumerate() {
        let units: Vec<u16> = text.encode_utf16().collect();
        let (mut now, mut done) = (Vec::new(), 0);
        let own = edited.edits.iter().filter(|edit| match &edit.file {
            Some(file) => **file == **path,
            None => at == 0,
        });
        for edit in own {
            let (from, to) = (edit.from as usize, edit.to as usize);
            assert!(done <= from && from <= to && to <= units.len(), "edits are in order: {:?}", edited.edits);
            now.extend_from_slice(&units[done..from]);
            let start = now.len();
            now.extend(edit.insert.encode_utf16());
            undo.push((at, start, now.len(), String::from_utf16(&units[from..to]).unwrap()));
            done = to;
        }
        now.extend_from_slice(&units[done..]);
        out[at].1 = String::from_utf16(&now).unwrap();
    }
    (out, undo)
}

pub fn run(before: &Texts, op: &Op) -> Result<(Texts, Edited), String> {
    match edit(&read(before), op, &[]) {
        Ok(edited) => Ok((applied(before, &edited).0, edited)),
        Err(refusal) => Err(format!("{}: {}", refusal.code.word(), refusal.message)),
    }
}

/// The source after an op, or the refusal.
pub fn after(source: &str, op: &Op) -> String {
    match run(&texts(&[("machine.dygram", source)]), op) {
        Ok((texts, _)) => texts[0].1.clone(),
        Err(refusal) => refusal,
    }
}

/// The code of a refusal.
pub fn refusal(source: &str, op: &Op) -> String {
    let reported = after(source, op);
    reported.split(':').next().unwrap_or_default().to_owned()
}

pub fn own(text: &str) -> Option<String> {
    Some(text.to_owned())
}

pub fn add_node(kind: &str, name: Option<&str>, inside: Option<&str>, after: Option<&str>) -> Op {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Op::AddNode { kind: own(Some(kind)), name: own(name), title: None, inside: own(inside), after: own(after) }
}

pub fn link(from: &str, to: &str, link: Link) -> Connection {
    let (label, when, event, duration) = (None, None, None, None);
    Connection { from: from.into(), to: to.into(), link, label, when, fields: Vec::new(), event, duration }
}

pub fn edge(key: &str) -> EdgeName {
    EdgeName { key: key.into(), label: None }
}

pub fn label(key: &str, label: Option<&str>) -> Op {
    Op::SetLabel { edge: edge(key), label: label.map(str::to_owned) }
}

pub fn condition(key: &str, expr: Option<&str>) -> Op {
    Op::SetCondition { edge: edge(key), expr: expr.map(str::to_owned) }
}

pub fn retarget(key: &str, from: Option<&str>, to: Option<&str>) -> Op {
    Op::Retarget { edge: edge(key), from: from.map(str::to_owned), to: to.map(str::to_owned) }
}

pub fn rename(node: &str, name: &str) -> Op {
    Op::Rename { node: node.into(), name: name.into() }
}
