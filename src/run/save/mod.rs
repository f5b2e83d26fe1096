//! A timeline as text, and back.
//!
//! The text holds the source, the actions and the state at the cursor. Actions are small: the timeline is made
//! again by applying them. If that gives another state than the saved one, as another version of the core may,
//! the run goes on from the saved state alone, without its past.
//!
//! The text is bound to the machine's hash. Unknown keys are ignored; keys that a later version adds take
//! defaults when they are missing.

mod actions;
mod check;
mod graph;
mod journal;
mod read;
mod reader;
mod write;

use std::sync::Arc;

use crate::context::layer::Layer;
use crate::diagnostic::Diagnostic;
use crate::json::{Object, Writer};
use crate::machine::{Files, Machine};
use crate::refusal::{Code, Refusal};
use crate::run::action::apply;
use crate::run::agent::recording::{
    Entry as RecordingEntry, FORMAT as RECORDING, Given, Recorded, Recording, VERSION as RECORDING_VERSION,
};
use crate::run::state::{Path, PathId, ReceivedEvent, Run, Unwinding, Visits};
use crate::run::step::draft::Applied;
use crate::run::step::start::StartOptions;
use crate::run::timeline::{Branch, Checkpoint, Entry, Timeline, branch_id, branch_index};
use crate::schema::Json;
use crate::work::Work;

use self::reader::{Reader, bad};

pub use self::journal::JournalEntry;

const FORMAT: &str = "tracklight-run";
const VERSION: u32 = 1;
/// Values nest at most this deep below the text's own structure.
const DEPTH: usize = crate::value::MAX_DEPTH + 32;

/// How much of the timeline is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// Every branch and checkpoint.
    Full,
    /// The state at the cursor only.
    None,
}

/// A timeline that was read.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// The timeline.
    pub timeline: Timeline,
    /// Its past was there and could not be made again.
    pub timeline_dropped: bool,
}

impl Timeline {
    /// The timeline as JSON text.
    pub fn save(&self, past: Past) -> String {
        let mut out = Writer::default();
        let run = self.run();
        // Without a past, the present machine is the one that counts.
        let machine = if past == Past::None { &run.machine } else { &self.machine };
        out.object(|object| {
            object.field("format", &FORMAT);
            object.field("version", &VERSION);
            self.write_machine(machine, object);
            object.with("state", |out| write::state(run, machine, out));
            object.object("graph", |object| graph::write(&self.layer, object));
            if past == Past::Full {
                object.object("timeline", |object| self.write_past(object));
            }
        });
        out.finish()
    }

    /// The machine and the start options.
    fn write_machine(&self, machine: &Machine, object: &mut Object) {
        object.field("core", &crate::CORE);
        object.field("rules", &crate::RULES);
        object.field("machine_hash", machine.hash());
        object.field("source", machine.source());
        let files = machine.files.as_deref();
        object.object("files", |object| {
            for (path, text) in files.map(Files::texts).unwrap_or_default() {
                object.entry(path, text);
            }
        });
        if let Some(files) = files {
            object.field("entry", files.entry());
        }
        object.field("options", &self.options);
    }

    fn write_past(&self, object: &mut Object) {
        if let Some(base) = &self.base {
            object.with("base", |out| write::state(base, &self.machine, out));
        }
        object.with("branches", |out| {
            out.each(self.branches.iter().enumerate(), |out, (at, branch)| {
                out.object(|object| {
                    object.field("id", &branch_id(at));
                    object.field("name", &branch.name);
                    object.with("from", |out| match branch.from {
                        Some((from, step)) => write_place(out, &branch_id(from), step),
                        None => out.null(),
                    });
                    if branch.gone {
                        object.field("deleted", &true);
                    }
                    let actions = branch.entries.iter().filter_map(|entry| entry.action.as_ref());
                    object.with("actions", |out| out.each(actions, |out, action| actions::write(action, out)));
                });
            });
        });
        object.object("checkpoints", |object| {
            for taken in &self.checkpoints {
                object.entry_with(&taken.name, |object| {
                    object.field("branch", &taken.branch);
                    object.field("step", &taken.step);
                    if taken.auto {
                        object.field("auto", &true);
                    }
                });
            }
        });
        object.with("cursor", |out| write_place(out, &branch_id(self.branch), self.step));
    }

