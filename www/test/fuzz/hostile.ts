// What a stranger may make of a link: a document that is read, changed somewhere, and opened. Deterministic: the same
// seed gives the same documents.

import { readFileSync, readdirSync } from 'node:fs';
import { sleep } from '../../src/core/yield.ts';
import { sessionOver, type LooseSession } from '../session.ts';
import { toBase64url } from '../../src/link/deflate.ts';
import { decode } from '../../src/link/codec.ts';
import { LinkError } from '../../src/link/error.ts';
import { readFile } from '../../src/link/file.ts';
import { readTrace } from '../../src/link/trace.ts';
import { recordOfLink } from '../../src/link/session-record.ts';
import type { CallName } from '../../src/protocol/messages.ts';
import type { SessionRecord } from '../../src/protocol/types.ts';

const ROOT = new URL('../../../', import.meta.url);
/** Progress that a replay may tell before it is stopped. */
const REPORTS = 20;
const GOOD = { s: 'init a\nstate b\na -> b\n', r: { l: [] }, t: [], k: 1 };

/** The documents to begin with: those of the golden links, and what was found before. */
export async function seeds(): Promise<object[]> {
  const golden = JSON.parse(readFileSync(new URL('tests/fixtures/links.json', ROOT), 'utf8')).flatMap(
    ({ document }: { document?: object }) => (document ? [document] : []),
  );
  const folder = new URL('fuzz/link/', ROOT);
  const kept = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
  return [...golden, ...kept];
}

/** A generator of whole numbers below `n`. */
export function numbers(seed: number) {
  let at = seed >>> 0;
  return (n: number) => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return Math.floor((at / 2 ** 32) * n);
  };
}

const VALUES = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 32,
  2 ** 53 - 1,
  4503599627370496,
  1e300,
  -1e300,
  '',
  'x',
  '*',
  '1',
  '1.1',
  '1.1.1.1.1.1',
  '0',
  '999999999999',
  'a>b#0',
  '>#0',
  'a>b#99999999999999999999',
  'C.a',
  'C.a[0]',
  'C..',
  '[[[',
  'C.a[999999999]',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '🌊'.repeat(50),
  'custom',
  'remote',
  'manual',
  'auto',
  'take',
  'skip',
  '../../x',
  'req-1-1',
  'edit-1',
  'agent-1-1',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { m: 'custom' },
  { __proto__: null, error: 'x' },
  { turns: [] },
  { turns: [{ calls: [{ name: 'write_C', input: { data: { n: 1 } } }] }], final: true },
  { error: { message: 'no', retryable: true } },
  'machine "x" { maxPaths: 1000000; maxSteps: 1000000; maxNodeInvocations: 100000 }\ninit i\ni -> i @async(2)',
  'init i\nstate b\ni -> b @async(10000)',
  'init a\nstate b\na -> b\nb -> a',
  '}'.repeat(200),
];
const KINDS = ['p', 'r', 'a', 'x', 'e', 'h', 'f', 'c', 'd', 'm', 's', 'l', 'zz', '__proto__'];

type Holder = Record<string, unknown>;
/** Changes may leave something else than a document. */
type Root = { it?: object };

/** A document with up to four changes. */
export function changed(document: object, random: (n: number) => number) {
  const root: Root = { it: structuredClone(document) };
  for (let n = 1 + random(4); n > 0; n -= 1) change(root, random);
  return root.it as object;
}

function change(root: Root, random: (n: number) => number) {
  const one = () => structuredClone(VALUES[random(VALUES.length)]);
  if (random(4) === 0 && typeof root.it === 'object' && root.it !== null && !Array.isArray(root.it)) {
    const it = root.it as Holder;
    const t = Array.isArray(it.t) ? it.t : [];
    const last = t.at(-1)?.[0];
    it.t = [
      ...t,
      [
        Number.isSafeInteger(last) ? last + random(2) : random(3),
        KINDS[random(KINDS.length)],
        ...Array.from({ length: random(4) }, one),
      ],
    ];
    return;
  }
  const places: [holder: Holder, key: string][] = [];
  const walk = (holder: Holder, depth: number) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      if (depth < 8 && typeof holder[key] === 'object' && holder[key] !== null) walk(holder[key] as Holder, depth + 1);
    }
  };
  walk(root as Holder, 0);
  const [holder, key] = places[random(places.length)];
  switch (random(5)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      if (!('it' in root)) root.it = {};
      break;
    case 1:
      if (Array.isArray(holder)) holder.push(structuredClone(holder[key]));
      else holder[['s', 'f', 'i', 'r', 't', 'k', 'u', 'v', 'm', 'n', 'l', 'b', 'zz'][random(13)]] = one();
      break;
    case 2: {
      const [other, name] = places[random(places.length)];
      holder[key] = structuredClone(other === root ? null : other[name]);
      break;
    }
    default:
      holder[key] = one();
  }
}

/** Opens documents one after the other in one engine, as a page does. */
export class Opener {
  #session: LooseSession;
  #reports = 0;
  #now = 0;

  constructor(core: Parameters<typeof sessionOver>[0]) {
    // Time goes on with every look at the clock, so that a replay tells its progress without any waiting.
    this.#session = sessionOver(core, { now: () => (this.#now += 1), sleep: () => sleep(0) });
  }

  #call<K extends CallName>(name: K, ...args: unknown[]) {
    return this.#session.call(name, args, () => {
      this.#reports += 1;
      if (this.#reports >= REPORTS) this.#session.pause();
    });
  }

  /**
   * Opens a document in every form that a stranger may give it. Throws where anything but a word about it comes of
   * that.
   * @returns whether it was read
   */
  async open(document: object): Promise<boolean> {
    const text = JSON.stringify(document);
    const opened = await read(() => decode(`#t1.0${toBase64url(new TextEncoder().encode(text))}`));
    await read(() => readFile(JSON.stringify({ format: 'tracklight-document', ...document })));
    const { r, ...rest } = (document ?? {}) as { r?: object };
    const trace = await read(() =>
      readTrace({ events: [], final: null, record: { k: 0, t: [], ...rest, r: { l: [], ...r } } }),
    );
    if (opened !== null && 'document' in opened) await this.#replay(recordOfLink(opened.document).record);
    if (trace) await this.#replay(trace.record);
    return opened !== null;
  }

  async #replay(record: SessionRecord) {
    this.#reports = 0;
    const answer = await this.#call('restore', record, null, {});
    if (typeof answer?.ok !== 'boolean' || (!answer.ok && typeof answer.error?.message !== 'string'))
      throw new Error('a replay without an answer');
    if (['custom', 'remote'].includes(record.r.m ?? '')) throw new Error('an agent from outside was chosen');
  }

  /** Whether the next good link opens. */
  async isWell() {
    this.#reports = 0;
    const { ok, snapshot } = await this.#call('restore', structuredClone(GOOD), null, {});
    return ok && snapshot.position.tick === 1 && snapshot.source === GOOD.s;
  }
}

/** @returns null for a link that was refused with words */
async function read<T>(act: () => T | Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof LinkError) return null;
    throw error;
  }
}
