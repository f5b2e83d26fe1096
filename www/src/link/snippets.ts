// What a page puts into its own HTML to show a machine: a frame, or the element.

import { escapeMarkup } from './xml.ts';

/** Where a machine is framed: what its own frame page needs, and nothing of the host's. */
const SANDBOX = 'allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox';

/**
 * @param page address of the playground
 * @param fragment of a link, with `#`
 */
export function frameSnippet(page: string, fragment: string, title: string): string {
  const url = new URL(page);
  url.search = '?embed=1';
  url.hash = '';
  const src = escapeMarkup(url.href + fragment);
  return (
    `<iframe src="${src}" title="${escapeMarkup(`Machine: ${title}`)}" loading="lazy" sandbox="${SANDBOX}" ` +
    'allow="clipboard-write; fullscreen" style="width:100%;aspect-ratio:16/10;border:0"></iframe>'
  );
}

/**
 * The element, with its source where HTML can hold it as it is, else with a link.
 * @param page address of the playground, beside which the element's files are
 * @param source null where it alone would not be what the link holds
 */
export function elementSnippet(page: string, fragment: string, source: string | null): string {
  const script = new URL('embed/define.js', new URL('.', page)).href;
  const head = `<script type="module" src="${escapeMarkup(script)}"></script>\n\n`;
  if (source === null || /<\/script|<!--/i.test(source))
    return `${head}<tracklight-machine link="${escapeMarkup(fragment)}"></tracklight-machine>\n`;
  // A Markdown page that passes HTML through takes a script block as it is, blank lines and all.
  return (
    `${head}<tracklight-machine>\n\n` +
    '<script type="text/x-dygram">\n' +
    `${source.replace(/\n*$/, '\n')}</script>\n\n` +
    '</tracklight-machine>\n'
  );
}
