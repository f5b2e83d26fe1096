// @ts-check
// Boot: the page paints first with the source as plain text, then editor, drawing and engine arrive.

import { TracklightApp } from './app.js';
import { Address } from './address.js';
import { connect } from './engine/client.js';
import { Opening } from './actions/opening.js';
import { Filing } from './actions/filing.js';
import { Keeping } from './actions/keeping.js';
import { createDispatch } from './page.js';
import { Addressing } from './actions/addressing.js';
import { Acting } from './actions/acting.js';
import { Choosing } from './actions/choosing.js';
import { Documents } from './actions/documents.js';
import { History } from './actions/history.js';
import { Exporting } from './actions/exporting.js';
import { Valuing } from './actions/valuing.js';
import { Reaching } from './actions/reaching.js';
import { Running } from './actions/running.js';
import { noticeText } from './run/words.js';
import { StopKeeping } from './actions/stopping.js';
import { TipFacts } from './actions/tips.js';
import { Tracing } from './actions/tracing.js';
import { actLater } from './actions/later.js';
import { Listing } from './actions/listing.js';
import { Viewing } from './actions/viewing.js';
import { Drafts } from './storage/drafts.js';
import { openChannel } from './storage/channel.js';
import { Hold } from './storage/holds.js';
import { readSettings, writeSettings } from './storage/settings.js';
import { Store } from './store.js';
import { words } from './strings.js';
import { Shelling } from './actions/shelling.js';
import { listenToKeys } from './ui/keyboard.js';
import { Live } from './ui/live.js';
import { initialShell } from './ui/shell.js';
import { examples } from './examples.js';

/** Time that the first drawing gets to itself. */
const AHEAD_MS = 500;
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);
const dark = matchMedia('(prefers-color-scheme: dark)');
const phone = matchMedia('(max-width: 639.98px)');
/** A stage that has room for the essentials of a drawing. */
const small = matchMedia('(max-width: 499.98px)');

const app = document.querySelector('tracklight-app');
if (app instanceof TracklightApp) boot(app);

