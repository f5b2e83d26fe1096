import { load } from '../../load/load.ts';
import { definePanel, lateActions } from '../define-panel.ts';
import { actions, initialGraph } from './index.ts';

export const graph = definePanel({
  id: 'graph',
  title: 'Agent context',
  place: 'more',
  icon: 'graph',
  summary: 'What the agent can open and change',
  state: () => ({ graph: initialGraph() }),
  actions: lateActions('graph', actions, async ({ store, engine, running }) => {
    const { ContextGraphController } = await load(() => import('./controller.ts'));
    return new ContextGraphController({ store, engine, running });
  }),
  load: () => import('./panel.ts'),
});
