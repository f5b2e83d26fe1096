// @ts-check
// The session record: the host's actions of one branch as data, in the form of a link. From it a link is written and a
// lost worker's run is built again.

import { withEdit } from "../engine/context.js";
import { ENTRY } from "../engine/sources.js";

/**
 * @typedef {import("../engine/types.js").SessionRecord} SessionRecord
 * @typedef {import("../engine/types.js").RecordEntry} RecordEntry
 * @typedef {import("../engine/types.js").AgentSettings} AgentSettings
 * @typedef {import("../engine/types.js").Place} Place
 * @typedef {import("../engine/types.js").StoredReply} StoredReply
 * @typedef {import("../engine/types.js").Json} Json
 * @typedef {Place & { branch: string }} Position
 */

/** Entries of `t` that are no actions of the run. */
const SILENT = ["s", "l"];

/** What was done: a tick, an entry of `t` without its tick, or a reply that goes to `r.l`. */
/** @typedef {{ kind: "tick" } | { kind: "entry", entry: [kind: string, ...rest: Json[]] } | { kind: "reply", stored: StoredReply }} Deed */

/**
 * @param {import("../engine/types.js").Sources} sources
 * @param {AgentSettings} settings
 * @param {SessionRecord["i"]} [input] what the run is started with
 * @returns {SessionRecord}
 */
export function beginRecord({ source, files, entry }, settings, input) {
  const alone = entry === ENTRY && Object.keys(files).length === 0;
  return { s: source, ...(alone ? {} : { f: files, e: entry }), ...(input === undefined ? {} : { i: input }), r: { ...settings, l: [] }, t: [], k: 0 };
}

/** @param {SessionRecord} record @returns {import("../engine/types.js").Sources} */
export function sourcesOf({ s, f = {}, e = ENTRY }) {
  return { source: s, files: f, entry: e };
}

/**
 * The record with one more deed at its end.
 * @param {SessionRecord} record
 * @param {Deed} deed
 * @param {number} tick the tick after the deed
 * @returns {SessionRecord}
 */
export function append(record, deed, tick) {
  if (deed.kind === "tick") return { ...record, k: tick };
  if (deed.kind === "entry") return { ...record, t: [...record.t, [tick, ...deed.entry]], k: tick };
  const l = [...record.r.l, deed.stored];
  return { ...record, r: { ...record.r, l }, t: [...record.t, [tick, "r", l.length - 1]], k: tick };
}

/**
 * The record as it was at a place: later ticks and actions are dropped. Settings count as no action; those made at
 * the place stay.
 * @param {SessionRecord} record
 * @param {Place} place
 * @returns {SessionRecord}
 */
export function cut(record, { tick, action }) {
  let actions = 0;
  const t = record.t.filter(([at, kind]) => {
    if (at !== tick) return at < tick;
    if (!SILENT.includes(kind)) actions += 1;
    return actions <= action;
  });
  const replies = t.filter(([, kind]) => kind === "r").map(([, , index]) => Number(index) + 1);
  const l = record.r.l.slice(0, Math.max(record.r.given ?? 0, ...replies.slice(-1)));
  return replayed({ ...record, r: { ...record.r, l }, t, k: tick });
}

/** The record of a link that was replayed: stored replies that no action names are used up. @param {SessionRecord} record @returns {SessionRecord} */
export function replayed(record) {
  if (!holdsUnnamed(record) || record.t.some(([, kind]) => kind === "l")) return record;
  return { ...record, t: [...record.t, [record.k, "l"]] };
}

/** @param {SessionRecord} record */
function holdsUnnamed({ r, t }) {
  return r.l.length > t.filter(([, kind]) => kind === "r").length;
}

/**
 * The settings in force at the end of a record.
 * @param {SessionRecord} record
 * @returns {AgentSettings}
 */
export function settingsOf({ r, t }) {
  const last = t.findLast(([, kind]) => kind === "s");
  return last === undefined ? settingsOnly(r) : /** @type {AgentSettings} */ (last[2]);
}

/** Keeps the record of every branch of the live run and knows where the cursor stands. */
export class Log {
  /** @type {Map<string, SessionRecord>} */
  #records = new Map();
  /** @type {Position | null} */
  #at = null;
  /** In force now; goes into a record with the next deed on its branch. @type {AgentSettings} */
  #settings = {};

  /** Edits of the context graph. They belong to the run, not to a branch. @type {import("../engine/types.js").LayerEdit[]} */
  #layer = [];

  /** The cursor. */
  get position() {
    return this.#at;
  }

  /** How many branches the run has. */
  get branches() {
    return this.#records.size;
  }

  /** The record of the branch at the cursor, up to its tip. */
  get record() {
    const record = this.#at === null ? undefined : this.#records.get(this.#at.branch);
    if (record === undefined) return null;
    return { ...withSettings(record, this.#settings), ...(this.#layer.length > 0 ? { g: this.#layer } : {}) };
  }

  /** @param {import("../engine/types.js").LayerEdit} edit of the context graph, done */
  laid(edit) {
    this.#layer = withEdit(this.#layer, edit);
  }

  /** @param {SessionRecord} record @param {Position} at */
  begin({ g = [], ...record }, at) {
    this.#records = new Map([[at.branch, record]]);
    this.#layer = g;
    this.#at = place(at);
    this.#settings = settingsOf(record);
  }

  /** @param {AgentSettings} settings */
  set(settings) {
    this.#settings = settings;
  }

  /** @param {Deed} deed @param {Position} after where the deed led */
  did(deed, after) {
    const before = this.#at;
    const old = before === null ? undefined : this.#records.get(before.branch);
    this.#at = place(after);
    if (before === null || old === undefined) return;
    const base = after.branch === before.branch ? old : cut(old, before);
    this.#records.set(after.branch, append(withSettings(base, this.#settings), deed, after.tick));
  }

  /** @param {Position} at the cursor was moved; nothing was done */
  moved(at) {
    const before = this.#at;
    const old = before === null ? undefined : this.#records.get(before.branch);
    // A branch begun by name, before anything was done on it.
    if (old !== undefined && !this.#records.has(at.branch)) this.#records.set(at.branch, cut(old, at));
    this.#at = place(at);
  }
}

/** @param {SessionRecord} record @param {AgentSettings} settings @returns {SessionRecord} */
function withSettings(record, settings) {
  if (JSON.stringify(settingsOnly(settingsOf(record))) === JSON.stringify(settingsOnly(settings))) return record;
  return { ...record, t: [...record.t, [record.k, "s", /** @type {any} */ (settings)]] };
}

/** @param {AgentSettings} settings @returns {AgentSettings} */
function settingsOnly({ m, n }) {
  return { ...(m === undefined ? {} : { m }), ...(n === undefined ? {} : { n }) };
}

/** @param {Position} position */
function place({ tick, action, branch }) {
  return { tick, action, branch };
}
