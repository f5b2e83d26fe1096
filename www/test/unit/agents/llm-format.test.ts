import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endpointOf,
  headersOf,
  safeNames,
  bodyOf as body,
  replyOf as answered,
} from '../../../src/agents/llm-format.ts';
import { continuedConversation, conversationKey, type ModelTurn } from '../../../src/agents/llm-conversation.ts';
import { loosely, type Loose, type LooseJson } from '../../loose.ts';
import { request, type Given } from '../requests.ts';
import type { AgentReply } from '../../../src/agents/types.ts';

type Kind = Parameters<typeof answered>[0];

/** The members of both kinds of bodies that are looked at here. */
interface Body {
  messages: { role: string; content: string; tool_calls: { id: string }[] }[];
  tools: { type: string; name: string; function: { name: string; parameters: LooseJson }; input_schema: LooseJson }[];
  max_tokens: number;
}
const bodyOf = body as unknown as (...args: Parameters<typeof body>) => Body;
const replyOf = loosely(answered) as (...args: Parameters<typeof answered>) => {
  reply: Loose<AgentReply>;
  turn: ModelTurn & { message: Partial<Body['messages'][number]> };
};
const asked = (more: Given = {}) =>
  request({ contexts: { Water: { celsius: { schema: { type: 'integer' }, value: 20 } } }, prompt: 'heat', ...more });
const first = () => {
  const one = asked();
  return [one, continuedConversation(undefined, one, 'the prompt')] as const;
};

