// Counts agree: one path, two paths.

export const count = (n: number, noun: string, plural: string = `${noun}s`) =>
  `${n.toLocaleString('en')} ${n === 1 ? noun : plural}`;
