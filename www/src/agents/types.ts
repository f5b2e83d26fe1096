// Inputs and outputs of the automatic agents. Types only.
import type { AgentReply, AgentRequest, BriefRequest, InfoRequest, Json } from '../protocol/types.ts';
import type { AgentSettings } from '../protocol/types.js';

/** A request as it is asked: what a script needs of it; all of it is at hand by `whole`. */
export type ScriptRequest = AgentRequest | (Omit<BriefRequest, 'rev'> & { stub?: Json });

/** Everything an automatic agent may know beside its request. All of it is a function of the run at the cursor. */
export interface AgentEnv {
  settings: AgentSettings;
  /** The `stub` attribute of a node, if it has one. */
  stubOf(node: string): Json | undefined;
  fullRequest(request: ScriptRequest): AgentRequest;
  /** Evaluates an expression of the condition language in the core, for one path. */
  evaluate(
    path: string,
    expression: string,
  ): { ok: true; value?: Json; truthy: boolean } | { ok: false; error: { message: string } };
  /** The same as things stood after a step of the branch at the cursor. */
  evaluateAt(step: number, path: string, expression: string): ReturnType<AgentEnv['evaluate']>;
  /** The step in which a visit first asked its agent or for information; null if it did neither. */
  requestStep(path: string, node: string, visit: number): number | null;
  /** Rules found for the visits of a node before, to be added to; a list of its own for every list of rules. */
  pickedRules(path: string, node: string, rules: Json[]): number[];
  /** How often the path called this tool successfully at this node. */
  toolUses(path: string, node: string, tool: string): number;
}

/** A reply and what is to be said about it, or why there is none. `wait` is the delay in ms a script asks for. */
export type Decision =
  | { reply: AgentReply; mode: Mode; warnings: string[]; wait: number }
  | { reply: null; mode: Mode; reason: string };
export type Mode = 'script' | 'auto' | 'manual' | 'link' | 'custom' | 'remote';

/** An answer to an information request, or null when a person has to give it. */
export type AnswerDecision = { answer: string | { error: string }; warnings: string[] } | null;

/** One call of a turn. */
export interface Call {
  name: string;
  input: Json;
}

/** A field an agent may write, with the schema its tool shows. */
export interface FieldRef {
  context: string;
  tool: string;
  field: string;
  sub: string[];
  schema: JsonObject;
}
export interface JsonObject {
  [key: string]: Json;
}
export type { AgentReply, AgentRequest, AgentSettings, InfoRequest, Json };
