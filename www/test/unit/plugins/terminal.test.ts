// The command line as someone at a terminal sees it: what to do next, questions left open, output that is cut off.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { askInTerminal } from '../../../src/plugins/ask.ts';
import { command, temporaryFolder } from './in-folder.ts';

const { folder, file } = temporaryFolder('terminal');

const desk = file(
  'desk.dygram',
  `event parcel { weight<number> }
context V { verdict<'yes' | 'no'?>; weight<number?> }
state ask
state waiting
state home
ask -asks: verdict-> V
ask -> waiting
waiting -on: parcel @set(V.weight: event.data.weight)-> home
waiting -after: 3d-> home
`,
);
const draft = file(
  'draft.dygram',
  `context Report { text: "${'long '.repeat(30)}" }
task write { prompt: "write" }
write -writes-> Report
`,
);
const agent = file('agent.mjs', 'export default () => ({ turns: [{ calls: [] }] });');

test('exchange_2_next what waits names the commands that continue it, and they do', async () => {
  const journal = join(folder, "Ada's desk.jsonl");
  const quoted = `'${folder}/Ada'\\''s desk.jsonl'`;
  const { out } = await command(['run', desk, '--journal', journal]);
  assert.ok(out.endsWith(`\nTo continue it:\n  tracklight answer ${quoted} req-1-1 '{"verdict":"yes"}'\n`), out);
  const answered = await command(['answer', journal, 'req-1-1', '{"verdict":"yes"}']);
  const next = `\nTo continue it:\n  tracklight send ${quoted} parcel '{…}'\n  tracklight resume ${quoted}\n`;
  assert.ok(answered.out.endsWith(next), answered.out);
  assert.ok((await command(['show', journal])).out.endsWith(next));
  assert.ok(!(await command(['show', journal, '--step', '1'])).out.includes('To continue'), 'an earlier step');
  const sent = await command(['send', journal, 'parcel', '{"weight":3}']);
  assert.deepEqual([sent.code, sent.out.includes('To continue')], [0, false]);
});

test('exchange_2_next a run without a journal or an agent says which option it needs', async () => {
  assert.match((await command(['run', desk])).out, /\nThe run was not saved\. Add `--journal run\.jsonl` .*\n$/);
  assert.match((await command(['run', desk, '--stubs'])).out, /\nRuns with stubs are not saved\. .*\n$/);
  assert.match((await command(['run', draft])).out, /\nAdd `--agent agent\.mjs`, .*\n$/);
  const key = process.env.OPENAI_API_KEY;
  delete process.env.OPENAI_API_KEY;
  try {
    const { code, error } = await command(['run', draft, '--model', 'openai:m']);
    assert.deepEqual([code, /environment variable OPENAI_API_KEY\./.test(error)], [64, true]);
  } finally {
    if (key !== undefined) process.env.OPENAI_API_KEY = key;
  }
});

test('exchange_2_next a refused answer or event leads to what the run is waiting for', async () => {
  const journal = join(folder, 'refused.jsonl');
  await command(['run', desk, '--journal', journal]);
  for (const words of [
    ['answer', journal, 'req-9-9', 'yes'],
    ['answer', journal, 'req-1-1', '{"verdict":"maybe"}'],
    ['send', journal, 'letter'],
  ]) {
    const { code, error } = await command(words);
    assert.equal(code, 1);
    assert.ok(error.endsWith(`\nRun \`tracklight show ${journal}\` to see what the run is waiting for.\n`), error);
  }
  assert.match((await command(['show', journal, '--step', '99'])).error, /^tracklight: The run has no step 99; /);
});

test('exchange_2_steer takes the value of a form with one field as it is', async () => {
  const journal = join(folder, 'plain.jsonl');
  await command(['run', desk, '--journal', journal]);
  const { out } = await command(['answer', journal, 'req-1-1', 'no']);
  assert.match(out, /\n {2}V\.verdict +"no"\n/);
});

test('exchange_2_run_command separates what happened from its reason, with and without colors', async () => {
  const failing = file('failing.mjs', "export default () => { throw new Error('no connection'); };");
  const { out } = await command(['run', draft, '--agent', failing]);
  assert.match(out, /^Step 1 · write failed: agent error · no connection · Run failed$/m);
  const colored = await command(['run', draft, '--agent', failing], { isTerminal: true });
  assert.ok(colored.out.includes('agent error \u001b[2m· no connection · Run failed\u001b[0m\n'), colored.out);
  process.env.NO_COLOR = '1';
  try {
    assert.equal((await command(['run', draft, '--agent', failing], { isTerminal: true })).out, out);
  } finally {
    delete process.env.NO_COLOR;
  }
});

test('exchange_2_show prints values in full, which a summary cuts', async () => {
  const journal = join(folder, 'draft.jsonl');
  assert.match(
    (await command(['run', draft, '--agent', agent, '--journal', journal])).out,
    /Report\.text {2}"long .*…$/m,
  );
  assert.ok((await command(['show', journal])).out.includes(`  Report.text  "${'long '.repeat(30)}"\n`));
});

test('exchange_2_bad_journal: files that cannot be opened or miss an entry are errors with a reason', async () => {
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  const nowhere = join(folder, 'nowhere', 'run.jsonl');
  for (const [words, says] of [
    [['resume', inside], `cannot open the journal \`${inside}\`: illegal operation on a directory`],
    [['show', inside], `cannot open the journal \`${inside}\`: illegal operation on a directory`],
    [['run', desk, '--journal', nowhere], `cannot open the journal \`${nowhere}\`: no such file or directory`],
    [['run', `${nowhere}.dygram`], `Cannot read \`${nowhere}.dygram\`: no such file or directory`],
  ] as const)
    assert.deepEqual(await command([...words]), { code: 1, out: '', error: `tracklight: ${says}\n` });
  const journal = join(folder, 'gap.jsonl');
  await command(['run', draft, '--agent', agent, '--journal', journal]);
  const lines = readFileSync(journal, 'utf8').split('\n');
  const gap = file('gap.jsonl', lines.filter((_, i) => i !== 1).join('\n'));
  const { code, error } = await command(['show', gap]);
  assert.deepEqual(
    [code, /^tracklight: the journal is broken or incomplete at entry \d+: /.test(error)],
    [1, true],
    error,
  );
});

test('exchange_2_run_command leaves a question open at Ctrl-C, and prints how to answer later', async () => {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const journal = join(folder, 'left.jsonl');
  const { code, out } = await command(['run', desk, '--journal', journal], {
    ask: (question) => {
      streams.output.once('data', () => streams.input.write('\u0003'));
      return askInTerminal(question, streams);
    },
  });
  assert.equal(code, 2);
  assert.match(out, /\nThe run is waiting\.\n[^]*\nTo continue it:\n {2}tracklight answer /);
});

test('exchange_2_output that nobody reads to its end is no error', async () => {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const loaders = ['../../../node_modules/tsx/dist/loader.mjs', '../../as-built.ts'].flatMap((path) => [
    '--import',
    at(path),
  ]);
  const child = spawn(process.execPath, [
    ...loaders,
    at('../../../src/plugins/cli.ts'),
    'export',
    desk,
    '--to',
    'json',
  ]);
  child.stdout.destroy();
  let error = '';
  child.stderr.on('data', (part) => (error += part));
  const [code] = await once(child, 'close');
  assert.deepEqual([code, error], [0, '']);
});
