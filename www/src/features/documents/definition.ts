import { definePanel } from '../define-panel.ts';
import { initialDocuments } from './index.ts';

export const documents = definePanel({
  id: 'documents',
  title: 'Versions',
  place: 'more',
  icon: 'save',
  summary: 'Earlier versions of this machine',
  state: () => ({ docs: initialDocuments() }),
  load: () => import('./panel.ts'),
});
