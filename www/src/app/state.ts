// What the page begins with: the store's own part of the state and that of each feature.

import { initialStopList } from '../features/breakpoints/index.ts';
import { initialGallery } from '../features/examples/index.ts';
import { initialCheatSheet } from '../features/help/index.ts';
import { initialImport } from '../features/import/index.ts';
import { PANELS, initialPanelState } from '../features/panels.ts';
import { initialOutside } from '../features/remote/index.ts';
import { initialTrace } from '../features/timeline/index.ts';
import { ENTRY } from '../protocol/sources.ts';
import { DEFAULT_SETTINGS } from '../storage/settings.ts';
import { initialShell } from '../store/shell.ts';
import { initialRunData } from '../run/initial-run.ts';
import { plainStatus } from '../run/status-sentence.ts';
import { applyWords } from '../run/strings.ts';
import type { State } from '../store/state.ts';
import { initialView } from '../drawing/viewport.ts';

/** A control before there is a run. */
const waiting = (label: string) => ({ enabled: false, label, why: '' });

export function initialState(): State {
  return {
    ...initialPanelState(),
    panels: PANELS,
    phase: 'loading',
    failure: '',
    version: '',
    rules: 0,
    theme: 'auto',
    pane: 'code',
    panel: 'contexts',
    hint: true,
    shell: initialShell(),
    view: initialView(),
    settings: DEFAULT_SETTINGS,
    notices: [],
    live: '',
    examples: [],
    document: { id: 0, source: '', files: {}, entry: ENTRY, slug: null, edited: false, draft: null },
    replaced: null,
    saveStatus: 'untouched',
    storageProblem: null,
    keptDrafts: [],
    file: ENTRY,
    textHistory: { undo: false, redo: false },
    openFileAnalysis: null,
    naming: null,
    announcedAnalysis: null,
    tokens: null,
    picture: null,
    isDrawingOutdated: false,
    run: {
      ...initialRunData({ source: '', files: {}, entry: ENTRY }, {}),
      speed: 5,
      realWaits: false,
      asks: false,
      options: {},
      status: plainStatus('loading', ''),
      controls: {
        reset: waiting('Reset'),
        apply: waiting(applyWords.label),
        back: waiting('Back'),
        main: { ...waiting('Run'), does: 'run' },
        step: { ...waiting('Step'), begins: '' },
        run: waiting('Run'),
        forward: waiting('Forward'),
      },
      isRunning: false,
      mode: 'stub',
    },
    replaying: null,
    path: null,
    selected: null,
    alsoSelected: [],
    drafts: {},
    answers: {},
    filter: '',
    eventLimit: 300,
    allPaths: null,
    compare: null,
    labelling: null,
    deleted: [],
    card: null,
    cardPath: '*',
    cardError: '',
    breakpoints: [],
    postponedEditIds: [],
    inspected: null,
    proposalError: '',
    stopList: initialStopList(),
    trace: initialTrace(),
    share: null,
    import: initialImport(),
    outside: initialOutside(),
    gallery: initialGallery(),
    cheatSheet: initialCheatSheet(),
  };
}
