// Mermaid's diagrams for tests of their readers: written by hand, and made by a generator from a seed.

/** Numbers below a limit, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const EVENTS = [
  '',
  ' : go',
  ' : button pressed',
  ' : go [ready]',
  ' : go [amount > 5] / log',
  ' : [not ready]',
  ' : done()',
];

export function randomStateDiagram(seed: number): string {
  const random = randomNumbers(seed);
  const lines = ['stateDiagram-v2'];
  let count = 0;
  const scope = (indent: string, depth: number) => {
    const own: string[] = [];
    for (let n = 2 + random(3); n > 0; n -= 1) {
      const name = `s${count++}`;
      own.push(name);
      switch (random(8)) {
        case 0:
          lines.push(`${indent}state "Title of ${name}" as ${name}`);
          break;
        case 1:
          lines.push(`${indent}${name} : described as ${name}`);
          break;
        case 2:
          lines.push(`${indent}state ${name} <<${['choice', 'fork', 'join'][random(3)]}>>`);
          break;
        case 3:
        case 4:
          if (depth < 3) {
            lines.push(`${indent}state ${name} {`);
            scope(`${indent}  `, depth + 1);
            if (random(4) === 0) {
              lines.push(`${indent}  --`);
              scope(`${indent}  `, depth + 1);
            }
            lines.push(`${indent}}`);
            break;
          }
          lines.push(`${indent}${name}`);
          break;
        // Mermaid drops `state name` on a line of its own; ours is a state.
        default:
          lines.push(`${indent}${name}`);
      }
    }
    const pick = () => own[random(own.length)] ?? '';
    if (random(3) > 0) lines.push(`${indent}[*] --> ${pick()}`);
    for (let n = 1 + random(4); n > 0; n -= 1)
      lines.push(`${indent}${pick()} --> ${pick()}${EVENTS[random(EVENTS.length)]}`);
    if (random(3) === 0) lines.push(`${indent}${pick()} --> [*]`);
    if (random(4) === 0) lines.push(`${indent}note right of ${pick()} : remark ${random(100)}`);
  };
  scope('  ', 0);
  return `${lines.join('\n')}\n`;
}

const BRACKETS = [
  ['', ''],
  ['[', ']'],
  ['(', ')'],
  ['([', '])'],
  ['[[', ']]'],
  ['[(', ')]'],
  ['((', '))'],
  ['>', ']'],
  ['{', '}'],
  ['{{', '}}'],
  ['[/', '/]'],
  ['[\\', '\\]'],
];
const ARROWS = [
  '-->',
  '---',
  '-.->',
  '==>',
  '--x',
  '<-->',
  '---->',
  '-- text -->',
  '-. text .->',
  '== text ==>',
  '-->|label|',
  '-->|"two words"|',
];

export function randomFlowchart(seed: number): string {
  const random = randomNumbers(seed);
  const lines = [`flowchart ${['TD', 'LR', 'TB'][random(3)]}`];
  let count = 0;
  const shape = (name: string) => {
    const [open = '', close = ''] = BRACKETS[random(BRACKETS.length)] ?? [];
    if (open === '') return name;
    return `${name}${open}${random(2) ? `"Text (of) ${name}"` : `Text of ${name}`}${close}`;
  };
  const scope = (indent: string, depth: number) => {
    const own: string[] = [];
    for (let n = 2 + random(3); n > 0; n -= 1) {
      const name = `n${count++}`;
      own.push(name);
      lines.push(`${indent}${shape(name)}`);
    }
    for (let n = random(2) && depth < 3 ? 1 + random(2) : 0; n > 0; n -= 1) {
      const name = `g${count++}`;
      lines.push(`${indent}subgraph ${name}${random(2) ? ` [Group ${name}]` : ''}`);
      scope(`${indent}  `, depth + 1);
      lines.push(`${indent}end`);
      if (random(2)) own.push(name);
    }
    const pick = () => own[random(own.length)] ?? '';
    for (let n = 1 + random(4); n > 0; n -= 1) {
      const [from, to] = [pick(), pick()];
      if (from === to) continue;
      lines.push(`${indent}${from} ${ARROWS[random(ARROWS.length)]} ${to}${random(5) ? '' : ` & ${own[0]}`}`);
    }
  };
  scope('  ', 0);
  return `${lines.join('\n')}\n`;
}

const state = (...lines: string[]) => `stateDiagram-v2\n${lines.join('\n')}\n`;
const flow = (...lines: string[]) => `flowchart TD\n${lines.join('\n')}\n`;

export const STATE_DIAGRAMS = [
  'stateDiagram\n[*] --> a\na --> [*]\n',
  state('[*] --> Still', 'Still --> [*]', 'Still --> Moving', 'Moving --> Still', 'Moving --> Crash', 'Crash --> [*]'),
  state('stateId'),
  state('state "This is a state description" as s2'),
  state('s2 : This is a state description'),
  state('s1 --> s2'),
  state('s1 --> s2: A transition'),
  state('[*] --> First', 'state First {', '[*] --> second', 'second --> [*]', '}'),
  state(
    '[*] --> First',
    'state First {',
    '  [*] --> Second',
    '  state Second {',
    '    [*] --> second',
    '    second --> Third',
    '    state Third {',
    '      [*] --> third',
    '      third --> [*]',
    '    }',
    '  }',
    '}',
  ),
  state(
    '[*] --> First',
    'First --> Second',
    'First --> Third',
    'state First {',
    '  [*] --> fir',
    '  fir --> [*]',
    '}',
    'state Second {',
    '  [*] --> sec',
    '  sec --> [*]',
    '}',
    'state Third {',
    '  [*] --> thi',
    '  thi --> [*]',
    '}',
  ),
  state(
    'state if_state <<choice>>',
    '[*] --> IsPositive',
    'IsPositive --> if_state',
    'if_state --> False: if n is negative',
    'if_state --> True : if n is positive',
  ),
  state(
    'state fork_state <<fork>>',
    '[*] --> fork_state',
    'fork_state --> State2',
    'fork_state --> State3',
    'state join_state <<join>>',
    'State2 --> join_state',
    'State3 --> join_state',
    'join_state --> State4',
    'State4 --> [*]',
  ),
  state(
    'State1: The state with a note',
    'note right of State1',
    '  Important information! You can write',
    '  notes.',
    'end note',
    'State1 --> State2',
    'note left of State2 : This is the note to the left.',
  ),
  state(
    '[*] --> Active',
    'state Active {',
    '  [*] --> NumLockOff',
    '  NumLockOff --> NumLockOn : EvNumLockPressed',
    '  NumLockOn --> NumLockOff : EvNumLockPressed',
    '  --',
    '  [*] --> CapsLockOff',
    '  CapsLockOff --> CapsLockOn : EvCapsLockPressed',
    '  --',
    '  [*] --> ScrollLockOff',
    '  ScrollLockOff --> ScrollLockOn : EvScrollLockPressed',
    '}',
  ),
  state('direction LR', '[*] --> A', 'A --> B', 'B --> C', 'state B {', '  direction LR', '  a --> b', '}', 'B --> D'),
  state(
    '[*] --> Still',
    'Still --> [*]',
    '%% this is a comment',
    'Still --> Moving',
    'Moving --> Still',
    'Moving --> Crash',
    'Crash --> [*]',
  ),
  state(
    'classDef notMoving fill:white',
    'classDef movement font-style:italic',
    '[*] --> Still',
    'Still --> Moving',
    'class Still notMoving',
    'class Moving, Crash movement',
    'Moving --> Crash',
  ),
  state('classDef movement font-style:italic;', '[*] --> Still:::movement', 'Still --> Moving:::movement'),
  state(
    'yswsii: Your state with spaces in it',
    '[*] --> yswsii',
    'yswsii --> YetAnotherState',
    'YetAnotherState --> [*]',
  ),
  state('a --> a : again'),
  state('a --> b', 'a --> b : second way'),
  state('a --> b : x [y] / z', 'b --> a : [z]', 'b --> c : / act'),
  state('state a {', 'b --> c', '}', 'a --> d : out', 'c --> d : jump'),
  state('state "Named box" as a {', 'b --> c', '}'),
  state('[*] --> a : begin', 'a --> [*] : finish'),
  state('a : first line', 'a : second line', 'a --> b'),
  state('accTitle: A title', 'accDescr: A description', 'a --> b'),
  state('accDescr {', 'long', 'text', '}', 'a --> b'),
  '---\ntitle: Simple sample\n---\nstateDiagram-v2\n  [*] --> Still\n',
  '%%{init: {"theme": "dark"}}%%\nstateDiagram-v2\na --> b\n',
  state('scale 350 width', 'a --> b'),
  state('hide empty description', 'a --> b'),
  state('état --> größe : übergang', '水 --> état'),
  state('a1_b --> c2', 'state c2 <<choice>>', 'c2 --> a1_b : yes', 'c2 --> d : no'),
];

export const FLOWCHARTS = [
  'flowchart LR\n    id\n',
  'graph TD\n A-->B\n',
  'graph LR;\n A-->B;\n B-->C;\n',
  flow('id1[This is the text in the box]'),
  flow('id["This ❤ Unicode"]'),
  flow('Start --> Stop'),
  flow(
    'id1(Round)',
    'id2([Stadium])',
    'id3[[Subroutine]]',
    'id4[(Database)]',
    'id5((Circle))',
    'id6>Flag]',
    'id7{Rhombus}',
    'id8{{Hexagon}}',
    'id9[/Lean/]',
    'id10[\\Back\\]',
    'id11[/Trap\\]',
    'id12[\\Alt/]',
    'id13(((Double)))',
  ),
  flow('A-->B', 'C --- D', 'E-- This is the text ---F', 'G---|This is the text|H', 'I-->|text|J', 'K-- text -->L'),
  flow('A-.->B', 'C-. text .-> D', 'E ==> F', 'G == text ==> H', 'I ~~~ J'),
  flow('A -- text --> B -- text2 --> C'),
  flow('a --> b & c--> d'),
  flow('A & B--> C & D'),
  flow('A --o B', 'B --x C', 'D o--o E', 'F <--> G', 'H x--x I'),
  flow('A[Start] --> B{Is it?}', 'B -->|Yes| C[OK]', 'C --> D[Rethink]', 'D --> B', 'B ---->|No| E[End]'),
  flow('id1["This is the (text) in the box"]'),
  flow('A["A double quote:#quot;"] --> B["A dec char:#9829;"]'),
  flow(
    'c1-->a2',
    'subgraph one',
    'a1-->a2',
    'end',
    'subgraph two',
    'b1-->b2',
    'end',
    'subgraph three',
    'c1-->c2',
    'end',
  ),
  flow('c1-->a2', 'subgraph ide1 [one]', 'a1-->a2', 'end'),
  flow('subgraph one', 'a1-->a2', 'end', 'subgraph two', 'b1-->b2', 'end', 'one --> two', 'two --> c2'),
  `flowchart LR
  subgraph TOP
    direction TB
    subgraph B1
        direction RL
        i1 -->f1
    end
    subgraph B2
        direction BT
        i2 -->f2
    end
  end
  A --> TOP --> B
  B1 --> B2
`,
  flow('A-->B', 'B-->C', 'click A "https://www.github.com" _blank', 'click B call callback() "tip"'),
  flow('%% this is a comment A -- text --> B{node}', 'A -- text --> B -- text2 --> C'),
  flow('id1(Start)-->id2(Stop)', 'style id1 fill:#f9f,stroke:#333,stroke-width:4px', 'linkStyle 0 stroke:#ff3'),
  flow('A:::someclass --> B', 'classDef someclass fill:#f96'),
  flow(
    'A[Hard edge] -->|Link text| B(Round edge)',
    'B --> C{Decision}',
    'C -->|One| D[Result one]',
    'C -->|Two| E[Result two]',
  ),
  flow('subgraph "Quoted title"', 'a --> b', 'end'),
  flow('subgraph several words', 'a --> b', 'end'),
  flow('A@{ shape: cyl, label: "Store" } --> B@{ shape: diam, label: "Ask" }'),
  flow('A["`**bold** text`"] --> B'),
  flow('A --> B;', 'B --> C; C --> A;'),
  flow('accTitle: T', 'accDescr: D', 'a-->b'),
  '---\ntitle: Node with text\n---\nflowchart LR\n    id1[This is the text in the box]\n',
  `graph TD;
	__start__([<p>__start__</p>]):::first
	agent(agent)
	tools(tools)
	__end__([<p>__end__</p>]):::last
	__start__ --> agent;
	agent -. &nbsp;continue&nbsp; .-> tools;
	agent -. &nbsp;end&nbsp; .-> __end__;
	tools --> agent;
	classDef default fill:#f2f0ff,line-height:1.2
	classDef first fill-opacity:0
	classDef last fill:#bfb6fc
`,
  flow('größe --> 水', 'A1 --> a_b.c'),
  flow('A -->|"text with (brackets)"| B'),
];
