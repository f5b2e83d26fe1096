// The texts being edited: their machine handles, and what the core says about them.

import { LONG } from '../protocol/bulk.ts';
import { canonicalOf } from './canonical.ts';
import { startOptions } from './ceilings.ts';
import { sameSources, textOf, withEntry } from '../protocol/sources.ts';
import type { Analysis, Inputs, Json, SnapshotRequest, PackedTokens, Picture, Sources } from '../protocol/types.ts';
import type { CallHandlers } from '../protocol/messages.ts';
import type { Machine } from '../../pkg/tracklight.js';

type Core = typeof import('../../pkg/tracklight.js');
/** `maxPaths`: live paths that the machine allows, as far as it says so. */
export interface ForHost {
  stubs: Map<string, Json>;
  timed: boolean;
  maxPaths: number;
}

/** Calls about one file, whose text the asker names: null when the asker has another text than the edited one. */
export const FILE_QUERIES: CallHandlers<Text> = {
  file: (edited, [file, text]) =>
    edited.ask(file, text, (machine) => ({
      file,
      source: text,
      diagnostics: machine.diagnostics(),
      outline: declared(machine.outline(), machine.counts().edges),
    })),
  complete: (edited, [file, text, offset]) => edited.ask(file, text, (machine) => machine.complete(offset)),
  hover: (edited, [file, text, offset]) => edited.ask(file, text, (machine) => machine.hover(offset)),
  definition: (edited, [file, text, offset]) => edited.ask(file, text, (machine) => machine.definition(offset)),
  references: (edited, [file, text, offset]) => edited.ask(file, text, (machine) => machine.references(offset)),
  fixes: (edited, [file, text, from, to]) => edited.ask(file, text, (machine) => machine.fixes(from, to)),
  format: (edited, [file, text]) => edited.ask(file, text, (machine) => machine.format()),
  rename: (edited, [file, text, offset, name, stubs]) =>
    textOf(edited.sources, file) === text
      ? edited.machine.rename(offset, name, { ...(file === edited.sources.entry ? {} : { file }), stubs })
      : null,
  renameFile: (edited, [file, text, from, to]) => edited.ask(file, text, (machine) => machine.renameFile(from, to)),
};

/**
 * Reads what a machine says to its host: that of a text, or one that an edit of its run brought.
 * @param text may be freed afterwards
 */
export function hostReader(core: Pick<Core, 'Machine'>, text: Text): (sources: Sources) => ForHost {
  const { sources } = text;
  const known = text.forHost();
  return (other) => {
    if (sameSources(other, sources)) return known;
    const edited = new Text(core, other);
    try {
      return edited.forHost();
    } finally {
      edited.free();
    }
  };
}

export class Text {
  #core: Pick<Core, 'Machine'>;
  #machine: Machine;
  /** The file read last that is not the entry, as if it were. */
  #other: { file: string; machine: Machine } | null = null;
  #forHost: ForHost | null = null;

  sources: Sources;

  constructor(core: Pick<Core, 'Machine'>, sources: Sources) {
    this.#core = core;
    this.sources = sources;
    this.#machine = this.#parse(sources);
  }

  /** Parses other texts; the old handles are freed. */
  change(sources: Sources) {
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

  #parse({ source, files, entry }: Sources) {
    return this.#core.Machine.parse(source, files, entry);
  }

  /** The machine with this file as its entry; null when there is no such file. */
  #of(file: string) {
    if (file === this.sources.entry) return this.#machine;
    if (this.#other?.file === file) return this.#other.machine;
    if (textOf(this.sources, file) === null) return null;
    const machine = this.#parse(withEntry(this.sources, file));
    this.#other?.machine.free();
    this.#other = { file, machine };
    return machine;
  }

  analyse(): Omit<Analysis, 'ofRun'> {
    const { nodes, edges, files } = this.#machine.counts();
    const diagnostics = this.#machine.diagnostics();
    const count = (severity: string) => diagnostics.filter((one) => one.severity === severity).length;
    return {
      source: this.sources.source,
      imported: files.filter((file) => file !== this.sources.entry),
      title: this.#machine.title ?? null,
      diagnostics,
      errors: count('error'),
      warnings: count('warning'),
      nodes,
      edges,
      outline: declared(this.#machine.outline(), edges),
    };
  }

  /**
   * @param file the entry by default
   * @param within all of it by default
   * @returns null when there is no such file
   */
  tokens(file: string = this.sources.entry, within?: { from: number; to: number }): PackedTokens | null {
    const machine = this.#of(file);
    if (machine === null) return null;
    return {
      source: textOf(this.sources, file) ?? '',
      ...machine.packedTokens(within?.from, within?.to),
      ...(within ? { within } : {}),
    };
  }

  /** What the core says about a file; null when the asker has another text of it than this one. */
  ask<T>(file: string, text: string, query: (machine: Machine) => T): T | null {
    if (textOf(this.sources, file) !== text) return null;
    const machine = this.#of(file);
    return machine === null ? null : query(machine);
  }

  /** The static drawing. */
  draw(look: SnapshotRequest): Picture {
    const options = look.options ?? {};
    const overlay = this.#machine.overlay(options);
    return { key: overlay.key, overlay, dot: overlay.key === look.haveKey ? null : this.#machine.dot(options) };
  }

  /** A new run of this text. */
  start(input?: Inputs) {
    return this.#machine.start(startOptions(input, this.forHost().maxPaths));
  }

  /**
   * What the machine says to its host: the `stub` attributes by node id, whether running time counts, how many paths
   * may live.
   */
  forHost(): ForHost {
    this.#forHost ??= readForHost(canonicalOf(this.#machine));
    return this.#forHost;
  }

  free() {
    this.#machine.free();
    this.#other?.machine.free();
    this.#other = null;
  }
}

/** The outline of a machine with more edges than anybody looks through is that of its declarations. */
function declared(outline: Analysis['outline'], edges: number) {
  if (edges <= LONG) return outline;
  const plain = (items: Analysis['outline']) => items.filter((item) => item.class !== 'edge');
  const all = plain(outline);
  const rest = [...all];
  for (let item = rest.pop(); item; item = rest.pop()) {
    item.children = plain(item.children);
    for (const child of item.children) rest.push(child);
  }
  return all;
}

function readForHost({ nodes, attributes }: ReturnType<typeof canonicalOf>): ForHost {
  const stubs: ForHost['stubs'] = new Map();
  for (const node of nodes) {
    const stub = node.attributes.find((attribute) => attribute.name === 'stub');
    if (stub?.value !== undefined) stubs.set(node.id ?? node.name, stub.value);
  }
  const maxPaths = attributes.find(({ name }) => name === 'maxPaths')?.value;
  return {
    stubs,
    timed: attributes.some(({ name }) => name === 'timeout'),
    maxPaths: typeof maxPaths === 'number' ? maxPaths : 0,
  };
}
