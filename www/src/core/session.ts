// A session over the core: the edited text, the run session, and the calls of the page. Runs in the worker and, in
// tests, anywhere. Actions on the run happen one at a time; long ones yield to the message queue between slices.

import { stepAway } from '../protocol/positions.ts';
import { sourcesOf } from '../protocol/record.ts';
import { MOST_LIVE, lowered } from './ceilings.ts';
import { fitting } from './context.ts';
import { linkRun } from './link-run.ts';
import { isLook, lookAt } from './run-queries.ts';
import { RunSession, type Deed } from './run-session.ts';
import { Pacer, type Clock } from './pacer.ts';
import { progress, runLoop, tick } from './run-loop.ts';
import { RunningTime } from './running-time.ts';
import { NO_RUN, misuse, refused } from './refusals.ts';
import { highlight, inspect, sketch } from './run-files.ts';
import { ENTRY, sameSources } from '../protocol/sources.ts';
import { Text, isQuestion } from './text.ts';
import { arrive, replayWhole, type At } from './restore.ts';
import type { Questions } from './questions.ts';
import type { CallName } from '../protocol/messages.ts';
import type {
  AgentSettings,
  Answer,
  Hit,
  Json,
  Look,
  Refusal,
  Restored,
  RunStop,
  SessionRecord,
  Snapshot,
  Sources,
  Stops,
  Waits,
} from '../protocol/types.ts';
import type { Result, Run } from '../../pkg/tracklight.js';

type Core = typeof import('../../pkg/tracklight.js');
/** null is a bare sign of life. */
type Report = (snapshot: Snapshot | null) => void;

