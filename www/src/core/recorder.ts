// Makes the calls of the page, and records every action that the run accepted with the position it led to.
//
// The record is on the page's side, and not in the worker where the snapshots are made: it restores the run when the
// worker is lost, and it is read synchronously when the page is left. A record in the worker would have to be posted
// with each snapshot and put together here once more.

import { CODE, answerEntry } from '../protocol/action-codes.ts';
import { edgeKey } from '../protocol/edge-keys.ts';
import { isAction, type CallName, type Calls } from '../protocol/messages.ts';
import { ActionLog, beginRecord, withUsedReplies, settingsOf, type RecordedAction } from '../protocol/record.ts';
import { Supervisor, type CallWorker, type OnProgress, type Say, type Watch, type WorkerLike } from './supervisor.ts';
import type {
  AgentSettings,
  Answer,
  RecordedEntry,
  Restored,
  SessionRecord,
  Snapshot,
  Sources,
} from '../protocol/types.ts';

const entry = (...entry: RecordedEntry): RecordedAction => ({ kind: 'entry', entry });

/** The key of an edge, which stays the same when the source is edited. Unknown ids are recorded as they are. */
const keyOf = (snapshot: Snapshot | null, edge: string) => edgeKey(snapshot?.view.edges ?? [], edge) ?? edge;

/**
 * What a call is in the record. Calls that are not listed only move the cursor, or are nothing that links store.
 * `before` is the snapshot before the call.
 */
const RECORDED_ACTIONS: {
  [K in CallName]?: (args: Calls[K]['args'], before: Snapshot | null) => RecordedAction;
} = {
  step: () => ({ kind: 'tick' }),
  idleStep: () => entry(CODE.idleStep),
  reply: ([id, reply], before) => {
    const request = before?.pending.agents.find((agentRequest) => agentRequest.id === id);
    return { kind: 'reply', stored: [request?.path ?? '', request?.node ?? '', request?.digest ?? '', reply] };
  },
  answer: ([id, answer]) => entry(...answerEntry(id, answer)),
  answers: ([answers]) => entry(CODE.answers, answers),
  send: ([name, data, path]) => entry(CODE.send, name, data, path),
  elapse: ([ms]) => entry(CODE.elapse, ms),
  choose: ([path, edge], before) => entry(CODE.choose, path, keyOf(before, edge)),
  setContext: ([path, target, value]) => entry(CODE.setContext, path, target, value),
  cancel: ([path]) => entry(CODE.cancel, path),
  stepPath: ([path]) => entry(CODE.stepPath, path),
  force: ([path, edge, mode], before) => entry(CODE.force, path, keyOf(before, edge), mode),
  decide: ([edit, apply]) => entry(CODE.decide, edit, apply),
  applyText: ([source]) => entry(CODE.propose, source),
};

/** These bring a run, and its record with it. */
const NEW_RUN_CALLS: readonly CallName[] = ['restore', 'resume', 'playRecording'];

export class Recorder {
  readonly supervisor: Supervisor;
  #log = new ActionLog();
  /** The newest edited texts. */
  #sources: Sources | null = null;
  #settings: AgentSettings = {};
  #snapshot: Snapshot | null = null;

