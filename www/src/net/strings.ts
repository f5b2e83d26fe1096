// What the frame for connections says.

import type { AgentRequest } from '../agents/types.ts';

const why = {
  none: '',
  address: 'This is not a URL.',
  scheme: 'Use https, or http on this computer.',
  secret: 'Remove the user name or password from the URL.',
};

/** When an API that limits requests may be asked again: seconds, or what it said. */
const later = (after: string | null) => (after ? `; retry after ${/^\d+$/.test(after) ? `${after} s` : after}` : '');

export const strings = {
  notAlone: 'This page works only inside Tracklight, in a sandboxed frame.',
  kind: 'API',
  kinds: { openai: 'OpenAI-compatible chat completions', anthropic: 'Anthropic messages' },
  endpoint: 'Endpoint',
  places: { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' },
  model: 'Model',
  key: 'API key',
  keyHelp: 'Kept in memory only, and only until you close this window. Leave empty if the service needs none.',
  goesTo: 'Calls go to ',
  noHost: 'Enter an endpoint and a model.',
  why,
  whatTitle: 'What is sent',
  what: 'For each agent call: its prompt, the contexts that it may read, its tools, and the turns so far.',
  nothingYet: 'No pending agent calls. The next one appears here.',
  waits: ({ node, path, turn }: AgentRequest) => `${node}, path ${path}, turn ${turn}`,
  prompt: 'Prompt and contexts',
  tools: (names: string[]) => `Tools (${names.length}): ${names.join(', ')}`,
  body: 'Full request body',
  allow: 'Allow for this machine',
  withdraw: 'Revoke',
  cancel: 'Cancel',
  again: 'Try again',
  fail: 'Reply with this error',
  more: (count: number) => `Allow ${count} more calls`,
  allowed: (model: string) => `Allowed for this machine: ${model} at `,
  counts: (calls: number, cap: number, { input, output }: { input: number; output: number }) =>
    `${calls} of ${cap} calls in this run · ${input} tokens in, ${output} out`,
  idle: 'No pending agent calls. Press Step or Run.',
  asking: (what: string, more: number) => `Calling the model for ${what}…${more ? ` ${more} more waiting.` : ''}`,
  full: 'This run has used all of its allowed calls.',
  cancelled: 'Call canceled.',
  noReply: 'The response does not have the format of this API.',
  tooLong: 'The response is larger than 4 MB.',
  status: (host: string, status: number, said: string, after: string | null) => {
    const what =
      status === 401
        ? 'rejected the API key'
        : status === 403
          ? 'denied access'
          : status === 404
            ? 'has no such endpoint or model'
            : status === 429
              ? `is limiting requests: too many calls, or no credit${later(after)}`
              : status >= 500
                ? 'failed'
                : 'rejected the request';
    return `${host} ${what} (${status})${said ? `: ${said}` : '.'}`;
  },
  notJson: (host: string, text: string) => `The response from ${host} is not JSON: ${text}`,
  timeout: (host: string, s: number) => `${host} did not respond within ${s} s.`,
  policy: (host: string) => `This site does not allow connections to ${host} (connect-src).`,
  cors: (host: string) =>
    `${host} is reachable, but does not allow calls from the origin "null" (access-control-allow-origin).`,
  unreachable: (host: string) => `${host} is not reachable.`,

  from: 'Fetches from ',
  noAddress: 'Enter a URL above.',
  fetch: 'Fetch and open',
  noCookies: 'Sent without cookies or referrer. Opens as a new machine.',
};
