// The engine as the page knows it: each method is a call of a supervised worker.

import { CALL_NAMES, type CallName, type Calls } from '../protocol/messages.ts';
import { ENTRY } from '../protocol/sources.ts';
import { Recorder } from './recorder.ts';
import type { Say, Watch, WorkerLike } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

/** A page that is awake looks at its watch more often than this, also when it is busy. */
const MAX_AWAKE_GAP_MS = 1_000;

/**
 * A watch that stands still while the page sleeps, with its device or because the browser froze it: the page heard
 * nothing from its worker meanwhile, which is no sign that the worker hangs.
 */
export function watchWhileAwake({ now, every }: Watch): Watch {
  let awakeMs = 0;
  let lastLookAt = now();
  // Messages and ticks look alike: which of them comes first after a sleep is open.
  const look = () => {
    const at = now();
    awakeMs += Math.min(at - lastLookAt, MAX_AWAKE_GAP_MS);
    lastLookAt = at;
    return awakeMs;
  };
  return {
    now: look,
    every: (ms, tick) =>
      every(ms, () => {
        look();
        tick();
      }),
  };
}

/** The watch over all workers of the page. */
export const PAGE_WATCH = watchWhileAwake({
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
});

/** @param say the texts of notices; their codes by default */
export function supervise(spawn: () => WorkerLike, watch: Watch = PAGE_WATCH, say: Say = (code) => code): Engine {
  const recorder = new Recorder(spawn, watch, say);
  const { supervisor } = recorder;
  return {
    ...callMethods(recorder),
    edit: (source, files = {}, entry = ENTRY) => recorder.call('edit', { source, files, entry }),
    tokens: (source, files = {}, entry = ENTRY, file = entry, within = undefined) =>
      recorder.call('tokens', { source, files, entry }, file, within),
    perform: ([name, ...args], request) => recorder.call(name, ...([...args, request] as Calls[typeof name]['args'])),
    pause: () => supervisor.pause(),
    abandon: () => supervisor.abandon(),
    losses: () => supervisor.losses,
    branchRecord: () => recorder.branchRecord,
    runRecord: () => recorder.runRecord,
    onNotice: (listen) => supervisor.listen(listen),
    close: () => supervisor.close(),
  };
}

/** Methods of the engine that are calls as they are: each is `Recorder.call` with a name. */
type CallMethods = Pick<Engine, Exclude<Extract<CallName, keyof Engine>, 'edit' | 'tokens'>>;

function callMethods(recorder: Recorder) {
  const methods = CALL_NAMES.map((name) => [name, recorder.call.bind(recorder, name)]);
  return Object.fromEntries(methods) as CallMethods;
}
