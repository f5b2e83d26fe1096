// @ts-check
// Stored replies of a link, given again: to a request of their path with their digest, once each, in their order. A
// node that has any is answered by nothing else until the visitor chooses who answers.

import { ownSetting } from "../agents/choice.js";

/**
 * @typedef {Pick<import("../protocol/types.js").AgentRequest, "id" | "path" | "node" | "digest">} Asking
 * @typedef {import("../protocol/types.js").AgentSettings} AgentSettings
 * @typedef {import("../protocol/types.js").InfoRequest} InfoRequest
 * @typedef {import("../protocol/types.js").SessionRecord} SessionRecord
 * @typedef {import("../protocol/types.js").StoredReply} StoredReply
 * @typedef {import("../protocol/types.js").StoredAnswer} StoredAnswer
 * @typedef {import("../agents/types.js").Decision} Decision
 * @typedef {import("../agents/types.js").AnswerDecision} AnswerDecision
 */

/** The nodes with replies that came with a link. @param {SessionRecord["r"]} r */
export function nodesOf(r) {
  return r.l.slice(0, r.given ?? 0).filter(isReply).map(([, node]) => node);
}

/**
 * The nodes that the visitor did not choose another agent for: with another mode of the run, none is left.
 * @param {Iterable<string>} nodes @param {AgentSettings} before @param {AgentSettings} after
 */
export function unchosen(nodes, before, after) {
  if (before.m !== after.m) return [];
  return [...nodes].filter((node) => JSON.stringify(ownSetting(node, before)) === JSON.stringify(ownSetting(node, after)));
}

export class Stored {
  #list;
  #used = new Set();
  /** Entries that wait for an action of the record. */
  #named;
  /** Open ones among them, by path and digest or by path and request id. @type {Map<string, number[]>} */
  #places = new Map();
  /** @type {Set<string>} nodes with replies that came with the link */
  #nodes;
  /** Information requests that actions of the record answer, with how often. @type {Map<string, number>} */
  #answers = new Map();
  /** Nodes for which the visitor chose another agent since. @type {Set<string>} */
  #chosen = new Set();
  /** @type {Set<string>} requests for which nothing is stored and that were told of */
  #told = new Set();

  /** @param {import("../protocol/record.js").Part} record @param {Iterable<string>} [nodes] those that are answered by nothing else */
  constructor({ r, t }, nodes = nodesOf(r)) {
    this.#list = r.l;
    this.#named = new Set(t.filter(([, kind]) => kind === "r").map(([, , index]) => index));
    this.#nodes = new Set(nodes);
    r.l.forEach((entry, index) => {
      const place = isReply(entry) ? placeOf(entry[0], entry[2]) : placeOf(entry[0], entry[1]);
      const list = this.#places.get(place);
      if (list === undefined) this.#places.set(place, [index]);
      else list.push(index);
    });
    for (const [, kind, id] of t) {
      if (kind === "a" || kind === "x") this.#answers.set(String(id), (this.#answers.get(String(id)) ?? 0) + 1);
    }
  }

  /** The stored reply that an action names. @param {number} index @returns {StoredReply | null} */
  named(index) {
    const entry = this.#list[index];
    return entry !== undefined && isReply(entry) ? entry : null;
  }

  /** @param {number} index */
  use(index) {
    this.#used.add(index);
  }

  /** An action of the record answered this information request. @param {string} id */
  answered(id) {
    this.#answers.set(id, (this.#answers.get(id) ?? 0) - 1);
  }

  /**
   * @param {Asking} request
   * @returns {{ decision: Decision, index: number | null } | null} null: the node has no stored replies
   */
  reply({ path, node, digest }) {
    if (!this.#nodes.has(node)) return null;
    const index = this.#next(placeOf(path, digest));
    if (index === null) return { decision: { reply: null, mode: "link", reason: NONE }, index };
    if (this.#named.has(index)) return { decision: { reply: null, mode: "link", reason: LATER }, index };
    const [, , , reply] = /** @type {StoredReply} */ (this.#list[index]);
    return { decision: { reply, mode: "link", warnings: [], wait: 0 }, index };
  }

  /**
   * @param {InfoRequest} info
   * @returns {{ decision: AnswerDecision, index: number | null } | null} null: it is nothing that the link answers
   */
  answer({ id, path, node }) {
    if ((this.#answers.get(id) ?? 0) > 0) return { decision: null, index: null };
    if (this.#chosen.has(node)) return null;
    const index = this.#next(placeOf(path, id));
    if (index === null) return this.#nodes.has(node) ? { decision: null, index } : null;
    const [, , answer] = /** @type {StoredAnswer} */ (this.#list[index]);
    return { decision: { answer: /** @type {string | { error: string }} */ (answer), warnings: [] }, index };
  }

  /** @param {string} place @returns {number | null} the first unused entry */
  #next(place) {
    const list = this.#places.get(place) ?? [];
    while (list.length > 0 && this.#used.has(list[0])) list.shift();
    return list.at(0) ?? null;
  }

  /** Whether it was not told yet that nothing is stored for this request. @param {Asking} request */
  tells({ id, path, node, digest }) {
    if (!this.#nodes.has(node) || this.#told.has(id) || this.#next(placeOf(path, digest)) !== null) return false;
    this.#told.add(id);
    return true;
  }

  /** What no action named belongs to the replay, which is over. */
  end() {
    for (let index = 0; index < this.#list.length; index += 1) {
      if (!this.#named.has(index)) this.#used.add(index);
    }
  }

  /** Whether a node is answered by nothing else. @param {string} node */
  holds(node) {
    return this.#nodes.has(node);
  }

  /** The visitor chose who answers: everywhere, or at single nodes. @param {AgentSettings} before @param {AgentSettings} after */
  release(before, after) {
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

const NONE = "the link holds no reply to this request; reply by hand, or choose who answers";
const LATER = "the link gives this reply later";

/** @param {StoredReply | StoredAnswer} entry @returns {entry is StoredReply} */
function isReply(entry) {
  return entry.length === 4;
}

/** @param {string} path @param {string} key a digest or a request id, which look different */
function placeOf(path, key) {
  return `${path} ${key}`;
}
