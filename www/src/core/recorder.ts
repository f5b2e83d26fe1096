// Records the session beside the calls: every accepted action is noted with the position it led to, so that a new
// worker can be restored and a link can be written.

import { CODE } from '../protocol/action-codes.ts';
import { edgeKey } from '../protocol/edge-keys.ts';
import { Log, beginRecord, replayed, settingsOf, type RecordedAction } from '../protocol/record.ts';
import { Supervisor, type Ask, type Say, type Watch, type WorkerLike } from './supervisor.ts';
import type {
  Act,
  AgentReply,
  AgentSettings,
  Analysis,
  Answer,
  Inputs,
  Json,
  SnapshotRequest,
  Place,
  Restored,
  SessionRecord,
  Snapshot,
  Sources,
  Stops,
} from '../protocol/types.ts';
import type { CallName, Calls } from '../protocol/messages.ts';

/** Calls that are answered with where the run is. */
type RunCallName = { [K in CallName]: Calls[K]['answer'] extends Answer ? K : never }[CallName];

export class Recorder {
  #supervisor: Supervisor;
  #log = new Log();
  /** The newest edited texts. */
  #sources: Sources | null = null;
  #settings: AgentSettings = {};
  #snapshot: Snapshot | null = null;

  constructor(spawn: () => WorkerLike, watch: Watch, say: Say) {
    this.#supervisor = new Supervisor(spawn, watch, (ask, lost) => this.#rebuild(ask, lost), say);
  }

  get supervisor() {
    return this.#supervisor;
  }

  /** The record of the branch at the cursor. */
  get record() {
    return this.#log.record;
  }

  /** The record of the whole run and its cursor. */
  get wholeRecord() {
    const at = this.#log.position;
    const record = this.#snapshot === null ? null : this.#log.whole(this.#snapshot);
    return record === null || at === null ? null : { record, at };
  }

  /** @returns null where a newer text overtook this one */
  async edit(sources: Sources): Promise<Analysis | null> {
    this.#sources = sources;
    const analysis = await this.#supervisor.ask('edit', [sources]);
    // Behind an applied edit the run has a text that it did not begin with; the record has it with the edit.
    if (analysis?.ofRun && this.#snapshot?.view.machineRev === 0) this.#log.replaceSources(sources);
    return analysis;
  }

  /**
   * A call that may act on the run or move its cursor.
   * @param deed what it is in the record; null for mere moves
   */
  async act<K extends RunCallName>(
    call: K,
    args: Calls[K]['args'],
    deed: RecordedAction | null,
  ): Promise<Calls[K]['answer']> {
    const answer = await this.#supervisor.ask(call, args);
    if (answer.ok && deed !== null) this.#log.recordAction(deed, answer.snapshot.position);
    else if (answer.snapshot !== null) this.#log.setPosition(answer.snapshot.position);
    this.#snapshot = answer.snapshot ?? this.#snapshot;
    return answer;
  }

  /** One of the acts that have no call of their own. */
  async performUnnamed(act: Act, look: SnapshotRequest) {
    const [name, ...args] = act;
    const answer = await this.act(name, [...args, look], this.recordedActionOf(act));
    if (answer.ok && act[0] === 'graphEdit') this.#log.recordGraphEdit(act[1]);
    if (answer.ok && act[0] === 'applyText') this.#recordAppliedEdit(answer.snapshot);
    return answer;
  }

  /** Behind its proposal, that an edit was applied. */
  #recordAppliedEdit({ events, position }: Snapshot) {
    const applied = events.findLast((event) => event.kind === 'machineEdited');
    if (applied) this.#log.recordAction({ kind: 'entry', entry: [CODE.decide, applied.edit, true] }, position);
  }

  async start(settings: AgentSettings, look: SnapshotRequest, input?: Inputs) {
    this.#settings = settings;
    const answer = await this.act('start', input === undefined ? [settings, look] : [settings, input, look], null);
    if (answer.ok)
      this.#log.begin(beginRecord(answer.snapshot, settings, answer.snapshot.input), answer.snapshot.position);
    return answer;
  }

  async resume(saved: string, force: boolean, look: SnapshotRequest) {
    const answer = await this.#supervisor.ask('resume', [saved, force, look]);
    if (answer.ok) this.#adoptSaved(saved, {}, answer.snapshot);
    return answer;
  }

  async playRecording(recording: Json, force: boolean, look: SnapshotRequest) {
    const answer = await this.#supervisor.ask('playRecording', [recording, force, look]);
    const saved = answer.ok ? await this.#supervisor.ask('export', ['saved']) : null;
    if (answer.ok && saved !== null) this.#adoptSaved(saved, { ...this.#settings, m: 'manual' }, answer.snapshot);
    return answer;
  }