/** @param {TracklightApp} app */
function boot(app) {
  const store = new Store();
  const settings = readSettings();
  const theme = THEMES.find((name) => name === settings.theme) ?? 'auto';
  store.set({ examples, theme, hint: settings.hint !== false, shell: { ...initialShell(settings), narrow: phone.matches } });
  applyTheme(theme);
  dark.addEventListener('change', () => applyTheme(store.state.theme));

  const engine = connect();
  const running = new Running({ store, engine, compact: small.matches, visible: () => app.editor?.visible ?? null });
  const address = new Address();
  const opening = new Opening({ store, running, address, leave: () => keeping.flush(), whole: () => engine.whole(), kept: (id) => keeping.open(id), runs: { example: (slug, source) => keeping.example(slug, source), forgetExample: (slug) => keeping.forgetExample(slug) } });
  const drafts = Drafts.open();
  const editor = () => app.editor;
  const filing = new Filing({ store, engine, running, opening, editor });
  const keeping = new Keeping({
    store, whole: () => engine.whole(), drafts, hold: new Hold(navigator.locks), channel: openChannel(), mirror: (sources) => opening.mirror(sources),
  });
  const history = new History({ store, drafts, change: (sources) => opening.change(sources, true) });
  keeping.wrote = (id, document) => history.wrote(id, document);
  const documents = new Documents({ store, running, opening, keeping, history, drafts, save, reload: () => location.reload(), format: () => dispatch({ type: 'format' }) });
  const editing = import('./actions/editing.js').then(({ Editing }) => new Editing({ store, engine, running, opening, editor, show: (span) => dispatch({ type: 'jump', span, newest: true }) }));
  const acting = new Acting({
    store, engine, running,
    change: (source) => {
      history.keep('edit');
      opening.change({ ...store.state.document, source }, true);
    },
  });
  const addressing = new Addressing({
    store, engine, running, opening, address,
    load: () => import('./actions/sharing.js').then(({ Sharing }) => new Sharing({ store, engine, running, opening, save })),
  });
  const exporting = new Exporting({ store, engine, running, opening, document: async () => (await addressing.sharing())?.fileText(), save });
  const reaching = new Reaching(store, () => import('./actions/outside.js').then(({ Outside }) => new Outside({
    store, engine, running, host: app, open: (file) => exporting.open(file), theme: () => document.documentElement.dataset.theme ?? '',
  })));
  const shelling = new Shelling({ store, keep: writeSettings });
  const dispatch = shelling.noticing(createDispatch({
    store, running, opening, editing, filing, keeping, acting, exporting, save,
    others: [
      documents,
      addressing,
      new Choosing({ store, running, root: document.documentElement }),
      new Valuing({ store, engine, running, save }),
      actLater({ store, panels: /agent|inbox/, takes: /^(draft|addCall|send(Form|Json)|failRequest|answer(Text)?)$/, load: async () => new (await import('./actions/replying.js')).Replying({ store, running }) }),
      actLater({ store, panels: /agent/, takes: /^stub/, load: async () => new (await import('./actions/stubbing.js')).Stubbing({ store, engine, running }) }),
      actLater({ store, panels: /prompt/, takes: /^prompt/, load: async () => new (await import('./actions/prompting.js')).Prompting({ store, engine, running }) }),
      actLater({ store, panels: /graph/, takes: /^(graph|view[A-Z])/, load: async () => new (await import('./actions/graphing.js')).Graphing({ store, engine, running }) }),
      actLater({ store, panels: /sql/, takes: /^sql/, load: async () => new (await import('./actions/sql.js')).Querying({ store, engine, save }) }),
      new Viewing({ store, running, diagram: () => app.diagram }),
      new StopKeeping({ store, engine }),
      new Tracing({ store, engine, running }),
      new Listing({ store, save }),
      shelling,
      { act: ({ type }) => type === 'abandon' && engine.abandon() },
      reaching,
    ],
    // Another file is in the editor only after the page was rendered.
    showSource: (span, how) => void app.updateComplete.then(() => app.editor?.show(span, how)),
    applyTheme,
  }));
  const live = new Live((said) => store.set({ shell: { ...store.state.shell, said: said === store.state.shell.said ? `${said}\u00a0` : said } }), { now: () => performance.now(), after: (act, ms) => setTimeout(act, ms) });
  store.listen((state) => live.heard(state));
  app.dispatch = dispatch;
  app.teller = new TipFacts(store, engine);
  app.first = document.documentElement.dataset.first === 'none' ? null : app.querySelector('.first-picture');
  app.replaceChildren();
  store.listen((state) => {
    app.show(state);
    const title = state.analysis?.title ? `${state.analysis.title} · ${words.name}` : words.name;
    if (title !== document.title) document.title = title;
  });

  phone.addEventListener('change', () => dispatch({ type: 'narrow', narrow: phone.matches }));
  small.addEventListener('change', () => void running.setCompact(small.matches));
  // A text that cannot be kept is not dropped without a word.
  window.addEventListener('beforeunload', (event) => {
    void keeping.flush();
    if (keeping.unsafe) event.preventDefault();
  });
  window.addEventListener('pagehide', () => void keeping.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void keeping.flush();
  });
  window.addEventListener('hashchange', () => void opening.follow(location.hash));
  listenToKeys({ store, dispatch });

  // A dropped file is opened; a text dropped into the editor is its own matter.
  const holdsFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') === true;
  window.addEventListener('dragover', (event) => holdsFile(event) && event.preventDefault());
  window.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!holdsFile(event) || !file) return;
    event.preventDefault();
    event.stopPropagation();
    void exporting.take(file);
  }, { capture: true });

  engine.onNotice((notice) => {
    if (notice.code === 'engine-load') store.set({ phase: 'failed', failure: notice.text });
    else {
      const told = { kind: notice.code === 'engine-back' ? /** @type {const} */ ('info') : /** @type {const} */ ('warning'), text: notice.text };
      store.notify(told);
      if (notice.code === 'engine-slow' || notice.code === 'engine-stopped') {
        const open = (/** @type {string} */ text) => store.state.notices.some((one) => one.text === text);
        void import('./actions/failing.js').then(({ actsOn }) => open(told.text) && store.notify({ ...told, acts: actsOn(notice, store.state.version, engine.losses()) }), () => {});
      }
    }
    // Once it answers again, nobody waits for it.
    if (notice.code !== 'engine-slow') store.set({ notices: store.state.notices.filter((one) => one.text !== noticeText('engine-slow')) });
  });
  engine.version().then(
    ({ core, rules }) => store.set({ phase: 'ready', version: words.core(core, rules), rules }),
    (error) => store.set({ phase: 'failed', failure: error instanceof Error ? error.message : String(error) }),
  );
  const src = new URLSearchParams(location.search).get('src');
  void opening.begin(location.hash, () => keeping.last()).then(() => src && !location.hash && dispatch({ type: 'outsideSource', address: src }));
  // What is likely to be wanted next comes when the first drawing stands: before that it would only be in the way.
  const drawn = store.listen(({ picture }) => {
    if (!picture) return;
    drawn();
    setTimeout(() => void Promise.all([import('./panels/field-edit.js'), import('./panels/selection.js'), import('./panels/problems.js'), import('./panels/outline.js'), import('./panels/agent.js')]).catch(() => {}), AHEAD_MS);
  });
  void import('./diagram/diagram.js');
  void Promise.all([editing, import('./editor/editor.js')]).then(([assistant]) => {
    app.assistant = assistant;
    app.editing = true;
  });
}

/** @param {'auto' | 'light' | 'dark'} theme */
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
}

/** Hands a file to the visitor, as a download. @param {string} name @param {string | Blob} content */
function save(name, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name.split('/').at(-1) ?? name;
  link.click();
  URL.revokeObjectURL(address);
}
