// @ts-check
// The words of small parts that come when they are first wanted.

export const laterWords = {
  runs: {
    title: 'Runs', kind: 'run', here: 'The run that is shown', name: (/** @type {number} */ n) => `Run ${n}`, go: (/** @type {number} */ n) => `Go to run ${n}; the present one is kept`,
    stood: (/** @type {string} */ at, /** @type {string} */ outcome) => `tick ${at}${outcome === 'running' ? '' : `, ${outcome}`}`, of: (/** @type {number} */ n) => `Text of run ${n}, as it is run. It cannot be edited here.`,
  },
  toTick: {
    label: 'Tick', go: 'Run', help: (/** @type {number} */ now, /** @type {number} */ most) => `The run stands at tick ${now}. A tick that it has had is shown; to a later one it runs, at most ${most.toLocaleString('en')} ticks on.`,
  },
  starters: [
    ['Two states', 'state a\nstate b\n\na -> b\n'],
    ['A task with an agent', 'context Note { text<string> }\n\ntask write "Write a note" {\n  prompt: "set Note.text to hello"\n}\nend done\n\nwrite -writes-> Note\nwrite -> done\n'],
  ],
  engine: {
    report: (/** @type {string} */ version, /** @type {string} */ text, /** @type {string[]} */ calls) => `Tracklight, ${version}\n${navigator.userAgent}\n${text}\nLost: ${calls.join(', ') || 'nothing'}`, copy: 'Copy a report', stop: 'Restart it now',
  },
};
