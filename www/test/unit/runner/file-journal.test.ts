// Journals in files: what survives, what is dropped, and who may write.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileJournal, resumeMachine, runMachine, type Journal, type JournalEntry } from '../../../src/runner/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-journal-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = () => join(folder, `${(count += 1)}.jsonl`);

const ASKING = 'task t { prompt: "x"; needs: "Why?" }\nstate done\nt -> done';
const options = { agent: () => ({ turns: [{ text: 'ok' }] }) };
const STEP: JournalEntry = { kind: 'step' };
async function entriesOf(journal: Journal) {
  const entries: JournalEntry[] = [];
  for await (const entry of journal.read()) entries.push(entry);
  return entries;
}

/** A run that waits for its question. */
async function waiting(path: string) {
  const run = await runMachine(ASKING, { ...options, journal: fileJournal(path) });
  await run.close();
}

test('exchange_2_file_journal has a line of JSON for each entry, and another process goes on from it', async () => {
  const path = newPath();
  await waiting(path);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  assert.equal(JSON.parse(lines[0]).format, 'tracklight-journal');
  const run = await resumeMachine(fileJournal(path), options);
  const done = await run.answer(run.waiting.questions[0].id, 'because');
  assert.equal(done.outcome.kind, 'completed');
  assert.ok(readFileSync(path, 'utf8').startsWith(lines.join('\n')), 'entries are only added');
  assert.equal(existsSync(`${path}.lock`), false);
});

test('exchange_2_file_journal drops a torn last line with a notice, and goes on behind the one before', async () => {
  const path = newPath();
  await waiting(path);
  const whole = readFileSync(path, 'utf8');
  for (const torn of ['{"kind":"ste', '{"kind":"step"}', '{"kind":"an\n', '\0\0\0\0']) {
    writeFileSync(path, whole + torn);
    const notices: string[] = [];
    const journal = fileJournal(path, { onNotice: (text) => void notices.push(text) });
    assert.equal((await entriesOf(journal)).length, whole.split('\n').length - 1);
    assert.equal(readFileSync(path, 'utf8'), whole + torn, 'who only reads changes nothing');
    const run = await resumeMachine(journal, options);
    await run.close();
    assert.equal(readFileSync(path, 'utf8'), whole);
    assert.ok(
      notices.length > 0 && notices.every((notice) => notice.startsWith(`${path}: the last line is incomplete`)),
    );
  }
});

test('exchange_2_file_journal with a broken line in its middle is refused with the line', async () => {
  const path = newPath();
  writeFileSync(path, '{"kind":"step"}\n{"kind\n{"kind":"step"}\n');
  await assert.rejects(entriesOf(fileJournal(path)), {
    code: 'bad-journal',
    message: `${path}:2: the line is not JSON`,
  });
  await assert.rejects(resumeMachine(fileJournal(path)), { code: 'bad-journal' });
  assert.equal(existsSync(`${path}.lock`), false, 'a refused journal is given back');
});

test('exchange_2_file_journal of a file that is missing or empty has no entries', async () => {
  assert.deepEqual(await entriesOf(fileJournal(newPath())), []);
  const path = newPath();
  writeFileSync(path, '');
  await assert.rejects(resumeMachine(fileJournal(path)), { code: 'journal-empty' });
});

test('exchange_2_file_journal of a file that cannot be opened says why', async () => {
  const nowhere = join(folder, 'no', 'folder.jsonl');
  await assert.rejects(resumeMachine(fileJournal(nowhere)), {
    code: 'journal-unavailable',
    message: `cannot open the journal \`${nowhere}\`: no such file or directory`,
  });
  await assert.rejects(fileJournal(folder).append(STEP), ({ code, cause }) => {
    assert.deepEqual([code, cause.code], ['journal-unavailable', 'EISDIR']);
    return true;
  });
});

