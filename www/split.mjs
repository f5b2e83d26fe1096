// One wasm module as two: what a first drawing needs, and the rest, which joins the same instance when it arrives.
//
//   const module = read(bytes)
//   instrument(module)        the module, made to note in its memory which functions were called
//   split(module, used)       { first, rest }: used functions and all data; the other functions
//
// The rest imports memory, tables, globals and functions of the first part. The first part holds a stub for each
// function of the rest that it names: it asks the host to load the rest (`rest.load`) if that has not come, and calls
// on through the function table, where the rest puts its functions.

const SECTION = { custom: 0, type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, start: 8, element: 9, count: 12, code: 10, data: 11 };
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const OP = { if: 0x04, end: 0x0b, call: 0x10, callIndirect: 0x11, localGet: 0x20, tableGet: 0x25, store8: 0x3a, i32: 0x41, isNull: 0xd1, function: 0xd2 };
const VOID = 0x40;
const PAGE = 65536;

// ---- numbers of variable length

/** @param {number} n unsigned */
export function leb(n) {
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

class Reader {
  /** @param {Uint8Array} bytes @param {number} [at] */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    let n = 0;
    for (let place = 1; ; place *= 128) {
      const byte = this.byte();
      n += (byte & 127) * place;
      if (byte < 128) return n;
    }
  }
  /** Passes a number of any length, signed or not. */
  skip() {
    while (this.byte() >= 128);
  }
  name() {
    const length = this.number();
    this.at += length;
    return Buffer.from(this.bytes.subarray(this.at - length, this.at)).toString();
  }
  /** @template T @param {() => T} item @returns {T[]} */
  list(item) {
    return Array.from({ length: this.number() }, item);
  }
  /** The bytes that `pass` passes. @param {() => void} pass */
  taken(pass) {
    const from = this.at;
    pass();
    return this.bytes.subarray(from, this.at);
  }
}

// ---- reading

/**
 * @param {Uint8Array} bytes
 * @returns {Module}
 *
 * @typedef {object} Module
 * @property {Map<number, Uint8Array>} sections by number, those that are not taken apart below
 * @property {{ params: number, bytes: Uint8Array }[]} types
 * @property {{ module: string, name: string, type: number }[]} imports functions only: the module may import nothing else
 * @property {number[]} functions type of each own function
 * @property {Uint8Array[]} bodies
 * @property {Uint8Array[]} tables types
 * @property {Uint8Array} memory type
 * @property {Uint8Array[]} globals types
 * @property {{ name: string, kind: number, index: number }[]} exports
 * @property {{ offset: Uint8Array, functions: number[] }[]} elements of table 0
 */
export function read(bytes) {
  const whole = new Reader(bytes, 8);
  const sections = new Map();
  while (whole.at < bytes.length) {
    const id = whole.byte();
    const length = whole.number();
    if (id !== SECTION.custom) sections.set(id, bytes.subarray(whole.at, whole.at + length));
    whole.at += length;
  }
  if (sections.has(SECTION.start)) throw new Error('split: a start function is not expected');
  const of = (/** @type {number} */ id) => new Reader(sections.get(id) ?? Uint8Array.of(0));

  const r = { types: of(SECTION.type), imports: of(SECTION.import), functions: of(SECTION.function), tables: of(SECTION.table), globals: of(SECTION.global), exports: of(SECTION.export), elements: of(SECTION.element), code: of(SECTION.code) };
  const limits = (/** @type {Reader} */ reader) => {
    const hasMost = reader.byte() & 1;
    reader.skip();
    if (hasMost) reader.skip();
  };
  return {
    sections,
    types: r.types.list(() => {
      let params = 0;
      const all = r.types.taken(() => {
        if (r.types.byte() !== 0x60) throw new Error('split: only function types are expected');
        params = r.types.list(() => r.types.byte()).length;
        r.types.list(() => r.types.byte());
      });
      return { params, bytes: all };
    }),
    imports: r.imports.list(() => {
      const module = r.imports.name();
      const name = r.imports.name();
      if (r.imports.byte() !== KIND.function) throw new Error('split: only functions are expected as imports');
      return { module, name, type: r.imports.number() };
    }),
    functions: r.functions.list(() => r.functions.number()),
    bodies: r.code.list(() => {
      const length = r.code.number();
      r.code.at += length;
      return r.code.bytes.subarray(r.code.at - length, r.code.at);
    }),
    tables: r.tables.list(() => r.tables.taken(() => {
      r.tables.byte();
      limits(r.tables);
    })),
    memory: sections.get(SECTION.memory).subarray(1),
    globals: r.globals.list(() => {
      const type = r.globals.taken(() => void (r.globals.at += 2));
      walk(r.globals, () => {});
      return type;
    }),
    exports: r.exports.list(() => ({ name: r.exports.name(), kind: r.exports.byte(), index: r.exports.number() })),
    elements: r.elements.list(() => {
      if (r.elements.number() !== 0) throw new Error('split: only plain element segments are expected');
      const offset = r.elements.taken(() => walk(r.elements, () => {}));
      return { offset, functions: r.elements.list(() => r.elements.number()) };
    }),
  };
}

