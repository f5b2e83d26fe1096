// @ts-check
// Plays a session record into a live run: ticks and host actions at their places, each followed by the automatic
// replies. The first refusal ends it; the position reached stands.

import { edgeId } from "../run/edges.js";

/**
 * @typedef {import("./live.js").Live} Live
 * @typedef {import("../run/record.js").Part} Part
 * @typedef {import("./types.js").RecordEntry} RecordEntry
 * @typedef {import("./types.js").Refusal} Refusal
 * @typedef {import("../pkg/tracklight.js").Run} Run
 * @typedef {import("../pkg/tracklight.js").Result} Result
 */

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
 * @param {() => Promise<"on" | "stop">} between called after each tick and action; yields, reports, may stop
 * @returns {Promise<Refusal | null>}
 */
export async function replay(live, record, between) {
  await live.settle("skipped");
  return replayFrom(live, record, 0, between);
}

/**
 * From a tick on: what was done in it, then the later ones.
 * @param {Live} live @param {Part} record @param {number} from @param {() => Promise<"on" | "stop">} between
 * @returns {Promise<Refusal | null>}
 */
export async function replayFrom(live, record, from, between) {
  let next = 0;
  for (let tick = from; tick <= Math.max(record.k, from); tick += 1) {
    if (tick > from) {
      const done = live.act({ kind: "step" }, (run) => run.step());
      if (!done.ok) return refusal(tick, "the tick", done.error);
      await live.settle("skipped");
      if ((await between()) === "stop") return null;
    }
    for (; next < record.t.length && record.t[next][0] <= tick; next += 1) {
      const entry = record.t[next];
      const error = playEntry(live, record, entry);
      if (error !== null) return refusal(tick, `\`${JSON.stringify(entry.slice(1))}\``, error);
      await live.settle("skipped");
      if ((await between()) === "stop") return null;
    }
  }
  return null;
}

/** @param {Live} live @param {Part} record @param {RecordEntry} entry @returns {Refusal | null} */
function playEntry(live, record, [, kind, ...rest]) {
  if (kind === "s") {
    live.changeSettings(/** @type {any} */ (rest[0]));
    return null;
  }
  if (kind === "r") return playReply(live, record, Number(rest[0]));
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (known === undefined || typeof (/** @type {any} */ (live.run)[known.kind]) !== "function") {
    return { code: "unsupported", message: "this version cannot replay such an action" };
  }
  const path = ["a", "x", "m"].includes(kind) || typeof rest[0] !== "string" ? {} : { path: rest[0] };
  const deed = kind === "m" && rest[1] !== true ? "rejectEdit" : known.kind;
  const done = live.act({ kind: deed, ...path }, (run) => known.play(run, rest));
  return done.ok ? null : done.error;
}

/** @param {Live} live @param {Part} record @param {number} index */
function playReply(live, record, index) {
  const stored = record.r.l[index];
  if (stored === undefined) return { code: "unsupported", message: `there is no stored reply ${index}` };
  const [path, node, , reply] = stored;
  const request = live.run.pending().agents.find((one) => one.path === path && one.node === node);
  if (request === undefined) return { code: "unknown-request", message: `path ${path} asks nothing at \`${node}\`` };
  const done = live.act({ kind: "reply", path }, (run) => run.reply(request.id, reply));
  return done.ok ? null : done.error;
}

/** @param {Run} run @param {string} key an unknown key goes on as it is, for the core to refuse */
function edgeOf(run, key) {
  return edgeId(run.view().edges, key) ?? key;
}

/** @param {number} tick @param {string} what @param {Refusal} error @returns {Refusal} */
function refusal(tick, what, error) {
  return { code: "replay", message: `replay stopped in tick ${tick} at ${what}: ${error.message}`, data: { tick, code: error.code } };
}