  #adoptSaved(saved: string, settings: AgentSettings, snapshot: Snapshot) {
    this.#log.beginSaved(saved, settings, snapshot);
    this.#settings = settings;
    this.#snapshot = snapshot;
  }

  settings(settings: AgentSettings, look: SnapshotRequest) {
    this.#settings = settings;
    this.#log.set(settings);
    return this.act('settings', [settings, look], null);
  }

  async run(
    options: { ticksPerSecond: number | null; maxTicks: number; stops?: Stops },
    look: SnapshotRequest,
    progress: (snapshot: Snapshot) => void,
  ) {
    const answer = await this.#supervisor.ask('run', [options, look], (snapshot) => {
      this.#recordTick(snapshot);
      progress(snapshot);
    });
    if (answer.snapshot !== null) this.#recordTick(answer.snapshot);
    return answer;
  }

  /** @param snapshot ticks of a run are noted as far as they were heard of */
  #recordTick(snapshot: Snapshot) {
    const { position } = snapshot;
    const at = this.#log.position;
    this.#snapshot = snapshot;
    if (at !== null && (at.branch !== position.branch || at.tick !== position.tick))
      this.#log.recordAction({ kind: 'tick' }, position);
    else this.#log.setPosition(position);
  }

  async restore(
    record: SessionRecord,
    at: Place | null,
    look: SnapshotRequest,
    progress: (snapshot: Snapshot) => void,
  ) {
    const answer = await this.#supervisor.ask('restore', [record, at, look], progress);
    this.#settings = record.now ?? settingsOf(record);
    await this.#adopt(record, answer, () => this.#supervisor.ask('export', ['saved']));
    return answer;
  }

  /** @param save the run as text */
  async #adopt(record: SessionRecord, answer: Restored, save: () => Promise<string | null>) {
    if (answer.snapshot === null) return;
    this.#snapshot = answer.snapshot;
    const { position, entries } = answer.snapshot;
    if (record.b !== undefined || record.w !== undefined) {
      // Of which branch how much was replayed is in the run alone.
      const saved = answer.partial ? await save() : null;
      if (saved === null) this.#log.begin(record, position);
      else this.#log.beginSaved(saved, this.#settings, answer.snapshot);
      return;
    }
    const tip = entries.at(-1) ?? position;
    // What was not replayed is no part of the run.
    const t = record.t.slice(0, answer.played ?? 0).filter((_, index) => !answer.skipped?.includes(index));
    this.#log.begin(replayed({ ...record, k: Math.min(record.k, tip.tick), t }), position);
  }

  async #rebuild(ask: Ask, lost: CallName | null) {
    const whole = this.wholeRecord;
    const fails = () => null;
    // Don't reload a source that crashed the engine.
    if (this.#sources !== null && lost !== 'edit' && lost !== 'tokens') await ask('edit', [this.#sources]).catch(fails);
    if (whole === null) return { answer: null, run: 'none' as const, lostBranches: 0 };
    const restored = await ask('restore', [whole.record, whole.at, {}]).catch(fails);
    if (restored === null) return { answer: null, run: 'lost' as const, lostBranches: 0 };
    // What was reported on the way is not told again with the end of a long replay, and the page starts from nothing.
    const seen = await ask('look', [{}]).catch(fails);
    const answer = { ...restored, ...(seen?.snapshot ? { snapshot: seen.snapshot } : {}) };
    const before = this.#snapshot?.branches.length ?? 0;
    await this.#adopt(whole.record, answer, () => ask('export', ['saved']).catch(fails));
    this.#log.set(this.#settings);
    const run = answer.snapshot === null ? ('lost' as const) : answer.partial ? ('part' as const) : ('whole' as const);
    return { answer, run, lostBranches: Math.max(0, before - (answer.snapshot?.branches.length ?? 0)) };
  }

  recordedReply(request: string, reply: AgentReply): RecordedAction {
    const asked = this.#snapshot?.pending.agents.find((one) => one.id === request);
    return { kind: 'reply', stored: [asked?.path ?? '', asked?.node ?? '', asked?.digest ?? '', reply] };
  }

  /** @returns null for what links do not carry */
  recordedActionOf(act: Act): RecordedAction | null {
    const edges = this.#snapshot?.view.edges ?? [];
    switch (act[0]) {
      case 'stepPath':
        return { kind: 'entry', entry: [CODE.stepPath, act[1]] };
      case 'force':
        return { kind: 'entry', entry: [CODE.force, act[1], edgeKey(edges, act[2]) ?? act[2], act[3]] };
      case 'decide':
        return { kind: 'entry', entry: [CODE.decide, act[1], act[2]] };
      case 'applyText':
        return { kind: 'entry', entry: [CODE.propose, act[1]] };
      default:
        return null;
    }
  }

  recordedChoice(path: string, edge: string): RecordedAction {
    return { kind: 'entry', entry: [CODE.choose, path, edgeKey(this.#snapshot?.view.edges ?? [], edge) ?? edge] };
  }
}
