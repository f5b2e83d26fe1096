// A static page for one machine: its picture without any script, what a post with its address shows, and the way into
// the playground.

import { dark } from '../diagram/dark-palette.ts';
import { light } from '../diagram/palette.ts';
import { encode } from '../link/codec.ts';
import { LinkError } from '../link/error.ts';
import { frameSnippet } from '../link/snippets.ts';
import { escapeMarkup } from '../link/xml.ts';
import { RenderError } from './error.ts';
import { pngOf } from './png.ts';
import { strings } from './strings.ts';
import type { FileOptions, RenderOptions, Renderer } from './types.ts';

export interface SharePageOptions extends RenderOptions {
  /** Of the files, without an ending. */
  name: string;
  /** Address of the folder in which the files will be. */
  url: string;
  /** Address of the playground; without it nothing leads there. */
  page?: string;
  /** Of the picture that posts show; `light` by default. The page follows its reader. */
  theme?: 'light' | 'dark';
}

/** What posts show whole: 1.91 to 1. */
const CARD = { width: 1200, height: 630 };
/** Around the drawing in it, and how much larger than in the page it may be. */
const CARD_MARGIN = 40;
const CARD_SCALE = 2;
/** A drawing that has to be smaller than this is drawn in both directions, with its modules folded. */
const READABLE_SCALE = 0.8;
/** What is larger than a card at this scale goes beyond its edges: where it begins can be read. */
const LEAST_CARD_SCALE = 0.65;
/** A drawing is scaled down to fit so far, and scrolled after that: its smallest text stays above 11 pixels. */
const LEAST_SCALE = 0.85;
/** Size of the machine where another site shows it by its oEmbed link. */
const FRAME = { width: 800, height: 500 };

/** @returns the files by name @throws RenderError where there is no picture */
export async function sharePage(
  render: Renderer,
  source: string,
  { name, url, page, theme = 'light', ...options }: SharePageOptions,
): Promise<Map<string, string | Uint8Array>> {
  const { title, description, nodes, edges } = render.summary(source);
  const about = {
    title: title || name,
    description: description || strings.pageDescription(nodes, edges),
  };
  const addressOf = (file: string) => new URL(encodeURIComponent(file), url).href;
  const [html, png, oEmbed] = ['html', 'png', 'oembed.json'].map((ending) => `${name}.${ending}`) as [
    string,
    string,
    string,
  ];
  const fragment = page === undefined ? null : await fragmentOf(source, options);
  const open = page === undefined || fragment === null ? null : { page, fragment };
  const image = addressOf(png);
  const drawing = render.file(source, { ...options, theme: 'auto' });
  const text = pageOf({
    ...about,
    source,
    drawing,
    url: addressOf(html),
    image,
    oEmbed: addressOf(oEmbed),
    open: open && withFragment(open.page, open.fragment),
  });
  return new Map<string, string | Uint8Array>([
    [html, text],
    [png, await pngOf(cardOf(drawingForCard(render, source, { ...options, theme }), theme), 1)],
    [oEmbed, `${JSON.stringify(oEmbedOf(about.title, image, open), null, 2)}\n`],
  ]);
}

/** The link of the machine, with its run up to the step that is shown. */
async function fragmentOf(source: string, { tick = 0, run = {} }: RenderOptions) {
  const { inputs, stubs, agent } = run;
  try {
    return await encode({
      s: source,
      ...(inputs ? { i: inputs } : {}),
      ...(stubs || agent === 'auto'
        ? { r: { ...(agent === 'auto' ? { m: 'auto' } : {}), ...(stubs ? { n: stubs } : {}) } }
        : {}),
      ...(tick > 0 ? { k: tick } : {}),
    });
  } catch (error) {
    if (error instanceof LinkError) throw new RenderError('too-large', strings.noLink(error.message));
    throw error;
  }
}

const withFragment = (page: string, fragment: string) => {
  const url = new URL(page);
  url.hash = '';
  return url.href + fragment;
};

/** https://oembed.com */
function oEmbedOf(title: string, image: string, open: { page: string; fragment: string } | null) {
  const common = { version: '1.0', title, provider_name: 'Tracklight' };
  if (open === null) return { ...common, type: 'photo', url: image, ...CARD };
  const { page, fragment } = open;
  return {
    ...common,
    provider_url: page,
    type: 'rich',
    html: frameSnippet(page, fragment, title),
    ...FRAME,
    thumbnail_url: image,
    thumbnail_width: CARD.width,
    thumbnail_height: CARD.height,
  };
}

