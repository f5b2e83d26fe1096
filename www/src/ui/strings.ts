// What lists say that are cut.

export const cutStrings = {
  left: (n: number) => `${n.toLocaleString('en')} more not shown.`,
  pendingLeft: (n: number) => `${n.toLocaleString('en')} more appear once these are answered.`,
};
