//! Events as JSON. The names and the order of the fields are part of the format.

use crate::json::{Object, ToJson, Writer};
use crate::run::event::{At, Event, Kind};

impl ToJson for Event {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("seq", &self.seq);
            object.field("step", &self.step);
            object.field("tick", &self.tick);
            object.field("kind", &self.kind.word());
            self.kind.fields(object);
        });
    }
}

impl Kind {
    fn fields(&self, object: &mut Object) {
        let place = |object: &mut Object, at: &At| {
            object.field("path", &at.path);
            object.field("node", &at.node);
        };
        match self {
            Kind::RunStarted { starts, machine_hash, limits } => {
                object.field("starts", starts);
                object.field("machine_hash", machine_hash);
                object.field("limits", limits);
            }
            Kind::NodeEntered { at, visit } => {
                place(object, at);
                object.field("visit", visit);
            }
            Kind::AgentRequested { at, request, work, attempt, turn, digest, delay_ms } => {
                place(object, at);
                object.field("request", request);
                object.field("work", work);
                object.field("attempt", attempt);
                object.field("turn", turn);
                object.field("digest", digest);
                object.field("delay_ms", delay_ms);
            }
            Kind::AgentReplied { at, request, turns, is_final, error, usage } => {
                place(object, at);
                object.field("request", request);
                object.field("turns", turns);
                object.field("final", is_final);
                object.maybe("error", error);
                object.maybe("usage", usage);
            }
            Kind::AgentSaid { at, request, text } => {
                place(object, at);
                object.field("request", request);
                object.field("text", text);
            }
            Kind::ToolCalled { at, request, input, result } => {
                place(object, at);
                object.field("request", request);
                object.field("call_id", &result.call_id);
                object.field("name", &result.name);
                object.field("input", input);
                result.write_result(object);
            }
            Kind::ContextRead { at, context, fields, missing } => {
                place(object, at);
                object.field("context", context);
                object.field("fields", fields);
                object.field("missing", missing);
            }
            Kind::ContextWritten { path, node, context, changes, version, source } => {
                object.field("path", path);
                object.maybe("node", node);
                object.field("context", context);
                object.field("changes", changes);
                object.field("version", version);
                object.field("shared", &path.is_none());
                object.field("source", source);
            }
            Kind::ArtifactWritten { artifact } => {
                object.field("path", &artifact.path);
                object.field("artifact", &artifact.id);
                object.field("context", &artifact.context);
                object.field("field", &artifact.field);
                object.field("name", &artifact.name);
                object.field("bytes", &artifact.bytes);
            }
            Kind::WriteRefused { path, node, context, errors, source } => {
                object.field("path", path);
                object.maybe("node", node);
                object.field("context", context);
                object.field("errors", errors);
                object.field("source", source);
            }
            Kind::RequestOpened { request, fallback } => {
                object.field("path", &request.id.path);
                object.field("node", &request.node);
                object.field("request", &request.id);
                object.field("query", &request.query);
                object.field("reason", &request.reason);
                object.field("priority", &request.priority());
                object.field("raised_by", &request.raised_by());
                object.maybe("fallback", fallback);
                if !request.options.is_empty() {
                    object.field("options", &request.options);
                }
                object.maybe("form", &request.form);
            }
            Kind::RequestAnswered { at, request, ok, text, value } => {
                place(object, at);
                object.field("request", request);
                object.field("ok", ok);
                object.field("text", text);
                object.maybe("value", value);
            }
            Kind::RequestLapsed { at, request, reason } => {
                place(object, at);
                object.field("request", request);
                object.field("reason", reason);
            }
            Kind::TemplateUnresolved { at, place: location, placeholders } => {
                place(object, at);
                object.field("where", location);
                object.field("placeholders", placeholders);
            }
            Kind::ConditionEvaluated { path, edge, result, error } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("result", result);
                object.maybe("error", error);
            }
            Kind::ForceSet { path, edge, mode } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("mode", mode);
            }
            Kind::Forced { at, edge, mode } => {
                place(object, at);
                object.field("edge", edge);
                object.field("mode", mode);
            }
            Kind::Moved { path, edge, reverse, left, entered, step } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("reverse", reverse);
                object.field("from", &step.from);
                object.field("to", &step.to);
                object.field("left", left);
                object.field("entered", entered);
                object.field("cause", &step.cause);
            }
            Kind::VisitFailed { at, attempt, failure } => {
                place(object, at);
                object.field("attempt", attempt);
                object.field("failure", failure);
            }
            Kind::RetryScheduled { at, attempt, delay_ms } => {
                place(object, at);
                object.field("attempt", attempt);
                object.field("delay_ms", delay_ms);
            }
            Kind::Caught { path, edge, failure } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("failure", failure);
            }
            Kind::Spawned { path, edge, by, group, children } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("by", by);
                object.maybe("group", group);
                object.field("children", children);
            }
            Kind::NothingSpawned { at, edge } => {
                place(object, at);
                object.field("edge", edge);
            }
            Kind::Parked { at, edge, join, have, need, missing } => {
                place(object, at);
                object.field("edge", edge);
                object.field("join", join);
                object.field("have", have);
                object.field("need", need);
                object.field("missing", missing);
            }
            Kind::JoinFired { join, generation, paths, continuing, cancelled, reason } => {
                object.field("join", join);
                object.field("generation", generation);
                object.field("paths", paths);
                object.maybe("continuing", continuing);
                object.field("cancelled", cancelled);
                object.field("reason", reason);
            }
            Kind::JoinFailed { join, generation, paths, code, errors } => {
                object.field("join", join);
                object.field("generation", generation);
                object.field("paths", paths);
                object.field("code", code);
                if !errors.is_empty() {
                    object.field("errors", errors);
                }
            }
            Kind::MergeConflict { join, context, field, values, taken, strategy } => {
                object.field("join", join);
                object.field("context", context);
                object.field("field", field);
                object.field("values", values);
                object.maybe("taken", taken);
                object.field("strategy", strategy);
            }
            Kind::Merged { path, join, from, strategy, changes } => {
                object.field("path", path);
                object.field("join", join);
                object.field("from", from);
                object.field("strategy", strategy);
                object.field("changes", changes);
            }
            Kind::PathRevived { path, join } => {
                object.field("path", path);
                object.field("join", join);
            }
            Kind::PathMerged { path, into, join } => {
                object.field("path", path);
                object.field("into", into);
                object.field("join", join);
            }
            Kind::Compensating { at, undone } => {
                place(object, at);
                object.field("for", undone);
            }
            Kind::PathForked { at } | Kind::PathCompleted { at } | Kind::Unblocked { at } | Kind::LoopNotice { at } => {
                place(object, at)
            }
            Kind::PropertyViolated { at, property } => {
                place(object, at);
                object.field("property", property);
            }
            Kind::PathFailed { at, failure } => {
                place(object, at);
                object.field("failure", failure);
            }
            Kind::PathCancelled { at, reason, by } => {
                place(object, at);
                object.field("reason", reason);
                object.maybe("by", by);
            }
            Kind::Blocked { at, reason, edges } => {
                place(object, at);
                object.field("reason", reason);
                object.field("edges", edges);
            }
            Kind::LimitHit { path, limit, value } => {
                object.field("path", path);
                object.field("limit", limit);
                object.field("value", value);
            }
            Kind::EventReceived { event, paths } => {
                object.field("name", &event.name);
                object.field("data", &event.data);
                object.field("paths", paths);
            }
            Kind::TimerFired { at, edge, due } => {
                place(object, at);
                object.field("edge", edge);
                object.field("due", due);
            }
            Kind::TimeReported { elapsed_ms } => object.field("elapsed_ms", elapsed_ms),
            Kind::EditProposed { edit, path, reason } => {
                object.field("edit", edit);
                object.maybe("path", path);
                object.field("reason", reason);
            }
            Kind::MachineEdited { edit, rev, machine_hash } => {
                object.field("edit", edit);
                object.field("rev", rev);
                object.field("machine_hash", machine_hash);
            }
            Kind::EditRejected { edit } => object.field("edit", edit),
            Kind::CheckpointTaken { path, name } => {
                object.field("path", path);
                object.field("name", name);
            }
            Kind::NoRecording { at, request, digest } => {
                place(object, at);
                object.field("request", request);
                object.field("digest", digest);
            }
            Kind::OutputIncomplete { path, context, missing, reason } => {
                object.field("path", path);
                object.field("context", context);
                object.field("missing", missing);
                object.maybe("reason", reason);
            }
            Kind::RunBlocked { report } => object.field("report", report),
            Kind::RunEnded { outcome } => object.field("outcome", outcome),
        }
    }
}
