// Share links as a module of their own: no core, no network.

import { decode as decodeFragment } from '../link/codec.ts';
import { LinkError } from '../link/error.ts';
import { findFragments } from '../link/find.ts';
import { strings } from './strings.ts';
import type { Opened } from '../link/types.ts';

export { LinkError, canonical, encode } from '../link/codec.ts';
export type { LinkDocument, Opened } from '../link/types.ts';

/**
 * The document in a link.
 * @param link an address, its fragment with or without `#`, what follows `#t1.`, or a text with one of them, also as
 * mail and chat programs change it
 * @throws {LinkError} with a code: the link is damaged, too large, of a newer version, or none
 */
export async function decode(link: string | URL): Promise<Opened> {
  const text = link instanceof URL ? link.href : link;
  if (typeof text !== 'string') throw new TypeError(strings.notLink(typeof text));
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text.trim());
  if (isAddress && !text.includes('#') && findFragments(text).next().done)
    throw new LinkError('link-empty', strings.noFragment);
  return decodeFragment(text);
}