    /// Reads a saved timeline.
    ///
    /// Refused with `bad-save` for a text of another form, and with `hash-mismatch` when the embedded source
    /// gives another machine than the one the run was saved with, unless `force`.
    pub fn resume(text: &str, force: bool) -> Result<Resumed, Refusal> {
        Self::resume_within(text, force, &Work::default())
    }

    /// The same with a budget of work for the source. Refused with `bad-save` when the source costs more.
    pub fn resume_within(text: &str, force: bool, work: &Work) -> Result<Resumed, Refusal> {
        let json = Json::parse_to(text, DEPTH)
            .ok_or_else(|| bad("this is not valid JSON; it may be incomplete or edited".to_owned()))?;
        let top = Reader::new(&json, "");
        if top.text("format").ok().as_deref() != Some(FORMAT) {
            return Err(bad(format!("this is not a saved run: `format` must be `{FORMAT}`")));
        }
        let version = top.number("version")?;
        if version != f64::from(VERSION) {
            return Err(bad(format!("the saved run has version {version}, but only version {VERSION} is supported")));
        }
        let machine = read_machine(&top, force, work)?;
        let options = options_of(&top)?;
        let layer = top.maybe("graph").map_or(Ok(Layer::default()), |layer| graph::read(&layer))?;
        let state = read::state(&top.object("state")?, &machine, &options)?;
        let mut resumed = match top.maybe("timeline") {
            None => Resumed { timeline: Timeline::from_state(state, options), timeline_dropped: false },
            Some(past) => {
                let step = place(&past.object("cursor")?)?.1;
                if step != state.step {
                    let what = format!("the state is at step {}, but the cursor is at step {step}", state.step);
                    return Err(top.wrong("state.step", &what));
                }
                // Rules 1 kept less of a path. A later state without these parts is the same.
                let rules = top.maybe("rules").map_or(Ok(1.0), |_| top.number("rules"))?;
                let shown =
                    |run: &Run| if rules < 2.0 { written(&of_rules_1(run), &machine) } else { written(run, &machine) };
                let wanted = shown(&state);
                let rebuilt = rebuild(&past, machine.clone(), &options)?;
                match rebuilt.filter(|timeline| shown(timeline.run()) == wanted) {
                    Some(timeline) => Resumed { timeline, timeline_dropped: false },
                    None => Resumed { timeline: Timeline::from_state(state, options), timeline_dropped: true },
                }
            }
        };
        resumed.timeline.layer = layer;
        Ok(resumed)
    }
}

/// The machine of the source. Refused with `hash-mismatch` when it is not the one that was written, unless `force`.
fn read_machine(top: &Reader, force: bool, work: &Work) -> Result<Arc<Machine>, Refusal> {
    let source = top.text("source")?;
    let machine = match top.maybe_text("entry")? {
        None => Machine::parse_within(&source, None, work),
        Some(entry) => {
            let mut texts = Vec::new();
            for (path, text) in top.maybe("files").map_or(Ok(Vec::new()), |files| files.entries())? {
                texts.push((path.to_string(), text.as_text()?.to_string()));
            }
            Machine::parse_within(&source, Some(&Files::new(&entry, texts)), work)
        }
    };
    if let Some(finding) = machine.diagnostics.iter().find(|finding| finding.code == Diagnostic::TOO_LARGE) {
        return Err(bad(format!("the source in the saved run: {}", finding.message)));
    }
    if !force && !machine.is_hashed(&top.text("machineHash")?) {
        let message = "the source in the saved run does not match the machine it was saved with";
        return Err(Refusal::new(Code::HashMismatch, message));
    }
    Ok(machine)
}

fn options_of(top: &Reader) -> Result<StartOptions, Refusal> {
    top.maybe("options").map_or(Ok(StartOptions::default()), |options| actions::options(&options))
}

