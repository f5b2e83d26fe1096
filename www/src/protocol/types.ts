// All types that page, worker and links share, beside those that the wasm package declares.

import type { Answer, State } from '../../pkg/tracklight.js';

export type * from '../../pkg/tracklight.js';
export type GraphState = State;
/** The answer to an information request. */
export type GivenAnswer = Answer;
export type * from './analysis.ts';
export type * from './database-types.ts';
export type * from './engine.ts';
export type { Notice } from './engine.ts';
export type * from './record-types.ts';
export type { Place } from './record-types.ts';
export type * from './snapshot.ts';
export type { Answer } from './snapshot.ts';
