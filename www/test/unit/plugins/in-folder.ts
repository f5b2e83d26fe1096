// The command line in a folder of its own, for tests.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { main } from '../../../src/plugins/cli.ts';
import type { Output } from '../../../src/plugins/command-line.ts';

/** A folder that is removed when the tests of the file are done. */
export function temporaryFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `tracklight-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return { folder, file };
}

/** What a command prints, and its exit code. */
export async function command(words: string[], more: Partial<Output> = {}) {
  const printed = { out: '', error: '' };
  const code = await main(words, {
    out: (content) => void (printed.out += String(content)),
    error: (text) => void (printed.error += text),
    ...more,
  });
  return { code, ...printed };
}
