// What a fragment means for the page, and what the address bar shows. Reading never throws: errors are part of the
// result.

import { LinkError, decode } from './codec.ts';
import { fromLink, hasRun } from './session-record.ts';
import type { LinkDocument } from './types.ts';
import type { SessionRecord, Sources } from '../protocol/types.ts';

interface ReadDocument {
  kind: 'document';
  sources: Sources;
  record: SessionRecord | null;
  view: LinkDocument['u'];
  rules: number | null;
  ignored: string[];
  legacy: boolean;
}
export type Read =
  | { kind: 'none' }
  | { kind: 'example'; slug: string; tick: number | null }
  | { kind: 'error'; code: string; message: string }
  | ReadDocument;

/** @param hash with or without `#` */
export async function readLink(hash: string): Promise<Read> {
  if (hash.replace(/^#/, '') === '') return { kind: 'none' };
  try {
    const opened = await decode(hash);
    return opened.kind === 'example' ? opened : readOpened(opened.document, opened.ignored, opened.legacy);
  } catch (error) {
    if (error instanceof LinkError)
      return error.code === 'link-empty'
        ? { kind: 'none' }
        : { kind: 'error', code: error.code, message: sentence(error.message) };
    return {
      kind: 'error',
      code: 'link-shape',
      message: sentence(error instanceof Error ? error.message : String(error)),
    };
  }
}

/** @param entry path of its source */
export function readOpened(document: LinkDocument, ignored: string[], legacy: boolean, entry?: string): ReadDocument {
  const { sources, record } = fromLink(document, entry);
  return {
    kind: 'document',
    sources,
    record: hasRun(record) ? record : null,
    view: document.u,
    rules: document.v ?? null,
    ignored,
    legacy,
  };
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Where this tab notes what it wrote into the address. */
const WRITTEN = 'tracklight:address';

/** The address that a text was fetched from, in that of the page. */
const SOURCE = /([?&])src=[^&]*&?/;
const hasSource = () => SOURCE.test(location.search);

/** The address bar. What this tab wrote there itself is not a link to open. */
export class Address {
  /** The fragment this page wrote last. */ #own = '';
  /** The document that it is of. */ of = 0;

  isOwn(hash: string) {
    return hash !== '' && hash === this.#own;
  }

  /** @param draft the id it is kept under @param of the document */
  write(hash: string, draft: string | null, of: number) {
    this.#own = hash;
    this.of = of;
    if (location.hash !== hash || hasSource()) this.#show(hash);
    try {
      if (draft && hash !== '') sessionStorage.setItem(WRITTEN, JSON.stringify({ hash, draft }));
      else sessionStorage.removeItem(WRITTEN);
    } catch {
      // Without storage a reload opens the link.
    }
  }

  /** What the address holds now is that of a draft: a reload opens the draft. @param of the document */
  adopt(draft: string, of: number) {
    if (location.hash !== '') this.write(location.hash, draft, of);
  }

  /** The address that a text was fetched from is not that of another one. */
  dropSource() {
    if (hasSource()) this.#show(location.hash);
  }

  #show(hash: string) {
    history.replaceState(
      null,
      '',
      `${location.pathname}${location.search.replace(SOURCE, '$1').replace(/[?&]$/, '')}${hash}`,
    );
  }

  /** The draft that this tab wrote the fragment for, before a reload. */
  draftOf(hash: string): string | null {
    try {
      const written = JSON.parse(sessionStorage.getItem(WRITTEN) ?? 'null');
      if (hash === '' || written?.hash !== hash || typeof written.draft !== 'string') return null;
      this.#own = hash;
      return written.draft;
    } catch {
      return null;
    }
  }
}
