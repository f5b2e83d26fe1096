// @ts-check
// Runs that were left, by Reset or by a new text: each with what it is played again from. Those of one document; the
// browser keeps them with it.

import { isUntouched } from "./controls.js";
import { settingsOf } from "./record.js";

/**
 * @typedef {import("./types.js").KeptRun} KeptRun
 * @typedef {import("./controls.js").Facts} Facts
 */

/** So many are kept. */
const MOST = 10;
/** Characters of those that the browser keeps. */
const MOST_CHARACTERS = 2 ** 20;

/**
 * The list once the present run is left, the newest first. A run that nobody did anything with is not kept.
 * @param {Facts} facts
 * @param {ReturnType<import("../engine/types.js").Engine["whole"]>} whole the present run
 * @returns {KeptRun[]}
 */
export function withLeft(facts, whole) {
  const { runs, runNumber, snapshot } = facts;
  if (snapshot === null || whole === null || isUntouched(facts)) return runs;
  const { tick, action } = snapshot.position;
  const left = { number: runNumber, place: { tick, action }, outcome: snapshot.view.outcome.kind, ...whole };
  return [left, ...runs].slice(0, MOST);
}

/** The list as the browser keeps it: the newest runs that have room. @param {import("./types.js").RunList} list @returns {import("./types.js").RunList} */
export function toKeep({ runs, runNumber }) {
  let left = MOST_CHARACTERS;
  const kept = [];
  for (const one of runs) {
    left -= lengthOf(one);
    if (left < 0) break;
    kept.push(one);
  }
  return { runs: kept.length === runs.length ? runs : kept, runNumber };
}

/** A run that was left does not change. @type {WeakMap<KeptRun, number>} */
const lengths = new WeakMap();

/** @param {KeptRun} one */
function lengthOf(one) {
  const length = lengths.get(one) ?? JSON.stringify(one).length;
  lengths.set(one, length);
  return length;
}

/** The list as it comes back: nobody from outside answers in it. @param {import("./types.js").RunList | undefined} list */
export function cameBack(list) {
  return list && { ...list, runs: list.runs.map((one) => ({ ...one, record: atRest(one.record) })) };
}

/** An agent from outside is not there when a kept run comes back: its requests wait. @param {import("../engine/types.js").SessionRecord} record */
export function atRest(record) {
  return record.now?.m === "custom" || record.now?.m === "remote" ? { ...record, now: { ...record.now, m: /** @type {const} */ ("manual") } } : record;
}

/** The number of a new run: that of a present one that nobody did anything with, else one that was never given. @param {Facts} facts */
export function nextNumber(facts) {
  if (facts.snapshot === null || isUntouched(facts)) return facts.runNumber;
  return Math.max(facts.runNumber, ...facts.runs.map(({ number }) => number)) + 1;
}

/**
 * What the facts become when a run of the list takes the place of the present one. Who answers comes back with it; what
 * was set for single nodes since stays, and counts before what was set then.
 * @param {Facts} facts @param {KeptRun} kept @param {ReturnType<import("../engine/types.js").Engine["whole"]>} whole the present run
 */
export function inItsPlace(facts, kept, whole) {
  const runs = withLeft(facts, whole).filter((one) => one !== kept);
  const settings = kept.record.now ?? settingsOf(kept.record);
  const n = { ...settings.n, ...facts.settings.n };
  return { runs, runNumber: kept.number, settings: Object.keys(n).length > 0 ? { ...settings, n } : settings, replies: [] };
}
