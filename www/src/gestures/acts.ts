// What gestures and commands do: which field or list they open, and the ops that follow from what is given there.

import { nameBox } from './name-box.ts';
import { chooser, type Choice } from './chooser.ts';
import { gestureWords as say, refusalText } from './strings.ts';
import { drawnId, edgeOf, holdsFields, isEvent, nameOfEdge, nodeOf } from './spots.ts';
import { InPlace } from './in-place.ts';
import { MADE, type EditOps, type Elements, type EdgeElement, type NodeElement } from './elements.ts';
import type { Boxes } from './boxes.ts';
import type { Box, Place } from './dom.ts';
import type { Act, Changed, GestureHost, Mention, Refused } from './types.ts';
import type { EditOp } from '../protocol/types.ts';

type Flow = 'flow' | 'catch' | 'async' | 'join';
/** What takes an edge that waits. */
type Wait = 'on' | 'after';

export class Acts {
  readonly #host: GestureHost;
  readonly #boxes: Boxes;
  readonly inPlace: InPlace;

  constructor(host: GestureHost, boxes: Boxes) {
    this.#host = host;
    this.#boxes = boxes;
    this.inPlace = new InPlace(host, boxes, {
      change: (elements, ops, touched) => this.change(elements, ops, touched),
      selectNode: (node) => this.selectNode(node),
    });
  }

  /** What a command does with what is selected. */
  async act(act: Act) {
    const elements = await this.ready();
    if (!elements) return;
    const [id] = this.#host.selected();
    const node = id === undefined ? null : nodeOf(elements, id);
    if (act === 'task' || act === 'state' || act === 'context' || act === 'event') return this.add(elements, act, node);
    if (act === 'edit' || act === 'rename') {
      if (id === undefined) return this.refuse(say.noElement, null);
      return this.inPlace.open(elements, id, null);
    }
    if (act === 'delete') return this.remove(elements);
    if (act === 'group') return this.group(elements);
    if (act === 'on' || act === 'after') {
      const edge = edgeOf(elements, id ?? '');
      if (!edge || edge.access !== null) return this.refuse(say.noEdge, null);
      return this.waitFor(elements, id ?? '', edge, act);
    }
    if (act === 'catch' || act === 'fork' || act === 'join') return this.#toggleFlow(elements, id ?? '', act);
    if (!node || id === undefined) return this.refuse(id === undefined ? say.nothingSelected : say.noNode, null);
    if (act === 'next') return holdsFields(node) ? this.addField(elements, id) : this.next(elements, id);
    if (act === 'connect') return this.chooseTarget(elements, id);
    if (act === 'move') return this.chooseModule(elements);
    return this.ungroup(elements, node);
  }

  /** What the texts declare, where the drawing can be edited; else it says why not. */
  async ready(): Promise<Elements | null> {
    await this.#host.ready();
    const why = this.#host.whyNot();
    const elements = why ? null : await this.#host.elements();
    if (!elements) this.refuse(why || say.outdated, null);
    return elements;
  }

  /** Says why something cannot be done, at a place or where the selection is. */
  refuse(why: string, at: Place | null) {
    const [id] = this.#host.selected();
    const box = id === undefined ? null : this.#boxes.boxOf(id);
    this.#boxes.reason(why, at ?? (box ? { x: box.x, y: box.y + box.height } : { x: 8, y: 8 }));
    this.#host.say(why);
  }

  /** Makes a change; where the text is another one by now, once more in that: the core knows what it still fits. */
  async change(elements: Elements, ops: EditOps, touched: string | null): Promise<Changed | Refused> {
    this.#boxes.reason('', null);
    const answer = await this.#host.change(elements.source, ops, touched);
    if (answer.ok || answer.code !== 'changed') return answer;
    const newest = await this.#host.elements();
    return newest ? this.#host.change(newest.source, ops, touched) : answer;
  }

