import { load } from '../../load/load.ts';
import { definePanel, lateActions } from '../define-panel.ts';
import { actions, initialGuide } from './index.ts';

export const guide = definePanel({
  id: 'guide',
  title: 'Guide',
  place: 'whileShown',
  icon: 'book',
  state: () => ({ guide: initialGuide() }),
  actions: lateActions('guide', actions, async ({ store, engine, opening, dispatch }) => {
    const { GuideController } = await load(() => import('./controller.ts'));
    return new GuideController({ store, engine, opening, dispatch });
  }),
  load: () => import('./panel.ts'),
});
