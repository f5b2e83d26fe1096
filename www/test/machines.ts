// Machines for tests of what is around the core.

/** The agent of `a` counts, and `b` leads back to it, as often as a test wants. */
export const RING = `machine "Ring" { maxSteps: 1000000; maxNodeInvocations: 1000000 }
context Ctx { n<number>: 0 }
task a @start { prompt: "add 1 to Ctx.n" }
a -writes-> Ctx
a -> b
b -> a`;

/** One call of an agent, which counts. */
export const COUNTER =
  'context Counter { value: 0 }\ntask increment { prompt: "Add 1 to Counter.value" }\nincrement -writes-> Counter\n';
