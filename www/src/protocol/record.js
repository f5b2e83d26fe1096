// @ts-check
// The session record: the host's actions as data. Of one branch, in the form of a link, which links are written from; of
// the whole run with all its branches, which a kept draft and a lost worker's run are built from again.

import { withEdit } from "../core/context.js";
import { ENTRY, sameSources } from "./sources.js";

/**
 * @typedef {import("./types.js").SessionRecord} SessionRecord
 * @typedef {import("./types.js").RecordEntry} RecordEntry
 * @typedef {import("./types.js").AgentSettings} AgentSettings
 * @typedef {import("./types.js").BranchRecord} BranchRecord
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").StoredReply} StoredReply
 * @typedef {import("./types.js").Json} Json
 * @typedef {Place & { branch: string, step?: number }} Position `step` is the core's, exact within a position
 */

/** Entries of `t` that are no actions of the run. */
const SILENT = ["s", "l"];

/** What was done: a tick, an entry of `t` without its tick, or a reply that goes to `r.l`. */
/** @typedef {{ kind: "tick" } | { kind: "entry", entry: [kind: string, ...rest: Json[]] } | { kind: "reply", stored: StoredReply }} Deed */

/** What a deed is added to: a session record, or the part of a branch behind its fork. @typedef {Pick<SessionRecord, "r" | "t" | "k" | "v">} Part */

/**
 * @param {import("./types.js").Sources} sources
 * @param {AgentSettings} settings
 * @param {SessionRecord["i"]} [input] what the run is started with
 * @returns {SessionRecord}
 */
export function beginRecord(sources, settings, input) {
  return { ...textsOf(sources), ...(input === undefined ? {} : { i: input }), r: { ...settings, l: [] }, t: [], k: 0 };
}

/** The texts as members of a record. @param {import("./types.js").Sources} sources @returns {Pick<SessionRecord, "s" | "f" | "e">} */
export function textsOf({ source, files, entry }) {
  return entry === ENTRY && Object.keys(files).length === 0 ? { s: source } : { s: source, f: files, e: entry };
}

/** @param {Pick<SessionRecord, "s" | "f" | "e">} record @returns {import("./types.js").Sources} */
export function sourcesOf({ s, f = {}, e = ENTRY }) {
  return { source: s, files: f, entry: e };
}

/**
 * The record with one more deed at its end.
 * @template {Part} T
 * @param {T} record
 * @param {Deed} deed
 * @param {number} tick the tick after the deed
 * @returns {T}
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
 * @param {Part} record
 * @returns {AgentSettings}
 */
export function settingsOf({ r, t }) {
  const last = t.findLast(([, kind]) => kind === "s");
  return last === undefined ? settingsOnly(r) : /** @type {AgentSettings} */ (last[2]);
}

/**
 * The record of one branch with what was done on it behind the place it begins at.
 * @param {SessionRecord} before as far as that place
 * @param {Part} own
 * @returns {SessionRecord}
 */
function joined(before, own) {
  const base = withSettings(before, settingsOnly(own.r));
  const l = base.r.l.concat(own.r.l);
  /** @type {RecordEntry[]} */
  const t = own.t.map((entry) => (entry[1] === "r" ? [entry[0], "r", Number(entry[2]) + base.r.l.length] : entry));
  return { ...base, r: { ...base.r, l }, t: base.t.concat(t), k: own.k };
}

/** What was done on every branch of the live run, and where the cursor stands. */
export class Log {
  /** The run's start: texts and inputs. @type {SessionRecord | null} */
  #start = null;
  /** Each branch behind the place it begins at. @type {Map<string, BranchRecord>} */
  #branches = new Map();
  /** @type {Position | null} */
  #at = null;
  /** In force now; goes into a record with the next deed on its branch. @type {AgentSettings} */
  #settings = {};

  /** Edits of the context graph. They belong to the run, not to a branch. @type {import("./types.js").LayerEdit[]} */
  #layer = [];

  /** The cursor. */
  get position() {
    return this.#at;
  }

  /** How many branches were made. */
  get branches() {
    return this.#branches.size;
  }

