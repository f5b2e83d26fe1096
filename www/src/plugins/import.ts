// Machines of other notations as a module of its own: no core, no network.

import { readAsl } from '../exchange/asl.ts';
import { readWith } from '../exchange/convert.ts';
import { readDot } from '../exchange/dot.ts';
import { formatById, recogniseFormat, type FormatId } from '../exchange/formats.ts';
import { readLangGraph } from '../exchange/langgraph.ts';
import { readMermaidFlowchart } from '../exchange/mermaid-flowchart.ts';
import { readMermaidState } from '../exchange/mermaid-state.ts';
import { readScxml } from '../exchange/scxml.ts';
import { readXState } from '../exchange/xstate.ts';
import { ImportError, type ImportErrorCode, type Loss, type Reader } from '../exchange/types.ts';
import { strings } from './strings.ts';

export type { FormatId } from '../exchange/formats.ts';
export type { ImportErrorCode, Loss } from '../exchange/types.ts';

/** All of them at once: here nothing comes late. */
const READERS: Record<FormatId, Reader> = {
  'mermaid-state': readMermaidState,
  'langgraph-mermaid': readMermaidFlowchart,
  'mermaid-flowchart': readMermaidFlowchart,
  langgraph: readLangGraph,
  asl: readAsl,
  xstate: readXState,
  scxml: readScxml,
  dot: readDot,
};

export interface ConvertOptions {
  /** As `recognize` gives it. Without: the text is recognized. */
  format?: FormatId;
}

export type Converted =
  | {
      ok: true;
      format: FormatId;
      /** The machine, formatted. */
      source: string;
      /** What the machine does not have of the text, in the order of its lines. */
      losses: Loss[];
      /** What the machine has beside the text, because a run needs it. */
      additions: Loss[];
    }
  | { ok: false; error: { code: ImportErrorCode; message: string; line?: number; column?: number } };

/** The notation of a text, or null if it is none that can be read. */
export const recognize = (text: string): FormatId | null => recogniseFormat(checked(text))?.id ?? null;

/** A text of another notation as a machine. */
export function convert(text: string, { format }: ConvertOptions = {}): Converted {
  const found = format === undefined ? recogniseFormat(checked(text)) : formatById(format);
  if (found === null)
    return {
      ok: false,
      error: {
        code: 'unknown-format',
        message: format === undefined ? strings.notRecognized : strings.noFormat(format),
      },
    };
  try {
    const { source, losses, additions } = readWith(READERS[found.id], checked(text));
    return { ok: true, format: found.id, source, losses, additions };
  } catch (thrown) {
    if (!(thrown instanceof ImportError)) throw thrown;
    const { code, message, line, column } = thrown;
    return {
      ok: false,
      error: { code, message, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) },
    };
  }
}

function checked(text: string): string {
  if (typeof text !== 'string') throw new TypeError(strings.notSource(typeof text));
  return text;
}
