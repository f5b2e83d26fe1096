// What a fragment means for the page, and what the address bar shows. Reading never throws: errors are part of the
// result.

import { LinkError, openLink } from './codec.ts';
import { fromLink, hasRun } from './session-record.ts';
import { readStored, sharedName, storageName } from '../protocol/storage-names.ts';
import type { LinkDocument } from './types.ts';
import type { SessionRecord, Sources } from '../protocol/types.ts';

export interface ReadDocument {
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
  | ({ kind: 'example'; slug: string; tick: number | null } & Found)
  | { kind: 'error'; code: string; message: string }
  | (ReadDocument & Found);

/** `fragment`: the link as it was written, with `#`. */
interface Found {
  fragment: string;
}

/** @param hash with or without `#`, or a text with a link in it */
export async function readLink(hash: string): Promise<Read> {
  try {
    const { opened, fragment } = await openLink(hash);
    return opened.kind === 'example'
      ? { ...opened, fragment }
      : { ...readOpened(opened.document, opened.ignored, opened.legacy), fragment };
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

/** Where this tab notes what it shows. */
const SHOWN = 'address';

/** The address that a text was fetched from, in that of the page. */
const SOURCE = /([?&])src=[^&]*&?/;
const hasSource = () => SOURCE.test(location.search);

/**
 * The address bar, and what a reload opens. What this tab wrote there itself is not a link to open, and an address
 * without a link says nothing: what was saved last may be another tab's.
 */
export class Address {
  /** The fragment this page wrote last. */
  #own = '';
  /** The document that it is of. */
  of = 0;

  isOwn(hash: string) {
    return hash !== '' && hash === this.#own;
  }

  /** @param draft the id it is kept under @param of the document */
  write(hash: string, draft: string | null, of: number) {
    this.#own = hash;
    this.of = of;
    if (location.hash !== hash || hasSource()) this.#show(hash);
    note(draft === null ? null : { hash, draft });
  }

  /** The document that is shown, for a reload. @param slug that of an example without edits */
  shows({ id, draft, slug }: { id: number; draft: string | null; slug: string | null }) {
    const { hash } = location;
    if (draft !== null) {
      if (hash !== '') this.#own = hash;
      this.of = id;
      note({ hash, draft });
    } else if (hash === '') note(slug === null ? null : { hash, slug });
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

  /** What this tab showed under a fragment before a reload. */
  shownAt(hash: string): { draft?: string; slug?: string } {
    try {
      const noted = JSON.parse(readStored(sessionStorage, SHOWN) ?? 'null');
      if (noted?.hash !== hash) return {};
      if (typeof noted.draft === 'string') {
        this.#own = hash;
        return { draft: noted.draft };
      }
      return typeof noted.slug === 'string' ? { slug: noted.slug } : {};
    } catch {
      return {};
    }
  }
}

function note(shown: { hash: string; draft?: string; slug?: string } | null) {
  try {
    sessionStorage.removeItem(sharedName(SHOWN));
    if (shown) sessionStorage.setItem(storageName(SHOWN), JSON.stringify(shown));
    else sessionStorage.removeItem(storageName(SHOWN));
  } catch {
    // Without storage a reload opens the link, or what was saved last.
  }
}
