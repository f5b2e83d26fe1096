// The run up to the current position as members of a link. The core's list of actions is replayed on a copy of the
// run, and each automatic reply is compared with the one that the current settings would give. Only replies that
// differ are stored, with all other replies of their node. So any run can be shared, even a saved one whose settings
// are unknown.

import { CODE, answerEntry } from '../protocol/action-codes.ts';
import { edgeKey } from '../protocol/edge-keys.ts';
import { stepOf } from '../protocol/positions.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { RunSession } from './run-session.ts';
import { ENTRY } from '../protocol/sources.ts';
import { EditedText, hostFactsReader } from './text.ts';
import { comparePaths } from './uses.ts';
import type { Pacer } from './pacer.ts';
import type {
  AgentReply,
  AgentRequest,
  AgentSettings,
  GivenAnswer,
  InfoRequest,
  Json,
  LinkRun,
  Refusal,
  StoredAnswer,
  StoredReply,
} from '../protocol/types.ts';
import type { Result, Run } from '../../pkg/tracklight.js';

/** An action as the core saves it. Each kind has some of the arguments. */
interface SavedAction {
  kind: string;
  auto?: boolean;
  idle?: boolean;
  /** Absent for an event that was sent to all. */
  path: string;
  edge: string;
  id: string;
  source: string;
  request: string;
  reply: AgentReply;
  answer: GivenAnswer;
  answers: Record<string, GivenAnswer>;
  name: string;
  data?: Json;
  ms: number;
  target: string;
  value?: Json;
  mode?: 'take' | 'skip' | null;
  elapsedMs: number;
}
interface SavedBranch {
  id: string;
  name: string;
  from: { branch: string; step: number } | null;
  actions: SavedAction[];
}
interface ReplayedReply {
  node: string;
  entry: StoredReply | StoredAnswer;
  isComputed: boolean;
  actionIndex: number | null;
}

export async function linkRun(
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>,
  session: RunSession,
  pacer: Pacer,
  isOvertaken: () => boolean,
): Promise<{ ok: true; run: LinkRun } | { ok: false; error: Refusal } | null> {
  const saved = JSON.parse(session.run.save());
  const { branch, step, tick, action } = session.run.view();
  const entries = session.entries();
  const end = stepOf(entries, { tick, action }) ?? step;
  const actions = actionsOf(saved.timeline.branches, branch);
  const first = entries.findIndex((entry) => entry.step > 0);
  if (entries.at(0)?.step !== 0 || actions.length < entries.length - 1)
    return refused('the first steps of this run were dropped to save memory');
  const count = first < 0 ? 0 : entries.filter((entry) => entry.step > 0 && entry.step <= end).length;
  const text = new EditedText(core, { source: saved.source, files: saved.files ?? {}, entry: saved.entry ?? ENTRY });
  const input = saved.options?.input;
  const n = nameIn(saved.timeline.branches, branch);
  // An agent outside of the core does not go into the link. After the stored replies the other agents answer.
  const { m, ...own } = session.settings;
  const settings = m === 'custom' || m === 'remote' ? own : session.settings;
  const copy = new RunSession(text.start(input), text.sources, hostFactsReader(core, text), settings, pacer);
  text.free();
  try {
    const replay = new LinkReplay(copy);
    replay.beginAutomatic();
    for (let i = 0; i <= count; i += 1) {
      const isAuto = i < count && (actions[i].auto === true || actions[i].kind === 'noRecording');
      if (!isAuto) replay.endAutomatic();
      if (i === count) break;
      const refusal = replay.play(actions[i]);
      if (refusal !== null) return refused(refusal);
      if (!isAuto) replay.beginAutomatic();
      await pacer.yieldIfNeeded();
      if (isOvertaken()) return null;
    }
    return {
      ok: true,
      run: {
        s: saved.source,
        ...(input === undefined ? {} : { i: input }),
        ...replay.members(settings),
        k: tick,
        ...(n === undefined ? {} : { n }),
      },
    };
  } finally {
    copy.free();
  }
}

function refused(message: string): { ok: false; error: Refusal } {
  return { ok: false, error: { code: 'link-run', message } };
}

/** The name of a branch, unless it is the one that the branch of a new run has. */
function nameIn(branches: SavedBranch[], id: string) {
  const name = branches.find((branch) => branch.id === id)?.name;
  return name === 'main' ? undefined : name;
}

/** The actions of a branch from the start of the run. */
function actionsOf(branches: SavedBranch[], id: string): SavedAction[] {
  const parts: SavedAction[][] = [];
  let to = Infinity;
  for (let branch = branches.find((branch) => branch.id === id); branch !== undefined; ) {
    const { from, actions } = branch;
    const before = from?.step ?? 0;
    parts.unshift(actions.slice(0, Math.max(0, to - before)));
    to = Math.min(to, before);
    branch = from === null ? undefined : branches.find((branch) => branch.id === from.branch);
  }
  return parts.flat();
}

/** Events with which requests begin. */
const REQUEST_EVENTS = new Set(['agentRequested', 'requestOpened']);