/** How many numbers follow an instruction, where it is not one of those that `walk` names. */
const NUMBERS = new Map(/** @type {[number, number][]} */ ([
  // br, br_if, call_indirect, return_call_indirect
  [0x0c, 1], [0x0d, 1], [0x11, 2], [0x13, 2],
  // locals, globals, tables, memory.size and grow, constants of whole numbers, ref.null
  ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0].map((op) => /** @type {[number, number]} */ ([op, 1])),
  // loads and stores
  ...Array.from({ length: 0x3e - 0x28 + 1 }, (_, i) => /** @type {[number, number]} */ ([0x28 + i, 2])),
]));
/** The same for instructions after 0xfc: conversions, bulk memory, tables. */
const BULK = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/**
 * Walks over an expression up to its end and tells where it names a function.
 * @param {Reader} reader
 * @param {(from: number, to: number, index: number) => void} named
 */
function walk(reader, named) {
  for (let depth = 1; depth > 0; ) {
    const op = reader.byte();
    if (op === OP.end) depth -= 1;
    else if (op >= 0x02 && op <= 0x04) {
      depth += 1;
      reader.skip();
    } else if (op === OP.call || op === 0x12 || op === OP.function) {
      const from = reader.at;
      const index = reader.number();
      named(from, reader.at, index);
    } else if (op === 0x0e) {
      reader.list(() => reader.skip());
      reader.skip();
    } else if (op === 0x1c) reader.list(() => reader.byte());
    else if (op === 0x43) reader.at += 4;
    else if (op === 0x44) reader.at += 8;
    else if (op === 0xfc) {
      const numbers = BULK[reader.number()];
      if (numbers === undefined) throw new Error('split: unknown instruction after 0xfc');
      for (let i = 0; i < numbers; i += 1) reader.skip();
    } else if (NUMBERS.has(op)) for (let i = NUMBERS.get(op) ?? 0; i > 0; i -= 1) reader.skip();
    else if (op > 0xd2 || (op > 0x1b && op < 0x20) || (op > 0x05 && op < 0x0b)) throw new Error(`split: unknown instruction 0x${op.toString(16)}`);
  }
}

/** The locals of a body end here. @param {Uint8Array} body */
function codeOf(body) {
  const reader = new Reader(body);
  reader.list(() => {
    reader.skip();
    reader.byte();
  });
  return reader;
}

/** @param {Uint8Array} body @returns {{ from: number, to: number, index: number }[]} where it names functions */
function namesIn(body) {
  /** @type {{ from: number, to: number, index: number }[]} */ const names = [];
  walk(codeOf(body), (from, to, index) => names.push({ from, to, index }));
  return names;
}

// ---- writing

/** @param {number} id @param {number[] | Uint8Array} content */
const section = (id, content) => [Uint8Array.of(id, ...leb(content.length)), Uint8Array.from(content)];
/** @param {(number[] | Uint8Array)[]} items */
const list = (items) => Buffer.concat([Uint8Array.from(leb(items.length)), ...items.map((item) => Uint8Array.from(item))]);
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

/** A body whose function names are those of another numbering. @param {Uint8Array} body @param {(index: number) => number} map */
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

/** A limits type with its least size raised; a most size goes, since it was the least. @param {Uint8Array} type @param {number} at where the limits begin @param {number} by */
function raised(type, at, by) {
  const least = new Reader(type, at + 1).number();
  return { type: [...type.subarray(0, at), 0, ...leb(least + by)], least };
}

