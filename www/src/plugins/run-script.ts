// What a run for a picture starts from, as an option and as a file.

import { RenderError } from './error.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { strings } from './strings.ts';
import type { Inputs, Json } from '../protocol/types.ts';

/** What a run starts from and who answers in it. */
export interface RunScript {
  /** Initial values by context and field. */
  inputs?: Inputs;
  /** Stubs by node, in the form of a node's `stub` attribute. */
  stubs?: Record<string, Json>;
  /** `stub` by default: scripted stubs, generated replies where there is none. */
  agent?: 'stub' | 'auto';
}

const MEMBERS = ['inputs', 'stubs', 'agent'];

/** A run script of a file. @throws where it is none */
export function readRunScript(text: string): RunScript {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RenderError('script', strings.notJson(error instanceof Error ? error.message : String(error)));
  }
  if (!isRecord(value)) throw new RenderError('script', strings.notScript);
  for (const [name, member] of Object.entries(value)) {
    if (!MEMBERS.includes(name)) throw new RenderError('script', strings.unknownMember(name, MEMBERS));
    if (name === 'agent' ? member !== 'stub' && member !== 'auto' : !isRecord(member))
      throw new RenderError('script', strings.badMember(name));
  }
  return value as RunScript;
}
