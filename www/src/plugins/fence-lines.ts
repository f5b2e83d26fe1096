// Fences of site builders that are no JavaScript: a line of JSON for each fence, and one for its element.

import { createInterface } from 'node:readline';
import { isRecord } from '../protocol/plain-data.ts';
import { htmlOf, machineOf } from './fence.ts';
import type { Renderer } from './types.ts';

/** What is read. The attributes are those that the fence sets; `line` is that of the fence. */
export interface FenceLine {
  attributes: [name: string, value: string][];
  source: string;
  file: string;
  line: number;
  page?: string;
}

/** What is written. */
export interface ElementLine {
  html: string;
  warnings: string[];
}

/** Answers each line until the input ends. @throws SyntaxError for a line that is no fence */
export async function answerFences(input: NodeJS.ReadableStream, write: (text: string) => void, render: Renderer) {
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const { attributes, source, file, line, page } = readLine(text);
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const options = { render, warn, ...(page === undefined ? {} : { page }) };
    const html = htmlOf(machineOf({ attributes, notes: [] }, source, { file, line }, options));
    write(`${JSON.stringify({ html, warnings } satisfies ElementLine)}\n`);
  }
}

function readLine(text: string): FenceLine {
  const value: unknown = JSON.parse(text);
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.every((part) => typeof part === 'string');
  if (
    !isRecord(value) ||
    !(Array.isArray(value.attributes) && value.attributes.every(isPair)) ||
    !(typeof value.source === 'string' && typeof value.file === 'string' && typeof value.line === 'number') ||
    !(value.page === undefined || typeof value.page === 'string')
  )
    throw new SyntaxError(text.slice(0, 100));
  return value as unknown as FenceLine;
}
