// The class, without side effects: importing this defines nothing.

export { TracklightMachine } from './element.ts';
export { MachineError } from './waiting.ts';
export type { EmbedEvents, HostAgent, RunOptions } from './types.ts';
