// The texts about imports.

export const exchangeStrings = {
  looksLike: (name: string) => `This looks like ${name}`,
  hint: 'convert it, or write a machine',
  fix: 'convert to a machine',
};
