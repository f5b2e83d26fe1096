//! The nodes of paths: what was asked and said on them, and the joins they wait at.

use std::sync::Arc;

use super::derive::Maker;
use super::{At, What};
use crate::run::state::{Path, PathId, RequestId};
use crate::run::step::join::open_joins;

impl Maker<'_> {
    pub(super) fn add_topics(&mut self, session: At, scope: Option<&PathId>) {
        let run = self.run;
        let mut topics: Vec<(&PathId, At)> = Vec::new();
        let all: Vec<&Arc<Path>> = match scope {
            None => run.paths.values().collect(),
            Some(id) => {
                let mut ids: Vec<PathId> = (1..=id.length()).filter_map(|length| id.ancestor(length)).collect();
                let children = run.path(id).map_or(0, |path| path.children);
                ids.extend((1..=children).map(|number| id.child(number)));
                ids.iter().filter_map(|id| run.path(id)).collect()
            }
        };
        for path in &all {
            let at = self.add(&format!("topic:{}", path.id), What::Topic((*path).clone()));
            topics.push((&path.id, at));
        }
        let topic_of = |id: &PathId| {
            let found = topics.binary_search_by(|(known, _)| (*known).cmp(id)).ok();
            found.and_then(|at| topics.get(at)).map(|(_, at)| *at)
        };
        for path in &all {
            let Some(topic) = topic_of(&path.id) else { continue };
            if path.parent.as_ref().and_then(topic_of).is_none() {
                self.edges.push((session, topic));
            }
            if scope.is_some_and(|scope| *scope != path.id) {
                // Of other paths an agent is shown no more than that they are there.
                let children = (1..=path.children).filter_map(|number| topic_of(&path.id.child(number)));
                self.edges.extend(children.map(|child| (topic, child)));
                continue;
            }
            self.add_past(path, topic, &topic_of);
        }
        let mut locks = Vec::new();
        // Who waits for whom is a look at all paths; an agent sees only where its own path waits.
        let is_parked = |id: &PathId| run.path(id).is_some_and(|path| path.parked().is_some());
        for open in if scope.is_none_or(is_parked) { open_joins(run) } else { Vec::new() } {
            let parents: Vec<At> = open.parked.iter().filter_map(|path| topic_of(&path.id)).collect();
            if scope.is_none_or(|scope| open.parked.iter().any(|path| path.id == *scope)) {
                let missing = open.missing.iter().map(|path| path.id.to_string()).collect();
                let parked = open.parked.iter().map(|path| (*path).clone()).collect();
                locks.push((parents, What::Lock(open.key.clone(), parked, missing, open.need())));
            }
        }
        for (parents, what) in locks {
            let What::Lock(key, ..) = &what else { continue };
            let lock = self.add(&format!("lock:{key}"), what);
            self.edges.extend(parents.into_iter().map(|parent| (parent, lock)));
        }
    }

    /// Requests, turns and children of a path, in order of creation.
    fn add_past(&mut self, path: &Arc<Path>, topic: At, topic_of: &dyn Fn(&PathId) -> Option<At>) {
        let run = self.run;
        let mut turns: Vec<_> = path.turns.iter().collect();
        turns.reverse();
        let (mut requests, mut children) = (0, 0);
        for number in 0..=turns.len() {
            let turn = turns.get(number);
            let (until, kids) =
                turn.map_or((path.request_seq, path.children), |recorded| (recorded.requests, recorded.children));
            while requests < until {
                requests += 1;
                let id = RequestId { path: path.id.clone(), number: requests };
                if let Some(request) = run.requests.get(&id) {
                    let work = self.add(&id.to_string(), What::Work(request.clone()));
                    self.edges.push((topic, work));
                }
            }
            while children < kids {
                children += 1;
                if let Some(child) = topic_of(&path.id.child(children)) {
                    self.edges.push((topic, child));
                }
            }
            if let Some(recorded) = turn {
                let number = number as u32 + 1;
                let kind = if recorded.code { "shell" } else { "msg" };
                let id = format!("{kind}:{}/{number}", path.id);
                let message = self.add(&id, What::Message(path.clone(), number, (*recorded).clone()));
                self.edges.push((topic, message));
            }
        }
    }
}
