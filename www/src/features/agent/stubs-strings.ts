// The words of the stubs in Agent.

import { count } from '../../strings.ts';

export const stubWords = {
  title: 'Stubs',
  reading: 'Loading…',
  none:
    'No task of this machine calls an agent. ' +
    'A task with a prompt does, and so does a node that has to choose between edges.',
  counts: (n: number, bare: number) => `${n - bare} of ${count(n, 'task')}`,
  earlier: 'These are the nodes of the run, which uses an older version of the machine.',
  filter: 'Filter nodes',
  bare: 'Only without a stub',
  noneLeft: 'No matching nodes.',
  more: (n: number) => `Show ${n} more`,
  kinds: { work: '', decision: 'decides', code: 'code' },
  kindTitles: {
    work: '',
    decision: 'Its agent chooses the edge when no condition decides',
    code: 'The stub stands in for its code',
  },
  by: {
    own: 'edited stub',
    machine: 'stub in source',
    recording: 'recorded reply',
    auto: 'generated replies',
    manual: 'manual',
    custom: 'this page',
    remote: 'LLM API',
  },
  no: 'no stub',
  noTitle: 'No script, neither here nor in the source',
  rests: {
    mode: 'Its stub is not used in this agent mode.',
    manual: 'Set to manual, so its stub is not used.',
    auto: 'Set to generated replies, so its stub is not used.',
    recording: 'The recorded replies are used instead of its stub.',
  },
  broken: (why: string[]) => `Invalid script: ${why.join('; ')}.`,
  firstOnly: (node: string) =>
    `Only the first entry is used: no path visits \`${node}\` twice. ` +
    'To count the visits of all paths, give the entries conditions: `"when": "round == 1"`.',
  show: (node: string) => `Show ${node} in the diagram and the source`,
  edit: 'Edit',
  editOf: (node: string) => `Edit the stub of ${node}`,
  of: (node: string) => `Stub of ${node}`,
  how: (node: string) => `Agent mode of ${node}`,
  hows: { script: 'Script', auto: 'Generated', manual: 'Manual' },
  script: 'Script, as JSON',
  done: 'done',
  keys: (keys: string[]) =>
    'What the agent does on each visit, or a list with one entry per visit. ' +
    'An entry that is a list has one item per attempt, such as [[{ "fail": "busy" }, { "say": "done" }]]. ' +
    'In "when" and in a string that starts with =, round counts the visits of the node by all paths. ' +
    `Keys: ${keys.join(', ')}.`,
  guide: 'Read the guide',
  about: {
    auto: 'Generated replies that fit the prompt and the types, whatever the agent mode of the run.',
    manual: 'Its calls wait for you to reply, whatever the agent mode of the run.',
  },
  unsaved: 'Not saved: the next call does not use this script yet.',
  until: (by: string) => `${by} until you save a script.`,
  kept: 'Your script is not saved. Choose Script to use it.',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  discard: 'Discard script',
  remove: 'Remove',
  removeTitle: 'Use the stub in the source, or the agent mode of the run',
  saveKeys: 'Save (Ctrl+Enter)',
  gone: 'Set for nodes that were removed or call no agent now. Used again if such a node returns:',
  removeOf: (node: string) => `Remove the stub of ${node}`,
  notJson: (why: string) => `This is not JSON: ${why}`,
  wrong: (why: string) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
  chosen: (node: string, how: 'script' | 'auto' | 'manual') =>
    `${node} is set to ${{ script: 'its script', auto: 'generated replies', manual: 'manual' }[how]}. ` +
    'Its next call uses it.',
  saved: (node: string) => `Stub of ${node} saved. Its next call uses it.`,
  removed: (node: string) => `Stub of ${node} removed.`,
};
