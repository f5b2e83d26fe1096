// `tracklight link`: a run of a journal as a link, and runs that no link holds.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode } from '../../../src/plugins/link.ts';
import { fileJournal, runMachine } from '../../../src/runner/index.ts';
import { command, temporaryFolder } from './in-folder.ts';

const { folder } = temporaryFolder('link');
const linkCommand = (...words: string[]) => command(['link', ...words]);

const DESK = `machine "Desk"
context Note { text: ""; verdict<'yes' | 'no'?> }
task think { prompt: "Think" }
state ask
end done
think -writes-> Note
think -> ask
ask -asks: verdict-> Note
ask -> done
`;

/** A run that ended, with what its agent wrote. */
async function journalOf(name: string, text: string) {
  const path = join(folder, name);
  const waiting = await runMachine(DESK, {
    agent: () => ({ turns: [{ calls: [{ name: 'write_Note', input: { data: { text } } }] }] }),
    journal: fileJournal(path),
  });
  await waiting.answer(waiting.waiting.questions[0]?.id ?? '', { verdict: 'yes' });
  return path;
}

test('exchange_2_link prints the run up to its last step, behind the address of a playground', async () => {
  const path = await journalOf('run.jsonl', 'fine');
  const { code, out } = await linkCommand(path, '--page', 'https://play.example/');
  assert.equal(code, 0);
  assert.ok(out.startsWith('https://play.example/#t1.'), out);
  const opened = await decode(out.trim());
  assert.equal(opened.kind, 'document');
  if (opened.kind !== 'document') return;
  const { s, r, t, k } = opened.document;
  assert.deepEqual([s, k], [DESK, 4]);
  assert.match(JSON.stringify(r), /"think".*"fine"/);
  assert.match(JSON.stringify(t), /"verdict":"yes"/);
  const alone = await linkCommand(path);
  assert.equal(alone.out, out.replace('https://play.example/', ''));
});

test('exchange_2_link says how much a run is over the limit, and what is no journal', async () => {
  const [header] = readFileSync(await journalOf('small.jsonl', 'fine'), 'utf8').split('\n');
  const times = Array.from({ length: 20_010 }, (_, i) => JSON.stringify({ kind: 'reportTime', elapsedMs: i + 1 }));
  const path = join(folder, 'large.jsonl');
  writeFileSync(path, `${[header, ...times].join('\n')}\n`);
  const large = await linkCommand(path);
  assert.equal(large.code, 1);
  assert.match(large.error, /too large for a link: more than 20000 actions \(10 over the limit\)/);
  const missing = await linkCommand(join(folder, 'missing.jsonl'));
  assert.deepEqual([missing.code, /missing\.jsonl` does not exist/.test(missing.error)], [1, true]);
  const source = join(folder, 'desk.dygram');
  writeFileSync(source, DESK);
  const other = await linkCommand(source);
  assert.equal(other.code, 1);
  assert.equal(other.error, `tracklight: ${source} is not a journal: its first line is not JSON\n`);
  assert.equal((await linkCommand(join(folder, 'run.jsonl'), '--page', 'nowhere')).code, 64);
});
