// Rule lists: which entry of a script replies in a visit. It is the first one whose condition is true at the first
// request of the visit and that is not used up on this path. All turns and attempts of the visit use the same entry.

import { isObject } from './json.ts';
import type { AgentEnv, Json } from './types.ts';

export interface Visit {
  path: string;
  node: string;
  visit: number;
}

/** Whether a script is a list of rules, not a list of visits. */
export function isRules(script: Json): boolean {
  if (Array.isArray(script)) return script.some(isRule);
  return isRule(script);
}

/** Whether a script has entries for later visits of a path. */
export const hasLaterVisits = (script: Json) => Array.isArray(script) && script.length > 1 && !isRules(script);

function isRule(entry: Json) {
  return isObject(entry) && ('when' in entry || 'times' in entry);
}

/**
 * The index of the rule for a visit, -1 if there is none.
 * @param warnings gets those of the conditions in this visit
 */
export function pickRule(rules: Json[], at: Visit, env: AgentEnv, warnings: string[]) {
  const picked = env.pickedRules(at.path, at.node, rules);
  const hasLimits = rules.some((rule) => usesAllowed(rule) !== Infinity);
  // Earlier visits may have used rules up, so their rules are found first, once each.
  for (let visit = hasLimits ? picked.length + 1 : at.visit; visit < at.visit; visit += 1) {
    const step = env.requestStep(at.path, at.node, visit);
    // A visit without a request used no rule.
    picked[visit - 1] = step === null ? -1 : findRule(rules, at.path, step, env, picked, []);
  }
  const known = picked[at.visit - 1];
  if (known !== undefined && known !== NOT_REQUESTED) return known;
  while (picked.length < at.visit - 1) picked.push(NOT_REQUESTED);
  return (picked[at.visit - 1] = findRule(
    rules,
    at.path,
    env.requestStep(at.path, at.node, at.visit),
    env,
    picked,
    warnings,
  ));
}

/** Stands for the rule of a visit that was not looked up. */
const NOT_REQUESTED = -2;

/**
 * @param step at which conditions are evaluated; null at the cursor
 * @param picked the rules of the earlier visits
 */
function findRule(
  rules: Json[],
  path: string,
  step: number | null,
  env: AgentEnv,
  picked: number[],
  warnings: string[],
) {
  const useCounts = rules.map(() => 0);
  for (const rule of picked) if (rule >= 0) useCounts[rule] += 1;
  return rules.findIndex(
    (rule, i) => useCounts[i] < usesAllowed(rule) && isConditionTrue(rule, path, step, env, warnings),
  );
}

function usesAllowed(rule: Json) {
  return isObject(rule) && typeof rule.times === 'number' ? rule.times : Infinity;
}

function isConditionTrue(rule: Json, path: string, step: number | null, env: AgentEnv, warnings: string[]) {
  if (!isObject(rule) || typeof rule.when !== 'string') return true;
  const result = step === null ? env.evaluate(path, rule.when) : env.evaluateAt(step, path, rule.when);
  if (!result.ok) warnings.push(`the condition \`${rule.when}\` was ignored: ${result.error.message}`);
  return result.ok && result.truthy;
}
