import type { ReactNode } from 'react';
import 'tracklight/style.css';

export const metadata = { title: 'Machines' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
