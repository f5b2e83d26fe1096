// The broker frame: the only part of the page that connects to other origins, and only when the user presses a
// button in it. It has its own origin, no storage, and a port to the page that opened it.

import { remote } from './remote.ts';
import { address } from './address.ts';
import { strings } from './strings.ts';

const options = new URLSearchParams(location.hash.slice(1));
const root = document.body;
theme(options.get('theme'));

function theme(name: string | null) {
  document.documentElement.dataset.theme = name === 'dark' ? 'dark' : 'light';
}

// The policy's word comes a moment after the failure of a connection.
const forbidden: Set<string> = new Set();
document.addEventListener('securitypolicyviolation', ({ blockedURI }) => forbidden.add(blockedURI.split('/')[2] ?? ''));
const blocked = async (url: string) => {
  await new Promise((done) => setTimeout(done, 50));
  return forbidden.has(url.split('/')[2] ?? '');
};

/** Only the page that this frame is a file of may talk to it, and only once. */
function begin(event: MessageEvent) {
  const [port] = event.ports;
  if (event.source !== parent || parent === window || event.origin !== location.origin || !port) return;
  removeEventListener('message', begin);
  const tell = (message: Record<string, unknown>) => port.postMessage(message);
  const hear = options.get('for') === 'address' ? address(root, tell, blocked) : remote(root, tell, blocked);
  port.onmessage = ({ data }) => {
    if (typeof data !== 'object' || data === null) return;
    if (typeof data.theme === 'string') theme(data.theme);
    else hear(data);
  };
}
// Without the sandbox it would share the page's origin, and with it storage and the page itself.
if (origin === 'null') addEventListener('message', begin);
else root.textContent = strings.notAlone;
