// What each method takes: parameter by parameter, a name and a kind. `tracklight.d.ts` says the same in types.

import {
  amount,
  count,
  either,
  flag,
  json,
  list,
  name,
  nullable,
  number,
  oneFieldOf,
  oneOf,
  options,
  record,
  required,
  text,
  variants,
  type Kind,
} from './kinds.ts';

export interface Parameter {
  name: string;
  kind: Kind;
  optional?: true;
}

const arg = (name: string, kind: Kind): Parameter => ({ name, kind });
const maybe = (name: string, kind: Kind): Parameter => ({ name, kind, optional: true });
const given = (fields: Record<string, Kind>) => [maybe('options', options(fields))];

const range = [maybe('from', count()), maybe('to', count())];
const offset = [arg('offset', count())];
const place = options({ branch: text, step: required(count()) });
const layout = given({ layout: oneOf('plain', 'run'), context: text });
const texts = record(text, 'an object of texts by path');

const dot = given({
  direction: oneOf('TB', 'LR'),
  detail: oneOf('full', 'compact'),
  contexts: flag,
  data: either('true, false, "rows" or "lines"', (given) =>
    typeof given === 'boolean' ? flag : oneOf('rows', 'lines'),
  ),
  notes: flag,
  inferred: flag,
  attributes: flag,
  prompts: flag,
  heading: flag,
  theme: oneOf('light', 'dark'),
  links: flag,
  path: text,
  pathRows: count(1),
  valueWidth: count(1),
  fold: list(text, 'an array of node ids'),
  rail: options({ width: count(1), cards: record(oneOf('head', 'some', 'all')) }),
});

const limit = count(1);
const start = given({
  input: record(record(json), 'an object of fields for each context'),
  limits: options({
    maxSteps: limit,
    maxNodeInvocations: limit,
    maxPaths: limit,
    maxTurns: limit,
    maxTokens: limit,
    timeout: limit,
  }),
  from: list(text, 'an array of node ids'),
  historyLimit: count(1),
});

const tokens = count(0, Number.MAX_SAFE_INTEGER);
const usage = options({ inputTokens: tokens, outputTokens: tokens, cost: amount, model: text });
const call = options({ id: text, name: required(text), input: json, result: json, error: text });
const reply = oneFieldOf(
  '{ turns, final?, path?, usage? } or { error: { message, code?, retryable? }, usage? }',
  options({
    turns: list(options({ text, calls: list(call, 'an array of tool calls') }), 'an array of turns'),
    final: flag,
    path: text,
    error: options({ message: required(text), code: text, retryable: flag }),
    usage,
  }),
  'turns',
  'error',
);

const values = record(json, 'an object of values by field');
const answer = either('a string, an object of values by field or { error: string }', (given) =>
  typeof given === 'string' ? text : typeof given === 'object' ? values : undefined,
);

const node = required(text);
const refresh = either('"step", "never" or a whole number from 1', (given) =>
  typeof given === 'number' ? count(1) : oneOf('step', 'never'),
);
const graphEdit = variants('op', {
  link: { parent: node, child: node, before: text, after: text },
  unlink: { parent: node, child: node },
  group: { title: required(text), parents: list(text), children: list(text) },
  remove: { node, recursive: flag },
  state: { node, state: required(oneOf('HIDDEN', 'COLLAPSED', 'SUMMARY', 'DETAILS', 'ALL')) },
  level: { node, level: required(oneOf('ignore', 'hold', 'wake')) },
  refresh: { node, refresh: required(refresh) },
  summary: { node, text: required(nullable(text)) },
  budget: { tokens: required(nullable(number)) },
});

const edge = required(
  either('the id or key of an edge, or { key, label? }', (given) =>
    typeof given === 'string'
      ? text
      : typeof given === 'object'
        ? options({ key: required(text), label: text })
        : undefined,
  ),
);
const orNull = required(nullable(text));
const field = { context: node, name: node };
const readOnly = list(text, 'an array of paths');
const machineEdit = variants('op', {
  addNode: { kind: text, name: text, title: text, in: text, after: text, readOnly },
  connect: {
    from: node,
    to: node,
    as: required(oneOf('flow', 'catch', 'async', 'join', 'reads', 'writes', 'asks', 'on', 'after')),
    label: text,
    when: text,
    fields: list(text, 'an array of names of fields'),
    event: text,
    duration: text,
    readOnly,
  },
  setTitle: { node, title: orNull, readOnly },
  setKind: { node, kind: orNull, readOnly },
  setPrompt: { node, prompt: orNull, readOnly },
  setAttribute: { node, key: node, value: json, source: text, readOnly },
  setLabel: { edge, label: orNull, readOnly },
  setCondition: { edge, expr: orNull, readOnly },
  retarget: { edge, from: text, to: text, readOnly },
  addField: { ...field, type: text, value: json, source: text, readOnly },
  setField: { ...field, type: nullable(text), value: json, source: text, readOnly },
  renameField: { ...field, to: node, readOnly },
  removeField: { ...field, readOnly },
  rename: { node, name: node, readOnly },
  moveInto: { nodes: required(list(text, 'an array of node ids')), module: orNull, readOnly },
  group: { nodes: required(list(text, 'an array of node ids')), name: node, readOnly },
  ungroup: { node, readOnly },
  remove: { nodes: list(text, 'an array of node ids'), edges: list(edge, 'an array of edges'), readOnly },
});

