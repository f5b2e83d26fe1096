//! A journal: the accepted actions of a run as entries, and the run that they make again.
//!
//! The first entry is the header: the machine and the start options. Whoever keeps an entry for each action can go on
//! after a crash; the entries of a saved timeline and those here are the same.

use crate::json::{ToJson, Writer};
use crate::refusal::{Code, Refusal};
use crate::run::action::Action;
use crate::run::timeline::Timeline;
use crate::schema::Json;
use crate::work::Work;

use super::reader::{Reader, bad};
use super::{DEPTH, actions, first_entry, options_of, read_machine, write};

const FORMAT: &str = "tracklight-journal";
const VERSION: u32 = 1;

/// One entry of a journal.
pub enum JournalEntry<'a> {
    /// The machine and the start options.
    Header(&'a Timeline),
    /// An accepted action.
    Action(&'a Action),
}

impl ToJson for JournalEntry<'_> {
    fn write(&self, out: &mut Writer) {
        match self {
            JournalEntry::Header(timeline) => timeline.write_header(out),
            JournalEntry::Action(action) => actions::write(action, out),
        }
    }
}

impl Timeline {
    /// The accepted actions of the current branch after a step, up to the cursor. Without a step: all of them, after the
    /// header.
    pub fn actions(&self, since: Option<u32>) -> Vec<JournalEntry<'_>> {
        let from = since.map_or(0, |step| step.saturating_add(1));
        let actions = (from..=self.step).filter_map(|step| self.entry(self.branch, step)?.action.as_ref());
        let header = since.is_none().then_some(JournalEntry::Header(self));
        header.into_iter().chain(actions.map(JournalEntry::Action)).collect()
    }

    fn write_header(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("format", &FORMAT);
            object.field("version", &VERSION);
            self.write_machine(&self.machine, object);
            if let Some(base) = &self.base {
                object.with("base", |out| write::state(base, &self.machine, out));
            }
        });
    }

    /// The run that the entries of a journal, a JSON list, make again.
    ///
    /// Refused with `bad-save` for entries of another form and for an action that this run does not accept, with
    /// `hash-mismatch` when the source in the header gives another machine, and with `rules-mismatch` when the journal
    /// was written under other rules, by which the same actions may give another run. `force` skips the last two.
    pub fn replay_journal(entries: &str, force: bool, work: &Work) -> Result<Timeline, Refusal> {
        let Some(Json::List(entries)) = Json::parse_to(entries, DEPTH) else {
            return Err(bad("a journal is a list of entries".to_owned()));
        };
        let Some((header, actions)) = entries.split_first() else {
            return Err(bad("the journal is empty".to_owned()));
        };
        let top = Reader::new(header, "");
        if top.text("format").ok().as_deref() != Some(FORMAT) {
            return Err(bad(format!("this is not a journal: its first entry must have the `format` `{FORMAT}`")));
        }
        let version = top.number("version")?;
        if version != f64::from(VERSION) {
            return Err(bad(format!("the journal has version {version}, but only version {VERSION} is supported")));
        }
        let rules = top.number("rules")?;
        if !force && rules != f64::from(crate::RULES) {
            let message =
                format!("the journal was written under rules {rules}, but this version has rules {}", crate::RULES);
            return Err(Refusal::new(Code::RulesMismatch, message));
        }
        let machine = read_machine(&top, force, work)?;
        let mut timeline = first_entry(&top, machine, &options_of(&top)?)?;
        for (at, entry) in actions.iter().enumerate() {
            let place = format!("entry {}", at + 2);
            let action = actions::read(&Reader::new(entry, &place))?;
            let refused = |refusal: Refusal| bad(format!("{place}: {}", refusal.message));
            timeline.act(action).map_err(refused)?;
        }
        Ok(timeline)
    }
}