  /** Recorded before the answer: a worker that is lost meanwhile is restored with it. */
  #onCall: { [K in CallName]?: (args: Calls[K]['args']) => void } = {
    edit: ([sources]) => {
      this.#sources = sources;
    },
    start: ([settings]) => {
      this.#settings = settings;
    },
    settings: ([settings]) => {
      this.#settings = settings;
      this.#log.setSettings(settings);
    },
  };

  /** What the answer of a call changes in the record besides the position. */
  #onAnswer: { [K in CallName]?: (answer: Calls[K]['answer'], args: Calls[K]['args']) => void | Promise<void> } = {
    edit: (analysis, [sources]) => {
      // After an applied edit the record has the text with that edit.
      if (analysis?.ofRun && this.#snapshot?.view.machineRev === 0) this.#log.replaceSources(sources);
    },
    start: (answer, [settings]) => {
      if (answer.ok)
        this.#log.begin(beginRecord(answer.snapshot, settings, answer.snapshot.input), answer.snapshot.position);
    },
    graphEdit: (answer, [edit]) => {
      if (answer.ok) this.#log.recordGraphEdit(edit);
    },
    applyText: (answer) => {
      const applied = answer.ok
        ? answer.snapshot.events.findLast((event) => event.kind === 'machineEdited')
        : undefined;
      if (answer.ok && applied)
        this.#log.recordAction(entry(CODE.decide, applied.edit, true), answer.snapshot.position);
    },
    resume: (answer, [saved]) => {
      if (answer.ok) this.#adoptSaved(saved, {}, answer.snapshot);
    },
    playRecording: async (answer) => {
      const saved = answer.ok ? await this.supervisor.call('export', ['saved']) : null;
      if (answer.ok && saved !== null) this.#adoptSaved(saved, { ...this.#settings, m: 'manual' }, answer.snapshot);
    },
    restore: async (answer, [record]) => {
      this.#settings = record.now ?? settingsOf(record);
      await this.#adoptRestored(record, answer, () => this.supervisor.call('export', ['saved']));
    },
  };

  constructor(spawn: () => WorkerLike, watch: Watch, say: Say) {
    this.supervisor = new Supervisor(spawn, watch, (call, lost) => this.#rebuild(call, lost), say);
  }

  /** The record of the branch at the cursor. */
  get branchRecord() {
    return this.#log.branchRecord;
  }

  /** The record of the whole run and its cursor. */
  get runRecord() {
    const at = this.#log.position;
    const record = this.#snapshot === null ? null : this.#log.runRecord(this.#snapshot);
    return record === null || at === null ? null : { record, at };
  }

  /** @param argsAndProgress the arguments of the call, and a function that takes its progress */
  async call<K extends CallName>(
    name: K,
    ...argsAndProgress: [...args: Calls[K]['args'], onProgress?: OnProgress]
  ): Promise<Calls[K]['answer']> {
    const last = argsAndProgress.at(-1);
    const onProgress: OnProgress = typeof last === 'function' ? last : () => {};
    const args = (typeof last === 'function' ? argsAndProgress.slice(0, -1) : argsAndProgress) as Calls[K]['args'];
    const action = RECORDED_ACTIONS[name]?.(args, this.#snapshot) ?? null;
    this.#onCall[name]?.(args);
    const answer = await this.supervisor.call(name, args, {
      onProgress:
        name === 'run'
          ? (snapshot) => {
              this.#recordHostActions(snapshot);
              this.#recordTick(snapshot);
              onProgress(snapshot);
            }
          : onProgress,
    });
    if ((isAction(name) || name === 'snapshot') && !NEW_RUN_CALLS.includes(name))
      this.#recordAnswer(name, answer as Answer, action);
    await this.#onAnswer[name]?.(answer, args);
    return answer;
  }

  #recordAnswer(name: CallName, answer: Answer, action: RecordedAction | null) {
    const { snapshot } = answer;
    if (snapshot === null) return;
    this.#recordHostActions(snapshot);
    if (name === 'run') return this.#recordTick(snapshot);
    if (answer.ok && action !== null) this.#log.recordAction(action, snapshot.position);
    else this.#log.setPosition(snapshot.position);
    this.#snapshot = snapshot;
  }

  #adoptSaved(saved: string, settings: AgentSettings, snapshot: Snapshot) {
    this.#log.beginSaved(saved, settings, snapshot);
    this.#settings = settings;
    this.#snapshot = snapshot;
  }

  #recordHostActions({ hostActions = [] }: Snapshot) {
    for (const { entry, position } of hostActions) this.#log.recordAction({ kind: 'entry', entry }, position);
  }

  /** Ticks of a run are recorded as far as the page has been told of them. */
  #recordTick(snapshot: Snapshot) {
    const { position } = snapshot;
    const at = this.#log.position;
    this.#snapshot = snapshot;
    if (at !== null && (at.branch !== position.branch || at.tick !== position.tick))
      this.#log.recordAction({ kind: 'tick' }, position);
    else this.#log.setPosition(position);
  }

  /** @param save returns the run as text */
  async #adoptRestored(record: SessionRecord, answer: Restored, save: () => Promise<string | null>) {
    if (answer.snapshot === null) return;
    this.#snapshot = answer.snapshot;
    const { position, entries } = answer.snapshot;
    if (record.b !== undefined || record.w !== undefined) {
      // Only the run knows how much of which branch was replayed.
      const saved = answer.partial ? await save() : null;
      if (saved === null) this.#log.begin(record, position);
      else this.#log.beginSaved(saved, this.#settings, answer.snapshot);
      return;
    }
    const tip = entries.at(-1) ?? position;
    // Actions that were not replayed are no part of the run.
    const t = record.t.slice(0, answer.played ?? 0).filter((_, index) => !answer.skipped?.includes(index));
    this.#log.begin(withUsedReplies({ ...record, k: Math.min(record.k, tip.tick), t }), position);
  }

  async #rebuild(call: CallWorker, lost: CallName | null) {
    const whole = this.runRecord;
    const fails = () => null;
    // Don't reload a source that crashed the engine.
    if (this.#sources !== null && lost !== 'edit' && lost !== 'tokens')
      await call('edit', [this.#sources]).catch(fails);
    if (whole === null) return { answer: null, run: 'none' as const, lostBranches: 0 };
    const restored = await call('restore', [whole.record, whole.at, {}]).catch(fails);
    if (restored === null) return { answer: null, run: 'lost' as const, lostBranches: 0 };
    // The last snapshot of a long replay lacks what its progress reports had. The page needs everything.
    const seen = await call('snapshot', [{}]).catch(fails);
    const answer = { ...restored, ...(seen?.snapshot ? { snapshot: seen.snapshot } : {}) };
    const before = this.#snapshot?.branches.length ?? 0;
    await this.#adoptRestored(whole.record, answer, () => call('export', ['saved']).catch(fails));
    this.#log.setSettings(this.#settings);
    const run = answer.snapshot === null ? ('lost' as const) : answer.partial ? ('part' as const) : ('whole' as const);
    return { answer, run, lostBranches: Math.max(0, before - (answer.snapshot?.branches.length ?? 0)) };
  }
}
