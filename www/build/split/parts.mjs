// One wasm module as two: what a first drawing needs, and the rest, which joins the same instance when it arrives.
//
//   const module = read(bytes)   taken apart by `module.mjs`
//   instrument(module)           the module, made to note in its memory which functions were called
//   split(module, used)          { first, rest }: used functions and all data; the other functions
//
// The rest imports memory, tables, globals and functions of the first part. The first part holds a stub for each
// function of the rest that it names: it asks the host to load the rest (`rest.load`) if that has not come, and calls
// on through the function table, where the rest puts its functions.

import { KIND, OP, Reader, SECTION, codeOf, namesIn } from './module.mjs';

/** @typedef {import('./module.mjs').Module} Module */

const VOID = 0x40;
const PAGE = 65536;

// ---- numbers of variable length

/** @param {number} n unsigned */
function leb(n) {
  const out = [];
  do {
    const rest = Math.floor(n / 128);
    out.push((n % 128) | (rest > 0 ? 128 : 0));
    n = rest;
  } while (n > 0);
  return out;
}

/** @param {number} n signed, of 32 bits */
function signed(n) {
  const out = [];
  for (;;) {
    const byte = n & 127;
    n >>= 7;
    if ((n === 0 && !(byte & 64)) || (n === -1 && byte & 64)) return [...out, byte];
    out.push(byte | 128);
  }
}

// ---- writing

/** @param {number} id @param {number[] | Uint8Array} content */
const section = (id, content) => [Uint8Array.of(id, ...leb(content.length)), Uint8Array.from(content)];
/** @param {(number[] | Uint8Array)[]} items */
const list = (items) =>
  Buffer.concat([Uint8Array.from(leb(items.length)), ...items.map((item) => Uint8Array.from(item))]);
/** @param {string} text */
const name = (text) => [...leb(Buffer.byteLength(text)), ...Buffer.from(text)];
/** @param {Uint8Array | number[]} body */
const sized = (body) => Buffer.concat([Uint8Array.from(leb(body.length)), Uint8Array.from(body)]);
/** @param {Map<number, Uint8Array | Buffer>} sections */
function written(sections) {
  const parts = [Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)];
  for (const id of Object.values(SECTION)) {
    const content = sections.get(id);
    if (content) parts.push(...section(id, content));
  }
  return Buffer.concat(parts);
}

/**
 * A body whose function names are those of another numbering.
 * @param {Uint8Array} body
 * @param {(index: number) => number} map
 */
function renumbered(body, map) {
  const parts = [];
  let at = 0;
  for (const { from, to, index } of namesIn(body)) {
    parts.push(body.subarray(at, from), Uint8Array.from(leb(map(index))));
    at = to;
  }
  return Buffer.concat([...parts, body.subarray(at)]);
}

/** @param {Map<number | null, number>} places @param {number} index */
function at(places, index) {
  const place = places.get(index);
  if (place === undefined) throw new Error(`split: function ${index} is not in this part`);
  return place;
}

/**
 * A limits type with its least size raised; a most size goes, since it was the least.
 * @param {Uint8Array} type
 * @param {number} at where the limits begin
 * @param {number} by
 */
function raised(type, at, by) {
  const least = new Reader(type, at + 1).number();
  return { type: [...type.subarray(0, at), 0, ...leb(least + by)], least };
}

/**
 * The module with one more page of memory at the end of what it begins with, in which every called function sets its
 * byte.
 * @param {Module} module
 * @returns {{ bytes: Uint8Array, notes: number }} `notes`: address of the byte of the first own function
 */
export function instrument(module) {
  const { type, least } = raised(module.memory, 0, 1);
  const notes = least * PAGE;
  if (module.bodies.length > PAGE) throw new Error('split: more functions than notes');
  const bodies = module.bodies.map((body, i) => {
    const { at } = codeOf(body);
    const note = [OP.i32, ...signed(notes + i), OP.i32, 1, OP.store8, 0, 0];
    return sized(Buffer.concat([body.subarray(0, at), Uint8Array.from(note), body.subarray(at)]));
  });
  const sections = new Map(module.sections).set(SECTION.memory, list([type])).set(SECTION.code, list(bodies));
  return { bytes: written(sections), notes };
}

/**
 * @param {Module} module
 * @param {(own: number) => boolean} used whether an own function, counted from 0, belongs to the first part
 * @returns {{ first: Uint8Array, rest: Uint8Array }}
 */
