import { dygramFence } from 'tracklight/markdown-it';
import { loadRenderer } from 'tracklight/render';

const render = await loadRenderer();

export default {
  title: 'Machines',
  markdown: { config: (md) => dygramFence(md, { render }) },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'tracklight-machine' } } },
  vite: { optimizeDeps: { exclude: ['tracklight'] } },
};
