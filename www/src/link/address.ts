// Reads fragments, and writes the address bar. Reading never throws: errors are part of the result.

import { LinkError, openLink } from './codec.ts';
import { recordOfLink, hasRun } from './session-record.ts';
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
export type LinkResult =
  | { kind: 'none' }
  | ({ kind: 'example'; slug: string; tick: number | null } & FoundLink)
  | { kind: 'error'; code: string; message: string }
  | (ReadDocument & FoundLink);

/** `fragment`: the link as it was written, with `#`. */
interface FoundLink {
  fragment: string;
}

/** @param hash with or without `#`, or a text with a link in it */
export async function readLink(hash: string): Promise<LinkResult> {
  try {
    const { opened, fragment } = await openLink(hash);
    return opened.kind === 'example'
      ? { ...opened, fragment }
      : { ...readLinkDocument(opened.document, opened.ignored, opened.legacy), fragment };
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
export function readLinkDocument(
  document: LinkDocument,
  ignored: string[],
  legacy: boolean,
  entry?: string,
): ReadDocument {
  const { sources, record } = recordOfLink(document, entry);
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

/** In the session storage: what this tab shows. */
const STORAGE_KEY = 'address';

/** The parameter with the URL that a text was fetched from. */
const SOURCE_PARAMETER = /([?&])src=[^&]*&?/;
const hasSourceParameter = () => SOURCE_PARAMETER.test(location.search);

/**
 * The address bar, and what a reload opens. A fragment that this tab wrote is not opened as a link. Without a fragment,
 * the session storage says what this tab showed: the last saved draft may be another tab's.
 */
export class Address {
  /** The last fragment that this page wrote. */
  #ownFragment = '';
  /** The document of that fragment. */
  documentId = 0;

  isOwn(hash: string) {
    return hash !== '' && hash === this.#ownFragment;
  }

  /** @param draft the id of the saved draft */
  write(hash: string, draft: string | null, documentId: number) {
    this.#ownFragment = hash;
    this.documentId = documentId;
    if (location.hash !== hash || hasSourceParameter()) this.#replaceUrl(hash);
    storeShown(draft === null ? null : { hash, draft });
  }

  /** Stores what is shown, for a reload. @param slug of an unedited example */
  showDocument({ id, draft, slug }: { id: number; draft: string | null; slug: string | null }) {
    const { hash } = location;
    if (draft !== null) {
      if (hash !== '') this.#ownFragment = hash;
      this.documentId = id;
      storeShown({ hash, draft });
    } else if (hash === '') storeShown(slug === null ? null : { hash, slug });
  }

  /** The parameter is not the source of another text. */
  removeSourceParameter() {
    if (hasSourceParameter()) this.#replaceUrl(location.hash);
  }

  #replaceUrl(hash: string) {
    history.replaceState(
      null,
      '',
      `${location.pathname}${location.search.replace(SOURCE_PARAMETER, '$1').replace(/[?&]$/, '')}${hash}`,
    );
  }

  /** What this tab showed with this fragment before a reload. */
  shownAt(hash: string): { draft?: string; slug?: string } {
    try {
      const noted = JSON.parse(readStored(sessionStorage, STORAGE_KEY) ?? 'null');
      if (noted?.hash !== hash) return {};
      if (typeof noted.draft === 'string') return { draft: noted.draft };
      return typeof noted.slug === 'string' ? { slug: noted.slug } : {};
    } catch {
      return {};
    }
  }
}

function storeShown(shown: { hash: string; draft?: string; slug?: string } | null) {
  try {
    sessionStorage.removeItem(sharedName(STORAGE_KEY));
    if (shown) sessionStorage.setItem(storageName(STORAGE_KEY), JSON.stringify(shown));
    else sessionStorage.removeItem(storageName(STORAGE_KEY));
  } catch {
    // Without storage a reload opens the link or the last saved draft.
  }
}
