// The terms of the page and the guides, one word per idea. `docs/glossary.md` is generated from this table, and a test
// compares the rows of panels with their titles.

import { words } from '../strings.ts';

export interface Term {
  term: string;
  meaning: string;
  /** What programs and files call it, where that is another word. */
  code?: string;
}
export interface Chapter {
  title: string;
  terms: Term[];
}

export const glossary: Chapter[] = [
  {
    title: 'Machines',
    terms: [
      { term: 'machine', meaning: 'What you write: nodes, edges, and contexts, in one file or several.' },
      { term: 'node', meaning: 'One place in a machine, such as a task or a state.' },
      {
        term: 'edge',
        meaning: 'A connection between two nodes. Paths move along edges; data edges give access to contexts.',
      },
      { term: 'task', meaning: 'A node that does work. With a prompt, it calls its agent.' },
      { term: 'state', meaning: 'A node that only controls where a path goes. It never calls an agent.' },
      { term: 'module', meaning: 'A container of nodes that paths enter and leave.' },
      { term: 'context', meaning: 'A store of fields that agents, conditions, and templates use.' },
      { term: 'rail', meaning: 'The contexts, tools and types that stand beside the flow of a diagram.' },
      { term: 'wire', meaning: 'A line from a card to a context that it reads or writes.' },
      { term: 'field', meaning: 'One value of a context, with a name and usually a type.' },
      { term: 'condition', meaning: 'An expression on an edge. The edge can be taken while it is true.' },
      { term: 'template', meaning: 'Text with `{{ expressions }}` that are replaced by their values.' },
      {
        term: 'event',
        meaning: 'Something that happens outside of a run, such as a payment. An edge waits for it with `on`.',
      },
      { term: 'timer', meaning: 'An edge with `after`. It is taken when a path has been at its node for that long.' },
      { term: 'form', meaning: 'Fields of a context that a person fills in, because a node `asks` for them.' },
      { term: 'annotation', meaning: 'A setting that starts with `@`, such as `@join` or `@retry(2)`.' },
      { term: 'input', meaning: 'A context whose values are set at the start and read-only during the run.' },
      { term: 'output', meaning: 'A context that must be complete when the run ends.' },
      { term: 'artifact', meaning: 'A text in a context that is available as a file.' },
    ],
  },
  {
    title: 'Runs',
    terms: [
      { term: 'run', meaning: 'One execution of a machine, with all of its steps.' },
      { term: 'previous run', meaning: 'An earlier run of the same machine. You can open it again.' },
      { term: 'step', code: 'tick', meaning: 'One press of Step: every path that is ready moves along one edge.' },
      { term: 'path', meaning: 'One thread of a run. It is at one node and has its own values.' },
      { term: 'visit', meaning: 'One time that a path enters a node, until it leaves.' },
      { term: 'branch', meaning: 'One line of steps. A new one starts when you act at an earlier step.' },
      { term: 'checkpoint', meaning: 'A name for a step, to return to it.' },
      { term: 'clock', meaning: 'The time of a run. It stands still until you skip time, or follows real time.' },
      { term: 'skip', meaning: 'To let time pass until a timer is due.' },
      { term: 'breakpoint', meaning: 'A node or an edge where Run stops.' },
      { term: 'watch', meaning: 'A field whose changes stop Run.' },
      { term: 'attempt', meaning: 'One try of a visit. It ends when the work is done or has failed.' },
      { term: 'retry', meaning: 'Another attempt of a visit after a failure.' },
      { term: 'catch', meaning: 'An edge that is taken when a node fails.' },
      { term: 'cancel', meaning: 'To end a path or a run yourself.' },
    ],
  },
  {
    title: 'What a path does',
    terms: [
      { term: 'ready', code: 'active', meaning: 'It can move with the next step.' },
      { term: 'waiting for agent', code: 'awaitingAgent', meaning: 'An agent call is pending.' },
      { term: 'waiting for answer', code: 'awaitingAnswers', meaning: 'A required question is open.' },
      { term: 'waiting for event', code: 'awaitingEvent', meaning: 'It waits for an event, or for a time to pass.' },
      { term: 'waiting at join', code: 'parked', meaning: 'It waits until the other paths of the join arrive.' },
      { term: 'blocked', meaning: 'No edge can be taken. Change a value, or choose an edge.' },
      { term: 'forked', meaning: 'It split into other paths.' },
      { term: 'merged', meaning: 'It ended in a join; another path continues.' },
      { term: 'completed', meaning: 'It ended at a node without an outgoing edge.' },
      { term: 'failed', meaning: 'It ended with a failure that was not caught.' },
      { term: 'canceled', code: 'cancelled', meaning: 'It was ended by you, a join, or the failure of another path.' },
    ],
  },
  {
    title: 'Paths together',
    terms: [
      { term: 'fork', meaning: 'Where one path starts others, with `@async` or `@map`.' },
      { term: 'join', meaning: 'Where paths wait for each other. It may merge them into one.' },
      { term: 'merge conflict', meaning: 'Paths that meet changed the same field to different values.' },
      { term: 'shared context', meaning: 'A context with one store for all paths, marked `@shared`.' },
    ],
  },
  {
    title: 'Agents',
    terms: [
      { term: 'agent', meaning: 'Whoever replies to a task: a stub, you, a program, or a model.' },
      {
        term: 'agent call',
        code: 'request',
        meaning: 'A prompt with contexts and tools, sent to an agent. It is pending until the reply.',
      },
      {
        term: 'agent mode',
        meaning: 'Who replies to agent calls: Stub, Generated replies, Manual, Custom, or LLM API.',
      },
      { term: 'stub', meaning: 'A scripted stand-in for an agent, a person, or an event.' },
      { term: 'generated replies', code: 'auto', meaning: 'Made-up values that fit the types.' },
      { term: 'LLM API', code: 'remote', meaning: 'A service with a language model that you connect.' },
      { term: 'tool', meaning: 'Something that an agent can call, such as writing a context.' },
      { term: 'turn', meaning: 'One exchange with an agent within an attempt. The last one has the final reply.' },
      { term: 'question', meaning: 'Asked by a node or an agent, answered by a person.' },
      { term: 'decline', meaning: 'To answer that there is no answer. The run continues without one.' },
      {
        term: 'tokens',
        meaning: 'What a model reads and writes, in its own units. A machine can limit them with `maxTokens`.',
      },
      { term: 'rejected', code: 'refused', meaning: 'A write or a call that breaks a rule. It changes nothing.' },
    ],
  },
  {
    title: 'The page',
    terms: [
      { term: words.regions.diagram, meaning: 'The machine as a picture, with the state of the run.' },
      { term: words.regions.timeline, meaning: 'All steps of the run, its branches, and previous runs.' },
      { term: 'Context', meaning: 'Panel: paths, and the values of their contexts.' },
      { term: 'Agent', meaning: 'Panel: agent calls, replies, and stubs.' },
      { term: 'Inbox', meaning: 'Panel: questions for you.' },
      { term: 'Events', meaning: 'Panel: everything that happened in the run.' },
      { term: 'Problems', meaning: 'Panel: errors and warnings of the source, with fixes.' },
      { term: 'Explore', meaning: 'Panel: what could go wrong, whatever agents reply, and what was reached.' },
      { term: 'situation', code: 'state', meaning: 'In Explore: all that decides what can happen next in a run.' },
      { term: 'property', meaning: 'What a machine states of its runs: `@always`, `@never`, `@reaches`.' },
      { term: 'Prompt', meaning: 'Panel: what the agent sees, with token counts.' },
      { term: 'Agent context', meaning: 'Panel: what the agent can open and change.' },
      { term: 'SQL', meaning: 'Panel: queries on a copy of the run.' },
      { term: 'Outline', meaning: 'Panel: the diagram as text.' },
      { term: 'saved, unsaved', meaning: 'Whether this browser stores the machine. Changes are saved automatically.' },
      { term: 'version', meaning: 'An earlier text of a machine, saved by you or automatically.' },
      { term: 'local storage', meaning: 'What this browser stores: your machines, versions, and settings.' },
    ],
  },
];
