//! Values that the host writes into a context.

use std::sync::Arc;

use crate::context::{reference, store};
use crate::machine::reference::Step;
use crate::machine::writes::{self, Author};
use crate::refusal::{Code, Refusal};
use crate::run::event::Source;
use crate::run::state::{Path, PathId, Run};
use crate::run::step::draft::{Applied, Counts, Draft};
use crate::run::step::refusals::{stands_still, unended};
use crate::schema::{messages, refusal_details};
use crate::value::Value;

pub(in crate::run) fn set_context(
    run: &Run,
    path: Option<&PathId>,
    target: &str,
    value: &Value,
) -> Result<Applied, Refusal> {
    let machine = &run.machine;
    let reference = reference::parse(machine, target)?;
    let Some((Step::Key(field), keys)) = reference.walk.split_first() else {
        let message = format!("`{target}` is a whole context; name a field, as in `{target}.field`");
        return Err(Refusal::new(Code::BadReference, message).with([("offset", Value::from(target.len()))]));
    };
    let context = reference.context;
    let mut paths: Vec<Arc<Path>> = match path {
        Some(id) => vec![unended(run, id)?.clone()],
        None => run.paths.values().filter(|path| !path.status.is_terminal()).cloned().collect(),
    };
    if paths.is_empty() {
        return Err(stands_still(run));
    }
    if machine.contexts[context].shared {
        paths.truncate(1);
    }
    let mut draft = Draft::new(run, Counts::Action);
    for path in paths {
        let mut path = (*path).clone();
        let id = store::find(machine, &draft.run.added, context, field);
        let before = id.and_then(|id| draft.run.map_of(&path, context).get(&id)).map(|stored| (*stored.value).clone());
        let new = reference::set(before.as_ref(), keys, value.clone())?;
        let data = crate::value::Map::unit(field.clone(), new);
        let written = writes::check_write(machine, context, &data, Author::Host).map_err(|errors| {
            let id = machine.context_id(context);
            let message = format!("write to `{id}` rejected: {}", messages(&errors));
            Refusal::new(Code::WriteRefused, message).with(refusal_details(id, &errors))
        })?;
        draft.write(&mut path, context, &written, Source::Host);
        draft.put(path);
    }
    Ok(draft.finish(path))
}
