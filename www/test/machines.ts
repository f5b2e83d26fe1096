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

/** A machine that asks a person with a form, waits for an event, and gives up after some days; with stubs for all. */
export const REFUND = `machine "Refund desk" { maxTokens: 200000 }

input Claim { order<string>: "A-1042"; amount<number>: 120; reason<string>: "The kettle leaks" }
context Check { risk<'low' | 'high'?>; summary<string?> }
context Decision { verdict<'approve' | 'reject' | 'more'>; note<string?> }
context Rounds { count<Integer>: 0 }
output Letter { text<string> @from(has(Decision.verdict) ? "Refund: " + Decision.verdict : "Not decided") }
event paid { amount<number> @minimum(0); stub: { amount: 120 } }

init received
task assess "Assess the claim" @retry(2) {
  prompt: "Is {{ Claim.reason }} a risk? Summarize in a line."
  stub: { write: { Check: { risk: "low", summary: "One leak, no fraud" } } }
}
state approve "Refund {{ Claim.amount }} for {{ Claim.order }}?" {
  stub: [{ answers: [{ verdict: "more", note: "Which shop?" }] }, { answers: [{ verdict: "approve" }] }]
}
state waiting "Wait for the payment"
state escalated "A manager takes over"
end closed

received -> assess
assess -reads-> Claim
assess -writes-> Check
assess -catch-> escalated
assess -> approve
approve -asks-> Decision
approve -when: "declined"-> escalated
approve -when: "Decision.verdict == 'approve'"-> waiting
approve -when: "Decision.verdict == 'more' && Rounds.count < 2" @set(Rounds.count: Rounds.count + 1)-> assess
approve -> closed
approve -after: 2d-> escalated
waiting -on: paid; when: "event.data.amount >= Claim.amount"-> closed
waiting -after: 5d-> escalated
escalated -> closed
`;
