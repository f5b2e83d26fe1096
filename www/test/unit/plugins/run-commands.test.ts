// The commands that check, format, test, run and steer machines.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, temporaryFolder } from './in-folder.ts';

const { folder, file } = temporaryFolder('commands');

const COUNT = `context C { n: 0 }
task count { prompt: "add 1 to C.n"; stub: { write: { C: { n: 5 } } } }
state done
count -writes-> C
count -> done
`;
const AGENT = `export default ({ node }) => ({
  turns: [{ calls: node === 'count' ? [{ name: 'write_C', input: { data: { n: 7 } } }] : [] }],
  usage: { inputTokens: 12, outputTokens: 3 },
});`;
const DESK = `event parcel { weight<number> }
context V { verdict<'yes' | 'no'?>; weight<number?> }
state ask
state waiting
state home
ask -asks: verdict-> V
ask -> waiting
waiting -on: parcel @set(V.weight: event.data.weight)-> home
`;
const count = file('count.dygram', COUNT);
const agent = file('agent.mjs', AGENT);
const desk = file('desk.dygram', DESK);
const wrong = file('wrong.dygram', 'state a\na ->\n');

test('exchange_2_check prints findings with file, line and column, as text, JSON and annotations', async () => {
  const fine = await command(['check', count]);
  assert.deepEqual([fine.code, fine.out], [0, '1 file: no problems\n']);
  const text = await command(['check', wrong, count]);
  assert.equal(text.code, 1);
  assert.match(text.out, /wrong\.dygram:2:\d+: error: .* \[edge-without-target\]\n[^]*2 files: 1 error\n$/);
  const [finding] = JSON.parse((await command(['check', wrong, '--format', 'json'])).out);
  assert.deepEqual([finding.file, finding.line, finding.code], [wrong, 2, 'edge-without-target']);
  const { out } = await command(['check', wrong, '--format', 'github']);
  assert.match(out, /^::error file=.*wrong\.dygram,line=2,col=\d+,title=edge-without-target::/);
});

test('exchange_2_check fails for warnings when it is strict, reads imports, and says what it cannot read', async () => {
  const warned = file('warned.dygram', 'task a { prompt: "{{ Nothing.x }}" }\n');
  assert.equal((await command(['check', warned])).code, 0);
  const strict = await command(['check', warned, '--strict']);
  assert.equal(strict.code, 1, strict.out);
  file('part.dygram', 'task Wash { prompt: "wash" }\ntask Wash { prompt: "again" }\n');
  const whole = file('whole.dygram', 'import { Wash } from "./part"\ninit begin\nbegin -> Wash\n');
  assert.match((await command(['check', whole])).out, /part\.dygram:2:\d+: error: .*\[duplicate-node\]/);
  const missing = await command(['check', join(folder, 'missing.dygram')]);
  assert.deepEqual([missing.code, /Cannot read `.*missing\.dygram`/.test(missing.error)], [1, true]);
  const bytes = join(folder, 'bytes.dygram');
  writeFileSync(bytes, new Uint8Array([0xff, 0xfe, 0x00]));
  assert.equal((await command(['check', bytes])).code, 1);
});

test('exchange_2_fmt writes files in the layout of the language, or says which are not', async () => {
  const path = file('loose.dygram', 'state   a\nstate b\na->b\n');
  const looked = await command(['fmt', '--check', path]);
  assert.deepEqual([looked.code, looked.out], [1, `${path} is not formatted\n`]);
  assert.equal((await command(['fmt', path])).code, 0);
  assert.match(readFileSync(path, 'utf8'), /^state a\nstate b\n/);
  assert.deepEqual(await command(['fmt', '--check', path]), { code: 0, out: '', error: '' });
  const refused = await command(['fmt', wrong]);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /wrong\.dygram: /);
  assert.equal(readFileSync(wrong, 'utf8'), 'state a\na ->\n');
});

