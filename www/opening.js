// @ts-check
// Where documents come from and how they leave: links, examples, the start example; the share link.
// A link never touches what the visitor has; what it replaces on screen can be brought back.

import { START, exampleSource, startSource } from './examples.js';
import { linkOf, readLink } from './address.js';
import { words } from './strings.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {{ source: string, slug: string | null, record: import('./engine/types.d.ts').SessionRecord | null }} Opened */

export class Opening {
  #store;
  #running;
  #lastId = 0;
  /** The fragment this page wrote itself. */ #own = '';

  /** @param {{ store: import('./store.js').Store, running: import('./running.js').Running }} parts */
  constructor({ store, running }) {
    this.#store = store;
    this.#running = running;
  }

  /** The first document: the link in the address, else the start example. @param {string} hash */
  async begin(hash) {
    const opened = await this.#read(hash);
    await this.#open(opened ?? { source: startSource, slug: START, record: null });
  }

  /** The address changed under the page. @param {string} hash */
  async follow(hash) {
    if (hash === this.#own) return;
    const opened = await this.#read(hash);
    if (opened) await this.#replace(opened);
  }

  /** @param {string} slug */
  async example(slug) {
    const source = await exampleSource(slug);
    if (source === null) this.#store.notify({ kind: 'error', text: words.examples.failed(slug) });
    else await this.#replace({ source, slug, record: null });
  }

  /** @param {string} source @param {boolean} whole */
  edited(source, whole) {
    const { document } = this.#store.state;
    if (source === document.source) return;
    this.#store.set({ document: { ...document, source, edited: true } });
    this.#running.edited(source, whole);
  }

  /** Brings back the document that the last opening replaced. */
  async bringBack() {
    const { replaced } = this.#store.state;
    if (!replaced) return;
    this.#store.set({ replaced: null, notices: this.#store.state.notices.filter((n) => n.action !== 'bringBack') });
    await this.#open({ source: replaced.source, slug: replaced.slug, record: null });
  }

  async share() {
    const { source } = this.#store.state.document;
    const link = await linkOf({ s: source });
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
        if (source !== null) return { source, slug: read.slug, record: null };
        this.#store.notify({ kind: 'error', text: words.examples.unknown(read.slug) });
        this.#store.set({ panel: 'examples', drawer: true });
        return null;
      }
      case 'error':
        this.#store.notify({ kind: 'error', text: `${read.message} ${words.link.kept}`, detail: `${read.code} ${hash.slice(0, 400)}` });
        return null;
      case 'document': {
        this.#store.notify({ kind: 'info', text: read.legacy ? words.link.legacy : words.link.opened });
        if (read.ignored.length > 0) this.#store.notify({ kind: 'warning', text: words.link.ignored(read.ignored) });
        if (read.legacy) await this.#address(read.document.s);
        return { source: read.document.s, slug: null, record: read.record };
      }
    }
  }

  /** @param {string} source */
  async #address(source) {
    const link = await linkOf({ s: source });
    if (link === null) return;
    this.#own = link;
    history.replaceState(null, '', link);
  }

  /** @param {Opened} opened */
  async #replace(opened) {
    const { document } = this.#store.state;
    if (document.edited && document.source !== opened.source) {
      this.#store.set({ replaced: document });
      this.#store.notify({ kind: 'info', text: words.document.replaced, action: 'bringBack' });
    }
    await this.#open(opened);
  }

  /** @param {Opened} opened */
  async #open({ source, slug, record }) {
    this.#lastId += 1;
    this.#store.set({ document: { id: this.#lastId, source, slug, edited: false } });
    const refusal = await this.#running.open(source, record);
    if (refusal) this.#store.notify({ kind: 'warning', text: words.link.replay(refusal.message) });
  }
}
