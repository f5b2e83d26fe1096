// What opening and exporting files says.

import { count } from '../../protocol/count.ts';

export const exportStrings = {
  menu: 'Export',
  lost: (n: number) => `Exported. ${count(n, 'thing')} could not be carried over: see the comments in the file.`,
  noDrawing: 'No diagram yet.',
  noPng: (reason: string) => `Could not make a PNG: ${reason}. Export as SVG instead.`,
  unknown: (name: string) => `${name} is not a machine, document, saved run, journal, recording, or trace.`,
  failed: (name: string, why: string) => `Could not open ${name}: ${why}`,
  brokenLine: (line: number) => `line ${line} is not JSON`,
  tornLine: (name: string) => `The last line of ${name} is incomplete. The run ends before it.`,
  noAnswer: 'the engine did not respond',
  traceSame: 'Trace replayed: all events and final values match.',
  traceDiffers: (what: string) => `Trace replayed with a different result: ${what}.`,
  traceEvent: (seq: number, was: string, now: string) => `event ${seq} was ${was} and is now ${now}`,
  traceEnd: 'the final values',
  noEvent: 'missing',
  mismatch:
    'The recording has no reply for the pending agent call. Reply in the Agent panel, or choose another agent mode.',
  replayed: 'Recording replayed to the end.',
  replayStopped: 'Recording replayed as far as possible.',
  tooBig: 'The diagram is too large for a PNG. Export as SVG instead.',
};
