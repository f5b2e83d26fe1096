// @ts-check
// The package's classes and functions: they check and copy arguments, test handles, and call the core. The classes of
// wasm-bindgen take any argument as it comes, and an error thrown through the core costs it stack and locks the handle;
// so no code of the caller runs while the core is in use.

import { FUNCTIONS, MACHINE, MACHINE_GETTERS, MACHINE_STATICS, RUN } from "./methods.js";
import { badArgument, describe, failure, unfit } from "./misuse.js";

/**
 * @typedef {import("./methods.js").Parameter} Parameter
 * @typedef {typeof import("../../pkg/tracklight.js")} Package
 * @typedef {new () => object} HandleClass
 * @typedef {(core: any) => object} Open makes the handle of an object of the core
 */

/** @type {readonly object[]} */
const OUTERMOST = Object.freeze([]);

/** Arguments, checked and copied. Further ones are ignored, as everywhere in JavaScript. @param {string} method @param {Parameter[]} parameters @param {unknown[]} given */
function read(method, parameters, given) {
  return parameters.map(({ name, kind, optional }, at) => {
    const value = given[at];
    if (optional && value === undefined) return undefined;
    try {
      return kind.read(value, OUTERMOST);
    } catch (thrown) {
      throw badArgument(method, name, kind.expected, thrown);
    }
  });
}

/**
 * @param {any} glue what wasm-bindgen made: `default`, `initSync`, the functions and classes
 * @param {(method: "init" | "initSync", input: unknown) => unknown} prepare makes what the glue starts from of what the caller gave
 * @returns {Package}
 */
export function open(glue, prepare) {
  /** Objects of the core by handle; null once freed. @type {WeakMap<object, any>} */
  const cores = new WeakMap();
  let ready = false;
  let failed = false;

  /** Calls the core. @param {string} method @param {() => any} act */
  function call(method, act) {
    if (!ready) throw failure("not-ready", `${method}: the package is not ready; call \`await init()\` first`);
    if (failed) throw failure("internal", `${method}: the core failed earlier; load the package anew`);
    try {
      return act();
    } catch (error) {
      throw told(method, error);
    }
  }

  /** @param {string} method @param {any} error */
  function told(method, error) {
    if (error?.code === "bad-argument") {
      error.message = `${method}: ${error.message}`;
      error.data = { method, ...error.data };
      return error;
    }
    // A trap or an overflow leaves the memory of the core as it was in the middle of something.
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return error;
    failed = true;
    return failure("internal", `${method}: internal error (${error.message}); load the package anew`, error);
  }

  /** @param {string} type @param {HandleClass} Handle @param {string} member @param {unknown} handle */
  function coreOf(type, Handle, member, handle) {
    const core = cores.get(/** @type {object} */ (handle));
    if (core === null) throw failure("freed", `${type}.${member}: this ${type} was freed`);
    if (core === undefined || !(handle instanceof Handle)) throw badArgument(`${type}.${member}`, "this", `a ${type}`, unfit(`a ${type}`, handle));
    return core;
  }

  /**
   * @param {string} type @param {string} made how to get one
   * @param {Record<string, Parameter[]>} methods @param {readonly string[]} getters
   * @param {Record<string, Open>} opens results that are handles
   * @returns {{ Handle: HandleClass, wrap: Open }}
   */
  function handles(type, made, methods, getters, opens) {
    const Handle = {
      [type]: class {
        constructor() {
          throw badArgument(`new ${type}`, "this", made, unfit(made, undefined));
        }
      },
    }[type];
    const wrap = (/** @type {any} */ core) => {
      const handle = Object.create(Handle.prototype);
      cores.set(handle, core);
      return handle;
    };
    for (const [member, parameters] of Object.entries(methods)) {
      const method = `${type}.${member}`;
      const result = opens[member] ?? ((value) => value);
      define(Handle.prototype, member, /** @this {unknown} @param {...unknown} given */ function (...given) {
        const args = read(method, parameters, given);
        const core = coreOf(type, Handle, member, this);
        return result(call(method, () => core[member](...args)));
      });
    }
    for (const member of getters) {
      const get = /** @this {unknown} */ function () {
        const core = coreOf(type, Handle, member, this);
        return call(`${type}.${member}`, () => core[member]);
      };
      Object.defineProperty(Handle.prototype, member, { get, configurable: true });
    }
    define(Handle.prototype, "free", /** @this {unknown} */ function () {
      if (cores.get(/** @type {object} */ (this)) === null) return;
      const core = coreOf(type, Handle, "free", this);
      cores.set(/** @type {object} */ (this), null);
      if (!failed) core.free();
    });
    const { dispose } = /** @type {{ dispose?: symbol }} */ (/** @type {unknown} */ (Symbol));
    if (dispose !== undefined) define(Handle.prototype, dispose, /** @this {any} */ function () { this.free(); });
    return { Handle, wrap };
  }

  const run = handles("Run", "made by Machine.start or Machine.resume", RUN, [], {});
  const machine = handles("Machine", "made by Machine.parse, Machine.fromJSON or Machine.resume", MACHINE, MACHINE_GETTERS, { start: run.wrap });
  /** @type {Record<string, Open>} */
  const opens = {
    parse: machine.wrap,
    fromJSON: machine.wrap,
    resume: (back) => (back.ok ? { ...back, machine: machine.wrap(back.machine), run: run.wrap(back.run) } : back),
  };
  for (const [member, parameters] of Object.entries(MACHINE_STATICS)) {
    const method = `Machine.${member}`;
    define(machine.Handle, member, (/** @type {unknown[]} */ ...given) => {
      const args = read(method, parameters, given);
      return opens[member](call(method, () => glue.Machine[member](...args)));
    });
  }
  const functions = Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, parameters]) => [
      name,
      (/** @type {unknown[]} */ ...given) => {
        const args = read(name, parameters, given);
        return call(name, () => glue[name](...args));
      },
    ]),
  );

  const started = (/** @type {any} */ { memory }) => {
    ready = true;
    return { memory };
  };
  return /** @type {any} */ ({
    Machine: machine.Handle,
    Run: run.Handle,
    ...functions,
    default: async (/** @type {unknown} */ input) => started(await glue.default(prepare("init", input))),
    initSync: (/** @type {unknown} */ input) => started(glue.initSync(prepare("initSync", input))),
  });
}

/** As methods of classes are: not listed. @param {object} target @param {string | symbol} key @param {Function} value */
function define(target, key, value) {
  Object.defineProperty(target, key, { value, writable: true, configurable: true });
}
