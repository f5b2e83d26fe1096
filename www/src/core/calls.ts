// The engine as the page knows it: each method is a call of a supervised worker.

import { CALL_NAMES, type CallName, type Calls } from '../protocol/messages.ts';
import { ENTRY } from '../protocol/sources.ts';
import { Recorder } from './recorder.ts';
import type { OnProgress, Say, Watch, WorkerLike } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

const WALL: Watch = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
};

/** @param say the texts of notices; their codes by default */
export function supervise(spawn: () => WorkerLike, watch: Watch = WALL, say: Say = (code) => code): Engine {
  const recorder = new Recorder(spawn, watch, say);
  const { supervisor } = recorder;
  return {
    ...callMethods(recorder),
    edit: (source, files = {}, entry = ENTRY) => recorder.call('edit', [{ source, files, entry }]),
    tokens: (source, files = {}, entry = ENTRY, file = entry, within = undefined) =>
      recorder.call('tokens', [{ source, files, entry }, file, within]),
    perform: ([name, ...args], request) => recorder.call(name, [...args, request] as Calls[typeof name]['args']),
    pause: () => supervisor.pause(),
    abandon: () => supervisor.abandon(),
    losses: () => supervisor.losses,
    branchRecord: () => recorder.branchRecord,
    runRecord: () => recorder.runRecord,
    onNotice: (listen) => supervisor.listen(listen),
    close: () => supervisor.close(),
  };
}

/** Methods of the engine whose arguments are posted as they are. A callback at their end takes the progress. */
type CallMethods = Pick<Engine, Exclude<Extract<CallName, keyof Engine>, 'edit' | 'tokens'>>;

function callMethods(recorder: Recorder) {
  const methodOf =
    <K extends CallName>(name: K) =>
    (...args: [...Calls[K]['args'], OnProgress?]) => {
      const last = args.at(-1);
      return typeof last === 'function'
        ? recorder.call(name, args.slice(0, -1) as unknown as Calls[K]['args'], last)
        : recorder.call(name, args as unknown as Calls[K]['args']);
    };
  return Object.fromEntries(CALL_NAMES.map((name) => [name, methodOf(name)])) as unknown as CallMethods;
}
