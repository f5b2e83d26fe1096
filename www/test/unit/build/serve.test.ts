import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve, type Served } from '../../serve.ts';

let parent: string;
let site: Served;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tracklight-serve-'));
  const folder = join(parent, 'site');
  await mkdir(join(folder, 'deep'), { recursive: true });
  await mkdir(join(parent, 'site-of-others'));
  await writeFile(join(folder, 'index.html'), 'top');
  await writeFile(join(folder, 'deep/index.html'), 'deep');
  await writeFile(join(folder, 'core.wasm'), '\0asm');
  await mkdir(join(folder, 'assets'));
  for (const name of ['first.js', 'panel-4mH81ure.css']) await writeFile(join(folder, 'assets', name), '');
  await writeFile(join(parent, 'secret.txt'), 'secret');
  await writeFile(join(parent, 'site-of-others/secret.txt'), 'secret');
  site = await serve({ folder, headers: { 'content-security-policy': "default-src 'none'" } });
});

after(async () => {
  await site.close();
  await rm(parent, { recursive: true });
});

/** Sends a path as it is: `fetch` would tidy the dots away. */
function ask(path: string, method: string = 'GET') {
  return new Promise((done: (answer: { status?: number; body: string }) => void, fail) => {
    const { hostname, port } = new URL(site.url);
    const sent = request({ hostname, port, path, method }, (response) => {
      let body = '';
      response.on('data', (part) => (body += part));
      response.on('end', () => done({ status: response.statusCode, body }));
    });
    sent.on('error', fail);
    sent.end();
  });
}

test('a folder answers with its index, a query is ignored', async () => {
  assert.deepEqual(await ask('/?embed=1'), { status: 200, body: 'top' });
  assert.deepEqual(await ask('/deep/'), { status: 200, body: 'deep' });
});

test('wasm is sent with the type that streaming compilation wants', async () => {
  const response = await fetch(`${site.url}core.wasm`);
  assert.equal(response.headers.get('content-type'), 'application/wasm');
});

test('a file that is named by its content is kept by the browser, any other one is asked for again', async () => {
  const cached = async (path: string) => (await fetch(site.url + path)).headers.get('cache-control');
  assert.equal(await cached('assets/panel-4mH81ure.css'), 'public, max-age=31536000, immutable');
  for (const path of ['', 'assets/first.js', 'core.wasm']) assert.equal(await cached(path), 'no-cache');
});

test('the chosen headers are on files and on refusals', async () => {
  for (const path of ['', 'nowhere.js']) {
    const response = await fetch(site.url + path);
    assert.equal(response.headers.get('content-security-policy'), "default-src 'none'");
  }
});

test('the nearest 404.html above stands in for a file that is not there', async () => {
  const other = join(parent, 'with-404');
  await mkdir(join(other, 'sub'), { recursive: true });
  await writeFile(join(other, '404.html'), 'top not found');
  await writeFile(join(other, 'sub/404.html'), 'sub not found');
  const served = await serve({ folder: other });
  try {
    const answer = async (path: string) => {
      const response = await fetch(served.url + path);
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    const html = 'text/html; charset=utf-8';
    assert.deepEqual(await answer('nowhere'), [404, html, 'top not found']);
    assert.deepEqual(await answer('sub/deeper/%23t1.aYQ'), [404, html, 'sub not found']);
    assert.deepEqual(await answer(`%23t1.${'a'.repeat(5000)}`), [404, html, 'top not found']);
  } finally {
    await served.close();
  }
});

for (const path of [
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/deep/..%2f..%2fsecret.txt',
  '/../site-of-others/secret.txt',
]) {
  test(`nothing outside the folder is served: ${path}`, async () => {
    assert.equal((await ask(path)).status, 400);
  });
}

test('malformed addresses and other methods are refused', async () => {
  assert.equal((await ask('/%zz')).status, 400);
  assert.equal((await ask('/%00')).status, 400);
  assert.equal((await ask('/', 'POST')).status, 405);
  assert.equal((await ask('/deep')).status, 404);
});

test('a taken port is told apart from other failures', async () => {
  const port = Number(new URL(site.url).port);
  await assert.rejects(serve({ folder: parent, port }), { code: 'EADDRINUSE' });
});
