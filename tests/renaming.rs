//! Renaming what a name stands for: the texts mean the same but for the name.

use std::fmt::Write as _;
use std::sync::Arc;

use tracklight::machine::canonical::{Ranges, write};
use tracklight::machine::{Files, Machine};
use tracklight::service::{FileEdit, Renaming, Script, Uses, rename};

use crate::service::machines;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// A source and its files, the source first.
type Texts = Vec<(String, String)>;

fn read(texts: &Texts) -> Arc<Machine> {
    let ((entry, source), others) = texts.split_first().unwrap();
    match others {
        [] => Machine::parse(source),
        others => Machine::parse_files(source, &Files::new(entry, others.to_vec())),
    }
}

fn utf16(text: &str, byte: usize) -> u32 {
    text[..byte].encode_utf16().count() as u32
}

/// The texts with edits made.
fn edited(texts: &Texts, edits: &[FileEdit]) -> Texts {
    let of = |at: usize, (path, text): &(String, String)| {
        let units: Vec<u16> = text.encode_utf16().collect();
        let (mut out, mut done) = (Vec::new(), 0);
        let own = edits.iter().filter(|edit| match &edit.file {
            Some(file) => **file == **path,
            None => at == 0,
        });
        for edit in own {
            out.extend_from_slice(&units[done..edit.from as usize]);
            out.extend(edit.insert.encode_utf16());
            done = edit.to as usize;
        }
        out.extend_from_slice(&units[done..]);
        (path.clone(), String::from_utf16(&out).unwrap())
    };
    texts.iter().enumerate().map(|(at, file)| of(at, file)).collect()
}

/// Renames the thing at the first `|` of the source, and gives the texts or the refusal.
fn renamed(texts: &[(&str, &str)], to: &str, scripts: &[(&str, &str)]) -> Result<(Texts, Vec<Script>), String> {
    let mut asked = None;
    let texts: Texts = texts
        .iter()
        .map(|(path, marked)| {
            if let Some(at) = marked.find('|') {
                asked = Some(((*path).to_owned(), utf16(marked, at)));
            }
            ((*path).to_owned(), marked.replacen('|', "", 1))
        })
        .collect();
    let (file, at) = asked.expect("a place is marked");
    let file = (file != texts[0].0).then_some(&*file);
    let scripts =
        scripts.iter().map(|(node, json)| Script { node: (*node).to_owned(), json: (*json).to_owned() }).collect();
    match rename(&read(&texts), file, at, to, scripts) {
        Ok(Renaming { edits, scripts }) => Ok((edited(&texts, &edits), scripts)),
        Err(refusal) => Err(format!("{}: {}", refusal.code.word(), refusal.message)),
    }
}

/// Renames in one source.
fn alone(source: &str, to: &str) -> String {
    match renamed(&[("machine.dygram", source)], to, &[]) {
        Ok((texts, _)) => texts[0].1.clone(),
        Err(refusal) => refusal,
    }
}