  /** A change whose refusal stands at a place. @returns null where it was refused */
  async #make(elements: Elements, ops: EditOps, touched: string | null, at: Place | null): Promise<Changed | null> {
    const changed = await this.change(elements, ops, touched);
    if (changed.ok) return changed;
    this.refuse(refusalText(changed), at);
    return null;
  }

  /** Selects a node and puts the focus on it. */
  async focusNode(node: string) {
    const id = await this.selectNode(node);
    if (id !== null) this.#host.diagram.focusOn(id);
    return id;
  }

  /** Selects a node and brings it into view. */
  async selectNode(node: string) {
    const elements = await this.#host.elements();
    const { drawing } = this.#host.diagram;
    const id = elements && drawing ? drawnId(drawing, elements, node) : null;
    if (id === null) return null;
    this.#host.select(id);
    // What opens next stands beside it.
    this.#host.diagram.reveal(id);
    return id;
  }

  /** A step behind another one, whose name is typed below it or at a place. */
  next(elements: Elements, from: string, at: Place | null = null, into: string | null = null) {
    const node = nodeOf(elements, from);
    const box = this.#boxes.boxOf(from);
    if (!node || !box) return;
    const parent = into ?? node.parent;
    this.#named(at ?? { ...box, x: box.x + Math.min(0, box.width / 2 - 100) }, {
      label: say.newStep,
      choices: { label: say.kind, words: say.kinds, chosen: 'task' },
      make: async (name, kind) => {
        const add: EditOp = {
          op: 'addNode',
          kind,
          ...(name ? { name } : {}),
          ...(parent ? { in: parent } : {}),
          ...(parent === node.parent ? { after: lastBranch(elements, node).id } : {}),
        };
        const changed = await this.change(
          elements,
          [add, { op: 'connect', from: node.id, to: MADE, as: 'flow' }],
          node.id,
        );
        const made = changed.ok ? changed.nodes.at(-1) : undefined;
        if (made) this.#host.say(say.added(kind, lastName(made), node.name));
        return changed;
      },
    });
  }

  /** A node of its own. The first step of a machine is where a run begins. */
  add(elements: Elements, kind: 'task' | 'state' | 'context' | 'event', beside: NodeElement | null) {
    const { stage } = this.#boxes;
    const isStep = kind === 'task' || kind === 'state';
    const after = isStep && beside && !holdsFields(beside) ? beside : null;
    const label = isStep ? say.newStep : kind === 'context' ? say.newContext : say.newEvent;
    this.#named(
      { x: stage.width / 2 - 140, y: Math.min(120, stage.height / 3) },
      {
        label,
        ...(isStep ? { choices: { label: say.kind, words: say.kinds, chosen: kind } } : {}),
        make: async (name, chosen) => {
          const word = chosen || kind;
          const changed = await this.change(
            elements,
            [
              {
                op: 'addNode',
                kind: word,
                ...(name ? { name } : {}),
                ...(after?.parent ? { in: after.parent } : {}),
                ...(after ? { after: after.id } : {}),
              },
            ],
            after?.id ?? null,
          );
          const made = changed.ok ? changed.nodes.at(-1) : undefined;
          if (made) this.#host.say(say.added(word, lastName(made.replace(/^event:/, '')), after?.name ?? ''));
          return changed;
        },
      },
    );
  }

  /** A field for the name of what is made. Tab goes on to what comes next in it. */
  #named(
    at: Place | Box,
    {
      label,
      choices,
      make,
    }: {
      label: string;
      choices?: { label: string; words: Record<string, string>; chosen: string };
      make: (name: string, kind: string) => Promise<Changed | Refused>;
    },
  ) {
    const box = nameBox({
      label,
      value: '',
      placeholder: label,
      ...(choices ? { choices } : {}),
      hint: choices ? say.enterKind : say.enter,
      leave: () => this.#boxes.close(),
      take: async (name, kind, by) => {
        const changed = await make(name, kind);
        if (!changed.ok) return refusalText(changed);
        const made = changed.nodes.at(-1);
        const id = made === undefined ? null : await this.selectNode(made);
        if (by === 'Tab' && id !== null && (await this.inPlace.continueIn(id, kind))) return '';
        this.#boxes.close(false);
        if (id === null) return '';
        this.#host.diagram.focusOn(id);
        this.#host.offer(id);
        return '';
      },
    });
    this.#boxes.open(box, at);
  }

  addField(elements: Elements, id: string) {
    const node = nodeOf(elements, id);
    const box = this.#boxes.boxOf(id);
    if (!node || !box) return;
    const field = nameBox({
      label: say.newField,
      value: '',
      placeholder: say.newField,
      hint: say.enter,
      leave: () => this.#boxes.close(),
      take: async (name, _, by) => {
        const changed = await this.change(elements, [{ op: 'addField', context: node.id, name }], node.id);
        if (!changed.ok) return refusalText(changed);
        this.#host.say(say.addedField(node.name, name));
        const now = by === 'Tab' ? await this.#host.elements() : null;
        const there = await this.selectNode(node.id);
        if (now && there !== null) await this.inPlace.openSpot(now, { what: 'type', id: there, key: name });
        else {
          this.#boxes.close(false);
          this.#host.diagram.focusOn(there ?? id);
        }
        return '';
      },
    });
    this.#boxes.open(field, box);
  }

  /** What can be connected, as a list. */
  chooseTarget(elements: Elements, from: string) {
    const node = nodeOf(elements, from);
    const box = this.#boxes.boxOf(from);
    if (!node || !box) return;
    const isTarget = (other: NodeElement) => !isEvent(other) && (node.isContext ? !holdsFields(other) : true);
    const others = elements.nodes.filter((other) => other !== node && isTarget(other));
    const targets = node.isContext ? others : [...others, node];
    const choices = targets.map(({ id, title }) => ({ value: id, label: id, note: title }));
    if (others.length === 0) return this.refuse(say.noOtherNode, null);
    this.#choose(say.connectTo(node.name), choices, true, box, (value) => {
      const target = elements.nodes.find(({ id }) => id === value);
      if (target) void this.connect(elements, node, target, null, { x: box.x, y: box.y + box.height });
    });
  }

  #choose(label: string, choices: Choice[], isFiltered: boolean, at: Place | Box, take: (v: string) => void) {
    const list = chooser({
      label,
      choices,
      isFiltered,
      take: (value) => {
        this.#boxes.close(false);
        take(value);
      },
      leave: () => this.#boxes.close(),
    });
    this.#boxes.open(list, at);
  }

  /**
   * Connects two nodes; with a context it asks what the step does with it.
   * @param field of the context, where the drag began at its row
   */
  async connect(elements: Elements, from: NodeElement, to: NodeElement, field: string | null, at: Place) {
    if (from.isContext) return this.#access(elements, to, from, 'reads', field, at);
    if (to.isContext) {
      const choices = Object.entries(say.access).map(([value, label]) => ({ value, label }));
      return this.#choose(say.accessOf(from.name, to.name), choices, false, at, (value) => {
        void this.#access(elements, from, to, value as 'reads', field, at);
      });
    }
    const changed = await this.#make(elements, [{ op: 'connect', from: from.id, to: to.id, as: 'flow' }], from.id, at);
    if (!changed) return;
    await this.focusNode(from.id);
    this.#host.say(say.connected(from.name, to.name));
  }

  async #access(
    elements: Elements,
    node: NodeElement,
    context: NodeElement,
    access: 'reads' | 'writes' | 'asks',
    field: string | null,
    at: Place,
  ) {
    const op: EditOp = {
      op: 'connect',
      from: node.id,
      to: context.id,
      as: access,
      ...(field === null ? {} : { fields: [field] }),
    };
    if (!(await this.#make(elements, [op], node.id, at))) return;
    await this.focusNode(node.id);
    this.#host.say(say.accesses(node.name, access, field === null ? context.name : `${context.name}.${field}`));
  }

  /** The nodes that are selected. */
  #nodes(elements: Elements): NodeElement[] {
    return this.#host.selected().flatMap((id) => nodeOf(elements, id) ?? []);
  }

  chooseModule(elements: Elements) {
    const nodes = this.#nodes(elements);
    const box = this.#boxes.boxOf(this.#host.selected()[0] ?? '');
    const [first] = nodes;
    if (!first || !box) return;
    const isInside = (id: string) => nodes.some((node) => id === node.id || id.startsWith(`${node.id}.`));
    const parents = new Set(elements.nodes.map(({ parent }) => parent));
    const modules = elements.nodes.filter(({ id, kind }) => !isInside(id) && (kind === 'group' || parents.has(id)));
    const choices = [
      { value: '', label: say.root },
      ...modules.map(({ id, title }) => ({ value: id, label: id, note: title })),
    ].filter(({ value }) => nodes.some(({ parent }) => (parent ?? '') !== value));
    if (choices.length === 0) return this.refuse(say.noModule, null);
    this.#choose(say.moveTo(nodes.length), choices, true, box, (module) => {
      void this.moveInto(elements, nodes, module || null, null);
    });
  }

  async moveInto(elements: Elements, nodes: NodeElement[], module: string | null, at: Place | null) {
    const op: EditOp = { op: 'moveInto', nodes: nodes.map(({ id }) => id), module };
    const names = nodes.map(({ name }) => name);
    const [first] = names;
    const changed = await this.#make(elements, [op], null, at);
    if (!changed || first === undefined) return;
    await this.focusNode(module === null ? first : `${module}.${first}`);
    this.#host.say(say.moved(names, module ?? ''));
  }

  group(elements: Elements) {
    const nodes = this.#nodes(elements);
    const box = this.#boxes.boxOf(this.#host.selected()[0] ?? '');
    if (nodes.length === 0 || !box) return this.refuse(say.nothingSelected, null);
    const field = nameBox({
      label: say.groupName,
      value: '',
      placeholder: say.groupName,
      hint: say.enter,
      leave: () => this.#boxes.close(),
      take: async (name) => {
        const op: EditOp = { op: 'group', nodes: nodes.map(({ id }) => id), name };
        const changed = await this.change(elements, [op], null);
        if (!changed.ok) return refusalText(changed);
        this.#boxes.close(false);
        this.#host.say(
          say.grouped(
            nodes.map((node) => node.name),
            name,
          ),
        );
        await this.focusNode(changed.nodes.at(-1) ?? name);
        return '';
      },
    });
    this.#boxes.open(field, box);
  }

  async ungroup(elements: Elements, node: NodeElement) {
    if (!(await this.#make(elements, [{ op: 'ungroup', node: node.id }], null, null))) return;
    this.#host.say(say.ungrouped(node.name));
  }

  async remove(elements: Elements) {
    const nodes = this.#nodes(elements);
    const edges = this.#host.selected().flatMap((id) => edgeOf(elements, id) ?? []);
    if (nodes.length + edges.length === 0) return this.refuse(say.noElement, null);
    const op: EditOp = { op: 'remove', nodes: nodes.map(({ id }) => id), edges: edges.map(nameOfEdge) };
    const [edge] = edges;
    const beside = edge?.source ?? elements.edges.find(({ target }) => target === nodes[0]?.id)?.source ?? null;
    const changed = await this.#make(elements, [op], beside, null);
    if (!changed) return;
    const names = nodes.map(({ name }) => name);
    const others = changed.affected.filter(isApart).length;
    this.#host.deleted(say.deleted(names, edges.length) + (others > 0 ? ` ${say.mentions(others)}` : ''));
    if (beside === null || (await this.focusNode(beside)) === null) this.#host.select(null);
  }

  #toggleFlow(elements: Elements, id: string, as: 'catch' | 'fork' | 'join') {
    const edge = edgeOf(elements, id);
    if (!edge || edge.access !== null) return this.refuse(say.noEdge, null);
    const isOn = { catch: edge.isCatch, fork: edge.isFork, join: edge.isJoin }[as];
    return this.setFlow(elements, id, edge, isOn ? 'flow' : as === 'fork' ? 'async' : as, null);
  }

  async setFlow(elements: Elements, id: string, edge: EdgeElement, as: Flow, at: Place | null) {
    if (!(await this.#make(elements, replaceEdge(edge, { as }), edge.source, at))) return;
    this.#host.say(say.flows(edge.source, edge.target, as));
    await this.#selectEdge(edge.source, edge.target, id);
  }

  /** A field for the event or the time that an edge waits for. Emptied, it makes it a plain edge. */
  waitFor(elements: Elements, id: string, edge: EdgeElement, as: Wait) {
    const before = as === 'on' ? edge.event : edge.duration;
    const words = say.waits[as];
    const shown = this.#host.diagram.drawing?.labelOf(id);
    const box = (shown && this.#boxes.around([shown])) ?? this.#boxes.boxOf(id);
    const field = nameBox({
      label: words.label,
      value: before,
      placeholder: words.example,
      hint: say.enter,
      leave: () => this.#boxes.close(),
      take: async (typed) => {
        if (typed === '' && before === '') return words.none;
        const wait = as === 'on' ? { event: typed } : { duration: typed };
        const ops = replaceEdge(edge, typed === '' ? { as: 'flow' } : { as, ...wait });
        const isNew = as === 'on' && typed !== '' && !elements.nodes.some(({ id }) => id === `event:${typed}`);
        const declared: EditOps = isNew ? [{ op: 'addNode', kind: 'event', name: typed }, ...ops] : ops;
        const changed = typed === before ? null : await this.change(elements, declared, edge.source);
        if (changed && !changed.ok) return refusalText(changed);
        this.#boxes.close(false);
        const { source, target } = edge;
        if (changed)
          this.#host.say(typed === '' ? say.flows(source, target, 'flow') : words.said(source, target, typed));
        await this.#selectEdge(source, target, id);
        return '';
      },
    });
    this.#boxes.open(field, box ? { x: box.x - 14, y: box.y - 12 } : { x: 8, y: 8 });
  }

  async retarget(elements: Elements, id: string, edge: EdgeElement, ends: { from?: string; to?: string }, at: Place) {
    const op: EditOp = { op: 'retarget', edge: nameOfEdge(edge), ...ends };
    const [from, to] = [ends.from ?? edge.source, ends.to ?? edge.target];
    if (!(await this.#make(elements, [op], ends.to ? edge.source : edge.target, at))) return;
    this.#host.say(say.retargeted(from, to));
    await this.#selectEdge(from, to, id);
  }

  /** The last edge between two nodes. */
  async #selectEdge(from: string, to: string, before: string) {
    const elements = await this.#host.elements();
    const at = elements?.edges.findLastIndex(({ source, target }) => source === from && target === to) ?? -1;
    this.#host.select(at < 0 ? before : `e${at}`);
    this.#host.diagram.focusOn(at < 0 ? before : `e${at}`);
  }
}

/** An edge of another kind in the place of one: its text and condition stay. */
const replaceEdge = (
  edge: EdgeElement,
  kind: { as: Flow | Wait; event?: string; duration?: string },
): [EditOp, EditOp] => [
  { op: 'remove', edges: [nameOfEdge(edge)] },
  {
    op: 'connect',
    from: edge.source,
    to: edge.target,
    ...kind,
    ...(edge.label ? { label: edge.label } : {}),
    ...(edge.condition ? { when: edge.condition } : {}),
  },
];

/** Behind which node the next step is declared: behind the last of its branches and of those beside it. */
function lastBranch({ nodes, edges }: Elements, node: NodeElement): NodeElement {
  const place = (id: string) => nodes.findIndex((other) => other.id === id);
  const from = nodes.indexOf(node);
  const flows = edges.filter(({ access }) => access === null);
  const forks = [
    node.id,
    ...flows.filter(({ source, target }) => target === node.id && place(source) < from).map(({ source }) => source),
  ];
  const branches = new Set(flows.filter(({ source }) => forks.includes(source)).map(({ target }) => target));
  return nodes.findLast(({ id, parent }, at) => at > from && parent === node.parent && branches.has(id)) ?? node;
}

/** Whether a mention is a place of its own, not the field behind its context. */
const isApart = ({ span }: Mention, i: number, all: Mention[]) => {
  const before = all[i - 1]?.span;
  return before === undefined || before.file !== span.file || span.from > before.to + 1;
};

const lastName = (id: string) => id.slice(id.lastIndexOf('.') + 1);
