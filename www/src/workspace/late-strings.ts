// The words of small parts that come when they are first wanted.

export const laterWords = {
  runs: {
    title: 'Runs',
    kind: 'run',
    here: 'Current run',
    name: (n: number) => `Run ${n}`,
    go: (n: number) => `Open run ${n}`,
    stood: (at: string, outcome: string) => `${outcome === 'running' ? '' : `${outcome}, `}step ${at}`,
    of: (n: number) => `Source of run ${n}. It cannot be edited here.`,
  },
  toTick: {
    label: 'Step',
    go: 'Run',
    help: (now: number, most: number) =>
      `The run is at step ${now}. Enter an earlier step to view it, or a later one ` +
      `to continue the run by at most ${most.toLocaleString('en')} steps.`,
  },
};