export function split(module, used) {
  const { imports, functions, bodies } = module;
  const outside = imports.length;
  const isFirst = (/** @type {number} */ index) => index < outside || used(index - outside);
  const typeOf = (/** @type {number} */ index) => (index < outside ? imports[index].type : functions[index - outside]);
  const own = [...bodies.keys()].map((i) => i + outside);
  const firsts = own.filter(isFirst);
  const rests = own.filter((index) => !isFirst(index));

  // Functions of the rest that the first part names, and the other way about.
  const named = (/** @type {number[]} */ indexes) =>
    indexes.flatMap((index) => namesIn(bodies[index - outside]).map((place) => place.index));
  const outer = [
    ...module.exports.filter(({ kind }) => kind === KIND.function).map(({ index }) => index),
    ...module.elements.flatMap((segment) => segment.functions),
  ];
  const stubs = [...new Set([...named(firsts), ...outer])].filter((index) => !isFirst(index)).sort((a, b) => a - b);
  const shared = [...new Set(named(rests))].filter((index) => isFirst(index) && index >= outside).sort((a, b) => a - b);

  // ---- the first part: the imports and `rest.load`, the used functions, `ensure`, the stubs
  const load = outside;
  const types = module.types.map(({ bytes }) => bytes);
  const plain = types.push(Uint8Array.of(0x60, 0, 0)) - 1;
  const ensure = outside + 1 + firsts.length;
  /** @type {Map<number | null, number>} */ const place = new Map(
    [...firsts, null, ...stubs].map((index, i) => [index, outside + 1 + i]),
  );
  const inFirst = (/** @type {number} */ index) => (index < outside ? index : at(place, index));
  const table = raised(module.tables[0], 1, stubs.length);
  const slot = (/** @type {number} */ i) => table.least + i;
  const stub = (/** @type {number} */ index, /** @type {number} */ i) => {
    const { params } = module.types[typeOf(index)];
    const args = Array.from({ length: params }, (_, n) => [OP.localGet, ...leb(n)]).flat();
    return [
      0,
      OP.call,
      ...leb(ensure),
      ...args,
      OP.i32,
      ...signed(slot(i)),
      OP.callIndirect,
      ...leb(typeOf(index)),
      0,
      OP.end,
    ];
  };
  const ensureBody = [
    0,
    OP.i32,
    ...signed(slot(0)),
    OP.tableGet,
    0,
    OP.isNull,
    OP.if,
    VOID,
    OP.call,
    ...leb(load),
    OP.end,
    OP.end,
  ];
  const short = (/** @type {string} */ kind, /** @type {number} */ i) => kind + i.toString(36);
  const given = [
    ...module.exports.map((entry) =>
      entry.kind === KIND.function ? { ...entry, index: inFirst(entry.index) } : entry,
    ),
    ...module.tables.map((_, index) => ({ name: short('$t', index), kind: KIND.table, index })),
    ...module.globals.map((_, index) => ({ name: short('$g', index), kind: KIND.global, index })),
    ...shared.map((index, i) => ({ name: short('$f', i), kind: KIND.function, index: inFirst(index) })),
  ];
  const importOf = (
    /** @type {string} */ from,
    /** @type {string} */ of,
    /** @type {number} */ kind,
    /** @type {Uint8Array | number[]} */ type,
  ) => [...name(from), ...name(of), kind, ...type];
  const bound = imports.map((entry) => importOf(entry.module, entry.name, KIND.function, leb(entry.type)));
  const element = (/** @type {Uint8Array | number[]} */ offset, /** @type {number[]} */ indexes) => [
    0,
    ...offset,
    ...list(indexes.map(leb)),
  ];

  const first = written(
    new Map(module.sections)
      .set(SECTION.type, list(types))
      .set(SECTION.import, list([...bound, importOf('rest', 'load', KIND.function, leb(plain))]))
      .set(SECTION.function, list([...firsts.map(typeOf), plain, ...stubs.map(typeOf)].map(leb)))
      .set(SECTION.table, list([table.type, ...module.tables.slice(1)]))
      .set(SECTION.export, list(given.map((entry) => [...name(entry.name), entry.kind, ...leb(entry.index)])))
      .set(
        SECTION.element,
        list(module.elements.map((segment) => element(segment.offset, segment.functions.map(inFirst)))),
      )
      .set(
        SECTION.code,
        list(
          [...firsts.map((index) => renumbered(bodies[index - outside], inFirst)), ensureBody, ...stubs.map(stub)].map(
            sized,
          ),
        ),
      ),
  );

  // ---- the rest
  const memory = module.exports.find(({ kind }) => kind === KIND.memory)?.name ?? '';
  /** @type {Map<number | null, number>} */ const placeInRest = new Map(
    [...shared, ...rests].map((index, i) => [index, outside + i]),
  );
  const inRest = (/** @type {number} */ index) => (index < outside ? index : at(placeInRest, index));
  const rest = written(
    new Map()
      .set(SECTION.type, list(types))
      .set(
        SECTION.import,
        list([
          ...bound,
          ...shared.map((index, i) => importOf('first', short('$f', i), KIND.function, leb(typeOf(index)))),
          ...[table.type, ...module.tables.slice(1)].map((type, i) =>
            importOf('first', short('$t', i), KIND.table, type),
          ),
          importOf('first', memory, KIND.memory, module.memory),
          ...module.globals.map((type, i) => importOf('first', short('$g', i), KIND.global, type)),
        ]),
      )
      .set(SECTION.function, list(rests.map(typeOf).map(leb)))
      .set(SECTION.element, list([element([OP.i32, ...signed(slot(0)), OP.end], stubs.map(inRest))]))
      .set(SECTION.code, list(rests.map((index) => sized(renumbered(bodies[index - outside], inRest))))),
  );
  return { first, rest };
}
