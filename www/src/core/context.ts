// What the page asks about the current run: fields of contexts, checks of a value, the context graph, what an agent
// is shown of it, which nodes call agents; and the user's edits of that graph, which are not steps.

import { agentNodes } from './agent-nodes.ts';
import { sameSources } from '../protocol/sources.ts';
import type { Text } from './text.ts';
import type { Machine, Ok, Run } from '../../pkg/tracklight.js';
import type { Inputs, LayerEdit, Sources } from '../protocol/types.ts';

type Core = typeof import('../../pkg/tracklight.js');
/** What of the live run is asked. */
interface Live {
  readonly run: Run;
  readonly sources: Sources;
  readonly stored: { holds(node: string): boolean } | null;
}

export const QUESTIONS: readonly string[] = ['fields', 'check', 'graph', 'projection', 'agents', 'describe'];

/**
 * @param text the edited one
 * @returns null when there is no run
 */
export function ask(
  core: Pick<Core, 'Machine'>,
  text: Text | null,
  live: Live | null,
  name: string,
  [a, b]: any[],
): unknown {
  if (live === null) return null;
  switch (name) {
    case 'fields':
      return ofRun(core, text, live, (machine) => ({
        hash: live.run.view().machineHash,
        contexts: machine.contexts(),
      }));
    case 'check':
      return ofRun(core, text, live, (machine) => machine.validate(a, b)?.violations ?? null);
    case 'agents':
      return ofRun(core, text, live, (machine) => agentNodes(machine, live.run.view())).map((node) =>
        live.stored?.holds(node.id) ? { ...node, stored: true } : node,
      );
    case 'describe': {
      const told = live.run.nodePrompt(a, b);
      return { prompt: told.ok ? told.prompt : null, description: descriptionsOf(core, text, live).get(b) ?? null };
    }
    case 'graph':
      return { graph: live.run.graph(), views: live.run.graphViews() };
    default:
      return live.run.projection(a, b);
  }
}

/** The descriptions of a run's machine, read once. */
const descriptions: WeakMap<Live, { hash: string; byNode: Map<string, string> }> = new WeakMap();

/** Those with templates are left out: the drawing has them resolved. @returns by node */
function descriptionsOf(core: Pick<Core, 'Machine'>, text: Text | null, live: Live): Map<string, string> {
  const hash = live.run.view().machineHash;
  const known = descriptions.get(live);
  if (known?.hash === hash) return known.byNode;
  const byNode = ofRun(core, text, live, (machine) => {
    const { nodes } = machine.toJSON() as unknown as {
      nodes: { id?: string; name: string; attributes?: { name: string; value?: unknown }[] }[];
    };
    return new Map(
      nodes.flatMap(({ id, name, attributes = [] }) => {
        const value = attributes.find((one) => one.name === 'desc')?.value;
        return typeof value === 'string' && value.trim() !== '' && !value.includes('{{')
          ? [[id ?? name, value] as const]
          : [];
      }),
    );
  });
  descriptions.set(live, { hash, byNode });
  return byNode;
}

/** Mostly the run is of the edited text, whose machine is at hand. */
function ofRun<T>(
  core: Pick<Core, 'Machine'>,
  text: Text | null,
  { sources, run }: Live,
  look: (machine: Machine) => T,
): T {
  const own = { ...sources, source: run.source() };
  if (text !== null && sameSources(own, text.sources)) return look(text.machine);
  const machine = core.Machine.parse(own.source, own.files, own.entry);
  try {
    return look(machine);
  } finally {
    machine.free();
  }
}

export function lay(run: Run, edit: LayerEdit): Ok<any> {
  switch (edit.op) {
    case 'saveView':
      return run.saveGraphView(edit.name);
    case 'restoreView':
      return run.restoreGraphView(edit.name);
    case 'deleteView':
      return run.deleteGraphView(edit.name);
    case 'resetView':
      return run.resetGraphView();
    default:
      return run.editGraph(edit);
  }
}

/**
 * Start values without those whose context or field the machine no longer has; the others are the core's to judge.
 * @returns undefined when nothing is left
 */
export function fitting(machine: Machine, input: Inputs | undefined): Inputs | undefined {
  if (input === undefined) return undefined;
  const left: Inputs = {};
  for (const { id, open, fields } of machine.contexts()) {
    const given = Object.entries(Object.hasOwn(input, id) ? input[id] : {});
    const kept = given.filter(([name]) => open || fields.some((field) => field.name === name));
    if (kept.length > 0) left[id] = Object.fromEntries(kept);
  }
  return Object.keys(left).length > 0 ? left : undefined;
}
