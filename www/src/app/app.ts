// <tracklight-app>: the regions of the page, rendered from the one state. It decides nothing; actions go up by
// `dispatch`.

import '../ui/page-icons.ts';
import { LitElement, html, nothing } from 'lit';
import { initialState } from './state.ts';
import { words } from '../strings.ts';
import { noteStrings } from './diagram-strings.ts';
import { Frames } from './frames.ts';
import { later } from '../store/late.ts';
import { diagramRegion } from './diagram-region.ts';
import { header } from './header.ts';
import { notices } from './notices.ts';
import { panelsButton, panes } from './panes.ts';
import { runBar, statusRow } from './run-bar.ts';
import { side } from './side.ts';
import { footer } from './footer.ts';
import { closeBranches } from '../features/timeline/branch-menu.ts';
import { timelinePanel } from '../features/timeline/panel.ts';
import { branchList } from '../features/branches/panel.ts';
import { sourceBar } from '../features/files/source-bar.ts';
import { importBar } from '../features/import/bar.ts';
import { isShallowEqual } from '../protocol/computed.ts';
import { textOf } from '../protocol/sources.ts';
import { shownProblems } from '../features/problems/found.ts';
import { runMarksOf } from '../drawing/run-marks.ts';
import { dialog } from './dialogs.ts';
import { openDialogs } from '../ui/dialog.ts';
import type { MenuOpenEvent } from '../ui/menu-place.ts';
import { ComparisonScroll } from './comparisons.ts';
import { applySizes, splitter } from './splitter.ts';
import type { HostAgent } from '../agents/custom.ts';
import type { Assistant } from '../editor/types.ts';
import type { Minimap } from '../diagram/minimap.ts';
import type { TipProvider } from '../diagram/tip.ts';
import type { TracklightEditor } from '../editor/editor.ts';
import type { TracklightDiagram } from '../diagram/diagram.ts';
import type { State, Action } from '../store/state.ts';

const shareDialog = later(() => import('../features/share/panel.ts'));
const outside = later(() => import('../features/remote/panel.ts'));
const stopList = later(() => import('../features/breakpoints/panel.ts'));
const proposal = later(
  () => import('../features/proposal/panel.ts'),
  () => nothing,
);

export class TracklightApp extends LitElement {
  static override properties = { editing: { state: true }, agent: { attribute: false }, minimap: { attribute: false } };

  declare state: State;
  /** Whether the editor's code has arrived; until then the source is plain text. */
  declare editing: boolean;
  /** The host's own agent. */
  declare agent: HostAgent | null;
  declare dispatch: (action: Action) => void;
  /** Who answers the editor. */
  declare assistant: Assistant | null;
  /** Who tells what tips over the drawing say. */
  declare tipProvider: TipProvider | null;
  /** It comes with the drawing. */
  declare minimap: Minimap | null;
  declare _focusKey: string;
  /** The file whose tab was last brought into view. */
  declare _file: string;
  /** The start example's picture, which stands in the page until its drawing does. */
  declare first: Element | null;
  /** Of a run that is played again. */
  declare _frames: Frames;
  /** Whether the last rendering was of one. */
  declare _replays: boolean;
  /** The branch that was shown last. */
  declare _branch: string;
  /** What gets the focus of a field that goes. */
  declare _returnFocusSelector: string;
  /** The position that the timeline was last scrolled to. */
  declare _place: string;
  /** The panel that is drawn, and how far each was scrolled. */
  declare _panel: string;
  declare _scrolled: Map<string, number>;
  declare _comparisons: ComparisonScroll;

  constructor() {
    super();
    this.state = initialState();
    this.editing = false;
    this.agent = null;
    this.dispatch = () => {};
    this.assistant = null;
    this.tipProvider = null;
    this.minimap = null;
    this._focusKey = '';
    this._file = '';
    this.first = null;
    this._frames = new Frames((act) => requestAnimationFrame(act));
    this._replays = false;
    this._returnFocusSelector = '';
    this._branch = '';
    this._place = '';
    this._panel = '';
    this._scrolled = new Map();
    this._comparisons = new ComparisonScroll();
  }

  /** The page's own style sheet applies: no shadow root. */
  override createRenderRoot() {
    return this;
  }

  /** Takes the next state. Colors go to the editor at once: nothing else shows them. What is typed it has already. */
  show(state: State) {
    const { editor, state: before } = this;
    if (editor && state.tokens !== before.tokens) editor.tokens = state.tokens;
    this.state = state;
    const isTextMissing =
      state.document !== before.document && editor?.content.value !== textOf(state.document, state.file);
    if (isTextMissing || !isShallowEqual(partsDrawn(state), partsDrawn(before))) this.requestUpdate();
  }

