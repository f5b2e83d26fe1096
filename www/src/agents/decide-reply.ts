// Which agent replies to a request: the setting of the node first, then the mode of the run.

import { auto } from './auto.ts';
import { chooseMode, outsideFor } from './choose-agent.ts';
import { scripted, scriptedAnswer } from './stub-agent.ts';
import type { AgentEnv, AnswerDecision, ScriptRequest, Decision, InfoRequest } from './types.ts';

/** Why a request waits for an agent outside of the core. */
export const WAITS = { custom: 'waiting for the agent of the embedding page', remote: 'waiting for the LLM API' };

/** The automatic reply to a request, or why there is none. */
export function decide(request: ScriptRequest, env: AgentEnv): Decision {
  const outside = outsideFor(request, env.settings);
  if (outside !== null) return { reply: null, mode: outside, reason: WAITS[outside] };
  const choice = chooseMode(request.node, env.settings, request.stub);
  if (choice.mode === 'manual') return { reply: null, mode: 'manual', reason: choice.reason };
  return choice.mode === 'script' ? scripted(choice.script, request, env) : auto(env.fullRequest(request), env);
}

/**
 * The automatic answer to an information request. Only scripts have any.
 * @param index among the requests of its visit, from 0
 */
export function decideAnswer(info: InfoRequest, index: number, env: AgentEnv): AnswerDecision {
  const choice = chooseMode(info.node, env.settings, env.stubOf(info.node));
  return choice.mode === 'script' ? scriptedAnswer(choice.script, info, index, env) : null;
}
