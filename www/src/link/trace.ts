// Traces: the session record of a run with its events and final values. Opening a trace replays the record and
// compares the results.

import { checkTicks } from './document.ts';
import { LinkError } from './error.ts';
import { CODE, isSessionEntry, isSettingsEntry } from '../protocol/action-codes.ts';
import { actionsProblem, isCount, isStored, isText } from './shape.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { truncateRecord } from '../protocol/record.ts';
import type { AgentSettings, Engine, Json, RecordEntry, SessionRecord, Snapshot } from '../protocol/types.ts';

/** As JSON has it. */
interface TraceFile {
  rules?: Json;
  machine?: Json;
  record?: Json;
  events?: Json;
  final?: Json;
}
/** An event; one of a file may have other members. */
interface Numbered {
  seq?: unknown;
  kind?: unknown;
}
export interface Trace {
  rules: number | null;
  record: SessionRecord;
  events: Numbered[];
  final: unknown;
}

/** The record of the run up to the cursor. That of a run that came from a file is made from the core's own list. */
export async function recordOf(engine: Engine, run: Snapshot | null): Promise<SessionRecord | null> {
  const record = engine.branchRecord();
  if (record !== null) return run === null ? record : truncateRecord(record, run.position);
  const link = await engine.link();
  if (run === null || !link?.ok) return null;
  const { s, i, r, t, k } = link.run;
  const l = r.l ?? [];
  return { s, f: run.files, e: run.entry, ...(i === undefined ? {} : { i }), r: { ...r, l, given: l.length }, t, k };
}

/** @param written what the engine says of the run */
export function writeTrace({ rules, machine, events, final }: TraceFile, record: SessionRecord | null) {
  return JSON.stringify({ format: 'tracklight-trace', version: 1, rules, machine, record, events, final }, null, 1);
}

/** The modes that a trace may have. A file never causes calls of agents outside of the engine. */
const MODES = ['stub', 'auto', 'manual'] as const;
const OUTSIDE_MODES: readonly unknown[] = ['custom', 'remote'];

/**
 * Reads a trace from a file. An agent outside of the engine becomes `manual`.
 * @throws LinkError `link-shape` or `link-too-big`, where it cannot be replayed
 */
export function readTrace({ rules, record, events, final }: TraceFile): Trace {
  if (!isRecord(record)) throw shapeError('`record` is missing');
  if (!Array.isArray(events) || !events.every(isEvent)) throw shapeError('`events` must be a list of events');
  const { s, f, e, i, r, t, k, g } = record;
  if (!isText(s)) throw shapeError('`record.s` must be a text');
  if (f !== undefined && !(isRecord(f) && Object.values(f).every(isText)))
    throw shapeError('`record.f` must hold texts');
  if (e !== undefined && !isText(e)) throw shapeError('`record.e` must be a text');
  if (i !== undefined && !(isRecord(i) && Object.values(i).every(isRecord)))
    throw shapeError('`record.i` must hold the fields of contexts');
  if (!isCount(k)) throw shapeError('`record.k` must be a count of steps');
  if (!isRecord(r) || !Array.isArray(r.l) || !r.l.every(isStored))
    throw shapeError('`record.r.l` must be a list of replies and answers');
  if (r.given !== undefined && !isCount(r.given)) throw shapeError('`record.r.given` must be a count of replies');
  if (g !== undefined && !(Array.isArray(g) && g.every(isRecord)))
    throw shapeError('`record.g` must be a list of edits');
  const problem = actionsProblem(t, isSessionEntry);
  if (problem !== null) throw shapeError(problem);
  const entries = t as RecordEntry[];
  checkTicks({ t: entries, k });
  const { l, given } = r;
  const made = typeof rules === 'number' ? rules : null;
  const safe = {
    s,
    ...(f === undefined ? {} : { f }),
    ...(e === undefined ? {} : { e }),
    ...(i === undefined ? {} : { i }),
    ...(g === undefined ? {} : { g }),
    r: { ...settingsOf(r), l, ...(given === undefined ? {} : { given }) },
    t: entries.map((entry) => (isSettingsEntry(entry) ? [entry[0], CODE.settings, settingsOf(entry[2])] : entry)),
    k,
    ...(made === null ? {} : { v: made }),
  };
  return { rules: made, record: safe as SessionRecord, events, final };
}

/** @param given agent settings of a trace */
function settingsOf(given: Json | undefined): AgentSettings {
  if (!isRecord(given)) throw shapeError('agent settings must be an object');
  const { m, n } = given;
  const mode = MODES.find((known) => known === m);
  if (m !== undefined && mode === undefined && !OUTSIDE_MODES.includes(m))
    throw shapeError('there is no such agent mode');
  if (n !== undefined && !isRecord(n)) throw shapeError('agent settings of nodes must be an object');
  return { ...(m === undefined ? {} : { m: mode ?? 'manual' }), ...(n === undefined ? {} : { n }) };
}

function isEvent(value: Json): value is Record<string, Json> {
  return isRecord(value);
}

function shapeError(detail: string) {
  return new LinkError('link-shape', detail);
}

/** The first difference; null if there is none. */
export function compareTraces(
  before: Pick<Trace, 'events' | 'final'>,
  after: Pick<Trace, 'events' | 'final'>,
): { seq: number; was: string | null; now: string | null } | { end: true } | null {
  for (let i = 0; i < Math.max(before.events.length, after.events.length); i += 1) {
    const [a, b] = [before.events.at(i), after.events.at(i)];
    if (a === undefined || b === undefined || JSON.stringify(a) !== JSON.stringify(b)) {
      const seq = (a ?? b)?.seq;
      return { seq: typeof seq === 'number' ? seq : i + 1, was: kindOf(a), now: kindOf(b) };
    }
  }
  return JSON.stringify(before.final) === JSON.stringify(after.final) ? null : { end: true };
}

function kindOf(event: Numbered | undefined) {
  return event?.kind === undefined ? null : String(event.kind);
}