/** What the functions beside the classes take. */
export const FUNCTIONS: Record<string, Parameter[]> = {
  version: [],
  languageReference: [],
  readSchema: [arg('schema', json)],
};

export const MACHINE_STATICS: Record<string, Parameter[]> = {
  parse: [arg('source', text), maybe('files', texts), maybe('entry', text), ...given({ work: limit })],
  fromJSON: [arg('json', json), ...given({ format: flag })],
  resume: [arg('text', text), ...given({ force: flag, work: limit })],
  replay: [arg('entries', list(json, 'an array of journal entries')), ...given({ force: flag, work: limit })],
};

export const MACHINE_GETTERS = ['hash', 'title', 'source'];

export const MACHINE: Record<string, Parameter[]> = {
  diagnostics: [],
  toJSON: [],
  counts: [],
  dot,
  drawing: dot,
  overlay: dot,
  format: [],
  tokens: range,
  packedTokens: range,
  outline: [],
  folds: [],
  contexts: [],
  schema: [arg('context', text)],
  validate: [arg('context', text), arg('value', json), ...given({ whole: flag, first: flag })],
  ddl: layout,
  tables: layout,
  dml: [
    arg('context', text),
    arg('value', json),
    ...given({ op: oneOf('insert', 'update', 'delete'), id: count(), firstIds: record(count()) }),
  ],
  complete: offset,
  hover: offset,
  definition: offset,
  references: offset,
  fixes: [arg('from', count()), arg('to', count())],
  rename: [
    arg('offset', count()),
    arg('name', text),
    ...given({ file: text, stubs: record(text, 'an object of JSON texts by node id') }),
  ],
  edit: [arg('op', machineEdit)],
  renameFile: [arg('from', text), arg('to', text)],
  start,
  explore: given({
    faults: count(0),
    states: count(1),
    input: record(record(json), 'an object of fields for each context'),
    from: list(text, 'an array of node ids'),
  }),
};

export const EXPLORATION: Record<string, Parameter[]> = {
  advance: [arg('actions', count(1))],
  stop: [arg('reason', oneOf('ms'))],
  result: [],
};

const path = arg('path', text);
const request = arg('request', text);
const auto = given({ auto: flag });

export const RUN: Record<string, Parameter[]> = {
  step: given({ idle: flag }),
  stepPath: [path],
  advance: given({
    maxTicks: count(),
    ignoreLoops: flag,
    breakpoints: options({ nodes: list(text), edges: list(text) }),
  }),
  pending: given({ projection: flag, brief: flag }),
  reply: [request, arg('reply', reply), ...auto],
  answer: [request, arg('answer', answer), ...auto],
  answers: [arg('answers', record(answer, 'an object of answers by request')), ...auto],
  send: [arg('name', name), maybe('data', json), ...given({ path: text })],
  elapse: [arg('ms', count(1, Number.MAX_SAFE_INTEGER))],
  choose: [path, arg('edge', text)],
  force: [path, arg('edge', text), arg('mode', oneOf('take', 'skip', null))],
  proposeEdit: [arg('source', text)],
  applyEdit: [arg('id', text)],
  rejectEdit: [arg('id', text)],
  noRecording: [request],
  setContext: [path, arg('target', text), arg('value', json)],
  cancel: [path],
  reportTime: [arg('elapsedMs', count(0, Number.MAX_SAFE_INTEGER))],
  view: [],
  dot,
  drawing: dot,
  overlay: dot,
  prompt: [request],
  nodePrompt: [path, arg('node', text)],
  evaluate: [path, arg('expression', text)],
  events: [maybe('since', count(0, Number.MAX_SAFE_INTEGER)), maybe('limit', count())],
  entries: [maybe('branch', text)],
  back: [maybe('n', count())],
  goto: [arg('step', count()), maybe('branch', text)],
  fork: [maybe('step', count()), maybe('name', name)],
  branches: [],
  renameBranch: [arg('id', text), arg('name', name)],
  deleteBranch: [arg('id', text)],
  checkpoint: [arg('name', name)],
  restore: [arg('name', text)],
  checkpoints: [],
  diff: [arg('a', place), arg('b', place)],
  save: given({ timeline: oneOf('full', 'none') }),
  actions: [maybe('since', count())],
  recording: [],
  replay: [arg('recording', json), ...given({ force: flag, maxTicks: count() })],
  requests: [
    maybe(
      'filter',
      options({ path: text, state: oneOf('open', 'answered', 'lapsed'), priority: oneOf('required', 'optional') }),
    ),
  ],
  projection: [path, ...given({ budget: number, node: text })],
  graph: [],
  editGraph: [arg('edit', graphEdit)],
  ancestors: [arg('node', text)],
  descendants: [arg('node', text)],
  saveGraphView: [arg('name', name)],
  restoreGraphView: [arg('name', text)],
  graphViews: [],
  deleteGraphView: [arg('name', text)],
  resetGraphView: [],
  source: [],
  setSource: [arg('source', text), maybe('files', texts), maybe('entry', text)],
  get: [path, arg('reference', text)],
  outputs: [],
  artifacts: [],
  sql: [],
};
