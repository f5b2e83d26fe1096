// Inputs of the diagram beside the drawing, and what its buttons request. Types only.

/** `id` is that of an element of the drawing. */
export interface Sign {
  id: string;
  kind: 'stop' | 'watch' | 'take' | 'skip';
  off?: boolean;
  /** How many there are inside of a folded module. */
  n?: number;
}
export interface Standing {
  id: string;
  kind: 'paths';
  paths: { id: string; colour: number }[];
}
/** `n`: questions that are open. */
export interface Asking {
  id: string;
  kind: 'asks';
  n: number;
}
/** `n`: what is found inside of a folded module. */
export interface Findings {
  id: string;
  kind: 'found';
  n: number;
}
/** `n`: how often an exploration came here; a node or an edge that it never reached is hatched. */
export interface Reached {
  id: string;
  kind: 'reached';
  n: number;
}
/** What is marked at an element beside what the core draws. */
export type Badge = Sign | Standing | Asking | Findings | Reached;

/** A change of what of the drawing is on screen. */
export type What = 'in' | 'out' | 'fit' | 'one' | 'centre' | 'find' | 'full' | 'follow';
