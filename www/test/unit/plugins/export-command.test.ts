// `tracklight export`: every notation, what is lost, and bad input.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, temporaryFolder } from './in-folder.ts';

const { folder, file } = temporaryFolder('export');
const exportCommand = (...words: string[]) => command(['export', ...words]);

const door = file('door.dygram', 'state open\nopen -on: shut-> closed\nopen -after: 30d-> closed\nstate closed\n');

test('exchange_2_export writes each notation, and says what is lost', async () => {
  const starts: Record<string, RegExp> = {
    mermaid: /^flowchart TD\n/,
    xstate: /^\/\/ Machine: [^]*\.createMachine\(\{/,
    langgraph: /^# Machine: [^]*graph = builder\.compile\(/,
    dot: /^digraph /,
    json: /^\{\n {2}"attributes": \[/,
  };
  for (const [to, pattern] of Object.entries(starts)) {
    const { code, out } = await exportCommand(door, '--to', to);
    assert.equal(code, 0, to);
    assert.match(out, pattern);
  }
  const warned = await exportCommand(door, '--to', 'xstate');
  assert.equal(warned.error, `${door}: lost: open -30d-> closed: timers of JavaScript end after 24 days\n`);
  const output = join(folder, 'door.py');
  const quiet = await exportCommand(door, '--to', 'langgraph', '-q', '-o', output);
  assert.deepEqual([quiet.code, quiet.out, quiet.error], [0, '', '']);
  assert.match(readFileSync(output, 'utf8'), /StateGraph\(State\)/);
});

test('exchange_2_export says what is wrong', async () => {
  const missing = await exportCommand(join(folder, 'missing.dygram'), '--to', 'json');
  assert.deepEqual([missing.code, /Cannot read `.*missing\.dygram`/.test(missing.error)], [1, true]);
  const wrong = await exportCommand(file('wrong.dygram', 'state a\na ->\nb ->\n'), '--to', 'xstate');
  assert.equal(wrong.code, 1);
  assert.match(wrong.error, /wrong\.dygram:2:\d+: .*\nThe machine has 2 errors\. Run `tracklight check /);
  const unknown = await exportCommand(door, '--to', 'visio');
  assert.equal(unknown.code, 64);
  assert.match(unknown.error, /Allowed choices are mermaid, xstate, langgraph, dot, json/);
  assert.equal((await exportCommand(door)).code, 64);
});
