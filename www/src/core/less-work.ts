// The core in the page, where no worker may be started. Nothing can end it while it parses, so a text may cost a
// twentieth of what it may cost in a worker.

import { SLICE_UNITS } from './pacer.ts';

type Core = typeof import('../../pkg/tracklight.js');
type Used = Pick<Core, 'Machine' | 'version' | 'languageReference'>;

/** In units of work. */
export const WORK_IN_PAGE = 3_000_000;
/** A run gives the page its turn after so many units of a step. */
export const SLICE_UNITS_IN_PAGE = SLICE_UNITS / 20;

/** @param core read at each call, because its second part is loaded later */
export function withLessWork(core: Used): Used {
  const work = WORK_IN_PAGE;
  const Machine: Pick<Core['Machine'], 'parse' | 'resume' | 'replay'> = {
    parse: (source, files, entry) => core.Machine.parse(source, files, entry, { work }),
    resume: (text, options) => core.Machine.resume(text, { ...options, work }),
    replay: (entries, options) => core.Machine.replay(entries, { ...options, work }),
  };
  return {
    Machine: Machine as Core['Machine'],
    version: () => core.version(),
    languageReference: () => core.languageReference(),
  };
}
