// `tracklight/vue`: <TracklightMachine>, the element as a component. It brings the element along.

import {
  defineComponent,
  h,
  ref,
  watch,
  type AllowedComponentProps,
  type ComponentCustomProps,
  type VNodeProps,
} from 'vue';
import '../embed/define.ts';
import { METHODS } from '../embed/methods.ts';
import {
  ATTRIBUTE_OF,
  EVENTS,
  attributesOf,
  capitalized,
  contentOf,
  pictureOf,
  type MachineEvents,
  type MachineHandlers,
  type MachineOptions,
} from './attributes.ts';
import type { MachineMethods } from '../embed/methods.ts';
import type { TracklightMachine as MachineElement } from '../embed/element.ts';

export interface MachineInstance extends MachineMethods {
  $props: MachineOptions & MachineHandlers & AllowedComponentProps & ComponentCustomProps & VNodeProps;
  $emit: <Name extends keyof MachineEvents>(name: Name, event: MachineEvents[Name]) => void;
  /** null until it is in the page. */
  readonly element: MachineElement | null;
  /** Resolves when the machine is on screen. */
  readonly ready: Promise<void>;
}

const FLAGS = ['editable', 'readonly'];
const PROPS = Object.fromEntries(
  [...ATTRIBUTE_OF.keys(), 'picture'].map((name) => [name, FLAGS.includes(name) ? Boolean : null]),
);

const component = defineComponent({
  name: 'TracklightMachine',
  props: PROPS,
  emits: [...EVENTS],
  setup(props: MachineOptions, { emit, expose }) {
    const element = ref<MachineElement | null>(null);
    const first = { ...props };
    const exposed: Record<string, unknown> = {};
    for (const name of METHODS)
      exposed[name] = (...args: unknown[]) =>
        element.value?.call(name, ...args) ?? Promise.reject(new Error('the machine is not in the page'));
    Object.defineProperty(exposed, 'element', { get: () => element.value });
    Object.defineProperty(exposed, 'ready', { get: () => element.value?.ready });
    expose(exposed);
    // The element does not watch its content.
    watch(
      () => props.source,
      (source) =>
        source === undefined ? element.value?.removeAttribute('source') : element.value?.setAttribute('source', source),
    );
    const listeners = Object.fromEntries(
      EVENTS.map((name) => [`onTracklight${capitalized(name)}`, (event: Event) => emit(name, event as never)]),
    );
    return () => {
      const shown: MachineOptions = { ...props, picture: pictureOf(props, first) };
      const content = contentOf(shown);
      return h('tracklight-machine', {
        ...attributesOf(shown),
        ...listeners,
        ref: element,
        ...(content === '' ? {} : { innerHTML: content }),
      });
    };
  },
});

export const TracklightMachine = component as unknown as new () => MachineInstance;
