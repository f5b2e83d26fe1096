import 'tracklight/style.css';
import 'tracklight/define';
import init, { Machine } from 'tracklight/core';
import wasm from 'tracklight/core.wasm?url';

document.querySelector('.toggle').addEventListener('click', () => {
  document.documentElement.dataset.theme = 'dark';
});

await init(wasm);
const { nodes, edges } = Machine.parse('a -> b').counts();
document.querySelector('#core').textContent = `${nodes} nodes, ${edges} edge`;
