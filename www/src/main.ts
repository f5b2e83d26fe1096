// Boot: the page paints first with the source as plain text, then editor, drawing and engine arrive.

import './diagram/page-layouts.ts';
import { TracklightApp } from './app/app.ts';
import { Address } from './link/address.ts';
import { connect } from './core/client.ts';
import { DocumentOpener } from './document/document-opener.ts';
import { FilesController } from './features/files/controller.ts';
import { Autosave } from './document/autosave.ts';
import { dispatcher, pageHandlers } from './app/actions.ts';
import { AddressBar } from './features/share/address-bar.ts';
import { BranchesController } from './features/branches/controller.ts';
import { SettingsController } from './features/settings/controller.ts';
import { DocumentsController } from './features/documents/controller.ts';
import { VersionHistory } from './features/documents/versions.ts';
import { ExportController } from './features/export/controller.ts';
import { RemoteConnection } from './features/remote/connection.ts';
import { DocumentRun } from './document/document-run.ts';
import { noticeText } from './run/engine-strings.ts';
import { shellStrings } from './app/strings.ts';
import { BreakpointsController } from './features/breakpoints/controller.ts';
import { FoldingController, actions as foldingActions } from './drawing/folding.ts';
import { whyNotEditable } from './store/editable.ts';
import { DrawingTips } from './drawing/tips.ts';
import { TimelineController } from './features/timeline/controller.ts';
import { late, lateHandlers } from './store/late.ts';
import { handlersOf, type Handlers } from './store/handlers.ts';
import type { Actions } from './store/state.ts';
import { initialState } from './app/state.ts';
import { ViewportController, actions as viewportActions } from './drawing/viewport.ts';
import { localBackups } from './storage/backup.ts';
import { Drafts } from './storage/drafts.ts';
import { openChannel } from './storage/channel.ts';
import { openTabLocks } from './storage/channel-locks.ts';
import { readSettings, writeSettings } from './storage/settings.ts';
import { panelHandlers } from './features/panels.ts';
import { isPanel } from './store/panels.ts';
import { Store } from './store/store.ts';
import { ShellController } from './app/shell-controller.ts';
import { download } from './ui/download.ts';
import { pickFile } from './ui/pick-file.ts';
import { listenToKeys } from './app/keyboard.ts';
import { LiveRegion } from './app/live-region.ts';
import { loadHandlers } from './app/load-notices.ts';
import { reportUncaught } from './app/uncaught.ts';
import { load, loader, tryLoad } from './load/load.ts';
import { actions as shellActions, initialShell, withPanelOpen } from './store/shell.ts';
import { examples } from './document/example-list.ts';
import { actions as branchesActions } from './features/branches/index.ts';
import { actions as documentsActions } from './features/documents/index.ts';
import { actions as shareActions } from './features/share/index.ts';
import { actions as breakpointsActions } from './features/breakpoints/index.ts';
import { actions as timelineActions } from './features/timeline/index.ts';
import { actions as galleryActions, initialGallery, showsMachines } from './features/examples/index.ts';
import { actions as remoteActions } from './features/remote/index.ts';
import { actions as drawActions } from './features/draw/index.ts';
import { actions as importActions } from './features/import/index.ts';
import { actions as helpActions } from './features/help/index.ts';
import { HelpController } from './features/help/controller.ts';
import { actions as settingsActions } from './features/settings/index.ts';
import { RealTime, WALL_CLOCK } from './document/real-time.ts';
import { replies as agentReplies } from './features/agent/index.ts';
import { answers as inboxAnswers } from './features/inbox/index.ts';

/** Time that the first drawing gets to itself. */
const PRELOAD_DELAY_MS = 500;
const PANES = ['code', 'diagram', 'run', 'panels'] as const;
/** Files that can be imported. */
const FOREIGN_FILES = '.mmd,.mermaid,.md,.json,.js,.mjs,.ts,.mts,.scxml,.xml,.dot,.gv,.asl,.txt';
const THEMES = ['auto', 'light', 'dark'] as const;
const dark = matchMedia('(prefers-color-scheme: dark)');
const phone = matchMedia('(max-width: 639.98px)');
/** A window that has a strip for the panels. */
const wide = matchMedia('(min-width: 1200px)');
const width = () => ({ narrow: phone.matches, wide: wide.matches });
/** A stage that has room for the essentials of a drawing. */
const small = matchMedia('(max-width: 499.98px)');

const app = document.querySelector('tracklight-app');
if (app instanceof TracklightApp) boot(app);

