// Mermaid's state diagrams.

import { Guards } from './guards.ts';
import { MAX_DEPTH, MachineText } from './machine-text.ts';
import { LAYOUT, LINK, STYLES, openDiagram, plainText, takeAside, type Aside } from './mermaid.ts';
import type { Scanner } from './scanner.ts';
import { State, writeStatechart, type PendingLoss, type StateKind, type Transition } from './statechart.ts';
import { eventName } from './text.ts';
import { ImportError, type Imported } from './types.ts';

export function readMermaidState(text: string): Imported {
  const machine = new MachineText(namesIn(text));
  const { scanner, isFenced } = openDiagram(text, machine);
  if (!scanner.take(/stateDiagram(?:-v2)?(?=[\s;]|$)/iy)) throw scanner.error('`stateDiagram` is missing');
  const diagram = new Diagram(scanner, machine, isFenced);
  const root = diagram.read();
  machine.tokens += scanner.tokens;
  if (root.states.length === 0) throw new ImportError('content', 'the diagram has no states', 1, 1);
  writeStatechart(machine, root);
  return machine.finish();
}

/** Words of the text: what a context must not be called. */
const namesIn = (text: string) => (/\bGuard(_\d+)?\b/.test(text) ? (text.match(/\bGuard(?:_\d+)?\b/g) ?? []) : []);

/** A list of statements: of the diagram, of a composite state, or of one of its regions. */
interface Scope {
  state: State;
  /** Regions that ended with `--`. */
  regions: State[];
  /** The region being read, once it is known to be one: what the scope holds until then. */
  members: State[];
  start: State | null;
  end: State | null;
}

const ID = /[^\s:{}\-]+(?:-(?!-)[^\s:{}\-]+)*/y;

class Diagram {
  readonly #scanner: Scanner;
  readonly #machine: MachineText;
  readonly #guards: Guards;
  readonly #isFenced: boolean;
  readonly #states: Map<string, State> = new Map();
  /** The scope in which a state was last mentioned: Mermaid puts it there. */
  readonly #owners: Map<State, State> = new Map();
  /** Comments and losses that belong to what comes next. */
  #pending: Aside[] = [];
  /** Read when all is known: what leads out of a choice has no event. */
  readonly #labels: { transition: Transition; text: string; from: State }[] = [];

  constructor(scanner: Scanner, machine: MachineText, isFenced: boolean) {
    this.#scanner = scanner;
    this.#machine = machine;
    this.#guards = new Guards(machine);
    this.#isFenced = isFenced;
  }

