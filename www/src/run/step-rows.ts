// What happened on the way to a position: one sentence for each path, with its reason and the values that changed.
// Pure.

import { shortValue } from './outcome-values.ts';
import { plain, say, type Part } from './parts.ts';
import { becauseOf, pathSentence, runSentence } from './step-sentences.ts';
import type { Event, Json } from '../protocol/types.ts';
import type { Position } from '../protocol/positions.ts';
import type { Change, StepRow, SentenceContext } from './types.ts';

/** Who writes to shared contexts in the course of a path. */
const WITH_PATH: readonly string[] = ['agent', 'answer', 'set'];

/** @param events of the branch, or at least those of the position */
export function stepRows(
  events: readonly Event[],
  { first, step, kind }: Pick<Position, 'first' | 'step'> & Partial<Pick<Position, 'kind'>>,
  telling: SentenceContext,
) {
  const groups = new Map<string, Event[]>();
  const own: Event[] = [];
  const into = (path: string, event: Event) => {
    const group = groups.get(path);
    if (group) group.push(event);
    else groups.set(path, [event]);
  };
  /** Writes to shared contexts have no path of their own: they are told with the work that wrote. */
  let last = '';
  for (const event of events) {
    if (event.step < first || event.step > step) continue;
    if (event.kind === 'runStarted') for (const start of event.starts) into(start.path, event);
    else if (event.kind === 'joinFired') into(event.continuing ?? event.paths[0] ?? '', event);
    else if (event.kind === 'joinFailed') into(event.paths[0] ?? '', event);
    else if (event.kind === 'eventReceived') for (const path of event.paths) into(path, event);
    else if (event.kind === 'propertyViolated') own.push(event);
    else if ('path' in event && event.path) {
      last = event.path;
      into(event.path, event);
    } else if (event.kind === 'contextWritten' && WITH_PATH.includes(event.source) && last) into(last, event);
    else own.push(event);
  }
  const merged = new Set(own.concat(...groups.values()).flatMap((e) => (e.kind === 'joinFired' ? e.paths : [])));
  const rows: StepRow[] = [];
  for (const [path, list] of groups) {
    // The paths that a join took in are told with it.
    if (merged.has(path) && !list.some((e) => e.kind === 'joinFired') && list.every((e) => e.kind === 'pathMerged'))
      continue;
    const row = pathSentence(path, list, telling);
    const changes = changesOf(list);
    if (row) rows.push({ path, ...row, changes });
    else if (changes.length > 0) rows.push({ ...plainRow(say`values changed`), path, changes });
  }
  for (const event of own) {
    const row = runSentence(event, telling);
    if (row) rows.push({ path: '', ...row, changes: changesOf([event]) });
  }
  const ended = own.find((event) => event.kind === 'runEnded');
  if (ended?.kind === 'runEnded') tag(rows, ended.outcome);
  return rows.length > 0 ? rows : [plainRow(kind === 'elapse' ? say`time passed` : say`nothing to do but wait`)];
}

/** A row of no path, without anything beside its sentence. */
const plainRow = (parts: Part[]): StepRow => ({
  path: '',
  parts,
  end: [],
  reason: [],
  tag: null,
  changes: [],
  bad: false,
});

const ENDS: Partial<Record<string, StepRow['tag']>> = {
  completed: { text: 'Run completed', tone: 'ok' },
  failed: { text: 'Run failed', tone: 'bad' },
  cancelled: { text: 'Run canceled', tone: 'plain' },
};

/** The end of the run is a tag: of the last row, or of the failure; an earlier failure is told in a row of its own. */
function tag(rows: StepRow[], outcome: Extract<Event, { kind: 'runEnded' }>['outcome']) {
  const found = ENDS[outcome.kind] ?? null;
  const failed = outcome.kind === 'failed' ? outcome.paths : null;
  const last = failed ? rows.findLast(({ path, bad }) => bad && failed.includes(path)) : rows.at(-1);
  if (last) last.tag = found;
  else if (failed) rows.push({ ...plainRow(say`the run failed`), reason: becauseOf(failed), bad: true });
  else if (found) rows.push(plainRow([{ text: found.text }]));
}

/** Each field once, from what it was first to what it is last. */
function changesOf(events: readonly Event[]): Change[] {
  const found = new Map<string, { before: Json | undefined; after: Json }>();
  const add = (name: string, before: Json | undefined, after: Json) =>
    found.set(name, { before: found.has(name) ? found.get(name)?.before : before, after });
  for (const event of events) {
    if (event.kind === 'contextWritten')
      for (const { field, before, after } of event.changes ?? []) add(`${event.context}.${field}`, before, after);
    if (event.kind === 'merged')
      for (const { context, field, before, after } of event.changes ?? []) add(`${context}.${field}`, before, after);
  }
  return [...found].map(([name, { before, after }]) => ({
    name,
    before: shortValue(before),
    after: shortValue(after),
  }));
}

/** The paths that failed before a join and came from the same fork as those that it took in. */
export function failedBefore(events: readonly Event[], join: Extract<Event, { kind: 'joinFired' }>): string[] {
  const failed: string[] = [];
  const forks = new Map<string, string>();
  for (const event of events) {
    if (event.seq >= join.seq) break;
    if (event.kind === 'pathFailed') failed.push(event.path);
    if (event.kind === 'spawned') for (const { path } of event.children) forks.set(path, `${event.path} ${event.tick}`);
  }
  const own = new Set(join.paths.map((path) => forks.get(path)));
  return failed.filter((path) => own.has(forks.get(path)));
}

/** A row as text: for searches, tables and who hears it. */
export const rowText = ({ parts, end, reason, changes, tag }: StepRow) =>
  [
    [plain([...parts, ...end]), plain(reason)].filter((part) => part !== '').join(' '),
    ...changes.map(({ name, before, after }) => `${name} ${before} → ${after}`),
    tag?.text ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
