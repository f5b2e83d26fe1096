// What integrations with site builders share: their options, the versions they are made for, machines in the texts of a
// site.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { FenceOptions } from './fence.ts';
import { loadRenderer } from './render.ts';
import { strings } from './strings.ts';

/** An integration loads the renderer itself, with the first text that has a machine. */
export type IntegrationOptions = Omit<FenceOptions, 'render'>;

/**
 * Draws the machines of texts. Builders compile a text several times: what is wrong in it is reported again only when
 * it has changed.
 */
export class SiteMachines {
  #options: IntegrationOptions;
  #reported: Map<string, string> = new Map();

  constructor(options: IntegrationOptions) {
    this.#options = options;
  }

  /**
   * @param text of a page or of a part of it, which keeps its key
   * @param change gets what turns a fence into an element; it is not called for a text that has none
   */
  async in({ key, text }: { key: string; text: string }, change: (options: FenceOptions) => void) {
    if (!/\bdygram\b|<Machine\b/.test(text)) return;
    const { prerender, warn = (message) => console.warn(message) } = this.#options;
    const messages: string[] = [];
    change({
      ...this.#options,
      ...(prerender === false ? {} : { render: await loadRenderer() }),
      warn: (message) => messages.push(message),
    });
    const reported = messages.join('\n');
    if (reported !== '' && reported !== this.#reported.get(key)) warn(reported);
    this.#reported.set(key, reported);
  }
}

/** A path as its author writes it, from where the builder runs. */
export const shortPath = (path: string) => relative('.', path);

/** @param folder of the site @throws for a version before the oldest one that works */
export function checkVersion(folder: string, packageName: string, [name, oldest]: [name: string, oldest: number]) {
  const version = versionOf(packageName, folder);
  if (version !== null && Number.parseInt(version, 10) < oldest)
    throw new Error(strings.oldBuilder(name, oldest, version));
}

/** @returns null where the package is not found */
function versionOf(packageName: string, folder: string): string | null {
  const folders = createRequire(join(folder, 'package.json')).resolve.paths(packageName) ?? [];
  const manifest = folders.map((path) => join(path, packageName, 'package.json')).find((path) => existsSync(path));
  return manifest === undefined ? null : JSON.parse(readFileSync(manifest, 'utf8')).version;
}
