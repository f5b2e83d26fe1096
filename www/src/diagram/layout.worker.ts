// Turns DOT into SVG text with Graphviz, one job at a time. The owner of the worker terminates it when a job takes
// too long.

import { serveLayout } from './run-graphviz.ts';

serveLayout(self as unknown as Parameters<typeof serveLayout>[0]);
