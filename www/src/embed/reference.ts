// What the reference says of the element: `custom-elements.json` and the tables of `docs/embed.md` are made from this.
// None of it is in the element's own code.

import { LOADING, THEMES, type ATTRIBUTES } from './attributes.ts';
import type { Method } from './methods.ts';
import type { EmbedEvents } from './types.ts';
import { AGENTS, DIRECTIONS, VIEWS, ZOOMS } from './view/options.ts';

export interface AttributeReference {
  type: string;
  fallback: string;
  says: string;
}

const oneOf = (values: readonly string[]) =>
  values
    .filter(Boolean)
    .map((value) => `'${value}'`)
    .join(' | ');

export const ATTRIBUTE_REFERENCE: Record<(typeof ATTRIBUTES)[number], AttributeReference> = {
  src: {
    type: 'string',
    fallback: '',
    says: 'Address of a `.dygram` file (up to 1 MiB, 15 s, CORS without credentials)',
  },
  source: { type: 'string', fallback: '', says: 'The source itself' },
  link: { type: 'string', fallback: '', says: 'A share link, or its fragment `#t1.…`; brings its run along' },
  view: {
    type: oneOf(VIEWS),
    fallback: 'diagram',
    says: 'Panes: the diagram; the source; both; or the diagram with timeline and contexts',
  },
  loading: {
    type: oneOf(LOADING),
    fallback: 'lazy',
    says: 'When to load more than the shell: near the viewport, on a click, or at once',
  },
  editable: {
    type: 'boolean',
    fallback: '',
    says: 'The machine can be edited: in its diagram, and as text in views with source',
  },
  readonly: { type: 'boolean', fallback: '', says: 'The machine cannot be edited; wins over `editable`' },
  controls: {
    type: 'space-separated list',
    fallback: 'step back run reset share open',
    says: 'Buttons in the toolbar, separated by spaces; `none` for no toolbar',
  },
  theme: { type: oneOf(THEMES), fallback: 'auto', says: 'Follows the page (`auto`), or is fixed' },
  height: {
    type: 'string',
    fallback: '',
    says:
      'CSS length of the whole element (a bare number is pixels), or `auto` to fit the content; ' +
      'otherwise an aspect ratio of 16:10',
  },
  'max-height': {
    type: 'string',
    fallback: '560',
    says:
      'The most that a picture, or `height="auto"`, takes, as a CSS length (a bare number is pixels); what is higher ' +
      'is scrolled',
  },
  zoom: {
    type: oneOf(ZOOMS),
    fallback: 'controls',
    says: 'Zoom buttons with Ctrl/Cmd + wheel and pinch; none; or the plain wheel too',
  },
  tick: { type: 'number', fallback: '0', says: 'Steps to replay before the first paint' },
  autoplay: { type: 'number', fallback: '', says: 'Steps per second, played while visible; off under reduced motion' },
  direction: {
    type: oneOf(DIRECTIONS),
    fallback: '',
    says: 'Direction of the diagram; by default what the machine sets',
  },
  path: { type: 'string', fallback: '', says: 'Id of the path to show and follow' },
  agent: {
    type: oneOf(AGENTS),
    fallback: 'stub',
    says: 'Who replies to agent calls: stubs, generated replies, or the host',
  },
  'agent-timeout': { type: 'number', fallback: '30000', says: 'Milliseconds for an agent function to reply' },
  inputs: {
    type: 'string',
    fallback: '',
    says: 'Input values as JSON `{"Context": {"field": value}}`, or the id of a `<script type="application/json">`',
  },
  stubs: {
    type: 'string',
    fallback: '',
    says: 'Stubs as JSON `{"node": stub}`, or the id of a `<script type="application/json">`',
  },
  'max-ticks': { type: 'number', fallback: '1000', says: 'Most steps of one press of Run' },
  'base-url': {
    type: 'string',
    fallback: '',
    says: "Folder of the package's files, where it is not that of the script",
  },
  page: {
    type: 'string',
    fallback: '',
    says: 'Address of the playground that Open and Share lead to; where none is known, they are not shown',
  },
  label: { type: 'string', fallback: '', says: 'Accessible name; by default the title of the machine' },
  caption: {
    type: 'string',
    fallback: '',
    says: 'Text below the machine; without a value, what happened in the step that is shown',
  },
};

