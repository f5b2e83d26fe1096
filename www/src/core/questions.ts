// What the page's panels ask about the current run: fields of contexts, checks of a value, the context graph, what an
// agent is shown of it, which nodes call agents. An element in another page has no panels and asks none of it.

import { agentNodes } from './agent-nodes.ts';
import { canonicalOf } from './canonical.ts';
import { atStep } from './past-step.ts';
import { sameSources } from '../protocol/sources.ts';
import type { Text } from './text.ts';
import type { Machine, Run } from '../../pkg/tracklight.js';
import type { Queries } from '../protocol/messages.ts';
import type { Sources } from '../protocol/types.ts';

type Core = typeof import('../../pkg/tracklight.js');
/** What of the live run is asked. */
interface Live {
  readonly run: Run;
  readonly sources: Sources;
  readonly stored: { holds(node: string): boolean } | null;
}

/** What a question is about. */
interface Asked {
  core: Pick<Core, 'Machine'>;
  /** The edited one. */
  text: Text | null;
  live: Live;
}

export type Questions = Queries<Asked>;

export const QUESTIONS: Questions = {
  fields: ({ core, text, live }) =>
    ofRun(core, text, live, (machine) => ({ hash: live.run.view().machineHash, contexts: machine.contexts() })),
  check: ({ core, text, live }, [context, value]) =>
    ofRun(core, text, live, (machine) => machine.validate(context, value)?.violations ?? null),
  agents: ({ core, text, live }) =>
    ofRun(core, text, live, (machine) => agentNodes(machine, live.run.view())).map((node) =>
      live.stored?.holds(node.id) ? { ...node, stored: true } : node,
    ),
  describe: ({ core, text, live }, [path, node, step]) => {
    const { run } = live;
    const ask = () => run.nodePrompt(path, node);
    const told = step === undefined ? ask() : atStep(run, step, ask);
    return { prompt: told.ok ? told.prompt : null, description: descriptionsOf(core, text, live).get(node) ?? null };
  },
  graph: ({ live }) => ({ graph: live.run.graph(), views: live.run.graphViews() }),
  projection: ({ live }, [path, options]) => live.run.projection(path, options),
};

/** The descriptions of a run's machine, read once. */
const descriptions: WeakMap<Live, { hash: string; byNode: Map<string, string> }> = new WeakMap();

/** Those with templates are left out: the drawing has them resolved. @returns by node */
function descriptionsOf(core: Pick<Core, 'Machine'>, text: Text | null, live: Live): Map<string, string> {
  const hash = live.run.view().machineHash;
  const known = descriptions.get(live);
  if (known?.hash === hash) return known.byNode;
  const byNode = ofRun(core, text, live, (machine) => {
    return new Map(
      canonicalOf(machine).nodes.flatMap(({ id, name, attributes }) => {
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
