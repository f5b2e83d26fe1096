// The words of editing by the drawing that the page says itself.

export const drawStrings = {
  undo: 'Undo',
  startsWith: (field: string, value: string) => `\`${field}\` starts with ${value} now.`,
};
