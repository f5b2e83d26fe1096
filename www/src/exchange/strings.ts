// What is said of a text in another notation.

export const exchangeStrings = {
  looksLike: (name: string) => `This looks like ${name}`,
  hint: 'convert it, or write a machine',
  fix: 'convert to a machine',
};
