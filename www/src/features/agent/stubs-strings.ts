// The words of the stubs in Agent.

import { count } from '../../strings.ts';

export const stubWords = {
  title: 'Stubs', reading: 'Reading which nodes ask an agent …', none: 'No node of this machine asks an agent. A task with a prompt would, and a node with several ways out.',
  counts: (n: number, bare: number) => `${count(n, 'node asks', 'nodes ask')} an agent${bare === 0 ? '' : bare === n ? (n === 1 ? ', without a stub' : ', all without a stub') : `, ${bare} without a stub`}.`,
  earlier: 'These are the nodes of the run, which is of an earlier text.',
  filter: 'Filter nodes', bare: 'Only without a stub', noneLeft: 'No node is like this.', more: (n: number) => `Show ${n} more`,
  kinds: { work: '', decision: 'decides', code: 'code' }, kindTitles: { work: '', decision: 'Is asked which way to take, when no rule says it', code: 'Its code is played by the stub' },
  by: { own: 'your stub', machine: 'stub of the machine', recording: 'replies of the link', auto: 'auto', manual: 'you', custom: 'the host', remote: 'a model' },
  no: 'no stub', noTitle: 'It has no script, neither here nor in the machine', rests: 'It has a stub, which rests while another agent is chosen.', broken: (why: string[]) => `Cannot be used: ${why.join('; ')}.`,
  show: (node: string) => `Show ${node} in the drawing and the source`, edit: 'Edit', editOf: (node: string) => `Edit the stub of ${node}`, of: (node: string) => `Stub of ${node}`,
  how: (node: string) => `Who answers ${node}`, hows: { script: 'Script', auto: 'Auto', manual: 'You' },
  script: 'Script, as JSON', done: 'done', keys: (keys: string[]) => `What the agent does in a visit, or a list with one entry for each visit. Keys: ${keys.join(', ')}.`, guide: 'More in the guide',
  about: { auto: 'Made-up values that fit the prompt and the types, whatever the mode of the run is.', manual: 'Its requests wait for you, whatever the mode of the run is.' },
  save: 'Save', cancel: 'Cancel', remove: 'Remove', removeTitle: 'Back to what the machine and the mode of the run say', saveKeys: 'Save (Ctrl+Enter)',
  gone: 'Kept for nodes that ask nothing in this machine:', removeOf: (node: string) => `Remove the stub of ${node}`,
  notJson: (why: string) => `This is not JSON: ${why}`, wrong: (why: string) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
  saved: (node: string) => `${node} has another stub. Its next request gets it.`, removed: (node: string) => `${node} is answered as the machine says.`,
};
