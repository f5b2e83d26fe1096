// The scripted agent: a reply as data, chosen by visit and attempt, or by rules. No code and no loops; mistakes in a
// script are reported, never repaired.

import { auto } from './auto.ts';
import { isDecline } from '../protocol/action-codes.ts';
import { isObject } from './json.ts';
import { isRules, pickRule, type Visit } from './rules.ts';
import { SCRIPTED, checkScript } from './script-shape.ts';
import { contextTool, findContext, findSpawn, findTransition, lastAnswer } from './target.ts';
import type {
  AgentEnv,
  AgentReply,
  AnswerDecision,
  ScriptRequest,
  Call,
  Decision,
  InfoRequest,
  Json,
  JsonObject,
} from './types.ts';

/**
 * The reply of a script to a request. If it is a list of rules and none applies, the auto agent replies.
 */
export function scripted(script: Json, request: ScriptRequest, env: AgentEnv): Decision {
  const problems = problemsOf(script);
  if (problems.length > 0) {
    return {
      reply: null,
      mode: 'script',
      reason: `the script of \`${request.node}\` cannot be used: ${problems.join('; ')}`,
    };
  }
  const warnings: string[] = [];
  const visit = visitObject(script, request, request.attempt, env, warnings);
  if (visit === null) {
    const decision = auto(env.fullRequest(request), env);
    return decision.reply === null ? decision : { ...decision, warnings: [...warnings, ...decision.warnings] };
  }
  const values = resolver(request.path, env, warnings, () => lastAnswer(env.fullRequest(request)));
  const wait = typeof visit.wait === 'number' ? visit.wait : 0;
  const decide = (reply: AgentReply) => ({ reply, mode: 'script' as const, warnings, wait });

  if (visit.fail !== undefined) return decide({ error: failure(visit.fail, values) });
  const turns = Array.isArray(visit.turns) ? (visit.turns as JsonObject[]) : [visit];
  const turn = turns[request.turn - 1];
  // After an answer the core requests another turn. A script without one ends the visit.
  if (turn === undefined) return decide({ turns: [], final: true });
  const ownMember = typeof turn.wait === 'number' ? turn.wait : wait;
  const written = writeTurn(turn, request, values, warnings);
  return {
    ...decide({ turns: [written], final: request.turn >= turns.length && turn.ask === undefined }),
    wait: ownMember,
  };
}

/**
 * The answer of a script to an information request of its node.
 * @param index among the requests of the visit, from 0
 */
export function scriptedAnswer(script: Json, info: InfoRequest, index: number, env: AgentEnv): AnswerDecision {
  if (problemsOf(script).length > 0) return null;
  const warnings: string[] = [];
  const answers = visitObject(script, info, 1, env, warnings)?.answers;
  if (answers === undefined || answers === null || typeof answers !== 'object') return null;
  const answer = Array.isArray(answers) ? answers[index] : own(answers, info.query);
  if (answer === undefined) return null;
  const resolved = resolver(info.path, env, warnings)(answer);
  if (info.form !== null) return isObject(resolved) ? { answer: resolved, warnings } : null;
  if (isObject(resolved)) return isDecline(resolved) ? { answer: resolved, warnings } : null;
  return { answer: typeof resolved === 'string' ? resolved : JSON.stringify(resolved), warnings };
}

/** The problems of the scripts checked so far: scripts do not change, and checking long ones takes a while. */
const knownProblems: WeakMap<object, string[]> = new WeakMap();

function problemsOf(script: Json): string[] {
  if (typeof script !== 'object' || script === null) return checkScript(script);
  const known = knownProblems.get(script);
  if (known !== undefined) return known;
  const problems = checkScript(script);
  knownProblems.set(script, problems);
  return problems;
}

/**
 * The entry of a script for a visit: entry n of a list is for visit n, the last one also for later visits. Of a list of
 * rules the first that applies is taken. An entry that is a list itself has an entry for each attempt.
 * @returns null if no rule applies
 */
function visitObject(script: Json, at: Visit, attempt: number, env: AgentEnv, warnings: string[]): JsonObject | null {
  const entries = Array.isArray(script) ? script : [script];
  const entry = isRules(script) ? entries[pickRule(entries, at, env, warnings)] : nth(entries, at.visit);
  if (entry === undefined) return null;
  return (Array.isArray(entry) ? nth(entry, attempt) : entry) as JsonObject;
}

/** @param n counted from 1 */
function nth(list: Json[], n: number) {
  return list[Math.min(Math.max(n, 1), list.length) - 1];
}

function writeTurn(turn: JsonObject, request: ScriptRequest, values: (value: Json) => Json, warnings: string[]) {
  const calls = [
    ...askCalls(turn.ask, values),
    ...readCalls(turn.read, request, warnings),
    ...writeCalls(turn.write, request, values, warnings),
    ...givenCalls(turn.call, request, values),
    ...spawnCalls(turn.spawn, request, warnings),
    ...goCalls(turn.go, request),
  ];
  const text = turn.say === undefined ? undefined : values(turn.say);
  return {
    ...(text === undefined ? {} : { text: typeof text === 'string' ? text : JSON.stringify(text) }),
    ...(calls.length === 0 ? {} : { calls }),
  };
}

function askCalls(ask: Json | undefined, values: (value: Json) => Json): Call[] {
  const asked = ask === undefined ? [] : Array.isArray(ask) ? ask : [ask];
  return asked.map((question) => ({
    name: 'request_context',
    input: {
      reason: SCRIPTED,
      ...((isObject(question) ? values(question) : { query: values(question) }) as JsonObject),
    },
  }));
}

