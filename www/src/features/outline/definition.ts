import { definePanel } from '../define-panel.ts';

declare module '../../store/state.ts' {
  interface Panels {
    outline: {};
  }
}

export const outline = definePanel({
  id: 'outline',
  title: 'Outline',
  place: 'more',
  icon: 'list',
  summary: 'The machine as text',
  load: () => import('./panel.ts'),
});
