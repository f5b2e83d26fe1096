// SQL over the worker of this build.

import address from './sql.worker.ts?worker&url';
import { workerAt } from '../../core/worker-policy.ts';
import { Sql } from './client.ts';

const openWorker = workerAt('sql', address);

export const openSql = () => new Sql({ spawn: openWorker });
