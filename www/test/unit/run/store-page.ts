// A run store on the real core in this process, for tests.

import { supervise } from '../../../src/core/calls.ts';
import { RunStore } from '../../../src/run/run-store.ts';
import { handWatch, until } from '../../clock.ts';
import { InThreadWorker, type Options } from '../../in-thread-worker.ts';
import { loose, type Loose } from '../../loose.ts';
import { Machine } from '../../wasm/core.ts';
import type { RunState } from '../../../src/run/types.ts';

/** A node that asks before it lets a path on. */
export const ASKS_FIRST = `state c @start { needs: "how many?" }
c -> d`;

export type Choice = ConstructorParameters<typeof RunStore>[2];

export async function page(source: string, choice: Choice = {}, worker: Options = {}) {
  const watch = handWatch();
  let made = 0;
  const engine = supervise(() => new InThreadWorker((made += 1) === 1 ? worker : {}), watch);
  const states: RunState[] = [];
  const controller = loose(new RunStore(engine, (state) => states.push(state), { speed: 'max', ...choice }));
  await controller.edit(source);
  return { controller, states, watch, engine: loose(engine) };
}

/** Waits until the run is under way and further than it was. */
export async function further(controller: Loose<RunStore>) {
  const from = controller.state.snapshot.position.tick;
  await until(() => controller.state.activity === 'running' && controller.state.snapshot.position.tick > from);
}

export const runDotOf = (source: string) => Machine.parse(source).start().drawing().flow.dot;
export const place = ({ snapshot }: Loose<RunState>) =>
  `${snapshot.position.tick}.${snapshot.position.action} ${snapshot.position.branch}`;