#[test]
fn a_node_is_renamed_everywhere() {
    let source = "\
context |Pot { heat<number>: 1 }
m { task t { prompt: \"{{ Pot.heat }}\" } }
note Pot \"Hot\"
m.t -writes-> Pot
m.t -when: \"Pot.heat > 1\"-> cup
a -@map(Pot.list)-> b
task u @compensate(cup) {
  prompt: \"x\"
  of<Pot>
  stub: [{ when: \"Pot.heat == 1\"; write: { Pot: { heat: \"=Pot.heat + 1\" } }; read: \"Pot.heat\" }]
}
u -reads-> Pot
";
    let expected = source.replace('|', "").replace("Pot", "Kettle");
    assert_eq!(alone(source, "Kettle"), expected);
    let source =
        "m { task t { prompt: \"x\" } }\nm.|t -> cup\ntask u { prompt: \"x\"; stub: { go: \"m.t\" } }\nu -> m.t";
    assert_eq!(alone(source, "wash"), source.replace('|', "").replace("t {", "wash {").replace("m.t", "m.wash"));
}

#[test]
fn a_field_is_renamed_in_labels_stubs_values_and_inside_other_types() {
    let source = "\
type Address { |city<string>; zip<string> }
context Order { to<Address>: { city: \"Rome\" }; all<Map<string, Address>>: { a: { city: \"Ur\" } } }
task t { prompt: \"{{ Order.to.city }} {{ Order.all.a.city }}\"; stub: { write: { Order: { to: { city: \"x\" } } } } }
t -writes-> Order
t -when: Order.to.city != \"\"-> done
";
    assert_eq!(alone(source, "town"), source.replace('|', "").replace("city", "town"));
    let source = "context Vote { |ok<boolean>: false; n: 1 }\na -writes: ok, n-> Vote\na -\"reads: Vote.ok\"-> Vote\n\
                  b -@join @gather(from: Vote.ok; into: Vote.n)-> c\na -unless: Vote.ok-> b\n";
    assert_eq!(alone(source, "good"), source.replace('|', "").replace("ok", "good"));
}

#[test]
fn a_field_of_items_is_not_renamed_where_only_the_run_knows_it() {
    let source = "type Item { |size<number> }\ncontext Cart { items<List<Item>>: [{ size: 1 }] }\n\
                  a -when: \"Cart.items[0].size > 1\"-> b\n";
    assert_eq!(
        alone(source, "weight"),
        "name-captured: cannot tell whether `.size` in line 3 of `machine.dygram` is this field"
    );
    let source = source.replace("[0].size > 1", ".size() > 1 // the .size");
    assert_eq!(
        alone(&source, "weight"),
        "name-captured: cannot tell whether `.size` in line 3 of `machine.dygram` is this field"
    );
}

#[test]
fn a_name_that_is_taken_or_means_something_is_refused() {
    let taken = "name-exists: `b` already exists";
    assert_eq!(alone("task |a; task b; a -> b", "b"), taken);
    assert_eq!(alone("context C { |a: 1; b: 2 }", "b"), taken);
    assert_eq!(alone("style s @|a { color: red }\ntask t @a; task u @b", "b"), taken);
    assert_eq!(alone("m { task |a }; task b; x -> m.a", "b"), alone("m { task b }; task b; x -> m.|b", "b"));
    let word = |name: &str| format!("name-exists: `{name}` is a word of the language");
    assert_eq!(alone("task t { |prompt: \"x\" }", "ask"), word("prompt"));
    assert_eq!(alone("task t { |x: 1 }", "prompt"), word("prompt"));
    assert_eq!(alone("style s @Hot { |color: red }\ntask t @Hot", "shade"), word("color"));
    assert_eq!(alone("style s @|Hot { color: red }\ntask t @Hot", "retry"), word("retry"));
    let other = |to: &str| format!("name-captured: with the name `{to}` the machine would mean something else");
    // The inner node would be meant.
    assert_eq!(alone("task |a; m { task b; task c -> a }", "b"), other("b"));
    assert_eq!(alone("context |C { n: 1 }\na -when: C.n > 1-> b", "errorCount"), other("errorCount"));
    for name in ["", "2x", "a b", "a.b", "a-b", "\"a\""] {
        let message = format!("bad-name: `{name}` is not a name: use letters, digits and `_`, and start with no digit");
        assert_eq!(alone("task |a", name), message);
    }
    let nothing = "no-symbol: place the cursor on a node, field, type or alias that the machine declares";
    assert_eq!(alone("ta|sk a", "b"), nothing);
    assert_eq!(alone("task a \"ti|tle\"", "b"), nothing);
}

#[test]
fn files_are_renamed_together_and_aliases_alone() {
    let files = [
        ("main.dygram", "import { Wash, tools.Rinse as Soak } from \"./laundry\"\na -> Wash -> Soak\n"),
        (
            "laundry.dygram",
            "task |Wash { prompt: \"x\" }\ntools { task Rinse { prompt: \"y\" } }\nWash -> tools.Rinse\n",
        ),
        ("other.dygram", "import { Wash as Scrub } from \"./laundry\"\nWash -> Scrub\n"),
    ];
    let texts = |result: Result<(Texts, Vec<Script>), String>| {
        result.unwrap().0.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("---\n")
    };
    assert_eq!(
        texts(renamed(&files, "Clean", &[])),
        "import { Clean, tools.Rinse as Soak } from \"./laundry\"\na -> Clean -> Soak\n---\n\
         task Clean { prompt: \"x\" }\ntools { task Rinse { prompt: \"y\" } }\nClean -> tools.Rinse\n---\n\
         import { Clean as Scrub } from \"./laundry\"\nWash -> Scrub\n"
    );
    let mut files = files;
    files[1].1 = "task Wash { prompt: \"x\" }\ntools { task Rinse { prompt: \"y\" } }\nWash -> tools.Rinse\n";
    files[0].1 = "import { Wash, tools.Rinse as Soak } from \"./laundry\"\na -> Wash -> S|oak\n";
    let alias = texts(renamed(&files, "Dip", &[]));
    assert!(alias.starts_with("import { Wash, tools.Rinse as Dip } from \"./laundry\"\na -> Wash -> Dip\n"), "{alias}");
    assert!(alias.contains("tools { task Rinse "), "{alias}");
    files[0].1 = "import { W|ash, tools.Rinse as Soak } from \"./laundry\"\na -> Wash -> Soak\n";
    assert_eq!(renamed(&files, "Soak", &[]).unwrap_err(), "name-exists: `Soak` already exists");
    let inner = texts(renamed(&files, "Clean", &[]));
    assert!(inner.contains("task Clean {") && inner.contains("import { Clean as Scrub }"), "{inner}");
}

#[test]
fn scripts_that_stand_in_for_stubs_follow() {
    let source =
        "context |Cup { ml<number>: 0 }\nm { task pour { prompt: \"x\" } }\nm.pour -writes-> Cup\nm.pour -> done";
    let json = "[{\"when\": \"Cup.ml < 3\", \"write\": {\"Cup\": {\"ml\": \"=Cup.ml + 1\"}}, \"say\": \"Cup\"}, {\"go\": \"done\"}]";
    let gone = ("gone", "{\"write\": {\"Cup\": {}}}");
    let texts = [("machine.dygram", source)];
    let (_, scripts) = renamed(&texts, "Mug", &[("m.pour", json), gone]).unwrap();
    let expected =
        json.replace("\"Cup", "\"Mug").replace("=Cup", "=Mug").replace("\"say\": \"Mug\"", "\"say\": \"Cup\"");
    assert_eq!(scripts[0], Script { node: "m.pour".to_owned(), json: expected });
    assert_eq!(scripts[1], Script { node: "gone".to_owned(), json: gone.1.to_owned() });
    // The id of the node has the name of the one around it in it.
    let source = source.replace('|', "").replace("m {", "|m {");
    let (_, scripts) = renamed(&[("machine.dygram", &source)], "bar", &[("m.pour", json)]).unwrap();
    assert_eq!(scripts[0], Script { node: "bar.pour".to_owned(), json: json.to_owned() });
}

/// Renames each thing of a machine to a fresh name and back. What is refused is told.
fn round_trip(texts: &Texts, failed: &mut String, refused: &mut Vec<String>) {
    let machine = read(texts);
    let before = write(&machine, Ranges::Hidden);
    let mut seen = Vec::new();
    for one in Uses::of(&machine).list() {
        let word = machine.tree.str(one.span).trim_matches(['"', '\'']).to_owned();
        if seen.contains(&(one.target.clone(), word.clone())) {
            continue;
        }
        seen.push((one.target.clone(), word.clone()));
        let fresh = format!("{word}Zq9");
        let at = utf16(&texts[0].1, one.span.start as usize);
        let renaming = match rename(&machine, None, at, &fresh, Vec::new()) {
            Ok(renaming) => renaming,
            Err(refusal) => {
                refused.push(format!("{word}: {}", refusal.message));
                continue;
            }
        };
        let after = edited(texts, &renaming.edits);
        let now = read(&after);
        let json = write(&now, Ranges::Hidden);
        if json.replace(&fresh, &word) != before {
            writeln!(failed, "{word}: another machine\n{}\n{json}\n{before}", after[0].1).unwrap();
        }
        let first = renaming.edits.iter().find(|edit| edit.file.is_none()).map_or(at, |edit| edit.from);
        match rename(&now, None, first, &word, Vec::new()) {
            Ok(back) if edited(&after, &back.edits) == *texts => {}
            Ok(back) => writeln!(failed, "{word}: not back: {}", edited(&after, &back.edits)[0].1).unwrap(),
            Err(refusal) => writeln!(failed, "{word}: not back: {}", refusal.message).unwrap(),
        }
    }
}

#[test]
fn everything_of_the_gallery_is_renamed_and_back() {
    let (mut failed, mut refused) = (String::new(), Vec::new());
    for (name, source) in EXAMPLES {
        let (mut own, mut why) = (String::new(), Vec::new());
        round_trip(&vec![("machine.dygram".to_owned(), (*source).to_owned())], &mut own, &mut why);
        if !own.is_empty() {
            writeln!(failed, "{name}: {own}").unwrap();
        }
        refused.extend(why.into_iter().map(|why| format!("{name}: {why}")));
    }
    refused.retain(|why| !why.ends_with("is a word of the language"));
    assert!(failed.is_empty(), "{failed}");
    assert_eq!(refused, Vec::<String>::new());
}

/// Broken machines among them: what cannot be renamed in one is refused.
#[test]
fn everything_of_every_machine_is_renamed_and_back_or_refused() {
    let (mut failed, mut refused) = (String::new(), Vec::new());
    for source in machines().into_iter().filter(|source| source.text.len() < 4000) {
        let mut texts = vec![("machine.dygram".to_owned(), source.text)];
        texts.extend(source.files);
        round_trip(&texts, &mut failed, &mut refused);
    }
    assert!(failed.is_empty(), "{failed}");
}
