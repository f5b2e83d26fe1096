// @ts-check
// Keeps the session record beside the calls: every accepted act of the host is noted with the place it led to, so that
// a new worker can be filled again and a link can be written.

import { edgeKey } from "../run/edges.js";
import { Log, beginRecord, replayed, settingsOf } from "../run/record.js";
import { Supervisor } from "./supervisor.js";

/**
 * @typedef {import("./types.js").AgentReply} AgentReply
 * @typedef {import("./types.js").AgentSettings} AgentSettings
 * @typedef {import("./types.js").Answer} Answer
 * @typedef {import("./types.js").Look} Look
 * @typedef {import("./types.js").SessionRecord} SessionRecord
 * @typedef {import("./types.js").Snapshot} Snapshot
 * @typedef {import("./protocol.js").CallName} CallName
 * @typedef {import("../run/record.js").Deed} Deed
 */

export class Recorder {
  #supervisor;
  #log = new Log();
  /** @type {import("./types.js").Sources | null} the newest edited texts */
  #sources = null;
  /** @type {AgentSettings} */
  #settings = {};
  /** @type {Snapshot | null} */
  #snapshot = null;
  /** A run that no record leads to, as text. @type {string | null} */
  #saved = null;

  /** @param {() => import("./supervisor.js").WorkerLike} spawn @param {import("./supervisor.js").Watch} watch */
  constructor(spawn, watch) {
    this.#supervisor = new Supervisor(spawn, watch, (ask, lost) => this.#rebuild(ask, lost));
  }

  get supervisor() {
    return this.#supervisor;
  }

  /** The record of the branch at the cursor. */
  get record() {
    return this.#log.record;
  }

  /** @param {import("./types.js").Sources} sources */
  edit(sources) {
    this.#sources = sources;
    return this.#supervisor.ask("edit", [sources]);
  }

  /**
   * A call that may act on the run or move its cursor.
   * @param {CallName} call
   * @param {unknown[]} args
   * @param {Deed | null} deed what it is in the record; null for mere moves
   * @returns {Promise<Answer>}
   */
  async act(call, args, deed) {
    /** @type {Answer} */
    const answer = await this.#supervisor.ask(call, args);
    if (answer.ok && deed !== null) this.#log.did(deed, answer.snapshot.position);
    else if (answer.snapshot !== null) this.#log.moved(answer.snapshot.position);
    if (answer.ok && call === "graphEdit") this.#log.laid(/** @type {import("./types.js").LayerEdit} */ (args[0]));
    this.#snapshot = answer.snapshot ?? this.#snapshot;
    return answer;
  }

  /** @param {AgentSettings} settings @param {Look} look @param {import("./types.js").Inputs} [input] */
  async start(settings, look, input) {
    this.#settings = settings;
    const answer = await this.act("start", input === undefined ? [settings, look] : [settings, input, look], null);
    if (answer.ok) this.#log.begin(beginRecord(answer.snapshot, settings, answer.snapshot.input), answer.snapshot.position);
    this.#saved = null;
    return answer;
  }

  /** @param {string} saved @param {boolean} force @param {Look} look */
  async resume(saved, force, look) {
    const answer = await this.#supervisor.ask("resume", [saved, force, look]);
    if (answer.ok) this.#adoptSaved(saved, {}, answer.snapshot);
    return answer;
  }

  /** @param {import("./types.js").Json} recording @param {boolean} force @param {Look} look */
  async playRecording(recording, force, look) {
    const answer = await this.#supervisor.ask("playRecording", [recording, force, look]);
    if (answer.ok) this.#adoptSaved(await this.#supervisor.ask("export", ["saved"]), { m: "manual" }, answer.snapshot);
    return answer;
  }

