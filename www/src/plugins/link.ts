// Share links as a module of their own: no core, no network.

import { decode as decodeFragment } from '../link/codec.ts';
import { LinkError } from '../link/error.ts';
import { findFragment } from '../link/legacy.ts';
import { strings } from './strings.ts';
import type { Opened } from '../link/types.ts';

export { LinkError, canonical, encode } from '../link/codec.ts';
export type { LinkDocument, Opened } from '../link/types.ts';

/**
 * The document in a link.
 * @param link the whole address, its fragment with or without `#`, or only what follows `#t1.`
 * @throws {LinkError} with a code: the link is damaged, too large, of a newer version, or none
 */
export async function decode(link: string | URL): Promise<Opened> {
  const text = link instanceof URL ? link.href : link;
  if (typeof text !== 'string') throw new TypeError(strings.notLink(typeof text));
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text.trim());
  if (isAddress && !text.includes('#')) throw new LinkError('link-empty', strings.noFragment);
  return decodeFragment(findFragment(text));
}
