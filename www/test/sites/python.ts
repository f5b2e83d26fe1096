// The Python package as it would be installed: its wheel, unpacked where Python looks for packages.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runIn } from './install.ts';

export const PYTHON_PACKAGE = fileURLToPath(new URL('../../../dist/python', import.meta.url));

/** @returns the path of the built wheel */
export function wheel(): string {
  const [name, another] = readdirSync(join(PYTHON_PACKAGE, 'dist')).filter((file) => file.endsWith('.whl'));
  if (!name || another) throw new Error(`not one wheel in ${PYTHON_PACKAGE}: run \`node www/build/build.mjs python\``);
  return join(PYTHON_PACKAGE, 'dist', name);
}

let unpacked = '';
/** The environment in which Python has the package. */
export function withPackage(): NodeJS.ProcessEnv {
  if (unpacked === '') {
    unpacked = mkdtempSync(join(tmpdir(), 'tracklight-python-'));
    process.on('exit', () => rmSync(unpacked, { recursive: true, force: true }));
    runIn(unpacked, 'python3', ['-m', 'zipfile', '-e', wheel(), unpacked]);
  }
  return { PYTHONPATH: unpacked, PYTHONDONTWRITEBYTECODE: '1' };
}
