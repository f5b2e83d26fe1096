// @ts-check
// SQL over the worker of this build.

import { createWorker } from "../../core/worker-policy.js";
import { Sql } from "./client.js";

export const openSql = () => new Sql({ spawn: () => createWorker("sql") });
