// `tracklight/react` where React renders server components: <Machine> with its picture, so that the diagram is in the
// page before any script.

import { createElement, type ReactNode } from 'react';
import { loadRenderer } from '../plugins/render.ts';
import { machineOf } from '../plugins/fence.ts';
import { Machine as ClientMachine, type MachineProps } from './react.ts';
import { attributesOf } from './attributes.ts';

export type { MachineProps, TracklightMachine } from './react.ts';

export async function Machine(props: MachineProps): Promise<ReactNode> {
  const { source } = props;
  if (source === undefined || props.picture !== undefined) return createElement(ClientMachine, props);
  const attributes = Object.entries(attributesOf(props)).map(([name, value]): [string, string] => [
    name,
    value === true ? '' : String(value),
  ]);
  const render = await loadRenderer();
  const { picture } = machineOf({ attributes, notes: [] }, source, { line: null }, { render });
  return createElement(ClientMachine, { ...props, ...(picture ? { picture } : {}) });
}
