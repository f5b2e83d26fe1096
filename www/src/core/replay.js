// @ts-check
// Plays a session record into a live run: ticks and host actions at their places, each followed by the automatic
// replies. The first refusal ends it; the position reached stands.

import { edgeId } from "../protocol/edge-keys.js";
import { positionText } from "../protocol/positions.js";
import { misuse } from "./refusals.js";
import { Stored } from "./stored.js";

/**
 * @typedef {import("./run-session.js").Live} Live
 * @typedef {import("../protocol/record.js").Part} Part
 * @typedef {import("../protocol/types.js").RecordEntry} RecordEntry
 * @typedef {import("../protocol/types.js").Refusal} Refusal
 * @typedef {import("../../pkg/tracklight.js").Run} Run
 * @typedef {import("../../pkg/tracklight.js").Result} Result
 * @typedef {{ error: Refusal | null, played: number, stopped: boolean, skipped: number[] }} Replayed `played`: entries of the record, those in `skipped` left out; `stopped`: before its end, by a pause
 */

/** From these rules on a value can no longer be set on a path that has ended. */
const ENDED_STAYS = 2;

/** Characters of an action in a refusal. */
const LONGEST = 120;

/** @type {Record<string, { kind: string, play: (run: any, rest: any[]) => Result }>} the actions of links, by kind */
const KINDS = {
  p: { kind: "stepPath", play: (run, [path]) => run.stepPath(path) },
  a: { kind: "answer", play: (run, [id, text]) => run.answer(id, text) },
  x: { kind: "answer", play: (run, [id, text]) => run.answer(id, { error: text }) },
  e: { kind: "setContext", play: (run, [path, target, value]) => run.setContext(path, target, value) },
  h: { kind: "choose", play: (run, [path, edge]) => run.choose(path, edgeOf(run, edge)) },
  f: { kind: "force", play: (run, [path, edge, mode]) => run.force(path, edgeOf(run, edge), mode) },
  c: { kind: "cancel", play: (run, [path]) => run.cancel(path) },
  m: { kind: "applyEdit", play: (run, [id, apply]) => (apply ? run.applyEdit(id) : run.rejectEdit(id)) },
  d: { kind: "reportTime", play: (run, [ms]) => run.reportTime(ms) },
};

/**
 * @param {Live} live a run at its start
 * @param {Part} record
 * @param {() => Promise<"on" | "stop">} between called after each tick, action and automatic reply; yields, reports, may stop
 * @returns {Promise<Replayed>}
 */
export async function replay(live, record, between) {
  live.stored = new Stored(record);
  return replayFrom(live, record, 0, between, live.stored, true);
}

/**
 * From a tick on: what was done in it, then the later ones.
 * @param {Live} live @param {Part} record @param {number} from @param {() => Promise<"on" | "stop">} between
 * @param {Stored} [stored] what replies of the record are stored @param {boolean} [starts] whether requests of the start are still to be answered
 * @returns {Promise<Replayed>}
 */
export async function replayFrom(live, record, from, between, stored = new Stored(record), starts = false) {
  live.stored = stored;
  const last = Math.max(record.k, from);
  let played = 0;
  let doing = "start";
  const settled = async () => {
    await live.settle("skipped", between);
    return live.settled && (await between()) === "on";
  };
  /** @type {number[]} */
  const skipped = [];
  const over = (/** @type {Refusal | null} */ error, stopped = false) => ({ error, played, stopped, skipped });
  const stopped = (/** @type {number} */ tick) => over(null, tick < last || played < record.t.length);
  try {
    if (starts && !(await settled())) return stopped(from);
    for (let tick = from; tick <= last; tick += 1) {
      if (tick > from) {
        doing = `tick ${tick}`;
        const done = live.act({ kind: "step" }, (run) => run.step());
        if (!done.ok) return over(refusal(live, doing, done.error));
        if (!(await settled())) return stopped(tick);
      }
      while (played < record.t.length && record.t[played][0] <= tick) {
        const entry = record.t[played];
        doing = `action ${brief(entry.slice(1))}`;
        const error = playEntry(live, stored, entry);
        if (error !== null) {
          if (!onceAllowed(entry, error, record.v)) return over(refusal(live, doing, error));
          skipped.push(played);
        }
        played += 1;
        if (!(await settled())) return stopped(tick);
      }
    }
    return over(null);
  } catch (error) {
    // What the core does not take at all ends a replay as a refusal does.
    return over(refusal(live, doing, misuse(error)));
  } finally {
    stored.end();
  }
}

/** Whether an action is refused that the rules of the record allowed. It is left out: no other path saw the value. @param {RecordEntry} entry @param {Refusal} error @param {number} [rules] the oldest where nobody noted them */
function onceAllowed([, kind], { code }, rules = 1) {
  return rules < ENDED_STAYS && kind === "e" && code === "path-ended";
}

/** @param {Live} live @param {Stored} stored @param {RecordEntry} entry @returns {Refusal | null} */
function playEntry(live, stored, [, kind, ...rest]) {
  if (kind === "s") {
    live.changeSettings(/** @type {any} */ (rest[0]));
    return null;
  }
  if (kind === "l") {
    stored.end();
    return null;
  }
  if (kind === "r") return playReply(live, stored, Number(rest[0]));
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (known === undefined || typeof (/** @type {any} */ (live.run)[known.kind]) !== "function") {
    return { code: "unsupported", message: "this version cannot replay such an action" };
  }
  const path = ["a", "x", "m"].includes(kind) || typeof rest[0] !== "string" ? {} : { path: rest[0] };
  const deed = kind === "m" && rest[1] !== true ? "rejectEdit" : known.kind;
  const done = live.act({ kind: deed, ...path }, (run) => known.play(run, rest));
  if (done.ok && known.kind === "answer") stored.answered(String(rest[0]));
  return done.ok ? null : done.error;
}

/** @param {Live} live @param {Stored} stored @param {number} index @returns {Refusal | null} */
function playReply(live, stored, index) {
  const entry = stored.named(index);
  if (entry === null) return { code: "unsupported", message: `there is no stored reply ${index}` };
  const [path, node, , reply] = entry;
  const request = live.pending().agents.find((one) => one.path === path && one.node === node);
  if (request === undefined) return { code: "unknown-request", message: `path ${path} asks nothing at \`${node}\`` };
  const done = live.act({ kind: "reply", path }, (run) => run.reply(request.id, reply));
  if (done.ok) stored.use(index);
  return done.ok ? null : done.error;
}

/** @param {Run} run @param {string} key an unknown key goes on as it is, for the core to refuse */
function edgeOf(run, key) {
  return edgeId(run.view().edges, key) ?? key;
}

/** @param {import("../protocol/types.js").Json[]} entry */
function brief(entry) {
  const text = JSON.stringify(entry);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param {Live} live @param {string} what @param {Refusal} error @returns {Refusal} */
function refusal(live, what, error) {
  const { tick, action } = live.run.view();
  const at = positionText({ tick, action });
  return { code: "replay", message: `at position ${at}, ${what}: ${error.message}`, data: { tick, action, code: error.code } };
}