/**
 * The module with one more page of memory at the end of what it begins with, in which every called function sets its byte.
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
  const named = (/** @type {number[]} */ indexes) => indexes.flatMap((index) => namesIn(bodies[index - outside]).map((place) => place.index));
  const outer = [...module.exports.filter(({ kind }) => kind === KIND.function).map(({ index }) => index), ...module.elements.flatMap((segment) => segment.functions)];
  const stubs = [...new Set([...named(firsts), ...outer])].filter((index) => !isFirst(index)).sort((a, b) => a - b);
  const shared = [...new Set(named(rests))].filter((index) => isFirst(index) && index >= outside).sort((a, b) => a - b);

  // ---- the first part: the imports and `rest.load`, the used functions, `ensure`, the stubs
  const load = outside;
  const types = module.types.map(({ bytes }) => bytes);
  const plain = types.push(Uint8Array.of(0x60, 0, 0)) - 1;
  const ensure = outside + 1 + firsts.length;
  /** @type {Map<number | null, number>} */ const place = new Map([...firsts, null, ...stubs].map((index, i) => [index, outside + 1 + i]));
  const inFirst = (/** @type {number} */ index) => (index < outside ? index : at(place, index));
  const table = raised(module.tables[0], 1, stubs.length);
  const slot = (/** @type {number} */ i) => table.least + i;
  const stub = (/** @type {number} */ index, /** @type {number} */ i) => {
    const { params } = module.types[typeOf(index)];
    const args = Array.from({ length: params }, (_, n) => [OP.localGet, ...leb(n)]).flat();
    return [0, OP.call, ...leb(ensure), ...args, OP.i32, ...signed(slot(i)), OP.callIndirect, ...leb(typeOf(index)), 0, OP.end];
  };
  const ensureBody = [0, OP.i32, ...signed(slot(0)), OP.tableGet, 0, OP.isNull, OP.if, VOID, OP.call, ...leb(load), OP.end, OP.end];
  const short = (/** @type {string} */ kind, /** @type {number} */ i) => kind + i.toString(36);
  const given = [
    ...module.exports.map((entry) => (entry.kind === KIND.function ? { ...entry, index: inFirst(entry.index) } : entry)),
    ...module.tables.map((_, index) => ({ name: short('$t', index), kind: KIND.table, index })),
    ...module.globals.map((_, index) => ({ name: short('$g', index), kind: KIND.global, index })),
    ...shared.map((index, i) => ({ name: short('$f', i), kind: KIND.function, index: inFirst(index) })),
  ];
  const importOf = (/** @type {string} */ from, /** @type {string} */ of, /** @type {number} */ kind, /** @type {Uint8Array | number[]} */ type) => [...name(from), ...name(of), kind, ...type];
  const bound = imports.map((entry) => importOf(entry.module, entry.name, KIND.function, leb(entry.type)));
  const element = (/** @type {Uint8Array | number[]} */ offset, /** @type {number[]} */ indexes) => [0, ...offset, ...list(indexes.map(leb))];

  const first = written(new Map(module.sections)
    .set(SECTION.type, list(types))
    .set(SECTION.import, list([...bound, importOf('rest', 'load', KIND.function, leb(plain))]))
    .set(SECTION.function, list([...firsts.map(typeOf), plain, ...stubs.map(typeOf)].map(leb)))
    .set(SECTION.table, list([table.type, ...module.tables.slice(1)]))
    .set(SECTION.export, list(given.map((entry) => [...name(entry.name), entry.kind, ...leb(entry.index)])))
    .set(SECTION.element, list(module.elements.map((segment) => element(segment.offset, segment.functions.map(inFirst)))))
    .set(SECTION.code, list([...firsts.map((index) => renumbered(bodies[index - outside], inFirst)), ensureBody, ...stubs.map(stub)].map(sized))));

  // ---- the rest
  const memory = module.exports.find(({ kind }) => kind === KIND.memory)?.name ?? '';
  /** @type {Map<number | null, number>} */ const placeInRest = new Map([...shared, ...rests].map((index, i) => [index, outside + i]));
  const inRest = (/** @type {number} */ index) => (index < outside ? index : at(placeInRest, index));
  const rest = written(new Map()
    .set(SECTION.type, list(types))
    .set(SECTION.import, list([
      ...bound,
      ...shared.map((index, i) => importOf('first', short('$f', i), KIND.function, leb(typeOf(index)))),
      ...[table.type, ...module.tables.slice(1)].map((type, i) => importOf('first', short('$t', i), KIND.table, type)),
      importOf('first', memory, KIND.memory, module.memory),
      ...module.globals.map((type, i) => importOf('first', short('$g', i), KIND.global, type)),
    ]))
    .set(SECTION.function, list(rests.map(typeOf).map(leb)))
    .set(SECTION.element, list([element([OP.i32, ...signed(slot(0)), OP.end], stubs.map(inRest))]))
    .set(SECTION.code, list(rests.map((index) => sized(renumbered(bodies[index - outside], inRest))))));
  return { first, rest };
}
