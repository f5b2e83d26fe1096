// What the page knows of a run before it has asked: a text, and the settings of its agents.

import { emptyRunData } from './snapshot-merge.ts';
import type { AgentSettings, KeptRun, Sources } from '../protocol/types.ts';

/** Everything that belongs to one document; speed and drawing options stay as they were chosen. */
export function initialRunData({ source, files, entry }: Sources, settings: AgentSettings) {
  return {
    source,
    files,
    entry,
    settings,
    ...emptyRunData(),
    analysis: null,
    sourceDrawing: null,
    shows: 'run' as const,
    activity: 'idle' as const,
    runNumber: 1,
    runs: [] as KeptRun[],
    isOutdated: false,
    stop: null,
    hit: null,
    refusal: null,
  };
}
