import { handlersOf } from '../../store/handlers.ts';
import { definePanel } from '../define-panel.ts';
import { EventsController } from './controller.ts';
import { actions, initialEventList } from './index.ts';

export const events = definePanel({
  id: 'events',
  title: 'Events',
  place: 'tabs',
  icon: 'events',
  state: () => ({ eventList: initialEventList() }),
  actions: ({ store, save }) => {
    const controller = new EventsController({ store, save });
    return handlersOf(actions, (action) => controller.act(action));
  },
  load: () => import('./panel.ts'),
});
