// @ts-check
// Where documents come from and how they leave: links, examples, the start example; the share link.
// A link never touches what the visitor has; what it replaces on screen can be brought back.

import { START, exampleSource, startSource } from '../examples.js';
import { readLink, readOpened } from '../address.js';
import { readFile } from '../link/file.js';
import { LinkError } from '../link/error.js';
import { documentOf, fragmentOf } from '../link/share.js';
import { shownOf } from '../link/view.js';
import { ENTRY, sameSources, textOf } from '../engine/sources.js';
import { withText } from '../files.js';
import { sourcesOf } from '../run/record.js';
import { words } from '../strings.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {import('../engine/types.d.ts').Sources} Sources */
/** @typedef {{ sources: Sources, slug: string | null, record: import('../engine/types.d.ts').SessionRecord | null, at?: import('../storage/drafts.js').At | null, stops?: State['stops'], draft?: string | null, locked?: boolean,
 *   list?: import('../run/types.d.ts').RunList, view?: import('../link/types.d.ts').LinkDocument['u'], rules?: number | null }} Opened `rules`: the version its run was made with */
/** @typedef {Opened & { edited: boolean, saved: boolean }} Left a document as it was left; `saved`: its draft is the same */

export class Opening {
  #store;
  #running;
  #leave;
  #whole;
  #kept;
  #lastId = 0;
  #address;

  /**
   * @param {object} parts
   * @param {import('../store.js').Store} parts.store
   * @param {import('./running.js').Running} parts.running
   * @param {import('../address.js').Address} parts.address
   * @param {() => Promise<void>} parts.leave keeps the document that another one takes the place of
   * @param {import('../engine/types.d.ts').Engine['whole']} parts.whole the present run
   * @param {(draft: string) => Promise<Opened | null>} parts.kept a draft
   */
  constructor({ store, running, address, leave, whole, kept }) {
    this.#address = address;
    this.#leave = leave;
    this.#whole = whole;
    this.#kept = kept;
    this.#store = store;
    this.#running = running;
  }

  /** Whether the visitor has opened nothing yet. */
  get untouched() {
    return this.#lastId <= 1;
  }