/** Replays actions on the copy and collects the members of the link. */
class LinkReplay {
  #copy: RunSession;
  #tick = 0;
  #linkActions: LinkRun['t'] = [];
  #replies: ReplayedReply[] = [];
  /** Nodes whose replies are stored. */
  #storedNodes: Set<string> = new Set();
  /** Requests that were open before the last action of the host. */
  #openBeforeAction: Set<string> = new Set();
  /** Requests that were open after the last action of the host. */
  #openAfterAction: Set<string> = new Set();
  /** The path of the last automatic reply since then. */
  #lastAnsweredPath: string | null = null;
  /** Whether the link names the following automatic replies one by one, because they are not in path order. */
  #isOutOfOrder = false;
  #mayHaveRequests = true;
  /** The open requests; null when they have to be read again. */
  #pending: Map<string, AgentRequest | InfoRequest> | null = null;

  constructor(copy: RunSession) {
    this.#copy = copy;
  }

  /** @returns why links cannot store the action, or null */
  play(action: SavedAction): string | null {
    if (action.kind === 'noRecording') return this.#perform((run) => run.noRecording(action.request));
    if (action.auto === true && action.kind === 'answer') return this.#answer(action);
    if (action.auto === true && action.kind === 'reply') return this.#reply(action);
    if (action.kind === 'reply') return this.#replyByHand(action);
    if (action.kind === 'step') {
      if (action.idle === true) this.#linkActions.push([this.#tick + 1, CODE.idleStep]);
      return this.#perform((run) => run.step({ idle: action.idle === true }));
    }
    const [kind, act, ...rest] = this.#linkEntry(action);
    if (kind === null) return `links cannot store actions of kind \`${action.kind}\``;
    this.#linkActions.push([this.#tick, kind, ...rest]);
    return this.#perform(act);
  }

  /** The kind of an action in links, its call of the core, and its arguments in links. */
  #linkEntry(action: SavedAction): [string | null, (run: Run) => Result, ...Json[]] {
    const { path, edge, id, source } = action;
    const key = () => edgeKey(this.#copy.run.view().edges, edge) ?? edge;
    switch (action.kind) {
      case 'stepPath':
        return [CODE.stepPath, (run) => run.stepPath(path), path];
      case 'answer': {
        const { answer, request } = action;
        const [code, ...rest] = answerEntry(request, answer);
        return [code, (run) => run.answer(request, answer), ...rest];
      }
      case 'answers':
        return [CODE.answers, (run) => run.answers(action.answers), action.answers];
      case 'send': {
        const { name, data = null } = action;
        const to = path === undefined ? {} : { path };
        return [CODE.send, (run) => run.send(name, data, to), name, data, path ?? null];
      }
      case 'elapse':
        return [CODE.elapse, (run) => run.elapse(action.ms), action.ms];
      case 'setContext': {
        const { target, value = null } = action;
        return [CODE.setContext, (run) => run.setContext(path, target, value), path, target, value];
      }
      case 'choose':
        return [CODE.choose, (run) => run.choose(path, edge), path, key()];
      case 'force': {
        const { mode = null } = action;
        return [CODE.force, (run) => run.force(path, edge, mode), path, key(), mode];
      }
      case 'cancel':
        return [CODE.cancel, (run) => run.cancel(path), path];
      case 'reportTime':
        return [CODE.reportTime, (run) => run.reportTime(action.elapsedMs), action.elapsedMs];
      case 'proposeEdit':
        return [CODE.propose, (run) => run.proposeEdit(source), source];
      case 'applyEdit':
        return [CODE.decide, (run) => run.applyEdit(id), id, true];
      case 'rejectEdit':
        return [CODE.decide, (run) => run.rejectEdit(id), id, false];
      default:
        return [null, (run) => run.step()];
    }
  }

