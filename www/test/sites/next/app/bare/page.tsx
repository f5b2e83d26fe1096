import Link from 'next/link';
import 'tracklight/jsx';
import { Define } from './define';

const VALVE = `%VALVE%
`;

export default function Page() {
  return (
    <>
      <h1>The bare element</h1>
      <Define />
      <tracklight-machine source={VALVE} loading="click" height={320} suppressHydrationWarning />
      <Link href="/">Back</Link>
    </>
  );
}
