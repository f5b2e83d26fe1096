// A process that serves a machine to Restate, on loopback: `restate-service.ts <port> <file of calls>`.

import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEndpointHandler } from '@restatedev/restate-sdk';
import { machineObject } from '../../../src/runner/restate.ts';
import { TRIP } from './restate-trip.ts';

const [port = '', calls = ''] = process.argv.slice(2);
const { object, agents } = machineObject({
  name: 'Trip',
  source: TRIP,
  agent: async ({ node, idempotencyKey }) => {
    const write = (what: string) =>
      appendFileSync(calls, `${JSON.stringify({ what, idempotencyKey, at: Date.now() })}\n`);
    write('begin');
    await sleep(700);
    write('end');
    return { turns: [{ calls: [{ name: 'write_Log', input: { data: { [node]: `${node} done` } } }] }] };
  },
});
createServer(createEndpointHandler({ services: [object, agents] })).listen(Number(port), '127.0.0.1');
