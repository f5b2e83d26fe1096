import { load } from '../../load/load.ts';
import { definePanel, lateActions } from '../define-panel.ts';
import { actions, initialExplore } from './index.ts';
import { exploreWords } from './words.ts';

export const explore = definePanel({
  id: 'explore',
  title: 'Explore',
  place: 'tabs',
  icon: 'explore',
  badge: ({ run: { snapshot } }) => {
    const count = snapshot?.view.violated?.length ?? 0;
    return count > 0 ? { count, kind: 'error', description: exploreWords.violated(count) } : null;
  },
  summary: 'What could go wrong, whatever agents reply',
  state: () => ({ explore: initialExplore() }),
  actions: lateActions('explore', actions, async ({ store, running, dispatch }) => {
    const { ExploreController } = await load(() => import('./controller.ts'));
    return new ExploreController({ store, running, dispatch });
  }),
  load: () => import('./panel.ts'),
});