  /**
   * The first document: what this tab had when it was loaded again, the link in the address, what was kept last, or the
   * start example.
   * @param {string} hash @param {() => Promise<Opened | null>} last
   */
  async begin(hash, last) {
    const own = this.#address.draftOf(hash);
    const again = own === null ? null : await this.#kept(own);
    const opened = again ?? (await this.#read(hash)) ?? (hash.replace(/^#/, '') === '' ? await last() : null);
    await this.#open(opened ?? { sources: alone(startSource), slug: START, record: null });
  }

  /** The address changed under the page. @param {string} hash */
  async follow(hash) {
    if (this.#address.isOwn(hash)) return;
    const opened = await this.#read(hash);
    if (opened) await this.#replace(opened);
  }

  /** @param {Opened | null} opened what was kept */
  async draft(opened) {
    if (opened) await this.#replace(opened);
  }

  /** @param {string} slug */
  async example(slug) {
    const source = await exampleSource(slug);
    if (source === null) this.#store.notify({ kind: 'error', text: words.examples.failed(slug) });
    else await this.#replace({ sources: alone(source), slug, record: null });
  }

  /** Texts from elsewhere, with a run or without. @param {Sources} sources @param {Opened['record']} record @param {number | null} [rules] */
  async sources(sources, record, rules = null) {
    await this.#replace({ sources, slug: null, record, rules });
  }

  /** A saved run, with its texts, as another document. @param {string} text @param {boolean} force */
  async saved(text, force) {
    const before = await this.#left();
    const answer = await this.#running.resume(text, force);
    if (!answer?.ok) return answer;
    const { source, files, entry } = answer.snapshot;
    this.#aside(before, answer.snapshot);
    this.#begin({ source, files, entry }, null, null);
    this.#ready();
    this.#running.shown();
    return answer;
  }

  /** A file has another text. @param {string} file @param {string} text @param {boolean} whole a change that is complete, like a paste */
  edited(file, text, whole) {
    const { document } = this.#store.state;
    const before = textOf(document, file);
    if (before === null || before === text) return;
    this.change(withText(document, file, text), whole);
  }

  /** The document has other texts. @param {Sources} sources @param {boolean} whole */
  change(sources, whole) {
    const { document, file } = this.#store.state;
    if (document.locked) return;
    const shown = textOf(sources, file) === null ? sources.entry : file;
    this.#store.set({ document: { ...document, ...sources, edited: true }, file: shown });
    this.#running.edited(whole);
  }

  /** The texts that another tab wrote of the shown document. @param {Sources} sources */
  mirror({ source, files, entry }) {
    const { document, file } = this.#store.state;
    if (sameSources(document, { source, files, entry })) return;
    this.#store.set({ document: { ...document, source, files, entry }, file: textOf({ source, files, entry }, file) === null ? entry : file });
    this.#running.edited(true);
  }

  /** Brings back the document that the last opening replaced, with its run: as it was kept, else as it was left. */
  async bringBack() {
    const { replaced } = this.#store.state;
    if (!replaced) return;
    this.#store.set({ replaced: null, notices: this.#store.state.notices.filter((n) => n.action !== 'bringBack') });
    await this.#leave();
    // Another tab may have it now, or may have written it since.
    const kept = replaced.draft ? await this.#kept(replaced.draft) : null;
    const id = await this.#replace(kept && (kept.locked || replaced.saved) ? { ...kept, list: replaced.list } : replaced);
    const { document } = this.#store.state;
    if (document.id === id && !document.locked) this.#store.set({ document: { ...document, edited: true } });
  }

  /** What was pasted as a link. @param {string} hash @returns {Promise<string>} what is wrong with it; '' when it was opened */
  async link(hash) {
    const read = await readLink(hash);
    if (read.kind === 'none') return words.link.paste;
    if (read.kind === 'error') return `${read.message} (${read.code})`;
    const opened = await this.#opened(read);
    if (opened === null) return words.examples.unknown(read.kind === 'example' ? read.slug : '');
    if (!(read.kind === 'document' && read.legacy)) this.#address.write(hash, null, this.#lastId + 1);
    await this.#replace(opened);
    return '';
  }

  /** A document from a file. @param {string} text @returns {Promise<string>} what is wrong with it */
  async document(text) {
    try {
      const { document, ignored, entry } = readFile(text);
      const opened = await this.#opened(readOpened(document, ignored, false, entry));
      if (opened) await this.#replace(opened);
      return '';
    } catch (error) {
      if (error instanceof LinkError) return error.message;
      throw error;
    }
  }

  /** @param {string} hash @returns {Promise<Opened | null>} */
  async #read(hash) {
    const read = await readLink(hash);
    if (read.kind === 'none') return null;
    if (read.kind === 'error') {
      this.#store.notify({ kind: 'error', text: `${read.message} ${words.link.kept}`, detail: `${read.code} ${hash.slice(0, 200)}${hash.length > 200 ? '…' : ''}`, action: 'copyText', link: hash });
      return null;
    }
    const opened = await this.#opened(read);
    if (opened === null && read.kind === 'example') {
      this.#store.notify({ kind: 'error', text: words.examples.unknown(read.slug), detail: 'link-example' });
      this.#store.set({ panel: 'examples', drawer: true });
    } else if (read.kind === 'document') {
      const acts = [{ label: words.documents.keepCopy, action: { type: /** @type {const} */ ('keepCopy') } }];
      this.#store.notify({ kind: 'info', text: read.legacy ? words.link.legacy : words.link.opened, acts });
    }
    return opened;
  }

  /** @param {Extract<import('../address.js').Read, { kind: 'example' | 'document' }>} read @returns {Promise<Opened | null>} null for an unknown example */
  async #opened(read) {
    if (read.kind === 'example') {
      const source = await exampleSource(read.slug);
      if (source === null) return null;
      const record = read.tick ? { s: source, r: { l: [] }, t: [], k: read.tick } : null;
      return { sources: alone(source), slug: read.slug, record };
    }
    const { sources, record, view, rules } = read;
    // What was wrong with another link is no longer of interest.
    this.#store.set({ notices: this.#store.state.notices.filter((notice) => notice.action !== 'copyText') });
    if (read.ignored.length > 0) this.#store.notify({ kind: 'warning', text: words.link.ignored(read.ignored.map((name) => `\`${name}\``)) });
    if (read.legacy) {
      const done = await fragmentOf(documentOf(sources, null, null, 0));
      if ('fragment' in done) this.#address.write(done.fragment, null, this.#lastId + 1);
    }
    return { sources, slug: null, record, view, rules };
  }

