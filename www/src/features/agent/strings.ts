// The words of Agent, beside those that other parts need.

import { count } from '../../strings.ts';

const visits = 'A visit begins each time a path enters the node.';
const attempts = 'A new attempt begins when the one before failed and is retried.';
const turns = 'A new turn begins after each reply that is not the final one.';

export const agentWords = {
  mode: 'Agent mode',
  none: 'No pending agent calls. A task with a prompt calls its agent when the run reaches it.',
  noneYet: 'No agent calls up to this step.',
  how: 'How you write the reply',
  given: 'Replies',
  noReplies: 'None yet.',
  step: (step: string) => `step ${step}`,
  later: 'Later',
  last: 'Last call',
  where: (path: string, step: string, attempt: number, turns: number) =>
    `path ${path} · step ${step} · attempt ${attempt}${turns > 1 ? ` · ${count(turns, 'turn')}` : ''}`,
  accepted: 'Accepted',
  rejected: 'Rejected',
  failed: 'Failed',
  kept: (contexts: string[]) =>
    `The write${contexts.length > 1 ? 's' : ''} to ${contexts.map((name) => `\`${name}\``).join(', ')} took effect.`,
  replied: 'Reply',
  declined: 'Declined:',
  contexts: 'Context and permissions',
  transcript: 'Earlier turns',
  reads: 'reads',
  writes: 'writes',
  tools: 'Tools of the agent',
  addCall: 'Add call',
  calls: 'Tool calls of this reply',
  noCalls: 'None yet. Choose a tool above, or submit the reply without calls.',
  openCall: (name: string) => `Submitting also sends the call of \`${name}\` above.`,
  remove: (name: string) => `Remove call ${name}`,
  say: 'Message (optional)',
  send: 'Submit final reply',
  sendTitle: 'The agent is done with this call',
  turn: 'Submit and continue',
  turnTitle: 'The agent gets the results of its tool calls, and replies again',
  fail: 'Fail call',
  failTitle: 'The agent reports an error, with your message: the task is retried, caught or failed',
  reply: 'Reply as JSON',
  unresolved: (names: string[]) => `No value yet for ${names.join(', ')}`,
  place: (visit: number, attempt: number, turn: number) =>
    `${visit > 1 ? `visit ${visit} · ` : ''}attempt ${attempt}${turn > 1 ? ` · turn ${turn}` : ''}`,
  placeTitle: `${visits} ${attempts} ${turns}`,
  /** What is not the first. */
  about: (visit: number, attempt: number, turn: number) =>
    [visit > 1 && visits, attempt > 1 && attempts, turn > 1 && turns].filter(Boolean).join(' '),
  outside: {
    connection: 'LLM API',
    show: 'Show connection',
    connect: 'Connect…',
    end: 'Close connection',
    off: 'Not connected. Enter an endpoint and a model in the connection window, then choose Allow.',
    on: (host: string, calls: number, cap: number) =>
      `Connected to ${host}. ${calls} of ${cap} calls used in this run.`,
    full: 'All calls of this run are used. Allow more in the connection.',
    custom: 'A function set by this page replies.',
    asking: 'Calling the LLM API…',
    waiting: 'Waiting for the connection.',
    cancel: 'Cancel',
    again: 'Try again',
  },
};
