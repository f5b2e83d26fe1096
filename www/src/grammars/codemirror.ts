// The language for CodeMirror 6 without the core: `StreamLanguage.define(dygram)` of `@codemirror/language`.

import { CLASSES } from './classes.ts';
import { endLine, initialStack, scan, type Stack } from './scanner.ts';

/** What the parser uses of CodeMirror's `StringStream`. */
interface Stream {
  string: string;
  pos: number;
  sol(): boolean;
}

interface State {
  stack: Stack;
}

/** A `StreamParser`. Tokens have the names of tags of `@lezer/highlight`. */
export const dygram = {
  name: 'dygram',
  startState: (): State => ({ stack: initialStack() }),
  copyState: ({ stack }: State): State => ({ stack: [...stack] }),
  blankLine: ({ stack }: State): void => endLine(stack),
  token(stream: Stream, { stack }: State): string | null {
    if (stream.sol()) endLine(stack);
    const part = scan(stream.string, stream.pos, stack);
    stream.pos = part.to;
    return part.class && CLASSES[part.class].codeMirror;
  },
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '<', '"', "'"] },
  },
};

export default dygram;
