// Agents for hosts: functions that take an agent request and give a reply, as the property `agent` of the element and
// `run.reply` of the core want it.

import { auto as autoReply } from '../agents/auto.ts';
import { scripted as scriptedReply } from '../agents/stub-agent.ts';
import { PathHistory } from '../core/uses.ts';
import { strings } from './strings.ts';
import type { AgentEnv, ScriptRequest, Decision } from '../agents/types.ts';
import type { AgentReply, AgentRequest, Json } from '../protocol/types.ts';
import type { Run } from '../../pkg/tracklight.js';

/** `run`: conditions of scripts are evaluated in it; without one, scripts with `when` fail. */
export type Agent = (request: AgentRequest, options?: { run?: Run }) => AgentReply;

/** What `run.recording()` gives. */
export interface Recording {
  entries: { digest?: string; path: string; node: string; reply?: AgentReply }[];
}

/** Generated replies that fit the schemas of what a node may write. */
export function auto(): Agent {
  const envOf = environment({});
  return (request, { run } = {}) => replyOf(request, autoReply(request, envOf(run)));
}

/**
 * Replies from scripts, in the form of a node's `stub` attribute.
 * @param stubs by node
 * @param otherwise answers nodes without a script; generated replies by default
 */
export function scripted(stubs: Record<string, Json>, otherwise: Agent = auto()): Agent {
  const envOf = environment(stubs);
  return (request, options = {}) => {
    const script = Object.hasOwn(stubs, request.node) ? stubs[request.node] : request.stub;
    if (script === undefined) return otherwise(request, options);
    return replyOf(request, scriptedReply(script, request as ScriptRequest, envOf(options.run)));
  };
}

/**
 * Replies of an earlier run: the first unused one to an equal request of the same path, else to an equal request.
 * @param otherwise answers what was not recorded; an error by default
 */
export function recording({ entries }: Recording, otherwise?: Agent): Agent {
  const left = entries.filter(({ reply }) => reply !== undefined);
  return (request, options = {}) => {
    const equal = left.filter(({ digest }) => digest === request.digest);
    const found = equal.find(({ path }) => path === request.path) ?? equal[0];
    if (!found?.reply) return otherwise?.(request, options) ?? failed(strings.notRecorded(request.node));
    left.splice(left.indexOf(found), 1);
    return found.reply;
  };
}

const failed = (message: string): AgentReply => ({ error: { message, retryable: false } });

const replyOf = ({ node }: AgentRequest, decision: Decision): AgentReply =>
  decision.reply ?? failed(strings.noReply(node, 'reason' in decision ? decision.reason : ''));

/** What scripts may ask about a run. */
function environment(stubs: Record<string, Json>) {
  const uses: WeakMap<Run, PathHistory> = new WeakMap();
  const picks: Map<string, number[]> = new Map();
  const usesOf = (run: Run) => {
    const known = uses.get(run) ?? new PathHistory();
    uses.set(run, known);
    return known;
  };
  const without = { ok: false as const, error: { message: strings.noRun } };
  return (run: Run | undefined): AgentEnv => ({
    settings: { n: stubs },
    stubOf: (node) => stubs[node],
    fullRequest: (request) => request as AgentRequest,
    evaluate: (path, expression) => run?.evaluate(path, expression) ?? without,
    evaluateAt: (step, path, expression) => {
      if (!run) return without;
      const here = run.back(0);
      if (!here.ok || here.step === step) return run.evaluate(path, expression);
      const moved = run.goto(step);
      if (!moved.ok) return moved;
      try {
        return run.evaluate(path, expression);
      } finally {
        run.goto(here.step, here.branch);
      }
    },
    requestStep: (path, node, visit) => (run ? usesOf(run).requestStep(run, path, node, visit) : null),
    pickedRules: (path, node, rules) => {
      const key = JSON.stringify([path, node, rules]);
      const known = picks.get(key) ?? [];
      picks.set(key, known);
      return known;
    },
    toolUses: (path, node, tool) => (run ? usesOf(run).toolUses(run, path, node, tool) : 0),
  });
}
