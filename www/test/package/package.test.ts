// The npm package as it is published: packed, checked, installed from the tarball, used in Node and in a Vite app.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { parse } from 'yaml';
import type { Page } from 'playwright-core';
import { withPage } from '../browser.ts';
import { HOST_POLICY, escaped } from '../host-page.ts';

const PACKAGE = fileURLToPath(new URL('../../../dist/npm', import.meta.url));
const TOOLS = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));
const KETTLE = fileURLToPath(new URL('../../examples/kettle.dygram', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tracklight-package-'));
const app = join(folder, 'app');
let tarball = '';

function call(program: string, args: string[], cwd: string) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  assert.equal(error, undefined);
  return { status, text: stdout + stderr, stdout };
}
/** Runs a module in the app. @returns what it printed */
function node(name: string, text: string) {
  writeFileSync(join(app, name), text);
  const { status, text: said, stdout } = call(process.execPath, [name], app);
  assert.equal(status, 0, said);
  return stdout;
}

before(() => {
  const packed = call('npm', ['pack', '--silent', '--pack-destination', folder], PACKAGE);
  assert.equal(packed.status, 0, packed.text);
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = call('npm', ['install', ...flags, tarball], app);
  assert.equal(installed.status, 0, installed.text);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('publint finds nothing', () => {
  const { status, text } = call(join(TOOLS, 'publint'), ['--strict', tarball], folder);
  assert.equal(status, 0, text);
  assert.match(text, /All good!/);
});

test('the types of every entry resolve in ESM and in bundlers', () => {
  const { status, text } = call(join(TOOLS, 'attw'), ['--profile', 'esm-only', tarball], folder);
  assert.equal(status, 0, text);
  assert.doesNotMatch(text, /^(node16 \(from ESM\)|bundler): (?!🟢)/m);
});

test('every file that the manifest names is there, with a source map that stands alone', () => {
  const root = join(app, 'node_modules/tracklight');
  const { exports, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const filesOf = (entry: unknown): string[] =>
    typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap(filesOf);
  const named = filesOf(exports);
  for (const name of [...named, ...Object.values(bin as object)]) assert.ok(existsSync(join(root, name)), name);
  for (const name of readdirSync(root)) {
    if (!name.endsWith('.js.map')) continue;
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(root, name), 'utf8'));
    assert.equal(sourcesContent.length, sources.length, name);
    assert.doesNotMatch(sources.join('\n'), /^\//m);
  }
});

// Those for React, Vue and Restate need them: `e2e/sites-components.full.test.ts` opens sites of the first two, and
// `unit/runner/restate.full.test.ts` runs a machine on the third.
test('Node imports every other entry without touching a document, and reads a link', () => {
  const printed = node(
    'run.js',
    `import { readFileSync } from 'node:fs';
const { exports } = JSON.parse(readFileSync('node_modules/tracklight/package.json', 'utf8'));
for (const name of Object.keys(exports).filter((name) => !/\\.(css|json|wasm)$|^.\\/(react|vue|restate)$/.test(name)))
  await import('tracklight' + name.slice(1));
import { decode, encode } from 'tracklight/link';
const link = await encode({ s: 'state a\\n' });
console.log(JSON.stringify((await decode('https://example.org/' + link)).document.s));
`,
  );
  assert.equal(JSON.parse(printed), 'state a\n');
});

test('Node imports machines of other notations, by module and by command', () => {
  const printed = node(
    'import.js',
    `import { convert, recognize } from 'tracklight/import';
const texts = ['stateDiagram\\na --> b', 'graph TD; a-->b', 'digraph { a -> b }', '<scxml><state id="a"/></scxml>',
  '{"StartAt":"a","States":{"a":{"Type":"Pass"}}}', 'createMachine({ states: { a: {} } } satisfies object)'];
console.log(JSON.stringify(texts.map((text) => [recognize(text), convert(text).ok])));
`,
  );
  const ids = ['mermaid-state', 'mermaid-flowchart', 'dot', 'scxml', 'asl', 'xstate'];
  assert.deepEqual(
    JSON.parse(printed),
    ids.map((id) => [id, true]),
  );
  writeFileSync(
    join(app, 'door.mmd'),
    'stateDiagram-v2\n  [*] --> Closed\n  Closed --> Open : push\n  class Open red\n',
  );
  const read = call('npx', ['--no-install', 'tracklight', 'import', 'door.mmd', '-o', 'door.dygram'], app);
  assert.equal(read.status, 0, read.text);
  assert.match(read.text, /door\.mmd:4: lost: class Open red/);
  assert.match(readFileSync(join(app, 'door.dygram'), 'utf8'), /^Closed -on: push-> Open$/m);
  writeFileSync(join(app, 'bad.dot'), 'digraph { a -> }\n');
  const refused = call('npx', ['--no-install', 'tracklight', 'import', 'bad.dot'], app);
  assert.deepEqual([refused.status, /bad\.dot:1:16: /.test(refused.text)], [1, true], refused.text);
  for (const words of [['import'], ['import', 'a', 'b'], ['import', 'a', '--format', 'visio']])
    assert.equal(call('npx', ['--no-install', 'tracklight', ...words], app).status, 64);
  assert.equal(call('npx', ['--no-install', 'tracklight', 'import', 'missing.dot'], app).status, 1);
});

test('exchange_2_package runs a machine in a process of Node, which another one resumes, and by command', () => {
  const source = 'task t { prompt: "x"; needs: "Why?" }\\nstate done\\nt -> done';
  const printed = node(
    'run.js',
    `import { fileJournal, resumeMachine, runMachine } from 'tracklight/runner';
const agent = () => ({ turns: [{ text: 'ok' }] });
const first = await runMachine('${source}', { agent, journal: fileJournal('run.jsonl') });
await first.close();
const run = await resumeMachine(fileJournal('run.jsonl'), { agent });
const done = await run.answer(run.waiting.questions[0].id, 'because');
console.log(first.outcome.kind, done.outcome.kind);`,
  );
  assert.equal(printed, 'running completed\n');
  const command = join(app, 'node_modules/.bin/tracklight');
  const shown = call(command, ['show', 'run.jsonl'], app);
  assert.deepEqual([shown.status, /^Step \d+: completed/.test(shown.stdout)], [0, true]);
  assert.equal(call(command, ['check', KETTLE], app).status, 0);
  assert.equal(call(command, ['chekc'], app).status, 64);
});

test('exchange_2_package keeps what only Node needs out of what a browser loads', () => {
  const folderOfPackage = join(app, 'node_modules/tracklight');
  const names: string[] = JSON.parse(readFileSync(join(folderOfPackage, 'page-files.json'), 'utf8'));
  const scripts = names.filter((name) => /\.m?js$/.test(name));
  assert.ok(scripts.length > 3);
  for (const name of scripts) {
    const text = readFileSync(join(folderOfPackage, name), 'utf8');
    for (const word of ['append-failed', 'journal-locked', 'from"node:', "from 'node:", 'commander'])
      assert.ok(!text.includes(word), `${name}: ${word}`);
  }
});

test('the example of the README prints what it says', () => {
  const readme = readFileSync(join(app, 'node_modules/tracklight/README.md'), 'utf8');
  const [, example] = /## In Node and in the browser\n\n```js\n([\s\S]*?)```/.exec(readme) as RegExpExecArray;
  const [, promised] = /^console\.log\(.*\); \/\/ (.*)$/m.exec(example) as RegExpExecArray;
  assert.equal(node('readme.js', example), `${promised}\n`);
});

test('Node draws, by module and by command', () => {
  const printed = node(
    'draw.js',
    `import { loadRenderer } from 'tracklight/render';
import { dygramFence } from 'tracklight/markdown-it';
import { remarkDygram } from 'tracklight/remark';
// Next refuses random values while it renders a page ahead.
for (const [owner, name] of [[crypto, 'getRandomValues'], [Math, 'random']])
  owner[name] = () => {
    throw new Error(name);
  };
const render = await loadRenderer();
const md = { renderer: { rules: {} } };
dygramFence(md, { render });
const html = md.renderer.rules.fence([{ info: 'dygram live', content: 'state a\\n', map: null }], 0);
const tree = { children: [{ type: 'code', lang: 'dygram', meta: 'live', value: 'state a' }] };
remarkDygram({ render })(tree);
console.log(JSON.stringify([html, tree.children[0].value]));
`,
  );
  for (const html of JSON.parse(printed))
    assert.match(html, /^<tracklight-machine[^>]*><span [^>]*class="tracklight-pictures"/);
  const drawn = call('npx', ['--no-install', 'tracklight', 'render', KETTLE, '--tick', '2', '-o', 'kettle.svg'], app);
  assert.equal(drawn.status, 0, drawn.text);
  assert.match(readFileSync(join(app, 'kettle.svg'), 'utf8'), />60</);
  const folder = site('built', '<pre title=">"><code class="language-dygram live">state a</code></pre>');
  const added = call('npx', ['--no-install', 'tracklight', 'prerender', folder], app);
  assert.equal(added.status, 0, added.text);
  assert.match(
    readFileSync(join(folder, 'index.html'), 'utf8'),
    /^<tracklight-machine loading="click"><span class="tracklight-pictures"><svg .*<pre t/,
  );
  const reported = call('npx', ['--no-install', 'tracklight', 'render'], app);
  assert.equal(reported.status, 64);
});

/** The pages of a site that hold the package or were built with it. */
function site(name: string, html: string) {
  const to = join(folder, name);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'index.html'), html);
  return to;
}
const MACHINE =
  `<tracklight-machine id="light"><pre><code>${escaped(readFileSync(KETTLE, 'utf8'))}</code></pre>` +
  '</tracklight-machine>';

/** The machine is drawn, steps, and shows what the step did. */
async function runs(page: Page) {
  const light = page.locator('#light');
  await page.locator('#light[data-state="ready"] svg.stage').waitFor();
  for (const tick of ['1', '2']) {
    await light.locator('[data-control="step"]').click();
    await page.locator(`#light[data-tick="${tick}"]`).waitFor();
  }
  await light.locator('svg.stage text').getByText('60', { exact: true }).waitFor();
}

test('in a Vite app the element draws and steps, and the core runs beside it', async () => {
  writeFileSync(
    join(app, 'index.html'),
    `<!doctype html><title>App</title>${MACHINE}<p></p><script type="module" src="./main.js"></script>`,
  );
  writeFileSync(
    join(app, 'main.js'),
    `import 'tracklight/style.css';
import 'tracklight/define';
import { TracklightMachine } from 'tracklight';
import init, { Machine } from 'tracklight/core';
import { scripted } from 'tracklight/agents';
await init();
const run = Machine.parse('context C { n: 0 }\\ntask t { prompt: "Add 1" }\\nt -writes-> C').start();
run.step();
const agent = scripted({ t: { write: { C: { n: 7 } } } });
for (const request of run.pending().agents) run.reply(request.id, agent(request, { run }));
const same = document.querySelector('tracklight-machine') instanceof TracklightMachine;
document.querySelector('p').textContent = [run.view().contexts.C.fields.n.values[0].value, same].join(' ');
`,
  );
  const dist = join(folder, 'dist');
  await build({
    configFile: false,
    root: app,
    base: './',
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true, target: 'es2022' },
  });
  await withPage({ folder: dist, headers: { 'content-security-policy': HOST_POLICY.join('; ') } }, async (page) => {
    await page.waitForFunction(() => document.querySelector('p')?.textContent === '7 true');
    await runs(page);
  });
});

