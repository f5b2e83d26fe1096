// What closes by itself while someone types, and what is typed over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { history, insertNewlineAndIndent, redo, undo } from '@codemirror/commands';
import { deleteBracketPair, insertBracket } from '@codemirror/autocomplete';
import { indentUnit } from '@codemirror/language';
import { EditorSelection, EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import { brackets, spaceTemplate, stepOver } from '../../../src/editor/brackets.ts';
import { breakLine, indentation } from '../../../src/editor/indent.ts';
import { marks, paintTokens } from '../../../src/editor/language.ts';

/** @param text with the caret as `|`, or with a selection between two */
function stateOf(text: string) {
  const anchor = text.indexOf('|');
  const head = text.lastIndexOf('|');
  return EditorState.create({
    doc: text.replaceAll('|', ''),
    selection: EditorSelection.single(anchor, head === anchor ? head : head - 1),
    extensions: [indentUnit.of('  '), indentation, brackets, history(), marks],
  });
}

function shown(state: EditorState) {
  const { from, to } = state.selection.main;
  const inside = from === to ? '' : `${state.sliceDoc(from, to)}|`;
  return `${state.sliceDoc(0, from)}|${inside}${state.sliceDoc(to)}`;
}

function does(state: EditorState, ...commands: StateCommand[]) {
  let after = state;
  const dispatch = (transaction: Transaction) => (after = transaction.state);
  for (const command of commands) if (command({ state, dispatch })) break;
  return after;
}

const enter = (state: EditorState) => does(state, breakLine, insertNewlineAndIndent);
const insert = (state: EditorState, key: string) => ({ ...state.replaceSelection(key), userEvent: 'input.type' });

/** Each key as the editor takes it. */
function keys(state: EditorState, typed: string) {
  let after = state;
  for (const key of typed) {
    if (key === '\n') after = enter(after);
    else if (key === '\b') after = does(after, deleteBracketPair);
    else {
      const change = stepOver(after, key) ?? spaceTemplate(after, key);
      after = change
        ? after.update(change).state
        : (insertBracket(after, key) ?? after.update(insert(after, key))).state;
    }
  }
  return after;
}

const type = (text: string, typed: string) => shown(keys(stateOf(text), typed));

test('brackets and quotes close as they are typed', () => {
  assert.equal(type('task heat |', '{'), 'task heat {|}');
  assert.equal(type('task heat {\n  stub: |\n}', '['), 'task heat {\n  stub: [|]\n}');
  assert.equal(type('a -@join|', '('), 'a -@join(|)');
  assert.equal(type('t { prompt: |}', '"'), 't { prompt: "|"}');
  assert.equal(type('t { prompt: |}', "'"), "t { prompt: '|'}");
});

test('the closing one is typed over, and only one that was put there', () => {
  assert.equal(type('t |', '{}'), 't {}|');
  assert.equal(type('t |', '{ prompt: "x" }'), 't { prompt: "x" }|');
  assert.equal(type('a |', '-@join(b)-> c'), 'a -@join(b)-> c|');
  assert.equal(type('t {|}', '}'), 't {}|}');
});

test('a machine that is typed with Enter is the text that it means', () => {
  const machine = `machine "Kettle"

context Water { celsius<number>: 20; tags<List<string>>: ["a", 'b'] }
task heat "Heat it" {
  prompt: "add {{ Water.celsius }} (or more)"
  stub: [
    { write: { Water: { celsius: 60 } } }
  ]
}
module cool {
  state inner {
    note: "it's \\"cold\\""
  }
}
heat -@join(all; mode: any) when: "Water.celsius > 50"-> cool`;
  // Enter indents by itself.
  const typed = machine.replaceAll(/\n +/g, '\n');
  assert.equal(type('|', typed), `${machine}|`);
});

test('in a comment nothing closes, in a string only what a template needs', () => {
  assert.equal(type('// |', '{(["'), '// {(["|');
  assert.equal(type('# |', '{'), '# {|');
  assert.equal(type('/* |', '('), '/* (|');
  assert.equal(type('a /* b */ |', '('), 'a /* b */ (|)');
  assert.equal(type('t #outside |', '{'), 't #outside {|}');
  assert.equal(type('p: "it|"', "'"), `p: "it'|"`);
  assert.equal(type('p: "a |"', '(["'), 'p: "a (["|"');
  assert.equal(type('p: "a |"', '{{'), 'p: "a {{|}}"');
  assert.equal(type('p: "a |"', '{{x}}'), 'p: "a {{x}}|"');
  assert.equal(type('p: "a |word"', '{{'), 'p: "a {{|word"');
  assert.equal(type('p: "a. |', '"'), 'p: "a. "|');
  assert.equal(type('t { // |\n}', '}'), 't { // }|\n}');
});

test('what reaches into the line from above counts', () => {
  const text = '/* one\n two */ three';
  const packed = { source: text, classes: ['comment'], tokens: new Uint32Array([0, 14, 0]) };
  const effect = paintTokens(packed, stateOf(`|${text}`));
  assert.ok(effect);
  const at = (anchor: number) => stateOf(`|${text}`).update({ effects: effect, selection: { anchor } }).state;
  assert.equal(shown(keys(at(8), '(')), '/* one\n (|two */ three');
  assert.equal(shown(keys(at(14), '(')), '/* one\n two */(|) three');
});

test('an escaped quote ends no string', () => {
  assert.equal(type('p: |', '"say \\"hi\\""'), 'p: "say \\"hi\\""|');
});

test('an angle bracket closes behind the name of a field or a type, and is none of an arrow', () => {
  assert.equal(type('context Water { celsius|', '<'), 'context Water { celsius<|>');
  assert.equal(type('c {\n  tags|\n}', '<List<string>>: []'), 'c {\n  tags<List<string>>: []|\n}');
  assert.equal(type('c { m|', '<Map<string, List<x>>>'), 'c { m<Map<string, List<x>>>|');
  assert.equal(type('a |', '<- b'), 'a <- b|');
  assert.equal(type('a|', '<-> b'), 'a<-> b|');
  assert.equal(type('m {\n  a|', '<-> b'), 'm {\n  a<-> b|');
  assert.equal(type('m {\n  a|', '<=> b'), 'm {\n  a<=> b|');
});

test('the selection is put between brackets', () => {
  assert.equal(type('p: |x|', '"'), 'p: "|x|"');
  assert.equal(type('p: |a, b|', '['), 'p: [|a, b|]');
  assert.equal(type('p: "add |Water.celsius|"', '{{'), 'p: "add {{|Water.celsius|}}"');
  assert.equal(type('// |x|', '('), '// (|x|)');
});

test('Backspace between an empty pair deletes both', () => {
  assert.equal(type('t |', '{\b'), 't |');
  assert.equal(type('p: |', '"\b'), 'p: |');
  assert.equal(type('p: "a |"', '{{\b\b'), 'p: "a |"');
  assert.equal(type('c { x|', '<\b'), 'c { x|');
});

test('a closing brace on a line of its own steps over the one below, which keeps its place', () => {
  assert.equal(type('m {\n  |\n}', 't {\nx\n}'), 'm {\n  t {\n    x\n  }|\n}');
  assert.equal(type('|', 'm {\nt {\nx\n\n}\n}'), 'm {\n  t {\n    x\n\n  }\n}|');
  assert.equal(type('|', 'm {\nx }'), 'm {\n  x }|');
});

test('once the caret has left the pair, a closing brace is another one', () => {
  const state = keys(stateOf('|\nstate b'), 't {\nx\n');
  const away = state.update({ selection: { anchor: state.doc.length } }).state;
  const back = away.update({ selection: state.selection }).state;
  assert.equal(shown(keys(back, '}')), 't {\n  x\n}|\n}\nstate b');
});

test('what completion puts behind the caret is typed over too', () => {
  const state = stateOf('t { | }');
  const completed = state.update({
    changes: { from: 4, insert: 'stub: { fail: "" }' },
    selection: { anchor: 19 },
    userEvent: 'input.complete',
  }).state;
  assert.equal(shown(keys(completed, 'busy" }')), 't { stub: { fail: "busy" }| }');
});

test('Enter between braces with blanks breaks the line twice, and keeps the closing one to be typed', () => {
  assert.equal(type('  t { | }', '\n'), '  t {\n    |\n  }');
  assert.equal(type('|', 't { \nx\n}'), 't {\n  x\n}|');
  assert.equal(shown(does(enter(stateOf('t { | }')), undo)), 't { | }');
});

test('undo takes the pair away, and redo puts it back', () => {
  const state = keys(stateOf('t |'), '{');
  const undone = does(state, undo);
  assert.equal(shown(undone), 't |');
  assert.equal(does(undone, redo).doc.toString(), 't {}');
});

test('a text that can only be read stays as it is', () => {
  const state = EditorState.create({
    doc: 't {}',
    selection: { anchor: 3 },
    extensions: [brackets, EditorState.readOnly.of(true)],
  });
  assert.equal(does(state, deleteBracketPair).doc.toString(), 't {}');
});

test('a template has a blank on both sides of what is typed in it, however much of its end is typed', () => {
  assert.equal(type('t { prompt: |}', '"{{ '), 't { prompt: "{{ | }}"}');
  assert.equal(type('t { prompt: |}', '"{{ C.n }}"'), 't { prompt: "{{ C.n }}"|}');
  assert.equal(type('t { prompt: |}', '"{{ C.n}}"'), 't { prompt: "{{ C.n }}"|}');
  assert.equal(type('t { prompt: |}', '"{{C.n}}"'), 't { prompt: "{{C.n}}"|}');
  assert.equal(type('t { prompt: "{|}" }', ' '), 't { prompt: "{ |}" }', 'one brace is no template');
});
