// A wasm module taken apart, as far as moving functions needs it: sections, function types, and where code names
// functions.

export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  count: 12,
  code: 10,
  data: 11,
};
export const KIND = { function: 0, table: 1, memory: 2, global: 3 };
export const OP = {
  if: 0x04,
  end: 0x0b,
  call: 0x10,
  callIndirect: 0x11,
  localGet: 0x20,
  tableGet: 0x25,
  store8: 0x3a,
  i32: 0x41,
  isNull: 0xd1,
  function: 0xd2,
};

export class Reader {
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

/**
 * @param {Uint8Array} bytes
 * @returns {Module}
 *
 * @typedef {object} Module
 * @property {Map<number, Uint8Array>} sections by number, those that are not taken apart below
 * @property {{ params: number, bytes: Uint8Array }[]} types
 * @property {{ module: string, name: string, type: number }[]} imports functions only: the module may import nothing
 * else
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

  const r = {
    types: of(SECTION.type),
    imports: of(SECTION.import),
    functions: of(SECTION.function),
    tables: of(SECTION.table),
    globals: of(SECTION.global),
    exports: of(SECTION.export),
    elements: of(SECTION.element),
    code: of(SECTION.code),
  };
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
    tables: r.tables.list(() =>
      r.tables.taken(() => {
        r.tables.byte();
        limits(r.tables);
      }),
    ),
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
const NUMBERS = new Map(
  /** @type {[number, number][]} */ ([
    // br, br_if, call_indirect, return_call_indirect
    [0x0c, 1],
    [0x0d, 1],
    [0x11, 2],
    [0x13, 2],
    // locals, globals, tables, memory.size and grow, constants of whole numbers, ref.null
    ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0].map(
      (op) => /** @type {[number, number]} */ ([op, 1]),
    ),
    // loads and stores
    ...Array.from({ length: 0x3e - 0x28 + 1 }, (_, i) => /** @type {[number, number]} */ ([0x28 + i, 2])),
  ]),
);
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
    else if (op > 0xd2 || (op > 0x1b && op < 0x20) || (op > 0x05 && op < 0x0b))
      throw new Error(`split: unknown instruction 0x${op.toString(16)}`);
  }
}

/** Stands where the locals of a body end. @param {Uint8Array} body */
export function codeOf(body) {
  const reader = new Reader(body);
  reader.list(() => {
    reader.skip();
    reader.byte();
  });
  return reader;
}

/** @param {Uint8Array} body @returns {{ from: number, to: number, index: number }[]} where it names functions */
export function namesIn(body) {
  /** @type {{ from: number, to: number, index: number }[]} */ const names = [];
  walk(codeOf(body), (from, to, index) => names.push({ from, to, index }));
  return names;
}
