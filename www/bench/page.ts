// How the built page feels: from a key or a click to what is painted, in headless Chromium under the real policy.
//
//   node www/bench/page.ts [--times=20] [tti|step-patch|tokens …]     all of them by default
//
// Times count from the time stamp of the input event to behind the frame that shows its effect. The gate is twice the
// budget; ends with 1 when the 95th percentile of one misses its gate or cannot be measured.
import { loadavg } from 'node:os';
import { EMBED_GROUPS } from './shared/embed-items.ts';
import { median } from './shared/measure.ts';
import { GROUPS as PAGE_GROUPS, type Open, type Row } from './shared/page-items.ts';

const GROUPS = [...PAGE_GROUPS, ...EMBED_GROUPS];

const PATIENCE_MS = 600_000;
const given = process.argv.slice(2);
const times = Number(given.find((one) => one.startsWith('--times='))?.slice('--times='.length) ?? 20);
const names = given.filter((one) => !one.startsWith('--'));
const known = [...new Set(GROUPS.flatMap(({ rows }) => rows.map(({ name }) => name)))];
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0 || !(times > 0)) {
  console.error(`${unknown.join(', ') || given.join(' ')} is not measured here; there are ${known.join(', ')}`);
  process.exit(2);
}

let missed = 0;
const print = (name: string, what: string, rest: string) =>
  console.log(`${name.padEnd(14)} ${what.padEnd(32)} ${rest}`);

function row({ name, what, budget, gate = 2 * budget, median: typical = budget, unit = 'ms' }: Row, samples: number[]) {
  const sorted = [...samples].sort((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1];
  const middle = median(samples);
  const over = !(p95 <= gate);
  if (over) missed += 1;
  const figure = (value: number | undefined) => `${(value ?? NaN).toFixed(0).padStart(6)} ${unit}`;
  print(
    name,
    what,
    `p95 ${figure(p95)}  median ${figure(middle)}  budget ${figure(budget)}  gate ` +
      `${figure(gate)}  ${over ? 'MISSED' : p95 > budget || middle > typical ? 'over budget' : 'met'}`,
  );
}

for (const { rows, measure } of GROUPS) {
  const wanted = rows.filter(({ name }) => names.length === 0 || names.includes(name));
  if (wanted.length === 0) continue;
  const open: Open = { close: null };
  const end = setTimeout(() => void open.close?.(), PATIENCE_MS);
  try {
    const samples = await measure(times, open);
    for (const one of wanted) row(one, samples[one.name]);
  } catch (error) {
    missed += 1;
    for (const { name, what } of wanted)
      print(
        name,
        what,
        `not measured: ${String(error instanceof Error ? error.message : error)
          .split('\n')
          .slice(0, 3)
          .join(' ')}`,
      );
  } finally {
    clearTimeout(end);
  }
}
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
process.exitCode = missed > 0 ? 1 : 0;
