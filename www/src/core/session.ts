// A session over the core: the edited text, the run session, and the calls of the page. Runs in the worker and, in
// tests, anywhere. Actions on the run happen one at a time; long ones yield to the message queue between slices.

import { sourcesOf } from '../protocol/record.ts';
import { MAX_LIVE_PATHS, withLoweredLimits } from './ceilings.ts';
import { matchingInputs } from './context.ts';
import { linkRun } from './link-run.ts';
import { RUN_ACTS, TIMELINE_ACTS } from './run-acts.ts';
import { RUN_QUERIES } from './run-queries.ts';
import { RunSession } from './run-session.ts';
import { Pacer, type Clock } from './pacer.ts';
import { progress, runLoop } from './run-loop.ts';
import { RunningTime } from './running-time.ts';
import { NO_RUN, misuse, refused } from './refusals.ts';
import { highlight, inspect, sketch } from './run-files.ts';
import { ENTRY, sameSources } from '../protocol/sources.ts';
import { FILE_QUERIES, Text, hostReader } from './text.ts';
import { arrive, replayWhole, type At } from './restore.ts';
import type { Questions } from './questions.ts';
import type { CallName, Calls, Queries } from '../protocol/messages.ts';
import type {
  AgentSettings,
  Answer,
  Hit,
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
  Stops,
} from '../protocol/types.ts';

type Core = typeof import('../../pkg/tracklight.js');
/** null is a bare sign of life. */
type Report = (snapshot: Snapshot | null) => void;

