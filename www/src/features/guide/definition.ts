import { load } from '../../load/load.ts';
import { lateHandlers } from '../../store/late.ts';
import { definePanel } from '../define-panel.ts';
import { actions, initialGuide } from './index.ts';
import type { PanelId } from '../../store/state.ts';

export const guide = definePanel({
  id: 'guide',
  title: 'Guide',
  place: 'whileShown',
  state: () => ({ guide: initialGuide() }),
  actions: ({ store, engine, opening, dispatch }) =>
    lateHandlers({
      store,
      panels: ['guide'],
      actions,
      load: async () => {
        const { GuideController } = await load(() => import('./controller.ts'));
        const show = (panel: PanelId) => dispatch({ type: 'panel', panel });
        return new GuideController({ store, engine, opening, show });
      },
    }),
  load: () => import('./panel.ts'),
});