test('a page with an import map and no build draws and steps', async () => {
  const map = JSON.stringify({ imports: { 'tracklight/': './tracklight/' } });
  const to = site(
    'mapped',
    `<!doctype html><title>Mapped</title><link rel="stylesheet" href="tracklight/style.css">
<script type="importmap">${map}</script><script type="module">import 'tracklight/define.js';</script>${MACHINE}`,
  );
  symlinkSync(join(app, 'node_modules/tracklight'), join(to, 'tracklight'));
  await withPage({ folder: to, headers: {} }, runs);
});

test('the action for GitHub fails for a picture that is missing or old, and draws it', () => {
  const action = parse(readFileSync(new URL('../../integrations/github/action.yml', import.meta.url), 'utf8'));
  const [{ run, shell, env }] = action.runs.steps;
  assert.equal(shell, 'bash');
  const repository = join(folder, 'repository');
  cpSync(new URL('../sites/github', import.meta.url), repository, { recursive: true });
  const act = (check: string, paths: string = action.inputs.paths.default) => {
    const inputs: Record<string, string> = { package: tarball, paths, check };
    const given = Object.entries(env as Record<string, string>).map(([name, value]) => [
      name,
      inputs[/^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1] ?? ''] ?? '',
    ]);
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', run], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, npm_config_prefer_offline: 'true', ...Object.fromEntries(given) },
    });
    return { status, text: stdout + stderr };
  };
  const missing = act(action.inputs.check.default);
  assert.deepEqual([missing.status, /README\.md:5: `images\/door\.svg` is missing/.test(missing.text)], [1, true]);
  assert.equal(act('false', 'README.md\n\n').status, 0);
  assert.match(readFileSync(join(repository, 'images/door.svg'), 'utf8'), /prefers-color-scheme:dark/);
  assert.equal(act('true').status, 0);
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  writeFileSync(join(repository, 'README.md'), readme.replace('state open', 'state ajar'));
  const old = act('true');
  assert.deepEqual([old.status, /README\.md:5: `images\/door\.svg` is old/.test(old.text)], [1, true]);
});

test('the package draws PNG with its own font, and says what to install where resvg is missing', () => {
  assert.ok(existsSync(join(app, 'node_modules/tracklight/fonts/arimo-400.ttf')));
  const draw = () => call('npx', ['--no-install', 'tracklight', 'render', KETTLE, '--png', '-o', 'kettle.png'], app);
  assert.equal(draw().status, 0);
  assert.equal(readFileSync(join(app, 'kettle.png')).toString('latin1', 1, 4), 'PNG');
  rmSync(join(app, 'node_modules/@resvg'), { recursive: true });
  const { status, text } = draw();
  assert.deepEqual([status, /npm install @resvg\/resvg-js/.test(text)], [1, true]);
});
