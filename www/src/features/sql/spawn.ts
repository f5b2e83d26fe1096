// SQL over the worker of this build.

import address from './sql.worker.ts?worker&url';
import { openWorker } from '../../core/any-worker.ts';
import { Sql } from './client.ts';

export const openSql = () => new Sql({ spawn: () => openWorker('sql', address) });
