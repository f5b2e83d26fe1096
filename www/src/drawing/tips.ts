// What the tips over the drawing say: names, kinds and states from the outline, values from the run at once; prompts
// with the values of a path, and descriptions, from the core.

import type { Entry } from '../diagram/outline.ts';
import { drawnOutline } from './drawn-outline.ts';
import { isLive } from '../run/path-status.ts';
import { shownPath } from '../store/values.ts';
import { elementStrings } from '../diagram/strings.ts';
import { workspaceStrings } from '../store/strings.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from '../protocol/types.ts';
import type { Facts } from '../diagram/tip.ts';
import type { State } from '../store/state.ts';

/** A tipProvider of `diagram/tip.ts`. */
export class DrawingTips {
  #store: Store;
  #engine: Pick<Engine, 'describe'>;

  constructor(store: Store, engine: Pick<Engine, 'describe'>) {
    this.#store = store;
    this.#engine = engine;
  }

  /**
   * @param id of an element of the drawing, or of a value's cell
   * @returns null where the drawing is of another text than the outline
   */
  about(id: string): Facts | null {
    const { state } = this.#store;
    if (!agrees(state)) return null;
    if (id.startsWith('v')) return valueFacts(state, id);
    return id.startsWith('e') ? edgeFacts(state, id) : nodeFacts(entryOf(state, id));
  }

  async ask(id: string) {
    const { state } = this.#store;
    const name = /^[nc]/.test(id) && agrees(state) ? entryOf(state, id)?.name : undefined;
    const path = name === undefined ? null : pathAt(state, name);
    return name === undefined || path === null ? null : this.#engine.describe(path, name);
  }
}

/** Whether the drawing and what is known are of one machine. */
const agrees = ({ run: { shows, snapshot }, picture }: State) =>
  shows !== 'run' || !snapshot || picture?.machine === snapshot.view.machineHash;

/**
 * The path whose values a prompt of a node has: the chosen one if it is there, else the first that is, else the shown
 * one.
 */
function pathAt(state: State, node: string) {
  if (state.run.shows !== 'run') return null;
  const shown = shownPath(state);
  const there = (state.run.snapshot?.view.paths ?? []).filter((path) => path.node === node && isLive(path.status));
  return (there.find(({ id }) => id === shown?.id) ?? there[0] ?? shown)?.id ?? null;
}

/** All entries, without recursion. */
function* entriesOf(state: State) {
  const rest = [...drawnOutline(state).entries];
  for (let entry = rest.pop(); entry; entry = rest.pop()) {
    yield entry;
    rest.push(...entry.children);
  }
}

/** A node and the container it is drawn as have the same number. */
function entryOf(state: State, id: string): Entry | null {
  for (const entry of entriesOf(state))
    if (entry.id && !entry.id.startsWith('e') && entry.id.slice(1) === id.slice(1)) return entry;
  return null;
}

const nodeFacts = (entry: Entry | null): Facts | null =>
  entry && { name: entry.name, kind: entry.kind, title: entry.title, facts: entry.facts };

function edgeFacts(state: State, id: string): Facts | null {
  for (const entry of entriesOf(state)) {
    const edge = entry.outs.find((out) => out.id === id);
    if (edge)
      return {
        name: elementStrings.ends(entry.name, edge.to),
        kind: elementStrings.edge,
        title: '',
        facts: [edge.text].filter(Boolean),
      };
  }
  return null;
}

/** The field of a value's cell, `v<context>-<field>` and a path where paths differ. */
export function fieldAt(state: State, id: string) {
  const [, number, at, path] = /^v(\d+)-(\d+)(?:-(.+))?$/.exec(id) ?? [];
  const [name, context] =
    Object.entries(state.run.snapshot?.view.contexts ?? {}).find(
      ([, { diagramId }]) => diagramId.slice(1) === number,
    ) ?? [];
  const [field, info] = Object.entries(context?.fields ?? {})[Number(at)] ?? [];
  return name && field && context ? { context: name, role: context.role, field, type: info?.type ?? '', path } : null;
}

/** The value is the overlay's. */
function valueFacts(state: State, id: string): Facts | null {
  const found = fieldAt(state, id);
  if (!found) return null;
  const { context, field, type, path } = found;
  return { name: `${context}.${field}`, kind: type, title: path ? workspaceStrings.path(path) : '', facts: [] };
}
