'use client';
// `tracklight/react`: <Machine>, the element as a component. It brings the element along.

import {
  createElement,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import '../embed/define.ts';
import {
  ATTRIBUTE_OF,
  EVENTS,
  attributesOf,
  capitalized,
  contentOf,
  pictureOf,
  type MachineHandlers,
  type MachineOptions,
} from './attributes.ts';
import type { TracklightMachine } from '../embed/element.ts';

export type { TracklightMachine } from '../embed/element.ts';

export interface MachineProps extends MachineOptions, MachineHandlers {
  /** The element, with its methods. */
  ref?: Ref<TracklightMachine>;
  id?: string;
  className?: string;
  style?: CSSProperties;
}

export function Machine({ ref, ...props }: MachineProps): ReactNode {
  const element = useRef<TracklightMachine>(null);
  useImperativeHandle(ref, () => element.current as TracklightMachine, []);
  const { source } = props;
  const opened = useRef(source);
  const first = useRef(props);
  const shown = { ...props, picture: pictureOf(props, first.current) };
  // The element does not watch its content.
  useEffect(() => {
    if (opened.current === source) return;
    opened.current = source;
    if (source === undefined) element.current?.removeAttribute('source');
    else element.current?.setAttribute('source', source);
  }, [source]);
  const content = contentOf(shown);
  // React sets the content anew for another object, even of the same text.
  const html = useMemo(() => ({ __html: content }), [content]);
  return createElement('tracklight-machine', {
    ...rest(props),
    ...attributesOf(shown),
    ref: element,
    // Where the element is there before React is, it has said in attributes what it is doing.
    suppressHydrationWarning: true,
    ...(content === '' ? {} : { dangerouslySetInnerHTML: html }),
  });
}

/** What is React's or the page's own, and the events under their names. */
function rest(props: Record<string, unknown>) {
  const others = Object.entries(props).filter(([name]) => !ATTRIBUTE_OF.has(name) && name !== 'picture');
  const events = new Map(EVENTS.map((name) => [`on${capitalized(name)}`, `ontracklight-${name}`]));
  return Object.fromEntries(others.map(([name, value]) => [events.get(name) ?? name, value]));
}
