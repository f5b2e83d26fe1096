import { load } from '../../load/load.ts';
import { lateHandlers } from '../../store/late.ts';
import { definePanel } from '../define-panel.ts';
import { actions, initialStubs } from './index.ts';

export const agent = definePanel({
  id: 'agent',
  title: 'Agent',
  place: 'tabs',
  badge: ({ run }) => ({ count: run.snapshot?.pending.counts.agents ?? 0, kind: 'agent' }),
  state: () => ({ stubs: initialStubs(), lastPrompt: null }),
  actions: ({ store, engine, running }) =>
    lateHandlers({
      store,
      panels: ['agent'],
      actions,
      load: async () => {
        const { StubsController } = await load(() => import('./stubs-controller.ts'));
        return new StubsController({ store, engine, running });
      },
    }),
  load: () => import('./panel.ts'),
});
