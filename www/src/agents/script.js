// @ts-check
// The scripted agent: a reply as data, chosen by visit and attempt, or by rules. No code, no loops; what a script says
// wrongly is reported and never repaired.

import { auto } from "./auto.js";
import { isObject } from "./json.js";
import { isRules, pickRule } from "./rules.js";
import { checkScript } from "./script-shape.js";
import { contextTool, findContext, findSpawn, findTransition } from "./target.js";

/**
 * @typedef {import("./types.js").Asked} Asked
 * @typedef {import("./types.js").InfoRequest} InfoRequest
 * @typedef {import("./types.js").AgentEnv} AgentEnv
 * @typedef {import("./types.js").Call} Call
 * @typedef {import("./types.js").Json} Json
 * @typedef {import("./types.js").JsonObject} JsonObject
 */

/**
 * The reply a script gives to a request. Where it is a list of rules and none of them counts, the auto agent speaks.
 * @param {Json} script
 * @param {Asked} request
 * @param {AgentEnv} env
 * @returns {import("./types.js").Decision}
 */
export function scripted(script, request, env) {
  const problems = problemsOf(script);
  if (problems.length > 0) {
    return { reply: null, mode: "script", reason: `the script of \`${request.node}\` cannot be used: ${problems.join("; ")}` };
  }
  /** @type {string[]} */
  const warnings = [];
  const visit = visitObject(script, request, request.attempt, env, warnings);
  if (visit === null) {
    const decision = auto(env.whole(request), env);
    return decision.reply === null ? decision : { ...decision, warnings: [...warnings, ...decision.warnings] };
  }
  const values = resolver(request.path, env, warnings);
  const wait = typeof visit.wait === "number" ? visit.wait : 0;
  const done = (/** @type {import("./types.js").AgentReply} */ reply) => ({ reply, mode: /** @type {const} */ ("script"), warnings, wait });

  if (visit.fail !== undefined) return done({ error: failure(visit.fail, values) });
  const turns = Array.isArray(visit.turns) ? /** @type {JsonObject[]} */ (visit.turns) : [visit];
  const turn = turns[request.turn - 1];
  // The core asks again after answers; a script with nothing left to say closes the visit.
  if (turn === undefined) return done({ turns: [], final: true });
  const own = typeof turn.wait === "number" ? turn.wait : wait;
  const written = writeTurn(turn, request, values, warnings);
  return { ...done({ turns: [written], final: request.turn >= turns.length && turn.ask === undefined }), wait: own };
}

/**
 * The answer a script has ready for an information request of its node.
 * @param {Json} script
 * @param {InfoRequest} info
 * @param {number} index place among the requests raised in that visit, from 0
 * @param {AgentEnv} env
 * @returns {import("./types.js").AnswerDecision}
 */
export function scriptedAnswer(script, info, index, env) {
  if (problemsOf(script).length > 0) return null;
  /** @type {string[]} */
  const warnings = [];
  const answers = visitObject(script, info, 1, env, warnings)?.answers;
  if (answers === undefined || answers === null || typeof answers !== "object") return null;
  const found = Array.isArray(answers) ? answers[index] : own(answers, info.query);
  if (found === undefined) return null;
  const resolved = resolver(info.path, env, warnings)(found);
  if (isObject(resolved)) return { answer: { error: String(resolved.error) }, warnings };
  return { answer: typeof resolved === "string" ? resolved : JSON.stringify(resolved), warnings };
}

/** What is wrong with the scripts met so far: they do not change, and long ones take long to go through. @type {WeakMap<object, string[]>} */
const checked = new WeakMap();

/** @param {Json} script @returns {string[]} */
function problemsOf(script) {
  if (typeof script !== "object" || script === null) return checkScript(script);
  const known = checked.get(script);
  if (known !== undefined) return known;
  const problems = checkScript(script);
  checked.set(script, problems);
  return problems;
}

/**
 * Entry n of a list belongs to visit n, the last repeats; in a list of rules the first that counts speaks. An entry
 * that is a list itself goes by attempts.
 * @param {Json} script
 * @param {import("./rules.js").Visit} at
 * @param {number} attempt
 * @param {AgentEnv} env
 * @param {string[]} warnings
 * @returns {JsonObject | null} null when no rule counts
 */
function visitObject(script, at, attempt, env, warnings) {
  const entries = Array.isArray(script) ? script : [script];
  const entry = isRules(script) ? entries[pickRule(entries, at, env, warnings)] : nth(entries, at.visit);
  if (entry === undefined) return null;
  return /** @type {JsonObject} */ (Array.isArray(entry) ? nth(entry, attempt) : entry);
}

/** @param {Json[]} list @param {number} n counted from 1 */
function nth(list, n) {
  return list[Math.min(Math.max(n, 1), list.length) - 1];
}

/**
 * @param {JsonObject} turn
 * @param {Asked} request
 * @param {(value: Json) => Json} values
 * @param {string[]} warnings
 */
function writeTurn(turn, request, values, warnings) {
  const calls = [
    ...askCalls(turn.ask, values),
    ...readCalls(turn.read, request, warnings),
    ...writeCalls(turn.write, request, values, warnings),
    ...givenCalls(turn.call, request, values),
    ...spawnCalls(turn.spawn, request, warnings),
    ...goCalls(turn.go, request, warnings),
  ];
  const text = turn.say === undefined ? undefined : values(turn.say);
  return {
    ...(text === undefined ? {} : { text: typeof text === "string" ? text : JSON.stringify(text) }),
    ...(calls.length === 0 ? {} : { calls }),
  };
}

