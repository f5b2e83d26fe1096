// Turns DOT into SVG text with Graphviz, one job at a time. The owner of the worker terminates it when a job takes
// too long.

import { serveOrOffer } from '../core/worker-scope.ts';
import { serveLayout } from './run-graphviz.ts';

serveOrOffer('layout', serveLayout);
