// What an embedded machine costs its host page: the shell when it is connected, and a press until the drawing is
// painted, with nothing in the browser's cache.

import { KETTLE, machine, withHost } from '../../test/host-page.ts';
import type { Group, Open } from './page-items.ts';

/** Each in a page of its own. */
async function shells(times: number, open: Open) {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1)
    taken.push(
      await withHost(
        '<div id="room"></div>',
        (host) =>
          host.page.evaluate(async (source) => {
            await customElements.whenDefined('tracklight-machine');
            const element = document.createElement('tracklight-machine');
            element.setAttribute('loading', 'click');
            const block = document.createElement('pre');
            block.textContent = source;
            element.append(block);
            const before = performance.now();
            document.getElementById('room')?.append(element);
            // What it puts off to the end of the task is its own as well.
            await Promise.resolve();
            return performance.now() - before;
          }, KETTLE),
        { site: open.site, own: true, before: async (page) => void (open.close = () => page.context().close()) },
      ),
    );
  return taken;
}

async function clicks(times: number, open: Open) {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1)
    taken.push(
      await withHost(
        machine('id="a" loading="click"'),
        async (host) => {
          await host.page.locator('#a button.run').waitFor();
          return host.page.evaluate(
            () =>
              new Promise<number>((done) => {
                const element = document.getElementById('a') as HTMLElement;
                const before = performance.now();
                element.addEventListener('tracklight-ready', () =>
                  requestAnimationFrame(() => setTimeout(() => done(performance.now() - before))),
                );
                element.shadowRoot?.querySelector<HTMLElement>('button.run')?.click();
              }),
          );
        },
        { site: open.site, own: true, before: async (page) => void (open.close = () => page.context().close()) },
      ),
    );
  return taken;
}

export const EMBED_GROUPS: Group[] = [
  {
    rows: [{ name: 'embed-shell', what: 'one element, main thread', budget: 5 }],
    measure: async (times, open) => ({ 'embed-shell': await shells(times, open) }),
  },
  {
    rows: [{ name: 'embed-click', what: 'kettle, cold', budget: 1200 }],
    measure: async (times, open) => ({ 'embed-click': await clicks(times, open) }),
  },
];
