import { commandsOf } from '../commands/commands.ts';
import { keysOf, labelsOf } from '../commands/chords.ts';
import type { State } from '../store/state.ts';

/** The first key of a command as it is written on the keyboard; `''` without one. */
export function keyOf(state: State, id: string) {
  const command = commandsOf(state).find((command) => command.id === id);
  const [key] = command ? keysOf(command, state.shell) : [];
  return key ? labelsOf(key).join(' ') : '';
}
