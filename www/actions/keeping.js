// @ts-check
// Keeps what the visitor writes: each edited document is a draft, written when the keys rest and when the page is left.
// Documents from links and examples are none until they are edited.

import { sameSources } from '../engine/sources.js';
import { hasRun } from '../run/from-link.js';
import { beginRecord, sourcesOf } from '../run/record.js';
import { words } from '../strings.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('../storage/drafts.js').Draft} Draft
 * @typedef {import('../storage/drafts.js').DraftEntry} DraftEntry
 * @typedef {{ put(draft: Draft): Promise<void>, get(id: string): Promise<Draft | null>, last(): Promise<Draft | null>, list(): Promise<DraftEntry[]>, delete(id: string): Promise<void> }} Drafts
 */

const REST_MS = 500;
/** Larger documents are not kept by themselves. */
const MOST_CHARACTERS = 2 ** 20;

export class Keeping {
  #store;
  #record;
  #drafts;
  #hold;
  #now;
  /** @type {ReturnType<typeof setTimeout> | null} */ #timer = null;
  /** The document and position that were written last, or could not be. @type {{ document: State['document'] | null, place: string }} */ #tried = { document: null, place: '' };
  /** One write follows the other. */ #writes = Promise.resolve();
  #told = '';
  /** When the drafts seen here were made: asking for it while the page is left would take too long. @type {Map<string, number>} */ #created = new Map();

  /**
   * @param {object} parts
   * @param {import('../store.js').Store} parts.store
   * @param {() => import('../engine/types.d.ts').SessionRecord | null} parts.record of the run
   * @param {Promise<Drafts | null>} parts.drafts null where nothing can be kept
   * @param {{ take(id: string): Promise<boolean>, letGo(): void }} parts.hold
   * @param {() => number} [parts.now]
   */
  constructor({ store, record, drafts, hold, now = Date.now }) {
    this.#store = store;
    this.#record = record;
    this.#drafts = drafts;
    this.#hold = hold;
    this.#now = now;
    store.listen((state) => this.#heard(state));
    void drafts.then((open) => (open ? this.#list() : this.#tell('none')));
  }

  /** The draft kept last, when no other tab writes it; else the same as a new document, with a notice. */
  async last() {
    const draft = await (await this.#drafts)?.last().catch(() => null);
    return draft ? this.#opened(draft) : null;
  }

  /** @param {string} id */
  async open(id) {
    const draft = await (await this.#drafts)?.get(id).catch(() => null);
    return draft ? this.#opened(draft) : null;
  }

  /** @param {Draft} draft @returns {Promise<import('./opening.js').Opened>} */
  async #opened({ id, document, at, origin, created }) {
    this.#created.set(id, created);
    const own = await this.#hold.take(id);
    if (!own) this.#store.notify({ kind: 'info', text: words.drafts.elsewhere });
    const run = hasRun(document) || document.g !== undefined;
    return { sources: sourcesOf(document), slug: origin, record: run ? document : null, at, draft: own ? id : null };
  }

  /** Removes a draft; a notice offers to put it back. @param {string} id */
  async remove(id) {
    const drafts = await this.#drafts;
    const draft = await drafts?.get(id);
    if (!drafts || !draft) return;
    await drafts.delete(id);
    this.#store.notify({ kind: 'info', text: words.drafts.removed(draft.title || words.header.untitled), action: 'keepAgain', draft });
    await this.#list();
  }

  /** @param {Draft} draft */
  async putBack(draft) {
    await (await this.#drafts)?.put(draft);
    await this.#list();
  }

  /** Whether leaving now would lose something. */
  get unsafe() {
    const { document, kept } = this.#store.state;
    return document.edited && (kept === 'failed' || kept === 'none');
  }

  /** Writes at once what is not written yet. */
  async flush() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writes = this.#writes.then(() => this.#write());
    await this.#writes;
  }

  /** @param {State} state */
  #heard({ document, run }) {
    if (!document.edited || this.#same(document, placeOf(run))) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), REST_MS);
  }

  /** @param {State['document']} document @param {string} place */
  #same(document, place) {
    return document === this.#tried.document && place === this.#tried.place;
  }

  async #write() {
    const drafts = await this.#drafts;
    const { document, run, analysis } = this.#store.state;
    const place = placeOf(run);
    if (!drafts || !document.edited || this.#same(document, place)) return;
    this.#tried = { document, place };
    const size = Object.values(document.files).reduce((sum, text) => sum + text.length, document.source.length);
    if (size > MOST_CHARACTERS) return this.#tell('large');
    const now = this.#now();
    const id = document.draft ?? crypto.randomUUID();
    const record = this.#record();
    const own = record !== null && sameSources(sourcesOf(record), document) ? record : null;
    const at = own && run ? { tick: run.position.tick, action: run.position.action } : null;
    this.#store.set({ kept: 'saving' });
    try {
      // Nobody else knows a new id, and a page that is being left has no time to wait.
      if (!document.draft) void this.#hold.take(id);
      await drafts.put({
        id, title: analysis?.title ?? '', document: own ?? beginRecord(document, {}), at,
        created: this.#created.get(id) ?? now, changed: now, origin: document.slug,
      });
    } catch {
      return this.#tell('failed');
    }
    this.#told = '';
    if (!this.#created.has(id)) this.#created.set(id, now);
    const present = this.#store.state.document;
    // Written, it has a draft; what was typed meanwhile is written next.
    const named = present.id === document.id && present.draft !== id ? { ...present, draft: id } : present;
    if (present === document) this.#tried = { document: named, place };
    this.#store.set({ document: named, kept: present === document ? 'saved' : 'saving' });
    await this.#list();
  }

  /** Says once why something is not kept. @param {'none' | 'failed' | 'large'} why */
  #tell(why) {
    if (this.#told !== why && why !== 'none') this.#store.notify({ kind: 'warning', text: words.drafts[why] });
    this.#told = why;
    this.#store.set({ kept: why === 'none' ? 'none' : 'failed' });
  }

  async #list() {
    const list = await (await this.#drafts)?.list().catch(() => null);
    if (list) this.#store.set({ keptDrafts: list });
  }
}

/** @param {State['run']} run */
function placeOf(run) {
  return run ? `${run.position.branch} ${run.position.step} ${run.layer} ${JSON.stringify(run.input ?? null)}` : '';
}
