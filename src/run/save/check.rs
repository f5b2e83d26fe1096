//! Counts that a saved state tells of itself, against what it holds. Where one says how far work goes, a wrong one
//! would make work without end.

use im::OrdMap;

use crate::refusal::Refusal;
use crate::run::state::{PathId, Run};

use super::reader::Reader;

/// Compares the counts of paths with the paths and the requests that are there.
pub fn counts(at: &Reader, run: &Run) -> Result<(), Refusal> {
    let children = tally(run.paths.values().filter_map(|path| path.parent.as_ref()));
    let requests = tally(run.requests.keys().map(|id| &id.path));
    for path in run.paths.values() {
        let wrong = |key: &str, count: u32, most: u32| {
            at.wrong("paths", &format!("path {} has `{key}` {count}; at most {most} possible", path.id))
        };
        let within =
            |key: &str, count: u32, most: u32| if count > most { Err(wrong(key, count, most)) } else { Ok(()) };
        within("children", path.children, children.get(&path.id).copied().unwrap_or_default())?;
        within("requestSeq", path.request_seq, requests.get(&path.id).copied().unwrap_or_default())?;
        within("requestsBefore", path.requests_before, path.request_seq)?;
        for recorded in path.turns.iter() {
            within("told.children", recorded.children, path.children)?;
            within("told.requests", recorded.requests, path.request_seq)?;
        }
    }
    Ok(())
}

fn tally<'a>(ids: impl Iterator<Item = &'a PathId>) -> OrdMap<PathId, u32> {
    let mut counts = OrdMap::new();
    for id in ids {
        *counts.entry(id.clone()).or_insert(0) += 1;
    }
    counts
}
