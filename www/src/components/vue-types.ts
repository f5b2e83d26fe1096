// `tracklight/vue-types`: types of <tracklight-machine> in the templates of Vue. There is nothing in it to run.

import type { HTMLAttributes, ReservedProps } from 'vue';
import type { MachineAttributes, MachineEvents } from './attributes.ts';

type Listeners = {
  [Name in keyof MachineEvents as `onTracklight${Capitalize<Name>}`]?: (event: MachineEvents[Name]) => void;
};

export interface MachineElementProps
  extends Omit<HTMLAttributes, keyof MachineAttributes>,
    ReservedProps,
    MachineAttributes,
    Listeners {}

declare module 'vue' {
  interface GlobalComponents {
    'tracklight-machine': new () => { $props: MachineElementProps };
  }
}
