import { useState } from 'react';
import 'tracklight/define';
import 'tracklight/jsx';
import { VALVE } from './valve';

export function Bare() {
  const [tick, setTick] = useState(0);
  return (
    <>
      <tracklight-machine
        source={VALVE}
        view="diagram"
        loading="click"
        height={320}
        ontracklight-step={(event) => setTick(event.detail.tick)}
      />
      <p className="bare">{tick}</p>
    </>
  );
}
