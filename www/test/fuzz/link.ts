// Fuzzes the readers of links, files and traces, and the replay behind them: `make fuzz TARGET=link SECONDS=60`.
//
//   node www/test/fuzz/link.ts --seconds=60 [--seed=1]
//
// A finding is written to fuzz/artifacts/link/; once mended it goes to fuzz/link/, which the tests replay.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as core from '../../pkg/tracklight.js';
import { Opener, changed, numbers, seeds } from './hostile.ts';

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const seconds = option('seconds', 60);
const seed = option('seed', 1);
/** Rounds between two looks at whether a good link still opens. */
const CHECK = 50;

await core.default({ module_or_path: readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url)) });
const begin = await seeds();
const random = numbers(seed);
const opener = new Opener(core);
const end = Date.now() + seconds * 1000;
let runs = 0;
let readable = 0;
for (; Date.now() < end; runs += 1) {
  const document = changed(begin[random(begin.length)], random);
  try {
    if (await opener.open(document)) readable += 1;
    if (runs % CHECK === 0 && !(await opener.isWell())) throw new Error('the next good link does not open');
  } catch (error) {
    const folder = new URL('../../../fuzz/artifacts/link/', import.meta.url);
    mkdirSync(folder, { recursive: true });
    const name = `seed-${seed}-run-${runs}.json`;
    writeFileSync(new URL(name, folder), JSON.stringify(document, null, 1));
    console.error(
      `run ${runs}: ${error instanceof Error ? error.stack : error}\n· the document is in fuzz/artifacts/link/${name}`,
    );
    process.exit(1);
  }
}
console.log(`· ${runs} documents from seed ${seed}, ${readable} of them readable, no finding`);
