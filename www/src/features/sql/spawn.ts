// SQL over the worker of this build.

import { createWorker } from "../../core/worker-policy.ts";
import { Sql } from "./client.ts";

export const openSql = () => new Sql({ spawn: () => createWorker("sql") });
