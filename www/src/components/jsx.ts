// `tracklight/jsx`: types of <tracklight-machine> in TSX. There is nothing in it to run.

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { TracklightMachine } from '../embed/element.ts';
import type { MachineAttributes, MachineEvents } from './attributes.ts';

type Listeners = { [Name in keyof MachineEvents as `ontracklight-${Name}`]?: (event: MachineEvents[Name]) => void };

export interface MachineElementProps
  extends Omit<DetailedHTMLProps<HTMLAttributes<TracklightMachine>, TracklightMachine>, keyof MachineAttributes>,
    MachineAttributes,
    Listeners {}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tracklight-machine': MachineElementProps;
    }
  }
}
