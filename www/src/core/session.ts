// A session over the core: the edited text, the run session, and the calls of the page. Runs in the worker and, in
// tests, anywhere. Actions on the run are performed one at a time; long ones yield to the message queue between slices.

import { sourcesOf } from '../protocol/record.ts';
import { MAX_LIVE_PATHS, withLoweredLimits } from './ceilings.ts';
import { matchingInputs } from './context.ts';
import { linkRun } from './link-run.ts';
import { RUN_ACTIONS, TIMELINE_ACTIONS } from './run-actions.ts';
import { RUN_QUERIES, highlight, inspect, savedFromJournal, sketch } from './run-queries.ts';
import { RunSession } from './run-session.ts';
import { Pacer, type Clock } from './pacer.ts';
import { RunTimer, reportProgress, runLoop } from './run-loop.ts';
import { NO_RUN, misuse, refused } from './refusals.ts';
import { ENTRY, sameSources } from '../protocol/sources.ts';
import { DRAWING_CALLS } from './drawing-calls.ts';
import { FILE_QUERIES, EditedText, hostFactsReader } from './text.ts';
import { goToPlace, replayRun, type CursorPlace } from './restore.ts';
import type { Questions } from './questions.ts';
import type { Run } from '../../pkg/tracklight.js';
import type { CallName, Calls, CallHandlers } from '../protocol/messages.ts';
import type {
  AgentSettings,
  Answer,
  Hit,
  Inputs,
  Json,
  LayerEdit,
  LayerResult,
  SnapshotRequest,
  Refusal,
  Restored,
  RunStop,
  SessionRecord,
  Snapshot,
  Sources,
  RunBounds,
} from '../protocol/types.ts';

type Core = typeof import('../../pkg/tracklight.js');
/** null is a bare sign of life. */
type Report = (snapshot: Snapshot | null) => void;

const NOT_PLAYED = { played: 0, stopped: false, skipped: [] as number[], leftOut: 0 };
/** What the page knows of a branch that it has not seen. */
const UNKNOWN_HISTORY = { knownEntries: 0, since: 0 };
/** These stop a run that is going on; other actions are performed between two of its ticks. */
const STOPS_RUN: readonly CallName[] = [
  'start',
  'step',
  'stepPath',
  'back',
  'goTo',
  'run',
  'restore',
  'fork',
  'toCheckpoint',
  'resume',
  'playRecording',
];
/** More than any recording has: it ends by itself, or where it does not fit. */
const MAX_RECORDING_TICKS = 10_000;

export class Session {
  #core: Pick<Core, 'Machine' | 'version' | 'languageReference'>;
  #clock: Clock;
  #questions: Questions;
  #pacer: Pacer;
  #linkGeneration = 0;
  #text: EditedText | null = null;
  /** The texts of the last `edit`. */
  #analysedSources: Sources | null = null;
  #runSession: RunSession | null = null;
  /** Ends when the last action in the queue does. */
  #lastAction: Promise<unknown> = Promise.resolve();
  /** The run or replay that is going on. */
  #longAction: Promise<unknown> | null = null;

