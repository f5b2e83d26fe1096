import { foundIn } from '../../document/found.ts';
import { definePanel } from '../define-panel.ts';

declare module '../../store/state.ts' {
  interface Panels {
    problems: {};
  }
}

export const problems = definePanel({
  id: 'problems',
  title: 'Problems',
  place: 'tabs',
  icon: 'warn',
  badge: ({ announcedAnalysis }) => {
    const found = announcedAnalysis && foundIn(announcedAnalysis);
    // Suggestions alone make no badge.
    if (!found || found.worst === 'info') return null;
    return { count: found.count, kind: found.worst, description: found.words };
  },
  load: () => import('./panel.ts'),
});
