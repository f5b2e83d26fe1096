// A session over a core, whose calls have the types that the page knows them by.

import { QUESTIONS } from '../src/core/questions.ts';
import { Session } from '../src/core/session.ts';
import type { Machine, Run } from '../pkg/tracklight.js';
import type { Loose } from './loose.ts';
import type { Clock } from '../src/core/pacer.ts';
import type { CallName, Calls } from '../src/protocol/messages.ts';
import type { Snapshot } from '../src/protocol/types.ts';

/** What a call gives. */
export type Given<K extends CallName> = Loose<Calls[K]['answer']>;
type Core = typeof import('../pkg/tracklight.js');
type Report = (snapshot: Snapshot | null) => void;
export interface LooseSession {
  call<K extends CallName>(name: K, args: unknown[], report?: Report): Promise<Given<K>>;
  pause(): void;
}

export function sessionOver(core: ConstructorParameters<typeof Session>[0], clock: Clock): LooseSession {
  const session = new Session(core, clock, QUESTIONS);
  return {
    call: <K extends CallName>(name: K, args: unknown[], report: Report = () => {}) =>
      session.call(name, args as Calls[K]['args'], report) as Promise<Given<K>>,
    pause: () => session.pause(),
  };
}

/** The calls of a new session, with their arguments one by one. */
export function callsOver(core: ConstructorParameters<typeof Session>[0], clock: Clock) {
  const session = sessionOver(core, clock);
  return <K extends CallName>(name: K, ...args: unknown[]) => session.call(name, args);
}

/** A core whose machines and runs a test may change as they are made: its own handles, with methods put in place. */
export function coreWith(core: Core, made: { machine?: (machine: Machine) => void; run?: (run: Run) => void }): Core {
  const parse: Core['Machine']['parse'] = (...text) => {
    const machine = core.Machine.parse(...text);
    const start = machine.start.bind(machine);
    machine.start = (options) => {
      const run = start(options);
      made.run?.(run);
      return run;
    };
    made.machine?.(machine);
    return machine;
  };
  return { ...core, Machine: Object.assign(Object.create(core.Machine), { parse }) };
}
