// Hand-made agent requests for the agents' tests, in the core's form.

import type { AgentEnv, AgentRequest, Json } from '../../src/agents/types.ts';
import { present } from '../loose.ts';

export type Fields = Record<string, { schema?: object; value?: Json }>;
/** What a test says of a request. `contexts` has the writable fields, `readable` those that can only be read. */
export type Given = Partial<Omit<AgentRequest, 'contexts' | 'transitions' | 'lastError'>> & {
  contexts?: Record<string, Fields>;
  readable?: Record<string, Fields>;
  transitions?: { target: string; label?: string; tool?: string; guard?: string }[];
  lastError?: Partial<AgentRequest['lastError']>;
};
/**
 * What a test says of the world: expressions have the values of `values`; `past` has the expressions that hold, by
 * step.
 */
export interface World {
  settings?: AgentEnv['settings'];
  uses?: Record<string, number>;
  values?: Record<string, Json | undefined>;
  stubs?: Record<string, Json>;
  past?: string[][];
  asked?: (number | null)[] | null;
}

export function request({
  contexts = {},
  readable = {},
  transitions = [],
  exits = [],
  ...rest
}: Given = {}): AgentRequest {
  const tools = [
    ...transitions.map(({ target, label = '', tool = `transition_to_${target.split('.').at(-1)}`, guard }) => ({
      name: tool,
      kind: 'transition',
      target,
      label,
      guard,
      inputSchema: {},
    })),
    ...[...Object.keys(contexts), ...Object.keys(readable)].map((context) => ({
      name: `read_${context.replaceAll('.', '_')}`,
      kind: 'read',
      context,
      inputSchema: {},
    })),
    ...Object.entries(contexts).map(([context, fields]) => ({
      name: `write_${context.replaceAll('.', '_')}`,
      kind: 'write',
      context,
      inputSchema: {
        type: 'object',
        properties: {
          data: {
            type: 'object',
            properties: Object.fromEntries(Object.entries(fields).map(([name, { schema = {} }]) => [name, schema])),
          },
        },
      },
    })),
    { name: 'request_context', kind: 'request', inputSchema: {} },
  ];
  const info = (fields: Fields, write: boolean) => ({
    read: Object.keys(fields),
    write: write ? Object.keys(fields) : [],
    open: false,
    values: Object.fromEntries(
      Object.entries(fields).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
  });
  return {
    id: 'agent-1-1',
    path: '1',
    node: 'work',
    kind: 'work',
    visit: 1,
    attempt: 1,
    turn: 1,
    maxTurns: 50,
    delayMs: 0,
    timeoutMs: null,
    title: 'work',
    prompt: '',
    description: '',
    unresolved: [],
    contexts: [
      ...Object.entries(contexts).map(([name, fields]) => ({ name, ...info(fields, true) })),
      ...Object.entries(readable).map(([name, fields]) => ({ name, ...info(fields, false) })),
    ],
    transitions: transitions.map(
      ({ target, label = '', tool = `transition_to_${target.split('.').at(-1)}`, guard }, i) => ({
        tool,
        target,
        edges: [`e${i}`],
        label,
        ...(guard ? { guard } : {}),
      }),
    ),
    tools,
    exits,
    answers: [],
    transcript: [],
    history: [],
    lastError: null,
    projection: null,
    digest: 'd',
    ...rest,
  } as AgentRequest;
}

/**
 * What agents may ask: no settings, no uses, expressions from a table; `past` has the expressions that hold by step.
 */
export function env({
  settings = {},
  uses = {},
  values = {},
  stubs = {},
  past = [],
  asked = null,
}: World = {}): AgentEnv {
  const picks = new Map<string, number[]>();
  return {
    settings,
    stubOf: (node) => stubs[node],
    fullRequest: (request) => request as AgentRequest,
    evaluateAt: (step, _path, expression) => {
      if (expression.includes('?')) return { ok: false, error: { message: 'syntax' } };
      return { ok: true, truthy: (past[step] ?? []).includes(expression) };
    },
    // Without a list, visit n asked in step n.
    requestStep: (_path, _node, visit) => (asked === null ? visit : asked[visit - 1]),
    pickedRules: (path, node, rules) => {
      const key = JSON.stringify([path, node, rules]);
      if (!picks.has(key)) picks.set(key, []);
      return present(picks.get(key));
    },
    toolUses: (_path, _node, tool) => uses[tool] ?? 0,
    evaluate: (_path, expression) => {
      if (!(expression in values)) return { ok: false, error: { message: 'unknown name' } };
      return values[expression] === undefined
        ? { ok: true, truthy: false }
        : { ok: true, value: values[expression], truthy: true };
    },
  };
}