function readCalls(read: Json | undefined, request: ScriptRequest, warnings: string[]): Call[] {
  const references = read === undefined ? [] : ((Array.isArray(read) ? read : [read]) as string[]);
  /** Fields by context; null for all fields. */
  const wanted: Map<string, Set<string> | null> = new Map();
  for (const reference of references) {
    const found = findContext(request, reference) ?? {
      context: reference.split('.')[0],
      rest: reference.split('.').slice(1),
    };
    if (found.rest.length === 0) wanted.set(found.context, null);
    else if (wanted.get(found.context) !== null) {
      wanted.set(found.context, (wanted.get(found.context) ?? new Set()).add(found.rest[0]));
    }
  }
  return [...wanted].map(([context, fields]) => ({
    name: toolName('read', context, request, warnings),
    input: (fields === null ? {} : { fields: [...fields] }) as Json,
  }));
}

function writeCalls(
  write: Json | undefined,
  request: ScriptRequest,
  values: (value: Json) => Json,
  warnings: string[],
): Call[] {
  if (!isObject(write)) return [];
  const order = request.contexts.map((context) => context.name);
  const rank = (context: string) => (order.includes(context) ? order.indexOf(context) : order.length);
  return Object.entries(write)
    .map(([name, data]) => ({ context: findContext(request, name)?.context ?? name, data }))
    .sort((a, b) => rank(a.context) - rank(b.context))
    .map(({ context, data }) => ({ context, data, written: values(data) }))
    .filter(({ data, written }) => !isEmpty(written) || isEmpty(data))
    .map(({ context, written }) => ({
      name: toolName('write', context, request, warnings),
      input: { data: written },
    }));
}

function givenCalls(call: Json | undefined, request: ScriptRequest, values: (value: Json) => Json): Call[] {
  if (Array.isArray(call)) {
    return call.map((item) => {
      const { name, input, result, error } = item as JsonObject;
      return {
        name: String(name),
        input: values(input ?? {}),
        ...(result === undefined ? {} : { result: values(result) }),
        ...(typeof error === 'string' ? { error } : {}),
      };
    });
  }
  if (!isObject(call)) return [];
  const order = request.tools.map((tool) => tool.name);
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(call)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, input]) => ({ name, input: values(input) }));
}

function spawnCalls(spawn: Json | undefined, request: ScriptRequest, warnings: string[]): Call[] {
  const targets = spawn === undefined ? [] : ((Array.isArray(spawn) ? spawn : [spawn]) as string[]);
  return targets.map((target) => {
    const tool = findSpawn(request, target);
    if (tool === null) warnings.push(`\`${request.node}\` has no fork to \`${target}\``);
    return { name: tool ?? `spawn_async_to_${target}`, input: {} };
  });
}

/** Unknown targets are called too, because the core says why it rejects them. */
const goCalls = (go: Json | undefined, request: ScriptRequest): Call[] =>
  typeof go === 'string' ? [{ name: findTransition(request, go) ?? `transition_to_${go}`, input: {} }] : [];

function toolName(kind: 'read' | 'write', context: string, request: ScriptRequest, warnings: string[]) {
  const tool = contextTool(request, kind, context);
  if (tool === null) warnings.push(`\`${request.node}\` has no ${kind} access to \`${context}\``);
  return tool?.name ?? `${kind}_${context}`;
}

/**
 * Replaces strings that begin with `=` by the value of the expression.
 * @param answer the value of `=answer`. Null: the user declined, and the member is left out. Undefined: no question was
 * asked, so `answer` is a name of the machine
 */
function resolver(
  path: string,
  env: AgentEnv,
  warnings: string[],
  answer: () => string | null | undefined = () => undefined,
): (value: Json) => Json {
  const resolve: (value: Json) => Json = (value) => {
    if (typeof value === 'string') return value.startsWith('=') ? expression(value) : value;
    if (Array.isArray(value)) return value.map(resolve);
    if (!isObject(value)) return value;
    const members = Object.entries(value).filter(([, item]) => !isDeclined(item));
    return Object.fromEntries(members.map(([key, item]) => [key, resolve(item)]));
  };
  const isDeclined = (value: Json) => isAnswer(value) && answer() === null;
  const expression: (text: string) => Json = (text) => {
    if (text.startsWith('==')) return text.slice(1);
    const given = isAnswer(text) ? answer() : undefined;
    if (given !== undefined) return given;
    const result = env.evaluate(path, text.slice(1).trim());
    if (!result.ok) {
      warnings.push(`\`${text}\` was sent as written: ${result.error.message}`);
      return text;
    }
    if (result.value !== undefined) return result.value;
    warnings.push(`\`${text}\` is unset and was sent as null`);
    return null;
  };
  return resolve;
}

const isEmpty = (value: Json) => isObject(value) && Object.keys(value).length === 0;

const isAnswer = (value: Json): value is string => typeof value === 'string' && /^=\s*answer\s*$/u.test(value);

function failure(fail: Json, values: (value: Json) => Json) {
  if (!isObject(fail)) return { message: String(values(fail)) };
  return {
    message: String(values(fail.message)),
    ...(typeof fail.retryable === 'boolean' ? { retryable: fail.retryable } : {}),
  };
}

function own(object: JsonObject, key: string) {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
