// Numbers in texts and values are those of JavaScript, both ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from './core.ts';

/** Doubles of every size from random bits, the same at every run, and where the form of what is printed changes. */
function doubles(count: number) {
  const bits = new DataView(new ArrayBuffer(8));
  let state = 11;
  const word = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  const random = Array.from({ length: count }, (_, at) => {
    bits.setUint32(0, word());
    bits.setUint32(4, word());
    const any = bits.getFloat64(0);
    // Most sizes of random bits are written with an exponent, so every other number is one as people write them.
    return at % 2 === 0 ? any : Number((word() - 2 ** 31).toPrecision(1 + (at % 10))) / 10 ** (at % 31);
  });
  const edges = [0, 1e-7, 1e-6, 0.1 + 0.2, 1, 2 ** 53 - 1, 2 ** 53, 123456789012345680000, 1e21, 2 ** -1022];
  // Halfway between two decimals, of which one is even.
  const ties = [2 ** 50 + 0.25, 2 ** 50 + 0.75, 2 ** 51 - 0.25, 2 ** 51 - 0.75];
  const extremes = [Number.MIN_VALUE, Number.MAX_VALUE, 1.5e300, 2.2250738585072011e-308];
  return [...random, ...edges, ...ties, ...extremes].filter(Number.isFinite).flatMap((number) => [number, -number]);
}

const VALUES = doubles(4000);

/** A run whose context `C` holds numbers as they are written. */
const holding = (written: string[]) => start(`context C { values: [${written}] }\nstate a`);

test('what is written in a source is read as JavaScript reads it', () => {
  const forms = [String, (number: number) => number.toExponential(30), (number: number) => number.toPrecision(40)];
  for (const form of forms) {
    const written = VALUES.map(form);
    const { value } = holding(written).get('1', 'C.values') as unknown as { value: number[] };
    assert.equal(value.length, written.length);
    written.forEach((text, at) => assert.equal(value[at], Number(text) + 0, text));
  }
});

test('what a condition prints is what JavaScript prints', () => {
  const run = holding(['1']);
  for (const [at, number] of VALUES.entries()) {
    if (at % 1000 === 0) assert.ok(run.setContext('1', 'C.values', VALUES.slice(at, at + 1000)).ok);
    const printed = run.evaluate('1', `string(C.values[${at % 1000}])`);
    assert.equal((printed as unknown as { value: string }).value, String(number));
  }
});