  /** These change no run and are answered at once, between two slices of an action. */
  #queries: CallHandlers<Report> = {
    version: () => this.#core.version(),
    languageReference: () => this.#core.languageReference(),
    edit: (_, [sources]) => {
      this.#analysedSources = sources;
      const analysis = this.#setSources(sources).analyse();
      return { ...analysis, ofRun: this.#adoptTextIntoRun(analysis.errors) };
    },
    tokens: (_, [sources, file, within]) => this.#setSources(sources).tokens(file, within),
    draw: (_, [request]) => this.#editedText().draw(request),
    snapshot: (_, [request]) => this.#answer(null, request),
    link: (report) => (this.#runSession === null ? null : this.#link(this.#runSession, report)),
    inspect: (_, [sources]) => inspect(this.#core, sources),
    highlight: (_, [source]) => highlight(this.#core, source),
    sketch: (_, [sources, most]) => sketch(this.#core, sources, most),
    savedFromJournal: (_, [entries, force]) => savedFromJournal(this.#core, entries, force),
  };
  /** These go on until something stops them. */
  #longCalls: CallHandlers<Report> = {
    run: (report, [options, request]) => this.#run(options, request, report),
    restore: (report, [record, place, request]) => this.#restore(record, place, request, report),
  };
  /** These begin a new run, or change something that is no step. */
  #lifecycleCalls: { [K in CallName]?: (args: Calls[K]['args']) => Promise<Calls[K]['answer']> } = {
    start: async ([settings, request, input]) => {
      const refusal = await this.#withAnalysedText((text) =>
        this.#try(async () => this.#open(text, settings, matchingInputs(text.machine, input))),
      );
      return this.#answer(refusal, request);
    },
    resume: async ([saved, force, request]) =>
      this.#answer(await this.#try(async () => this.#resume(saved, force)), request),
    playRecording: ([recording, force, request]) =>
      this.#withAnalysedText((text) => this.#playRecording(text, recording, force, request)),
    graphEdit: ([edit, request]) => this.#applyGraphEdit(edit, request),
  };

  /** @param questions further calls about the run, which only the page's panels make */
  constructor(core: Pick<Core, 'Machine' | 'version' | 'languageReference'>, clock: Clock, questions: Questions = {}) {
    this.#core = core;
    this.#clock = clock;
    this.#questions = questions;
    this.#pacer = new Pacer(clock);
  }

  /** Answers a call of the page. @param report hears of the progress, and null as a bare sign of life */
  async call<K extends CallName>(name: K, args: Calls[K]['args'], report: Report): Promise<Calls[K]['answer']> {
    const query = this.#queries[name];
    if (query !== undefined) return query(report, args);
    const fileQuery = FILE_QUERIES[name];
    if (fileQuery !== undefined) return fileQuery(this.#editedText(), args);
    const drawingCall = DRAWING_CALLS[name];
    if (drawingCall !== undefined) return drawingCall({ core: this.#core, text: this.#editedText() }, args);
    const session = this.#runSession;
    const question = this.#questions[name];
    if (question !== undefined)
      return session === null ? null : question({ core: this.#core, text: this.#text, session }, args);
    const runQuery = RUN_QUERIES[name];
    if (runQuery !== undefined) return runQuery({ core: this.#core, session }, args);
    if (STOPS_RUN.includes(name) && this.#longAction !== null) {
      this.pause();
      while (this.#longAction !== null) await this.#longAction;
    }
    const longCall = this.#longCalls[name];
    if (longCall !== undefined) return this.#performLongAction(report, async () => longCall(report, args));
    return this.#enqueue(() => {
      this.#pacer.begin(report);
      return this.#perform(name, args);
    });
  }

  /** Frees the memory of the core that this session uses. */
  free() {
    this.pause();
    this.#runSession?.free();
    this.#runSession = null;
    this.#text?.free();
    this.#text = null;
  }

  /** Stops a run after its present tick, and the wait of a script at once. */
  pause() {
    this.#pacer.pause();
  }

  #setSources(sources: Sources) {
    if (this.#text === null) this.#text = new EditedText(this.#core, sources);
    else this.#text.setSources(sources);
    return this.#text;
  }

  /**
   * The edited text becomes the run's own where both mean the same, unless it has errors: what it will mean is open
   * until they are fixed. Whether the run is of the edited text now.
   */
  #adoptTextIntoRun(errors: number) {
    const session = this.#runSession;
    if (session === null || this.#text === null) return false;
    return (
      sameSources(session.sources, this.#text.sources) || (errors === 0 && session.adoptSources(this.#text.sources))
    );
  }

  /**
   * Runs begin with the texts that were analysed: colours may have been asked for newer ones, which may have errors.
   * @param begin uses the text before it awaits anything
   */
  #withAnalysedText<T>(begin: (text: EditedText) => T): T {
    const newest = this.#editedText().sources;
    const begun = begin(this.#setSources(this.#analysedSources ?? newest));
    this.#setSources(newest);
    return begun;
  }

  #editedText() {
    return this.#text ?? this.#setSources({ source: '', files: {}, entry: ENTRY });
  }

  /** Performs an action when those before it are done. */
  #enqueue<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#lastAction.then(action);
    this.#lastAction = done.catch(() => {});
    return done;
  }

  /** Long actions are not in the queue: each of their ticks is, so that other actions come between two ticks. */
  async #performLongAction<T>(report: Report, action: () => Promise<T>): Promise<T> {
    const { pauseCount } = this.#pacer;
    const done = this.#lastAction.then(async () => {
      this.#pacer.beginLong(report, pauseCount);
      try {
        return await action();
      } finally {
        this.#pacer.endLong();
      }
    });
    const settled = done.then(
      () => {},
      () => {},
    );
    this.#longAction = settled;
    try {
      return await done;
    } finally {
      if (this.#longAction === settled) this.#longAction = null;
    }
  }

  async #perform<K extends CallName>(name: K, args: Calls[K]['args']): Promise<Calls[K]['answer']> {
    const lifecycleCall = this.#lifecycleCalls[name];
    if (lifecycleCall !== undefined) return lifecycleCall(args);
    const session = this.#runSession;
    if (session === null) return refused(NO_RUN, null);
    const request = (args.at(-1) ?? {}) as SnapshotRequest;
    const timelineAction = TIMELINE_ACTIONS[name];
    if (timelineAction !== undefined) {
      const moved = timelineAction(session, args);
      return this.#answer(moved.ok ? null : moved.error, request);
    }
    const action = RUN_ACTIONS[name];
    if (action === undefined)
      return this.#answer({ code: 'unknown-call', message: `there is no call \`${name}\`` }, request);
    return this.#answer(await this.#try(() => action(session, args, request.waits ?? 'skipped')), request);
  }

  async #applyGraphEdit(edit: LayerEdit, request: SnapshotRequest) {
    const session = this.#runSession;
    if (session === null) return refused(NO_RUN, null);
    let result: LayerResult = {};
    const error = await this.#try(async () => {
      const done = session.applyGraphEdit(edit);
      if (done.ok) result = done;
      return done.ok ? null : done.error;
    });
    return { ...this.#answer(error, request), ...(error === null ? { result } : {}) };
  }

  #open(text: EditedText, settings: AgentSettings, input: SessionRecord['i']): Refusal | null {
    this.#adoptRun(text.start(input), text.sources, text, settings, input);
    return null;
  }

  /** Replaces the run by a saved one. */
  #resume(saved: string, force: boolean): Refusal | null {
    const { text: lowered, livePaths } = withLoweredLimits(saved);
    if (livePaths > MAX_LIVE_PATHS)
      return {
        code: 'page-ceiling',
        message: `the saved run has ${livePaths} live paths, and this page opens at most ${MAX_LIVE_PATHS}`,
      };
    const resumed = this.#core.Machine.resume(lowered, { force });
    if (!resumed.ok) return resumed.error;
    resumed.machine.free();
    const { source, files = {}, entry = ENTRY, options = {} } = JSON.parse(lowered);
    const text = new EditedText(this.#core, { source, files, entry });
    this.#adoptRun(resumed.run, { ...text.sources, source: resumed.run.source() }, text, {}, options.input);
    text.free();
    return null;
  }

  /** @param text of the run's machine; may be freed afterwards */
  #adoptRun(run: Run, sources: Sources, text: EditedText, settings: AgentSettings, input?: Inputs) {
    const session = new RunSession(run, sources, hostFactsReader(this.#core, text), settings, this.#pacer);
    session.input = input;
    this.#runSession?.free();
    this.#runSession = session;
  }

  /** A new run of the edited text, answered from a recording. */
  async #playRecording(
    text: EditedText,
    recording: Json,
    force: boolean,
    request: SnapshotRequest,
  ): Promise<Calls['playRecording']['answer']> {
    const run = text.start(undefined);
    let played;
    try {
      played = run.replay(recording, { force, maxTicks: MAX_RECORDING_TICKS });
    } catch (error) {
      run.free();
      return refused(misuse(error), this.#runSession?.snapshot(request) ?? null);
    }
    if (!played.ok) {
      run.free();
      return refused(played.error, this.#runSession?.snapshot(request) ?? null);
    }
    // Requests without a recorded reply wait for the user. The settings of single nodes apply from the next action on.
    this.#adoptRun(run, text.sources, text, { ...this.#runSession?.settings, m: 'manual' });
    return { ...this.#answer(null, request), status: played.status };
  }

  async #run(
    options: { ticksPerSecond: number | null; maxTicks: number; stops?: RunBounds },
    request: SnapshotRequest,
    report: Report,
  ): Promise<Answer & { reason?: RunStop; hit?: Hit }> {
    const session = this.#runSession;
    if (session === null) return refused(NO_RUN, null);
    const nextRequest = { ...request };
    const timer = session.hasTimeout ? new RunTimer(session, this.#clock) : null;
    const enqueue = <T>(action: () => Promise<T>) =>
      this.#enqueue(() => {
        if (timer?.isReportDue) timer.report();
        return action();
      });
    const { reason, ticks, error, hit } = await runLoop(session, this.#pacer, enqueue, options, nextRequest, report);
    if (timer !== null && ticks > 0) await this.#enqueue(async () => timer.report());
    return { ...this.#answer(ticks === 0 ? error : null, nextRequest), reason, ...(hit ? { hit } : {}) };
  }

  async #restore(
    record: SessionRecord,
    place: CursorPlace | null,
    request: SnapshotRequest,
    report: Report,
  ): Promise<Restored> {
    const nextRequest = { ...request };
    let outcome = { ...NOT_PLAYED, partial: false };
    const error = await this.#try(() =>
      this.#enqueue(async () => {
        const replayed = await this.#replay(record, nextRequest, report);
        outcome = replayed;
        return replayed.error;
      }),
    );
    const session = this.#runSession;
    // Away from the tip the page needs the branch from its start, though its progress was reported on the way.
    if (record.b || place !== null) Object.assign(nextRequest, UNKNOWN_HISTORY);
    if (session !== null && place !== null && error?.code !== 'bad-save') goToPlace(session, place);
    if (session !== null && record.now !== undefined && !isSame(record.now, session.settings)) {
      session.changeSettings(record.now);
      // New settings answer nothing at an earlier position, and nothing that waited in a saved run.
      if (session.isAtTip && record.w === undefined && !outcome.partial && error === null)
        await this.#enqueue(() => session.settle('skipped'));
    }
    const { played, skipped, leftOut } = outcome;
    return {
      ...this.#answer(error, nextRequest),
      played,
      ...(leftOut > 0 ? { skipped, leftOut } : {}),
      ...(outcome.stopped ? { stopped: true } : {}),
      ...(outcome.partial || error !== null ? { partial: true } : {}),
    };
  }

