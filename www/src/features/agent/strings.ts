// The words of Agent, beside those that other parts need.

export const agentWords = {
  mode: 'Who answers',
  none: 'No request is open. A task with a prompt asks its agent here when the run reaches it.',
  waiting: 'Waiting for a reply', given: 'Replies given', noReplies: 'None yet.',
  contexts: 'Contexts and rights', transcript: 'Earlier turns', reads: 'reads', writes: 'writes',
  tool: 'Tool', addCall: 'Add call', calls: 'Calls of this turn', noCalls: 'No call yet. Choose a tool above, or send the turn empty.',
  remove: (name: string) => `Remove call ${name}`, say: 'Text of the turn (optional)',
  send: 'Send and finish', turn: 'Send turn', fail: 'Fail',
  reply: 'Reply as JSON', unresolved: (names: string[]) => `Not resolved in the prompt: ${names.join(', ')}`,
  visit: (v: number, t: number) => `visit ${v}, turn ${t}`,
  by: (mode: string) => `by ${mode}`,
  outside: {
    connection: 'Outside connection', show: 'Show connection', connect: 'Connect …', end: 'Close connection',
    off: 'Not allowed yet: type endpoint and model in the connection, and allow it there.', on: (host: string, calls: number, cap: number) => `${host} answers. ${calls} of ${cap} calls in this run.`,
    full: 'The calls of this run are used up. More can be allowed in the connection.', custom: 'The function that the host of this page has set answers.',
    asking: 'Asking …', waiting: 'Waits for the connection.', cancel: 'Cancel', again: 'Ask again',
  },
};
