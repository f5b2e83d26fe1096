// <tracklight-app>: the regions of the page, rendered from the one state. It decides nothing; actions go up by `dispatch`.

import { LitElement, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { PANELS, type PanelId } from '../workspace/panels.ts';
import { PANEL_VIEWS } from './panels.ts';
import { initialState } from './state.ts';
import { words } from '../strings.ts';
import { Frames } from './frames.ts';
import { icon } from '../ui/icon.ts';
import { later } from '../workspace/lazy-panel.ts';
import { tabs } from '../ui/tabs.ts';
import { runBar } from './run-bar.ts';
import { timelinePanel } from '../features/timeline/panel.ts';
import { branchList } from '../features/branches/panel.ts';
import { sourceBar } from '../features/files/source-bar.ts';
import { textOf } from '../protocol/sources.ts';
import { shownProblems } from '../features/problems/found.ts';
import { replayNotice } from './replay-notice.ts';
import { titleBar } from '../features/documents/title.ts';
import { drawnMenu } from './drawing-options.ts';
import { runMarksOf } from '../workspace/run-marks.ts';
import { fileMenu } from '../features/export/menu.ts';
import { badgesOf } from '../workspace/badges.ts';
import { positionText } from '../protocol/positions.ts';
import { openQuestions } from '../run/waiting.ts';
import { currentDiagramId } from '../workspace/values.ts';
import { drawnOutline } from '../workspace/drawn-outline.ts';
import { hintStrip } from './hints.ts';
import { panelList } from './panel-list.ts';
import { dialog } from './dialogs.ts';
import { openDialogs } from '../ui/dialog.ts';
import { layoutSwitch } from './layout-switch.ts';
import { shownPanel } from '../workspace/shell.ts';
import { applySizes, splitter } from './splitter.ts';
import type { HostAgent } from '../agents/custom.ts';
import type { Assistant } from '../editor/types.ts';
import type { Teller } from '../diagram/tip.ts';
import type { TracklightEditor } from '../editor/editor.ts';
import type { TracklightDiagram } from '../diagram/diagram.ts';
import type { State, Action } from '../workspace/state.ts';

const shareDialog = later(() => import('../features/share/panel.ts'));
const outside = later(() => import('../features/remote/panel.ts'));
const stopList = later(() => import('../features/breakpoints/panel.ts'));
const proposal = later(
  () => import('../features/proposal/panel.ts'),
  () => nothing,
);
const selectionCard = later(
  () => import('../features/selection/panel.ts'),
  () => nothing,
);
const PANES = ['code', 'diagram', 'run', 'panels'] as const;
const THEMES = ['auto', 'light', 'dark'] as const;

export class TracklightApp extends LitElement {
  static override properties = { editing: { state: true }, agent: { attribute: false } };

  declare state: State;
  /** Whether the editor's code has arrived; until then the source is plain text. */ declare editing: boolean;
  /** The host's own agent. */ declare agent: HostAgent | null;
  declare dispatch: (action: Action) => void;
  /** Who answers the editor. */ declare assistant: Assistant | null;
  /** Who tells what tips over the drawing say. */ declare teller: Teller | null;
  declare _focusKey: string;
  /** The file whose tab was last brought into view. */ declare _file: string;
  /** The start example's picture, which stands in the page until its drawing does. */ declare first: Element | null;
  /** Of a run that is played again. */ declare _frames: Frames;
  /** Whether the last rendering was of one. */ declare _replays: boolean;
  /** Where the value that was edited stands. */ declare _edited: string;
  /** The position that the timeline was last scrolled to. */ declare _place: string;
  /** The panel that is drawn, and how far each was scrolled. */ declare _panel: string;
  declare _scrolled: Map<string, number>;

  constructor() {
    super();
    this.state = initialState();
    this.editing = false;
    this.agent = null;
    this.dispatch = () => {};
    this.assistant = null;
    this.teller = null;
    this._focusKey = '';
    this._file = '';
    this.first = null;
    this._frames = new Frames((act) => requestAnimationFrame(act));
    this._replays = false;
    this._edited = '';
    this._place = '';
    this._panel = '';
    this._scrolled = new Map();
  }

  /** The page's own style sheet applies: no shadow root. */
  override createRenderRoot() {
    return this;
  }

  /** Takes the next state. Colours go to the editor at once: nothing else shows them. */
  show(state: State) {
    const { editor, state: before } = this;
    if (editor && state.tokens !== before.tokens) editor.tokens = state.tokens;
    this.state = state;
    if (isDrawn(state, before, editor)) this.requestUpdate();
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
    if (changed.has('agent')) this.dispatch({ type: 'outsideAgent', on: typeof this.agent === 'function' });
    // A field that asks for focus gets it once, when it appears.
    const wanted = this.querySelector('[data-autofocus]');
    const { edit, share, naming, labelling, docs, stopList } = this.state;
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
      // A file's ending mostly stays.
      const end = naming && wanted instanceof HTMLInputElement ? wanted.value.lastIndexOf('.') : -1;
      if (wanted instanceof HTMLInputElement && wanted.type === 'text')
        wanted.setSelectionRange(edit?.begun ? wanted.value.length : 0, end > 0 ? end : wanted.value.length);
    }
    // When the editor of a value goes, its focus goes back to the value.
    if (this._edited && !edit && (document.activeElement === document.body || !document.activeElement))
      (this.querySelector(this._edited) as HTMLElement | null)?.focus();
    this._edited = edit
      ? `[data-field="${CSS.escape(edit.key)}"], [data-field="${CSS.escape(`${edit.path} ${edit.key}`)}"]`
      : '';
    this._focusKey = key;
    if (this.state.file !== this._file)
      this.querySelector('.file[aria-current="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this._file = this.state.file;
    const at = this.state.run?.position;
    const place = this.state.trace.flying ? this._place : at ? `${at.branch} ${at.step} ${this.state.pane}` : '';
    // Behind the drawing's own update, so that the page is measured once.
    if (place !== this._place)
      void this.diagram?.updateComplete?.then(() =>
        this.querySelector('.ticks .here')?.scrollIntoView({ block: 'nearest' }),
      );
    this._place = place;
    applySizes(this.querySelector('.page') as HTMLElement, this.state.shell);
    openDialogs(this);
    this._keepScroll();
  }

  /** A panel that comes back is scrolled to where it was. */
  _keepScroll() {
    const shown = shownPanel(this.state);
    const panel = this.querySelector('.panel');
    if (!panel || shown === this._panel) return;
    this._panel = shown;
    panel.scrollTop = this._scrolled.get(shown) ?? 0;
  }

  override render() {
    const { state } = this;
    return html`
      <div class="page" data-pane=${state.pane} data-layout=${state.shell.layout} data-list=${state.shell.list ? 'open' : 'closed'} data-drawer=${state.drawer ? 'open' : 'closed'} data-full=${state.view.full ? 'full' : nothing} data-phase=${state.phase}>
        ${this._header()}
        ${this._notices()}
        <main>
        <section class="source" aria-label=${words.regions.source} data-region="code">${sourceBar(state, this.dispatch)}${this._source()}${splitter('code', state.shell, this.dispatch)}</section>
        <div class="runbar" role="toolbar" aria-label=${words.regions.run}>${runBar(state, this.dispatch)}${hintStrip(state, this.dispatch)}</div>
        <section class="diagram" aria-label=${words.regions.diagram} data-region="diagram">${this._diagram()}</section>
        </main>
        ${this._side()}
        <section class="timeline" aria-label=${words.regions.timeline} data-region="run">${timelinePanel(state, this.dispatch, branchList)}${splitter('time', state.shell, this.dispatch)}</section>
        ${this._panes()}
        <footer class="status">
          <span>${state.analysis ? words.counts(state.analysis.nodes, state.analysis.edges) : ''}</span>
          <button type="button" class="link problems-count" @click=${() => this.dispatch({ type: 'panel', panel: 'problems' })}>${
            state.analysis
              ? words.editor.problems(state.analysis.errors, state.analysis.warnings)
              : words.regions.status
          }</button>
          <span>${state.run ? words.shell.at(positionText(state.run.position)) : ''}</span>
          <span class="spring"></span>
          <span>${state.phase === 'loading' ? words.loading : state.version}</span>
        </footer>
        <div class="hidden" role="status" aria-live="polite">${state.shell.said}</div>
        ${dialog(state, this.dispatch)}
        ${state.stopList.open ? stopList(state, this.dispatch) : nothing}
        ${state.share ? html`<div class="share-slot">${shareDialog(state, this.dispatch)}</div>` : nothing}
        ${state.outside.frame ? html`<div class="share-slot">${outside(state, this.dispatch)}</div>` : nothing}
        ${state.run && state.run.pending.edits.length > 0 ? proposal(state, this.dispatch) : nothing}
      </div>`;
  }

  _header() {
    const { state } = this;
    const theme = words.header.theme[state.theme];
    const next = THEMES[(THEMES.indexOf(state.theme) + 1) % THEMES.length] ?? 'auto';
    return html`<header class="top">
      <h1><svg class="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M4 6h9M4 18h9M16 12h4" /><circle cx="16" cy="6" r="2.6" /><circle cx="16" cy="18" r="2.6" /><circle class="lit" cx="7" cy="12" r="3.2" /></svg>${words.name}</h1>
      ${titleBar(state, this.dispatch)}
      <span class="spring"></span>
      <button type="button" aria-label=${words.header.examples} @click=${() => this.dispatch({ type: 'panel', panel: 'examples' })}>${icon('book')}<span>${words.header.examples}</span></button>
      ${layoutSwitch(state, this.dispatch)}
      <button type="button" class="drawer-button" aria-expanded=${state.drawer ? 'true' : 'false'} title=${state.drawer ? words.panels.close : words.panels.open} aria-label=${state.drawer ? words.panels.close : words.panels.open}
        @click=${() => this.dispatch({ type: 'drawer', open: !state.drawer })}>${icon('panels')}</button>
      <button type="button" title=${theme} aria-label=${theme} @click=${() => this.dispatch({ type: 'theme', theme: next })}>${icon(state.theme)}</button>
      <button type="button" class="settings-button" title=${words.header.settings} aria-label=${words.header.settings} @click=${() => this.dispatch({ type: 'panel', panel: 'settings' })}>${icon('gear')}</button>
      ${fileMenu(state, this.dispatch)}
      <button type="button" class="share-button" aria-label=${words.header.share} @click=${() => this.dispatch({ type: 'share' })}>${icon('share')}<span>${words.header.share}</span></button>
      <button type="button" title=${words.shell.commands.help} aria-label=${words.shell.commands.help} @click=${() => this.dispatch({ type: 'dialog', name: 'help' })}>${icon('help')}</button>
    </header>`;
  }

  _notices() {
    const { notices, phase, failure } = this.state;
    return html`<section class="notices" aria-label=${words.regions.notices}>
      ${phase === 'failed' ? html`<div class="notice error" role="alert"><p><b>${words.failed.title}.</b> ${failure} ${words.failed.advice} <button type="button" class="link" @click=${() => this.dispatch({ type: 'downloadAll' })}>${words.drafts.download}</button></p></div>` : nothing}
      ${replayNotice(this.state, this.dispatch)}
      ${repeat(
        notices,
        (n) => n.id,
        (n) => html`<div class="notice ${n.kind}" role=${n.kind === 'error' ? 'alert' : 'status'}>
        <p>${n.text}${n.detail ? html` <code>${n.detail}</code>` : nothing}
          ${n.acts?.map(({ label, action }) => html`<button type="button" class="link" @click=${() => this.dispatch(action)}>${label}</button>`)}
          ${n.action === 'bringBack' ? html`<button type="button" class="link" @click=${() => this.dispatch({ type: 'bringBack' })}>${words.document.bringBack}</button>` : nothing}
          ${n.action === 'keepAgain' ? html`<button type="button" class="link" @click=${() => this.dispatch({ type: 'keepAgain', notice: n.id })}>${words.files.putBack}</button>` : nothing}
          ${n.action === 'keepBranch' ? html`<button type="button" class="link" @click=${() => this.dispatch({ type: 'keepBranch', id: n.branch ?? '', notice: n.id })}>${words.branches.undo}</button>` : nothing}
          ${n.action === 'forceOpen' ? html`<button type="button" class="link" @click=${() => this.dispatch({ type: 'forceOpen', notice: n.id })}>${words.exports.anyway}</button>` : nothing}
          ${n.action === 'copyText' ? html`<button type="button" class="link" @click=${() => this.dispatch({ type: 'copyLink', text: n.link ?? '' })}>${words.link.copyText}</button>` : nothing}
          ${n.action === 'putBack' ? html`<button type="button" class="link" @click=${() => this.dispatch({ type: 'putBack', notice: n.id })}>${words.files.putBack}</button>` : nothing}</p>
        <button type="button" class="bare" title=${words.notice.close} aria-label=${words.notice.close} @click=${() => this.dispatch({ type: 'closeNotice', id: n.id })}>${icon('close')}</button></div>`,
      )}
    </section>`;
  }

  _source() {
    const { state } = this;
    const text = textOf(state.document, state.file) ?? '';
    if (!this.editing) return html`<pre class="plain" tabindex="0">${text}</pre>`;
    return html`<tracklight-editor .locked=${state.document.locked === true} .assistant=${this.assistant} .content=${{ document: state.document.id, file: state.file, value: text }} .tokens=${state.tokens} .diagnostics=${shownProblems(state)} .runMarks=${runMarksOf(state)}
      @editor-stop=${(e: CustomEvent) => this.dispatch({ type: 'stopLine', ...e.detail })}
      @editor-change=${(e: CustomEvent) => this.dispatch({ type: 'edit', file: e.detail.file, text: e.detail.value, whole: e.detail.whole })}
      @editor-caret=${(e: CustomEvent) => this.dispatch({ type: 'caret', offset: e.detail.offset })}></tracklight-editor>`;
  }

  _diagram() {
    const { state } = this;
    const title = state.analysis?.title ?? words.header.untitled;
    return html`<tracklight-diagram .picture=${state.picture} .selected=${state.selected} .current=${currentDiagramId(state)} .badges=${badgesOf(state)} .outline=${drawnOutline(state)} .teller=${this.teller} .documentId=${state.document.id}
        .large=${(state.analysis?.nodes ?? 0) > LARGE.nodes || (state.analysis?.edges ?? 0) > LARGE.edges}
        .follow=${state.view.follow} .minimap=${state.settings.minimap} .flying=${state.trace.flying} .find=${state.view.find} .full=${state.view.full}
        .empty=${nothingDrawn(state) ? words.diagram.empty : ''}
        .label=${words.diagram.label(title, state.analysis?.nodes ?? 0, state.analysis?.edges ?? 0)}
        @diagram-select=${(e: CustomEvent) => this.dispatch({ type: 'select', id: e.detail.id, open: false })}
        @diagram-open=${(e: CustomEvent) => this.dispatch({ type: 'select', id: e.detail.id, open: true })}
        @diagram-stop=${(e: CustomEvent) => this.dispatch({ type: 'stopAt', id: e.detail.id })}
        @diagram-view=${(e: CustomEvent) => this.dispatch({ type: 'view', what: e.detail.what })}
        @diagram-find=${(e: CustomEvent) => this.dispatch({ type: 'findText', text: e.detail.text })}
        @diagram-follow=${(e: CustomEvent) => this.dispatch({ type: 'followed', on: e.detail.on })}
        @diagram-drawn=${() => {
          if (this.first) {
            this.first = null;
            this.requestUpdate();
          }
        }}
        @diagram-dot=${() => this.dispatch({ type: 'export', kind: 'dot' })}
        @diagram-slow=${() => this.dispatch({ type: 'slow' })}>${drawnMenu(state, this.dispatch)}</tracklight-diagram>
      ${this.first ?? nothing}
      ${nothingDrawn(state) ? starters(state, this.dispatch, () => this.state) : nothing}
      ${state.card ? selectionCard(state, this.dispatch) : nothing}
      ${state.stale ? html`<p class="chip-note">${words.diagram.stale} <button type="button" class="link" @click=${() => this.dispatch({ type: 'drawAnyway' })}>${words.diagram.anyway}</button></p>` : nothing}
      ${(state.run?.pending.edits ?? []).some((edit) => state.putOff.includes(edit.id)) && state.run?.position.atTip ? html`<p class="chip-note">${words.proposal.waits} <button type="button" class="link" @click=${() => this.dispatch({ type: 'showEdits' })}>${words.proposal.show}</button></p>` : nothing}
      ${
        state.earlier
          ? html`<p class="chip-note earlier">${state.earlier.text}
        ${state.shows === 'source' ? html`<button type="button" class="link" @click=${() => this.dispatch({ type: 'backToRun' })}>${words.earlier.back}</button>` : nothing}
        <button type="button" class="link" @click=${() => this.dispatch({ type: 'dialog', name: 'runText' })}>${words.earlier.text}</button>
        <button type="button" class="link" @click=${() => this.dispatch({ type: 'reset' })}>${words.earlier.over}</button></p>`
          : nothing
      }`;
  }

  _side() {
    const { state } = this;
    const badges: Partial<Record<PanelId, number>> = {
      agent: state.run?.pending.counts.agents ?? 0,
      inbox: openQuestions(state.run).length,
      problems: (state.analysis?.errors ?? 0) + (state.analysis?.warnings ?? 0),
    };
    const list = PANELS.map((id) => ({
      id,
      label: words.panels[id],
      badge: badges[id] ?? 0,
      ...(id === 'settings' ? { image: 'gear' } : {}),
    }));
    const shown = shownPanel(state);
    const panel = PANEL_VIEWS[shown];
    const name = words.panels[shown];
    // A narrow window has a list in place of the tabs.
    const { narrow } = state.shell;
    return html`<aside class="side" aria-label=${words.regions.panels} data-region="panels">
      ${
        narrow
          ? panelList({ list: list.filter(({ id }) => id !== 'agent'), shown, name, state, dispatch: this.dispatch })
          : tabs({
              label: words.regions.panels,
              tabs: list,
              chosen: shown,
              choose: (id) => this.dispatch({ type: 'panel', panel: id }),
              controls: 'panel',
            })
      }
      <div class="panel" id="panel" role=${narrow ? 'group' : 'tabpanel'} aria-label=${narrow ? name : nothing} aria-labelledby=${narrow ? nothing : `tab-${shown}`} tabindex="0"
        @scroll=${(e: any) => this._scrolled.set(this._panel, e.target.scrollTop)}><h2 class="hidden">${name}</h2>${panel(state, this.dispatch)}</div>
      ${splitter('side', state.shell, this.dispatch)}
    </aside>`;
  }

  _panes() {
    const { pane } = this.state;
    const icons = { code: 'code', diagram: 'diagram', run: 'play', panels: 'panels' };
    return html`<nav class="panes" aria-label=${words.regions.panes}>${PANES.map(
      (id) => html`
      <button type="button" aria-current=${id === pane ? 'page' : 'false'} @click=${() => this.dispatch({ type: 'pane', pane: id })}>${icon(icons[id])}<span>${words.panes[id]}</span></button>`,
    )}</nav>`;
  }
}

const starters = later(() => import('./starters.ts'));
/** Whether there is nothing to draw. */
const nothingDrawn = ({ phase, picture, analysis }: State) =>
  phase === 'ready' && (!picture || analysis?.outline.length === 0);

/**
 * Whether a state has to be drawn: not for colours alone, nor for a text that the editor has already. A state without any
 * difference is, because the code of a panel has come.
 */
function isDrawn(next: State, before: State, editor: TracklightEditor | null) {
  const changed = differences(next, before);
  const typed = () =>
    editor?.content.value === textOf(next.document, next.file) &&
    differences(next.document, before.document).every((key) => key === 'source' || key === 'files');
  return changed.length === 0 || changed.some((key) => key !== 'tokens' && !(key === 'document' && typed()));
}

const differences = <T extends object>(next: T, before: T) =>
  (Object.keys(next) as (keyof T)[]).filter((key) => next[key] !== before[key]);

/** Machines above this are not laid out by themselves. */
const LARGE = { nodes: 400, edges: 800 };

customElements.define('tracklight-app', TracklightApp);