for (const [kind, typed, url] of [
  ['openai', 'https://api.example.com', 'https://api.example.com/v1/chat/completions'],
  ['openai', ' https://api.example.com/v1/ ', 'https://api.example.com/v1/chat/completions'],
  ['openai', 'http://localhost:11434/v1', 'http://localhost:11434/v1/chat/completions'],
  ['openai', 'https://x.example/proxy/chat?tenant=1#a', 'https://x.example/proxy/chat?tenant=1'],
  ['anthropic', 'https://api.example.com/', 'https://api.example.com/v1/messages'],
  ['anthropic', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1/messages'],
] as [Kind, string, string][]) {
  test(`${kind}: ${typed.trim()} means ${url}`, () => assert.equal(loosely(endpointOf)(kind, typed).url, url));
}

for (const [typed, why] of [
  ['', 'none'],
  ['  ', 'none'],
  ['not an address', 'address'],
  ['http://example.com/v1', 'scheme'],
  ['http://localhost.example.com/v1', 'scheme'],
  ['ftp://example.com', 'scheme'],
  ['javascript:alert(1)', 'address'],
  ['https://me:secret@example.com/v1', 'secret'],
]) {
  test(`no endpoint: \`${typed}\` (${why})`, () => assert.deepEqual(endpointOf('openai', typed), { why }));
}

test('the key goes where each kind expects it, and nowhere when there is none', () => {
  assert.equal(headersOf('openai', 'k').authorization, 'Bearer k');
  assert.equal(headersOf('anthropic', 'k')['x-api-key'], 'k');
  assert.deepEqual(headersOf('openai', ''), { 'content-type': 'application/json' });
  assert.equal('x-api-key' in headersOf('anthropic', ''), false);
});

test('names that a service refuses become safe ones, each another one', () => {
  const names = safeNames(['write_Water', 'größe', 'gr__e', 'a b', 'a.b', 'x'.repeat(80), '']);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
  assert.equal(new Set(names).size, names.length);
  assert.equal(names[0], 'write_Water');
  assert.equal(names[2], 'gr__e');
});

test('OpenAI: prompt, tools and their schemas', () => {
  const [one, talk] = first();
  const body = bodyOf('openai', 'm', one, talk);
  assert.deepEqual(body.messages, [{ role: 'user', content: 'the prompt' }]);
  assert.deepEqual(
    body.tools.map((tool) => [tool.type, tool.function.name]),
    [
      ['function', 'read_Water'],
      ['function', 'write_Water'],
      ['function', 'request_context'],
    ],
  );
  assert.equal(body.tools[1].function.parameters.properties.data.properties.celsius.type, 'integer');
  // A tool without a schema takes any object.
  assert.deepEqual(body.tools[2].function.parameters, { type: 'object', properties: {}, additionalProperties: true });
  assert.equal('max_tokens' in body, false);
});

test('Anthropic: prompt, tools and their schemas', () => {
  const [one, talk] = first();
  const body = bodyOf('anthropic', 'm', one, talk);
  assert.equal(body.max_tokens, 4096);
  assert.deepEqual(
    body.tools.map(({ name }) => name),
    ['read_Water', 'write_Water', 'request_context'],
  );
  assert.equal(body.tools[1].input_schema.type, 'object');
});

test('a request without tools sends none', () => {
  const one = { ...asked(), tools: [] };
  assert.equal('tools' in bodyOf('openai', 'm', one, continuedConversation(undefined, one, 'p')), false);
});

const openai = (message: object, more = {}) => ({
  choices: [{ message, finish_reason: 'stop', ...more }],
  usage: { prompt_tokens: 11, completion_tokens: 3 },
});
const call = (name: string, input: string | object, id: string | undefined = 'c1') => ({
  id,
  type: 'function',
  function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
});

test('OpenAI: calls become calls of the turn, which waits for their results', () => {
  const { reply, turn: said } = replyOf(
    'openai',
    openai({ content: 'I heat', tool_calls: [call('write_Water', { data: { celsius: 60 } })] }),
    asked(),
  );
  assert.deepEqual(reply, {
    turns: [{ text: 'I heat', calls: [{ id: 'c1', name: 'write_Water', input: { data: { celsius: 60 } } }] }],
    final: false,
    usage: { inputTokens: 11, outputTokens: 3 },
  });
  assert.deepEqual(said.callIds, ['c1']);
});

test('a text alone ends the visit; content in parts is joined', () => {
  assert.deepEqual(replyOf('openai', openai({ content: 'Done.' }), asked()).reply, {
    turns: [{ text: 'Done.' }],
    final: true,
    usage: { inputTokens: 11, outputTokens: 3 },
  });
  assert.deepEqual(
    replyOf(
      'openai',
      openai({
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
      asked(),
    ).reply.turns,
    [{ text: 'a\nb' }],
  );
  assert.deepEqual(replyOf('openai', openai({ content: null }), asked()).reply.turns, [{}]);
});

test('the last turn ends the visit though it calls', () => {
  const { reply } = replyOf(
    'openai',
    openai({ content: '', tool_calls: [call('write_Water', {})] }),
    asked({ turn: 50, maxTurns: 50 }),
  );
  assert.equal(reply.final, true);
});

test('names come back as the machine has them', () => {
  const one = asked();
  one.tools = [{ name: 'weather in Ulm', kind: 'host', description: '', inputSchema: { type: 'object' } }];
  const [safe] = safeNames(['weather in Ulm']);
  assert.notEqual(safe, 'weather in Ulm');
  assert.equal(
    replyOf('openai', openai({ tool_calls: [call(safe, {})] }), one).reply.turns[0].calls[0].name,
    'weather in Ulm',
  );
  // Unknown names go on as they are: the core refuses them.
  assert.equal(
    replyOf('openai', openai({ tool_calls: [call('nothing', {})] }), one).reply.turns[0].calls[0].name,
    'nothing',
  );
});

for (const bad of ['{"data": ', '[1]', '"text"', 'null']) {
  test(`arguments ${bad} are an error of the reply`, () => {
    const { reply, turn: said } = replyOf('openai', openai({ tool_calls: [call('write_Water', bad)] }), asked());
    assert.deepEqual(reply, {
      error: {
        message: 'the input of the call `write_Water` is not a JSON object',
        code: 'malformed-call',
        retryable: true,
      },
      usage: { inputTokens: 11, outputTokens: 3 },
    });
    assert.equal(said, null);
  });
}

test('absent arguments are an empty input; missing or equal ids become different ones', () => {
  const { reply, turn: said } = replyOf(
    'openai',
    openai({
      tool_calls: [
        call('read_Water', '', undefined),
        { function: { name: 'read_Water' } },
        call('read_Water', {}, 'c1'),
      ],
    }),
    asked(),
  );
  assert.deepEqual(
    reply.turns[0].calls.map(({ input }) => input),
    [{}, {}, {}],
  );
  assert.equal(new Set(said.callIds).size, 3);
  assert.deepEqual(
    said.message.tool_calls?.map(({ id }) => id),
    said.callIds,
  );
});

test('a refusal is an error of the reply', () => {
  assert.equal(
    replyOf('openai', openai({ content: null, refusal: 'I must not' }), asked()).reply.error.message,
    'the model refused: I must not',
  );
  assert.equal(
    replyOf('openai', openai({ content: '' }, { finish_reason: 'content_filter' }), asked()).reply.error.code,
    'refused',
  );
  assert.equal(replyOf('anthropic', { content: [], stop_reason: 'refusal' }, asked()).reply.error.code, 'refused');
});

for (const answer of [
  null,
  3,
  'text',
  [],
  {},
  { choices: [] },
  { choices: [{}] },
  { error: { message: 'no' } },
  { content: 'text' },
]) {
  test(`no answer of a model: ${JSON.stringify(answer)}`, () => {
    assert.equal(replyOf('openai', answer, asked()), null);
    assert.equal(replyOf('anthropic', answer, asked()), null);
  });
}

test('Anthropic: text and calls; what it said goes on as it was', () => {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: 'I heat' },
    { type: 'tool_use', id: 't1', name: 'write_Water', input: { data: { celsius: 60 } } },
  ];
  const { reply, turn: said } = replyOf(
    'anthropic',
    { content, stop_reason: 'tool_use', model: 'm-1', usage: { input_tokens: 9, output_tokens: 2 } },
    asked(),
  );
  assert.deepEqual(reply, {
    turns: [{ text: 'I heat', calls: [{ id: 't1', name: 'write_Water', input: { data: { celsius: 60 } } }] }],
    final: false,
    usage: { inputTokens: 9, outputTokens: 2, model: 'm-1' },
  });
  assert.deepEqual(said.message, { role: 'assistant', content });
});

test('Anthropic: a call that was cut off is an error of the reply', () => {
  const content = [{ type: 'tool_use', id: 't1', name: 'write_Water', input: {} }];
  assert.equal(
    replyOf('anthropic', { content, stop_reason: 'max_tokens' }, asked()).reply.error.code,
    'malformed-call',
  );
});

const results = [{ callId: 'c1', name: 'write_Water', ok: true, result: { success: true } }];
const turn2 = (more: Given = {}) => asked({ turn: 2, transcript: [{ turn: 1, text: 'I heat', results }], ...more });

test('OpenAI: a later turn has what was said and what the calls gave', () => {
  const { turn: said } = replyOf(
    'openai',
    openai({ content: 'I heat', tool_calls: [call('write_Water', {})] }),
    asked(),
  );
  const talk = continuedConversation({ prompt: 'the prompt', turns: [said] }, turn2(), 'a newer prompt');
  const [user, assistant, tool] = bodyOf('openai', 'm', turn2(), talk).messages;
  assert.equal(user.content, 'the prompt');
  assert.equal(assistant.tool_calls[0].id, 'c1');
  assert.deepEqual(tool, { role: 'tool', tool_call_id: 'c1', content: '{"success":true}' });
});

test('Anthropic: results are of the user, refused calls are marked, answers follow', () => {
  const said = { message: { role: 'assistant', content: [] }, callIds: ['c1'], answerCount: 0 };
  const refused = [
    { callId: 'c1', name: 'write_Water', ok: false, error: { code: 'write-refused', message: 'too hot' } },
  ];
  const one = turn2({
    transcript: [{ turn: 1, results: refused }],
    answers: [{ id: 'r', query: 'How hot?', ok: true, text: '90' }],
  });
  const { messages } = bodyOf('anthropic', 'm', one, continuedConversation({ prompt: 'p', turns: [said] }, one, 'q'));
  assert.deepEqual(messages[2], {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'c1',
        content: '{"error":{"code":"write-refused","message":"too hot"}}',
        is_error: true,
      },
      { type: 'text', text: 'Answer to "How hot?": 90' },
    ],
  });
});

