// The frame that fetches text from a URL after the user presses its button. The page passes the URL.

import { fetchText } from '../link/fetch-text.ts';
import { button, h } from './dom.ts';
import { strings } from './strings.ts';

/** @param tell the page */
export function address(
  root: HTMLElement,
  tell: (message: Record<string, unknown>) => void,
  blocked: (url: string) => Promise<boolean>,
) {
  let url = '';
  let name = '';
  let stop: AbortController | null = null;
  const host = h('p');
  const start = button(strings.fetch, () => void go(), 'primary');
  const cancel = button(strings.cancel, () => stop?.abort());
  root.replaceChildren(
    host,
    h('p', { className: 'quiet' }, strings.noCookies),
    h('div', { className: 'buttons' }, start, cancel),
  );

  function show() {
    host.replaceChildren(...(url ? [strings.from, h('b', {}, name), h('small', {}, url)] : [strings.noAddress]));
    start.ariaDisabled = String(!url || stop !== null);
    cancel.hidden = !stop;
  }

  async function go() {
    const own = new AbortController();
    stop = own;
    show();
    tell({ fetching: url });
    const done = await fetchText((...args) => fetch(...args), url, { signal: own.signal });
    stop = null;
    tell({
      fetched:
        done.ok || done.why !== 'net'
          ? done
          : { ok: false, why: own.signal.aborted ? 'cancelled' : (await blocked(url)) ? 'policy' : 'net' },
    });
    show();
  }

  show();
  return ({ address: given }: Record<string, unknown>) => {
    if (typeof given !== 'string' || stop) return;
    [url = '', name = ''] = /^https?:\/\/([^/?#]+).*/.exec(given) ?? [];
    show();
  };
}
