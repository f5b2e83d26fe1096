// The attributes of <tracklight-machine> as the props of components and as the types of markup.

import { ATTRIBUTES, type LOADING, type THEMES } from '../embed/attributes.ts';
import { escapeMarkup } from '../link/xml.ts';
import type { AGENTS, DIRECTIONS, VIEWS, ZOOMS } from '../embed/view/options.ts';
import type { EmbedEvents, HostAgent } from '../embed/types.ts';

type Attribute = (typeof ATTRIBUTES)[number];
type Text<Values extends readonly string[]> = Exclude<Values[number], ''>;
type Json = Record<string, unknown>;

/** Of those that are more than a text. */
interface Special {
  view: Text<typeof VIEWS>;
  loading: Text<typeof LOADING>;
  theme: Text<typeof THEMES>;
  zoom: Text<typeof ZOOMS>;
  direction: Text<typeof DIRECTIONS>;
  agent: Text<typeof AGENTS>;
  editable: boolean;
  readonly: boolean;
  height: number | string;
  tick: number | string;
  autoplay: number | string;
  'agent-timeout': number | string;
  'max-ticks': number | string;
}

/** As in markup. */
export type MachineAttributes = { [Name in Attribute]?: Name extends keyof Special ? Special[Name] : string };

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** As the props of a component. */
export type MachineOptions = {
  [Name in Exclude<Attribute, 'agent' | 'inputs' | 'stubs'> as CamelCase<Name>]?: MachineAttributes[Name];
} & {
  /** One of the modes, or a function that answers agent calls. */
  agent?: Special['agent'] | HostAgent;
  /** Values, or the id of a script with their JSON. */
  inputs?: string | Json;
  stubs?: string | Json;
  /** What `machinePicture(source)` of `tracklight/render` gave: the diagram before any script. */
  picture?: string;
};

export type MachineEvents = { [Name in keyof EmbedEvents]: CustomEvent<EmbedEvents[Name]> };
/** `step` → `onStep`. */
export type MachineHandlers = {
  [Name in keyof MachineEvents as `on${Capitalize<Name>}`]?: (event: MachineEvents[Name]) => void;
};

export const EVENTS = [
  'ready',
  'change',
  'diagnostics',
  'step',
  'request',
  'end',
  'select',
  'resize',
  'error',
] as const satisfies readonly (keyof EmbedEvents)[];

/** `step` → `Step`. */
export const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
/** By the names of the props. */
export const ATTRIBUTE_OF: ReadonlyMap<string, Attribute> = new Map(
  ATTRIBUTES.map((name) => [camelCase(name), name] as const),
);

/**
 * The element's attributes, but for its source: that is its content, which readers without scripts see.
 * @param own keys that the component has a value for
 */
export function attributesOf(props: MachineOptions): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [prop, value] of Object.entries(props)) {
    const name = ATTRIBUTE_OF.get(prop);
    if (!name || name === 'source' || value === undefined || value === null || value === false) continue;
    attributes[name] = typeof value === 'object' ? JSON.stringify(value) : value;
  }
  if (props.picture && !props.loading) attributes.loading = 'click';
  return attributes;
}

/** The picture to show. One is of the source that it came with. @param first the props at first */
export const pictureOf = ({ source, picture = '' }: MachineOptions, first: MachineOptions): string =>
  source !== first.source && picture === (first.picture ?? '') ? '' : picture;

/** The element's content as HTML. */
export const contentOf = ({ source, picture = '' }: MachineOptions) =>
  source === undefined ? picture : `${picture}<pre><code>${escapeMarkup(source)}</code></pre>`;
