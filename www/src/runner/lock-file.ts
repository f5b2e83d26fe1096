// One writer for a file: a lock file beside it with process id and start time of its owner. That of a dead owner is
// taken over.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { RunnerError } from './error.ts';
import { strings } from './strings.ts';

interface Owner {
  pid: number;
  /** When the process was started, as reported by the system: process IDs are reused. */
  started: string;
  /** Of this claim: two journals of one process exclude each other too. */
  claim: string;
}

/** @returns how the lock is given back @throws RunnerError `journal-locked` */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  const path = `${file}.lock`;
  const own: Owner = { pid: process.pid, started: startOf(process.pid), claim: randomUUID() };
  const draft = `${path}.${own.claim}.draft`;
  // A link appears with its complete content; a file that is created is empty at first.
  await writeFile(draft, JSON.stringify(own));
  try {
    while (!(await linked(draft, path)) && !(await tookOver(file, path, draft)));
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

/**
 * Several may find the same dead owner. Its heir is who makes the file named after its claim; an heir that died before
 * it had moved that file to the lock's own place has an heir in turn.
 * @returns whether the lock was taken over; if not, it has changed meanwhile
 * @throws RunnerError where the owner or an heir is alive
 */
async function tookOver(file: string, path: string, draft: string) {
  const dead = await ownerOf(path);
  const heirs: string[] = [];
  for (let owner = dead; owner !== null; owner = await ownerOf(heirs[heirs.length - 1])) {
    const { pid, claim } = owner;
    if (isAlive(owner)) throw new RunnerError('journal-locked', strings.locked(file, pid), { data: { pid } });
    heirs.push(`${path}.${claim}`);
  }
  const heir = heirs.pop();
  if (dead === null || heir === undefined || !(await linked(draft, heir))) return false;
  if ((await ownerOf(path))?.claim !== dead.claim) {
    await rm(heir, { force: true });
    return false;
  }
  await rename(heir, path);
  for (const passed of heirs) await rm(passed, { force: true });
  return true;
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
    if (Number.isInteger(pid) && pid > 0 && typeof started === 'string' && typeof claim === 'string')
      return { pid, started, claim };
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
