// XState itself as the oracle of its reader: what it makes of a configuration has the same states in the same places,
// and the same transitions between them, in version 5 and in version 4.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createMachine, type AnyStateNode } from 'xstate';
import { Machine as createOld } from 'xstate-4';
import { Machine } from '../../../pkg/tracklight.js';
import { imported, startCore } from './check.ts';

/** Configurations that mean the same in both versions; names of guards are under both names. */
const CONFIGS: Record<string, object> = {
  toggle: { initial: 'off', states: { off: { on: { FLIP: 'on' } }, on: { on: { FLIP: 'off' } } } },
  objects: { initial: 'a', states: { a: { on: { GO: { target: 'b' }, BACK: [{ target: 'a' }] } }, b: {} } },
  final: { initial: 'a', states: { a: { on: { END: 'done' } }, done: { type: 'final' } } },
  nested: {
    initial: 'out',
    states: {
      out: { on: { IN: 'box' } },
      box: { initial: 'x', states: { x: { on: { N: 'y' } }, y: {} }, on: { OUT: 'out' } },
    },
  },
  done: {
    initial: 'work',
    states: {
      work: { initial: 'first', states: { first: { on: { OK: 'last' } }, last: { type: 'final' } }, onDone: 'rest' },
      rest: {},
    },
  },
  deepTarget: {
    initial: 'a',
    states: {
      a: { on: { JUMP: 'b.y' } },
      b: { initial: 'x', states: { x: {}, y: { on: { UP: '#top' } } } },
      c: { id: 'top' },
    },
  },
  child: { initial: 'p', states: { p: { initial: 'x', states: { x: {}, y: {} }, on: { SET: '.y' } } } },
  ids: { id: 'shop', initial: 'a', states: { a: { on: { GO: '#shop.b.z' } }, b: { initial: 'z', states: { z: {} } } } },
  delayed: { initial: 'a', states: { a: { after: { 1000: 'b', 500: { target: 'c' } } }, b: {}, c: {} } },
  always: { initial: 'a', states: { a: { always: 'b' }, b: { always: [{ target: 'c' }] }, c: {} } },
  self: { initial: 'a', states: { a: { on: { AGAIN: 'a' } } } },
  root: { initial: 'a', on: { RESET: '.a' }, states: { a: { on: { GO: 'b' } }, b: { on: { GO: 'a' } } } },
  parallel: {
    type: 'parallel',
    states: {
      left: { initial: 'x', states: { x: { on: { L: 'y' } }, y: {} } },
      right: { initial: 'x', states: { x: { on: { R: 'y' } }, y: {} } },
    },
  },
  region: {
    initial: 'idle',
    states: {
      idle: { on: { GO: 'both' } },
      both: {
        type: 'parallel',
        states: {
          a: { initial: 'x', states: { x: { on: { A: 'y' } }, y: { type: 'final' } } },
          b: { initial: 'x', states: { x: { on: { B: 'y' } }, y: { type: 'final' } } },
        },
        on: { STOP: 'idle' },
        onDone: 'end',
      },
      end: { type: 'final' },
    },
  },
  invoke: {
    initial: 'load',
    states: {
      load: { invoke: { src: 'fetch', onDone: 'ok', onError: 'bad' } },
      ok: { type: 'final' },
      bad: { on: { RETRY: 'load' } },
    },
  },
  inherited: {
    initial: 'box',
    states: {
      box: { initial: 'x', states: { x: {}, y: { on: { N: 'x' } } }, on: { LEAVE: 'end', FLIP: '.y' } },
      end: {},
    },
  },
  dotted: { initial: 'a', states: { a: { on: { 'order.paid': 'b', 'order.late': 'c' } }, b: {}, c: {} } },
  names: {
    initial: 'first step',
    states: { 'first step': { on: { GO: 'second-step' } }, 'second-step': {}, machine: {}, end: {} },
  },
  threeDeep: {
    initial: 'a',
    states: {
      a: { initial: 'b', states: { b: { initial: 'c', states: { c: { on: { X: 'd' } }, d: { on: { Y: '#z' } } } } } },
      z: { id: 'z' },
    },
  },
  several: {
    initial: 'a',
    states: { a: { on: { E: 'b', F: 'c', G: 'd' } }, b: { on: { E: 'a' } }, c: { on: { F: 'a' } }, d: {} },
  },
};

/** `from trigger to`, states by their paths. */
type Transition = string;
interface Chart {
  states: string[];
  finals: string[];
  transitions: Transition[];
}

const pathText = (path: string[]) => path.join('.');