  read(): State {
    const root = new State('', 1);
    const scopes: Scope[] = [newScope(root)];
    while (this.#statement(scopes));
    const open = scopes.at(-1);
    if (scopes.length > 1 && open) throw this.#scanner.error(`\`${open.state.name}\` is not closed: \`}\` is missing`);
    if (open) this.#close(open);
    for (const aside of this.#pending) {
      if (aside.loss) this.#machine.lose(null, aside.loss.line, aside.loss.what, aside.loss.why);
      if (aside.comment) this.#machine.root.trailing.push(aside.comment);
    }
    for (const { transition, text, from } of this.#labels) readLabel(transition, text, from, this.#guards);
    this.#assemble(root);
    return root;
  }

  /** @returns false at the end */
  #statement(scopes: Scope[]): boolean {
    const scanner = this.#scanner;
    scanner.take(/[\s;]+/y);
    const scope = scopes.at(-1);
    if (scanner.isAtEnd || !scope) return false;
    if (this.#isFenced && scanner.take(/(?:```|~~~)[^\n]*/y)) {
      if (scanner.take(/\s*\S/y)) throw scanner.error('text behind the closing fence');
      return false;
    }
    const { line } = scanner;
    const aside = takeAside(scanner);
    if (aside) this.#pending.push(aside);
    else if (scanner.take(/[#%]+/y)) this.#pending.push({ comment: scanner.restOfLine().trim() });
    else if (scanner.take(/\}/y)) {
      if (scopes.length === 1) throw scanner.error('`}` without `{`');
      this.#close(scope);
      scopes.pop();
    } else if (scanner.take(/--+(?!>)/y)) this.#divide(scope, line);
    else if (scanner.sees(/direction[ \t]+(?:TB|BT|LR|RL)\b/iy)) this.#direction(scopes.length === 1, line);
    else if (scanner.sees(/(?:classDef|class|style|scale)\s+\S/iy) && !scanner.sees(/\S+\s*(?:-->|:)/y))
      this.#lose(line, scanner.restOfLine(), STYLES);
    else if (scanner.take(/hide empty description\b/iy)) this.#lose(line, 'hide empty description', STYLES);
    else if (scanner.sees(/click\s+\S/iy) && !scanner.sees(/\S+\s*(?:-->|:)/y))
      this.#lose(line, scanner.restOfLine(), LINK);
    else if (scanner.take(/accTitle\s*:/iy)) this.#machine.title ??= scanner.restOfLine().trim();
    else if (scanner.take(/accDescr\s*:/iy)) this.#describe(scanner.restOfLine());
    else if (scanner.take(/accDescr\s*\{/iy)) {
      const text = scanner.takeUntil('}');
      if (text === null) throw scanner.error('`accDescr` is not closed: `}` is missing');
      this.#describe(text);
    } else if (scanner.sees(/note\s+(?:left of|right of|")/iy)) this.#note(scope);
    else if (scanner.sees(/state[ \t]+\S/iy) && !scanner.sees(/state\s*(?:-->|:)/iy)) this.#stateStatement(scopes);
    else this.#relation(scope);
    return true;
  }

  #lose(line: number, what: string, why: string) {
    this.#pending.push({ loss: { line, what, why } });
  }

  #direction(isOutermost: boolean, line: number) {
    const direction = this.#scanner.restOfLine().trim();
    if (isOutermost && /LR$/i.test(direction) && this.#machine.annotations.length === 0)
      this.#machine.annotations.push('@style(direction: LR)');
    else if (!isOutermost || !/TB$/i.test(direction)) this.#lose(line, direction, LAYOUT);
  }

  #describe(text: string) {
    this.#machine.attributes.push({ name: 'description', value: text.trim() });
  }

  /** Puts what was read of comments and losses to its place. */
  #attach(place: { comments?: string[]; losses?: PendingLoss[] }) {
    for (const { loss, comment } of this.#pending) {
      if (loss) place.losses?.push(loss);
      if (comment) place.comments?.push(comment);
    }
    this.#pending = [];
  }

  #state(id: string, scope: Scope, kind?: StateKind): State {
    let state = this.#states.get(id);
    if (!state) {
      state = new State(id, this.#scanner.line, kind ?? 'state');
      this.#states.set(id, state);
      this.#owners.set(state, scope.state);
      scope.members.push(state);
    } else {
      if (kind) state.kind = kind;
      if (scope.state.name !== '' || scope.state.parent) this.#owners.set(state, scope.state);
      scope.members.push(state);
    }
    return state;
  }

  /** `[*]`, or a state by its name. */
  #end(scope: Scope, isSource: boolean): State {
    const scanner = this.#scanner;
    if (scanner.take(/\[\*\]/y)) {
      const key = isSource ? 'start' : 'end';
      const known = scope[key];
      if (known) return known;
      const state = new State(isSource ? 'start' : 'done', scanner.line, isSource ? 'start' : 'final');
      this.#owners.set(state, scope.state);
      scope[key] = state;
      scope.members.push(state);
      return state;
    }
    const id = scanner.take(ID)?.[0];
    if (id === undefined) throw scanner.error(`expected a state, found ${scanner.preview}`);
    const state = this.#state(id, scope);
    this.#styleClass(state);
    return state;
  }

  #styleClass(state: State) {
    const { line } = this.#scanner;
    const found = this.#scanner.take(/:::\s*([^\s:]+)/y);
    if (found) state.losses.push({ line, what: found[0], why: STYLES });
  }

  #relation(scope: Scope) {
    const scanner = this.#scanner;
    const { line } = scanner;
    const from = this.#end(scope, true);
    if (scanner.take(/[ \t]*-->[ \t]*/y)) {
      const to = this.#end(scope, false);
      const text = this.#description();
      const transition: Transition = { line, target: to, losses: [], comments: [] };
      if (text !== '') this.#labels.push({ transition, text, from });
      this.#attach(transition);
      from.transitions.push(transition);
      return;
    }
    const text = this.#description();
    if (text !== '') addTitle(from, text);
    this.#attach(from);
    if (!scanner.sees(/[ \t]*(?:[\n;}]|%%|$)/y))
      throw scanner.error(`expected an arrow or a new line, found ${scanner.preview}`);
  }

