import { awaitedEvents } from '../../run/awaited.ts';
import { openQuestions } from '../../run/waiting.ts';
import { definePanel } from '../define-panel.ts';

export const inbox = definePanel({
  id: 'inbox',
  title: 'Inbox',
  place: 'tabs',
  icon: 'ask',
  badge: ({ run }) => ({
    count: openQuestions(run.snapshot).length + (run.snapshot ? awaitedEvents(run.snapshot.view).length : 0),
  }),
  load: () => import('./panel.ts'),
});