function triggerOf(event: string): string {
  const delay = /^xstate\.after[.(](\d+)/.exec(event)?.[1];
  if (delay !== undefined) return `after ${delay}`;
  if (/^(?:xstate\.)?done\./.test(event)) return 'done';
  if (/^(?:xstate\.)?error\./.test(event)) return 'error';
  return event === '' ? 'always' : event;
}

interface Node {
  path: string[];
  type: string;
  states: Record<string, Node>;
}

function chartOf<N extends Node>(root: N, transitionsOf: (node: N) => { event: string; targets: N[] }[]): Chart {
  const chart: Chart = { states: [], finals: [], transitions: [] };
  const visit = (node: N) => {
    if (node.path.length > 0) chart.states.push(pathText(node.path));
    if (node.type === 'final') chart.finals.push(pathText(node.path));
    for (const { event, targets } of transitionsOf(node))
      for (const target of targets)
        chart.transitions.push(`${pathText(node.path)} ${triggerOf(event)} ${pathText(target.path)}`);
    for (const inner of Object.values(node.states) as N[]) visit(inner);
  };
  visit(root);
  return chart;
}

const newChart = (config: object) =>
  chartOf(createMachine(config as never).root as AnyStateNode, (node) =>
    [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(({ eventType, target }) => ({
      event: eventType,
      targets: [...(target ?? [])] as AnyStateNode[],
    })),
  );

type OldNode = ReturnType<typeof createOld>;
const oldChart = (config: object) =>
  chartOf(createOld(config as never) as unknown as OldNode & Node, (node) =>
    node.transitions.map(({ eventType, target }) => ({
      event: String(eventType),
      targets: (target ?? []) as unknown as (OldNode & Node)[],
    })),
  );

interface CanonicalEdge {
  sourceId: string;
  targetId: string;
  kind: string;
  attributes?: { on?: string; after?: string };
  annotations?: { name: string }[];
}

const MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000 };

/** The chart of a machine of ours, without what parallel states need beside their regions. */
function ownChart(source: string): Chart {
  const machine = Machine.parse(source);
  const { nodes, edges } = machine.toJSON() as unknown as {
    nodes: { id: string; name: string; type: string; title?: string; parentId?: string }[];
    edges: CanonicalEdge[];
  };
  machine.free();
  const titles = new Map(nodes.map(({ id, title, name, parentId }) => [id, { name: title ?? name, parentId }]));
  const nameOf = (id: string): string => {
    const { name, parentId } = titles.get(id) ?? { name: id, parentId: undefined };
    return parentId === undefined ? name : `${nameOf(parentId)}.${name}`;
  };
  const helpers = nodes.filter(({ type, name }) => type === 'init' || (type === 'process' && name === 'joined'));
  const isHelper = (id: string) => helpers.some((node) => node.id === id);
  const states = nodes.filter(({ id, type }) => !isHelper(id) && type !== 'context');
  return {
    states: states.map(({ id }) => nameOf(id)),
    finals: states.filter(({ type }) => type === 'end').map(({ id }) => nameOf(id)),
    transitions: edges
      .filter(({ sourceId, targetId }) => !isHelper(sourceId) && !isHelper(targetId))
      .map(({ sourceId, targetId, kind, attributes }) => {
        const [, amount = '', unit = ''] = /^(\d+)(\D+)$/.exec(attributes?.after ?? '') ?? [];
        const trigger =
          attributes?.on ?? (unit ? `after ${Number(amount) * (MS[unit] ?? 0)}` : kind === 'catch' ? 'error' : '');
        return `${nameOf(sourceId)} ${trigger} ${nameOf(targetId)}`;
      }),
  };
}

/** The transition as XState has it: at the state itself, or at one around it that a copy was made of. */
function isMeant(own: Transition, theirs: ReadonlySet<Transition>): boolean {
  const [, from = '', trigger = '', to = ''] = /^(.*?) (after \d+|\S*) (.*)$/.exec(own) ?? [];
  const around = from.split('.').map((_, i, parts) => parts.slice(0, parts.length - i).join('.'));
  const triggers = trigger === '' ? ['done', 'always'] : [trigger];
  return [...around, ''].some((state) => triggers.some((one) => theirs.has(`${state} ${one} ${to}`)));
}

before(startCore);

for (const [version, chart] of [
  ['5', newChart],
  ['4', oldChart],
] as const)
  for (const [name, config] of Object.entries(CONFIGS))
    test(`exchange_3_xstate_${version}: ${name}`, () => {
      const theirs = chart(structuredClone(config));
      const { source, losses } = imported(JSON.stringify(config), { format: 'xstate' });
      assert.deepEqual(losses, []);
      const own = ownChart(source);
      assert.deepEqual(own.states.toSorted(), theirs.states.toSorted());
      assert.deepEqual(own.finals.toSorted(), theirs.finals.toSorted());
      const meant = new Set(theirs.transitions);
      for (const transition of own.transitions) assert.ok(isMeant(transition, meant), `${transition} is not in XState`);
      for (const transition of theirs.transitions) {
        const [, from = '', trigger = '', to = ''] = /^(.*?) (after \d+|\S+) (.*)$/.exec(transition) ?? [];
        const written = trigger === 'done' || trigger === 'always' ? '' : trigger;
        const found = own.transitions.some((one) =>
          from === '' ? one.endsWith(` ${written} ${to}`) : one === `${from} ${written} ${to}`,
        );
        assert.ok(found, `${transition} is missing in\n${source}`);
      }
    });
