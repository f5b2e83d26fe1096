// The Python package: what its wheel holds, how it reads fences beside the plugins in JavaScript, and which fences it
// finds in Markdown.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { mkdocs, pythonTools } from '../../build/setup.mjs';
import { htmlOf, machineOf, readWords, wordsOf } from '../../src/plugins/fence.ts';
import { runIn } from '../sites/install.ts';
import { PYTHON_PACKAGE, wheel, withPackage } from '../sites/python.ts';

/** Runs a text in the Python that has MkDocs. @returns what it printed, as JSON */
function python(text: string, input: unknown) {
  const program = join(dirname(mkdocs()), 'python');
  const env = { ...process.env, ...withPackage() };
  const { status, stdout, stderr } = spawnSync(program, ['-c', text], {
    env,
    encoding: 'utf8',
    input: JSON.stringify(input),
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('the wheel passes the check of the index, and holds what pages and Node need, without source maps', () => {
  const said = runIn(PYTHON_PACKAGE, pythonTools()('twine'), ['check', '--strict', wheel()]);
  assert.match(said, /PASSED/);
  const names = runIn(PYTHON_PACKAGE, 'python3', ['-m', 'zipfile', '-l', wheel()])
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '');
  for (const name of ['static/tracklight/define.js', 'static/tracklight/style.css', 'node/cli.js', 'lexer.py'])
    assert.ok(names.includes(`tracklight/${name}`), name);
  assert.deepEqual(
    names.filter((name) => /\.(map|ts|pyc)$|node_modules/.test(name)),
    [],
  );
  const { version } = JSON.parse(readFileSync(join(PYTHON_PACKAGE, '../npm/package.json'), 'utf8'));
  assert.ok(wheel().endsWith(`tracklight-${version}-py3-none-any.whl`), wheel());
  assert.ok(statSync(wheel()).size < 6_000_000);
});

test('a fence says the same in Python and in JavaScript', () => {
  const infos = [
    'height=320,view=run label="A kettle" tick=3 editable controls=\'step back\'',
    'HEIGHT=3 colour=red label live',
    'label="a, b" editable=no max-height=20rem picture=a.svg animate',
    'label=\'it is "x"\' tick=',
    '',
  ];
  const program =
    'import json, sys\nfrom tracklight.fence import plain_html, read_words, split_words\n' +
    'fences = [read_words(split_words(info)) for info in json.load(sys.stdin)]\n' +
    'print(json.dumps([[fence.notes, plain_html(fence.attributes, "a -> \\"b\\" & <c>\\n")] for fence in fences]))';
  const quiet = { warn: () => {} };
  const expected = infos.map((info) => {
    const fence = readWords(wordsOf(info).filter((word) => word !== 'live'));
    return [fence.notes, htmlOf(machineOf(fence, 'a -> "b" & <c>\n', { line: null }, quiet))];
  });
  assert.deepEqual(python(program, infos), expected);
});

const CONVERT = `
import json, sys
from markdown import Markdown
from tracklight.markdown import TracklightExtension
pages = []
for text in json.load(sys.stdin):
    found = []
    def render(fence, source, line):
        found.append([source, line])
        return "<tracklight-machine></tracklight-machine>"
    md = Markdown(extensions=[TracklightExtension(render), "pymdownx.superfences", "admonition"])
    pages.append({"html": md.convert(text), "found": found})
print(json.dumps(pages))`;

test('fences of Markdown are found in lists, notes and quotations, with the source that they mean', () => {
  const [list, note, quotation, braces] = python(CONVERT, [
    '- one\n\n    ```dygram live\n    state a\n\n      indented\n    ```\n\n- two',
    '!!! note\n    ```dygram live tick=2\n    state a\n    ```',
    'text\n> text\n> ~~~~dygram,live\n> state a\n> ~~~\n> ~~~~\n',
    '``` { .dygram .live height=200 }\nstate a\n```\ntext',
  ]);
  assert.deepEqual(list.found, [['state a\n\n  indented\n', 3]]);
  assert.match(list.html, /<li>\s*<p>one<\/p>\s*<tracklight-machine><\/tracklight-machine>\s*<\/li>\s*<li>/);
  assert.deepEqual(note.found, [['state a\n', 2]]);
  assert.match(note.html, /<div class="admonition note">[^]*<tracklight-machine><\/tracklight-machine>\s*<\/div>/);
  assert.deepEqual(quotation.found, [['state a\n~~~\n', 3]]);
  assert.match(
    quotation.html,
    /<blockquote>\s*(<p>text<\/p>\s*)?<tracklight-machine><\/tracklight-machine>\s*<\/blockquote>/,
  );
  assert.deepEqual(braces.found, [['state a\n', 1]]);
});

test('fences that are not live, not closed, or text of others stay as they are', () => {
  const pages: { html: string; found: unknown[] }[] = python(CONVERT, [
    '```dygram\nstate a\n```',
    '```dygramlive\nstate a\n```',
    '```dygram live\nstate a',
    '````md\n```dygram live\nstate a\n```\n````',
    '> ```dygram live\n> state a\n\ntext\n```',
  ]);
  for (const { html, found } of pages) {
    assert.deepEqual(found, [], html);
    assert.ok(!html.includes('tracklight-machine'), html);
  }
  const [shown] = python(CONVERT, ['text\n\n    before\n    ```dygram live\n    state a\n    ```\n    after']);
  assert.match(shown.html, /<pre><code>before\n```dygram live\nstate a\n```\nafter\n<\/code><\/pre>/);
});
