// Options and results of drawing without a browser. Types only.
import type { Run } from '../../pkg/tracklight.js';
import type { RunScript } from './run-script.ts';

export interface RenderOptions {
  /** Draws the run after this step, or where it ends or waits before that; by default before the first one. */
  tick?: number;
  /** Inputs and stubs of the run. */
  run?: RunScript;
  /** As the machine says by default. */
  direction?: 'TB' | 'LR';
  /** Accessible name; the machine's title by default. */
  label?: string;
  /** The attribute of the element that the picture stands in: from some width on, a picture that has room is larger. */
  height?: string;
}

export type Theme = 'light' | 'dark' | 'auto';

export interface FileOptions extends RenderOptions {
  /** `light` by default; `auto` follows the theme of whoever looks at the file. */
  theme?: Theme;
  /** Whether modules are one card each, but for those in which a path stands. */
  folded?: boolean;
}

export interface AnimationOptions extends Omit<RenderOptions, 'tick'> {
  /** The first and the last step; the start and the end of the run by default, but no more than 60 steps. */
  from?: number;
  to?: number;
  /** How long a step is shown; 1.5 by default. */
  seconds?: number;
  /** Whether it begins again; true by default. */
  loop?: boolean;
  /** As in a file of one step. */
  theme?: Theme;
}

/** What is wrong in a source. Lines count from 1. */
export interface Problem {
  severity: 'error' | 'warning' | 'info';
  message: string;
  line: number;
}

/** What a machine says of itself. */
export interface Summary {
  /** Empty where it says nothing, as is `description`. */
  title: string;
  description: string;
  nodes: number;
  edges: number;
}

/** A node of a tree in the form of hast, for builders that take no text. */
export interface HastElement {
  type: 'element';
  tagName: string;
  properties: Record<string, string>;
  children: (HastElement | { type: 'text'; value: string })[];
}

export interface Renderer {
  /**
   * The drawing as inline SVG, once for wide and once for narrow columns.
   * @throws RenderError where the machine cannot be drawn
   */
  (source: string, options?: RenderOptions): string;
  /** The same as a tree. */
  tree(source: string, options?: RenderOptions): HastElement;
  /** The drawing as an SVG file that stands alone. */
  file(source: string, options?: FileOptions): string;
  /** A run of the core, as it stands, as such a file. */
  runFile(run: Run): string;
  /** A run as an SVG file that moves by CSS alone. */
  animate(source: string, options?: AnimationOptions): string;
  /** Graphviz DOT of the drawing. */
  dot(source: string, options?: RenderOptions): string;
  /** Errors of a source. */
  check(source: string): Problem[];
  summary(source: string): Summary;
}