  #description(): string {
    const found = this.#scanner.take(/[ \t]*:([^\n;]*)/y);
    return plainText((found?.[1] ?? '').replaceAll('\\n', '\n'));
  }

  #stateStatement(scopes: Scope[]) {
    const scanner = this.#scanner;
    const scope = scopes.at(-1);
    if (!scope) return;
    scanner.take(/state[ \t]+/iy);
    const title = scanner.take(/"([^"]*)"\s*/y)?.[1];
    if (title !== undefined && !scanner.take(/as[ \t]+/iy)) throw scanner.error('`as` and a name are missing');
    const id = scanner.take(ID)?.[0];
    if (id === undefined) throw scanner.error(`expected the name of a state, found ${scanner.preview}`);
    const special = scanner.take(/[ \t]*(?:<<|\[\[)(fork|join|choice)(?:>>|\]\])/iy)?.[1]?.toLowerCase();
    const state = this.#state(id, scope, special as StateKind | undefined);
    this.#attach(state);
    if (title !== undefined) addTitle(state, plainText(title));
    this.#styleClass(state);
    const text = this.#description();
    if (text !== '') addTitle(state, text);
    if (scanner.take(/[ \t]*\{/y)) {
      if (scopes.length >= MAX_DEPTH) throw scanner.error(`nested more than ${MAX_DEPTH} deep`);
      scopes.push(newScope(state));
    } else if (!scanner.sees(/[ \t]*(?:[\n;}]|%%|$)/y))
      throw scanner.error(`expected \`{\` or a new line, found ${scanner.preview}`);
  }

  #note(scope: Scope) {
    const scanner = this.#scanner;
    scanner.take(/note\s+/iy);
    const { line } = scanner;
    const floating = scanner.take(/"([^"]*)"\s*as\s+([^\n]*)/iy);
    if (floating) {
      this.#machine.root.trailing.push(`note ${floating[2]}: ${plainText(floating[1] ?? '')}`);
      return;
    }
    if (!scanner.take(/(?:left|right) of\s+/iy)) throw scanner.error('`left of` or `right of` is missing');
    const id = scanner.take(ID)?.[0];
    if (id === undefined) throw scanner.error(`expected the name of a state, found ${scanner.preview}`);
    const state = this.#state(id, scope);
    const short = scanner.take(/[ \t]*:([^\n;]*)/y)?.[1];
    let text = short;
    if (text === undefined) {
      const end = /end note\b/iy;
      const lines: string[] = [];
      for (;;) {
        scanner.take(/\s*/y);
        if (scanner.take(end)) break;
        if (scanner.isAtEnd) throw new ImportError('syntax', 'a note has no end: `end note` is missing', line, 1);
        lines.push(scanner.restOfLine().trim());
      }
      text = lines.join('\n');
    }
    state.notes.push(plainText(text) || ' ');
    this.#attach(state);
  }

  /** What stood in the scope since the last `--` is a region. */
  #divide(scope: Scope, line: number) {
    const region = new State(`region_${scope.regions.length + 1}`, line);
    for (const member of scope.members) if (this.#owners.get(member) === scope.state) this.#owners.set(member, region);
    this.#owners.set(region, scope.state);
    scope.regions.push(region);
    scope.members = [];
    scope.start = null;
    scope.end = null;
  }

  #close(scope: Scope) {
    if (scope.regions.length === 0) return;
    if (scope.members.length > 0) this.#divide(scope, this.#scanner.line);
    scope.state.kind = 'parallel';
  }

  /** Puts each state into the one that it was last mentioned in. */
  #assemble(root: State) {
    const inside = new Set([root]);
    const waiting: Map<State, State[]> = new Map();
    for (const [state, owner] of this.#owners) {
      const list = waiting.get(owner);
      if (list) list.push(state);
      else waiting.set(owner, [state]);
    }
    const put = (owner: State) => {
      for (const state of waiting.get(owner) ?? []) {
        if (inside.has(state)) continue;
        inside.add(state);
        owner.add(state);
        put(state);
      }
    };
    put(root);
    // States within each other: the outermost one that is left goes to the root.
    for (const state of this.#owners.keys())
      if (!inside.has(state)) {
        inside.add(state);
        root.add(state);
        this.#machine.lose(null, state.line, `the state around \`${state.name}\``, 'it is inside of it as well');
        put(state);
      }
  }
}

const newScope = (state: State): Scope => ({ state, regions: [], members: [], start: null, end: null });

/** The first text is the title, further ones are lines of the description. */
function addTitle(state: State, text: string) {
  if (state.title === undefined) state.title = text;
  else state.description = state.description === undefined ? text : `${state.description}\n${text}`;
}

/** `event [guard] / action`. */
const LABEL = /^([^[\]/]*)(?:\[([^\]]*)\])?\s*(?:\/(.*))?$/s;
const WORDS = /^[\p{L}\p{M}\p{N}_.\- ]*(?:\(\))?$/u;

/** What leads out of a choice or a fork has no event: its text is for who chooses. */
function readLabel(transition: Transition, text: string, from: State, guards: Guards) {
  const [, event = '', guard, action] = LABEL.exec(text) ?? [];
  const trigger = event.trim();
  if (!LABEL.test(text) || !WORDS.test(trigger)) {
    transition.text = text;
    return;
  }
  if (guard !== undefined && !/^\s*(else)?\s*$/i.test(guard)) transition.when = guards.condition(guard);
  if (action !== undefined && action.trim() !== '') transition.note = action.trim();
  if (trigger === '') return;
  if (from.kind === 'choice' || from.kind === 'start' || from.kind === 'fork' || from.kind === 'join') {
    transition.text = trigger;
    return;
  }
  const name = eventName(trigger.replace(/\(\)$/, ''));
  transition.on = name;
  if (name !== trigger) transition.text = trigger;
}