  /** @param {string} saved @param {AgentSettings} settings @param {Snapshot} snapshot */
  #adoptSaved(saved, settings, snapshot) {
    this.#log = new Log();
    this.#settings = settings;
    this.#snapshot = snapshot;
    this.#saved = saved;
  }

  /** @param {AgentSettings} settings @param {Look} look */
  settings(settings, look) {
    this.#settings = settings;
    this.#log.set(settings);
    return this.act("settings", [settings, look], null);
  }

  /** @param {{ ticksPerSecond: number | null, maxTicks: number, stops?: import("./types.js").Stops }} options @param {Look} look @param {(snapshot: Snapshot) => void} progress */
  async run(options, look, progress) {
    const answer = await this.#supervisor.ask("run", [options, look], (snapshot) => {
      this.#ran(snapshot);
      progress(snapshot);
    });
    if (answer.snapshot !== null) this.#ran(answer.snapshot);
    return answer;
  }

  /** @param {Snapshot} snapshot ticks of a run are noted as far as they were heard of */
  #ran(snapshot) {
    const { position } = snapshot;
    const at = this.#log.position;
    this.#snapshot = snapshot;
    if (at !== null && (at.branch !== position.branch || at.tick !== position.tick)) this.#log.did({ kind: "tick" }, position);
    else this.#log.moved(position);
  }

  /** @param {SessionRecord} record @param {import("./types.js").Place | null} at @param {Look} look @param {(snapshot: Snapshot) => void} progress */
  async restore(record, at, look, progress) {
    const answer = await this.#supervisor.ask("restore", [record, at, look], progress);
    this.#settings = settingsOf(record);
    this.#adopt(record, answer);
    return answer;
  }

  /** @param {SessionRecord} record @param {import("./types.js").Restored} answer */
  #adopt(record, answer) {
    if (answer.snapshot === null) return;
    this.#snapshot = answer.snapshot;
    this.#saved = null;
    const { position, entries } = answer.snapshot;
    const tip = entries.at(-1) ?? position;
    // What was not replayed is no part of the run.
    const t = record.t.slice(0, answer.played ?? 0);
    this.#log.begin(replayed({ ...record, k: Math.min(record.k, tip.tick), t }), position);
  }

  /** @param {(call: CallName, args: unknown[]) => Promise<any>} ask @param {CallName | null} lost */
  async #rebuild(ask, lost) {
    const { record, position, branches } = this.#log;
    const fails = () => null;
    // A text the engine died of is not given to it again.
    if (this.#sources !== null && lost !== "edit" && lost !== "tokens") await ask("edit", [this.#sources]).catch(fails);
    /** @type {import("./types.js").Restored | null} */
    const answer = record === null ? null : await ask("restore", [record, position, {}]).catch(fails);
    if (record === null && this.#saved !== null) {
      const back = await ask("resume", [this.#saved, true, {}]).catch(fails);
      return { answer: back, lostBranches: 0 };
    }
    if (record !== null && answer !== null) {
      this.#adopt(record, answer);
      this.#log.set(this.#settings);
      await ask("settings", [this.#settings, {}]).catch(fails);
    }
    return { answer, lostBranches: Math.max(branches - 1, 0) };
  }

  /** @param {string} request @param {AgentReply} reply @returns {Deed} */
  replyDeed(request, reply) {
    const asked = this.#snapshot?.pending.agents.find((one) => one.id === request);
    return { kind: "reply", stored: [asked?.path ?? "", asked?.node ?? "", asked?.digest ?? "", reply] };
  }

  /** @param {import("./types.js").Act} act @returns {Deed | null} null for what links do not carry */
  deedOf(act) {
    const edges = this.#snapshot?.view.edges ?? [];
    switch (act[0]) {
      case "stepPath":
        return { kind: "entry", entry: ["p", act[1]] };
      case "force":
        return { kind: "entry", entry: ["f", act[1], edgeKey(edges, act[2]) ?? act[2], act[3]] };
      case "decide":
        return { kind: "entry", entry: ["m", act[1], act[2]] };
      default:
        return null;
    }
  }

  /** @param {string} path @param {string} edge @returns {Deed} */
  chooseDeed(path, edge) {
    return { kind: "entry", entry: ["h", path, edgeKey(this.#snapshot?.view.edges ?? [], edge) ?? edge] };
  }
}
