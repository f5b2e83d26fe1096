// Every sentence of the broker frame.

import type { AgentRequest } from '../agents/types.ts';

const why = {
  none: '',
  address: 'This is no address.',
  scheme: 'Only https, or http on this computer.',
  secret: 'No passwords in addresses.',
};

export const words = {
  notAlone: 'This page connects only as a sandboxed frame of Tracklight.',
  kind: 'Kind',
  kinds: { openai: 'OpenAI-compatible chat completions', anthropic: 'Anthropic messages' },
  endpoint: 'Endpoint',
  places: { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' },
  model: 'Model',
  key: 'Key',
  keyHelp: 'Kept in this frame alone until it closes. Empty where none is needed.',
  goesTo: 'Calls go to ',
  noHost: 'Type endpoint and model first.',
  why,
  whatTitle: 'What is sent',
  what: 'Of each agent request its prompt, the contexts it may read, its tools, and the turns before.',
  nothingYet: 'No request waits. The next one is shown here.',
  waits: ({ node, path, turn }: AgentRequest) => `${node}, path ${path}, turn ${turn}`,
  prompt: 'Prompt and contexts',
  tools: (names: string[]) => `Tools (${names.length}): ${names.join(', ')}`,
  body: 'The whole body',
  allow: 'Allow for this document',
  withdraw: 'Withdraw',
  cancel: 'Cancel',
  again: 'Try again',
  fail: 'Reply with this error',
  more: (count: number) => `Allow ${count} more`,
  allowed: (model: string) => `Allowed for this document: ${model} at `,
  counts: (calls: number, cap: number, { input, output }: { input: number; output: number }) =>
    `${calls} of ${cap} calls in this run · ${input} tokens in, ${output} out`,
  idle: 'Nothing to ask. Step or Run.',
  asking: (what: string, more: number) => `Asking for ${what} …${more ? ` ${more} more wait.` : ''}`,
  full: 'The calls of this run are used up.',
  cancelled: 'The call was cancelled.',
  noReply: 'This is no answer of a model of this kind.',
  tooLong: 'The answer is longer than 4 MB.',
  status: (host: string, status: number, said: string, after: string | null) => {
    const what =
      status === 401
        ? 'does not accept the key'
        : status === 403
          ? 'forbids this'
          : status === 404
            ? 'has no such address or model'
            : status === 429
              ? `refuses for now: too many calls or no credit${after ? `; retry-after ${after}` : ''}`
              : status >= 500
                ? 'failed'
                : 'refused the request';
    return `${host} ${what} (${status})${said ? `: ${said}` : '.'}`;
  },
  notJson: (host: string, text: string) => `${host} did not answer with JSON: ${text}`,
  timeout: (host: string, s: number) => `${host} did not answer within ${s} s.`,
  policy: (host: string) => `The policy of this site (connect-src) forbids connections to ${host}.`,
  cors: (host: string) =>
    `${host} is there, but does not allow calls from the origin "null" (access-control-allow-origin).`,
  unreachable: (host: string) => `${host} could not be reached.`,

  from: 'The text is fetched from ',
  noAddress: 'Type an address above.',
  fetch: 'Fetch and open',
  noCookies: 'Without cookies or referrer. It opens as a new document.',
};
