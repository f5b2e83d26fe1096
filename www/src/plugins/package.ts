// The npm package that these modules are part of.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const packageFolder = fileURLToPath(new URL('.', import.meta.url));

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

export const packageVersion = (): string => read('./package.json').version;

/** What a page with machines loads, relative to the folder. */
export const pageFiles = (): string[] => read('./page-files.json');
