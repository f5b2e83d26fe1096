// @ts-check
// Where documents come from and how they leave: links, examples, the start example; the share link.
// A link never touches what the visitor has; what it replaces on screen can be brought back.

import { START, exampleSource, startSource } from '../examples.js';
import { linkOf, readLink } from '../address.js';
import { ENTRY, sameSources, textOf } from '../engine/sources.js';
import { withText } from '../files.js';
import { words } from '../strings.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {import('../engine/types.d.ts').Sources} Sources */
/** @typedef {{ sources: Sources, slug: string | null, record: import('../engine/types.d.ts').SessionRecord | null, at?: import('../storage/drafts.js').At | null, draft?: string | null, locked?: boolean }} Opened */

export class Opening {
  #store;
  #running;
  #leave;
  #lastId = 0;
  /** The fragment this page wrote itself. */ #own = '';

  /** @param {{ store: import('../store.js').Store, running: import('./running.js').Running, leave: () => Promise<void> }} parts `leave` keeps the document that another one takes the place of */
  constructor({ store, running, leave }) {
    this.#leave = leave;
    this.#store = store;
    this.#running = running;
  }

  /** The first document: the link in the address, else what was kept last, else the start example. @param {string} hash @param {() => Promise<Opened | null>} last */
  async begin(hash, last) {
    const opened = (await this.#read(hash)) ?? (hash.replace(/^#/, '') === '' ? await last() : null);
    await this.#open(opened ?? { sources: alone(startSource), slug: START, record: null });
  }

  /** The address changed under the page. @param {string} hash */
  async follow(hash) {
    if (hash === this.#own) return;
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

  /** Texts from elsewhere, with a run or without. @param {Sources} sources @param {Opened['record']} record */
  async sources(sources, record) {
    await this.#replace({ sources, slug: null, record });
  }

  /** A saved run, with its texts, as another document. @param {string} text @param {boolean} force */
  async saved(text, force) {
    await this.#leave();
    const before = this.#store.state.document;
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

  /** Brings back the document that the last opening replaced. */
  async bringBack() {
    const { replaced } = this.#store.state;
    if (!replaced) return;
    this.#store.set({ replaced: null, notices: this.#store.state.notices.filter((n) => n.action !== 'bringBack') });
    await this.#open({ sources: replaced, slug: replaced.slug, record: null, draft: replaced.draft });
    this.#store.set({ document: { ...this.#store.state.document, edited: true } });
  }

  async share() {
    const link = await linkOf(this.#store.state.document);
    if (link === null) {
      this.#store.set({ share: { link: '', copied: false, error: words.share.tooBig } });
      return;
    }
    this.#store.set({ share: { link: `${location.href.replace(/#.*$/s, '')}${link}`, copied: false, error: '' }, hint: false });
    await this.copy();
  }

  async copy() {
    const { share } = this.#store.state;
    if (!share || share.error) return;
    const copied = await navigator.clipboard.writeText(share.link).then(() => true, () => false);
    this.#store.set({ share: { ...share, copied, error: '' }, live: copied ? words.share.copied : words.share.blocked });
  }

  /** @param {string} hash @returns {Promise<Opened | null>} */
  async #read(hash) {
    const read = await readLink(hash);
    switch (read.kind) {
      default:
        return null;
      case 'example': {
        const source = await exampleSource(read.slug);
        if (source !== null) return { sources: alone(source), slug: read.slug, record: null };
        this.#store.notify({ kind: 'error', text: words.examples.unknown(read.slug) });
        this.#store.set({ panel: 'examples', drawer: true });
        return null;
      }
      case 'error':
        this.#store.notify({ kind: 'error', text: `${read.message} ${words.link.kept}`, detail: `${read.code} ${hash.slice(0, 400)}` });
        return null;
      case 'document': {
        this.#store.notify({ kind: 'info', text: read.legacy ? words.link.legacy : words.link.opened, acts: [{ label: words.documents.keepCopy, action: { type: 'keepCopy' } }] });
        if (read.ignored.length > 0) this.#store.notify({ kind: 'warning', text: words.link.ignored(read.ignored) });
        if (read.legacy) await this.#address(read.sources);
        return { sources: read.sources, slug: null, record: read.record };
      }
    }
  }

  /** @param {Sources} sources */
  async #address(sources) {
    const link = await linkOf(sources);
    if (link === null) return;
    this.#own = link;
    history.replaceState(null, '', link);
  }

  /** @param {Opened} opened */
  async #replace(opened) {
    this.#aside(this.#store.state.document, opened.sources);
    await this.#open(opened);
  }

  /** What is replaced can be brought back. @param {State['document']} document @param {Sources} by */
  #aside(document, by) {
    if (!document.edited || sameSources(document, by)) return;
    this.#store.set({ replaced: document });
    this.#store.notify({ kind: 'info', text: words.document.replaced, action: 'bringBack' });
  }

  /** @param {Opened} opened */
  async #open({ sources: { source, files, entry }, slug, record, at = null, draft = null, locked = false }) {
    await this.#leave();
    const id = this.#begin({ source, files, entry }, slug, draft, locked);
    const refusal = await this.#running.open(record, at);
    if (id === this.#store.state.document.id) this.#ready();
    if (refusal) this.#store.notify({ kind: 'warning', text: words.link.replay(refusal.message) });
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
