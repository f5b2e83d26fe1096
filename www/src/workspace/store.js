// @ts-check
// One state object and who listens to it. It holds no rules: `page.js` says what an action does.

import { initialDocuments } from '../features/documents/controller.js';
import { initialStopList } from '../features/breakpoints/controller.js';
import { initialTrace } from '../features/timeline/controller.js';
import { initialEventList } from '../features/events/controller.js';
import { initialView } from './viewport.js';
import { ENTRY } from '../protocol/sources.js';
import { initialSql, noGraph, noPrompt, noStubs } from './blank.js';
import { noValues } from '../features/contexts/controller.js';
import { DEFAULTS } from '../storage/settings.js';
import { initialShell } from './shell.js';

/**
 * @typedef {import('../protocol/types.ts').Snapshot} Snapshot
 * @typedef {import('../protocol/types.ts').Analysis} Analysis
 * @typedef {{ from: number, to: number }} Range
 * @typedef {{ id: number, kind: 'info' | 'warning' | 'error', text: string, detail?: string, acts?: { label: string, action: import('../app/actions.js').Action }[], action?: 'bringBack' | 'putBack' | 'keepAgain' | 'keepBranch' | 'forceOpen' | 'copyText', link?: string, branch?: string, file?: { name: string, text: string }, removed?: { path: string, text: string, of: number }, draft?: import('../storage/drafts.js').Draft }} Notice
 * @typedef {{ name: string, input: import('../protocol/types.ts').Json }} Call
 * @typedef {{ view: 'form' | 'json', json: string, text: string, tool: string, fields: Record<string, any>, aside?: Record<string, Record<string, any>>, calls: Call[], error: string }} Draft `aside`: what was typed for other tools
 * @typedef {import('../protocol/types.ts').Sources & { id: number, slug: string | null, edited: boolean, draft: string | null, locked?: boolean, opened?: import('../protocol/types.ts').Sources, ready?: boolean }} Document `draft`: the id it is kept under; `locked`: another tab edits it; `opened`: its texts as they were then; `ready`: its run stands
 * @typedef {{ at: 'tabs' | 'panel', path: string | null, text: string, error: string }} Naming a name being typed; `path` is null for a new file
 * @typedef {'stub' | 'auto' | 'manual' | 'custom' | 'remote'} Mode
 *
 * @typedef {object} State
 * @property {'loading' | 'ready' | 'failed'} phase
 * @property {string} failure why the engine could not start
 * @property {string} version
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'code' | 'diagram' | 'run' | 'panels'} pane shown pane of the narrow layout
 * @property {string} panel shown side panel
 * @property {boolean} drawer whether the side panels are open in the middle layout
 * @property {boolean} hint
 * @property {Document} document
 * @property {import('./opening.js').Left | null} replaced the edited document that the last opening took the place of
 * @property {'untouched' | 'saving' | 'saved' | 'failed' | 'full' | 'none' | 'locked'} kept whether the document is kept in this browser; `none` where nothing can be
 * @property {import('../features/documents/controller.js').DocumentsState} docs versions, and names being typed
 * @property {import('../storage/settings.js').Settings} settings
 * @property {import('../storage/drafts.js').DraftEntry[]} keptDrafts the newest first
 * @property {string} file path of the file in the editor
 * @property {import('../protocol/types.ts').FileAnalysis | null} aside what the core says about the shown file when it is not the entry
 * @property {Naming | null} naming
 * @property {Analysis | null} analysis
 * @property {import('../protocol/types.ts').PackedTokens | null} tokens
 * @property {import('../run/types.ts').Drawing | null} picture
 * @property {boolean} stale whether the drawing is of an earlier text
 * @property {Snapshot | null} run
 * @property {import('../run/types.ts').KeptRun[]} runs earlier runs of the document, the newest first
 * @property {number} runNumber
 * @property {boolean} running
 * @property {boolean} held what runs is one act that waits for its scripts
 * @property {import('../run/types.ts').RunState['stale']} earlier the run is of an earlier text than the editor's
 * @property {'run' | 'source'} shows what the drawing is of
 * @property {import('../run/types.ts').Speed} speed ticks per second
 * @property {Mode} mode
 * @property {import('../run/types.ts').RunState['status']} status
 * @property {import('../run/types.ts').RunState['controls']} controls
 * @property {import('../protocol/types.ts').Event[]} events of the branch, also those after the cursor that are known
 * @property {import('../protocol/types.ts').Entry[]} entries of the branch
 * @property {import('../protocol/types.ts').GivenReply[]} replies
 * @property {string | null} path the chosen path
 * @property {string | null} selected diagram id
 * @property {Record<string, Draft>} drafts replies being written, by request
 * @property {Record<string, { text: string, error: string }>} answers answers being written, by request
 * @property {import('../features/contexts/controller.js').FieldEdit | null} edit the field being edited
 * @property {Record<string, import('../features/contexts/controller.js').FieldEdit>} editsAside values that were typed and not applied, of fields whose form is closed
 * @property {import('../features/contexts/controller.js').ValuesState} values what is known of the fields
 * @property {import('../features/prompt/controller.js').PromptState} prompt
 * @property {import('../features/context-graph/controller.js').GraphState} graph
 * @property {import('../features/agent/stubs-controller.js').StubsState} stubs
 * @property {string} filter of events
 * @property {number} shown events shown at most
 * @property {import('../features/share/controller.js').ShareState} share the dialog of links that is open
 * @property {{ tick: number, of: number } | null} replaying how far a run is played again
 * @property {boolean | null} allPaths whether Contexts has a column per path; null: where paths differ
 * @property {{ from: { branch: string, step: number }, label: string, diff: import('../protocol/types.ts').Diff | null, error: string } | null} compare the position that is compared with the cursor's
 * @property {{ of: 'branch' | 'checkpoint', id: string | null, text: string, error: string } | null} labelling a name being typed
 * @property {string[]} deleted branches whose deletion can still be undone
 * @property {string | null} card diagram id of the element whose card is open
 * @property {string} cardPath the path that the card's edge is forced for, `*` for all
 * @property {string} cardError
 * @property {import('../run/types.ts').Breakpoint[]} stops breakpoints and watches of the document
 * @property {string[]} putOff proposed edits that are not decided now
 * @property {{ edit: string, diagnostics: import('../protocol/types.ts').Diagnostic[] } | null} inspected what the core says about a proposed text
 * @property {string} proposalError
 * @property {import('../features/breakpoints/controller.js').StopList} stopList
 * @property {import('../features/timeline/controller.js').TraceState} trace
 * @property {import('../features/events/controller.js').EventList} eventList
 * @property {import('./viewport.js').ViewState} view how the drawing is looked at
 * @property {number} rules version of the core's rules
 * @property {Notice[]} notices
 * @property {string} live text of the live region
 * @property {import('./examples.js').Example[]} examples
 * @property {import('../features/sql/controller.js').SqlState} sql
 * @property {import('../features/remote/controller.js').OutsideState} outside what is connected to, and the host's own agent
 * @property {import('./shell.js').ShellState} shell layout, dialogs and keys of the page
 */