/** Puts the parts together for an element of the page. */
export function boot(app: TracklightApp) {
  const store = new Store(initialState());
  reportUncaught(store);
  const settings = readSettings();
  const theme = THEMES.find((name) => name === settings.theme) ?? 'auto';
  store.set({
    examples,
    theme,
    hint: settings.hint !== false,
    // Who came for an example, or for the first time, sees the diagram; a link with a run leads there too.
    pane:
      settings.hint !== false || location.hash.startsWith('#example=')
        ? 'diagram'
        : (PANES.find((name) => name === settings.pane) ?? 'code'),
    shell: withPanelOpen({ ...initialShell(settings), ...width() }, settings.panelOpen === true),
  });
  applyTheme(theme);
  dark.addEventListener('change', () => applyTheme(store.state.theme));

  const engine = connect(noticeText);
  const running = new DocumentRun({
    store,
    engine,
    compact: small.matches,
    visible: () => app.editor?.visible ?? null,
    announcedDiagnostics: () => app.editor,
  });
  const address = new Address();
  const drafts = Drafts.open((problem) => autosave.onStorageProblem(problem));
  const autosave = new Autosave({
    store,
    getRunRecord: () => engine.runRecord(),
    storage: drafts,
    backups: localBackups,
    locks: openTabLocks(),
    channel: openChannel(),
    showForeignTexts: (sources) => opening.showForeignTexts(sources),
    onDraftSaved: (id, document) => history.onDraftSaved(id, document),
  });
  const opening = new DocumentOpener({
    store,
    documentRun: running,
    address,
    getRunRecord: () => engine.runRecord(),
    autosave,
  });
  const editor = () => app.editor;
  const files = new FilesController({ store, engine, running, opening, editor });
  const history = new VersionHistory({
    store,
    drafts,
    changeSources: (sources) => opening.changeSources(sources, true),
  });
  const documents = new DocumentsController({
    store,
    running,
    opening,
    autosave,
    history,
    drafts,
    save,
    reload: () => location.reload(),
    format: () => assistant.then((editor) => editor.format()),
  });
  const assistant = load(() => import('./document/assistant.ts')).then(
    ({ EditorAssistant }) =>
      new EditorAssistant({
        store,
        engine,
        running,
        opening,
        editor,
        showFile: (path) => {
          files.show(path);
          return app.updateComplete;
        },
        onMoved: (moved) => {
          breakpoints.follow(moved);
          folding.follow(moved);
        },
        show: (span) => dispatch({ type: 'jump', span, newest: true }),
        convert: () => dispatch({ type: 'convertText' }),
      }),
  );
  const branches = new BranchesController({
    store,
    engine,
    running,
    changeSource: (source) => {
      history.keep('edit');
      opening.changeSources({ ...store.state.document, source }, true);
    },
    showContexts: () => dispatch({ type: 'panel', panel: 'contexts' }),
  });
  const addressBar = new AddressBar({
    store,
    engine,
    running,
    opening,
    address,
    autosave,
    load: () =>
      load(() => import('./features/share/controller.ts')).then(
        ({ ShareController }) => new ShareController({ store, engine, running, opening, save }),
      ),
  });
  const exports = new ExportController({
    store,
    engine,
    running,
    opening,
    document: async () => (await addressBar.sharing())?.fileText(),
    save,
  });
  const remote = new RemoteConnection(store, () =>
    load(() => import('./features/remote/controller.ts')).then(
      ({ RemoteController }) =>
        new RemoteController({
          store,
          engine,
          running,
          host: app,
          open: (file) => exports.open(file),
          theme: () => document.documentElement.dataset.theme ?? '',
        }),
    ),
  );
  const imports = late(store, async () => {
    const [{ ImportController }, { Converter }, { thumbnail }] = await Promise.all([
      load(() => import('./features/import/controller.ts')),
      load(() => import('./features/import/converter.ts')),
      load(() => import('./diagram/picture-file.ts')),
    ]);
    return new ImportController({
      store,
      engine,
      opening,
      converter: new Converter(),
      replaceText: async (text) => (await assistant).replaceText(text),
      focusEditor: () => app.editor?.focus(),
      chooseFile: async () => {
        const file = await pickFile(FOREIGN_FILES);
        return file && { name: file.name, text: await file.text() };
      },
      draw: thumbnail,
    });
  });
  const shell = new ShellController({ store, saveSettings: writeSettings });
  new RealTime({ store, running, clock: WALL_CLOCK });
  const settingsController = new SettingsController({ store, running, root: document.documentElement });
  const viewport = new ViewportController({ store, running, diagram: () => app.diagram });
  const folding = new FoldingController(store, running);
  const breakpoints = new BreakpointsController({ store, engine });
  const timeline = new TimelineController({ store, engine, running });
  const help = new HelpController({ store, engine });
  // With the first gesture: pointing at an element is one, and so is a focus in the drawing.
  const gestures = late(store, async () => {
    const { DrawController } = await load(() => import('./features/draw/controller.ts'));
    await app.updateComplete;
    const { diagram } = app;
    if (!diagram) throw new Error(shellStrings.noDrawing);
    return new DrawController({
      store,
      engine,
      running,
      assistant,
      diagram,
      rendered: () => app.updateComplete,
      dispatch: (action) => dispatch(action),
    });
  });
  const beginGestures = ({ target }: Event) => {
    if (target !== app.diagram || whyNotEditable(store.state) !== '') return;
    for (const name of ['pointermove', 'focusin']) app.removeEventListener(name, beginGestures);
    void gestures.want();
  };
  for (const name of ['pointermove', 'focusin']) app.addEventListener(name, beginGestures);
  const replies = lateHandlers({
    store,
    panels: ['agent', 'inbox'],
    actions: [...agentReplies, ...inboxAnswers],
    load: async () => new (await load(() => import('./document/replies.ts'))).Replies({ store, running }),
  });
  const handlers: Handlers<keyof Actions> = {
    ...pageHandlers({
      store,
      running,
      opening,
      assistant,
      files,
      autosave,
      exports,
      save,
      // Another file is in the editor only after the page was rendered.
      showSource: (span, how, problem) => void app.updateComplete.then(() => app.editor?.show(span, how, problem)),
      // The drawing moves once it is shown and has heard what is selected.
      showInDrawing: (id) =>
        void app.updateComplete.then(() => app.diagram?.updateComplete).then(() => app.diagram?.show(id)),
      applyTheme,
      redraw: () => app.requestUpdate(),
      dispatch: (action) => dispatch(action),
    }),
    ...handlersOf(branchesActions, (action) => branches.act(action)),
    ...handlersOf(documentsActions, (action) => documents.act(action)),
    ...handlersOf(shareActions, (action) => addressBar.act(action)),
    ...handlersOf(settingsActions, (action) => settingsController.act(action)),
    ...handlersOf(viewportActions, (action) => viewport.act(action)),
    ...handlersOf(foldingActions, (action) => folding.act(action)),
    ...handlersOf(breakpointsActions, (action) => breakpoints.act(action)),
    ...handlersOf(timelineActions, (action) => timeline.act(action)),
    ...handlersOf(importActions, (action) => void imports.want().then((part) => part?.act(action))),
    ...handlersOf(drawActions, (action) => void gestures.want().then((part) => part?.act(action))),
    ...handlersOf(helpActions, (action) => help.act(action)),
    ...handlersOf(galleryActions, ({ type: _, ...part }) =>
      store.set({ gallery: { ...store.state.gallery, ...part } }),
    ),
    ...handlersOf(shellActions, (action) => shell.act(action)),
    ...handlersOf(remoteActions, (action) => remote.act(action)),
    ...replies,
    ...panelHandlers({
      store,
      engine,
      running,
      opening,
      save,
      setStartValue: async (...field) => (await gestures.want())?.setStartValue(...field) ?? null,
      dispatch: (action) => dispatch(action),
    }),
    view(action) {
      viewport.act(action);
      shell.show('diagram');
    },
    abandon: () => engine.abandon(),
    ...loadHandlers({ store, loader, save: () => autosave.flush() }),
  };
  const dispatch = shell.noticing(
    dispatcher(
      handlers,
      [documents, remote, opening].map((part) => (action) => part.onAction(action)),
    ),
  );
  new LiveRegion(store, (message) =>
    store.set({
      shell: { ...store.state.shell, liveText: message === store.state.shell.liveText ? `${message}\u00a0` : message },
    }),
  );
  // What a panel needs comes when it is shown, so it is shown when all that hear of it are there.
  const { shell: shown } = store.state;
  if (isPanel(store.state, settings.panel) && (!shown.wide || shown.panelOpen)) store.set({ panel: settings.panel });
  store.watch(
    ({ panel }) => panel,
    (panel) => writeSettings({ panel }),
  );
  store.watch(
    ({ shell }) => shell.list,
    (list) => writeSettings({ list }),
  );
  store.watch(
    ({ pane }) => pane,
    (pane) => writeSettings({ pane }),
  );
  // The dialog that opens a machine begins with its examples, unless it is asked for something else.
  store.watch(
    ({ shell }) => shell.dialog,
    (dialog) => dialog === null && store.set({ gallery: initialGallery() }),
  );
  const pictures = late(store, async () => {
    const [{ MachinePictures }, { thumbnail }] = await Promise.all([
      load(() => import('./features/examples/machine-pictures.ts')),
      load(() => import('./diagram/picture-file.ts')),
    ]);
    return new MachinePictures({ store, engine, drafts, draw: thumbnail });
  });
  store.watch(
    (state) => showsMachines(state) && state.keptDrafts,
    (list) => list && void pictures.want().then((machinePictures) => machinePictures?.show()),
  );
  app.dispatch = dispatch;
  app.tipProvider = new DrawingTips(store, engine);
  app.first = document.documentElement.dataset.first === 'none' ? null : app.querySelector('.first-picture');
  app.replaceChildren();
  store.listen((state) => {
    app.show(state);
    const title = state.run.analysis?.title ? `${state.run.analysis.title} · ${shellStrings.name}` : shellStrings.name;
    if (title !== document.title) document.title = title;
  });

  for (const query of [phone, wide]) query.addEventListener('change', () => dispatch({ type: 'width', ...width() }));
  small.addEventListener('change', () => void running.setCompact(small.matches));
  // A text that cannot be kept is not dropped without a word.
  window.addEventListener('beforeunload', (event) => {
    autosave.saveBeforeUnload();
    if (autosave.hasUnsavedWork) event.preventDefault();
  });
  window.addEventListener('pagehide', () => autosave.saveBeforeUnload());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') autosave.saveBeforeUnload();
  });
  window.addEventListener('hashchange', () => void opening.onAddressChange(location.hash));
  listenToKeys({ store, dispatch });
  window.addEventListener('online', () => loader.isWaiting && dispatch({ type: 'loadAgain' }));
  app.addEventListener('diagram-failed', () => void loader.checkVersion());

  // A dropped file is opened; a text dropped into the editor is its own matter.
  const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  window.addEventListener('dragover', (event) => holdsFile(event) && event.preventDefault());
  window.addEventListener(
    'drop',
    (event) => {
      const file = event.dataTransfer?.files[0];
      if (!holdsFile(event) || !file) return;
      event.preventDefault();
      event.stopPropagation();
      if (store.state.shell.dialog === 'import')
        void file.text().then((text) => dispatch({ type: 'importText', text, file: file.name }));
      else void exports.take(file);
    },
    { capture: true },
  );

  engine.onNotice((notice) => {
    if (notice.code === 'engine-load' || notice.code === 'engine-part') void loader.checkVersion();
    if (notice.code === 'engine-load') store.set({ phase: 'failed', failure: notice.text });
    else {
      const shown = {
        kind: notice.code === 'engine-back' ? ('info' as const) : ('warning' as const),
        text: notice.text,
      };
      store.notify(shown);
      if (notice.code === 'engine-slow' || notice.code === 'engine-stopped') {
        const open = (text: string) => store.state.notices.some((notice) => notice.text === text);
        void load(() => import('./app/failure.ts')).then(
          ({ actsOn }) =>
            open(shown.text) && store.notify({ ...shown, acts: actsOn(notice, store.state.version, engine.losses()) }),
        );
      }
    }
    // Once it answers again, nobody waits for it.
    if (notice.code !== 'engine-slow')
      store.set({ notices: store.state.notices.filter((notice) => notice.text !== noticeText('engine-slow')) });
  });
  engine.version().then(
    ({ core, rules }) => store.set({ phase: 'ready', version: shellStrings.core(core, rules), rules }),
    (error) => store.set({ phase: 'failed', failure: error instanceof Error ? error.message : String(error) }),
  );
  const src = new URLSearchParams(location.search).get('src');
  void opening
    .openFirst(location.hash, () => autosave.openLastDraft())
    .then(() => src && !location.hash && dispatch({ type: 'openAddress', address: src }));
  // What is likely to be wanted next comes when the first drawing stands: before that it would only be in the way.
  const drawn = store.listen(({ picture }) => {
    if (!picture) return;
    drawn();
    setTimeout(
      () =>
        void Promise.all([
          tryLoad(() => import('./features/contexts/field-edit.ts')),
          tryLoad(() => import('./features/selection/panel.ts')),
          tryLoad(() => import('./features/problems/panel.ts')),
          tryLoad(() => import('./features/outline/panel.ts')),
          tryLoad(() => import('./features/agent/panel.ts')),
        ])
          .catch(() => {})
          .then(() => whenIdle(() => engine.keepSpare())),
      PRELOAD_DELAY_MS,
    );
  });
  void load(() => import('./diagram/with-map.ts')).then(({ Minimap }) => {
    app.minimap = new Minimap();
  });
  void Promise.all([assistant, load(() => import('./editor/editor.ts'))]).then(([assistant]) => {
    app.assistant = assistant;
    app.editing = true;
  });
}

/** @param act what may wait; Safari has no name for it */
function whenIdle(act: () => void) {
  (globalThis.requestIdleCallback ?? setTimeout)(act);
}

function applyTheme(theme: 'auto' | 'light' | 'dark') {
  document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
}

function save(name: string, content: string | Blob) {
  download(
    name.split('/').at(-1) ?? name,
    content instanceof Blob ? content : new Blob([content], { type: 'text/plain' }),
  );
}
