// @ts-check
// The run up to the cursor as members of a link. The core's own list of actions is played again on a copy of the run,
// and each automatic reply is compared with what the present settings would have given: only what differs is stored,
// with every other reply of such a node. So any run can be shared, also a saved one whose settings nobody knows.

import { edgeKey } from "../protocol/edge-keys.js";
import { stepOf } from "../protocol/positions.js";
import { sameReply } from "./same-reply.js";
import { Live } from "./run-session.js";
import { ENTRY } from "../protocol/sources.js";
import { Text } from "./text.js";
import { comparePaths } from "./uses.js";

/**
 * @typedef {import("../protocol/types.js").Json} Json
 * @typedef {import("../protocol/types.js").LinkRun} LinkRun
 * @typedef {import("../protocol/types.js").AgentRequest} AgentRequest
 * @typedef {import("../protocol/types.js").InfoRequest} InfoRequest
 * @typedef {{ kind: string, auto?: boolean, [argument: string]: any }} Action as the core saves it
 * @typedef {{ id: string, name: string, from: { branch: string, step: number } | null, actions: Action[] }} SavedBranch
 * @typedef {{ node: string, entry: any[], computed: boolean, at: number | null }} Given `at`: the place in `t` that names it
 */

/**
 * @param {Pick<typeof import("../../pkg/tracklight.js"), "Machine">} core
 * @param {Live} live
 * @param {import("./pacer.js").Pacer} pacer
 * @param {() => boolean} overtaken
 * @returns {Promise<{ ok: true, run: LinkRun } | { ok: false, error: import("../protocol/types.js").Refusal } | null>}
 */
export async function linkRun(core, live, pacer, overtaken) {
  const saved = JSON.parse(live.run.save());
  const { branch, step, tick, action } = live.run.view();
  const entries = live.entries();
  const end = stepOf(entries, { tick, action }) ?? step;
  const actions = actionsOf(saved.timeline.branches, branch);
  const first = entries.findIndex((entry) => entry.step > 0);
  if (entries.at(0)?.step !== 0 || actions.length < entries.length - 1) return refused("the first steps of this run are no longer kept");
  const count = first < 0 ? 0 : entries.filter((entry) => entry.step > 0 && entry.step <= end).length;
  const text = new Text(core, { source: saved.source, files: saved.files ?? {}, entry: saved.entry ?? ENTRY });
  const input = saved.options?.input;
  // Whoever opens the link has no agent from outside: with the replies goes what answers when they are used up.
  const { m, ...own } = live.settings;
  const settings = m === "custom" || m === "remote" ? own : live.settings;
  const copy = new Live(text.start(input), text.sources, text.forHost(), settings, pacer);
  text.free();
  try {
    const walk = new Walk(copy);
    walk.begin();
    for (let i = 0; i <= count; i += 1) {
      const isAuto = i < count && (actions[i].auto === true || actions[i].kind === "noRecording");
      if (!isAuto) walk.end();
      if (i === count) break;
      const refusal = walk.play(actions[i]);
      if (refusal !== null) return refused(refusal);
      if (!isAuto) walk.begin();
      await pacer.breathe();
      if (overtaken()) return null;
    }
    return { ok: true, run: { s: saved.source, ...(input === undefined ? {} : { i: input }), ...walk.members(settings), k: tick } };
  } finally {
    copy.free();
  }
}

/** @param {string} message @returns {{ ok: false, error: import("../protocol/types.js").Refusal }} */
function refused(message) {
  return { ok: false, error: { code: "link-run", message } };
}

/** The actions of a branch from the start of the run. @param {SavedBranch[]} branches @param {string} id @returns {Action[]} */
function actionsOf(branches, id) {
  /** @type {Action[][]} */
  const parts = [];
  let to = Infinity;
  for (let branch = branches.find((one) => one.id === id); branch !== undefined; ) {
    const { from, actions } = branch;
    const before = from?.step ?? 0;
    parts.unshift(actions.slice(0, Math.max(0, to - before)));
    to = Math.min(to, before);
    branch = from === null ? undefined : branches.find((one) => one.id === from.branch);
  }
  return parts.flat();
}

