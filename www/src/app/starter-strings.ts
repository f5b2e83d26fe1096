// The words and texts of an empty machine.

export const starterWords = {
  title: 'Or start with a few nodes',
  or: 'or',
  browse: (n: number) => (n > 0 ? `browse ${n} examples` : 'browse examples'),
};

/** What can be inserted; `first`: the name that the caret goes to. */
export const STARTERS = [
  {
    id: 'task',
    title: 'One task',
    line: 'Call an agent once.',
    first: 'begin',
    text: 'init begin\ntask work "Say hello" {\n  prompt: "say hello"\n}\nend done\n\nbegin -> work -> done\n',
  },
  {
    id: 'loop',
    title: 'Loop',
    line: 'Repeat until a condition is true.',
    first: 'Count',
    text:
      'context Count { n<number>: 0 }\n\n' +
      'init begin\n' +
      'task add {\n' +
      '  prompt: "add 1 to Count.n"\n' +
      '}\n' +
      'end done\n\n' +
      'begin -> add\n' +
      'add -writes-> Count\n' +
      'add -when: "Count.n >= 3"-> done\n' +
      'add -> add\n',
  },
  {
    id: 'fork',
    title: 'Parallel paths',
    line: 'Fork, then wait for both.',
    first: 'begin',
    text:
      'init begin\n' +
      'state left\n' +
      'state right\n' +
      'end done\n\n' +
      'begin -@async-> left\n' +
      'begin -@async-> right\n' +
      'left, right -@join(both)-> done\n',
  },
] as const;
