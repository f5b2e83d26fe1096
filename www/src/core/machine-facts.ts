// What a machine is told by to those that write it in another notation.

import type { MachineFacts } from '../exchange/step-graph.ts';
import type { Machine, OutlineItem } from '../../pkg/tracklight.js';

export function machineFacts(machine: Machine): MachineFacts {
  const classes: Record<string, string> = {};
  const collect = ({ id, class: kind, children }: OutlineItem) => {
    if (id !== undefined) classes[id] = kind;
    children.forEach(collect);
  };
  machine.outline().forEach(collect);
  const run = machine.start();
  try {
    const [first] = run.events();
    return {
      machine: machine.toJSON() as unknown as MachineFacts['machine'],
      classes,
      edgeClasses: run.view().edges.map((edge) => edge.class),
      starts: first?.kind === 'runStarted' ? first.starts.map(({ node }) => node) : [],
      contexts: machine.contexts().map(({ id, role, fields }) => ({
        id,
        role,
        fields: fields.map(({ name, schema }) => ({ name, schema: schema as MachineFieldSchema })),
      })),
    };
  } finally {
    run.free();
  }
}

type MachineFieldSchema = MachineFacts['contexts'][number]['fields'][number]['schema'];