  /** @param {Opened} opened */
  async #replace(opened) {
    this.#aside(await this.#left(), opened.sources);
    return this.#open(opened);
  }

  /** The present document, once it is kept. @returns {Promise<Left>} */
  async #left() {
    await this.#leave();
    const { document, stops, kept, runs, runNumber } = this.#store.state;
    const { source, files, entry, slug, draft, edited, ready } = document;
    const whole = ready ? this.#whole() : null;
    return { sources: { source, files, entry }, slug, draft, edited, record: whole?.record ?? null, at: whole?.at ?? null, stops, list: { runs, runNumber }, saved: kept === 'saved' };
  }

  /** What is replaced can be brought back. @param {Left} left @param {Sources} by */
  #aside(left, by) {
    if (!left.edited || sameSources(left.sources, by)) return;
    this.#store.set({ replaced: left });
    this.#store.notify({ kind: 'info', text: words.document.replaced, action: 'bringBack' });
  }

  /** @param {Opened} opened */
  async #open({ sources: { source, files, entry }, slug, record, at = null, stops = [], draft = null, locked = false, list, view, rules = null }) {
    await this.#leave();
    const id = this.#begin({ source, files, entry }, slug, draft, locked);
    const coming = this.#running.open(record, at, list);
    // Before the run stands: the visitor may set others meanwhile.
    if (stops.length > 0) this.#store.set({ stops });
    const { refusal, stopped } = await coming;
    const { state } = this.#store;
    const { document, run } = state;
    if (id !== document.id) return id;
    // The run may have applied an edit of its machine: the text of a link goes on from there.
    if (draft === null && record && run && sameSources(sourcesOf(record), { source, files, entry }) && sameSources({ source, files, entry }, document) && !sameSources(run, document)) {
      this.#store.set({ document: { ...document, source: run.source } });
      this.#running.edited(true);
    }
    this.#ready();
    if (refusal) this.#store.notify({ kind: 'warning', text: words.link.replay(refusal.message), detail: 'link-replay' });
    if (stopped) this.#store.notify({ kind: 'info', text: words.link.stopped(String(state.run?.position.tick ?? 0)) });
    if (record && rules !== null && state.rules !== 0 && rules !== state.rules) this.#store.notify({ kind: 'warning', text: words.link.rules(rules, state.rules) });
    if (view) this.#look(view);
    return id;
  }

  /** What the page shows, as a link says it. @param {NonNullable<Opened['view']>} view */
  #look(view) {
    const { state } = this.#store;
    const { layout = state.shell.layout, direction = state.settings.direction, stops = [], ...shown } = shownOf(view, state.run?.view ?? null, (panel) => Object.hasOwn(words.panels, panel));
    const pane = /** @type {const} */ (['code', 'diagram', 'run']).find((one) => one === layout);
    this.#store.set({ ...shown, stops, settings: { ...state.settings, direction: /** @type {typeof state.settings.direction} */ (direction) }, shell: { ...state.shell, layout: /** @type {typeof state.shell.layout} */ (layout) }, ...(pane === undefined ? {} : { pane }) });
  }

  /** The run of the document stands. */
  #ready() {
    this.#store.set({ document: { ...this.#store.state.document, ready: true } });
  }

  /** @param {Sources} sources @param {string | null} slug @param {string | null} draft */
  #begin({ source, files, entry }, slug, draft, locked = false) {
    this.#lastId += 1;
    this.#store.set({ document: { id: this.#lastId, source, files, entry, slug, edited: false, draft, locked, opened: { source, files, entry } }, ...(this.#store.state.kept === 'none' ? {} : { kept: locked ? /** @type {const} */ ('locked') : draft ? /** @type {const} */ ('saved') : /** @type {const} */ ('untouched') }), file: entry, aside: null, naming: null });
    return this.#lastId;
  }
}

/** A machine of one file. @param {string} source @returns {Sources} */
function alone(source) {
  return { source, files: {}, entry: ENTRY };
}
