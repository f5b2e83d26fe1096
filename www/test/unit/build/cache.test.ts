// Build results come from the cache when everything that they are made from is the same, and only then.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { keyOf, make } from '../../../build/cache.mjs';

/** A project of two sources whose build joins them in `out/`. */
function project(t: TestContext, root = temporary(t)) {
  const at = (path: string) => join(root, path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  write('src/a.txt', 'one');
  write('src/deep/b.txt', 'two');
  let builds = 0;
  const artefact = {
    name: 'text',
    folder: at('out'),
    main: 'all/text.txt',
    beside: ['other'],
    build() {
      builds += 1;
      write('out/all/text.txt', ['src/a.txt', 'src/deep/b.txt'].map((path) => textOf(at(path))).join(' '));
    },
  };
  return {
    root,
    at,
    write,
    artefact,
    builds: () => builds,
    text: () => textOf(at('out/all/text.txt')),
    make: (folder?: string, values: unknown = null, limit?: number) =>
      make(artefact, () => keyOf(['src'], values, { root }), { folder, stamps: at('stamps'), limit }),
  };
}

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracklight-cache-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

test('the same input in another folder is restored and not built', async (t) => {
  const cache = temporary(t);
  const [first, second] = [project(t), project(t)];
  assert.equal(await first.make(cache), 'built');
  assert.equal(await second.make(cache), 'restored');
  assert.equal(second.builds(), 0);
  assert.equal(second.text(), 'one two');
});

test('a result that is of the key already is left alone', async (t) => {
  const [cache, one] = [temporary(t), project(t)];
  await one.make(cache);
  assert.equal(await one.make(cache), 'kept');
  rmSync(one.at('out'), { recursive: true });
  assert.equal(await one.make(cache), 'restored');
  assert.equal(one.builds(), 1);
});

test('a changed byte, a renamed or new file and another version build anew, and going back restores', async (t) => {
  const [cache, one] = [temporary(t), project(t)];
  await one.make(cache);
  one.write('src/a.txt', 'onE');
  assert.equal(await one.make(cache), 'built');
  assert.equal(one.text(), 'onE two');
  one.write('src/a.txt', 'one');
  assert.equal(await one.make(cache), 'restored');
  assert.equal(one.text(), 'one two');
  renameSync(one.at('src/deep'), one.at('src/deeper'));
  assert.equal(await one.make(cache), 'built');
  renameSync(one.at('src/deeper'), one.at('src/deep'));
  one.write('src/c.txt', '');
  assert.equal(await one.make(cache), 'built');
  rmSync(one.at('src/c.txt'));
  assert.equal(await one.make(cache, { version: 2 }), 'built');
  assert.equal(await one.make(cache), 'restored');
});

test('text that moves from one file to the next is another key', (t) => {
  const [one, two] = [project(t), project(t)];
  one.write('src/a.txt', 'one');
  one.write('src/b.txt', 'src/c.txt');
  two.write('src/a.txt', 'onesrc/b.txt');
  two.write('src/b.txt', 'src/c.txt');
  const key = ({ root }: { root: string }) => keyOf(['src/a.txt', 'src/b.txt'], null, { root });
  assert.notEqual(key(one), key(two));
});

test('what is skipped is in no key', (t) => {
  const one = project(t);
  const key = () => keyOf(['src'], null, { root: one.root, skip: (path) => path === 'src/deep' });
  const before = key();
  one.write('src/deep/b.txt', 'three');
  assert.equal(key(), before);
  one.write('src/a.txt', 'three');
  assert.notEqual(key(), before);
});

test('what others keep in the folder is neither removed nor stored', async (t) => {
  const cache = temporary(t);
  const [first, second] = [project(t), project(t)];
  first.write('out/other/mine.txt', 'mine');
  first.write('out/stale.txt', 'of the last build');
  await first.make(cache);
  assert.equal(textOf(first.at('out/other/mine.txt')), 'mine');
  assert.ok(!existsSync(first.at('out/stale.txt')));
  await second.make(cache);
  assert.deepEqual(readdirSync(second.at('out')), ['all']);
});

test('a later write to a result does not reach the cache', async (t) => {
  const cache = temporary(t);
  const [first, second] = [project(t), project(t)];
  await first.make(cache);
  first.write('out/all/text.txt', 'edited');
  await second.make(cache);
  assert.equal(second.text(), 'one two');
  second.write('out/all/text.txt', 'edited');
  const third = project(t);
  await third.make(cache);
  assert.equal(third.text(), 'one two');
});

test('a half-written entry is not used', async (t) => {
  const cache = temporary(t);
  const [first, second] = [project(t), project(t)];
  await first.make(cache);
  const [entry = ''] = readdirSync(cache);
  // As a store leaves it that was killed.
  renameSync(join(cache, entry), join(cache, `${entry}.half`));
  assert.equal(await second.make(cache), 'built');
});

test('a build that fails leaves neither an entry nor a stamp', async (t) => {
  const [cache, one] = [temporary(t), project(t)];
  const { build } = one.artefact;
  one.artefact.build = () => {
    build();
    throw new Error('no');
  };
  await assert.rejects(one.make(cache), { message: 'no' });
  assert.deepEqual(readdirSync(cache), []);
  one.artefact.build = build;
  assert.equal(await one.make(cache), 'built');
});

test('a source that is edited during the build leaves neither an entry nor a stamp', async (t) => {
  const [cache, one] = [temporary(t), project(t)];
  const { build } = one.artefact;
  one.artefact.build = () => {
    build();
    one.write('src/a.txt', 'late');
  };
  assert.equal(await one.make(cache), 'built');
  assert.deepEqual(readdirSync(cache), []);
  one.artefact.build = build;
  assert.equal(await one.make(cache), 'built');
  assert.equal(one.text(), 'late two');
});

test('two builds at once leave one entry', async (t) => {
  const cache = temporary(t);
  const [first, second] = [project(t), project(t)];
  const { build } = first.artefact;
  first.artefact.build = async () => {
    build();
    assert.equal(await second.make(cache), 'built');
  };
  assert.equal(await first.make(cache), 'built');
  assert.equal(readdirSync(cache).length, 1);
  assert.equal(await project(t).make(cache), 'restored');
});

test('over the limit, what was not used for longest goes', async (t) => {
  const [cache, one] = [temporary(t), project(t)];
  const makeVersion = (version: number) => one.make(cache, version, 'one two'.length * 2);
  await makeVersion(1);
  await makeVersion(2);
  for (const entry of readdirSync(cache)) utimesSync(join(cache, entry), 1, 1);
  assert.equal(await makeVersion(1), 'restored');
  assert.equal(await makeVersion(3), 'built');
  assert.equal(readdirSync(cache).length, 2);
  assert.equal(await makeVersion(1), 'restored');
  assert.equal(await makeVersion(3), 'restored');
  assert.equal(await makeVersion(2), 'built');
});

test('a cache that can be neither read nor written does not stop a build', async (t) => {
  const [one, said] = [project(t), t.mock.method(console, 'log', () => {})];
  one.write('file', 'no folder');
  assert.equal(await one.make(one.at('file')), 'built');
  assert.equal(one.text(), 'one two');
  assert.match(String(said.mock.calls[0]?.arguments[0]), /the build cache could not be written: /);
});

test('TRACKLIGHT_CACHE=off neither reads nor writes the cache of the user', async (t) => {
  const [home, one] = [temporary(t), project(t)];
  const before = { ...process.env };
  t.after(() =>
    Object.assign(process.env, {
      XDG_CACHE_HOME: before.XDG_CACHE_HOME ?? '',
      TRACKLIGHT_CACHE: before.TRACKLIGHT_CACHE ?? '',
    }),
  );
  Object.assign(process.env, { XDG_CACHE_HOME: home, TRACKLIGHT_CACHE: 'off' });
  assert.equal(await one.make(), 'built');
  assert.deepEqual(readdirSync(home), []);
  process.env.TRACKLIGHT_CACHE = '';
  assert.equal(await project(t).make(), 'built');
  assert.equal(await project(t).make(), 'restored');
  assert.deepEqual(readdirSync(home), ['tracklight']);
  process.env.TRACKLIGHT_CACHE = 'off';
  assert.equal(await project(t).make(), 'built');
  assert.equal(await one.make(), 'kept');
});

test('cleaning removes the results and leaves the tools that were installed', (t) => {
  const home = temporary(t);
  for (const name of ['build/text-1', 'mdbook-1']) mkdirSync(join(home, 'tracklight', name), { recursive: true });
  const program = fileURLToPath(new URL('../../../build/cache.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [program, 'clean'], { env: { ...process.env, XDG_CACHE_HOME: home } });
  assert.equal(status, 0);
  assert.deepEqual(readdirSync(join(home, 'tracklight')), ['mdbook-1']);
});
