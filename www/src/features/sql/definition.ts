import { load } from '../../load/load.ts';
import { definePanel, lateActions } from '../define-panel.ts';
import { actions, initialSql } from './index.ts';

export const sql = definePanel({
  id: 'sql',
  title: 'SQL',
  place: 'more',
  icon: 'data',
  summary: 'Query the run with SQLite',
  state: () => ({ sql: initialSql() }),
  actions: lateActions('sql', actions, async ({ store, engine, save }) => {
    const { SqlController } = await load(() => import('./controller.ts'));
    return new SqlController({ store, engine, save });
  }),
  load: () => import('./panel.ts'),
});
