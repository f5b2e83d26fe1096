// @ts-check
// Which agent answers a request: the node's own setting first, then the mode of the run.

import { auto } from "./auto.js";
import { chooseMode } from "./choice.js";
import { outsideFor } from "./outside.js";
import { scripted, scriptedAnswer } from "./script.js";

/**
 * @typedef {import("./types.js").Asked} Asked
 * @typedef {import("./types.js").AgentEnv} AgentEnv
 */

/** Why a request waits that is answered from outside. */
export const WAITS = { custom: "the agent of the page's host answers", remote: "the remote agent answers" };

/**
 * The automatic reply to a request, or why there is none.
 * @param {Asked} request
 * @param {AgentEnv} env
 * @returns {import("./types.js").Decision}
 */
export function decide(request, env) {
  const outside = outsideFor(request, env.settings);
  if (outside !== null) return { reply: null, mode: outside, reason: WAITS[outside] };
  const choice = chooseMode(request.node, env.settings, request.stub);
  if (choice.mode === "manual") return { reply: null, mode: "manual", reason: choice.reason };
  return choice.mode === "script" ? scripted(choice.script, request, env) : auto(env.whole(request), env);
}

/**
 * The automatic answer to an information request: only scripts answer by themselves.
 * @param {import("./types.js").InfoRequest} info
 * @param {number} index place among the requests its visit raised, from 0
 * @param {AgentEnv} env
 * @returns {import("./types.js").AnswerDecision}
 */
export function decideAnswer(info, index, env) {
  const choice = chooseMode(info.node, env.settings, env.stubOf(info.node));
  return choice.mode === "script" ? scriptedAnswer(choice.script, info, index, env) : null;
}