  /** The record of the branch at the cursor, up to its tip; null for a run that links do not carry. */
  get record() {
    const record = this.#at === null ? null : this.#flat(this.#at.branch);
    return record === null ? null : withSettings(record, this.#settings);
  }

  /** @param {import("./types.js").LayerEdit} edit of the context graph, done; it belongs to the run, not to a branch */
  laid(edit) {
    if (this.#start !== null) this.#start = { ...this.#start, g: withEdit(this.#start.g ?? [], edit) };
  }

  /** @param {string} branch @returns {SessionRecord | null} */
  #flat(branch) {
    if (this.#start === null || this.#start.w !== undefined) return null;
    /** @type {BranchRecord[]} */
    const chain = [];
    for (let at = this.#branches.get(branch); at !== undefined; at = at.from ? this.#branches.get(at.from.branch) : undefined) chain.push(at);
    /** @type {SessionRecord | null} */
    let record = null;
    for (const own of chain.reverse()) {
      if (record === null) record = { ...this.#start, r: own.r, t: own.t, k: own.k };
      else if (own.from) record = joined(cut(record, own.from), own);
    }
    return record;
  }

  /**
   * The whole run: `record` with the other branches, their names and the checkpoints.
   * @param {Pick<import("./types.js").Snapshot, "branches" | "checkpoints">} run
   * @returns {SessionRecord | null}
   */
  whole({ branches, checkpoints }) {
    const first = this.#branches.get("b1");
    if (this.#start === null || first === undefined) return null;
    const names = new Map(branches.map(({ id, name }) => [id, name]));
    const needed = new Set(checkpoints.map(({ branch }) => branch));
    /** @type {BranchRecord[]} */
    const b = [];
    const last = Math.max(...[...this.#branches.keys()].map((id) => Number(id.slice(1))));
    // What a branch needs of another one was made before it.
    for (let n = last; n >= 2; n -= 1) {
      const own = this.#branches.get(`b${n}`);
      const name = names.get(`b${n}`);
      if (own !== undefined && (name !== undefined || needed.has(`b${n}`))) {
        if (own.from) needed.add(own.from.branch);
        b.unshift({ ...own, ...(name === undefined ? { gone: true } : { n: name }) });
      } else b.unshift({ from: own?.from ?? null, r: { l: [] }, t: [], k: own?.from?.tick ?? 0, gone: true });
    }
    const c = checkpoints.filter(({ auto }) => !auto).map(({ name, branch, step }) => ({ name, branch, step }));
    const name = names.get("b1");
    return {
      ...this.#start, r: first.r, t: first.t, k: first.k,
      ...(name === undefined ? { gone: true } : name === "main" && this.#start.w === undefined ? {} : { n: name }),
      ...(b.length > 0 ? { b } : {}), ...(c.length > 0 ? { c } : {}), now: settingsOnly(this.#settings),
    };
  }

  /** A run begins, or is built again from a record. @param {SessionRecord} record @param {Position} at */
  begin(record, at) {
    const { r, t, k, b = [], n: _, c: __, now, gone: ___, ...start } = record;
    this.#start = { ...start, r: { l: [] }, t: [], k: 0 };
    this.#branches = new Map([["b1", { from: null, r, t, k }]]);
    b.forEach(({ n: _name, gone: _gone, ...own }, i) => this.#branches.set(`b${i + 2}`, own));
    this.#at = place(at);
    this.#settings = now ?? settingsOf(this.#branches.get(at.branch) ?? record);
  }

  /**
   * A run from elsewhere begins, with the branches it has.
   * @param {string} saved @param {AgentSettings} settings @param {import("./types.js").Snapshot} snapshot
   */
  beginSaved(saved, settings, { position, branches, source, files, entry }) {
    const last = Math.max(1, ...branches.map(({ id }) => Number(id.slice(1))));
    this.begin({
      ...beginRecord({ source, files, entry }, settings), w: saved,
      ...(last > 1 ? { b: Array.from({ length: last - 1 }, () => ({ from: null, r: { ...settings, l: [] }, t: [], k: 0 })) } : {}),
    }, position);
  }

  /** The run has another text of the same machine now. @param {import("./types.js").Sources} sources */
  retext(sources) {
    if (this.#start === null || sameSources(sourcesOf(this.#start), sources)) return;
    const { f: _, e: __, w, ...start } = this.#start;
    this.#start = { ...start, ...textsOf(sources), ...(w === undefined ? {} : { w: JSON.stringify({ ...JSON.parse(w), ...sources }) }) };
  }

  /** @param {AgentSettings} settings */
  set(settings) {
    this.#settings = settings;
  }

  /** @param {Deed} deed @param {Position} after where the deed led */
  did(deed, after) {
    const before = this.#at;
    const old = before === null ? undefined : this.#branches.get(before.branch);
    this.#at = place(after);
    if (before === null || old === undefined) return;
    const own = after.branch === before.branch ? withSettings(old, this.#settings) : this.#begun(before);
    this.#branches.set(after.branch, append(own, deed, after.tick));
  }

  /** @param {Position} at the cursor was moved; nothing was done */
  moved(at) {
    const before = this.#at;
    // A branch begun by name, before anything was done on it.
    if (before !== null && this.#branches.has(before.branch) && !this.#branches.has(at.branch)) {
      this.#branches.set(at.branch, this.#begun({ ...place(at), branch: before.branch }));
    }
    this.#at = place(at);
  }

  /** A new branch. @param {Position} from @returns {BranchRecord} */
  #begun(from) {
    return { from, r: { ...settingsOnly(this.#settings), l: [] }, t: [], k: from.tick };
  }
}

/** @template {Part} T @param {T} record @param {AgentSettings} settings @returns {T} */
function withSettings(record, settings) {
  if (JSON.stringify(settingsOnly(settingsOf(record))) === JSON.stringify(settingsOnly(settings))) return record;
  return { ...record, t: [...record.t, [record.k, "s", /** @type {any} */ (settings)]] };
}

/** @param {AgentSettings} settings @returns {AgentSettings} */
function settingsOnly({ m, n }) {
  return { ...(m === undefined ? {} : { m }), ...(n === undefined ? {} : { n }) };
}

/** @param {Position} position */
function place({ tick, action, branch, step }) {
  return { tick, action, branch, ...(step === undefined ? {} : { step }) };
}
