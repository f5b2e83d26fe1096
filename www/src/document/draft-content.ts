// What is saved of the open document, as pure functions of the state.

import { restoreRunHistory, truncateRunHistory } from '../run/history.ts';
import { beginRecord, sourcesOf, textsOf } from '../protocol/record.ts';
import { sameSources } from '../protocol/sources.ts';
import type { SessionRecord, Sources } from '../protocol/types.ts';
import type { Draft, ExampleRun, RunCursor, UnsentInput } from '../storage/drafts.ts';
import type { OpenedDocument } from '../store/opened.ts';
import type { Document, State } from '../store/state.ts';

/** A run with the position of its cursor. */
export interface RunRecord {
  record: SessionRecord;
  at: RunCursor | null;
}

/** The parts of the state that have what the user wrote and did not send, and what is shown of the run. */
type InputState = Pick<State, 'answers' | 'drafts' | 'path' | 'allPaths' | 'compare'>;
type SavedState = InputState & Pick<State, 'run' | 'breakpoints'>;

/** Larger documents are not saved automatically. */
export const MAX_SAVED_CHARACTERS = 2 ** 20;

/** Whether the document is saved as a draft. */
export function isAutosaved({ edited, draft, locked, ready }: Document) {
  return !locked && (edited || (draft !== null && ready === true));
}

/** Whether the document is an example that nobody edited: only its run is saved, under its name. */
export function isUneditedExample(document: Document): document is Document & { slug: string } {
  const { slug, edited, draft, locked, ready } = document;
  return slug !== null && !edited && draft === null && !locked && ready === true;
}

export function isTooLarge({ source, files }: Sources) {
  return Object.values(files).reduce((sum, text) => sum + text.length, source.length) > MAX_SAVED_CHARACTERS;
}

/** Differs whenever there is something else to save than the texts. */
export function saveTriggerOf(state: SavedState): string {
  const { analysis, snapshot, runs, runNumber } = state.run;
  // The core may find out the title of a text after that was saved.
  const title = JSON.stringify(analysis?.title ?? '');
  if (!snapshot) return title;
  const { position, branches, checkpoints, graphRevision: layer, input = null } = snapshot;
  return (
    `${title} ${JSON.stringify([state.breakpoints, unsentInputOf(state)])} ${position.branch} ${position.step} ` +
    `${branches.length} ${checkpoints.length} ${layer} ${JSON.stringify(input)} ` +
    `${runNumber} ${runs.map(({ number }) => number)}`
  );
}

/**
 * The draft of a document, and a key that is equal for drafts of equal content.
 * @param saved the same draft as this tab last read or wrote it
 * @param run null until the document's run stands
 */
export function buildDraft({
  id,
  document,
  state,
  run,
  saved,
  now,
}: {
  id: string;
  document: Document;
  state: SavedState;
  run: RunRecord | null;
  saved: Draft | null;
  now: number;
}): { draft: Draft; contentKey: string } {
  const current = run && hasActions(run.record) ? run : null;
  // Until its run stands again, what was saved of it stays.
  const savedStays = !run || document.standInRun === state.run.runNumber;
  const latest = current ?? (savedStays ? { record: saved?.run, at: saved?.at } : null);
  const record = latest?.record ?? null;
  const at = record && (latest?.at ?? null);
  const { breakpoints, typed, list } = document.ready
    ? { breakpoints: state.breakpoints, typed: unsentInputOf(state), list: runHistoryOf(state) }
    : { breakpoints: saved?.stops ?? [], typed: saved?.typed ?? unsentInputOf(state), list: saved?.list };
  const title = state.run.analysis?.title ?? '';
  const texts = textsOf(document);
  const contentKey = JSON.stringify([title, texts, record, at, breakpoints, typed, list]);
  const draft: Draft = {
    id,
    title,
    document: texts,
    run: record,
    at,
    stops: breakpoints,
    typed,
    ...(list ? { list } : {}),
    created: saved?.created ?? now,
    changed: saved && sameSources(sourcesOf(saved.document), document) ? saved.changed : now,
    origin: document.slug,
    size: contentKey.length,
  };
  return { draft, contentKey };
}

/** The run of an unedited example, or null where nothing is worth saving; `contentKey` is equal for equal runs. */
export function buildExampleRun(
  source: string,
  state: SavedState,
  run: RunRecord | null,
): { content: ExampleRun | null; contentKey: string } {
  const typed = unsentInputOf(state);
  const record = run && hasActions(run.record) ? run.record : null;
  const list = runHistoryOf(state);
  const isWorthSaving =
    record !== null ||
    list !== undefined ||
    state.breakpoints.length > 0 ||
    Object.keys({ ...typed.answers, ...typed.drafts }).length > 0;
  if (!isWorthSaving) return { content: null, contentKey: '' };
  const at = record && run ? run.at : null;
  const content = { source, run: record, at, stops: state.breakpoints, typed, ...(list ? { list } : {}) };
  return { content, contentKey: JSON.stringify(content) };
}

/** A draft with its run where drafts of today have it. */
export function withCurrentRunFormat(draft: Draft): Draft {
  if (draft.run !== undefined) return draft;
  const { document } = draft;
  const { t = [], k = 0 } = document;
  const run = k > 0 || t.length > 0 ? { ...beginRecord(sourcesOf(document), {}), ...document } : null;
  return { ...draft, run };
}

export function openedDocumentOf(draft: Draft, isLocked: boolean): OpenedDocument {
  const { id, document, run, at, stops = [], typed, list, origin } = withCurrentRunFormat(draft);
  return {
    sources: sourcesOf(document),
    slug: origin,
    record: run ?? null,
    cursor: at,
    breakpoints: stops,
    unsentInput: typed,
    runHistory: restoreRunHistory(list),
    draft: id,
    isLocked,
  };
}

/** What the user wrote and did not send, without its errors, and what is shown of the run. */
function unsentInputOf({ answers, drafts, path, allPaths, compare }: InputState): UnsentInput {
  const writtenAnswers = Object.entries(answers).filter(([, { text, fields }]) => text !== '' || fields !== undefined);
  return {
    answers: Object.fromEntries(
      writtenAnswers.map(([id, { text, fields }]) => [id, { text, error: '', ...(fields ? { fields } : {}) }]),
    ),
    drafts: Object.fromEntries(Object.entries(drafts).map(([id, draft]) => [id, { ...draft, error: '' }])),
    ...(path ? { path } : {}),
    ...(typeof allPaths === 'boolean' ? { allPaths } : {}),
    ...(compare ? { compare: { run: compare.run, from: compare.from, at: compare.at, label: compare.label } } : {}),
  };
}

/** The earlier runs, as many as are saved; undefined before there is one. */
function runHistoryOf({ run }: Pick<State, 'run'>): Draft['list'] {
  return run.runs.length > 0 ? truncateRunHistory(run) : undefined;
}

/** Whether anything was done in a run, or set for one. */
function hasActions({ t, k, b = [], c = [], w, i, g, now }: SessionRecord) {
  return (
    k > 0 || t.length > 0 || b.length > 0 || c.length > 0 || [w, i, g, now?.n].some((member) => member !== undefined)
  );
}
