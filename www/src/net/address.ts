// The frame that fetches text from a URL after the user presses its button. The page passes the URL.

import { fetchText } from '../link/fetch-text.ts';
import { button, createElement } from './dom.ts';
import { strings } from './strings.ts';

/** @param post sends a message to the page */
export function addressFrame(
  root: HTMLElement,
  post: (message: Record<string, unknown>) => void,
  isBlockedByPolicy: (url: string) => Promise<boolean>,
) {
  let url = '';
  let name = '';
  let abortController: AbortController | null = null;
  const host = createElement('p');
  const start = button(strings.fetch, () => void fetchAddress(), 'primary');
  const cancel = button(strings.cancel, () => abortController?.abort());
  root.replaceChildren(
    host,
    createElement('p', { className: 'quiet' }, strings.noCookies),
    createElement('div', { className: 'buttons' }, start, cancel),
  );

  function render() {
    host.replaceChildren(
      ...(url ? [strings.from, createElement('b', {}, name), createElement('small', {}, url)] : [strings.noAddress]),
    );
    start.ariaDisabled = String(!url || abortController !== null);
    cancel.hidden = !abortController;
  }

  async function fetchAddress() {
    const controller = new AbortController();
    abortController = controller;
    render();
    post({ fetching: url });
    const done = await fetchText((...args) => fetch(...args), url, { signal: controller.signal });
    abortController = null;
    post({
      fetched:
        done.ok || done.why !== 'net'
          ? done
          : {
              ok: false,
              why: controller.signal.aborted ? 'cancelled' : (await isBlockedByPolicy(url)) ? 'policy' : 'net',
            },
    });
    render();
  }

  render();
  return ({ address: given }: Record<string, unknown>) => {
    if (typeof given !== 'string' || abortController) return;
    [url = '', name = ''] = /^https?:\/\/([^/?#]+).*/.exec(given) ?? [];
    render();
  };
}
