// The core as code in the page has it, where no worker may be started: nothing can end it while it reads a text, so a
// text may cost a twentieth of what it may cost in a worker.

type Core = typeof import('../../pkg/tracklight.js');
type Used = Pick<Core, 'Machine' | 'version' | 'languageReference'>;

/** Units of work that a text may cost in the page. */
export const WORK_IN_PAGE = 3_000_000;

/** @param core is asked at each call: its parts come one after the other */
export function withLessWork(core: Used): Used {
  const work = WORK_IN_PAGE;
  const Machine: Pick<Core['Machine'], 'parse' | 'resume'> = {
    parse: (source, files, entry) => core.Machine.parse(source, files, entry, { work }),
    resume: (text, options) => core.Machine.resume(text, { ...options, work }),
  };
  return {
    Machine: Machine as Core['Machine'],
    version: () => core.version(),
    languageReference: () => core.languageReference(),
  };
}
