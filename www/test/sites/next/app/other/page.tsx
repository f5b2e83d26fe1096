import Link from 'next/link';
import { machinePicture } from 'tracklight/render';
import { Steps } from './steps';

const VALVE = `%VALVE%
`;

export default async function Page() {
  return (
    <>
      <h1>Another page</h1>
      <Steps source={VALVE} picture={await machinePicture(VALVE)} />
      <Link href="/">Back</Link>
    </>
  );
}
