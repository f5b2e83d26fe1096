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
  // After the last turn there is none that could use an answer; the core would refuse the question.
  const question = lastTurn ? [] : questionCalls(request, plan.asks, calledTools);
  // The visit goes on when the answers are there.
  if (question.length > 0) return decide([...reads, ...question], true);

  const calls = [...reads, ...plan.writes];
  const named = plan.target === null ? null : findTransition(request, plan.target);
  const needsAnotherTurn = plan.risky || (plan.writes.length > 0 && named === null && dependsOnConditions(request));
  if (needsAnotherTurn && !lastTurn) return decide(calls, false);
  return decide([...calls, ...transitionCalls(request, env, named)], true);
}

/**
 * The transition call that ends the visit; none where the core's rules find the way.
 * @param named the tool a clause named
 */
function transitionCalls(request: AgentRequest, env: AgentEnv, named: string | null): Call[] {
  if (named !== null) return [{ name: named, input: {} }];
  if (hasOneUnguardedExit(request) || request.transitions.length === 0) return [];
  if (conditional(request).some((exit) => exit.result === 'true')) return [];
  const uses = request.transitions.map((transition) => env.toolUses(request.path, request.node, transition.tool));
  const least = Math.min(...uses);
  return [{ name: request.transitions[uses.indexOf(least)].tool, input: {} }];
}

/** @param request at most one transition is offered, and nothing guards it */
function hasOneUnguardedExit(request: AgentRequest) {
  return request.transitions.length <= 1 && request.transitions.every((transition) => transition.guard === undefined);
}

/** @param request whether the way out is known only after the writes */
function dependsOnConditions(request: AgentRequest) {
  return !hasOneUnguardedExit(request) && conditional(request).length > 0;
}

function conditional(request: AgentRequest) {
  return request.exits.filter((exit) => exit.class === 'conditional');
}

/**
 * Questions of the prompt that were not asked in this visit yet.
 * @param calledTools names of the tools called in this attempt
 */
function questionCalls(request: AgentRequest, queries: string[], calledTools: string[]): Call[] {
  const tool = request.tools.find((offered) => offered.kind === 'request');
  if (tool === undefined || calledTools.includes(tool.name)) return [];
  return queries
    .filter((query) => !request.answers.some((answer) => answer.query === query))
    .map((query) => ({ name: tool.name, input: { query, reason: 'named in the prompt' } }));
}