/** A control before there is a run. @param {string} label */
const waiting = (label) => ({ enabled: false, label, why: '' });

/** @returns {State} */
export function initialState() {
  return {
    phase: 'loading', failure: '', version: '', theme: 'auto', pane: 'code', panel: 'contexts', drawer: false, hint: true,
    document: { id: 0, source: '', files: {}, entry: ENTRY, slug: null, edited: false, draft: null }, replaced: null, kept: 'untouched', keptDrafts: [], file: ENTRY, aside: null, naming: null,
    analysis: null, tokens: null, picture: null, stale: false,
    run: null, runs: [], runNumber: 1, running: false, held: false, earlier: null, shows: 'run', speed: 5, mode: 'stub', status: { text: '', link: null },
    controls: { reset: waiting('Reset'), back: waiting('Back'), step: waiting('Step'), run: waiting('Run'), forward: waiting('Forward') },
    events: [], entries: [], replies: [], path: null, selected: null, drafts: {}, answers: {}, edit: null, editsAside: {}, values: noValues(), prompt: noPrompt(), graph: noGraph(), stubs: noStubs(), filter: '', shown: 300,
    allPaths: null, compare: null, labelling: null, deleted: [], card: null, cardPath: '*', cardError: '', stops: [], putOff: [], inspected: null, proposalError: '', rules: 0,
    stopList: initialStopList(), trace: initialTrace(), view: initialView(), eventList: initialEventList(),
    share: null, replaying: null, notices: [], live: '', examples: [],
    outside: { agent: false, frame: null, asks: {}, source: '', trouble: '' },
    sql: initialSql(), docs: initialDocuments(), settings: DEFAULTS, shell: initialShell(),
  };
}

export class Store {
  /** @type {State} */ #state = initialState();
  /** @type {Set<(state: State) => void>} */ #listeners = new Set();

  get state() {
    return this.#state;
  }

  /** @param {Partial<State>} part */
  set(part) {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener(this.#state);
  }

  /**
   * @param {(state: State) => void} listener
   * @returns {() => void} stops listening
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #lastNotice = 0;

  /** Adds a notice on top; the oldest of more than three goes. @param {Omit<Notice, 'id'>} notice */
  notify(notice) {
    this.#lastNotice += 1;
    const same = this.#state.notices.filter((other) => other.text !== notice.text);
    this.set({ notices: [{ ...notice, id: this.#lastNotice }, ...same].slice(0, 3) });
  }
}
