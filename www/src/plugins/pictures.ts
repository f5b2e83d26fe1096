// Pictures of the fences in a repository's Markdown files: ```` ```dygram picture=images/door.svg ```` is drawn to that
// file, which the page shows as an image where no script runs.

import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import MarkdownIt from 'markdown-it';
import { FENCE_KEYS } from '../protocol/fence-keys.ts';
import { RenderError } from './error.ts';
import { optionsOf, readWord, wordsOf } from './fence.ts';
import { strings } from './strings.ts';
import type { Renderer, Theme } from './types.ts';

export interface PicturesOptions {
  render: Renderer;
  /** Pictures are drawn below this folder only. */
  root: string;
  /** Draws nothing, and tells of pictures that are missing or old. */
  check: boolean;
  /** Takes what is wrong. @param line of the Markdown file */
  warn: (message: string, line: number) => void;
}

/** How many pictures there are, and how many of them are new or were drawn anew. */
export interface Drawn {
  pictures: number;
  drawn: number;
}

interface PictureFence {
  source: string;
  /** Of the fence, from 1. */
  line: number;
  /** As it stands in the fence. */
  path: string;
  attributes: [name: string, value: string][];
  theme: Theme;
  isAnimated: boolean;
}

const THEMES: readonly string[] = ['light', 'dark', 'auto'] satisfies Theme[];

/**
 * Draws the pictures of a Markdown file, or compares them with what would be drawn.
 * @param file its path
 * @param taken pictures of the fences before, with the place of each fence
 */
export function drawPictures(file: string, markdown: string, options: PicturesOptions, taken: Map<string, string>) {
  const { render, check, warn } = options;
  const count: Drawn = { pictures: 0, drawn: 0 };
  for (const fence of fencesIn(markdown, warn)) {
    const { line, source } = fence;
    const target = resolve(dirname(file), fence.path);
    const problem = placeProblem(target, options.root);
    if (problem !== null) {
      warn(problem(fence.path), line);
      continue;
    }
    const place = `${file}:${line}`;
    const other = taken.get(target);
    taken.set(target, other ?? place);
    if (other !== undefined) {
      warn(strings.pictureTwice(fence.path, other), line);
      continue;
    }
    const error = render.check(source).find(({ severity }) => severity === 'error');
    // The source begins on the line after the fence.
    if (error) warn(error.message, line + error.line);
    const picture = draw(render, fence, warn);
    if (picture === null) continue;
    count.pictures += 1;
    const former = textOf(target);
    if (former === picture) continue;
    if (check) warn((former === null ? strings.pictureMissing : strings.pictureOld)(fence.path), line);
    else if (save(target, picture, line, warn)) count.drawn += 1;
  }
  return count;
}

/** The fences that name a picture; those in the text of other fences are none. */
function fencesIn(markdown: string, warn: PicturesOptions['warn']): PictureFence[] {
  return new MarkdownIt({ html: true }).parse(markdown, {}).flatMap(({ type, info, content, map }) => {
    if (type !== 'fence') return [];
    const [language, ...words] = wordsOf(info);
    const line = (map?.[0] ?? 0) + 1;
    const keys = new Map(words.map(readWord).map(({ key, value }) => [key, value]));
    if (language !== 'dygram' || !keys.has('picture')) return [];
    const [path, theme] = [keys.get('picture') ?? '', keys.get('theme') ?? 'auto'];
    for (const key of keys.keys())
      if (!['live', 'picture', 'animate', ...FENCE_KEYS].includes(key)) warn(strings.unknownPictureKey(key), line);
    if (!/\.svg$/i.test(path)) {
      warn(strings.pictureNeedsSvg, line);
      return [];
    }
    if (!THEMES.includes(theme)) warn(strings.needsOne('theme', THEMES), line);
    return {
      source: content,
      line,
      path,
      attributes: [...keys].map(([key, value]): [string, string] => [key, value ?? '']),
      theme: (THEMES.includes(theme) ? theme : 'auto') as Theme,
      isAnimated: keys.has('animate'),
    };
  });
}

/** Whether a picture may be written: a fence of somebody else's must not reach other files. @returns what is wrong */
function placeProblem(target: string, root: string) {
  const isBelow = (path: string, folder: string) => {
    const way = relative(folder, path);
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  if (!isBelow(target, root)) return strings.pictureOutside;
  let folder = dirname(target);
  while (!existsSync(folder)) folder = dirname(folder);
  const isOut = !isBelow(resolve(realpathSync(folder), 'picture.svg'), realpathSync(root));
  return isOut || isLink(target) ? strings.pictureOutside : null;
}

function isLink(path: string) {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function draw(render: Renderer, { source, attributes, theme, isAnimated, line }: PictureFence, warn: Warn) {
  const { tick, ...options } = optionsOf(attributes);
  try {
    return isAnimated
      ? render.animate(source, { ...options, theme })
      : render.file(source, { ...options, ...(tick === undefined ? {} : { tick }), theme });
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    warn(strings.noPicture(error.message), line);
    return null;
  }
}

/** What is in a file, whatever line ends a checkout gave it; null where there is none. */
function textOf(file: string) {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return null;
  }
}

function save(target: string, picture: string, line: number, warn: Warn) {
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, picture);
    return true;
  } catch (error) {
    warn(strings.unwritable(target, error instanceof Error ? error.message : String(error)), line);
    return false;
  }
}

type Warn = PicturesOptions['warn'];
