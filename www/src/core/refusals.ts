// Refusals of the engine itself, and misuse of the core as one.

import { describe } from "./serve.ts";
import type { Answer, Json, Refusal, Snapshot } from "../protocol/types.ts";

export const NO_RUN: Refusal = { code: "no-run", message: "there is no run yet" };

export function refused(error: Refusal, snapshot: Snapshot | null): Answer {
  return { ok: false, error, snapshot };
}

/** A broken instance is no refusal: it throws on. */
export function misuse(error: unknown): Refusal {
  const { code, message, fatal } = describe(error);
  // Nor is a part of the core that did not come: the page is told, and asks for it again.
  if (fatal || code === "engine-part") throw error;
  const data = error instanceof Error && "data" in error ? { data: error.data as Json } : {};
  return { code, message, ...data };
}
