// What the guide says around its pages.

export const guideStrings = {
  title: 'Guide',
  close: 'Close guide',
  open: 'Open this example',
  isOpen: 'This example is open already.',
  next: (title: string) => `Next: ${title}`,
  back: 'Previous page',
  of: (n: number, all: number) => `${n} of ${all}`,
};
