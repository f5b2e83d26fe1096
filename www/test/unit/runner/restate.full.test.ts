// A machine on Restate: its service and its server are killed in turn, and the run completes.

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { restateServer } from '../../../build/setup.mjs';
import { resumeMachine, memoryJournal } from '../../../src/runner/index.ts';
import type { MachineState } from '../../../src/runner/restate.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-restate-'));
const calls = join(folder, 'calls.jsonl');
writeFileSync(calls, '');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}

let [ingressPort, adminPort, nodePort, servicePort] = [0, 0, 0, 0];
before(async () => {
  [ingressPort = 0, adminPort = 0, nodePort = 0, servicePort = 0] = await Promise.all([1, 2, 3, 4].map(freePort));
});
const SERVICE = fileURLToPath(new URL('restate-service.ts', import.meta.url));
const running: Set<ChildProcess> = new Set();

function startProcess(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  running.add(child);
  return child;
}
const startService = () => startProcess(process.execPath, [...process.execArgv, SERVICE, `${servicePort}`, calls]);
const startServer = () =>
  startProcess(
    restateServer(),
    ['--base-dir', join(folder, 'server'), '--node-name', 'one', '--bind-ip', '127.0.0.1'],
    {
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_PORT: `${nodePort}`,
      RESTATE_ADMIN__BIND_PORT: `${adminPort}`,
      RESTATE_INGRESS__BIND_PORT: `${ingressPort}`,
      DO_NOT_TRACK: '1',
    },
  );

async function kill(child: ChildProcess) {
  const gone = new Promise((exited) => child.once('exit', exited));
  child.kill('SIGKILL');
  await gone;
  running.delete(child);
}

after(async () => {
  await Promise.all([...running].map(kill));
  rmSync(folder, { recursive: true, force: true });
});

async function eventually<T>(what: string, look: () => Promise<T | null | false>): Promise<T> {
  const end = Date.now() + 120_000;
  for (;;) {
    const found = await look().catch(() => null);
    if (found) return found;
    if (Date.now() > end) assert.fail(`never came: ${what}`);
    await sleep(100);
  }
}

async function post(handler: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${ingressPort}/Trip/run-1/${handler}`, {
    method: 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
}

/** The server may be starting. */
const send = (handler: string, body?: unknown) =>
  eventually(handler, async () => {
    const done = await post(handler, body);
    return done.status < 500 && done;
  });

const journal = async () => {
  const { text } = await send('journal');
  return text.split('\n').filter(Boolean);
};
const isOpen = async (url: string) => (await fetch(url)).ok;
const begun = () =>
  readFileSync(calls, 'utf8')
    .split('\n')
    .filter((line) => line.includes('begin')).length;

test('exchange_3_restate: service and server die in turn, and no finished call is made again', async () => {
  let [server, service] = [startServer(), startService()];
  await eventually('the server', () => isOpen(`http://127.0.0.1:${adminPort}/health`));
  await eventually('the deployment', async () => {
    const response = await fetch(`http://127.0.0.1:${adminPort}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${servicePort}` }),
    });
    return response.ok;
  });
  assert.equal((await post('view')).status, 404);
  const started = (await send('start')).json() as MachineState;
  assert.equal(started.outcome.kind, 'running');
  assert.match((await send('start')).text, /journal-used: there is a run `run-1` already/);

  // The agents of three branches work at once.
  await eventually('three calls', async () => begun() >= 3);
  await kill(service);
  service = startService();
  await eventually('the calls again', async () => begun() >= 6);
  await kill(server);
  server = startServer();

  const asked = await eventually('the question', async () => {
    const { pending } = (await post('view')).json();
    return pending.requests[0];
  });
  assert.match((await send('answer', { question: asked.id, answer: { verdict: 'perhaps' } })).text, /answer-invalid: /);
  assert.match((await send('answer', {})).text, /`question` must be a text/);
  assert.match((await send('send', { event: 'payment', data: { amount: 5 } })).text, /event-unexpected: /);
  await kill(service);
  const answering = send('answer', { question: asked.id, answer: { verdict: 'yes' } });
  service = startService();
  const answered = (await answering).json() as MachineState;
  assert.deepEqual(
    answered.waiting.events.map(({ name }) => name),
    ['payment'],
  );

  await kill(server);
  server = startServer();
  await send('send', { event: 'payment', data: { amount: 70 } });
  await kill(service);
  await kill(server);
  server = startServer();
  service = startService();

  const view = await eventually('the end', async () => {
    const found = (await post('view')).json();
    return found.outcome?.kind !== 'running' && found;
  });
  assert.equal(view.outcome.kind, 'completed');
  const value = (context: string, field: string) => view.contexts[context].fields[field].values[0].value;
  assert.deepEqual(
    ['hotel', 'train', 'museum', 'diary'].map((field) => value('Log', field)),
    ['hotel done', 'train done', 'museum done', 'diary done'],
  );
  assert.deepEqual([value('Log', 'paid'), value('Vote', 'verdict')], [70, 'yes']);
  assert.match((await send('cancel')).text, /run-ended|path-ended|ended/);

  const lines = await journal();
  const entries = lines.map((line) => JSON.parse(line));
  const replied = new Map(entries.filter(({ kind }) => kind === 'reply').map(({ request, at }) => [request, at]));
  assert.equal(replied.size, 4);
  for (const { what, idempotencyKey, at } of readFileSync(calls, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((one) => JSON.parse(one)))
    if (what === 'begin') assert.ok(at < Number(replied.get(idempotencyKey.split('/')[1])), `${idempotencyKey} again`);
  // The same journal is one of the runner.
  const resumed = await resumeMachine(memoryJournal(lines), { agent: null });
  assert.equal(resumed.outcome.kind, 'completed');
  await kill(service);
  await kill(server);
});
