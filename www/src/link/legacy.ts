// Older and bare forms of links: `#content=`, `#example=`, and whatever people paste into the Open a link dialog.

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
  const parts = new Map(text.split('&').map((part) => splitOnce(part) as [string, string]));
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

/** The fragment in a pasted text: a full address, Markdown with one link, a fragment, or a bare payload. */
export function findFragment(pasted: string): string {
  const text = pasted.trim();
  // The last one: code before it may look like links.
  const link = [...text.matchAll(/\]\(([^()\s]*)\)/gu)].at(-1)?.[1] ?? text;
  const hash = link.indexOf('#');
  if (hash >= 0) return link.slice(hash);
  if (/^t\d+\./u.test(link) || isLegacy(link)) return `#${link}`;
  return /^[ab01][A-Za-z0-9_-]*$/u.test(link) ? `#t1.${link}` : `#${link}`;
}

function splitOnce(part: string) {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}
