// Machines as virtual objects of Restate: `tracklight/restate`. The key of an object names its run. Its journal is its
// state, so a run survives crashes and waits without a process. Agents work in a service beside it, whose calls
// are sent one-way and reply by a message: while a handler of the object waits, no other handler can run.

import * as restate from '@restatedev/restate-sdk';
import { isBadArgument } from './actions.ts';
import { Cancellation, agentFor, replyOf } from './agent-call.ts';
import { RunnerError } from './error.ts';
import { checked, loadCore, policyOf, startErrors } from './machine.ts';
import { StoredRun, type Refusal, type RunMemo } from './stored-run.ts';
import { strings } from './strings.ts';
import type {
  AgentReply,
  AgentRequest,
  Answer,
  AwaitedEvent,
  InfoRequest,
  JournalAction,
  Json,
  Outcome,
  StartOptions,
  Timer,
  TotalUsage,
  View,
} from '../../pkg/tracklight.js';
import type { JournalEntry } from './journal.ts';
import type { Agent } from './types.ts';

export type { Agent, AgentOptions, RunnerRequest } from './types.ts';

export interface MachineObjectOptions {
  /** Of the virtual object, which names it in addresses. The service of its agents is `<name>Agents`. */
  name: string;
  source: string;
  /** Texts by path that the source imports, and its own path among them. */
  files?: Record<string, string>;
  entry?: string;
  /** One agent for all requests, or agents by node or by the node's `model`; `*` is for all others. */
  agent: Agent | Record<string, Agent>;
  /** How many agents of a run work at once; `@concurrent(n)` of the machine can only lower it. */
  concurrency?: number;
}

/** A run as its handlers give it. */
export interface MachineState {
  outcome: Outcome;
  waiting: { questions: InfoRequest[]; events: AwaitedEvent[]; timers: Timer[] };
  usage: TotalUsage;
}

type StartInput = Pick<StartOptions, 'input' | 'limits' | 'from'>;
interface AgentCall {
  /** The run. */
  key: string;
  request: AgentRequest;
  text: string;
  idempotencyKey: string;
}
interface AgentAnswer {
  request: string;
  reply: AgentReply;
}

/** The state of an object: the journal in chunks under `journal-<n>`, and this. */
interface Memo extends RunMemo {
  chunks: number;
  /** When the last delayed message that was sent arrives. */
  wakeAt: number | null;
}
const MEMO = 'run';
const chunkName = (n: number) => `journal-${n}`;
/** Characters of JSON. A chunk is rewritten with each entry. */
const CHUNK_LENGTH = 32_000;

/** The codes of HTTP for what a caller did wrong. */
const STATUS = { notFound: 404, conflict: 409 };

