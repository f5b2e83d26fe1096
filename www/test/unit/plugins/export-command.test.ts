// `tracklight export`: every notation, what is lost, and bad input.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from '../../../src/plugins/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-export-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function command(...words: string[]) {
  const printed = { out: '', error: '' };
  const code = await main(['export', ...words], {
    out: (content) => void (printed.out += String(content)),
    error: (text) => void (printed.error += text),
  });
  return { code, ...printed };
}

function file(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

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
    const { code, out } = await command(door, '--to', to);
    assert.equal(code, 0, to);
    assert.match(out, pattern);
  }
  const warned = await command(door, '--to', 'xstate');
  assert.equal(warned.error, `${door}: lost: open -30d-> closed: timers of JavaScript end after 24 days\n`);
  const output = join(folder, 'door.py');
  const quiet = await command(door, '--to', 'langgraph', '-q', '-o', output);
  assert.deepEqual([quiet.code, quiet.out, quiet.error], [0, '', '']);
  assert.match(readFileSync(output, 'utf8'), /StateGraph\(State\)/);
});

test('exchange_2_export says what is wrong', async () => {
  const missing = await command(join(folder, 'missing.dygram'), '--to', 'json');
  assert.deepEqual([missing.code, /Cannot read `.*missing\.dygram`/.test(missing.error)], [1, true]);
  const wrong = await command(file('wrong.dygram', 'state a\na ->\nb ->\n'), '--to', 'xstate');
  assert.equal(wrong.code, 1);
  assert.match(wrong.error, /wrong\.dygram:2:\d+: .*; 1 more error\n$/);
  const unknown = await command(door, '--to', 'visio');
  assert.equal(unknown.code, 64);
  assert.match(unknown.error, /Allowed choices are mermaid, xstate, langgraph, dot, json/);
  assert.equal((await command(door)).code, 64);
});
