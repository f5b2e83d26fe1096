// @ts-check
// Traces: a run as its session record with the events and the end that it led to. Opening one replays the record and
// compares.

import { cut } from "../run/record.js";

/**
 * @typedef {import("../engine/types.js").SessionRecord} SessionRecord
 * @typedef {{ seq: number, kind: string }} Numbered
 * @typedef {{ rules: number | null, record: SessionRecord, events: Numbered[], final: unknown }} Trace
 */

/**
 * The record of the run up to the cursor. That of a run that came from a file is made from the core's own list.
 * @param {import("../engine/types.js").Engine} engine
 * @param {{ run: import("../engine/types.js").Snapshot | null }} state
 * @returns {Promise<SessionRecord | null>}
 */
export async function recordOf(engine, { run }) {
  const record = engine.record();
  if (record !== null) return run === null ? record : cut(record, run.position);
  const link = await engine.link();
  if (run === null || !link?.ok) return null;
  const { s, i, r, t, k } = link.run;
  const l = r.l ?? [];
  return { s, f: run.files, e: run.entry, ...(i === undefined ? {} : { i }), r: { ...r, l, given: l.length }, t, k };
}

/** @param {any} written what the engine says of the run @param {SessionRecord | null} record */
export function writeTrace({ rules, machine, events, final }, record) {
  return JSON.stringify({ format: "tracklight-trace", version: 1, rules, machine, record, events, final }, null, 1);
}

/** @param {any} trace @returns {Trace | null} null where it cannot be replayed */
export function readTrace({ rules, record, events, final }) {
  const isRecord = typeof record?.s === "string" && Array.isArray(record.t) && Array.isArray(record.r?.l) && Number.isSafeInteger(record.k);
  if (!isRecord || !Array.isArray(events)) return null;
  return { rules: typeof rules === "number" ? rules : null, record, events, final };
}

/**
 * The first thing that differs; null where nothing does.
 * @param {Pick<Trace, "events" | "final">} then
 * @param {Pick<Trace, "events" | "final">} now
 * @returns {{ seq: number, was: string | null, now: string | null } | { end: true } | null}
 */
export function compareTraces(then, now) {
  for (let i = 0; i < Math.max(then.events.length, now.events.length); i += 1) {
    const [a, b] = [then.events.at(i), now.events.at(i)];
    if (a === undefined || b === undefined || JSON.stringify(a) !== JSON.stringify(b)) {
      return { seq: (a ?? b)?.seq ?? i + 1, was: a?.kind ?? null, now: b?.kind ?? null };
    }
  }
  return JSON.stringify(then.final) === JSON.stringify(now.final) ? null : { end: true };
}
