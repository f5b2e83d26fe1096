import { load } from '../../load/load.ts';
import { definePanel, lateActions } from '../define-panel.ts';
import { actions, initialGuide } from './index.ts';
import type { PanelId } from '../../store/state.ts';

export const guide = definePanel({
  id: 'guide',
  title: 'Guide',
  place: 'whileShown',
  state: () => ({ guide: initialGuide() }),
  actions: lateActions('guide', actions, async ({ store, engine, opening, dispatch }) => {
    const { GuideController } = await load(() => import('./controller.ts'));
    const show = (panel: PanelId) => dispatch({ type: 'panel', panel });
    return new GuideController({ store, engine, opening, show });
  }),
  load: () => import('./panel.ts'),
});
