// From a channel to a document: text, fetched text, or what a link carries. What reads links comes with the first one.

import { tryLoad } from '../../load/load.ts';
import { ENTRY } from '../../protocol/sources.ts';
import { MachineError } from '../waiting.ts';
import { words } from './strings.ts';
import type { LinkDocument } from '../../link/types.ts';
import type { Json, SessionRecord, Sources } from '../../protocol/types.ts';
import type { Channel } from '../channels.ts';

/** `record` where there is more to open than a text; `view` is what a link wants to be shown. */
export interface Opened {
  sources: Sources;
  record: SessionRecord | null;
  view: LinkDocument['u'] | null;
}

export async function openedFrom(channel: Channel, signal: AbortSignal): Promise<Opened> {
  switch (channel.kind) {
    case 'text':
      return plain(channel.text);
    case 'src':
      return plain(await fetched(channel.address, signal));
    case 'link':
      return ofDocument(await linked(channel.link));
    case 'document':
      return ofDocument(await checked(channel.document));
  }
}

const plain = (source: string): Opened => ({
  sources: { source: source.replace(/\r\n?/g, '\n'), files: {}, entry: ENTRY },
  record: null,
  view: null,
});

async function ofDocument(document: LinkDocument): Promise<Opened> {
  const { recordOfLink, hasRun } = await tryLoad(() => import('../../link/session-record.ts'));
  const { sources, record } = recordOfLink(document);
  return { sources, record: hasRun(record) ? record : null, view: document.u ?? null };
}

async function checked(given: Record<string, unknown>): Promise<LinkDocument> {
  const { checkDocument } = await tryLoad(() => import('../../link/document.ts'));
  try {
    // A copy: the caller may change its own.
    return checkDocument(JSON.parse(JSON.stringify(given)));
  } catch (error) {
    throw badLink(error);
  }
}

async function linked(link: string): Promise<LinkDocument> {
  const { decode } = await tryLoad(() => import('../../link/codec.ts'));
  try {
    const opened = await decode(link);
    if (opened.kind === 'document') return opened.document;
  } catch (error) {
    throw badLink(error);
  }
  throw new MachineError('link-unknown', words.link['link-unknown'] ?? '');
}

function badLink(error: unknown): MachineError {
  const { code, detail = '' } = error as { code?: string; detail?: string };
  if (!code?.startsWith('link-')) throw error;
  return new MachineError(code, words.link[code] ?? words.badLink(detail));
}

async function fetched(address: string, signal: AbortSignal): Promise<string> {
  let url: URL;
  try {
    url = new URL(address, document.baseURI);
  } catch {
    throw new MachineError('src', words.fetch.address(address));
  }
  const { fetchText } = await tryLoad(() => import('../../link/fetch-text.ts'));
  const done = await fetchText((...args) => fetch(...args), url.href, { signal });
  if (done.ok) return done.text;
  throw new MachineError('src', words.fetch[done.why](url.host || address, done.status ?? 0));
}

/**
 * JSON of an attribute, or of the script whose id it is.
 * @param note hears of what cannot be read
 */
export function jsonOf(
  name: string,
  text: string,
  around: Node,
  note: (text: string) => void,
): Record<string, Json> | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const root = around.getRootNode();
  const script = given.startsWith('{')
    ? null
    : ((root instanceof Document || root instanceof ShadowRoot ? root.getElementById(given) : null) ??
      document.getElementById(given));
  try {
    const value = JSON.parse(script ? (script.textContent ?? '') : given);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    note(words.notObject(name));
  } catch {
    note(words.notJson(name));
  }
  return undefined;
}
