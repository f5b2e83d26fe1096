// @ts-check
// The texts being edited: their machine handles and what the core says about them.

import { LONG } from "./bulk.js";
import { startOptions } from "./ceilings.js";
import { sameSources, textOf, withEntry } from "./sources.js";

/**
 * @typedef {typeof import("../pkg/tracklight.js")} Core
 * @typedef {import("../pkg/tracklight.js").Machine} Machine
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").FileAnalysis} FileAnalysis
 * @typedef {import("./types.js").Json} Json
 * @typedef {import("./types.js").Sources} Sources
 * @typedef {{ name: string, value?: Json }[]} Attributes
 * @typedef {{ attributes: Attributes, nodes: { id?: string, name: string, attributes: Attributes }[] }} Canonical
 * @typedef {{ stubs: Map<string, Json>, timed: boolean, maxPaths: number }} ForHost `maxPaths`: live paths that the machine allows, as far as it says so
 * @typedef {typeof QUESTIONS[number]} Question
 */

/** Calls about one file, whose text the asker names. */
const QUESTIONS = /** @type {const} */ (["file", "complete", "hover", "definition", "references", "fixes", "format", "renameFile"]);

/** @param {string} call @returns {call is Question} */
export function isQuestion(call) {
  return /** @type {readonly string[]} */ (QUESTIONS).includes(call);
}

export class Text {
  #core;
  /** @type {Machine} */
  #machine;
  /** The file read last that is not the entry, as if it were. @type {{ file: string, machine: Machine } | null} */
  #other = null;
  /** @type {ForHost | null} */
  #forHost = null;

  /** @param {Pick<Core, "Machine">} core @param {Sources} sources */
  constructor(core, sources) {
    this.#core = core;
    this.sources = sources;
    this.#machine = this.#parse(sources);
  }

  /** Parses other texts; the old handles are freed. @param {Sources} sources */
  change(sources) {
    if (sameSources(sources, this.sources)) return;
    const machine = this.#parse(sources);
    this.free();
    this.#machine = machine;
    this.#forHost = null;
    this.sources = sources;
  }

  /** The entry's, for looking only. */
  get machine() {
    return this.#machine;
  }

  /** @param {Sources} sources */
  #parse({ source, files, entry }) {
    return this.#core.Machine.parse(source, files, entry);
  }

  /** The machine with this file as its entry; null when there is no such file. @param {string} file */
  #of(file) {
    if (file === this.sources.entry) return this.#machine;
    if (this.#other?.file === file) return this.#other.machine;
    if (textOf(this.sources, file) === null) return null;
    const machine = this.#parse(withEntry(this.sources, file));
    this.#other?.machine.free();
    this.#other = { file, machine };
    return machine;
  }

  /** @returns {Omit<Analysis, "ofRun">} */
  analyse() {
    const { nodes, edges, files } = this.#machine.counts();
    const diagnostics = this.#machine.diagnostics();
    const count = (/** @type {string} */ severity) => diagnostics.filter((one) => one.severity === severity).length;
    return {
      source: this.sources.source,
      imported: files.filter((file) => file !== this.sources.entry),
      title: this.#machine.title ?? null,
      diagnostics,
      errors: count("error"),
      warnings: count("warning"),
      nodes,
      edges,
      outline: declared(this.#machine.outline(), edges),
    };
  }

  /**
   * @param {string} [file] the entry by default @param {{ from: number, to: number }} [within] all of it by default
   * @returns {import("./types.js").PackedTokens | null} null when there is no such file
   */
  tokens(file = this.sources.entry, within) {
    const machine = this.#of(file);
    if (machine === null) return null;
    return { source: textOf(this.sources, file) ?? "", ...machine.packedTokens(within?.from, within?.to), ...(within ? { within } : {}) };
  }

  /**
   * What the core says about a place of a file; null when the asker has another text than this one.
   * @param {Question} question
   * @param {any[]} args file, its text, and what the core wants to know
   */
  ask(question, [file, text, a, b]) {
    if (textOf(this.sources, file) !== text) return null;
    const machine = this.#of(file);
    if (machine === null) return null;
    switch (question) {
      case "file":
        return /** @type {FileAnalysis} */ ({ file, source: text, diagnostics: machine.diagnostics(), outline: declared(machine.outline(), machine.counts().edges) });
      case "complete":
        return machine.complete(a);
      case "hover":
        return machine.hover(a);
      case "definition":
        return machine.definition(a);
      case "references":
        return machine.references(a);
      case "fixes":
        return machine.fixes(a, b);
      case "format":
        return machine.format();
      case "renameFile":
        return machine.renameFile(a, b);
    }
  }

  /**
   * The static drawing.
   * @param {import("./types.js").Look} look
   * @returns {import("./types.js").Picture}
   */
  draw(look) {
    const options = look.options ?? {};
    const overlay = this.#machine.overlay(options);
    return { key: overlay.key, overlay, dot: overlay.key === look.haveKey ? null : this.#machine.dot(options) };
  }

  /** A new run of this text. @param {Json} [input] */
  start(input) {
    return this.#machine.start(/** @type {any} */ (startOptions(input, this.forHost().maxPaths)));
  }

  /** What the machine says to its host: the `stub` attributes by node id, whether running time counts, how many paths may live. @returns {ForHost} */
  forHost() {
    this.#forHost ??= readForHost(canonical(this.#machine));
    return this.#forHost;
  }

  free() {
    this.#machine.free();
    this.#other?.machine.free();
    this.#other = null;
  }
}

/**
 * The outline of a machine with more edges than anybody looks through is that of its declarations.
 * @param {Analysis["outline"]} outline @param {number} edges
 */
function declared(outline, edges) {
  if (edges <= LONG) return outline;
  const plain = (/** @type {Analysis["outline"]} */ items) => items.filter((item) => item.class !== "edge");
  const all = plain(outline);
  const rest = [...all];
  for (let item = rest.pop(); item; item = rest.pop()) {
    item.children = plain(item.children);
    for (const child of item.children) rest.push(child);
  }
  return all;
}

/** @param {Machine} machine @returns {Canonical} */
function canonical(machine) {
  return /** @type {any} */ (machine.toJSON());
}

/** @param {Canonical} machine @returns {ForHost} */
function readForHost({ nodes, attributes }) {
  /** @type {ForHost["stubs"]} */
  const stubs = new Map();
  for (const node of nodes) {
    const stub = node.attributes.find((attribute) => attribute.name === "stub");
    if (stub?.value !== undefined) stubs.set(node.id ?? node.name, stub.value);
  }
  const maxPaths = attributes.find(({ name }) => name === "maxPaths")?.value;
  return { stubs, timed: attributes.some(({ name }) => name === "timeout"), maxPaths: typeof maxPaths === "number" ? maxPaths : 0 };
}
