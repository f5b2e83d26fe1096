// Calls about the current run that only the page's panels make: fields of contexts, checks of a value, the context
// graph, what an agent sees of it, which nodes call agents. Elements in other pages have no such panels.

import { agentNodes } from './agent-nodes.ts';
import { canonicalOf } from './canonical.ts';
import { atStep } from './past-step.ts';
import { sameSources } from '../protocol/sources.ts';
import type { EditedText } from './text.ts';
import type { Machine } from '../../pkg/tracklight.js';
import type { RunSession } from './run-session.ts';
import type { CallHandlers } from '../protocol/messages.ts';

type Core = typeof import('../../pkg/tracklight.js');
type QuestionedRun = Pick<RunSession, 'run' | 'sources' | 'storedReplies'>;

interface QuestionContext {
  core: Pick<Core, 'Machine'>;
  /** The edited texts. */
  text: EditedText | null;
  session: QuestionedRun;
}

export type Questions = CallHandlers<QuestionContext>;

export const QUESTIONS: Questions = {
  fields: ({ core, text, session }) =>
    withRunMachine(core, text, session, (machine) => ({
      hash: session.run.view().machineHash,
      contexts: machine.contexts(),
    })),
  check: ({ core, text, session }, [context, value]) =>
    withRunMachine(core, text, session, (machine) => machine.validate(context, value)?.violations ?? null),
  agents: ({ core, text, session }) =>
    withRunMachine(core, text, session, (machine) => agentNodes(machine, session.run.view())).map((node) =>
      session.storedReplies?.hasNode(node.id) ? { ...node, stored: true } : node,
    ),
  describe: ({ core, text, session }, [path, node, step]) => {
    const { run } = session;
    const ask = () => run.nodePrompt(path, node);
    const prompt = step === undefined ? ask() : atStep(run, step, ask);
    return {
      prompt: prompt.ok ? prompt.prompt : null,
      description: descriptionsOf(core, text, session).get(node) ?? null,
    };
  },
  graph: ({ session }) => ({ graph: session.run.graph(), views: session.run.graphViews() }),
  projection: ({ session }, [path, options]) => session.run.projection(path, options),
};

/** The descriptions of a run's machine, read once. */
const knownDescriptions: WeakMap<QuestionedRun, { hash: string; byNode: Map<string, string> }> = new WeakMap();

/** By node. Descriptions with templates are left out: the drawing shows them with their values. */
function descriptionsOf(
  core: Pick<Core, 'Machine'>,
  text: EditedText | null,
  session: QuestionedRun,
): Map<string, string> {
  const hash = session.run.view().machineHash;
  const known = knownDescriptions.get(session);
  if (known?.hash === hash) return known.byNode;
  const byNode = withRunMachine(core, text, session, (machine) => {
    return new Map(
      canonicalOf(machine).nodes.flatMap(({ id, name, attributes }) => {
        const value = attributes.find((attribute) => attribute.name === 'desc')?.value;
        return typeof value === 'string' && value.trim() !== '' && !value.includes('{{')
          ? [[id ?? name, value] as const]
          : [];
      }),
    );
  });
  knownDescriptions.set(session, { hash, byNode });
  return byNode;
}

/** Reads from the machine of the run. Mostly it is that of the edited texts, which is parsed already. */
function withRunMachine<T>(
  core: Pick<Core, 'Machine'>,
  text: EditedText | null,
  { sources, run }: QuestionedRun,
  read: (machine: Machine) => T,
): T {
  const own = { ...sources, source: run.source() };
  if (text !== null && sameSources(own, text.sources)) return read(text.machine);
  const machine = core.Machine.parse(own.source, own.files, own.entry);
  try {
    return read(machine);
  } finally {
    machine.free();
  }
}
