import { load } from '../../load/load.ts';
import { definePanel, lateActions } from '../define-panel.ts';
import { actions, initialStubs } from './index.ts';

export const agent = definePanel({
  id: 'agent',
  title: 'Agent',
  place: 'tabs',
  icon: 'agent',
  badge: ({ run }) => ({ count: run.snapshot?.pending.counts.agents ?? 0, kind: 'agent' }),
  state: () => ({ stubs: initialStubs(), lastPrompt: null }),
  actions: lateActions('agent', actions, async ({ store, engine, running }) => {
    const { StubsController } = await load(() => import('./stubs-controller.ts'));
    return new StubsController({ store, engine, running });
  }),
  load: () => import('./panel.ts'),
});
