// Inputs and outputs of the automatic agents. Types only.
import type { AgentReply, AgentRequest, BriefRequest, GivenAnswer, InfoRequest, Json } from '../protocol/types.ts';
import type { AgentSettings } from '../protocol/types.js';

/** A request with what scripts need. `AgentEnv.fullRequest` has everything. */
export type ScriptRequest = AgentRequest | (Omit<BriefRequest, 'rev'> & { stub?: Json });

/** What an automatic agent may know besides its request. It only depends on the run at the cursor. */
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
  /** Evaluates an expression as it was after a step of the branch at the cursor. */
  evaluateAt(step: number, path: string, expression: string): ReturnType<AgentEnv['evaluate']>;
  /** The step of the first request of a visit; null if it made none. */
  requestStep(path: string, node: string, visit: number): number | null;
  /** The rules of the earlier visits of a node, for one list of rules. The caller adds to it. */
  pickedRules(path: string, node: string, rules: Json[]): number[];
  /** How often the path called this tool successfully at this node. */
  toolUses(path: string, node: string, tool: string): number;
}

/** A reply with its warnings, or why there is none. `wait`: the delay in ms that a script requests. */
export type Decision =
  | { reply: AgentReply; mode: Mode; warnings: string[]; wait: number }
  | { reply: null; mode: Mode; reason: string };
export type Mode = 'script' | 'auto' | 'manual' | 'link' | 'custom' | 'remote';

/** An answer to an information request; null if the user has to give it. */
export type AnswerDecision = { answer: GivenAnswer; warnings: string[] } | null;

/** One call of a turn. */
export interface Call {
  name: string;
  input: Json;
  /** What a tool of the host returned. */
  result?: Json;
  /** Why the host could not serve the call. */
  error?: string;
}

/** A field that an agent may write, with its schema in the tool. */
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
