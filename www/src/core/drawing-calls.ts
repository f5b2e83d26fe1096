// Calls about texts that only a drawing that is edited makes: what they declare, the edits of a change, what could be
// written at a place. What the page makes of the answers comes with the first gesture.

import { sameSources, textOf } from '../protocol/sources.ts';
import { EditedText } from './text.ts';
import type { Sources } from '../protocol/types.ts';
import type { CallHandlers } from '../protocol/messages.ts';
import type { Machine } from '../../pkg/tracklight.js';

type Core = typeof import('../../pkg/tracklight.js');
interface Context {
  core: Pick<Core, 'Machine'>;
  text: EditedText;
}

export const DRAWING_CALLS: CallHandlers<Context> = {
  declared: (context, [sources]) =>
    read(context, sources, sources.entry, (machine) => ({
      json: machine.toJSON(),
      contexts: machine.contexts().map(({ id }) => id),
    })),
  changeDrawing: (context, [sources, op]) => read(context, sources, sources.entry, (machine) => machine.edit(op)),
  completeAt: (context, [sources, file, at]) =>
    read(context, sources, file, (machine) => ({
      completions: at === null ? [] : machine.complete(at),
      diagnostics: machine.diagnostics(),
    })),
};

/** Reads a file of the edited texts, or of others that are given up afterwards. */
function read<T>({ core, text }: Context, sources: Sources, file: string, query: (machine: Machine) => T): T | null {
  const edited = sameSources(sources, text.sources) ? text : new EditedText(core, sources);
  try {
    return edited.query(file, textOf(sources, file) ?? '', query);
  } finally {
    if (edited !== text) edited.free();
  }
}