const sizeOf = (drawing: string) => {
  const [width = 0, height = 0] = ['width', 'height'].map((name) =>
    Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(drawing)?.[1]),
  );
  return { width, height };
};
const withoutProlog = (drawing: string) => drawing.replace(/^<\?xml[^>]*>\s*/, '').trimEnd();

const scaleOf = ({ width, height }: { width: number; height: number }) =>
  Math.min((CARD.width - 2 * CARD_MARGIN) / width, (CARD.height - 2 * CARD_MARGIN) / height, CARD_SCALE);

/** The drawing that is largest in a card. */
function drawingForCard(render: Renderer, source: string, options: FileOptions): string {
  const plain = render.file(source, options);
  if (scaleOf(sizeOf(plain)) >= READABLE_SCALE) return plain;
  const drawings = (['TB', 'LR'] as const).map((direction) =>
    render.file(source, { direction, ...options, folded: true }),
  );
  return [plain, ...drawings].reduce((best, one) => (scaleOf(sizeOf(one)) > scaleOf(sizeOf(best)) ? one : best));
}

/** The drawing in the middle of a card, or what of it has room. */
function cardOf(drawing: string, theme: 'light' | 'dark') {
  const { width, height } = sizeOf(drawing);
  const scale = Math.max(scaleOf({ width, height }), LEAST_CARD_SCALE);
  const [wide, high] = [width * scale, height * scale];
  const [x, y] = [(CARD.width - wide) / 2, (CARD.height - high) / 2].map((side) => Math.max(side, CARD_MARGIN));
  const place = ` x="${x}" y="${y}" width="${wide}" height="${high}"`;
  const inner = withoutProlog(drawing).replace(/^<svg[^>]*>/, (tag) =>
    tag.replace(/ (width|height)="[^"]*"/g, '').replace('<svg', `<svg${place}`),
  );
  const ground = (theme === 'dark' ? dark : light)('canvas');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">` +
    `<rect width="100%" height="100%" fill="${ground}"/>${inner}</svg>`
  );
}

interface PageContent {
  title: string;
  description: string;
  source: string;
  drawing: string;
  url: string;
  image: string;
  oEmbed: string;
  open: string | null;
}

function pageOf({ title, description, source, drawing, url, image, oEmbed, open }: PageContent) {
  const properties: [string, string | number][] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image],
    ['og:image:type', 'image/png'],
    ['og:image:width', CARD.width],
    ['og:image:height', CARD.height],
    ['og:image:alt', strings.diagramOf(title)],
  ];
  const tags = properties.map(
    ([name, content]) => `<meta property="${name}" content="${escapeMarkup(String(content))}">`,
  );
  const button =
    open === null
      ? ''
      : `\n<p><a class="open" href="${escapeMarkup(open)}">${escapeMarkup(strings.openInPlayground)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
<meta name="description" content="${escapeMarkup(description)}">
<link rel="canonical" href="${escapeMarkup(url)}">
${tags.join('\n')}
<meta name="twitter:card" content="summary_large_image">
<link rel="alternate" type="application/json+oembed" href="${escapeMarkup(oEmbed)}" title="${escapeMarkup(title)}">
<style>${styleOf(Math.round(sizeOf(drawing).width * LEAST_SCALE))}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(description)}</p>
<figure tabindex="0" aria-label="${escapeMarkup(strings.diagramOf(title))}">${withoutProlog(drawing)}</figure>${button}
<details>
<summary>${escapeMarkup(strings.source)}</summary>
<pre><code>${escapeMarkup(source)}</code></pre>
</details>
</main>
</body>
</html>
`;
}

const TOKENS = ['canvas', 'ink', 'ink-soft', 'panel', 'cluster-line', 'accent', 'chip-ink'];

/** @param least width of the drawing in pixels */
function styleOf(least: number) {
  const tokens = (color: typeof light) => TOKENS.map((token) => `--${token}:${color(token)}`).join(';');
  return `
:root{${tokens(light)}}
@media(prefers-color-scheme:dark){:root{${tokens(dark)}}}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:960px;margin:auto;padding:24px 16px}
h1{margin:0;font-size:28px;line-height:1.25;overflow-wrap:anywhere}
h1+p{margin:4px 0 0;color:var(--ink-soft)}
figure{margin:24px 0;overflow-x:auto}
figure svg{display:block;max-width:100%;min-width:${least}px;height:auto}
.open{display:inline-block;padding:10px 16px;border-radius:6px;background:var(--accent);color:var(--chip-ink)}
.open{text-decoration:none}
summary{display:inline-block;padding:8px 0;cursor:pointer}
pre{margin:0;padding:12px;overflow-x:auto;border:1px solid var(--cluster-line);border-radius:6px}
pre{background:var(--panel)}
code{font:13px/1.5 ui-monospace,monospace}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;
}
