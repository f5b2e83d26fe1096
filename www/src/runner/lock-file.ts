// One writer for a file: a lock file beside it with process id and start time of its owner. That of a dead owner is
// taken over.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { RunnerError } from './error.ts';
import { strings } from './strings.ts';

interface Owner {
  pid: number;
  /** When the process was started, as the system says it: ids of processes are used again. */
  started: string;
  /** Of this claim: two journals of one process exclude each other too. */
  claim: string;
}

/** @returns how the lock is given back @throws RunnerError `journal-locked` */
export const lockFile = (file: string) => acquire(file, `${file}.lock`);

async function acquire(file: string, path: string): Promise<() => Promise<void>> {
  const own: Owner = { pid: process.pid, started: startOf(process.pid), claim: randomUUID() };
  const draft = `${path}.${own.claim}`;
  // A link appears with its whole content; a file that is created is empty at first.
  await writeFile(draft, JSON.stringify(own));
  try {
    while (!(await linked(draft, path))) await removeDeadLock(file, path);
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await ownerOf(path))?.claim === own.claim) await rm(path, { force: true });
  };
}

async function linked(draft: string, path: string) {
  try {
    await link(draft, path);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** @throws RunnerError where the owner is alive */
async function removeDeadLock(file: string, path: string) {
  const owner = await ownerOf(path);
  if (owner === null) return;
  if (isAlive(owner))
    throw new RunnerError('journal-locked', strings.locked(file, owner.pid), { data: { pid: owner.pid } });
  // Of several that have seen the same dead owner, one removes its lock; a later one finds that of somebody else.
  const release = await acquire(file, `${path}.takeover`);
  try {
    if ((await ownerOf(path))?.claim === owner.claim) await rm(path, { force: true });
  } finally {
    await release();
  }
}

async function ownerOf(path: string): Promise<Owner | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
  try {
    const { pid, started, claim } = JSON.parse(text);
    if (Number.isInteger(pid) && pid > 0 && typeof started === 'string') return { pid, started, claim };
  } catch {
    // Reported below.
  }
  throw new RunnerError('journal-locked', strings.lockBroken(path));
}

function isAlive({ pid, started }: Owner) {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // EPERM: it is there, and of another user.
    if (codeOf(thrown) !== 'EPERM') return false;
  }
  return startOf(pid) === started;
}

/** When a process was started; empty where the system does not say. */
function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      // The name of the program, in parentheses, may have spaces. The field is the 22nd.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields[19] ?? '';
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

const codeOf = (thrown: unknown) => (thrown as { code?: string } | null)?.code;