const NOT_PLAYED = { played: 0, stopped: false, skipped: [] as number[], leftOut: 0 };
/** Of another branch. */
const NOTHING_KNOWN = { knownEntries: 0, since: 0 };
/** These end a run that is going on; other acts are done between two of its ticks. */
const ENDS_RUN = [
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
const MANAGING = ['fork', 'renameBranch', 'deleteBranch', 'checkpoint', 'toCheckpoint'];
/** A recording ends by itself or where it does not fit; ticks beyond these are too many for one. */
const RECORDED_TICKS = 10_000;

export class Session {
  #core: Pick<Core, 'Machine' | 'version' | 'languageReference'>;
  #clock: Clock;
  #questions: Questions;
  #pacer: Pacer;
  #linkTurn = 0;
  #text: Text | null = null;
  #live: RunSession | null = null;
  /** The act in hand and those that wait behind it. */
  #acts: Promise<unknown> = Promise.resolve();
  /** The run or replay that is going on. */
  #long: Promise<unknown> | null = null;

  /** @param questions about the run, that are answered beside those which every run needs */
  constructor(core: Pick<Core, 'Machine' | 'version' | 'languageReference'>, clock: Clock, questions: Questions = {}) {
    this.#core = core;
    this.#clock = clock;
    this.#questions = questions;
    this.#pacer = new Pacer(clock);
  }

  /** A call as it comes over the wire. */
  async call(name: CallName, args: any[], report: Report): Promise<unknown> {
    if (name === 'version') return this.#core.version();
    if (name === 'languageReference') return this.#core.languageReference();
    if (name === 'edit') {
      const analysis = this.#edit(args[0]).analyse();
      return { ...analysis, ofRun: this.#takeText(analysis.errors) };
    }
    if (name === 'tokens') return this.#edit(args[0]).tokens(args[1], args[2]);
    if (isQuestion(name)) return this.#edited().ask(name, args);
    if (name === 'draw') return this.#edited().draw(args[0]);
    if (name === 'look') return this.#answer(null, args[0]);
    if (Object.hasOwn(this.#questions, name))
      return this.#live === null
        ? null
        : this.#questions[name]({ core: this.#core, text: this.#text, live: this.#live }, args);
    if (name === 'link') return this.#live === null ? null : this.#link(report);
    if (name === 'inspect') return inspect(this.#core, args[0]);
    if (name === 'highlight') return highlight(this.#core, args[0]);
    if (name === 'sketch') return sketch(this.#core, args[0], args[1]);
    if (isLook(name)) return lookAt(this.#core, this.#live, name, args);
    if (ENDS_RUN.includes(name) && this.#long !== null) {
      this.pause();
      while (this.#long !== null) await this.#long;
    }
    if (name === 'run') return this.#longAct(report, () => this.#run(args[0], args[1], report));
    if (name === 'restore') return this.#longAct(report, () => this.#restore(args[0], args[1], args[2], report));
    return this.#lock(() => {
      this.#pacer.begin(report);
      return this.#act(name, args);
    });
  }

  /** Gives back what the core holds for this session. */
  free() {
    this.pause();
    this.#live?.free();
    this.#live = null;
    this.#text?.free();
    this.#text = null;
  }

  /** Ends a run after the tick in hand, and a scripted wait at once. */
  pause() {
    this.#pacer.pause();
  }

  #edit(sources: Sources) {
    if (this.#text === null) this.#text = new Text(this.#core, sources);
    else this.#text.change(sources);
    return this.#text;
  }

  /**
   * The edited text becomes the run's own where both mean the same, unless it has errors: what it will mean is open
   * until they are fixed. Whether the run is of the edited text now.
   */
  #takeText(errors: number) {
    const live = this.#live;
    if (live === null || this.#text === null) return false;
    return sameSources(live.sources, this.#text.sources) || (errors === 0 && live.takeText(this.#text.sources));
  }

  #edited() {
    return this.#text ?? this.#edit({ source: '', files: {}, entry: ENTRY });
  }

  /** Acts follow one another. */
  #lock<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#acts.then(act);
    this.#acts = turn.catch(() => {});
    return turn;
  }

  async #longAct<T>(report: Report, act: () => Promise<T>): Promise<T> {
    const { pauses } = this.#pacer;
    const going = this.#acts.then(async () => {
      this.#pacer.beginLong(report, pauses);
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
    this.#long = over;
    try {
      return await going;
    } finally {
      if (this.#long === over) this.#long = null;
    }
  }

  async #act(name: string, args: any[]): Promise<Answer> {
    const look: Look = args.at(-1) ?? {};
    const live = this.#live;
    if (name === 'start')
      return this.#answer(
        await this.#try(async () =>
          this.#open(this.#edited(), args[0], args.length > 2 ? fitting(this.#edited().machine, args[1]) : undefined),
        ),
        look,
      );
    if (name === 'resume') return this.#answer(await this.#try(async () => this.#resume(args[0], args[1])), look);
    if (name === 'playRecording') return this.#play(args[0], args[1], look);
    if (live === null) return refused(NO_RUN, null);
    if (name === 'graphEdit') {
      let result: any;
      const error = await this.#try(async () => (result = live.lay(args[0])).error ?? null);
      return { ...this.#answer(error, look), ...(error === null ? { result } : {}) };
    }
    if (MANAGING.includes(name)) {
      const moved = live.manage(name, args);
      return this.#answer(moved.ok ? null : moved.error, look);
    }
    return this.#answer(await this.#try(() => this.#deed(live, name, args, look.waits ?? 'skipped')), look);
  }

  async #deed(live: RunSession, name: string, [a, b, c]: any[], waits: Waits): Promise<Refusal | null> {
    const host = async (deed: Deed, action: (run: Run) => Result) => {
      const done = live.act(deed, action);
      if (done.ok) await live.settle(waits);
      return done.ok ? null : done.error;
    };
    switch (name) {
      case 'step':
        return (await tick(live, waits)).error;
      case 'reply': {
        const asked = live.asked(a);
        return host({ kind: 'reply' }, (run) => {
          const done = run.reply(a, b);
          if (done.ok && asked) live.gave(asked, b, done.step);
          return done;
        });
      }
      case 'answer':
        return host({ kind: 'answer' }, (run) => run.answer(a, b));
      case 'choose':
        return host({ kind: 'choose', path: a }, (run) => run.choose(a, b));
      case 'setContext':
        return host({ kind: 'setContext', path: a }, (run) => run.setContext(a, b, c));
      case 'stepPath':
        return host({ kind: 'stepPath', path: a }, (run) => run.stepPath(a));
      case 'force':
        return host({ kind: 'force', path: a }, (run) => run.force(a, b, c));
      case 'settle':
        return live.settleOne(a, b);
      case 'decide':
        return host({ kind: b ? 'applyEdit' : 'rejectEdit' }, (run) => (b ? run.applyEdit(a) : run.rejectEdit(a)));
      case 'cancel':
        return host({ kind: 'cancel', path: a }, (run) => run.cancel(a));
      case 'goTo':
        return goTo(live, a, b);
      case 'back': {
        const step = stepAway(live.entries(), live.step, a);
        return step === null ? null : goTo(live, step, null);
      }
      case 'settings':
        live.changeSettings(a);
        // An earlier position is only looked at; there the new settings count from the next action on.
        if (live.atTip) await live.settle(waits);
        return null;
      default:
        return { code: 'unknown-call', message: `there is no call \`${name}\`` };
    }
  }

  #open(text: Text, settings: AgentSettings, input: SessionRecord['i']): Refusal | null {
    const live = new RunSession(text.start(input), text.sources, text.forHost(), settings, this.#pacer);
    live.input = input;
    this.#live?.free();
    this.#live = live;
    return null;
  }

  /** A saved run takes the place of the present one. */
  #resume(saved: string, force: boolean): Refusal | null {
    const { text: given, live: paths } = lowered(saved);
    if (paths > MOST_LIVE)
      return {
        code: 'page-ceiling',
        message: `the saved run has ${paths} live paths, and this page opens at most ${MOST_LIVE}`,
      };
    const back = this.#core.Machine.resume(given, { force });
    if (!back.ok) return back.error;
    back.machine.free();
    const { source, files = {}, entry = ENTRY, options = {} } = JSON.parse(given);
    const text = new Text(this.#core, { source, files, entry });
    const live = new RunSession(
      back.run,
      { ...text.sources, source: back.run.source() },
      text.forHost(),
      {},
      this.#pacer,
    );
    text.free();
    live.input = options.input;
    this.#live?.free();
    this.#live = live;
    return null;
  }

  /** A new run of the edited text, answered from a recording. */
  async #play(recording: Json, force: boolean, look: Look): Promise<Answer & { status?: string }> {
    const text = this.#edited();
    const run = text.start(undefined);
    let played;
    try {
      played = run.replay(recording, { force, maxTicks: RECORDED_TICKS });
    } catch (error) {
      run.free();
      return refused(misuse(error), this.#live?.snapshot(look) ?? null);
    }
    if (!played.ok) {
      run.free();
      return refused(played.error, this.#live?.snapshot(look) ?? null);
    }
    this.#live?.free();
    // What the recording does not hold is not made up: it waits for a person; what was set for nodes counts from the
    // next act on.
    this.#live = new RunSession(
      run,
      text.sources,
      text.forHost(),
      { ...this.#live?.settings, m: 'manual' },
      this.#pacer,
    );
    return { ...this.#answer(null, look), status: played.status };
  }

  async #run(
    options: { ticksPerSecond: number | null; maxTicks: number; stops?: Stops },
    look: Look,
    report: Report,
  ): Promise<Answer & { reason?: RunStop; hit?: Hit }> {
    const live = this.#live;
    if (live === null) return refused(NO_RUN, null);
    const given = { ...look };
    const time = live.timed ? new RunningTime(live, this.#clock) : null;
    const lock = (act: () => Promise<any>) =>
      this.#lock(() => {
        if (time?.due) time.tell();
        return act();
      });
    const { reason, ticks, error, hit } = await runLoop(live, this.#pacer, lock, options, given, report);
    if (time !== null && ticks > 0) await this.#lock(async () => time.tell());
    return { ...this.#answer(ticks === 0 ? error : null, given), reason, ...(hit ? { hit } : {}) };
  }

  async #restore(record: SessionRecord, at: At | null, look: Look, report: Report): Promise<Restored> {
    const given = { ...look };
    let done = { ...NOT_PLAYED, partial: false };
    const error = await this.#try(() =>
      this.#lock(async () => {
        const replayed = await this.#replay(record, given, report);
        done = replayed;
        return replayed.error;
      }),
    );
    const live = this.#live;
    // A cursor away from the tip: where the branch ends is told with it, though it was reported on the way.
    if (record.b || at !== null) Object.assign(given, NOTHING_KNOWN);
    if (live !== null && at !== null && error?.code !== 'bad-save') arrive(live, at);
    // An earlier position is only looked at.
    if (live !== null && record.now !== undefined && JSON.stringify(record.now) !== JSON.stringify(live.settings)) {
      live.changeSettings(record.now);
      // What waited in a saved run goes on waiting.
      if (live.atTip && record.w === undefined && !done.partial && error === null)
        await this.#lock(() => live.settle('skipped'));
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

  async #replay(record: SessionRecord, given: Look, report: Report) {
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
    const live = this.#live as RunSession;
    const done = await replayWhole(live, record, async () => {
      if (this.#pacer.progressDue) {
        // What is known is of one branch; which one it will be in the end is open.
        progress(live, record.b ? Object.assign(given, NOTHING_KNOWN) : given, report);
        this.#pacer.reported();
      }
      await this.#pacer.breathe();
      return this.#pacer.pausing ? 'stop' : 'on';
    });
    // Edits whose nodes are not there are left out.
    for (const edit of record.g ?? []) await this.#try(async () => (live.lay(edit), null));
    return done;
  }

  /** The run up to the cursor as members of a link. Works beside the run, on a copy of it. */
  async #link(report: Report) {
    const pacer = new Pacer(this.#clock);
    pacer.begin(report);
    this.#linkTurn += 1;
    const turn = this.#linkTurn;
    return linkRun(this.#core, this.#live as RunSession, pacer, () => turn !== this.#linkTurn);
  }

  /** @param act misuse becomes a refusal; a broken instance does not */
  async #try(act: () => Promise<Refusal | null>): Promise<Refusal | null> {
    try {
      return await act();
    } catch (error) {
      return misuse(error);
    }
  }

  #answer(error: Refusal | null, look: Look): Answer {
    const snapshot = this.#live?.snapshot(look) ?? null;
    if (error !== null) return refused(error, snapshot);
    return snapshot === null ? refused(NO_RUN, null) : { ok: true, snapshot };
  }
}

function goTo(live: RunSession, step: number, branch: string | null): Refusal | null {
  const moved = live.goTo(step, branch);
  return moved.ok ? null : moved.error;
}
