// The examples of the guide "Run it in your service" do what they say.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from '../../src/plugins/cli.ts';

const guide = readFileSync(new URL('../../../docs/run.md', import.meta.url), 'utf8');
const fence = (language: string, place: string) => {
  const [, text] = new RegExp(`\\n${place}\\n[^]*?\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide) ?? [];
  assert.ok(text, `${language} at ${place}`);
  return text;
};
const runner = new URL('../../src/runner/index.ts', import.meta.url).href;
const machine = fence('dygram', '## The loop');

const folder = mkdtempSync(join(tmpdir(), 'tracklight-guide-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('the loop of the guide runs as written, prints what it says, and its journal is resumed', () => {
  writeFileSync(join(folder, 'count.dygram'), machine);
  const loop = fence('js', '## The loop');
  const [, promised] = /^console\.log\(.*\); \/\/ (.*)$/m.exec(loop) ?? [];
  const inNode = (code: string) =>
    execFileSync(
      process.execPath,
      [
        '--import',
        import.meta.resolve('tsx'),
        '--input-type=module',
        '--eval',
        code.replace("'tracklight/runner'", `'${runner}'`),
      ],
      { cwd: folder, encoding: 'utf8' },
    );
  assert.equal(inNode(loop), `${promised}\n`);
  const resumed = fence('js', '## The journal');
  assert.equal(inNode(`const agent = null;\n${resumed}\nconsole.log(run.outcome.kind);`), 'completed\n');
});

test('the test of the guide passes', async () => {
  writeFileSync(join(folder, 'count.dygram'), machine);
  writeFileSync(join(folder, 'count.test.dygram.json'), fence('json', '## Tests and CI'));
  const printed = { out: '', error: '' };
  const code = await main(['test', folder], {
    out: (text) => void (printed.out += String(text)),
    error: (text) => void (printed.error += text),
  });
  assert.deepEqual([code, printed.error], [0, '']);
});

test('the commands of the guide are commands, with the options that it names', async () => {
  const lines = [...guide.matchAll(/^npx tracklight (.*?)(?: +#.*)?$/gm)].map(([, line = '']) => line);
  assert.ok(lines.length > 8);
  for (const line of lines) {
    const [name = ''] = line.split(' ');
    let help = '';
    assert.equal(
      await main([name, '--help'], { out: (text) => void (help += String(text)), error: () => {} }),
      0,
      line,
    );
    for (const [option] of line.matchAll(/--[a-z-]+/g)) assert.ok(help.includes(option), `${line}: ${option}`);
  }
});
