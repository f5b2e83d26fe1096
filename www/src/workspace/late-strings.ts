// The words of small parts that come when they are first wanted.

export const laterWords = {
  runs: {
    title: 'Runs',
    kind: 'run',
    here: 'The run that is shown',
    name: (n: number) => `Run ${n}`,
    go: (n: number) => `Go to run ${n}; the present one is kept`,
    stood: (at: string, outcome: string) => `tick ${at}${outcome === 'running' ? '' : `, ${outcome}`}`,
    of: (n: number) => `Text of run ${n}, as it is run. It cannot be edited here.`,
  },
  toTick: {
    label: 'Tick',
    go: 'Run',
    help: (now: number, most: number) =>
      `The run stands at tick ${now}. A tick that it has had is shown; to a later one it runs, at most ${most.toLocaleString('en')} ticks on.`,
  },
  starters: [
    ['Two states', 'state a\nstate b\n\na -> b\n'],
    [
      'A task with an agent',
      'context Note { text<string> }\n\ntask write "Write a note" {\n  prompt: "set Note.text to hello"\n}\nend done\n\nwrite -writes-> Note\nwrite -> done\n',
    ],
  ],
  engine: {
    report: (version: string, text: string, calls: string[]) =>
      `Tracklight, ${version}\n${navigator.userAgent}\n${text}\nLost: ${calls.join(', ') || 'nothing'}`,
    copy: 'Copy a report',
    stop: 'Restart it now',
  },
};
