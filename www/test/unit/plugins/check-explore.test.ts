// `tracklight check --explore`.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from '../../../src/plugins/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-check-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function check(text: string, ...options: string[]) {
  const path = join(folder, 'machine.dygram');
  writeFileSync(path, text);
  let printed = '';
  const code = await main(['check', path, ...options], {
    out: (content) => void (printed += String(content).replaceAll(path, 'FILE')),
    error: (content) => void (printed += content),
  });
  return { code, printed };
}

const JUDGE = `init start
task judge { prompt: "Good?" }
context Review { verdict<'good' | 'bad'>; sure<boolean> }
end sold; end back
start -> judge
judge -writes-> Review
judge -when: "Review.verdict == 'good' && Review.sure"-> sold
judge -when: "Review.verdict == 'bad'"-> back
`;

test('what exploring finds fails the check, with its place', async () => {
  assert.deepEqual(await check(JUDGE), { code: 0, printed: '1 file: no problems\n' });
  const { code, printed } = await check(JUDGE, '--explore');
  assert.equal(code, 1);
  assert.match(
    printed,
    /^FILE:2:6: error: If `judge` writes `sure` = false and `verdict` = "good", the run is blocked/,
  );
  const [first] = JSON.parse((await check(JUDGE, '--explore', '--format', 'json')).printed);
  assert.deepEqual([first.line, first.severity, first.code], [2, 'error', 'deadlock']);
});

test('a machine without problems passes, and one that was not tried whole says so', async () => {
  assert.equal((await check(`${JUDGE}judge -> back\n`, '--explore')).code, 0);
  const squares = `init start
task guess { prompt: "Guess" }
context Try { guess<number>: 0 }
end done
start -> guess
guess -writes-> Try
guess -when: "Try.guess * Try.guess > 2"-> done
guess -> guess
`;
  const { code, printed } = await check(squares, '--explore');
  assert.equal(code, 0);
  assert.match(printed, /info: not every value was tried of Try\.guess \[explore-cut\]/);
});
