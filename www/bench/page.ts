// How the built page feels: from a key or a click to what is painted, in headless Chromium under the real policy.
//
//   node www/bench/page.ts [--times=20] [--against=FOLDER] [tti|step-patch|tokens …]     all of them by default
//
// Times count from the time stamp of the input event to behind the frame that shows its effect. The gate is twice the
// budget; ends with 1 when the 95th percentile of one misses its gate or cannot be measured.
//
// Times depend on the machine, and on the hour. What a change costs is told by another build, measured in turns with
// this one: `--against` names the folder that it was built into, `dist/` of another checkout. It ends with 1 when
// something takes much longer than there, or misses its gate here only.
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { EMBED_GROUPS } from './shared/embed-items.ts';
import { median } from './shared/measure.ts';
import { GROUPS as PAGE_GROUPS, type Group, type Open, type Row } from './shared/page-items.ts';

const GROUPS = [...PAGE_GROUPS, ...EMBED_GROUPS];

const PATIENCE_MS = 600_000;
/** Two medians of the same build differ by less. */
const MUCH = 1.25;

const given = process.argv.slice(2);
const option = (name: string) => given.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const times = Number(option('times') ?? 20);
const against = option('against');
const other = against && resolve(against);
const names = given.filter((one) => !one.startsWith('--'));
const known = [...new Set(GROUPS.flatMap(({ rows }) => rows.map(({ name }) => name)))];
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0 || !(times > 0)) {
  console.error(`${unknown.join(', ') || given.join(' ')} is not measured here; there are ${known.join(', ')}`);
  process.exit(2);
}
if (other && !existsSync(join(other, 'index.html'))) {
  console.error(`there is no built site in ${other}`);
  process.exit(2);
}

let missed = 0;
const print = (name: string, what: string, rest: string) =>
  console.log(`${name.padEnd(14)} ${what.padEnd(32)} ${rest}`);

type Samples = Record<string, number[]>;

const figures = (samples: number[]) => ({
  p95: [...samples].sort((a, b) => a - b)[Math.ceil(samples.length * 0.95) - 1],
  middle: median(samples),
});

function row(
  { name, what, budget, gate = 2 * budget, median: typical = budget, unit = 'ms' }: Row,
  samples: Samples,
  others: Samples | null,
) {
  const { p95, middle } = figures(samples[name]);
  const there = others && figures(others[name]);
  const ratio = there ? middle / there.middle : 1;
  const slower = !(ratio <= MUCH);
  const over = !(p95 <= gate);
  if (there ? slower || (over && there.p95 <= gate) : over) missed += 1;
  const figure = (value: number | undefined) => `${(value ?? NaN).toFixed(0).padStart(6)} ${unit}`;
  print(
    name,
    what,
    `p95 ${figure(p95)}  median ${figure(middle)}  budget ${figure(budget)}  gate ` +
      `${figure(gate)}  ${over ? 'MISSED' : p95 > budget || middle > typical ? 'over budget' : 'met'}` +
      (there
        ? `  other: p95 ${figure(there.p95)}  median ${figure(there.middle)}  ratio ${ratio.toFixed(2)}` +
          (slower ? ' SLOWER' : '')
        : ''),
  );
}

/** Measures a group of one of the builds, and ends what takes for ever. */
async function taken(measure: Group['measure'], count: number, site?: string): Promise<Samples> {
  const open: Open = { site, close: null };
  const end = setTimeout(() => void open.close?.(), PATIENCE_MS);
  try {
    return await measure(count, open);
  } finally {
    clearTimeout(end);
  }
}

/** This build, the other one twice, and this one again: a machine that gets slower or faster meets both alike. */
async function inTurns(measure: Group['measure'], site: string) {
  const half = Math.ceil(times / 2);
  const all: { own: Samples[]; others: Samples[] } = { own: [], others: [] };
  for (const list of ['own', 'others', 'others', 'own'] as const)
    all[list].push(await taken(measure, half, list === 'own' ? undefined : site));
  const joined = (parts: Samples[]): Samples =>
    Object.fromEntries(Object.keys(parts[0]).map((name) => [name, parts.flatMap((part) => part[name])]));
  return { own: joined(all.own), others: joined(all.others) };
}

for (const { rows, measure } of GROUPS) {
  const wanted = rows.filter(({ name }) => names.length === 0 || names.includes(name));
  if (wanted.length === 0) continue;
  try {
    const { own, others } = other ? await inTurns(measure, other) : { own: await taken(measure, times), others: null };
    for (const one of wanted) row(one, own, others);
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
  }
}
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
process.exitCode = missed > 0 ? 1 : 0;