export function machineObject(options: MachineObjectOptions) {
  const { name, source, files, entry, agent, concurrency = Infinity } = options;
  const agentsName = `${name}Agents`;

  async function start(context: restate.ObjectContext, parameter: StartInput | null): Promise<MachineState> {
    const Machine = await loadCore();
    const now = await context.date.now();
    if ((await context.get<Memo>(MEMO)) !== null) throw terminal('journal-used', strings.runExists(context.key));
    const { input, limits, from } = parameter ?? {};
    const machine = wellFormed(() => checked(Machine.parse(source, files, entry)));
    const run = wellFormed(() =>
      machine.start({ ...(input && { input }), ...(limits && { limits }), ...(from && { from }) }),
    );
    try {
      const { outcome } = run.view();
      if (outcome.kind === 'notStarted') throw terminalOf(startErrors(outcome));
      const { machineConcurrency, hasTimeout } = policyOf(machine, limits?.timeout !== undefined);
      const memo: Memo = {
        id: context.rand.uuidv4(),
        timedUntil: now,
        called: [],
        concurrency: Math.min(concurrency, machineConcurrency, Number.MAX_SAFE_INTEGER),
        hasTimeout,
        countedUntil: null,
        chunks: 0,
        wakeAt: null,
      };
      const stored = new StoredRun(run, memo, now);
      for (const header of run.actions()) stored.newEntries.push({ ...header, run: memo.id, at: now } as JournalEntry);
      stored.settle();
      return await keep(context, memo, stored, now);
    } finally {
      run.free();
      machine.free();
    }
  }

  /** @param decide changes the run, or returns why it cannot */
  async function change(
    context: restate.ObjectContext,
    decide: (stored: StoredRun) => Refusal | null,
    options?: OpenOptions,
  ): Promise<MachineState> {
    const now = await context.date.now();
    const { memo, machine, run } = await open(context, options);
    try {
      const stored = new StoredRun(run, memo, now);
      const refusal = decide(stored);
      const state = await keep(context, memo, stored, now);
      if (refusal !== null) throw terminal(refusal.code, refusal.message);
      return state;
    } finally {
      run.free();
      machine.free();
    }
  }

  const act = (context: restate.ObjectContext, action: JournalAction) =>
    change(context, (stored) => stored.act(action));

  /** Writes what the run has become, and sends what it needs. */
  async function keep(
    context: restate.ObjectContext,
    memo: Memo,
    stored: StoredRun,
    now: number,
  ): Promise<MachineState> {
    await append(context, memo, stored.newEntries);
    for (const { request, text } of stored.calls()) {
      const { key } = context;
      const parameter: AgentCall = { key, request, text, idempotencyKey: `${memo.id}/${request.id}` };
      const delay = request.delayMs > 0 ? { delay: request.delayMs } : {};
      context.genericSend({ service: agentsName, method: 'call', parameter, inputSerde: restate.serde.json, ...delay });
    }
    const { wakeAt } = stored;
    const isAwaited = memo.wakeAt !== null && memo.wakeAt > now;
    if (wakeAt !== null && !(isAwaited && Number(memo.wakeAt) <= wakeAt)) {
      memo.wakeAt = wakeAt;
      const address = { service: name, method: 'wake', key: context.key };
      context.genericSend({
        ...address,
        parameter: null,
        inputSerde: restate.serde.json,
        delay: Math.max(1, wakeAt - now),
      });
    }
    context.set(MEMO, memo);
    return stateOf(stored.run.view());
  }

  const { exclusive, shared } = restate.handlers.object;
  const ofOwnMessages = { ingressPrivate: true };
  const object = restate.object({
    name,
    handlers: {
      start: exclusive(start),
      answer: exclusive(async (context: restate.ObjectContext, given: { question: string; answer: Answer }) =>
        act(context, { kind: 'answer', request: text(given, 'question'), answer: given.answer }),
      ),
      send: exclusive(async (context: restate.ObjectContext, given: { event: string; data?: Json }) =>
        act(context, { kind: 'send', name: text(given, 'event'), data: given.data ?? null }),
      ),
      cancel: exclusive(async (context: restate.ObjectContext) => act(context, { kind: 'cancel', path: '*' })),
      reply: exclusive(ofOwnMessages, async (context: restate.ObjectContext, { request, reply }: AgentAnswer) => {
        const give = (stored: StoredRun) => {
          stored.reply(request, reply);
          return null;
        };
        await change(context, give, OWN_MESSAGE);
      }),
      wake: exclusive(ofOwnMessages, async (context: restate.ObjectContext) => {
        const passTime = (stored: StoredRun) => {
          stored.passTime();
          return null;
        };
        await change(context, passTime, OWN_MESSAGE);
      }),
      view: shared(async (context: restate.ObjectSharedContext): Promise<View> => {
        const { machine, run } = await open(context);
        try {
          return run.view();
        } finally {
          run.free();
          machine.free();
        }
      }),
      journal: shared({ output: JOURNAL }, async (context: restate.ObjectSharedContext) => {
        const { entries } = await read(context);
        return entries;
      }),
    },
  });
  const agents = restate.service({
    name: agentsName,
    options: ofOwnMessages,
    handlers: {
      call: async (context: restate.Context, { key, request, text: prompt, idempotencyKey }: AgentCall) => {
        const chosen = agentFor(request, agent);
        const reply = await context.run(`agent of ${request.node}`, () => {
          const cancellation = new Cancellation();
          const { signal } = cancellation;
          const call = () => chosen({ ...request, idempotencyKey }, { signal, text: () => prompt });
          return replyOf(call, request.timeoutMs, cancellation);
        });
        const parameter: AgentAnswer = { request: request.id, reply };
        context.genericSend({ service: name, method: 'reply', key, parameter, inputSerde: restate.serde.json });
      },
    },
  });
  return { object, agents };
}

