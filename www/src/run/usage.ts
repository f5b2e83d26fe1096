// What replies of agents used up, in short words.

import type { Usage } from '../protocol/types.ts';

const number = (n: number) => n.toLocaleString('en');

/** "1,204 tokens in, 96 out"; "" where nothing is known. */
export function usageWords({ inputTokens, outputTokens, cost }: Usage): string {
  const tokens = [
    inputTokens === undefined ? '' : `${number(inputTokens)} tokens in`,
    outputTokens === undefined ? '' : `${number(outputTokens)} ${inputTokens === undefined ? 'tokens ' : ''}out`,
  ];
  const price = cost === undefined || cost === 0 ? '' : `cost ${Number(cost.toPrecision(3))}`;
  return [...tokens, price].filter((words) => words !== '').join(', ');
}

/** What several replies used up together; what none of them says is left out. */
export function sumOf(all: readonly Usage[]): Usage {
  const sum = (key: 'inputTokens' | 'outputTokens' | 'cost') => {
    const known = all.flatMap((usage) => usage[key] ?? []);
    return known.length === 0 ? {} : { [key]: known.reduce((total, n) => total + n, 0) };
  };
  return { ...sum('inputTokens'), ...sum('outputTokens'), ...sum('cost') };
}
