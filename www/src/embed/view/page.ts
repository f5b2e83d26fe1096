// The playground that Open and Share lead to: the one that the host names, else the one that these files lie in.

import { addressOf } from './files.ts';

/** @returns an address without fragment, or null where none is known */
export function pageOf({ page, baseUrl }: { page: string; baseUrl: string }): string | null {
  try {
    if (page !== '') return bare(new URL(page, document.baseURI));
    const folder = new URL(
      '.',
      baseUrl === '' ? addressOf('coreWorker') : new URL('x', new URL(baseUrl, document.baseURI)),
    );
    // The site has the element's files in `embed/`.
    return /\/embed\/(assets\/)?$/.test(folder.pathname)
      ? bare(new URL(folder.pathname.replace(/embed\/(assets\/)?$/, ''), folder))
      : null;
  } catch {
    return null;
  }
}

function bare(url: URL) {
  url.hash = '';
  return url.href;
}
