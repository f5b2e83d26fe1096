import { commands } from '../commands/commands.ts';
import { keysOf, labelsOf } from '../commands/chords.ts';
import type { State } from '../store/state.ts';

/** The key of a command as it is now, as its keys are labelled; `''` without one. */
export function keyOf({ shell }: State, id: string) {
  const command = commands.find((one) => one.id === id);
  const [key] = command ? keysOf(command, shell) : [];
  return key ? labelsOf(key).join(' ') : '';
}
