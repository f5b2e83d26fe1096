// The texts being edited: their machine handles, and what the core says about them.

import { withForeignFormat } from '../exchange/foreign-text.ts';
import { LONG_LIST_LENGTH } from '../protocol/bulk.ts';
import { canonicalOf } from './canonical.ts';
import { pictureOf } from './picture.ts';
import { startOptions } from './ceilings.ts';
import { sameSources, textOf, withEntry } from '../protocol/sources.ts';
import type { Analysis, Inputs, Json, SnapshotRequest, PackedTokens, Picture, Sources } from '../protocol/types.ts';
import type { CallHandlers } from '../protocol/messages.ts';
import type { Machine } from '../../pkg/tracklight.js';

type Core = typeof import('../../pkg/tracklight.js');
/** What the host has to know of a machine. */
export interface HostFacts {
  /** The `stub` attributes, by node. */
  stubs: Map<string, Json>;
  /** Whether running time counts. */
  hasTimeout: boolean;
  /** Live paths that the machine allows; 0 where it has no limit of its own. */
  maxPaths: number;
}

/** Calls about one file. They are answered null when the text of the call is not the edited text. */
export const FILE_QUERIES: CallHandlers<EditedText> = {
  file: (edited, [file, text]) =>
    edited.query(file, text, (machine) => ({
      file,
      source: text,
      diagnostics: machine.diagnostics(),
      outline: withoutEdges(machine.outline(), machine.counts().edges),
    })),
  complete: (edited, [file, text, offset]) => edited.query(file, text, (machine) => machine.complete(offset)),
  hover: (edited, [file, text, offset]) => edited.query(file, text, (machine) => machine.hover(offset)),
  definition: (edited, [file, text, offset]) => edited.query(file, text, (machine) => machine.definition(offset)),
  references: (edited, [file, text, offset]) => edited.query(file, text, (machine) => machine.references(offset)),
  fixes: (edited, [file, text, from, to]) => edited.query(file, text, (machine) => machine.fixes(from, to)),
  format: (edited, [file, text]) => edited.query(file, text, (machine) => machine.format()),
  rename: (edited, [file, text, offset, name, stubs]) =>
    textOf(edited.sources, file) === text
      ? edited.machine.rename(offset, name, { ...(file === edited.sources.entry ? {} : { file }), stubs })
      : null,
  renameFile: (edited, [file, text, from, to]) => edited.query(file, text, (machine) => machine.renameFile(from, to)),
};

/**
 * Reads the facts of a machine: that of a text, or one that an edit of its run made.
 * @param text may be freed afterwards
 */
export function hostFactsReader(core: Pick<Core, 'Machine'>, text: EditedText): (sources: Sources) => HostFacts {
  const { sources } = text;
  const known = text.hostFacts();
  return (other) => {
    if (sameSources(other, sources)) return known;
    const edited = new EditedText(core, other);
    try {
      return edited.hostFacts();
    } finally {
      edited.free();
    }
  };
}

export class EditedText {
  #core: Pick<Core, 'Machine'>;
  #machine: Machine;
  /** The last file that was read as the entry although it is not. */
  #lastOtherFile: { file: string; machine: Machine } | null = null;
  #hostFacts: HostFacts | null = null;

  sources: Sources;

  constructor(core: Pick<Core, 'Machine'>, sources: Sources) {
    this.#core = core;
    this.sources = sources;
    this.#machine = this.#parse(sources);
  }

  /** Parses other texts; the old handles are freed. */
  setSources(sources: Sources) {
    if (sameSources(sources, this.sources)) return;
    const machine = this.#parse(sources);
    this.free();
    this.#machine = machine;
    this.#hostFacts = null;
    this.sources = sources;
  }

  /** The machine of the entry. Callers must not free it. */
  get machine() {
    return this.#machine;
  }

  #parse({ source, files, entry }: Sources) {
    return this.#core.Machine.parse(source, files, entry);
  }

  /** The machine with this file as its entry; null when there is no such file. */
  #machineOf(file: string) {
    if (file === this.sources.entry) return this.#machine;
    if (this.#lastOtherFile?.file === file) return this.#lastOtherFile.machine;
    if (textOf(this.sources, file) === null) return null;
    const machine = this.#parse(withEntry(this.sources, file));
    this.#lastOtherFile?.machine.free();
    this.#lastOtherFile = { file, machine };
    return machine;
  }

  analyse(): Omit<Analysis, 'ofRun'> {
    const { nodes, edges, files } = this.#machine.counts();
    const diagnostics = withForeignFormat(this.sources.source, this.#machine.diagnostics());
    const count = (severity: string) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return {
      source: this.sources.source,
      imported: files.filter((file) => file !== this.sources.entry),
      title: this.#machine.title ?? null,
      diagnostics,
      errors: count('error'),
      warnings: count('warning'),
      nodes,
      edges,
      outline: withoutEdges(this.#machine.outline(), edges),
    };
  }

  /**
   * @param file the entry by default
   * @param within all of it by default
   * @returns null when there is no such file
   */
  tokens(file: string = this.sources.entry, within?: { from: number; to: number }): PackedTokens | null {
    const machine = this.#machineOf(file);
    if (machine === null) return null;
    return {
      source: textOf(this.sources, file) ?? '',
      ...machine.packedTokens(within?.from, within?.to),
      ...(within ? { within } : {}),
    };
  }

  /** Queries the machine of a file; null when its text is not `text`. */
  query<T>(file: string, text: string, query: (machine: Machine) => T): T | null {
    if (textOf(this.sources, file) !== text) return null;
    const machine = this.#machineOf(file);
    return machine === null ? null : query(machine);
  }

  /** The static drawing. */
  draw(request: SnapshotRequest): Picture {
    return pictureOf(this.#machine, request);
  }

  /** A new run of this text. */
  start(input?: Inputs) {
    return this.#machine.start(startOptions(input, this.hostFacts().maxPaths));
  }

  hostFacts(): HostFacts {
    this.#hostFacts ??= readHostFacts(canonicalOf(this.#machine));
    return this.#hostFacts;
  }

  free() {
    this.#machine.free();
    this.#lastOtherFile?.machine.free();
    this.#lastOtherFile = null;
  }
}

/** Leaves the edges out of the outline of a machine that has very many. */
function withoutEdges(outline: Analysis['outline'], edges: number) {
  if (edges <= LONG_LIST_LENGTH) return outline;
  const plain = (items: Analysis['outline']) => items.filter((item) => item.class !== 'edge');
  const all = plain(outline);
  const rest = [...all];
  for (let item = rest.pop(); item; item = rest.pop()) {
    item.children = plain(item.children);
    for (const child of item.children) rest.push(child);
  }
  return all;
}

function readHostFacts({ nodes, attributes }: ReturnType<typeof canonicalOf>): HostFacts {
  const stubs: HostFacts['stubs'] = new Map();
  for (const node of nodes) {
    const stub = node.attributes.find((attribute) => attribute.name === 'stub');
    if (stub?.value !== undefined) stubs.set(node.id ?? node.name, stub.value);
  }
  const maxPaths = attributes.find(({ name }) => name === 'maxPaths')?.value;
  return {
    stubs,
    hasTimeout: attributes.some(({ name }) => name === 'timeout'),
    maxPaths: typeof maxPaths === 'number' ? maxPaths : 0,
  };
}
