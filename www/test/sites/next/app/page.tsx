import Link from 'next/link';
import { Machine } from 'tracklight/react';
import { ThemeButton } from './theme-button';

const VALVE = `%VALVE%
`;

export default function Page() {
  return (
    <>
      <h1>Machines</h1>
      <Machine source={VALVE} height={320} />
      <p>
        <ThemeButton /> <Link href="/other/">Another page</Link> <Link href="/bare/">The bare element</Link>
      </p>
    </>
  );
}