test('an answer is told once, after the turn that it came behind', () => {
  const said = [
    { message: { role: 'assistant', content: 'a' }, callIds: [], answerCount: 0 },
    { message: { role: 'assistant', content: 'b' }, callIds: [], answerCount: 1 },
  ];
  const one = asked({
    turn: 3,
    transcript: [
      { turn: 1, results: [] },
      { turn: 2, results: [] },
    ],
    answers: [{ id: 'r', query: 'q', ok: false, text: 'nobody knows' }],
  });
  const { messages } = bodyOf('openai', 'm', one, { prompt: 'p', turns: said });
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['p', 'a', 'Answer to "q": none, because nobody knows', 'b', 'Go on.'],
  );
});

test('after turns that others gave a new conversation begins with the whole prompt', () => {
  const talk = continuedConversation(
    { prompt: 'p', turns: [{ message: {}, callIds: ['other'], answerCount: 0 }] },
    turn2(),
    'the prompt, with the turns so far',
  );
  assert.deepEqual(talk, { prompt: 'the prompt, with the turns so far', turns: [] });
});

test('going back to an earlier turn forgets the later ones', () => {
  const said = (id: string) => ({ message: { role: 'assistant' }, callIds: [id], answerCount: 0 });
  assert.equal(continuedConversation({ prompt: 'p', turns: [said('c1'), said('c2')] }, turn2(), 'q').turns.length, 1);
  assert.deepEqual(continuedConversation({ prompt: 'p', turns: [said('c1')] }, asked(), 'q'), {
    prompt: 'q',
    turns: [],
  });
});

test('a retry is a conversation of its own and begins with its own prompt', () => {
  const again = asked({ attempt: 2, lastError: { message: 'no reply' } });
  assert.deepEqual(continuedConversation(undefined, again, 'p'), { prompt: 'p', turns: [] });
  assert.notEqual(conversationKey('1', again), conversationKey('1', asked()));
  assert.notEqual(conversationKey('1', asked()), conversationKey('2', asked()));
});
