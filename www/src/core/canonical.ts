// The canonical JSON of a machine, as far as the worker reads it.

import type { Json, Machine } from '../../pkg/tracklight.js';

export interface CanonicalAttribute {
  name: string;
  value?: Json;
}
export interface CanonicalNode {
  id?: string;
  name: string;
  title?: string;
  parentId?: string;
  attributes: CanonicalAttribute[];
  annotations?: CanonicalAttribute[];
}
export interface CanonicalEdge {
  kind: string;
  arrowType: string;
  type?: string;
  sourceId?: string;
  targetId?: string;
  fields?: string[];
  annotations?: CanonicalAttribute[];
  attributes?: Record<string, Json>;
}
interface Canonical {
  attributes: CanonicalAttribute[];
  nodes: CanonicalNode[];
  edges: CanonicalEdge[];
}

/** The core's declarations call it JSON; its form is the core's own and part of the language. */
export function canonicalOf(machine: Pick<Machine, 'toJSON'>): Canonical {
  const json: unknown = machine.toJSON();
  return json as Canonical;
}
