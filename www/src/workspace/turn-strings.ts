// The words of replies.

export const turnWords = {
  silent: 'No message and no tool calls',
  result: 'Result:',
  turn: (turn: number) => `Turn ${turn}`,
  place: ({ attempt, turn }: { attempt?: number | false; turn?: number | false } = {}) =>
    [attempt && `attempt ${attempt}`, turn && `turn ${turn}`].filter(Boolean).join(', '),
  by: {
    script: 'stub reply',
    auto: 'automatic reply',
    manual: 'manual reply',
    link: 'recorded reply',
    custom: 'reply from this page',
    remote: 'LLM API reply',
  } as Partial<Record<string, string>>,
};
