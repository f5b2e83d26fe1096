import { openQuestions } from '../../run/waiting.ts';
import { definePanel } from '../define-panel.ts';

export const inbox = definePanel({
  id: 'inbox',
  title: 'Inbox',
  place: 'tabs',
  icon: 'ask',
  badge: ({ run }) => ({ count: openQuestions(run.snapshot).length }),
  load: () => import('./panel.ts'),
});