  /** @param path that of an automatic reply */
  #perform(act: (run: Run) => Result, path?: string) {
    const done = this.#copy.perform({ kind: '' }, act);
    if (!done.ok) return `the run could not be replayed: ${done.error.message}`;
    this.#tick = done.tick;
    this.#mayHaveRequests ||= done.events.some((event) => REQUEST_EVENTS.has(event.kind));
    // A reply only opens new requests on its own path, with new ids.
    if (path === undefined || done.events.some((event) => !('path' in event) || event.path !== path))
      this.#pending = null;
    return null;
  }

  #replyByHand({ request, reply }: SavedAction) {
    const asked = this.#request(request);
    if (asked === undefined || !('tools' in asked)) return 'a reply has no agent call';
    this.#recordReply(asked, reply, false, true);
    return this.#perform((run) => run.reply(request, reply));
  }

  #reply({ request, reply }: SavedAction) {
    const asked = this.#request(request);
    if (asked === undefined || !('tools' in asked)) return 'a reply has no agent call';
    const decision = this.#copy.decideReply(asked);
    this.#recordReply(
      asked,
      reply,
      decision.reply !== null && isSameReply(decision.reply, reply),
      this.#isOutOfTurn(asked),
    );
    return this.#perform((run) => run.reply(request, reply, { auto: true }), asked.path);
  }

  /** An answer to a form, or one that is out of turn, goes into the link as an answer of the host. */
  #answer({ request, answer }: SavedAction) {
    const info = this.#request(request);
    if (info === undefined || 'tools' in info) return 'an answer has no question';
    if (this.#isOutOfTurn(info) || info.form !== null)
      this.#linkActions.push([this.#tick, ...answerEntry(request, answer)]);
    else {
      const decision = this.#copy.decideInfoAnswer(info);
      const computed = decision !== null && isSameReply(decision.answer, answer);
      this.#replies.push({
        node: info.node,
        entry: [info.path, request, answer],
        isComputed: computed,
        actionIndex: null,
      });
    }
    return this.#perform((run) => run.answer(request, answer, { auto: true }), info.path);
  }

  #readRequests(): Map<string, AgentRequest | InfoRequest> {
    if (!this.#mayHaveRequests) return new Map();
    const { agents, requests } = this.#copy.readPending();
    this.#mayHaveRequests = agents.length + requests.length > 0;
    return new Map([...requests, ...agents].map((request) => [request.id, request]));
  }

  #request(id: string) {
    if (!this.#pending?.has(id)) this.#pending = this.#readRequests();
    return this.#pending.get(id);
  }

  /** Whether a reply is not in path order, as after a change of settings. */
  #isOutOfTurn({ id, path }: AgentRequest | InfoRequest) {
    const passed =
      this.#openAfterAction.has(id) &&
      this.#lastAnsweredPath !== null &&
      comparePaths(path, this.#lastAnsweredPath) < 0;
    this.#isOutOfOrder ||= this.#openBeforeAction.has(id) || passed;
    this.#lastAnsweredPath = path;
    return this.#isOutOfOrder;
  }

  #recordReply({ path, node, digest }: AgentRequest, reply: AgentReply, isComputed: boolean, isNamed: boolean) {
    if (isNamed || !isComputed) this.#storedNodes.add(node);
    this.#replies.push({
      node,
      entry: [path, node, digest, reply],
      isComputed,
      actionIndex: isNamed ? this.#linkActions.length : null,
    });
    if (isNamed) this.#linkActions.push([this.#tick, CODE.reply, 0]);
  }

  /** Called after an action of the host: automatic replies may follow. */
  beginAutomatic() {
    this.#pending = this.#readRequests();
    this.#openAfterAction = new Set(this.#pending.keys());
    this.#lastAnsweredPath = null;
    this.#isOutOfOrder = false;
  }

  /**
   * Called after the last automatic reply. Requests that are still open must stay open when the link is opened, even if
   * the present settings would answer them. So the replies of their nodes are stored.
   */
  endAutomatic() {
    this.#pending = this.#readRequests();
    this.#openBeforeAction = new Set(this.#pending.keys());
    for (const asked of this.#pending.values()) {
      if (this.#storedNodes.has(asked.node)) continue;
      const given = 'tools' in asked ? this.#copy.decideReply(asked).reply : this.#copy.decideInfoAnswer(asked);
      if (given !== null) this.#storedNodes.add(asked.node);
    }
  }

  members({ m, n }: AgentSettings): Pick<LinkRun, 'r' | 't'> {
    const l: ReplayedReply['entry'][] = [];
    const replied = new Set();
    for (const { node, entry, isComputed, actionIndex } of this.#replies) {
      if (isComputed && !this.#storedNodes.has(node)) continue;
      if (actionIndex !== null) this.#linkActions[actionIndex][2] = l.length;
      if (entry.length === 4) replied.add(node);
      l.push(entry);
    }
    // A node without any stored reply waits because its mode is manual.
    const waiting = [...this.#storedNodes].filter((node) => !replied.has(node)).map((node) => [node, 'manual']);
    const nodes = { ...n, ...Object.fromEntries(waiting) };
    const mode = m === 'auto' || m === 'manual' ? { m } : {};
    return {
      r: { ...mode, ...(Object.keys(nodes).length > 0 ? { n: nodes } : {}), ...(l.length > 0 ? { l } : {}) },
      t: this.#linkActions,
    };
  }
}

/** Compares two replies or answers, one of them as the core writes it: without defaults, in its own order. */
export function isSameReply(a: unknown, b: unknown): boolean {
  return isDeepEqual(withoutDefaults(a), withoutDefaults(b));
}

function withoutDefaults(reply: unknown) {
  if (!isRecord(reply)) return reply;
  const { turns, final, error } = reply;
  if (!Array.isArray(turns))
    return isRecord(error) && error.retryable === true ? { error: { ...error, retryable: undefined } } : reply;
  const called = turns.map((turn: { calls?: unknown[] }) => ({
    ...turn,
    calls: turn.calls && turn.calls.length > 0 ? turn.calls : undefined,
  }));
  return { ...reply, turns: called, final: final === false ? false : undefined };
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b) || a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (!isDeepEqual(Reflect.get(a, key), Reflect.get(b, key))) return false;
  }
  return true;
}