/** The journal as `fileJournal` writes it: a line for each entry. */
const JOURNAL: restate.Serde<JournalEntry[]> = {
  contentType: 'application/jsonl',
  serialize: (entries) => new TextEncoder().encode(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  deserialize: (bytes) =>
    new TextDecoder()
      .decode(bytes)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
};

async function read(context: restate.ObjectSharedContext): Promise<{ memo: Memo; entries: JournalEntry[] }> {
  const memo = await context.get<Memo>(MEMO);
  if (memo === null) throw terminal('journal-empty', strings.noRun(context.key), STATUS.notFound);
  const entries: JournalEntry[] = [];
  for (let n = 0; n < memo.chunks; n += 1) entries.push(...((await context.get<JournalEntry[]>(chunkName(n))) ?? []));
  return { memo, entries };
}

interface OpenOptions {
  /** A message that must not be lost: Restate sends it again until this version can read the run. */
  isRetried: boolean;
}
const OWN_MESSAGE: OpenOptions = { isRetried: true };

async function open(context: restate.ObjectSharedContext, { isRetried }: OpenOptions = { isRetried: false }) {
  const Machine = await loadCore();
  const { memo, entries } = await read(context);
  const replayed = Machine.replay(entries);
  if (!replayed.ok) {
    const { code, message } = replayed.error;
    throw isRetried ? new RunnerError(code, message) : terminal(code, message);
  }
  return { memo, machine: replayed.machine, run: replayed.run };
}

async function append(context: restate.ObjectContext, memo: Memo, entries: JournalEntry[]) {
  let chunk = memo.chunks === 0 ? [] : ((await context.get<JournalEntry[]>(chunkName(memo.chunks - 1))) ?? []);
  let length = JSON.stringify(chunk).length;
  for (const entry of entries) {
    const entryLength = JSON.stringify(entry).length;
    if (memo.chunks === 0 || length + entryLength > CHUNK_LENGTH) {
      if (memo.chunks > 0) context.set(chunkName(memo.chunks - 1), chunk);
      memo.chunks += 1;
      [chunk, length] = [[], 0];
    }
    chunk.push(entry);
    length += entryLength;
  }
  if (entries.length > 0) context.set(chunkName(memo.chunks - 1), chunk);
}

function stateOf({ outcome, pending: { requests: questions, events, timers }, usage }: View): MachineState {
  return { outcome, waiting: { questions, events, timers }, usage };
}

/** An error of the caller, which Restate hands to them and does not retry. */
const terminal = (code: string, message: string, errorCode: number = STATUS.conflict) =>
  new restate.TerminalError(`${code}: ${message}`, { errorCode });
const terminalOf = ({ code, message }: RunnerError) => terminal(code, message);

function wellFormed<T>(make: () => T): T {
  try {
    return make();
  } catch (thrown) {
    if (thrown instanceof RunnerError) throw terminalOf(thrown);
    throw isBadArgument(thrown) ? terminal('bad-argument', thrown.message) : thrown;
  }
}

function text(given: object | null | undefined, name: string): string {
  const value = given && (given as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw terminal('bad-argument', strings.needsText(name));
  return value;
}