/// The timeline before the first action: a new one, or one that starts at a state.
fn first_entry(past: &Reader, machine: Arc<Machine>, options: &StartOptions) -> Result<Timeline, Refusal> {
    let Some(base) = past.maybe("base") else { return Ok(Timeline::start(machine, options)) };
    let mut timeline = Timeline::from_state(read::state(&base, &machine, options)?, options.clone());
    timeline.machine = machine;
    Ok(timeline)
}

/// A run without what rules 1 did not keep.
fn of_rules_1(run: &Run) -> Run {
    let mut older = run.clone();
    for path in run.paths.values() {
        let known = Path { failed_before: None, requests_before: 0, entering: Vec::new(), ..(**path).clone() };
        older.paths.insert(path.id.clone(), Arc::new(known));
    }
    older
}

/// The state of a run as text, without what texts of earlier versions do not have: what failures led to, which decides
/// nothing, and the rounds of visits, which follow from the rest.
fn written(run: &Run, machine: &Arc<Machine>) -> String {
    let mut run = run.clone();
    run.setbacks = Default::default();
    let undoing: Vec<Arc<Path>> = run.paths.values().filter(|path| path.unwinding.is_some()).cloned().collect();
    for path in undoing {
        let bare = |unwinding: &Arc<Unwinding>| Arc::new(Unwinding { undoes: None, ..(**unwinding).clone() });
        let unwinding = path.unwinding.as_ref().map(bare);
        run.paths.insert(path.id.clone(), Arc::new(Path { unwinding, ..(*path).clone() }));
    }
    for path in run.paths.clone().values() {
        let visits = path.visits.iter().map(|(node, visits)| (*node, Visits { round: 0, ..*visits })).collect();
        run.paths.insert(path.id.clone(), Arc::new(Path { visits, ..(**path).clone() }));
    }
    let mut out = Writer::default();
    write::state(&run, machine, &mut out);
    out.finish()
}

fn write_place(out: &mut Writer, branch: &str, step: u32) {
    out.object(|object| {
        object.field("branch", &branch);
        object.field("step", &step);
    });
}

/// The timeline that the saved actions make; `None` if one of them is refused.
fn rebuild(past: &Reader, machine: Arc<Machine>, options: &StartOptions) -> Result<Option<Timeline>, Refusal> {
    let mut timeline = first_entry(past, machine, options)?;
    let saved = past.list("branches")?;
    let mut actions = Vec::new();
    for (at, branch) in saved.iter().enumerate() {
        if branch.text("id")? != branch_id(at) {
            return Err(branch.wrong("id", "branches must be numbered in order"));
        }
        let (name, gone) = (branch.text("name")?, branch.flag("deleted"));
        match branch.maybe("from").filter(|from| !from.is_null()) {
            None if at == 0 => {
                if let Some(main) = timeline.branches.first_mut() {
                    (main.name, main.gone) = (name, gone);
                }
            }
            Some(from) if at > 0 => {
                let (branch, step) = place(&from)?;
                if branch >= at {
                    return Err(from.wrong("branch", "a branch cannot start from a later branch"));
                }
                let read = Branch { name, from: Some((branch, step)), first: step + 1, entries: Vec::new(), gone };
                timeline.branches.push(read);
            }
            _ => return Err(branch.wrong("from", "only the first branch can have no parent")),
        }
        actions.push(branch.list("actions")?);
    }
    if saved.is_empty() {
        return Err(past.wrong("branches", "there is no branch"));
    }
    // Where the cursor will stand is kept, whatever the history limit drops.
    let (branch, step) = place(&past.object("cursor")?)?;
    (timeline.branch, timeline.step) = (branch, step);
    timeline.checkpoints = checkpoints(past)?;
    let checkpoints = timeline.checkpoints.clone();
    for (at, actions) in actions.iter().enumerate() {
        let Some(before) = root(&timeline, at) else { return Ok(None) };
        let mut run = before;
        for action in actions {
            let action = actions::read(action)?;
            let Ok(Applied { run: next, events, .. }) = apply(&run, &action) else { return Ok(None) };
            run = Arc::new(next);
            let step = run.step;
            if let Some(branch) = timeline.branches.get_mut(at) {
                branch.entries.push(Entry::new(Some(action), run.clone(), events));
            }
            timeline.keep(at, step);
        }
    }
    timeline.checkpoints = checkpoints.into_iter().filter(|taken| holds(&timeline, taken)).collect();
    let Some(run) = timeline.entry(branch, step).and_then(|entry| entry.run.clone()) else { return Ok(None) };
    timeline.run = run;
    Ok(Some(timeline))
}

