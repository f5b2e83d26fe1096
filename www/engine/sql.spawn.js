// @ts-check
// SQL over the worker of this build.

import { createWorker } from "./policy.js";
import { Sql } from "./sql.js";

export const openSql = () => new Sql({ spawn: () => createWorker("sql") });
