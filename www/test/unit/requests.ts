// @ts-nocheck
// Hand-made agent requests for the agents' tests, in the core's form.

/** @param contexts writable fields */
export function request({ contexts = {}, readable = {}, transitions = [], exits = [], ...rest }: Record<string, Record<string, { schema?: object; value?: unknown }>> = {}) {
  const tools = [
    ...transitions.map(({ target, label = '', tool = `transition_to_${target.split('.').at(-1)}`, guard }) => ({ name: tool, kind: 'transition', target, label, guard, inputSchema: {} })),
    ...[...Object.keys(contexts), ...Object.keys(readable)].map((context) => ({ name: `read_${context.replaceAll('.', '_')}`, kind: 'read', context, inputSchema: {} })),
    ...Object.entries(contexts).map(([context, fields]) => ({
      name: `write_${context.replaceAll('.', '_')}`, kind: 'write', context,
      inputSchema: { type: 'object', properties: { data: { type: 'object', properties: Object.fromEntries(Object.entries(fields).map(([name, { schema = {} }]) => [name, schema])) } } },
    })),
    { name: 'request_context', kind: 'request', inputSchema: {} },
  ];
  const info = (fields, write) => ({
    read: Object.keys(fields), write: write ? Object.keys(fields) : [], open: false,
    values: Object.fromEntries(Object.entries(fields).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]))),
  });
  return {
    id: 'agent-1-1', path: '1', node: 'work', kind: 'work', visit: 1, attempt: 1, turn: 1, maxTurns: 50, delayMs: 0, timeoutMs: null,
    title: 'work', prompt: '', description: '', unresolved: [],
    contexts: [...Object.entries(contexts).map(([name, fields]) => ({ name, ...info(fields, true) })), ...Object.entries(readable).map(([name, fields]) => ({ name, ...info(fields, false) }))],
    transitions: transitions.map(({ target, label = '', tool = `transition_to_${target.split('.').at(-1)}`, guard }, i) => ({ tool, target, edges: [`e${i}`], label, ...(guard ? { guard } : {}) })),
    tools, exits, answers: [], transcript: [], history: [], lastError: null, projection: null, digest: 'd', ...rest,
  };
}

/** What agents may ask: no settings, no uses, expressions from a table; `past` has the expressions that hold by step. */
export function env({ settings = {}, uses = {}, values = {}, stubs = {}, past = [], asked = null } = {}) {
  const picks = new Map();
  return {
    settings,
    stubOf: (node) => stubs[node],
    whole: (request) => request,
    evaluateAt: (step, _path, expression) => {
      if (expression.includes('?')) return { ok: false, error: { message: 'syntax' } };
      return { ok: true, truthy: (past[step] ?? []).includes(expression) };
    },
    // Without a list, visit n asked in step n.
    askedAt: (_path, _node, visit) => (asked === null ? visit : asked[visit - 1]),
    picks: (path, node, rules) => {
      const key = JSON.stringify([path, node, rules]);
      if (!picks.has(key)) picks.set(key, []);
      return picks.get(key);
    },
    uses: (_path, _node, tool) => uses[tool] ?? 0,
    evaluate: (_path, expression) => {
      if (!(expression in values)) return { ok: false, error: { message: 'unknown name' } };
      return values[expression] === undefined ? { ok: true, truthy: false } : { ok: true, value: values[expression], truthy: true };
    },
  };
}
