// @ts-check
// The text being edited: its machine handle and what the core says about it.

/**
 * @typedef {typeof import("../pkg/tracklight.js")} Core
 * @typedef {import("../pkg/tracklight.js").Machine} Machine
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").Json} Json
 * @typedef {{ nodes: { id?: string, name: string, attributes: { name: string, value?: Json }[] }[], edges: unknown[] }} Canonical
 */

export class Text {
  #core;
  /** @type {Machine} */
  #machine;

  /** @param {Pick<Core, "Machine">} core @param {string} source */
  constructor(core, source) {
    this.#core = core;
    this.source = source;
    this.#machine = core.Machine.parse(source);
  }

  /** Parses another text; the old handle is freed. @param {string} source */
  change(source) {
    if (source === this.source) return;
    const machine = this.#core.Machine.parse(source);
    this.#machine.free();
    this.#machine = machine;
    this.source = source;
  }

  /** @returns {Analysis} */
  analyse() {
    const { nodes, edges } = canonical(this.#machine);
    const diagnostics = this.#machine.diagnostics();
    const count = (/** @type {string} */ severity) => diagnostics.filter((one) => one.severity === severity).length;
    return {
      source: this.source,
      title: this.#machine.title ?? null,
      hash: this.#machine.hash,
      diagnostics,
      errors: count("error"),
      warnings: count("warning"),
      nodes: nodes.length,
      edges: edges.length,
      outline: this.#machine.outline(),
    };
  }

  /** @returns {import("./types.js").PackedTokens} */
  tokens() {
    const tokens = this.#machine.tokens();
    const packed = new Uint32Array(tokens.length * 3);
    /** @type {Map<string, number>} */
    const classes = new Map();
    tokens.forEach((token, i) => {
      const index = classes.get(token.class) ?? classes.size;
      classes.set(token.class, index);
      packed.set([token.from, token.to, index], i * 3);
    });
    return { source: this.source, classes: [...classes.keys()], tokens: packed };
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
    return this.#machine.start(/** @type {any} */ (input === undefined ? {} : { input }));
  }

  /** The `stub` attributes by node id. @returns {Map<string, Json>} */
  stubs() {
    /** @type {Map<string, Json>} */
    const found = new Map();
    for (const node of canonical(this.#machine).nodes) {
      const stub = node.attributes.find((attribute) => attribute.name === "stub");
      if (stub?.value !== undefined) found.set(node.id ?? node.name, stub.value);
    }
    return found;
  }

  free() {
    this.#machine.free();
  }
}

/** @param {Machine} machine @returns {Canonical} */
function canonical(machine) {
  return /** @type {any} */ (machine.toJSON());
}
