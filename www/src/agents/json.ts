// Helpers for JSON values.

import type { Json, JsonObject } from './types.ts';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
