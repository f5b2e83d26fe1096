// What the page's panels ask about the current run: fields of contexts, checks of a value, the context graph, what an
// agent is shown of it, which nodes call agents. An element in another page has no panels and asks none of it.

import { agentNodes } from './agent-nodes.ts';
import { canonicalOf } from './canonical.ts';
import { atStep } from './past-step.ts';
import { sameSources } from '../protocol/sources.ts';
import type { Text } from './text.ts';
import type { Machine, Run } from '../../pkg/tracklight.js';
import type { CallHandlers } from '../protocol/messages.ts';
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
  session: Live;
}

export type Questions = CallHandlers<Asked>;

export const QUESTIONS: Questions = {
  fields: ({ core, text, session }) =>
    ofRun(core, text, session, (machine) => ({ hash: session.run.view().machineHash, contexts: machine.contexts() })),
  check: ({ core, text, session }, [context, value]) =>
    ofRun(core, text, session, (machine) => machine.validate(context, value)?.violations ?? null),
  agents: ({ core, text, session }) =>
    ofRun(core, text, session, (machine) => agentNodes(machine, session.run.view())).map((node) =>
      session.stored?.holds(node.id) ? { ...node, stored: true } : node,
    ),
  describe: ({ core, text, session }, [path, node, step]) => {
    const { run } = session;
    const ask = () => run.nodePrompt(path, node);
    const told = step === undefined ? ask() : atStep(run, step, ask);
    return { prompt: told.ok ? told.prompt : null, description: descriptionsOf(core, text, session).get(node) ?? null };
  },
  graph: ({ session }) => ({ graph: session.run.graph(), views: session.run.graphViews() }),
  projection: ({ session }, [path, options]) => session.run.projection(path, options),
};

/** The descriptions of a run's machine, read once. */
const descriptions: WeakMap<Live, { hash: string; byNode: Map<string, string> }> = new WeakMap();

/** Those with templates are left out: the drawing has them resolved. @returns by node */
function descriptionsOf(core: Pick<Core, 'Machine'>, text: Text | null, session: Live): Map<string, string> {
  const hash = session.run.view().machineHash;
  const known = descriptions.get(session);
  if (known?.hash === hash) return known.byNode;
  const byNode = ofRun(core, text, session, (machine) => {
    return new Map(
      canonicalOf(machine).nodes.flatMap(({ id, name, attributes }) => {
        const value = attributes.find((one) => one.name === 'desc')?.value;
        return typeof value === 'string' && value.trim() !== '' && !value.includes('{{')
          ? [[id ?? name, value] as const]
          : [];
      }),
    );
  });
  descriptions.set(session, { hash, byNode });
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
