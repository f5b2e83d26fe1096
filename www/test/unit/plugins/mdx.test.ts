// Machines in MDX: what a fence and `<Machine>` become for React and for Astro, compiled by MDX itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, run } from '@mdx-js/mdx';
import { declaresMachine, elementOfTag } from '../../../src/plugins/mdx-machine.ts';
import { changeNodes, placesIn, remarkDygram, type File, type Node } from '../../../src/plugins/remark.ts';
import type { Renderer } from '../../../src/plugins/render.ts';

const SOURCE = 'state a\na -when: "x < 1 && y"-> b\n';
const CONTENT =
  '<svg class="tracklight-picture"></svg>' +
  '<pre><code>state a\na -when: &quot;x &lt; 1 &amp;&amp; y&quot;-&gt; b\n</code></pre>';
/** Draws nothing that depends on the machine. */
const render = Object.assign(() => '<svg class="tracklight-picture"></svg>', {
  check: () => [],
}) as unknown as Renderer;

interface Made {
  type: string;
  props: Record<string, unknown>;
}

/** What MDX makes of a text: its elements, and its components by the name they are given by. */
async function elementsOf(text: string, plugin: (tree: Node, file: File) => void): Promise<Made[]> {
  const code = await compile(text, {
    outputFormat: 'function-body',
    providerImportSource: 'theme',
    remarkPlugins: [() => plugin],
  });
  const made: Made[] = [];
  const jsx = (type: unknown, props: Record<string, unknown>): unknown => {
    if (typeof type === 'function') return type(props);
    made.push({ type: String(type), props });
    return null;
  };
  // A theme that has components of its own for these.
  const useMDXComponents = () => ({ pre: 'theme-pre', code: 'theme-code', svg: 'theme-svg' });
  const { default: Content } = await run(code, { jsx, jsxs: jsx, Fragment: 'fragment', useMDXComponents } as never);
  (Content as (props: object) => unknown)({});
  return made;
}

test('a fence is an element of React with its content as HTML, which no theme replaces', async () => {
  const text = `# Title\n\n- item\n\n  \`\`\`dygram live height=320\n  ${SOURCE.replace('\n', '\n  ')}  \`\`\`\n`;
  const made = await elementsOf(text, remarkDygram({ mdx: true, render }));
  assert.deepEqual(
    made.filter(({ type }) => type === 'tracklight-machine').map(({ props }) => props),
    [{ height: '320', loading: 'click', dangerouslySetInnerHTML: { __html: CONTENT } }],
  );
  assert.ok(!made.some(({ type }) => type.startsWith('theme-')));
});

test('Astro gets the content as its own attribute for HTML', async () => {
  const made = await elementsOf(`\`\`\`dygram live\n${SOURCE}\`\`\`\n`, remarkDygram({ mdx: 'astro', render }));
  assert.deepEqual(made.find(({ type }) => type === 'tracklight-machine')?.props, {
    loading: 'click',
    'set:html': CONTENT,
  });
});

const warned: string[] = [];
const tags = (tree: Node, file: File) => {
  const placeOf = placesIn(file);
  const options = { render, warn: (message: string) => warned.push(message) };
  if (!declaresMachine(tree)) changeNodes(tree, (node) => elementOfTag(node, placeOf(node), options));
};

test('<Machine> with its source as a text is drawn, its properties are attributes', async () => {
  const source = `{\`\n${SOURCE}\`}`;
  const text = `<Machine height={320} maxTicks={20} editable readonly={false} className="wide" source=${source} />\n`;
  const [machine] = (await elementsOf(text, tags)).filter(({ type }) => type === 'tracklight-machine');
  assert.deepEqual(machine?.props, {
    className: 'wide',
    height: '320',
    'max-ticks': '20',
    editable: '',
    loading: 'click',
    dangerouslySetInnerHTML: { __html: CONTENT.replace('<code>', '<code>\n') },
  });
});

test('<Machine> with a source that is worked out later is the element with its expressions', async () => {
  const text = 'export const door = "state a";\n\n<Machine source={door} maxTicks={door.length} onClick={() => 1} />\n';
  const [machine] = (await elementsOf(text, tags)).filter(({ type }) => type === 'tracklight-machine');
  assert.equal(machine?.props.source, 'state a');
  assert.equal(machine?.props['max-ticks'], 7);
  assert.equal(typeof machine?.props.onClick, 'function');
});

test('a component named Machine of the text itself stays', async () => {
  const text = 'export const Machine = () => "own";\n\n<Machine source="state a" />\n';
  const made = await elementsOf(text, tags);
  assert.ok(!made.some(({ type }) => type === 'tracklight-machine'));
});

test('inside a paragraph <Machine> has no picture, and the warning says where', async () => {
  const made = await elementsOf('# Title\n\nA door: <Machine source="state a" /> here.\n', tags);
  assert.equal(made.find(({ type }) => type === 'tracklight-machine')?.props.source, 'state a');
  assert.deepEqual(warned, [
    'tracklight: line 3: Put `<Machine>` on lines of its own: inside a paragraph it has no picture.',
  ]);
});
