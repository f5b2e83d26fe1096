// What values say when they are shown in parts.

export const valueStrings = {
  rest: (n: number) => `and ${n} more:`,
  item: (i: number) => `Item ${i + 1}`,
};
