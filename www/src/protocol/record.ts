// The session record: the actions of the host as data. For one branch, it has the form of a link; for the whole run
// with all branches, drafts and restarted workers are restored from it.

import { CODE, isSessionEntry, isSettingsEntry } from './action-codes.ts';
import { ENTRY, sameSources } from './sources.ts';
import type {
  AgentSettings,
  BranchRecord,
  LayerEdit,
  Place,
  RecordedEntry,
  RecordEntry,
  SessionRecord,
  Snapshot,
  Sources,
  StoredReply,
} from './types.ts';

/** `step` is the core's step number. A position may have several steps. */
type Position = Place & { branch: string; step?: number };

/** An action: a tick, an entry of `t` without its tick, or a reply, which is stored in `r.l`. */
export type RecordedAction =
  | { kind: 'tick' }
  | { kind: 'entry'; entry: RecordedEntry }
  | { kind: 'reply'; stored: StoredReply };

/** The actions of a session record, or of a branch after its fork. */
export type ActionList = Pick<SessionRecord, 'r' | 't' | 'k' | 'v'>;

/** @param input what the run is started with */
export function beginRecord(sources: Sources, settings: AgentSettings, input?: SessionRecord['i']): SessionRecord {
  return { ...textsOf(sources), ...(input === undefined ? {} : { i: input }), r: { ...settings, l: [] }, t: [], k: 0 };
}

/** The texts as members of a record. */
export function textsOf({ source, files, entry }: Sources): Pick<SessionRecord, 's' | 'f' | 'e'> {
  return entry === ENTRY && Object.keys(files).length === 0 ? { s: source } : { s: source, f: files, e: entry };
}

/** The branches of a run, deleted ones too. The first has a name here if the user renamed it. */
export const branchesIn = ({ n, gone, b = [] }: SessionRecord) =>
  [{ n, gone }, ...b].map((branch, i) => ({ id: `b${i + 1}`, name: branch.n, gone: branch.gone === true }));

export function sourcesOf({ s, f = {}, e = ENTRY }: Pick<SessionRecord, 's' | 'f' | 'e'>): Sources {
  return { source: s, files: f, entry: e };
}

/**
 * Adds an action at the end of a record.
 * @param tick the tick after the action
 */
export function appendAction<T extends ActionList>(record: T, action: RecordedAction, tick: number): T {
  if (action.kind === 'tick') return { ...record, k: tick };
  if (action.kind === 'entry') return { ...record, t: [...record.t, [tick, ...action.entry]], k: tick };
  const l = [...record.r.l, action.stored];
  return { ...record, r: { ...record.r, l }, t: [...record.t, [tick, CODE.reply, l.length - 1]], k: tick };
}

/**
 * The record without the ticks and actions after a place. A change of settings is no action: those at the place stay.
 */
export function truncateRecord(record: SessionRecord, { tick, action }: Place): SessionRecord {
  let actions = 0;
  const t = record.t.filter((entry) => {
    const [at] = entry;
    if (at !== tick) return at < tick;
    if (!isSessionEntry(entry)) actions += 1;
    return actions <= action;
  });
  const replies = t.filter(([, kind]) => kind === CODE.reply).map(([, , index]) => Number(index) + 1);
  const l = record.r.l.slice(0, Math.max(record.r.given ?? 0, ...replies.slice(-1)));
  return withUsedReplies({ ...record, r: { ...record.r, l }, t, k: tick });
}

/** The record of a link after its replay: stored replies that no action names are used up. */
export function withUsedReplies(record: SessionRecord): SessionRecord {
  if (!hasUnnamedReplies(record) || record.t.some(([, kind]) => kind === CODE.endReplies)) return record;
  return { ...record, t: [...record.t, [record.k, CODE.endReplies]] };
}

function hasUnnamedReplies({ r, t }: SessionRecord) {
  return r.l.length > t.filter(([, kind]) => kind === CODE.reply).length;
}

/** The settings in force at the end of a record. */
export function settingsOf({ r, t }: ActionList): AgentSettings {
  const last = t.findLast(isSettingsEntry);
  return last === undefined ? settingsOnly(r) : (last[2] as AgentSettings);
}

