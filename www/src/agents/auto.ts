// The auto agent: reads the prompt as plain clauses, or else fills in typed placeholders. The same request gets the
// same reply; its only memory is how often a path used each transition, which the run knows.

import { planWrites } from './auto-writes.ts';
import { findTransition } from './target.ts';
import type { AgentEnv, AgentRequest, Call, Decision } from './types.ts';

export function auto(request: AgentRequest, env: AgentEnv): Decision {
  const warnings: string[] = [];
  const decide = (calls: Call[], final: boolean) => ({
    reply: { turns: calls.length === 0 ? [] : [{ calls }], final },
    mode: 'auto' as const,
    warnings,
    wait: 0,
  });
  if (request.kind === 'decision') return decide(transitionCalls(request, env, null), true);

  const plan = planWrites(request, warnings);
  const calledTools = request.transcript.flatMap((turn) => turn.results.map((result) => result.name));
  const reads = calledTools.length === 0 ? plan.reads : [];
  const lastTurn = request.turn >= request.maxTurns;
  // The core refuses questions in the last turn, because no later turn could use the answers.
  const question = lastTurn ? [] : questionCalls(request, plan.asks, calledTools);
  // The visit continues when the questions are answered.
  if (question.length > 0) return decide([...reads, ...question], true);

  const calls = [...reads, ...plan.writes];
  const named = plan.target === null ? null : findTransition(request, plan.target);
  const needsAnotherTurn = plan.risky || (plan.writes.length > 0 && named === null && dependsOnConditions(request));
  if (needsAnotherTurn && !lastTurn) return decide(calls, false);
  return decide([...calls, ...transitionCalls(request, env, named)], true);
}

/**
 * The transition call that ends the visit; none where the core's rules decide.
 * @param named the tool of the transition that a clause names
 */
function transitionCalls(request: AgentRequest, env: AgentEnv, named: string | null): Call[] {
  if (named !== null) return [{ name: named, input: {} }];
  if (hasOneUnguardedExit(request) || request.transitions.length === 0) return [];
  if (conditional(request).some((exit) => exit.result === 'true')) return [];
  const uses = request.transitions.map((transition) => env.toolUses(request.path, request.node, transition.tool));
  const least = Math.min(...uses);
  return [{ name: request.transitions[uses.indexOf(least)].tool, input: {} }];
}

function hasOneUnguardedExit(request: AgentRequest) {
  return request.transitions.length <= 1 && request.transitions.every((transition) => transition.guard === undefined);
}

/** Whether the writes decide which edge is taken. */
function dependsOnConditions(request: AgentRequest) {
  return !hasOneUnguardedExit(request) && conditional(request).length > 0;
}

function conditional(request: AgentRequest) {
  return request.exits.filter((exit) => exit.class === 'conditional');
}

/**
 * The questions of the prompt that this visit has not asked yet.
 * @param calledTools names of the tools called in this attempt
 */
function questionCalls(request: AgentRequest, queries: string[], calledTools: string[]): Call[] {
  const tool = request.tools.find((offered) => offered.kind === 'request');
  if (tool === undefined || calledTools.includes(tool.name)) return [];
  return queries
    .filter((query) => !request.answers.some((answer) => answer.query === query))
    .map((query) => ({ name: tool.name, input: { query, reason: 'named in the prompt' } }));
}
