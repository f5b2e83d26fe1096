// What the controls of a run say.

export const runWords = {
  controls: 'Run controls',
  moves: 'Back and forward',
  step: 'Step',
  begins: { branch: '(new branch)', run: '(new run)' },
  /** Of a control, with its key and, where it does not work, why. */
  tip: (label: string, key: string, why: string) =>
    [key ? `${label} (${key})` : label, why].filter((part) => part !== '').join('. '),
  scrub: 'Position in the run',
  more: 'Show details',
  less: 'Hide details',
  changes: (n: number) => `${n} changes`,
  others: (n: number) => `+${n}`,
  becomes: 'becomes',
  checkpoint: 'Checkpoint',
  goTo: (at: string) => `Go to ${at}`,
  start: 'Start',
  none: 'Each step of the run appears here. Select one to go back to it, or branch from it.',
};