/**
 * The record of a branch: the record up to its fork, followed by its own actions.
 * @param before the record up to the fork
 */
function joinRecords(before: SessionRecord, own: ActionList): SessionRecord {
  const base = withSettings(before, settingsOnly(own.r));
  const l = base.r.l.concat(own.r.l);
  const t: RecordEntry[] = own.t.map((entry) =>
    entry[1] === CODE.reply ? [entry[0], CODE.reply, Number(entry[2]) + base.r.l.length] : entry,
  );
  return { ...base, r: { ...base.r, l }, t: base.t.concat(t), k: own.k };
}

/** Adds an edit of the context graph. It replaces an earlier one of the same node and kind, so the list stays short. */
export function withGraphEdit(layer: LayerEdit[], edit: LayerEdit) {
  if (!('node' in edit || edit.op === 'budget') || edit.op === 'remove') return [...layer, edit];
  const key = graphEditKey(edit);
  // Saved and restored views depend on the edits before them.
  const from = layer.findLastIndex(({ op }) => op.endsWith('View')) + 1;
  return [...layer.filter((earlier, i) => i < from || graphEditKey(earlier) !== key), edit];
}

const graphEditKey = (edit: LayerEdit) => `${edit.op} ${'node' in edit ? edit.node : ''}`;

/** The recorded actions on every branch of the run, and its cursor. */
export class ActionLog {
  /** How the run started: texts and inputs. */
  #start: SessionRecord | null = null;
  /** The actions of each branch after its fork. */
  #branches: Map<string, BranchRecord> = new Map();
  #position: Position | null = null;
  /** The present settings. They are recorded with the next action. */
  #settings: AgentSettings = {};

  /** Edits of the context graph. They belong to the run, not to a branch. */
  #graphEdits: LayerEdit[] = [];

  /** The cursor. */
  get position() {
    return this.#position;
  }

  /** The number of branches that the run has had. */
  get branches() {
    return this.#branches.size;
  }