  async #replay(record: SessionRecord, nextRequest: SnapshotRequest, report: Report) {
    if (record.w !== undefined) {
      const error = this.#resume(record.w, true);
      if (error !== null) return { ...NOT_PLAYED, error, partial: true };
    } else {
      const text = new EditedText(this.#core, sourcesOf(record));
      try {
        this.#open(text, { m: record.r.m, n: record.r.n }, record.i);
      } finally {
        text.free();
      }
    }
    const session = this.#runSession as RunSession;
    const replayed = await replayRun(session, record, async () => {
      if (this.#pacer.isProgressDue()) {
        // The page does not know yet which branch it will be at.
        if (record.b) Object.assign(nextRequest, UNKNOWN_HISTORY);
        reportProgress(session, nextRequest, report);
        this.#pacer.progressReported();
      }
      await this.#pacer.yieldIfNeeded();
      return this.#pacer.isPausing ? 'stop' : 'on';
    });
    // Edits of nodes that do not exist are left out.
    for (const edit of record.g ?? []) await this.#try(async () => (session.applyGraphEdit(edit), null));
    return replayed;
  }

  /** The run up to the cursor as members of a link. Works on a copy of the run, which may go on meanwhile. */
  async #link(session: RunSession, report: Report) {
    const pacer = new Pacer(this.#clock);
    pacer.begin(report);
    this.#linkGeneration += 1;
    const generation = this.#linkGeneration;
    return linkRun(this.#core, session, pacer, () => generation !== this.#linkGeneration);
  }

  /** Misuse of the core becomes a refusal; a broken instance throws. */
  async #try(action: () => Promise<Refusal | null>): Promise<Refusal | null> {
    try {
      return await action();
    } catch (error) {
      return misuse(error);
    }
  }

  #answer(error: Refusal | null, request: SnapshotRequest): Answer {
    const snapshot = this.#runSession?.snapshot(request) ?? null;
    if (error !== null) return refused(error, snapshot);
    return snapshot === null ? refused(NO_RUN, null) : { ok: true, snapshot };
  }
}

function isSame(a: AgentSettings, b: AgentSettings) {
  return JSON.stringify(a) === JSON.stringify(b);
}
