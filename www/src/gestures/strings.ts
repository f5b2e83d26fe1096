// What gestures over the drawing say.

import { count } from '../strings.ts';
import { sentenceCase } from '../ui/code-spans.ts';
import type { Refused } from './types.ts';

const listed = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

export const gestureWords = {
  layer: 'Edit the diagram',
  kinds: { task: 'Task', state: 'State', end: 'End' } as Record<string, string>,
  kind: 'Kind of step',
  next: (name: string) => `Add a step after ${name}. Drag to connect`,
  field: (name: string) => `Add a field to ${name}`,
  move: (name: string) => `Drag ${name} into a module`,
  read: (name: string) => `Drag ${name} to the task that reads it`,
  source: 'Drag to another source',
  target: 'Drag to another target',
  newStep: 'Name or title of the new step',
  newContext: 'Name of the new context',
  newEvent: 'Name of the new event',
  newField: 'Name of the new field',
  groupName: 'Name of the group',
  values: {
    name: 'Name',
    title: 'Title',
    prompt: 'Prompt',
    label: 'Label',
    condition: 'Condition',
    attribute: 'Attribute or annotation',
    field: 'Field name',
    type: 'Field type',
  } as Record<string, string>,
  valueOf: (what: string, of: string) => `${what} of ${of}`,
  enter: 'Enter to save, Escape to cancel, Tab for the next',
  enterKind: 'Enter to add, Tab to go on, Alt+↓ for the kind',
  attribute: '@retry(2) or timeout: 30s',
  noAttribute: 'Type an annotation, such as @retry(2), or an attribute, such as timeout: 30s.',
  noName: 'Type a name.',
  enterLong: 'Ctrl+Enter to save, Escape to cancel, Tab for the next',
  value: (text: string) => `Now ${text}`,
  card: {
    bar: (name: string) => `Edit ${name}`,
    next: 'Next step',
    field: 'Add field',
    connect: 'Connect',
    edit: 'Edit',
    more: 'Select more',
    delete: 'Delete',
  },
  edge: {
    bar: (from: string, to: string) => `Edge from ${from} to ${to}`,
    condition: 'Condition',
    label: 'Label',
    catch: 'Catch',
    async: 'Fork',
    join: 'Join',
    on: 'On event…',
    after: 'After…',
    delete: 'Delete',
  },
  waits: {
    on: {
      label: 'Event that takes the edge',
      example: 'paid',
      none: 'Type the name of an event, such as `paid`.',
      said: (from: string, to: string, event: string) =>
        `The edge from \`${from}\` to \`${to}\` waits for event \`${event}\` now.`,
    },
    after: {
      label: 'Time after which the edge is taken',
      example: '30s',
      none: 'Type a time, such as `30s` or `2d`.',
      said: (from: string, to: string, time: string) =>
        `The edge from \`${from}\` to \`${to}\` is taken after ${time} now.`,
    },
  },
  access: { reads: 'Reads', writes: 'Writes', asks: 'Asks' },
  accessOf: (node: string, context: string) => `What ${node} does with ${context}`,
  connectTo: (name: string) => `Connect ${name} to…`,
  moveTo: (n: number) => `Move ${count(n, 'node')} into…`,
  root: 'Top level',
  filter: 'Type to filter',
  none: 'No match',
  gone: 'The text has changed meanwhile. Try again.',
  tapMore: 'Tap what else to select.',
  done: 'Done',
  tapTarget: (name: string) => `Tap what ${name} leads to.`,
  cancel: 'Cancel',
  buttons: { save: 'Save', next: 'Next', cancel: 'Cancel' },

  added: (kind: string, name: string, after: string) =>
    `Added ${kind} \`${name}\`${after ? `, after \`${after}\`` : ''}.`,
  addedField: (context: string, field: string) => `Added field \`${field}\` to \`${context}\`.`,
  connected: (from: string, to: string) => `Connected \`${from}\` to \`${to}\`.`,
  accesses: (node: string, access: string, context: string) => `\`${node}\` ${access} \`${context}\`.`,
  retargeted: (from: string, to: string) => `The edge leads from \`${from}\` to \`${to}\` now.`,
  changedValue: (what: string, of: string) => `Changed the ${what.toLowerCase()} of \`${of}\`.`,
  renamed: (from: string, to: string) => `Renamed \`${from}\` to \`${to}\`.`,
  moved: (names: string[], into: string) => `Moved ${listed(names)} ${into ? `into \`${into}\`` : 'to the top level'}.`,
  grouped: (names: string[], name: string) => `Grouped ${listed(names)} as \`${name}\`.`,
  ungrouped: (name: string) => `Ungrouped \`${name}\`.`,
  flows: (from: string, to: string, as: 'flow' | 'catch' | 'async' | 'join') => {
    const does = {
      flow: 'is a plain edge now',
      catch: 'catches failures now',
      async: 'starts a path of its own now',
      join: 'joins paths now',
    }[as];
    return `The edge from \`${from}\` to \`${to}\` ${does}.`;
  },
  deleted(names: string[], edges: number) {
    const what = [...(names.length > 0 ? [listed(names)] : []), ...(edges > 0 ? [count(edges, 'edge')] : [])];
    return `Deleted ${what.join(' and ')}.`;
  },
  selected: (n: number) => `${count(n, 'element')} selected.`,
  mentions: (n: number) => `${sentenceCase(count(n, 'other place'))} still mention${n === 1 ? 's' : ''} it.`,

  nothingSelected: 'Select a node first.',
  noNode: 'Select a node, not an edge.',
  noEdge: 'Select an edge between two steps first.',
  noElement: 'Select a node or an edge first.',
  noOtherNode: 'There is no other node yet.',
  noModule: 'There is no other module yet. Group nodes to make one.',
  outdated: 'The drawing shows an older version of the text.',
  notHere: 'Drop it on a node, or on empty ground for a new step.',
  intoModule: 'Drop it on a module, or on empty ground for the top level.',
  onTask: 'Drop it on the task that reads it.',
  onNode: 'Drop it on a node.',
};

/** Why a change was refused, with what to do. */
const REFUSALS: Record<string, (refused: Refused) => string> = {
  changed: () => gestureWords.gone,
  'unknown-node': () => 'This node is not in the text any more. Try again.',
  'unknown-edge': () => 'This edge is not in the text any more, or says something else now. Try again.',
  'unknown-context': ({ message }) => message,
  'name-taken': ({ message, free }) => (free ? `${message} \`${free}\` is free.` : `${message} Choose another name.`),
  'bad-name': ({ message, free }) => (free ? `${message} Use \`${free}\`.` : message),
  'bad-ends': ({ message }) => message,
  'bad-value': ({ message }) => message,
  'bad-expression': ({ message }) => message,
  'bad-target': ({ message }) => message,
  'read-only': ({ message }) => `${message} Make a copy to edit it.`,
  imported: ({ message }) => message,
  'has-own': ({ message }) => message,
  'syntax-errors': ({ message }) => message,
};

/** A message of the core as a sentence. */
export const sentenceOf = (message: string) => sentenceCase(/[.!?]$/.test(message) ? message : `${message}.`);

export const refusalText = (refused: Refused): string => {
  const cased = { ...refused, message: sentenceOf(refused.message) };
  return REFUSALS[refused.code]?.(cased) ?? cased.message;
};
