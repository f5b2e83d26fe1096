// The language for highlight.js 10 and 11: `hljs.registerLanguage('dygram', dygram)`.

import { CLASSES, type Class } from './classes.ts';
import { STATES, type Rule, type State } from './table.ts';

export interface Mode {
  className?: string;
  begin?: RegExp;
  end?: RegExp;
  contains?: Mode[];
  starts?: Mode;
  endsParent?: boolean;
}

export interface Language extends Mode {
  name: string;
  contains: Mode[];
  disableAutodetect: boolean;
}

const named = (name: Class | null | undefined) => (name ? { className: CLASSES[name].highlight } : {});

/** The language. */
export default function dygram(): Language {
  const modes: Map<string, Mode> = new Map();
  /** The mode behind what begins a state. It may contain itself. */
  function modeOf(name: string): Mode {
    const known = modes.get(name);
    if (known) return known;
    const mode: Mode = {};
    modes.set(name, mode);
    const state = STATES[name] as State;
    const { end, isLine, text } = state;
    const ends = [...(end ? [end.match] : []), ...(isLine ? ['$'] : [])].join('|');
    // What ends the state goes before its rules.
    const before = end ? `(?!${end.match})` : '';
    const contains = state.rules.map((rule) => ruleOf(rule, before));
    if (end?.class) contains.unshift({ ...named(end.class), begin: new RegExp(end.match), endsParent: true });
    Object.assign(mode, { ...named(text), contains }, ends ? { end: new RegExp(ends) } : {});
    return mode;
  }
  function ruleOf({ match, class: name, begins }: Rule, before: string): Mode {
    const mode = { ...named(name), begin: new RegExp(before + `(?:${match})`) };
    return begins === undefined ? mode : { ...mode, starts: modeOf(begins) };
  }
  return { contains: [], ...modeOf('start'), name: 'DyGram', disableAutodetect: true };
}