  /** The record of the branch at the cursor, up to its tip; null for a run that links cannot store. */
  get branchRecord() {
    const record = this.#position === null ? null : this.#branchRecord(this.#position.branch);
    return record === null ? null : withSettings(record, this.#settings);
  }

  recordGraphEdit(edit: LayerEdit) {
    if (this.#start !== null) this.#start = { ...this.#start, g: withGraphEdit(this.#start.g ?? [], edit) };
  }

  #branchRecord(branch: string): SessionRecord | null {
    if (this.#start === null || this.#start.w !== undefined) return null;
    const chain: BranchRecord[] = [];
    for (
      let at = this.#branches.get(branch);
      at !== undefined;
      at = at.from ? this.#branches.get(at.from.branch) : undefined
    )
      chain.push(at);
    let record: SessionRecord | null = null;
    for (const own of chain.reverse()) {
      if (record === null) record = { ...this.#start, r: own.r, t: own.t, k: own.k };
      else if (own.from) record = joinRecords(truncateRecord(record, own.from), own);
    }
    return record;
  }

  /** The record of the whole run: all branches, their names and the checkpoints. */
  runRecord({ branches, checkpoints }: Pick<Snapshot, 'branches' | 'checkpoints'>): SessionRecord | null {
    const first = this.#branches.get('b1');
    if (this.#start === null || first === undefined) return null;
    const names = new Map(branches.map(({ id, name }) => [id, name]));
    const needed = new Set(checkpoints.map(({ branch }) => branch));
    const b: BranchRecord[] = [];
    const last = Math.max(...[...this.#branches.keys()].map((id) => Number(id.slice(1))));
    // A branch only depends on branches that were made before it.
    for (let n = last; n >= 2; n -= 1) {
      const own = this.#branches.get(`b${n}`);
      const name = names.get(`b${n}`);
      if (own !== undefined && (name !== undefined || needed.has(`b${n}`))) {
        if (own.from) needed.add(own.from.branch);
        b.unshift({ ...own, ...(name === undefined ? { gone: true } : { n: name }) });
      } else b.unshift({ from: own?.from ?? null, r: { l: [] }, t: [], k: own?.from?.tick ?? 0, gone: true });
    }
    const c = checkpoints.filter(({ auto }) => !auto).map(({ name, branch, step }) => ({ name, branch, step }));
    const name = names.get('b1');
    return {
      ...this.#start,
      r: first.r,
      t: first.t,
      k: first.k,
      ...(name === undefined ? { gone: true } : name === 'main' && this.#start.w === undefined ? {} : { n: name }),
      ...(b.length > 0 ? { b } : {}),
      ...(c.length > 0 ? { c } : {}),
      now: settingsOnly(this.#settings),
    };
  }

  /** Begins the record of a new run, or of one that was restored from a record. */
  begin(record: SessionRecord, at: Position) {
    const { r, t, k, b = [], n: _, c: __, now, gone: ___, ...start } = record;
    this.#start = { ...start, r: { l: [] }, t: [], k: 0 };
    this.#branches = new Map([['b1', { from: null, r, t, k }]]);
    b.forEach(({ n: _name, gone: _gone, ...own }, i) => this.#branches.set(`b${i + 2}`, own));
    this.#position = placeOf(at);
    this.#settings = now ?? settingsOf(this.#branches.get(at.branch) ?? record);
  }

  /** Begins the record of a saved run. What happened before is in `saved`. */
  beginSaved(saved: string, settings: AgentSettings, { position, branches, source, files, entry }: Snapshot) {
    const last = Math.max(1, ...branches.map(({ id }) => Number(id.slice(1))));
    this.begin(
      {
        ...beginRecord({ source, files, entry }, settings),
        w: saved,
        ...(last > 1
          ? { b: Array.from({ length: last - 1 }, () => ({ from: null, r: { ...settings, l: [] }, t: [], k: 0 })) }
          : {}),
      },
      position,
    );
  }

  /** Records another text of the same machine. */
  replaceSources(sources: Sources) {
    if (this.#start === null || sameSources(sourcesOf(this.#start), sources)) return;
    const { f: _, e: __, w, ...start } = this.#start;
    this.#start = {
      ...start,
      ...textsOf(sources),
      ...(w === undefined ? {} : { w: JSON.stringify({ ...JSON.parse(w), ...sources }) }),
    };
  }

  setSettings(settings: AgentSettings) {
    this.#settings = settings;
  }

  /** @param after the position after the action */
  recordAction(action: RecordedAction, after: Position) {
    const before = this.#position;
    const old = before === null ? undefined : this.#branches.get(before.branch);
    this.#position = placeOf(after);
    if (before === null || old === undefined) return;
    const own = after.branch === before.branch ? withSettings(old, this.#settings) : this.#newBranch(before);
    this.#branches.set(after.branch, appendAction(own, action, after.tick));
  }

  /** Records that the cursor was moved. */
  setPosition(at: Position) {
    const before = this.#position;
    // A fork makes a branch before its first action.
    if (before !== null && this.#branches.has(before.branch) && !this.#branches.has(at.branch)) {
      this.#branches.set(at.branch, this.#newBranch({ ...placeOf(at), branch: before.branch }));
    }
    this.#position = placeOf(at);
  }

  /** A new branch. */
  #newBranch(from: Position): BranchRecord {
    return { from, r: { ...settingsOnly(this.#settings), l: [] }, t: [], k: from.tick };
  }
}

function withSettings<T extends ActionList>(record: T, settings: AgentSettings): T {
  if (JSON.stringify(settingsOnly(settingsOf(record))) === JSON.stringify(settingsOnly(settings))) return record;
  return { ...record, t: [...record.t, [record.k, CODE.settings, settings]] };
}

function settingsOnly({ m, n }: AgentSettings): AgentSettings {
  return { ...(m === undefined ? {} : { m }), ...(n === undefined ? {} : { n }) };
}

function placeOf({ tick, action, branch, step }: Position) {
  return { tick, action, branch, ...(step === undefined ? {} : { step }) };
}
