// The looks of a picture as classes: those that several parts have stand once, and colors that follow the theme have
// both of their values, so that the picture is right wherever it stands.

import { bothThemes } from './dark-palette.ts';

/** Attributes that style sheets know too. */
const STYLED = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity'],
  ...['font-family', 'font-size', 'font-weight'],
];
/** Looks that fewer parts have stand where they are. */
const WORTH = 2;

interface Tag {
  name: string;
  attributes: string;
  /** What a style sheet says of it. */
  look: string;
  others: { name: string; value: string }[];
}

/** @param svg text of a picture @returns the picture with classes, and their rules */
export function shareLooks(svg: string): { text: string; css: string } {
  const looks: Map<string, number> = new Map();
  const each = (change: (tag: Tag) => string) =>
    svg.replace(
      /<(rect|path|polygon|polyline|ellipse|circle|text|tspan)((?: [\w:-]+="[^"]*")*) ?(\/?)>/g,
      (_, name, list, end) => {
        const attributes = [...String(list).matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({
          name,
          value,
        }));
        const own = attributes.filter(({ name }) => STYLED.includes(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
        const look = own.map(({ name, value }) => `${name}:${styled(name, value)}`).join(';');
        const others = attributes.filter(({ name }) => !STYLED.includes(name));
        return `${change({ name, attributes: list, look, others })}${end}>`;
      },
    );
  each(({ name, look }) => {
    if (look) looks.set(look, (looks.get(look) ?? 0) + 1);
    return name;
  });
  const shared = [...looks].filter(([look, count]) => count >= WORTH || inTheme(look, 'dark') !== look);
  const names = new Map(shared.map(([look], i) => [look, `p${i}`]));
  const text = each(({ name, attributes, look, others }) => {
    const own = names.get(look);
    if (own === undefined) return `<${name}${attributes}`;
    const classes = others.find((attribute) => attribute.name === 'class')?.value;
    const rest = others
      .filter((attribute) => attribute.name !== 'class')
      .map((attribute) => ` ${attribute.name}="${attribute.value}"`);
    return `<${name} class="${classes === undefined ? own : `${classes} ${own}`}"${rest.join('')}`;
  });
  return { text, css: rulesOf(names) };
}

/** @param names by look */
function rulesOf(names: ReadonlyMap<string, string>) {
  const css = [...names].map(([look, name]) => `.${name}{${inTheme(look, 'light')}}`).join('');
  const dark = [...names].flatMap(([look, name]) => {
    const changed = look.split(';').filter((rule) => inTheme(rule, 'dark') !== rule);
    return changed.length === 0 ? [] : `.${name}{${changed.map((rule) => inTheme(rule, 'dark')).join(';')}}`;
  });
  return dark.length === 0 ? css : `${css}@media(prefers-color-scheme:dark){${dark.join('')}}`;
}

/** A look with the values of a theme for the colors that follow it. */
const inTheme = (look: string, theme: 'light' | 'dark') =>
  look.replace(/var\([^)]*\)/g, (value) => bothThemes(value)?.[theme] ?? value);

const styled = (name: string, value: string) => (name === 'font-size' ? `${Number(value)}px` : value);
