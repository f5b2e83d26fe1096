// The broker frame: the only part of the page that connects to other origins, and only when the user presses a
// button in it. It has its own origin, no storage, and a port to the page that opened it.

import { remoteFrame } from './llm-frame.ts';
import { addressFrame } from './address.ts';
import { strings } from './strings.ts';

const options = new URLSearchParams(location.hash.slice(1));
const root = document.body;
setTheme(options.get('theme'));

function setTheme(name: string | null) {
  document.documentElement.dataset.theme = name === 'dark' ? 'dark' : 'light';
}

// The event of the policy comes a moment after the connection failed.
const blockedHosts: Set<string> = new Set();
document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
  blockedHosts.add(blockedURI.split('/')[2] ?? ''),
);
const isBlockedByPolicy = async (url: string) => {
  await new Promise((done) => setTimeout(done, 50));
  return blockedHosts.has(url.split('/')[2] ?? '');
};

/** Only the page of the same site may connect, and only once. */
function onConnect(event: MessageEvent) {
  const [port] = event.ports;
  if (event.source !== parent || parent === window || event.origin !== location.origin || !port) return;
  removeEventListener('message', onConnect);
  const post = (message: Record<string, unknown>) => port.postMessage(message);
  const onMessage =
    options.get('for') === 'address'
      ? addressFrame(root, post, isBlockedByPolicy)
      : remoteFrame(root, post, isBlockedByPolicy);
  port.onmessage = ({ data }) => {
    if (typeof data !== 'object' || data === null) return;
    if (typeof data.theme === 'string') setTheme(data.theme);
    else onMessage(data);
  };
}
// Without the sandbox the frame would have the page's origin, and could reach its storage and its document.
if (origin === 'null') addEventListener('message', onConnect);
else root.textContent = strings.notAlone;
