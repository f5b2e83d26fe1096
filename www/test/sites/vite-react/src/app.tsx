import { useRef, useState } from 'react';
import { Machine, type TracklightMachine } from 'tracklight/react';
import { Bare } from './bare';
import { VALVE } from './valve';

export function App() {
  const machine = useRef<TracklightMachine>(null);
  const [tick, setTick] = useState(0);
  const [bare, setBare] = useState(false);
  const [source, setSource] = useState(VALVE);
  const darken = () => {
    document.documentElement.dataset.theme = 'dark';
  };
  return (
    <main>
      <h1>{bare ? 'Another page' : 'Machines'}</h1>
      {bare ? (
        <Bare />
      ) : (
        <Machine
          ref={machine}
          source={source}
          loading="click"
          height={320}
          onStep={(event) => setTick(event.detail.tick)}
        />
      )}
      <p>
        <button type="button" className="toggle" onClick={darken}>
          Dark
        </button>{' '}
        <button type="button" className="by-method" onClick={() => machine.current?.step(2)}>
          Two steps
        </button>{' '}
        <button type="button" className="by-prop" onClick={() => setSource('state up -> state down')}>
          Another machine
        </button>{' '}
        <button type="button" className="navigate" onClick={() => setBare(!bare)}>
          {bare ? 'Back' : 'Another page'}
        </button>{' '}
        <output>{tick}</output>
      </p>
    </main>
  );
}