const NOT_PLAYED = { played: 0, stopped: false, skipped: [] as number[], leftOut: 0 };
/** Of another branch. */
const UNKNOWN_HISTORY = { knownEntries: 0, since: 0 };
/** These end a run that is going on; other acts are done between two of its ticks. */
const ENDS_RUN: readonly CallName[] = [
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
/** A recording ends by itself or where it does not fit; ticks beyond these are too many for one. */
const RECORDED_TICKS = 10_000;

export class Session {
  #core: Pick<Core, 'Machine' | 'version' | 'languageReference'>;
  #clock: Clock;
  #questions: Questions;
  #pacer: Pacer;
  #linkGeneration = 0;
  #text: Text | null = null;
  #runSession: RunSession | null = null;
  /** The act in hand and those that wait behind it. */
  #lastAction: Promise<unknown> = Promise.resolve();
  /** The run or replay that is going on. */
  #longAction: Promise<unknown> | null = null;

  /** These change no run, and are answered at once. */
  #queries: Queries<Report> = {
    version: () => this.#core.version(),
    languageReference: () => this.#core.languageReference(),
    edit: (_, [sources]) => {
      const analysis = this.#setSources(sources).analyse();
      return { ...analysis, ofRun: this.#adoptTextIntoRun(analysis.errors) };
    },
    tokens: (_, [sources, file, within]) => this.#setSources(sources).tokens(file, within),
    draw: (_, [look]) => this.#editedText().draw(look),
    look: (_, [look]) => this.#answer(null, look),
    link: (report) => (this.#runSession === null ? null : this.#link(this.#runSession, report)),
    inspect: (_, [sources]) => inspect(this.#core, sources),
    highlight: (_, [source]) => highlight(this.#core, source),
    sketch: (_, [sources, most]) => sketch(this.#core, sources, most),
  };
  /** These go on until something ends them. */
  #longCalls: Queries<Report> = {
    run: (report, [options, look]) => this.#run(options, look, report),
    restore: (report, [record, at, look]) => this.#restore(record, at, look, report),
  };
  /** These make a new run, or change nothing that is a step. */
  #lifecycleCalls: Queries<SnapshotRequest> = {
    start: async (look, args) =>
      this.#answer(
        await this.#try(async () =>
          this.#open(
            this.#editedText(),
            args[0],
            args.length === 3 ? matchingInputs(this.#editedText().machine, args[1]) : undefined,
          ),
        ),
        look,
      ),
    resume: async (look, [saved, force]) => this.#answer(await this.#try(async () => this.#resume(saved, force)), look),
    playRecording: (look, [recording, force]) => this.#playRecording(recording, force, look),
    graphEdit: (look, [edit]) => this.#applyGraphEdit(edit, look),
  };

  /** @param questions about the run, that are answered beside those which every run needs */
  constructor(core: Pick<Core, 'Machine' | 'version' | 'languageReference'>, clock: Clock, questions: Questions = {}) {
    this.#core = core;
    this.#clock = clock;
    this.#questions = questions;
    this.#pacer = new Pacer(clock);
  }

  /** A call as it comes over the wire. */
  async call<K extends CallName>(name: K, args: Calls[K]['args'], report: Report): Promise<Calls[K]['answer']> {
    const query = this.#queries[name];
    if (query !== undefined) return query(report, args);
    const ofFile = FILE_QUERIES[name];
    if (ofFile !== undefined) return ofFile(this.#editedText(), args);
    const ofPanel = this.#questions[name];
    if (ofPanel !== undefined)
      return this.#runSession === null
        ? null
        : ofPanel({ core: this.#core, text: this.#text, live: this.#runSession }, args);
    const ofRun = RUN_QUERIES[name];
    if (ofRun !== undefined) return ofRun({ core: this.#core, live: this.#runSession }, args);
    if (ENDS_RUN.includes(name) && this.#longAction !== null) {
      this.pause();
      while (this.#longAction !== null) await this.#longAction;
    }
    const long = this.#longCalls[name];
    if (long !== undefined) return this.#performLongAction(report, async () => long(report, args));
    return this.#enqueue(() => {
      this.#pacer.begin(report);
      return this.#perform(name, args);
    });
  }

  /** Gives back what the core holds for this session. */
  free() {
    this.pause();
    this.#runSession?.free();
    this.#runSession = null;
    this.#text?.free();
    this.#text = null;
  }

  /** Ends a run after the tick in hand, and a scripted wait at once. */
  pause() {
    this.#pacer.pause();
  }

  #setSources(sources: Sources) {
    if (this.#text === null) this.#text = new Text(this.#core, sources);
    else this.#text.change(sources);
    return this.#text;
  }

  /**
   * The edited text becomes the run's own where both mean the same, unless it has errors: what it will mean is open
   * until they are fixed. Whether the run is of the edited text now.
   */
  #adoptTextIntoRun(errors: number) {
    const live = this.#runSession;
    if (live === null || this.#text === null) return false;
    return sameSources(live.sources, this.#text.sources) || (errors === 0 && live.takeText(this.#text.sources));
  }

  #editedText() {
    return this.#text ?? this.#setSources({ source: '', files: {}, entry: ENTRY });
  }

  /** Acts follow one another. */
  #enqueue<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#lastAction.then(act);
    this.#lastAction = turn.catch(() => {});
    return turn;
  }

  async #performLongAction<T>(report: Report, act: () => Promise<T>): Promise<T> {
    const { pauseCount } = this.#pacer;
    const going = this.#lastAction.then(async () => {
      this.#pacer.beginLong(report, pauseCount);
      try {
        return await act();
      } finally {
        this.#pacer.endLong();
      }
    });
    const over = going.then(
      () => {},
      () => {},
    );
    this.#longAction = over;
    try {
      return await going;
    } finally {
      if (this.#longAction === over) this.#longAction = null;
    }
  }

  async #perform<K extends CallName>(name: K, args: Calls[K]['args']): Promise<Calls[K]['answer']> {
    const look = lookIn(args);
    const other = this.#lifecycleCalls[name];
    if (other !== undefined) return other(look, args);
    const live = this.#runSession;
    if (live === null) return refused(NO_RUN, null);
    const moves = TIMELINE_ACTS[name];
    if (moves !== undefined) {
      const moved = moves(live, args);
      return this.#answer(moved.ok ? null : moved.error, look);
    }
    const act = RUN_ACTS[name];
    if (act === undefined) return this.#answer({ code: 'unknown-call', message: `there is no call \`${name}\`` }, look);
    return this.#answer(await this.#try(() => act(live, args, look.waits ?? 'skipped')), look);
  }

  async #applyGraphEdit(edit: LayerEdit, look: SnapshotRequest) {
    const live = this.#runSession;
    if (live === null) return refused(NO_RUN, null);
    let result: LayerResult = {};
    const error = await this.#try(async () => {
      const done = live.applyGraphEdit(edit);
      if (done.ok) result = done;
      return done.ok ? null : done.error;
    });
    return { ...this.#answer(error, look), ...(error === null ? { result } : {}) };
  }

  #open(text: Text, settings: AgentSettings, input: SessionRecord['i']): Refusal | null {
    const live = new RunSession(text.start(input), text.sources, hostReader(this.#core, text), settings, this.#pacer);
    live.input = input;
    this.#runSession?.free();
    this.#runSession = live;
    return null;
  }

  /** A saved run takes the place of the present one. */
  #resume(saved: string, force: boolean): Refusal | null {
    const { text: given, live: paths } = withLoweredLimits(saved);
    if (paths > MAX_LIVE_PATHS)
      return {
        code: 'page-ceiling',
        message: `the saved run has ${paths} live paths, and this page opens at most ${MAX_LIVE_PATHS}`,
      };
    const back = this.#core.Machine.resume(given, { force });
    if (!back.ok) return back.error;
    back.machine.free();
    const { source, files = {}, entry = ENTRY, options = {} } = JSON.parse(given);
    const text = new Text(this.#core, { source, files, entry });
    const live = new RunSession(
      back.run,
      { ...text.sources, source: back.run.source() },
      hostReader(this.#core, text),
      {},
      this.#pacer,
    );
    text.free();
    live.input = options.input;
    this.#runSession?.free();
    this.#runSession = live;
    return null;
  }

  /** A new run of the edited text, answered from a recording. */
  async #playRecording(
    recording: Json,
    force: boolean,
    look: SnapshotRequest,
  ): Promise<Calls['playRecording']['answer']> {
    const text = this.#editedText();
    const run = text.start(undefined);
    let played;
    try {
      played = run.replay(recording, { force, maxTicks: RECORDED_TICKS });
    } catch (error) {
      run.free();
      return refused(misuse(error), this.#runSession?.snapshot(look) ?? null);
    }
    if (!played.ok) {
      run.free();
      return refused(played.error, this.#runSession?.snapshot(look) ?? null);
    }
    this.#runSession?.free();
    // What the recording does not hold is not made up: it waits for a person; what was set for nodes counts from the
    // next act on.
    this.#runSession = new RunSession(
      run,
      text.sources,
      hostReader(this.#core, text),
      { ...this.#runSession?.settings, m: 'manual' },
      this.#pacer,
    );
    return { ...this.#answer(null, look), status: played.status };
  }

  async #run(
    options: { ticksPerSecond: number | null; maxTicks: number; stops?: Stops },
    look: SnapshotRequest,
    report: Report,
  ): Promise<Answer & { reason?: RunStop; hit?: Hit }> {
    const live = this.#runSession;
    if (live === null) return refused(NO_RUN, null);
    const given = { ...look };
    const time = live.timed ? new RunningTime(live, this.#clock) : null;
    const lock = <T>(act: () => Promise<T>) =>
      this.#enqueue(() => {
        if (time?.due) time.report();
        return act();
      });
    const { reason, ticks, error, hit } = await runLoop(live, this.#pacer, lock, options, given, report);
    if (time !== null && ticks > 0) await this.#enqueue(async () => time.report());
    return { ...this.#answer(ticks === 0 ? error : null, given), reason, ...(hit ? { hit } : {}) };
  }

  async #restore(record: SessionRecord, at: At | null, look: SnapshotRequest, report: Report): Promise<Restored> {
    const given = { ...look };
    let done = { ...NOT_PLAYED, partial: false };
    const error = await this.#try(() =>
      this.#enqueue(async () => {
        const replayed = await this.#replay(record, given, report);
        done = replayed;
        return replayed.error;
      }),
    );
    const live = this.#runSession;
    // A cursor away from the tip: where the branch ends is told with it, though it was reported on the way.
    if (record.b || at !== null) Object.assign(given, UNKNOWN_HISTORY);
    if (live !== null && at !== null && error?.code !== 'bad-save') arrive(live, at);
    // An earlier position is only looked at.
    if (live !== null && record.now !== undefined && JSON.stringify(record.now) !== JSON.stringify(live.settings)) {
      live.changeSettings(record.now);
      // What waited in a saved run goes on waiting.
      if (live.atTip && record.w === undefined && !done.partial && error === null)
        await this.#enqueue(() => live.settle('skipped'));
    }
    const { played, skipped, leftOut } = done;
    return {
      ...this.#answer(error, given),
      played,
      ...(leftOut > 0 ? { skipped, leftOut } : {}),
      ...(done.stopped ? { stopped: true } : {}),
      ...(done.partial || error !== null ? { partial: true } : {}),
    };
  }

  async #replay(record: SessionRecord, given: SnapshotRequest, report: Report) {
    if (record.w !== undefined) {
      const error = this.#resume(record.w, true);
      if (error !== null) return { ...NOT_PLAYED, error, partial: true };
    } else {
      const text = new Text(this.#core, sourcesOf(record));
      try {
        this.#open(text, { m: record.r.m, n: record.r.n }, record.i);
      } finally {
        text.free();
      }
    }
    const live = this.#runSession as RunSession;
    const done = await replayWhole(live, record, async () => {
      if (this.#pacer.progressDue()) {
        // What is known is of one branch; which one it will be in the end is open.
        progress(live, record.b ? Object.assign(given, UNKNOWN_HISTORY) : given, report);
        this.#pacer.reported();
      }
      await this.#pacer.yieldIfNeeded();
      return this.#pacer.isPausing ? 'stop' : 'on';
    });
    // Edits whose nodes are not there are left out.
    for (const edit of record.g ?? []) await this.#try(async () => (live.applyGraphEdit(edit), null));
    return done;
  }

  /** The run up to the cursor as members of a link. Works beside the run, on a copy of it. */
  async #link(live: RunSession, report: Report) {
    const pacer = new Pacer(this.#clock);
    pacer.begin(report);
    this.#linkGeneration += 1;
    const turn = this.#linkGeneration;
    return linkRun(this.#core, live, pacer, () => turn !== this.#linkGeneration);
  }

  /** @param act misuse becomes a refusal; a broken instance does not */
  async #try(act: () => Promise<Refusal | null>): Promise<Refusal | null> {
    try {
      return await act();
    } catch (error) {
      return misuse(error);
    }
  }

  #answer(error: Refusal | null, look: SnapshotRequest): Answer {
    const snapshot = this.#runSession?.snapshot(look) ?? null;
    if (error !== null) return refused(error, snapshot);
    return snapshot === null ? refused(NO_RUN, null) : { ok: true, snapshot };
  }
}

/** What the page wants to see, which every act is given last. */
function lookIn(args: Calls[CallName]['args']) {
  return (args.at(-1) ?? {}) as SnapshotRequest;
}
