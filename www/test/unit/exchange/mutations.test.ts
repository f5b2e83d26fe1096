// Texts with something left out, doubled, swapped or put in: each is read or refused with a reason. What was read is a
// machine without errors, in which every word of the text is, or is told as lost.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { convert, recognize, type FormatId } from '../../../src/plugins/import.ts';
import { checkSource, startCore } from './check.ts';

const CASES = new URL('cases/', import.meta.url);
const COUNT = 2_000;

/** Words of the notations themselves. */
const words = (text: string) => new RegExp(`^(?:${text.trim().split(/\s+/).join('|')})$`, 'i');
const NOTATION: Record<FormatId, RegExp> = {
  'mermaid-state': words(`stateDiagram v2 state note right left of end as direction fork join choice else title init
    LR TB mermaid default class classDef`),
  'langgraph-mermaid': words('graph TD nbsp p hr small em config flowchart classDef class style'),
  'mermaid-flowchart': words(`flowchart graph LR TB TD subgraph end direction br quot shape label cyl click style
    linkStyle x (?:e1)+ animate`),
  langgraph: words(`nodes edges id type data name source target conditional true false schema runnable langgraph
    utils\\d* metadata`),
  asl: words(`Comment StartAt States? Type Next End Default Choices Catch Retry ErrorEquals MaxAttempts Branches
    Iterator ItemProcessor ItemsPath Items Seconds Result ResultPath Parameters Assign Variable And Or Not Condition
    QueryLanguage JSONata Resource TimeoutSeconds Error Cause ALL Task Choice Wait Pass Parallel Map Succeed Fail
    (?:String|Numeric|Boolean|Timestamp)\\w+ Is\\w+ input exists true false`),
  xstate: words(`(?:toggle)+\\d* import export default const number
    from xstate setup assign fromPromise createMachine Machine types as context guards? cond
    actions? actors? delays? id key type initial states on onEntry onExit onDone onError entry exit target after
    always invoke
    src parallel final history and not null undefined [a-z] 0\\d+ DELAY LONG 5000 60000 2500 30000 900000`),
  scxml: words(`xml version 1 0 scxml xmlns http www w3 org 2005 07 initial name datamodel ecmascript data id expr state
    final parallel transition event cond amp target assign location log onentry onexit send delay script invoke src
    type history done lt gt In \\d+`),
  dot: words(`graphgraph digraph graph\\d* strict subgraph label shape node edge rankdir LR box diamond tooltip style
    dashed dir both back b q`),
};

/** Numbers from a seed, the same in each run (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const SIGNS = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  "'",
  ':',
  ';',
  '-->',
  '--',
  '|',
  '\n',
  '%%',
  '<',
  '>',
  '\\',
  '/',
  ',',
  '\u0000',
  '🙂',
];

function mutated(text: string, random: (below: number) => number): string {
  const tokens = text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  for (let n = 1 + random(2); n > 0; n -= 1) {
    const at = random(tokens.length);
    const words = tokens.flatMap((token, i) => (/^\w+$/.test(token) ? [i] : []));
    const [word = 0, other = 0] = [words[random(words.length)], words[random(words.length)]];
    switch (random(10)) {
      case 0:
        tokens.splice(at, 1 + random(3));
        break;
      case 1:
        tokens.splice(at, 0, tokens[at] ?? '');
        break;
      case 2:
        tokens.splice(at, 0, SIGNS[random(SIGNS.length)] ?? '');
        break;
      case 3:
        tokens.length = Math.max(1, at);
        break;
      case 4:
        tokens.splice(word, 1);
        break;
      case 5:
        tokens[word] = `${tokens[word]}${random(100)}`;
        break;
      case 6:
        tokens[word] = tokens[other] ?? '';
        break;
      default:
        [tokens[word], tokens[other]] = [tokens[other] ?? '', tokens[word] ?? ''];
    }
  }
  return tokens.join('');
}

before(startCore);

test(`exchange_3_nothing_throws_and_nothing_is_dropped: ${COUNT.toLocaleString('en')} mutated texts`, () => {
  const texts = readdirSync(CASES)
    .filter((name) => !name.endsWith('.dygram'))
    .map((name) => readFileSync(new URL(name, CASES), 'utf8'));
  const random = randomOf(56);
  let read = 0;
  for (let n = 0; n < COUNT; n += 1) {
    const original = texts[n % texts.length] ?? '';
    const format = recognize(original) as FormatId;
    const text = mutated(original, random);
    const converted = convert(text, { format });
    if (!converted.ok) {
      const { code, message, line } = converted.error;
      assert.ok(message !== '' && ['syntax', 'content', 'refused'].includes(code), JSON.stringify(converted.error));
      if (line !== undefined) assert.ok(line >= 1 && line <= text.split('\n').length + 1, `line ${line} of\n${text}`);
      continue;
    }
    read += 1;
    checkSource(converted, text);
    const found = [converted.source, ...converted.losses.map(({ what }) => what)].join('\n').toLowerCase();
    // Types of TypeScript and the name of the program's constant say nothing about a run.
    const written = text.replace(/types: \{\} as .*/, '').replace(/\bconst \w+ =/, '');
    const dropped = (written.match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter(
      (word) => !NOTATION[format].test(word) && !found.includes(word.toLowerCase()),
    );
    assert.deepEqual(dropped, [], `dropped from\n${text}\n→\n${converted.source}`);
  }
  assert.ok(read > COUNT / 5, `only ${read} of the texts could be read`);
});
