// The package's classes and functions: they check and copy arguments, test handles, and call the core. The classes of
// wasm-bindgen take any argument as it comes, and an error thrown through the core costs it stack and locks the handle;
// so no code of the caller runs while the core is in use.

import { advanced } from './advance.ts';
import { EXPLORATION, FUNCTIONS, MACHINE, MACHINE_GETTERS, MACHINE_STATICS, RUN, type Parameter } from './methods.ts';
import { badArgument, failure, wrongKind } from './misuse.ts';
import type { View } from '../../pkg/tracklight.js';

type Package = typeof import('../../pkg/tracklight.js');
type HandleClass = new () => object;
/** What wasm-bindgen made: functions, or methods of an object of the core, by name. */
type Functions = Record<string, (...args: unknown[]) => unknown>;
interface Started {
  memory: object;
}
interface Glue {
  Machine: object;
  default(input: unknown): Promise<Started>;
  initSync(input: unknown): Started;
}
/** Makes what the caller gets of a result of the core: the handle of an object, or the result itself. */
type Open = (result: unknown, core: Functions) => unknown;

const OUTERMOST: readonly object[] = Object.freeze([]);

/** Arguments, checked and copied. Further ones are ignored, as everywhere in JavaScript. */
function read(method: string, parameters: Parameter[], given: unknown[]) {
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
 * @param glue what wasm-bindgen made: `default`, `initSync`, the functions and classes
 * @param prepare makes what the glue starts from of what the caller gave
 */
export function open(glue: Glue, prepare: (method: 'init' | 'initSync', input: unknown) => unknown): Package {
  /** Objects of the core by handle; null once freed. */
  const cores: WeakMap<object, Functions | null> = new WeakMap();
  let ready = false;
  let failed = false;

  /** Calls the core. */
  function call(method: string, act: () => unknown) {
    if (!ready) throw failure('not-ready', `${method}: the package is not ready; call \`await init()\` first`);
    if (failed) throw failure('internal', `${method}: the core failed earlier; reload the package`);
    try {
      return act();
    } catch (error) {
      throw misuseError(method, error);
    }
  }

  function misuseError(method: string, error: unknown) {
    if (isBadArgument(error)) {
      error.message = `${method}: ${error.message}`;
      error.data = { method, ...error.data };
      return error;
    }
    // A trap or an overflow leaves the memory of the core as it was in the middle of something.
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return error;
    failed = true;
    return failure('internal', `${method}: internal error (${error.message}); reload the package`, error);
  }

  function coreOf(type: string, Handle: HandleClass, member: string, handle: unknown) {
    const core = cores.get(handle as object);
    if (core === null) throw failure('freed', `${type}.${member}: this ${type} was freed`);
    if (core === undefined || !(handle instanceof Handle))
      throw badArgument(`${type}.${member}`, 'this', `a ${type}`, wrongKind(`a ${type}`, handle));
    return core;
  }

  /**
   * @param made how to get one
   * @param opens results that are handles
   */
  function handles(
    type: string,
    made: string,
    methods: Record<string, Parameter[]>,
    getters: readonly string[],
    opens: Record<string, Open>,
  ): { Handle: HandleClass; wrap: (core: unknown) => object } {
    const Handle = {
      [type]: class {
        constructor() {
          throw badArgument(`new ${type}`, 'this', made, wrongKind(made, undefined));
        }
      },
    }[type];
    const wrap = (core: unknown) => {
      const handle: object = Object.create(Handle.prototype);
      cores.set(handle, core as Functions);
      return handle;
    };
    for (const [member, parameters] of Object.entries(methods)) {
      const method = `${type}.${member}`;
      const result = opens[member] ?? ((value) => value);
      define(Handle.prototype, member, function (this: unknown, ...given: unknown[]) {
        const args = read(method, parameters, given);
        const core = coreOf(type, Handle, member, this);
        return call(method, () => result(core[member](...args), core));
      });
    }
    for (const member of getters) {
      const get = function (this: unknown) {
        const core = coreOf(type, Handle, member, this);
        return call(`${type}.${member}`, () => core[member]);
      };
      Object.defineProperty(Handle.prototype, member, { get, configurable: true });
    }
    define(Handle.prototype, 'free', function (this: unknown) {
      if (cores.get(this as object) === null) return;
      const core = coreOf(type, Handle, 'free', this);
      cores.set(this as object, null);
      if (!failed) core.free();
    });
    const { dispose } = Symbol as unknown as { dispose?: symbol };
    if (dispose !== undefined)
      define(Handle.prototype, dispose, function (this: { free(): void }) {
        this.free();
      });
    return { Handle, wrap };
  }

  const run = handles('Run', 'made by Machine.start, Machine.resume or Machine.replay', RUN, [], {
    advance: (given, core) => advanced(given as Parameters<typeof advanced>[0], () => core.view() as View),
  });
  const exploration = handles('Exploration', 'made by Machine.explore', EXPLORATION, [], {});
  const machine = handles(
    'Machine',
    'made by Machine.parse, Machine.fromJSON, Machine.resume or Machine.replay',
    MACHINE,
    MACHINE_GETTERS,
    { start: run.wrap, explore: exploration.wrap },
  );
  const wrapBoth = (result: unknown) => {
    const back = result as { ok: boolean; machine?: unknown; run?: unknown };
    return back.ok ? { ...back, machine: machine.wrap(back.machine), run: run.wrap(back.run) } : back;
  };
  const opens: Record<string, Open> = {
    parse: machine.wrap,
    fromJSON: machine.wrap,
    resume: wrapBoth,
    replay: wrapBoth,
  };
  const statics = glue.Machine as Functions;
  for (const [member, parameters] of Object.entries(MACHINE_STATICS)) {
    const method = `Machine.${member}`;
    define(machine.Handle, member, (...given: unknown[]) => {
      const args = read(method, parameters, given);
      return opens[member](
        call(method, () => statics[member](...args)),
        statics,
      );
    });
  }
  const plain = glue as unknown as Functions;
  const functions = Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, parameters]) => [
      name,
      (...given: unknown[]) => {
        const args = read(name, parameters, given);
        return call(name, () => plain[name](...args));
      },
    ]),
  );

  const started = ({ memory }: Started) => {
    ready = true;
    return { memory };
  };
  return {
    Machine: machine.Handle,
    Run: run.Handle,
    Exploration: exploration.Handle,
    ...functions,
    default: async (input: unknown) => started(await glue.default(prepare('init', input))),
    initSync: (input: unknown) => started(glue.initSync(prepare('initSync', input))),
  } as unknown as Package;
}

function isBadArgument(error: unknown): error is Error & { data?: object } {
  return error instanceof Error && 'code' in error && error.code === 'bad-argument';
}

/** As methods of classes are: not listed. */
function define(target: object, key: string | symbol, value: Function) {
  Object.defineProperty(target, key, { value, writable: true, configurable: true });
}
