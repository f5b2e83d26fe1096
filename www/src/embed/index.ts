// The class, without side effects: importing this defines nothing.

export { TracklightMachine } from './element.ts';
export { MachineError } from './waiting.ts';
export type { RunOptions } from './methods.ts';
export type { EmbedEvents, HostAgent } from './types.ts';
