import { paths } from '../../protocol/files.ts';
import { definePanel } from '../define-panel.ts';

export const files = definePanel({
  id: 'files',
  title: 'Files',
  place: 'more',
  icon: 'file',
  summary: 'Files of this machine',
  note: ({ document }) => String(paths(document).length),
  load: () => import('./panel.ts'),
});