test('exchange_2_file_journal has one writer', async () => {
  const path = newPath();
  const first = fileJournal(path);
  await first.append(STEP);
  const second = fileJournal(path);
  await assert.rejects(second.append(STEP), {
    code: 'journal-locked',
    message: `${path} is in use by process ${process.pid}`,
  });
  assert.equal((await entriesOf(second)).length, 1, 'anybody may read');
  await first.close();
  await second.append(STEP);
  await second.close();
  assert.equal((await entriesOf(second)).length, 2);
});

test('exchange_2_file_journal takes the lock of a dead process over, and not that of a live one', async () => {
  const path = newPath();
  const lock = `${path}.lock`;
  const sleeper = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
  const pid = sleeper.pid ?? 0;
  // Its start time is what the lock of a journal of its own would say.
  const started =
    process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[19]
      : spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  const owner = { pid, started, claim: 'theirs' };
  writeFileSync(lock, JSON.stringify(owner));
  await assert.rejects(fileJournal(path).append(STEP), {
    code: 'journal-locked',
    message: new RegExp(`process ${pid}$`),
  });
  assert.equal(JSON.parse(readFileSync(lock, 'utf8')).claim, 'theirs');
  // The same process id, used again by a process that was started at another time.
  writeFileSync(lock, JSON.stringify({ ...owner, started: 'long ago' }));
  const journal = fileJournal(path);
  await journal.append(STEP);
  await journal.close();
  sleeper.kill('SIGKILL');
  await once(sleeper, 'exit');
  // An heir of the dead owner, which died too before it had the lock.
  writeFileSync(`${lock}.theirs`, JSON.stringify({ ...owner, claim: 'heir' }));
  for (let round = 0; round < 50; round += 1) {
    writeFileSync(lock, JSON.stringify(owner));
    const rivals = Array.from({ length: 8 }, () => fileJournal(path));
    const claims: PromiseSettledResult<void>[] = await Promise.allSettled(rivals.map((rival) => rival.append(STEP)));
    assert.equal(claims.filter(({ status }) => status === 'fulfilled').length, 1, 'of several only one takes it over');
    assert.notEqual(JSON.parse(readFileSync(lock, 'utf8')).claim, 'theirs');
    for (const rival of rivals) await rival.close();
    assert.deepEqual(
      readdirSync(folder).filter((name) => join(folder, name).startsWith(`${lock}`)),
      [],
      'nothing is left beside it',
    );
  }
  writeFileSync(lock, 'something else');
  await assert.rejects(fileJournal(path).append(STEP), { code: 'journal-locked', message: /not a lock file/ });
});

test('exchange_2_file_journal on a full disk stops the run, says so, and the run resumes', {
  skip: process.platform === 'win32',
}, async () => {
  const path = newPath();
  await waiting(path);
  const whole = readFileSync(path, 'utf8');
  // A limit on the size of files stands for a full disk: a part of the line is written, then it fails.
  const program = new URL('./limited-run.ts', import.meta.url).pathname;
  const blocks = Math.ceil(whole.length / 1024);
  const node = [process.execPath, ...process.execArgv, program, path].map((word) => `'${word}'`).join(' ');
  const { stdout, status } = spawnSync('bash', ['-c', `ulimit -f ${blocks}; trap '' XFSZ; exec ${node}`], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^append-failed: .*EFBIG.*stopped before that action and can be resumed/);
  assert.equal(readFileSync(path, 'utf8'), whole, 'the part that was written is gone');
  const run = await resumeMachine(fileJournal(path), options);
  assert.equal((await run.answer(run.waiting.questions[0].id, 'because')).outcome.kind, 'completed');
});

test('exchange_2_file_journal appends at the same cost however long it is', async () => {
  const path = newPath();
  const journal = fileJournal(path);
  const written: number[] = [];
  for (let i = 0; i < 50; i += 1) {
    const before = i === 0 ? 0 : readFileSync(path).length;
    await journal.append(STEP);
    written.push(readFileSync(path).length - before);
  }
  await journal.close();
  assert.deepEqual(new Set(written), new Set([written[0]]));
  appendFileSync(path, '');
});
