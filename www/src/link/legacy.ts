// Older forms of links: `#content=` and `#example=`.

import { decodeUtf8, fromBase64url } from './deflate.ts';
import { CAPS, checkTextSize, checkTicks } from './document.ts';
import { LinkError } from './error.ts';
import type { Opened } from './types.ts';

/** @param text a fragment without `#` */
export function isLegacy(text: string) {
  return /^(?:content|example|sections|tick)=/u.test(text);
}

/**
 * `content` is base64 with `-`, `_` and `~` for `+`, `/` and `=`; it wins over `example`. `sections` says nothing here.
 */
export function readLegacy(text: string): Opened {
  const parts = new Map(text.split('&').map((part) => splitAtEquals(part) as [string, string]));
  const content = parts.get('content');
  const example = parts.get('example');
  if (content !== undefined) {
    const source = decodeUtf8([
      fromBase64url(
        content
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replace(/[~=]+$/u, ''),
      ),
    ]);
    checkTextSize(source);
    return { kind: 'document', document: Object.assign(Object.create(null), { s: source }), ignored: [], legacy: true };
  }
  if (example === undefined) throw new LinkError('link-unknown');
  const at = parts.get('tick') ?? '';
  const tick = /^\d+$/u.test(at) ? Number(at) : null;
  checkTicks({ k: tick ?? 0 }, CAPS.ticks);
  return { kind: 'example', slug: example, tick };
}

function splitAtEquals(part: string) {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}
