// The machines that the benchmark of the page opens.
import { encode } from '../../src/link/codec.ts';

const ENDLESS = 'maxSteps: 1000000; maxNodeInvocations: 1000000';
const each = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i));

/** A ring of states around one context that each lap reads. */
export const ring = (nodes: number) =>
  [
    `machine "Ring" { ${ENDLESS} }`,
    'context C { n<number>: 0 }',
    ...each(nodes, (i) => `state s${i}`),
    ...each(nodes, (i) => `s${i} -> s${(i + 1) % nodes}`),
    's0 -reads-> C',
    '',
  ].join('\n');

/** A ring of tasks whose scripts count. */
export const scripted = (nodes: number) =>
  [
    `machine "Scripts" { ${ENDLESS} }`,
    'context C { n<number>: 0 }',
    ...each(nodes, (i) => `task s${i} { prompt: "Add 1"; stub: { write: { C: { n: "=C.n + 1" } } } }`),
    ...each(nodes, (i) => `s${i} -> s${(i + 1) % nodes}`),
    ...each(nodes, (i) => `s${i} -writes-> C`),
    '',
  ].join('\n');

/** A task whose script adds a field at each visit, so that each tick needs a layout; states in a chain beside it. */
export const growing = (nodes: number, ticks: number) =>
  [
    `machine "Growing" { ${ENDLESS} }`,
    'context C { n: 0 }',
    `task grow { prompt: "Go on"; stub: [${each(ticks, (i) => `{ write: { C: { f${i}: ${i} } } }`).join(', ')}] }`,
    'grow -writes-> C',
    'grow -when: "C.n > 0"-> s0',
    'grow -> grow',
    ...each(nodes - 2, (i) => `state s${i}`),
    ...each(nodes - 3, (i) => `s${i} -> s${i + 1}`),
    '',
  ].join('\n');

/** Tasks with prompts, of about so many bytes. */
export const prose = (bytes: number) => {
  const lines = ['machine "Prose"', 'context Store { level<number>: 1; name: "x" }', 'init begin', 'begin -> t0'];
  for (let i = 0, size = 0; size < bytes; i += 1) {
    const next = [
      `task t${i} "Step ${i}" { prompt: "Use {{ Store.level }} of {{ Store.name }}, then add 1 to Store.level" }`,
      `t${i} -when: "Store.level > ${i}"-> t${i + 1}`,
      `t${i} -writes-> Store`,
    ];
    lines.push(...next);
    size += next.join('\n').length + 1;
  }
  return `${lines.join('\n')}\n`;
};

/** The fragment of a machine, and of so many ticks of its run. */
export const link = (source: string, ticks = 0) =>
  encode({ s: source, ...(ticks > 0 ? { r: { l: [] }, k: ticks } : {}) });