/** Events with which requests begin. */
const ASKING = new Set(["agentRequested", "requestOpened"]);

/** Plays actions on the copy and notes what a link says of them. */
class Walk {
  #copy;
  #tick = 0;
  /** @type {LinkRun["t"]} */
  #t = [];
  /** @type {Given[]} */
  #given = [];
  /** @type {Set<string>} nodes whose replies are stored */
  #nodes = new Set();
  /** Requests that were open when the last host action came. @type {Set<string>} */
  #held = new Set();
  /** Requests that were open after it. @type {Set<string>} */
  #open = new Set();
  /** The last path that was answered automatically after it. @type {string | null} */
  #last = null;
  /** Whether the automatic replies that follow are told one by one, because their order is not the usual one. */
  #told = false;
  /** Whether anything may be open. */
  #asks = true;
  /** What is open, as far as it was read. @type {Map<string, AgentRequest | InfoRequest> | null} */
  #pending = null;

  /** @param {Live} copy */
  constructor(copy) {
    this.#copy = copy;
  }

  /** @param {Action} action @returns {string | null} why it cannot go into a link */
  play(action) {
    if (action.kind === "noRecording") return this.#did((run) => run.noRecording(action.request));
    if (action.auto === true) return action.kind === "reply" ? this.#reply(action) : this.#answer(action);
    if (action.kind === "reply") return this.#replyByHand(action);
    if (action.kind === "step" && action.idle !== true) {
      return this.#did((run) => run.step());
    }
    const [kind, act, ...rest] = this.#entry(action);
    if (kind === null) return `an action of kind \`${action.kind}\` has no place in a link`;
    this.#t.push([this.#tick, kind, ...rest]);
    return this.#did(act);
  }

  /** @param {Action} action its kind in links, the call, its arguments there @returns {[string | null, (run: any) => import("../../pkg/tracklight.js").Result, ...Json[]]} */
  #entry(action) {
    const { path, edge, id } = action;
    const key = () => edgeKey(this.#copy.run.view().edges, edge) ?? edge;
    switch (action.kind) {
      case "stepPath":
        return ["p", (run) => run.stepPath(path), path];
      case "answer": {
        const { answer, request } = action;
        const failed = typeof answer !== "string";
        return [failed ? "x" : "a", (run) => run.answer(request, answer), request, failed ? answer.error : answer];
      }
      case "setContext": {
        const { target, value = null } = action;
        return ["e", (run) => run.setContext(path, target, value), path, target, value];
      }
      case "choose":
        return ["h", (run) => run.choose(path, edge), path, key()];
      case "force": {
        const { mode = null } = action;
        return ["f", (run) => run.force(path, edge, mode), path, key(), mode];
      }
      case "cancel":
        return ["c", (run) => run.cancel(path), path];
      case "reportTime":
        return ["d", (run) => run.reportTime(action.elapsedMs), action.elapsedMs];
      case "applyEdit":
        return ["m", (run) => run.applyEdit(id), id, true];
      case "rejectEdit":
        return ["m", (run) => run.rejectEdit(id), id, false];
      default:
        return [null, (run) => run.step()];
    }
  }