/// The run before the first action of a branch.
fn root(timeline: &Timeline, at: usize) -> Option<Arc<Run>> {
    let branch = timeline.branches.get(at)?;
    match branch.from {
        None => branch.entries.first()?.run.clone(),
        Some((from, step)) => {
            let from = timeline.branches.get(from)?;
            // A branch is kept under the one that holds its root, so this takes one look however deep they nest.
            from.entries.get(step.checked_sub(from.first)? as usize)?.run.clone()
        }
    }
}

fn holds(timeline: &Timeline, taken: &Checkpoint) -> bool {
    let entry = branch_index(&taken.branch).and_then(|branch| timeline.entry(branch, taken.step));
    entry.is_some_and(|entry| entry.run.is_some())
}

fn checkpoints(past: &Reader) -> Result<Vec<Checkpoint>, Refusal> {
    let mut checkpoints = Vec::new();
    for (name, at) in past.maybe("checkpoints").map_or(Ok(Vec::new()), |all| all.entries())? {
        let (branch, step) = place(&at)?;
        checkpoints.push(Checkpoint { name: name.to_string(), branch: branch_id(branch), step, auto: at.flag("auto") });
    }
    Ok(checkpoints)
}

fn place(at: &Reader) -> Result<(usize, u32), Refusal> {
    let branch = branch_index(&at.text("branch")?).ok_or_else(|| at.wrong("branch", "not a branch id"))?;
    Ok((branch, at.count("step")?))
}

fn path_of(entry: &Reader) -> Result<PathId, Refusal> {
    PathId::parse(&entry.text("path")?).ok_or_else(|| entry.wrong("path", "not a path"))
}

impl Recording {
    /// Reads a recording; `bad-save` for another form.
    pub fn read(json: &Json) -> Result<Recording, Refusal> {
        let top = Reader::new(json, "");
        if top.text("format").ok().as_deref() != Some(RECORDING) {
            return Err(bad(format!("this is not a recording: `format` must be `{RECORDING}`")));
        }
        let version = top.number("version")?;
        if version != f64::from(RECORDING_VERSION) {
            return Err(bad(format!(
                "the recording has version {version}, but only version {RECORDING_VERSION} is supported"
            )));
        }
        let mut entries = Vec::new();
        for entry in top.list("entries")? {
            if let Some(name) = entry.maybe_text("event")? {
                let event = ReceivedEvent { name: name.into(), data: entry.value("data").unwrap_or_default() };
                let path = entry.maybe("path").map(|_| path_of(&entry)).transpose()?;
                entries.push(RecordingEntry::Event { event, path, tick: entry.count("tick")? });
                continue;
            }
            if entry.maybe("elapse").is_some() {
                let (milliseconds, tick) = (entry.large("elapse")?, entry.count("tick")?);
                entries.push(RecordingEntry::Elapse { milliseconds, tick });
                continue;
            }
            let (key, given) = if entry.maybe("reply").is_some() {
                (entry.text("digest")?, Given::Reply(actions::reply(&entry.object("reply")?)?))
            } else {
                (entry.text("query")?, Given::Answer(actions::answer(&entry.object("answer")?)?))
            };
            entries.push(RecordingEntry::Given(Recorded {
                key: key.into(),
                path: path_of(&entry)?,
                node: entry.text("node")?.into(),
                occurrence: entry.count("occurrence")?,
                ordinal: entry.maybe("ordinal").map(|_| entry.count("ordinal")).transpose()?,
                auto: entry.flag("auto"),
                given,
            }));
        }
        Ok(Recording { machine_hash: top.text("machineHash")?.into(), entries })
    }
}
