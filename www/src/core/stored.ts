// The stored replies of a link: each is given once, in order, to a request with its path and its digest. A node with
// stored replies gets no others until the user chooses an agent for it.

import { CODE, answeredIn } from '../protocol/action-codes.ts';
import { ownSetting } from '../agents/choose-agent.ts';
import type {
  AgentRequest,
  AgentSettings,
  GivenAnswer,
  InfoRequest,
  RecordEntry,
  SessionRecord,
  StoredAnswer,
  StoredReply,
} from '../protocol/types.ts';
import type { ActionList } from '../protocol/record.ts';
import type { AnswerDecision, Decision } from '../agents/types.ts';

type RequestKey = Pick<AgentRequest, 'id' | 'path' | 'node' | 'digest'>;

/** The nodes with replies from a link. */
export function storedNodesOf(r: SessionRecord['r']) {
  return r.l
    .slice(0, r.given ?? 0)
    .filter(isReply)
    .map(([, node]) => node);
}

/** The nodes whose agent is the same under both settings. None is when the mode of the run changed. */
export function nodesWithSameAgent(nodes: Iterable<string>, before: AgentSettings, after: AgentSettings) {
  if (before.m !== after.m) return [];
  return [...nodes].filter(
    (node) => JSON.stringify(ownSetting(node, before)) === JSON.stringify(ownSetting(node, after)),
  );
}

export class StoredReplies {
  #entries;
  #usedIndexes = new Set();
  /** Entries that an action of the record names. They are given when the replay comes to it. */
  #namedIndexes;
  /** Indexes of unused entries, by path and digest or by path and request id. */
  #indexesByRequest: Map<string, number[]> = new Map();
  /** Nodes that only get stored replies. */
  #storedNodes: Set<string>;
  /** By information request, how often later actions of the record answer it. */
  #comingAnswers: Map<string, number> = new Map();
  /** Nodes for which the user chose another agent. */
  #reassignedNodes: Set<string> = new Set();
  /** Requests without a stored reply that were reported. */
  #reportedRequests: Set<string> = new Set();

  /** @param nodes that only get stored replies */
  constructor({ r, t }: ActionList, nodes: Iterable<string> = storedNodesOf(r)) {
    this.#entries = r.l;
    this.#namedIndexes = new Set(t.filter(([, kind]) => kind === CODE.reply).map(([, , index]) => index));
    this.#storedNodes = new Set(nodes);
    r.l.forEach((entry, index) => {
      const place = isReply(entry) ? requestKey(entry[0], entry[2]) : requestKey(entry[0], entry[1]);
      const list = this.#indexesByRequest.get(place);
      if (list === undefined) this.#indexesByRequest.set(place, [index]);
      else list.push(index);
    });
    for (const id of t.flatMap(answeredIn)) this.#comingAnswers.set(id, (this.#comingAnswers.get(id) ?? 0) + 1);
  }

  /** The stored reply that an action names. */
  replyAt(index: number): StoredReply | null {
    const entry = this.#entries[index];
    return entry !== undefined && isReply(entry) ? entry : null;
  }

  markUsed(index: number) {
    this.#usedIndexes.add(index);
  }

  /** An action of the record was done. */
  recordAnswers(entry: RecordEntry) {
    for (const id of answeredIn(entry)) this.#comingAnswers.set(id, (this.#comingAnswers.get(id) ?? 0) - 1);
  }

  /** @returns null if the node does not depend on stored replies */
  reply({ path, node, digest }: RequestKey): { decision: Decision; index: number | null } | null {
    if (!this.#storedNodes.has(node)) return null;
    const index = this.#nextIndex(requestKey(path, digest));
    if (index === null) return { decision: { reply: null, mode: 'link', reason: NO_REPLY_REASON }, index };
    if (this.#namedIndexes.has(index))
      return { decision: { reply: null, mode: 'link', reason: LATER_REPLY_REASON }, index };
    const [, , , reply] = this.#entries[index] as StoredReply;
    return { decision: { reply, mode: 'link', warnings: [], wait: 0 }, index };
  }

  /** @returns null if the link does not answer such requests */
  answer({ id, path, node }: InfoRequest): { decision: AnswerDecision; index: number | null } | null {
    if ((this.#comingAnswers.get(id) ?? 0) > 0) return { decision: null, index: null };
    if (this.#reassignedNodes.has(node)) return null;
    const index = this.#nextIndex(requestKey(path, id));
    if (index === null) return this.#storedNodes.has(node) ? { decision: null, index } : null;
    const [, , answer] = this.#entries[index] as StoredAnswer;
    return { decision: { answer: answer as GivenAnswer, warnings: [] }, index };
  }

  /** @returns the first unused entry */
  #nextIndex(place: string): number | null {
    const list = this.#indexesByRequest.get(place) ?? [];
    while (list.length > 0 && this.#usedIndexes.has(list[0])) list.shift();
    return list.at(0) ?? null;
  }

  /** Whether to report that nothing is stored for a request: true once for each. */
  reportsMissing({ id, path, node, digest }: RequestKey) {
    if (
      !this.#storedNodes.has(node) ||
      this.#reportedRequests.has(id) ||
      this.#nextIndex(requestKey(path, digest)) !== null
    )
      return false;
    this.#reportedRequests.add(id);
    return true;
  }

  /** The replay is over: entries that no action names are used up. */
  endReplay() {
    for (let index = 0; index < this.#entries.length; index += 1) {
      if (!this.#namedIndexes.has(index)) this.#usedIndexes.add(index);
    }
  }

  /** Whether a node only gets stored replies. */
  hasNode(node: string) {
    return this.#storedNodes.has(node);
  }

  /** Gives up the stored replies of the nodes for which the user chose another agent. */
  onSettingsChanged(before: AgentSettings, after: AgentSettings) {
    this.#storedNodes = new Set(nodesWithSameAgent(this.#storedNodes, before, after));
    if (before.m === after.m) {
      const nodes = Object.keys({ ...before.n, ...after.n });
      const same = new Set(nodesWithSameAgent(nodes, before, after));
      for (const node of nodes) if (!same.has(node)) this.#reassignedNodes.add(node);
      return;
    }
    this.#indexesByRequest.clear();
    this.#comingAnswers.clear();
  }
}

const NO_REPLY_REASON = 'the link has no reply for this agent call. Reply manually, or choose another agent mode';
const LATER_REPLY_REASON = 'the link has the reply to this agent call at a later step';

function isReply(entry: StoredReply | StoredAnswer): entry is StoredReply {
  return entry.length === 4;
}

/** @param key a digest or a request id, which look different */
function requestKey(path: string, key: string) {
  return `${path} ${key}`;
}
