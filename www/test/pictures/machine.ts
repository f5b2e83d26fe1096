// The machines whose pictures are measured, what the core knows of them, and the same with a context, a read or a write
// more.

import { readFileSync, readdirSync } from 'node:fs';
import { examples } from '../examples.ts';
import { core } from '../wasm/core.ts';

const GALLERY = new URL('../../examples/', import.meta.url);
const OWN = new URL('machines/', import.meta.url);

export interface PicturedMachine {
  /** `kettle`, `m02-triage`. */
  name: string;
  isOfGallery: boolean;
  source: string;
  structure: Structure;
}

/** A node as the drawing knows it: `n<i>` as a card, `c<i>` as a container, `i` being its position. */
interface StructureNode {
  position: number;
  path: string;
  /** Path of the module that it is in, `''` outside of all. */
  parent: string;
  isModule: boolean;
  type: string;
}
interface StructureEdge {
  source: string;
  target: string;
  /** Whether paths go along it. */
  isControl: boolean;
}
export interface Structure {
  nodes: StructureNode[];
  edges: StructureEdge[];
  /** How many fields its contexts have together. */
  fields: number;
}

/** What stands beside the flow: no path goes through it. */
const NOT_FLOW = ['context', 'input', 'output', 'tool', 'type', 'note', 'style'];
const CONTEXTS = ['context', 'input', 'output'];

/** The gallery's machines and those of this folder; with names only those that have or begin with one. */
export function machines(names: string[] = []): PicturedMachine[] {
  const read = (folder: URL, name: string, isOfGallery: boolean) => {
    const source = readFileSync(new URL(`${name}.dygram`, folder), 'utf8');
    return { name, isOfGallery, source, structure: structureOf(source) };
  };
  const own = readdirSync(OWN)
    .flatMap((file) => /^(.+)\.dygram$/.exec(file)?.[1] ?? [])
    .sort();
  const all = [
    ...examples.map(({ slug }) => ({ folder: GALLERY, name: slug })),
    ...own.map((name) => ({ folder: OWN, name })),
  ];
  const meant = (name: string) => names.some((one) => name === one || name.startsWith(`${one}-`));
  const unknown = names.filter((given) => !all.some(({ name }) => name === given || name.startsWith(`${given}-`)));
  if (unknown.length > 0)
    throw new Error(`no machine is called ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`);
  return all
    .filter(({ name }) => names.length === 0 || meant(name))
    .map(({ folder, name }) => read(folder, name, folder === GALLERY));
}

/** A machine as its canonical JSON. */
interface CanonicalMachine {
  nodes: { id: string; type?: string; parentId?: string }[];
  edges: { sourceId: string; targetId: string; kind: string }[];
}

export function structureOf(source: string): Structure {
  const machine = core.Machine.parse(source);
  try {
    const { nodes, edges } = machine.toJSON() as unknown as CanonicalMachine;
    const parents = new Set(nodes.flatMap(({ type, parentId }) => (parentId && type !== 'note' ? parentId : [])));
    return {
      nodes: nodes.map(({ id, type = '', parentId = '' }, position) => ({
        position,
        path: id,
        parent: parentId,
        isModule: parents.has(id) && !NOT_FLOW.includes(type),
        type,
      })),
      edges: edges.map(({ sourceId, targetId, kind }) => ({
        source: sourceId,
        target: targetId,
        isControl: kind === 'control' || kind === 'catch',
      })),
      fields: machine.contexts().reduce((sum, context) => sum + context.fields.length, 0),
    };
  } finally {
    machine.free();
  }
}

/** Whether a node is part of what paths go through. */
export const isFlow = ({ type }: { type: string }) => !NOT_FLOW.includes(type);

/**
 * What comes after modules: pairs of paths, a module and a node that one of its edges leads to. An edge that leads back
 * to what came before is none.
 */
export function followers({ nodes, edges }: Structure): { module: string; next: string }[] {
  const modules = new Set(nodes.filter(({ isModule }) => isModule).map(({ path }) => path));
  const isWithin = (path: string, outer: string) => outer === '' || path === outer || path.startsWith(`${outer}.`);
  const control = edges.filter(({ isControl }) => isControl);
  const known: Map<string, Set<string>> = new Map();
  return control
    .filter(({ source, target }) => modules.has(source) && !isWithin(target, source) && !isWithin(source, target))
    .filter(({ source, target }) => {
      let scope = source;
      while (!isWithin(target, scope)) scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')));
      const backward = known.get(scope) ?? backwardEdges(scope);
      known.set(scope, backward);
      return !backward.has(`${partOf(source, scope)} ${partOf(target, scope)}`);
    })
    .map(({ source, target }) => ({ module: source, next: target }));

  /** The part of a module, or of the machine, that a node is or is in. */
  function partOf(path: string, scope: string) {
    const start = scope === '' ? 0 : scope.length + 1;
    const end = path.indexOf('.', start);
    return end < 0 ? path : path.slice(0, end);
  }

  /** Edges between parts of a module that lead to a part from which the way came, going in source order. */
  function backwardEdges(scope: string) {
    const inside = (path: string) => path !== scope && isWithin(path, scope);
    const ways: Map<string, string[]> = new Map();
    for (const { source, target } of control)
      if (inside(source) && inside(target)) {
        const [from, to] = [partOf(source, scope), partOf(target, scope)];
        if (from !== to) ways.set(from, [...(ways.get(from) ?? []), to]);
      }
    const backward: Set<string> = new Set();
    const seen: Set<string> = new Set();
    const visit = (part: string, came: string[]) => {
      seen.add(part);
      for (const next of ways.get(part) ?? [])
        if ([...came, part].includes(next)) backward.add(`${part} ${next}`);
        else if (!seen.has(next)) visit(next, [...came, part]);
    };
    const parts = nodes.filter(({ path, parent }) => parent === scope && isWithin(path, scope));
    const starts = parts.filter(({ type }) => type === 'init');
    for (const { path } of [...starts, ...parts]) if (!seen.has(path)) visit(path, []);
    return backward;
  }
}

/** A machine's text with something more, and the node whose card may grow by it. */
export interface Variant {
  source: string;
  /** Path of the node. */
  of: string | null;
}

/** The same machine with a context more. */
export const withContext = ({ source }: { source: string }): Variant => ({
  source: `${source.trimEnd()}\ncontext AddedForMeasuring { note: "x" }\n`,
  of: null,
});

/** The same machine with a read or a write more, of a node and a context that have none so far; null without these. */
export function withData(
  { source, structure }: { source: string; structure: Structure },
  kind: 'reads' | 'writes',
): Variant | null {
  const { nodes, edges } = structure;
  const contexts = nodes.filter(({ type }) => CONTEXTS.includes(type) && (kind === 'reads' || type !== 'input'));
  const ofData = (path: string, context: string) =>
    edges.some(({ source: from, target: to }) => [from, to].includes(path) && [from, to].includes(context));
  const executable = ['task', 'state'].flatMap((wanted) => nodes.filter(({ type }) => type === wanted));
  for (const { path } of executable)
    for (const context of contexts)
      if (context.parent === '' && !ofData(path, context.path))
        return { source: `${source.trimEnd()}\n${path} -${kind}-> ${context.path}\n`, of: path };
  return null;
}