/** `parameters` and `returns` as TypeScript says them. */
export const METHOD_REFERENCE: Record<Method, { parameters: string; returns: string; says: string }> = {
  load: {
    parameters: 'source: string | object',
    returns: 'Promise<void>',
    says: 'Opens another machine: its source, or the document of a link',
  },
  step: { parameters: 'n?: number', returns: 'Promise<RunPosition>', says: 'Steps the run, once by default' },
  back: { parameters: 'n?: number', returns: 'Promise<RunPosition>', says: 'Goes back, one step by default' },
  run: {
    parameters: 'options?: { maxTicks?, until?, speed? }',
    returns: 'Promise<RunPosition>',
    says:
      "Steps until something stops it; `until` is `'end'`, `'agent'`, `'fork'`, `'join'`, `{ node }` or `{ tick }`, " +
      "`speed` is steps per second or `'max'`",
  },
  pause: { parameters: '', returns: 'Promise<null>', says: 'Ends a run after the step in hand' },
  reset: { parameters: '', returns: 'Promise<RunPosition>', says: 'Starts a new run' },
  goTo: {
    parameters: 'tick: number, action?: number',
    returns: 'Promise<RunPosition>',
    says: 'Goes to a step of the run',
  },
  stepTo: {
    parameters: 'step: number',
    returns: 'Promise<RunPosition>',
    says: 'Goes to a step, stepping where the run has not come that far; stops where the run does',
  },
  reply: {
    parameters: 'request: string, reply: AgentReply',
    returns: 'Promise<RunPosition>',
    says: 'Answers an agent call',
  },
  answer: {
    parameters: 'request: string, answer: string | object',
    returns: 'Promise<RunPosition>',
    says: 'Answers a question: with a text, with the values of its form by field, or with `{ error }` to decline',
  },
  send: {
    parameters: 'name: string, data?: Json',
    returns: 'Promise<RunPosition>',
    says: 'Sends an event to every path that can receive it',
  },
  elapse: {
    parameters: 'ms: number',
    returns: 'Promise<RunPosition>',
    says: "Lets time pass on the run's clock, up to the first timer that is due",
  },
  setContext: {
    parameters: 'path: string, target: string, value: Json',
    returns: 'Promise<RunPosition>',
    says: 'Writes a field, like `Water.celsius`, for one path',
  },
  getState: { parameters: '', returns: 'Promise<string>', says: 'The saved run as text' },
  getView: { parameters: '', returns: 'Promise<View>', says: 'The state of the run as plain data' },
  getLink: {
    parameters: 'options?: { run?: boolean }',
    returns: 'Promise<string>',
    says: 'A link to the playground, with the run if asked for',
  },
  exportSVG: { parameters: '', returns: 'Promise<string>', says: 'The diagram as an SVG file' },
  exportPNG: {
    parameters: 'options?: { scale?: number }',
    returns: 'Promise<Blob>',
    says: 'The diagram as a PNG file, at twice its size by default',
  },
  getDot: { parameters: '', returns: 'Promise<string>', says: 'The diagram as Graphviz DOT' },
  check: { parameters: '', returns: 'Promise<Diagnostic[]>', says: 'Errors and warnings of the source' },
};

export const EVENT_REFERENCE: Record<keyof EmbedEvents, { detail: string; says: string }> = {
  ready: { detail: '{ core, rules, nodes, edges, diagnostics }', says: 'The machine is on screen' },
  change: { detail: "{ source, valid, origin: 'edit' | 'load' | 'format' | 'run' }", says: 'There is another source' },
  diagnostics: { detail: '{ items }', says: 'Errors and warnings of the source changed' },
  step: { detail: '{ tick, action, step, branch, moves, changes, outcome }', says: 'The run is at a new position' },
  request: {
    detail: "{ kind: 'agent' | 'information', request, respondWith(reply) }",
    says:
      'Somebody has to answer; `request.form` of a question has the schema of its form. ' +
      "Cancelable: after `preventDefault()` the element's own agent does not",
  },
  end: { detail: '{ outcome, tick, outputs, artifacts }', says: 'The run ended' },
  select: { detail: "{ kind: 'node' | 'edge' | 'path', id, range }", says: 'Something was selected in the diagram' },
  resize: { detail: '{ height }', says: 'With `height="auto"`: the content has another height' },
  error: {
    detail: '{ code, message, fatal }',
    says: 'Something went wrong; a fatal error leaves the fallback in place',
  },
};

export const PARTS: Record<string, string> = {
  poster: 'The fallback before the machine is loaded',
  toolbar: 'The bar of controls',
  waits: 'The forms of what the run waits for',
  button: 'Each control',
  status: 'The sentence about the run',
  diagram: 'The diagram',
  editor: 'The source',
  timeline: 'The steps of the run',
  panel: 'The contexts',
  table: 'The fields of one context',
  caption: 'The caption',
  error: 'What went wrong',
};

export const PROPERTIES: Record<string, string> = {
  bg: 'Background',
  fg: 'Text',
  muted: 'Secondary text',
  border: 'Lines between the parts, and around the element',
  accent: 'Main button, focus, selection',
  node: 'Fill of nodes',
  edge: 'Edges',
  current: 'Where a path is now',
  visited: 'Where a path has been',
  waiting: 'A path that is waiting',
  blocked: 'A path that is blocked',
  failed: 'A path that failed',
  'path-1': 'Color of the first path; `path-2` to `path-8` for the others',
  font: "Font of the controls; by default the page's",
  mono: 'Font of the source',
  radius: 'Corners of the element and its controls',
  gap: 'Space between the controls',
};

/** What `data-…` attributes reflect, for style sheets and tests. */
export const STATES: Record<string, string> = {
  'data-state': '`idle`, `loading`, `ready`, `running`, `paused`, `waiting`, `done`, `failed` or `error`',
  'data-tick': 'The step the run is at',
  'data-outcome': 'How the run stands: `running`, `completed`, `failed`, `blocked`, …',
  'data-node': 'The node where the shown path is',
  'data-theme': '`light` or `dark`',
};
