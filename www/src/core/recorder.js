// @ts-check
// Keeps the session record beside the calls: every accepted act of the host is noted with the place it led to, so that
// a new worker can be filled again and a link can be written.

import { edgeKey } from "../protocol/edge-keys.js";
import { Log, beginRecord, replayed, settingsOf } from "../protocol/record.js";
import { Supervisor } from "./supervisor.js";

/**
 * @typedef {import("../protocol/types.js").AgentReply} AgentReply
 * @typedef {import("../protocol/types.js").AgentSettings} AgentSettings
 * @typedef {import("../protocol/types.js").Answer} Answer
 * @typedef {import("../protocol/types.js").Look} Look
 * @typedef {import("../protocol/types.js").SessionRecord} SessionRecord
 * @typedef {import("../protocol/types.js").Snapshot} Snapshot
 * @typedef {import("../protocol/messages.js").CallName} CallName
 * @typedef {import("../protocol/record.js").Deed} Deed
 */

export class Recorder {
  #supervisor;
  #log = new Log();
  /** @type {import("../protocol/types.js").Sources | null} the newest edited texts */
  #sources = null;
  /** @type {AgentSettings} */
  #settings = {};
  /** @type {Snapshot | null} */
  #snapshot = null;

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

  /** The record of the whole run and its cursor. */
  get whole() {
    const at = this.#log.position;
    const record = this.#snapshot === null ? null : this.#log.whole(this.#snapshot);
    return record === null || at === null ? null : { record, at };
  }

  /** @param {import("../protocol/types.js").Sources} sources @returns {Promise<import("../protocol/types.js").Analysis | null>} null where a newer text overtook this one */
  async edit(sources) {
    this.#sources = sources;
    const analysis = await this.#supervisor.ask("edit", [sources]);
    if (analysis?.ofRun) this.#log.retext(sources);
    return analysis;
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
    if (answer.ok && call === "graphEdit") this.#log.laid(/** @type {import("../protocol/types.js").LayerEdit} */ (args[0]));
    this.#snapshot = answer.snapshot ?? this.#snapshot;
    return answer;
  }

  /** @param {AgentSettings} settings @param {Look} look @param {import("../protocol/types.js").Inputs} [input] */
  async start(settings, look, input) {
    this.#settings = settings;
    const answer = await this.act("start", input === undefined ? [settings, look] : [settings, input, look], null);
    if (answer.ok) this.#log.begin(beginRecord(answer.snapshot, settings, answer.snapshot.input), answer.snapshot.position);
    return answer;
  }

  /** @param {string} saved @param {boolean} force @param {Look} look */
  async resume(saved, force, look) {
    const answer = await this.#supervisor.ask("resume", [saved, force, look]);
    if (answer.ok) this.#adoptSaved(saved, {}, answer.snapshot);
    return answer;
  }

  /** @param {import("../protocol/types.js").Json} recording @param {boolean} force @param {Look} look */
  async playRecording(recording, force, look) {
    const answer = await this.#supervisor.ask("playRecording", [recording, force, look]);
    if (answer.ok) this.#adoptSaved(await this.#supervisor.ask("export", ["saved"]), { ...this.#settings, m: "manual" }, answer.snapshot);
    return answer;
  }

  /** @param {string} saved @param {AgentSettings} settings @param {Snapshot} snapshot */
  #adoptSaved(saved, settings, snapshot) {
    this.#log.beginSaved(saved, settings, snapshot);
    this.#settings = settings;
    this.#snapshot = snapshot;
  }

  /** @param {AgentSettings} settings @param {Look} look */
  settings(settings, look) {
    this.#settings = settings;
    this.#log.set(settings);
    return this.act("settings", [settings, look], null);
  }

  /** @param {{ ticksPerSecond: number | null, maxTicks: number, stops?: import("../protocol/types.js").Stops }} options @param {Look} look @param {(snapshot: Snapshot) => void} progress */
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

  /** @param {SessionRecord} record @param {import("../protocol/types.js").Place | null} at @param {Look} look @param {(snapshot: Snapshot) => void} progress */
  async restore(record, at, look, progress) {
    const answer = await this.#supervisor.ask("restore", [record, at, look], progress);
    this.#settings = record.now ?? settingsOf(record);
    await this.#adopt(record, answer, () => this.#supervisor.ask("export", ["saved"]));
    return answer;
  }

  /** @param {SessionRecord} record @param {import("../protocol/types.js").Restored} answer @param {() => Promise<string | null>} save the run as text */
  async #adopt(record, answer, save) {
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

  /** @param {(call: CallName, args: unknown[]) => Promise<any>} ask @param {CallName | null} lost */
  async #rebuild(ask, lost) {
    const whole = this.whole;
    const fails = () => null;
    // A text the engine died of is not given to it again.
    if (this.#sources !== null && lost !== "edit" && lost !== "tokens") await ask("edit", [this.#sources]).catch(fails);
    if (whole === null) return { answer: null, lostBranches: 0 };
    /** @type {import("../protocol/types.js").Restored | null} */
    const restored = await ask("restore", [whole.record, whole.at, {}]).catch(fails);
    if (restored === null) return { answer: null, lostBranches: 0 };
    // What was reported on the way is not told again with the end of a long replay, and the page starts from nothing.
    const seen = await ask("look", [{}]).catch(fails);
    const answer = { ...restored, ...(seen?.snapshot ? { snapshot: seen.snapshot } : {}) };
    const before = this.#snapshot?.branches.length ?? 0;
    await this.#adopt(whole.record, answer, () => ask("export", ["saved"]).catch(fails));
    this.#log.set(this.#settings);
    return { answer, lostBranches: Math.max(0, before - (answer.snapshot?.branches.length ?? 0)) };
  }

  /** @param {string} request @param {AgentReply} reply @returns {Deed} */
  replyDeed(request, reply) {
    const asked = this.#snapshot?.pending.agents.find((one) => one.id === request);
    return { kind: "reply", stored: [asked?.path ?? "", asked?.node ?? "", asked?.digest ?? "", reply] };
  }

  /** @param {import("../protocol/types.js").Act} act @returns {Deed | null} null for what links do not carry */
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
