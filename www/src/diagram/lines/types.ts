// What the lines of a drawing are made of, as plain data. Positions are those of a drawing whose flow goes down: `x`
// across the flow, `y` along it. `frame.ts` turns other drawings so.

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A node. */
export interface Card {
  name: string;
  box: Rect;
  /** What ports keep from the corners. */
  inset: number;
  /** The shape, where it is not a box. */
  outline: Point[] | null;
}

export interface Container {
  box: Rect;
  /** Texts of its head. */
  head: Rect[];
}

/** An edge as Graphviz drew it, from its tail to its head. */
export interface Edge {
  tail: string;
  head: string;
  /** Points on its spline. */
  guide: Point[];
  /** Where it touches what it joins. */
  tips: [tail: Point, head: Point];
  /** How long the arrowheads are there. */
  heads: [tail: number, head: number];
  label: Rect | null;
}

export interface Drawing {
  cards: Card[];
  containers: Container[];
  edges: Edge[];
}

/** The new line of an edge: corners from tip to tip, all pieces upright or level. */
export interface Route {
  corners: Point[];
  /** How far the label moves. */
  label: Point;
}
