// `custom-elements.json` of the element, and the tables of docs/embed.md made from it. `write-reference.mjs` writes
// them.

import {
  ATTRIBUTE_REFERENCE,
  EVENT_REFERENCE,
  METHOD_REFERENCE,
  PARTS,
  PROPERTIES,
  STATES,
} from '../src/embed/reference.ts';

interface Named {
  name: string;
  description: string;
}
export interface Manifest {
  schemaVersion: string;
  modules: {
    kind: string;
    path: string;
    declarations: {
      kind: string;
      name: string;
      tagName: string;
      customElement: true;
      description: string;
      attributes: (Named & { type: { text: string }; default: string })[];
      members: (Named & { kind: string; parameters: { name: string }[]; return: { type: { text: string } } })[];
      events: (Named & { type: { text: string } })[];
      cssParts: Named[];
      cssProperties: Named[];
    }[];
    exports: { kind: string; name: string; declaration: { name: string; module: string } }[];
  }[];
}

/** In the form of the custom elements manifest, which editors read. */
export function manifest(): Manifest {
  const name = 'TracklightMachine';
  const path = 'define.js';
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: [
          {
            kind: 'class',
            name,
            tagName: 'tracklight-machine',
            customElement: true,
            description: 'An executable state machine that readers run in place.',
            attributes: Object.entries(ATTRIBUTE_REFERENCE).map(([name, { type, fallback, says }]) => ({
              name,
              type: { text: type },
              default: fallback,
              description: says,
            })),
            members: Object.entries(METHOD_REFERENCE).map(([name, { parameters, returns, says }]) => ({
              kind: 'method',
              name,
              parameters: parameters === '' ? [] : [{ name: parameters }],
              return: { type: { text: returns } },
              description: says,
            })),
            events: Object.entries(EVENT_REFERENCE).map(([name, { detail, says }]) => ({
              name: `tracklight-${name}`,
              type: { text: `CustomEvent<${detail}>` },
              description: says,
            })),
            cssParts: Object.entries(PARTS).map(([name, description]) => ({ name, description })),
            cssProperties: Object.entries(PROPERTIES).map(([name, description]) => ({
              name: `--tracklight-${name}`,
              description,
            })),
          },
        ],
        exports: [
          { kind: 'js', name, declaration: { name, module: path } },
          { kind: 'custom-element-definition', name: 'tracklight-machine', declaration: { name, module: path } },
        ],
      },
    ],
  };
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => (text === '' ? '' : `\`${cell(text)}\``);
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The tables by the name they have in the guide. */
export function tables(from: Manifest = manifest()): Record<string, string> {
  const [element] = from.modules[0]?.declarations ?? [];
  if (!element) return {};
  return {
    attributes: table(
      ['Attribute', 'Value', 'Default', 'Meaning'],
      element.attributes.map((one) => [code(one.name), code(one.type.text), code(one.default), cell(one.description)]),
    ),
    methods: table(
      ['Method', 'Gives', 'Meaning'],
      element.members.map((one) => [
        code(`${one.name}(${one.parameters.map(({ name }) => name).join('')})`),
        code(one.return.type.text),
        cell(one.description),
      ]),
    ),
    events: table(
      ['Event', 'Detail', 'When'],
      element.events.map((one) => [
        code(one.name),
        code(one.type.text.replace(/^CustomEvent<(.*)>$/, '$1')),
        cell(one.description),
      ]),
    ),
    states: table(
      ['Attribute', 'Value'],
      Object.entries(STATES).map(([name, says]) => [code(name), cell(says)]),
    ),
    parts: table(
      ['Part', 'What it is'],
      element.cssParts.map((one) => [code(one.name), cell(one.description)]),
    ),
    properties: table(
      ['Custom property', 'What it colors or sizes'],
      element.cssProperties.map((one) => [code(one.name), cell(one.description)]),
    ),
  };
}

/** The guide with its tables as they are now. */
export function filled(guide: string): string {
  return Object.entries(tables()).reduce(
    (text, [name, made]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(\\n<!-- /${name} -->)`),
        (_, before, after) => `${before}\n${made}\n${after}`,
      ),
    guide,
  );
}