  /** A run that is played again brings more changes than there are frames; its end is one of them. */
  override scheduleUpdate(): void | Promise<void> {
    const turn = this.state.replaying || this._replays ? this._frames.turn() : undefined;
    const update = () => {
      this._replays = this.state.replaying !== null;
      super.scheduleUpdate();
    };
    return turn ? turn.then(update) : update();
  }

  get editor(): TracklightEditor | null {
    return this.querySelector('tracklight-editor');
  }

  get diagram(): TracklightDiagram | null {
    return this.querySelector('tracklight-diagram');
  }

  override updated(changed: Map<string, unknown>) {
    if (changed.has('agent')) this.dispatch({ type: 'hostAgentChanged', on: typeof this.agent === 'function' });
    this._keepScroll();
    this._comparisons.follow(this.state, this.querySelector('.panel'));
    // A field that asks for focus gets it once, when it appears.
    const { edit, share, naming, labelling, docs, stopList, outside } = this.state;
    // The whole page is searched, so only where something asks.
    const asks = edit || share || naming || labelling || docs.label || stopList.open || outside.frame;
    const wanted = asks ? this.querySelector('[data-autofocus]') : null;
    const key = wanted
      ? [
          edit ? `${edit.path} ${edit.key} ${edit.view}` : '',
          share?.kind ?? '',
          naming ? `${naming.at} ${naming.path}` : '',
          labelling ? `${labelling.of} ${labelling.id}` : '',
          docs.label?.of ?? '',
          stopList.open,
        ].join('|')
      : '';
    if (wanted instanceof HTMLElement && key !== this._focusKey) {
      wanted.focus();
      // With the buttons below it.
      wanted.closest('form')?.scrollIntoView({ block: 'nearest' });
      // A file's ending mostly stays.
      const end = naming && wanted instanceof HTMLInputElement ? wanted.value.lastIndexOf('.') : -1;
      if (wanted instanceof HTMLInputElement && wanted.type === 'text')
        wanted.setSelectionRange(edit?.begun ? wanted.value.length : 0, end > 0 ? end : wanted.value.length);
    }
    // When the editor of a value or a name goes, its focus goes back to what has that value or name.
    const behind = editedIn(this.state);
    if (this._returnFocusSelector && !behind && (document.activeElement === document.body || !document.activeElement))
      (this.querySelector(this._returnFocusSelector) as HTMLElement | null)?.focus();
    this._returnFocusSelector = behind;
    this._focusKey = key;
    if (this.state.file !== this._file)
      this.querySelector('.file[aria-current="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this._file = this.state.file;
    const at = this.state.run.snapshot?.position;
    const place = this.state.trace.flying ? this._place : at ? `${at.branch} ${at.step} ${this.state.pane}` : '';
    // Behind the drawing's own update, so that the page is measured once.
    if (place !== this._place)
      void this.diagram?.updateComplete?.then(() =>
        [...this.querySelectorAll('.ticks .here')].at(-1)?.scrollIntoView({ block: 'nearest' }),
      );
    this._place = place;
    if (at && at.branch !== this._branch)
      this.querySelector('[data-branch][aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
    this._branch = at?.branch ?? '';
    applySizes(this.querySelector('.page') as HTMLElement, this.state.shell);
    openDialogs(this);
  }

  /** A panel that comes back is scrolled to where it was. */
  _keepScroll() {
    const panel = this.querySelector('.panel');
    const shown = panel ? this.state.panel : '';
    if (shown === this._panel) return;
    this._panel = shown;
    if (!panel) return;
    panel.scrollTop = this._scrolled.get(shown) ?? 0;
  }

  override render() {
    const { state, dispatch } = this;
    const { layout, list, closed, panelOpen } = state.shell;
    const closing = state.trace.branches ? (event: Event) => closeBranches(event, dispatch) : nothing;
    return html`<div
      class="page"
      data-pane=${state.pane}
      data-layout=${layout}
      data-list=${list ? 'open' : 'closed'}
      data-panel=${panelOpen ? 'open' : 'closed'}
      data-closed=${closed.join(' ')}
      data-full=${state.view.full ? 'full' : nothing}
      data-phase=${state.phase}
      @menu-open=${this._reserveMenuSpace}
      @pointerdown=${closing === nothing ? nothing : { handleEvent: closing, capture: true }}
      @focusin=${closing}
      @click=${closing}
      @keydown=${closing}
    >
      ${header(state, dispatch)} ${notices(state, dispatch)}
      <main>
        <section class="source" aria-label=${words.regions.source} data-region="code">
          ${sourceBar(state, dispatch)}${importBar(state, dispatch)}${this._source()}
          ${splitter('code', state.shell, dispatch)}
        </section>
        <div class="run-area">
          <div class="runbar" role="toolbar" aria-label=${words.regions.run}>
            ${runBar(state, dispatch)}${panelsButton(state, dispatch)}
          </div>
          <div class="status-slot">${statusRow(state, dispatch)}</div>
        </div>
        <section class="diagram" aria-label=${words.regions.diagram} data-region="diagram">
          ${diagramRegion(state, dispatch, {
            tipProvider: this.tipProvider,
            minimap: this.minimap,
            first: this.first,
            drawn: this._onFirstDrawing,
            now: () => this.state,
          })}
        </section>
      </main>
      ${side(state, dispatch, (top) => this._scrolled.set(this._panel, top))}
      <section class="timeline" aria-label=${words.regions.timeline} data-region="run">
        ${timelinePanel(state, dispatch, branchList)}${splitter('time', state.shell, dispatch)}
      </section>
      ${panes(state, dispatch)} ${footer(state)}
      <div class="hidden" role="status" aria-live="polite">${state.shell.liveText}</div>
      ${dialog(state, dispatch)} ${state.stopList.open ? stopList(state, dispatch) : nothing}
      ${state.share ? html`<div class="share-slot">${shareDialog(state, dispatch)}</div>` : nothing}
      ${state.outside.frame ? html`<div class="share-slot">${outside(state, dispatch)}</div>` : nothing}
      ${state.run.snapshot && state.run.snapshot.pending.edits.length > 0 ? proposal(state, dispatch) : nothing}
    </div>`;
  }

  _source() {
    const { state } = this;
    const text = textOf(state.document, state.file) ?? '';
    if (!this.editing) return html`<pre class="plain" tabindex="0">${text}</pre>`;
    return html`<tracklight-editor
      .locked=${state.document.locked === true}
      .wraps=${state.settings.wrap}
      .assistant=${this.assistant}
      .content=${{ document: state.document.id, file: state.file, value: text }}
      .tokens=${state.tokens}
      .diagnostics=${shownProblems(state)}
      .runMarks=${runMarksOf(state)}
      .tabHint=${state.settings.tabHint}
      @editor-tab-hint=${() => this.dispatch({ type: 'setting', name: 'tabHint', value: false })}
      @editor-stop=${(e: CustomEvent) => this.dispatch({ type: 'stopLine', ...e.detail })}
      @editor-change=${(e: CustomEvent) =>
        this.dispatch({ type: 'edit', file: e.detail.file, text: e.detail.value, whole: e.detail.whole })}
      @editor-history=${(e: CustomEvent) => this.dispatch({ type: 'textHistory', ...e.detail })}
      @editor-rest=${() => this.dispatch({ type: 'sayProblems', pressed: false })}
      @editor-caret=${(e: CustomEvent) => this.dispatch({ type: 'caret', ...e.detail })}
    ></tracklight-editor>`;
  }

  /** Menus keep clear of the node that the status row names. A phone has no room beside it: there they are whole. */
  _reserveMenuSpace = ({ detail }: MenuOpenEvent) => {
    detail.clear = this.state.shell.narrow ? null : (this.diagram?.currentBox ?? null);
  };

  /** The first drawing stands: the picture goes. */
  _onFirstDrawing = () => {
    const slow = this.state.notices.find(({ text }) => text === noteStrings.slow);
    if (slow) this.dispatch({ type: 'closeNotice', id: slow.id });
    if (!this.first) return;
    this.first = null;
    this.requestUpdate();
  };
}

/** What the page is drawn from: all but what the editor and the live region show by themselves. */
const partsDrawn = ({ tokens, live, keptDrafts, document: { source, files, ...document }, ...state }: State) => [
  ...Object.values(state),
  ...Object.values(document),
  // Only dialogs show the drafts.
  state.shell.dialog && keptDrafts,
];

/** What is edited, as a selector of what shows it; a checkpoint that was not set has its button. */
function editedIn({ edit, labelling }: State) {
  if (edit) return `[data-field="${CSS.escape(edit.key)}"], [data-field="${CSS.escape(`${edit.path} ${edit.key}`)}"]`;
  if (labelling?.of === 'branch') return `[data-branch="${CSS.escape(labelling.id ?? '')}"]`;
  return labelling ? `[data-checkpoint="${CSS.escape(labelling.text.trim())}"], [data-checkpoint=""]` : '';
}

customElements.define('tracklight-app', TracklightApp);