/** @param {Json | undefined} ask @param {(value: Json) => Json} values @returns {Call[]} */
function askCalls(ask, values) {
  const asked = ask === undefined ? [] : Array.isArray(ask) ? ask : [ask];
  return asked.map((one) => ({ name: "request_context", input: { reason: "scripted", .../** @type {JsonObject} */ (isObject(one) ? values(one) : { query: values(one) }) } }));
}

/** @param {Json | undefined} read @param {Asked} request @param {string[]} warnings @returns {Call[]} */
function readCalls(read, request, warnings) {
  const references = read === undefined ? [] : /** @type {string[]} */ (Array.isArray(read) ? read : [read]);
  /** @type {Map<string, Set<string> | null>} context to fields, null = all of it */
  const wanted = new Map();
  for (const reference of references) {
    const found = findContext(request, reference) ?? { context: reference.split(".")[0], rest: reference.split(".").slice(1) };
    if (found.rest.length === 0) wanted.set(found.context, null);
    else if (wanted.get(found.context) !== null) {
      wanted.set(found.context, (wanted.get(found.context) ?? new Set()).add(found.rest[0]));
    }
  }
  return [...wanted].map(([context, fields]) => ({
    name: toolName("read", context, request, warnings),
    input: /** @type {Json} */ (fields === null ? {} : { fields: [...fields] }),
  }));
}

/** @param {Json | undefined} write @param {Asked} request @param {(value: Json) => Json} values @param {string[]} warnings @returns {Call[]} */
function writeCalls(write, request, values, warnings) {
  if (!isObject(write)) return [];
  const order = request.contexts.map((context) => context.name);
  const rank = (/** @type {string} */ context) => (order.includes(context) ? order.indexOf(context) : order.length);
  return Object.entries(write)
    .map(([name, data]) => ({ context: findContext(request, name)?.context ?? name, data }))
    .sort((a, b) => rank(a.context) - rank(b.context))
    .map(({ context, data }) => ({ name: toolName("write", context, request, warnings), input: { data: values(data) } }));
}

/** @param {Json | undefined} call @param {Asked} request @param {(value: Json) => Json} values @returns {Call[]} */
function givenCalls(call, request, values) {
  if (Array.isArray(call)) {
    return call.map((item) => {
      const { name, input } = /** @type {JsonObject} */ (item);
      return { name: String(name), input: values(input ?? {}) };
    });
  }
  if (!isObject(call)) return [];
  const order = request.tools.map((tool) => tool.name);
  const rank = (/** @type {string} */ name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(call)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, input]) => ({ name, input: values(input) }));
}

/** @param {Json | undefined} spawn @param {Asked} request @param {string[]} warnings @returns {Call[]} */
function spawnCalls(spawn, request, warnings) {
  const targets = spawn === undefined ? [] : /** @type {string[]} */ (Array.isArray(spawn) ? spawn : [spawn]);
  return targets.map((target) => {
    const tool = findSpawn(request, target);
    if (tool === null) warnings.push(`\`${target}\` is no fan-out offered at \`${request.node}\``);
    return { name: tool ?? `spawn_async_to_${target}`, input: {} };
  });
}

/** @param {Json | undefined} go @param {Asked} request @param {string[]} warnings @returns {Call[]} */
function goCalls(go, request, warnings) {
  if (typeof go !== "string") return [];
  const tool = findTransition(request, go);
  if (tool === null) warnings.push(`\`${go}\` is no transition offered at \`${request.node}\``);
  return [{ name: tool ?? `transition_to_${go}`, input: {} }];
}

/** @param {"read" | "write"} kind @param {string} context @param {Asked} request @param {string[]} warnings */
function toolName(kind, context, request, warnings) {
  const tool = contextTool(request, kind, context);
  if (tool === null) warnings.push(`\`${request.node}\` has no ${kind} access to \`${context}\``);
  return tool?.name ?? `${kind}_${context}`;
}

/**
 * Replaces strings that begin with `=` by what the core says the expression is worth.
 * @param {string} path
 * @param {AgentEnv} env
 * @param {string[]} warnings
 * @returns {(value: Json) => Json}
 */
function resolver(path, env, warnings) {
  /** @type {(value: Json) => Json} */
  const resolve = (value) => {
    if (typeof value === "string") return value.startsWith("=") ? expression(value) : value;
    if (Array.isArray(value)) return value.map(resolve);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  };
  /** @type {(text: string) => Json} */
  const expression = (text) => {
    if (text.startsWith("==")) return text.slice(1);
    const result = env.evaluate(path, text.slice(1).trim());
    if (!result.ok) {
      warnings.push(`\`${text}\` was sent as it stands: ${result.error.message}`);
      return text;
    }
    if (result.value !== undefined) return result.value;
    warnings.push(`\`${text}\` is unset and was sent as null`);
    return null;
  };
  return resolve;
}

/** @param {Json} fail @param {(value: Json) => Json} values */
function failure(fail, values) {
  if (!isObject(fail)) return { message: String(values(fail)) };
  return { message: String(values(fail.message)), ...(typeof fail.retryable === "boolean" ? { retryable: fail.retryable } : {}) };
}

/** @param {JsonObject} object @param {string} key */
function own(object, key) {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
