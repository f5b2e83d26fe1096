// Journals: where a run keeps the actions that were accepted, so that another process can go on.

import type { JournalAction, JournalHeader } from '../../pkg/tracklight.js';

/** One entry: the header, which comes first, or an accepted action, as `run.actions()` of the core gives them. */
export type JournalEntry = (JournalAction | (JournalHeader & { run?: string })) & {
  /** When it was written, in milliseconds since 1970. */
  at?: number;
};

/** Any store that keeps entries in their order. */
export interface Journal {
  /** Resolves when the entry is kept for good. The next call comes afterwards. */
  append(entry: JournalEntry): Promise<void>;
  read(): AsyncIterable<JournalEntry>;
  /** Called before a run reads or writes: claims the journal for one writer, or rejects. */
  open?(): Promise<void>;
  /** Called when the run has ended, has stopped or is closed. */
  close?(): Promise<void>;
}

/** A journal that lives as long as the process. @param lines of an earlier one */
export function memoryJournal(lines: string[] = []): Journal & { readonly lines: string[] } {
  return {
    lines,
    async append(entry) {
      // As text it takes the least room, and what the caller does to a reply later does not change it.
      lines.push(JSON.stringify(entry));
    },
    async *read() {
      for (const line of lines) yield JSON.parse(line) as JournalEntry;
    },
  };
}