test('exchange_2_run_command prints the timeline, the values and what was used', async () => {
  const { code, out, error } = await command(['run', count, '--agent', agent]);
  assert.deepEqual([code, error], [0, '']);
  assert.match(
    out,
    /^Step 0 · starts at count\nStep 1 · count called its agent\nStep 1 · count got its reply, then moved to done\n/,
  );
  assert.match(out, /The run completed\.\n  C\.n {2}7\n12 tokens in, 3 out\n$/);
  assert.ok(!out.includes('\u001b'), 'no colors where nobody sees them');
  const colored = await command(['run', count, '--agent', agent], { isTerminal: true });
  assert.match(colored.out, /\u001b\[1mThe run completed/);
  const stubs = await command(['run', count, '--stubs']);
  assert.match(stubs.out, /C\.n {2}5\n/);
  assert.equal(stubs.code, 0);
});

test('exchange_2_run_command takes input, and says what is wrong with it', async () => {
  const source = file('greet.dygram', 'input Who { name<string> }\nstate a\nstate b\na -> b\n');
  const given = await command(['run', source, '--input', file('input.json', '{ "Who": { "name": "Ada" } }')]);
  assert.equal(given.code, 0);
  assert.match(given.out, /Who\.name {2}"?Ada"?/);
  for (const [words, says] of [
    [['run', source, '--input', file('bad.json', '{')], /`.*bad\.json` is not JSON/],
    [['run', source, '--input', file('list.json', '[]')], /object of fields/],
    [['run', source, '--input', file('kind.json', '{ "Who": { "name": 4 } }')], /cannot start/],
    [['run', source, '--input', join(folder, 'none.json')], /Cannot read/],
    [['run', wrong], /^tracklight: .*wrong\.dygram:2:3: [^]*\nThe machine has 1 error\. Run `tracklight check .*`/],
    [['run', wrong, '--stubs'], /wrong\.dygram:2:3: /],
    [['run', count, '--agent', join(folder, 'none.mjs')], /none\.mjs` does not exist/],
    [['run', count, '--agent', file('broken.mjs', 'export default (')], /Cannot load `.*broken\.mjs`/],
    [['run', count, '--agent', file('empty.mjs', 'export default 4;')], /default export/],
  ] as const) {
    const { code, error } = await command([...words]);
    assert.equal(code, 1, words.join(' '));
    assert.match(error, says);
  }
});

test('exchange_2_steer goes on with a journal: show, answer, send, and a run that has ended', async () => {
  const journal = join(folder, 'desk.jsonl');
  const started = await command(['run', desk, '--journal', journal]);
  assert.equal(started.code, 2);
  assert.match(started.out, /The run is waiting\.[^]*waiting for answer at ask: .* \(req-1-1: verdict\)/);
  assert.ok(!existsSync(`${journal}.lock`));
  const again = await command(['run', desk, '--journal', journal]);
  assert.deepEqual([again.code, /already has a run/.test(again.error)], [1, true]);
  const invalid = await command(['answer', journal, 'req-1-1', '{"verdict":"maybe"}']);
  assert.equal(invalid.code, 1);
  assert.match(invalid.error, /^tracklight: .*verdict/);
  assert.equal((await command(['answer', journal, 'req-9-9', 'yes'])).code, 1);
  const answered = await command(['answer', journal, 'req-1-1', '{"verdict":"yes"}']);
  assert.equal(answered.code, 2, answered.error);
  assert.match(answered.out, /waiting for event parcel at waiting/);
  const unexpected = await command(['send', journal, 'letter']);
  assert.deepEqual([unexpected.code, /letter/.test(unexpected.error)], [1, true]);
  assert.equal((await command(['send', journal, 'parcel', '{"weight":"heavy"}'])).code, 1);
  assert.equal((await command(['send', journal, 'parcel', '{weight'])).code, 64);
  const svg = join(folder, 'desk.svg');
  const shown = await command(['show', journal, '--svg', svg]);
  assert.equal(shown.code, 0);
  assert.match(
    shown.out,
    /^Step \d+: waiting\n {2}V\.verdict +"?yes"?\n {2}V\.weight +not set\n {2}waiting for event parcel/,
  );
  assert.match(readFileSync(svg, 'utf8'), /^<\?xml[^]*<svg/);
  const first = await command(['show', journal, '--step', '0']);
  assert.match(first.out, /^Step 0: running\n {2}V\.verdict +not set/);
  assert.match((await command(['show', journal, '--step', '99'])).error, /no step 99/);
  const sent = await command(['send', journal, 'parcel', '{"weight":3}']);
  assert.deepEqual([sent.code, /V\.weight +3/.test(sent.out)], [0, true]);
  const over = await command(['cancel', journal]);
  assert.deepEqual([over.code, /has ended/.test(over.error)], [1, true]);
  assert.equal((await command(['resume', journal])).code, 0);
});

test('exchange_2_steer cancels, resumes with an agent, and leaves requests open without one', async () => {
  const [one, two] = [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')];
  for (const journal of [one, two]) {
    const started = await command(['run', count, '--journal', journal]);
    assert.equal(started.code, 2);
    assert.match(started.out, /waiting for agent at count/);
  }
  assert.equal((await command(['resume', one, '--agent', agent])).code, 0);
  const cancelled = await command(['cancel', two]);
  assert.match(cancelled.out, /The run was canceled/);
  assert.equal(cancelled.code, 0);
});

test('exchange_2_steer refuses journals that are broken or of another version, and drops a torn line', async () => {
  const journal = join(folder, 'torn.jsonl');
  await command(['run', desk, '--journal', journal]);
  appendFileSync(journal, '{"kind":"ans');
  const torn = await command(['show', journal]);
  assert.equal(torn.code, 0);
  assert.match(torn.error, /the last line is incomplete and was dropped/);
  const text = readFileSync(journal, 'utf8').replace('{"kind":"ans', '');
  for (const [name, content, says] of [
    ['middle', text.replace('{"kind"', '{"kind'), /middle\.jsonl:2: the line is not JSON/],
    ['version', text.replace('"version":1', '"version":2'), /version 2/],
    ['foreign', '{"hello":1}\n', /not a journal/],
    ['empty', '', /empty/],
  ] as const) {
    const path = file(`${name}.jsonl`, name === 'middle' ? `${content}{"kind":"step"}\n` : content);
    for (const words of [
      ['show', path],
      ['resume', path],
      ['answer', path, 'req-1-1', 'x'],
      ['cancel', path],
    ]) {
      const { code, error } = await command(words);
      assert.equal(code, 1, words.join(' '));
      assert.match(error, says);
    }
  }
  assert.match((await command(['resume', join(folder, 'none.jsonl')])).error, /does not exist/);
});

test('exchange_2_run_command asks at the terminal, again after a wrong answer', async () => {
  const source = file(
    'asks.dygram',
    "context V { verdict<'yes' | 'no'?> }\nstate ask\nstate home\nask -asks: verdict-> V\nask -> home\n",
  );
  const answers = [{ verdict: 'maybe' }, { verdict: 'no' }];
  const asked: string[] = [];
  const { code, out, error } = await command(['run', source], {
    ask: async ({ form }) => {
      asked.push(form?.fields.join() ?? '');
      return answers.shift() ?? '';
    },
  });
  assert.deepEqual([code, asked], [0, ['verdict', 'verdict']]);
  assert.match(error, /verdict/);
  assert.match(out, /V\.verdict +"?no"?/);
});

test('exchange_2_test_command runs the tests beside a machine, and prints what differs', async () => {
  const inner = join(folder, 'tests');
  mkdirSync(inner);
  const write = (name: string, value: unknown) =>
    writeFileSync(join(inner, name), typeof value === 'string' ? value : JSON.stringify(value));
  write('count.dygram', COUNT);
  const replies = { count: [{ turns: [{ calls: [{ name: 'write_C', input: { data: { n: 2 } } }] }] }] };
  const expect = { outcome: 'completed', at: 'done', values: { 'C.n': 2 }, visits: { count: 1, done: 1 } };
  write('count.test.dygram.json', { replies, expect });
  write('count.stubs.test.dygram.json', {
    stubs: { count: { write: { C: { n: 3 } } } },
    expect: { values: { 'C.n': 3 } },
  });
  const fine = await command(['test', join(inner, 'count.dygram')]);
  assert.equal(fine.code, 0, fine.error);
  assert.match(fine.out, /2 tests, all passed\n$/);
  write('count.wrong.test.dygram.json', {
    replies,
    expect: { outcome: 'failed', at: ['count'], values: { 'C.n': 9, 'C.m': 1 }, visits: { count: 4 } },
  });
  const failed = await command(['test', inner]);
  assert.equal(failed.code, 1);
  assert.match(failed.out, /not ok .*count\.wrong[^]*3 tests, 1 failed\n$/);
  assert.equal(
    failed.error,
    [
      'outcome: expected "failed", got "completed"',
      'at: expected ["count"], got ["done"]',
      'C.n: expected 9, got 2',
      'C.m: expected 1, got nothing',
      'visits of count: expected 4, got 1',
    ]
      .map((line) => `  ${line}\n`)
      .join(''),
  );
  for (const [name, content, says] of [
    ['count.json.test.dygram.json', '{', /is not JSON/],
    ['count.key.test.dygram.json', { expect: { valeus: {} } }, /unknown member `valeus`/],
    ['count.none.test.dygram.json', {}, /`expect`/],
    ['count.both.test.dygram.json', { replies: {}, stubs: {}, expect: {} }, /not both/],
    ['count.list.test.dygram.json', { replies: { count: {} }, expect: {} }, /lists/],
    ['lonely.test.dygram.json', { expect: {} }, /no machine beside/],
  ] as const) {
    write(name, content);
    const { code, error } = await command(['test', join(inner, name)]);
    assert.equal(code, 1, name);
    assert.match(error, says);
  }
  assert.match(
    (await command(['test', count])).error,
    /No test of `.*count\.dygram` found\. It would be a file `.*count\.test\.dygram\.json`/,
  );
  assert.match((await command(['test', join(folder, 'none')])).error, /does not exist/);
});

test('exchange_2_usage that is wrong ends with 64, and every command has help', async () => {
  for (const words of [
    ['run'],
    ['run', count, '--model', 'm'],
    ['run', count, '--agent', agent, '--model', 'openai:m'],
    ['run', count, '--stubs', '--journal', 'x'],
    ['run', count, '--base-url', 'http://x'],
    ['run', count, '--model', 'openai:m', '--base-url', 'ftp://x'],
    ['check'],
    ['check', count, '--format', 'xml'],
    ['fmt'],
    ['resume'],
    ['answer', 'x.jsonl'],
    ['send', 'x.jsonl'],
    ['cancel'],
    ['show'],
    ['show', 'x.jsonl', '--step', 'one'],
    ['run', count, 'extra'],
  ]) {
    const { code, error } = await command(words);
    assert.equal(code, 64, `${words.join(' ')}: ${error}`);
    assert.match(error, /^tracklight: /);
  }
  const list = await command(['--help']);
  assert.match(list.out, /^ {2}test +Run the tests of machines$/m);
  assert.ok(!/^ {2}\w+$/m.test(list.out), 'a command without a description');
  for (const line of list.out.split('\n')) assert.ok(line.length <= 80, line);
  for (const name of [
    'check',
    'fmt',
    'run',
    'resume',
    'answer',
    'send',
    'cancel',
    'show',
    'test',
    'import',
    'export',
    'link',
    'render',
  ]) {
    const { code, out } = await command([name, '--help']);
    assert.equal(code, 0);
    assert.ok(out.startsWith(`Usage: tracklight ${name} `), out);
    for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
  }
});