  /** @param {(run: any) => import("../../pkg/tracklight.js").Result} act @param {string} [path] that of an automatic reply */
  #did(act, path) {
    const done = this.#copy.act({ kind: "" }, act);
    if (!done.ok) return `the run could not be played again: ${done.error.message}`;
    this.#tick = done.tick;
    this.#asks ||= done.events.some((event) => ASKING.has(event.kind));
    // What a reply does to its own path opens requests with other names.
    if (path === undefined || done.events.some((event) => !("path" in event) || event.path !== path)) this.#pending = null;
    return null;
  }

  /** @param {Action} action */
  #replyByHand({ request, reply }) {
    const asked = this.#asked(request);
    if (asked === undefined || !("tools" in asked)) return "a reply has no request";
    this.#note(asked, reply, false, true);
    return this.#did((run) => run.reply(request, reply));
  }

  /** @param {Action} action */
  #reply({ request, reply }) {
    const asked = this.#asked(request);
    if (asked === undefined || !("tools" in asked)) return "a reply has no request";
    const decision = this.#copy.decision(asked);
    this.#note(asked, reply, decision.reply !== null && sameReply(decision.reply, reply), this.#isLate(asked));
    return this.#did((run) => run.reply(request, reply, { auto: true }), asked.path);
  }

  /** @param {Action} action one that comes late is an answer of the host */
  #answer({ request, answer }) {
    const info = this.#asked(request);
    if (info === undefined || "tools" in info) return "an answer has no question";
    if (this.#isLate(info)) this.#t.push(typeof answer === "string" ? [this.#tick, "a", request, answer] : [this.#tick, "x", request, answer.error]);
    else {
      const decision = this.#copy.answerDecision(info);
      const computed = decision !== null && sameReply(decision.answer, answer);
      this.#given.push({ node: info.node, entry: [info.path, request, answer], computed, at: null });
    }
    return this.#did((run) => run.answer(request, answer, { auto: true }), info.path);
  }

  #all() {
    if (!this.#asks) return new Map();
    const { agents, requests } = this.#copy.pending();
    this.#asks = agents.length + requests.length > 0;
    return new Map([...requests, ...agents].map((one) => [one.id, one]));
  }

  /** @param {string} id */
  #asked(id) {
    if (!this.#pending?.has(id)) this.#pending = this.#all();
    return this.#pending.get(id);
  }

  /** Whether a reply comes when it is not its turn, as after a change of settings. @param {AgentRequest | InfoRequest} asked */
  #isLate({ id, path }) {
    const passed = this.#open.has(id) && this.#last !== null && comparePaths(path, this.#last) < 0;
    this.#told ||= this.#held.has(id) || passed;
    this.#last = path;
    return this.#told;
  }

  /** @param {AgentRequest} asked @param {Json} reply @param {boolean} computed @param {boolean} named */
  #note({ path, node, digest }, reply, computed, named) {
    if (named || !computed) this.#nodes.add(node);
    this.#given.push({ node, entry: [path, node, digest, reply], computed, at: named ? this.#t.length : null });
    if (named) this.#t.push([this.#tick, "r", 0]);
  }

  /** A host action is done; automatic replies may follow. */
  begin() {
    this.#pending = this.#all();
    this.#open = new Set(this.#pending.keys());
    this.#last = null;
    this.#told = false;
  }

  /** They are over. What is left open must stay so when the link is opened, though the settings may have a reply by now. */
  end() {
    this.#pending = this.#all();
    this.#held = new Set(this.#pending.keys());
    for (const asked of this.#pending.values()) {
      if (this.#nodes.has(asked.node)) continue;
      const given = "tools" in asked ? this.#copy.decision(asked).reply : this.#copy.answerDecision(asked);
      if (given !== null) this.#nodes.add(asked.node);
    }
  }

  /** @param {import("../protocol/types.js").AgentSettings} settings @returns {Pick<LinkRun, "r" | "t">} */
  members({ m, n }) {
    /** @type {any[]} */
    const l = [];
    const replied = new Set();
    for (const { node, entry, computed, at } of this.#given) {
      if (computed && !this.#nodes.has(node)) continue;
      if (at !== null) this.#t[at][2] = l.length;
      if (entry.length === 4) replied.add(node);
      l.push(entry);
    }
    // A node that was asked in vain has no reply to be known by; it waits because a person was to answer.
    const waiting = [...this.#nodes].filter((node) => !replied.has(node)).map((node) => [node, "manual"]);
    const nodes = { ...n, ...Object.fromEntries(waiting) };
    const mode = m === "auto" || m === "manual" ? { m } : {};
    return { r: { ...mode, ...(Object.keys(nodes).length > 0 ? { n: nodes } : {}), ...(l.length > 0 ? { l } : {}) }, t: this.#t };
  }
}
