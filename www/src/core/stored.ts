// Stored replies of a link, used again: for a request of their path with their digest, once each, in order. A node
// that has any gets no other replies until the user chooses an agent for it.

import { CODE } from '../protocol/action-codes.ts';
import { ownSetting } from '../agents/choice.ts';
import type {
  AgentRequest,
  AgentSettings,
  InfoRequest,
  SessionRecord,
  StoredAnswer,
  StoredReply,
} from '../protocol/types.ts';
import type { ActionList } from '../protocol/record.ts';
import type { AnswerDecision, Decision } from '../agents/types.ts';

type Asking = Pick<AgentRequest, 'id' | 'path' | 'node' | 'digest'>;

/** The nodes with replies that came with a link. */
export function nodesOf(r: SessionRecord['r']) {
  return r.l
    .slice(0, r.given ?? 0)
    .filter(isReply)
    .map(([, node]) => node);
}

/** The nodes that the user did not choose another agent for: with another mode of the run, none is left. */
export function unchosen(nodes: Iterable<string>, before: AgentSettings, after: AgentSettings) {
  if (before.m !== after.m) return [];
  return [...nodes].filter(
    (node) => JSON.stringify(ownSetting(node, before)) === JSON.stringify(ownSetting(node, after)),
  );
}

export class Stored {
  #list;
  #used = new Set();
  /** Entries that wait for an action of the record. */
  #named;
  /** Open ones among them, by path and digest or by path and request id. */
  #places: Map<string, number[]> = new Map();
  /** Nodes with replies that came with the link. */
  #nodes: Set<string>;
  /** Information requests that actions of the record answer, with how often. */
  #answers: Map<string, number> = new Map();
  /** Nodes for which the user chose another agent since. */
  #chosen: Set<string> = new Set();
  /** Requests for which nothing is stored and that were told of. */
  #reported: Set<string> = new Set();

  /** @param nodes those that are answered by nothing else */
  constructor({ r, t }: ActionList, nodes: Iterable<string> = nodesOf(r)) {
    this.#list = r.l;
    this.#named = new Set(t.filter(([, kind]) => kind === CODE.reply).map(([, , index]) => index));
    this.#nodes = new Set(nodes);
    r.l.forEach((entry, index) => {
      const place = isReply(entry) ? placeOf(entry[0], entry[2]) : placeOf(entry[0], entry[1]);
      const list = this.#places.get(place);
      if (list === undefined) this.#places.set(place, [index]);
      else list.push(index);
    });
    for (const [, kind, id] of t) {
      if (kind === CODE.answer || kind === CODE.answerError)
        this.#answers.set(String(id), (this.#answers.get(String(id)) ?? 0) + 1);
    }
  }

  /** The stored reply that an action names. */
  named(index: number): StoredReply | null {
    const entry = this.#list[index];
    return entry !== undefined && isReply(entry) ? entry : null;
  }

  use(index: number) {
    this.#used.add(index);
  }

  /** An action of the record answered this information request. */
  answered(id: string) {
    this.#answers.set(id, (this.#answers.get(id) ?? 0) - 1);
  }

  /** @returns null: the node has no stored replies */
  reply({ path, node, digest }: Asking): { decision: Decision; index: number | null } | null {
    if (!this.#nodes.has(node)) return null;
    const index = this.#next(placeOf(path, digest));
    if (index === null) return { decision: { reply: null, mode: 'link', reason: NONE }, index };
    if (this.#named.has(index)) return { decision: { reply: null, mode: 'link', reason: LATER }, index };
    const [, , , reply] = this.#list[index] as StoredReply;
    return { decision: { reply, mode: 'link', warnings: [], wait: 0 }, index };
  }

  /** @returns null: it is nothing that the link answers */
  answer({ id, path, node }: InfoRequest): { decision: AnswerDecision; index: number | null } | null {
    if ((this.#answers.get(id) ?? 0) > 0) return { decision: null, index: null };
    if (this.#chosen.has(node)) return null;
    const index = this.#next(placeOf(path, id));
    if (index === null) return this.#nodes.has(node) ? { decision: null, index } : null;
    const [, , answer] = this.#list[index] as StoredAnswer;
    return { decision: { answer: answer as string | { error: string }, warnings: [] }, index };
  }

  /** @returns the first unused entry */
  #next(place: string): number | null {
    const list = this.#places.get(place) ?? [];
    while (list.length > 0 && this.#used.has(list[0])) list.shift();
    return list.at(0) ?? null;
  }

  /** Whether it was not told yet that nothing is stored for this request. */
  reportsEnd({ id, path, node, digest }: Asking) {
    if (!this.#nodes.has(node) || this.#reported.has(id) || this.#next(placeOf(path, digest)) !== null) return false;
    this.#reported.add(id);
    return true;
  }

  /** What no action named belongs to the replay, which is over. */
  end() {
    for (let index = 0; index < this.#list.length; index += 1) {
      if (!this.#named.has(index)) this.#used.add(index);
    }
  }

  /** Whether a node is answered by nothing else. */
  holds(node: string) {
    return this.#nodes.has(node);
  }

  /** The user chose who answers: everywhere, or at single nodes. */
  release(before: AgentSettings, after: AgentSettings) {
    this.#nodes = new Set(unchosen(this.#nodes, before, after));
    if (before.m === after.m) {
      const set = Object.keys({ ...before.n, ...after.n });
      const same = new Set(unchosen(set, before, after));
      for (const node of set) if (!same.has(node)) this.#chosen.add(node);
      return;
    }
    this.#places.clear();
    this.#answers.clear();
  }
}

const NONE = 'the link has no reply for this agent call. Reply manually, or choose another agent mode';
const LATER = 'the link has the reply to this agent call at a later step';

function isReply(entry: StoredReply | StoredAnswer): entry is StoredReply {
  return entry.length === 4;
}

/** @param key a digest or a request id, which look different */
function placeOf(path: string, key: string) {
  return `${path} ${key}`;
}
