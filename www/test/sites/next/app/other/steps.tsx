'use client';

import { useRef, useState } from 'react';
import { Machine, type TracklightMachine } from 'tracklight/react';

export function Steps({ source, picture }: { source: string; picture: string }) {
  const machine = useRef<TracklightMachine>(null);
  const [tick, setTick] = useState(0);
  return (
    <>
      <Machine
        ref={machine}
        source={source}
        picture={picture}
        height={320}
        onStep={(event) => setTick(event.detail.tick)}
      />
      <p>
        <button type="button" className="by-method" onClick={() => machine.current?.step(2)}>
          Two steps
        </button>{' '}
        <output>{tick}</output>
      </p>
    </>
  );
}
