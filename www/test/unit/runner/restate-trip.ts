/** Agents side by side, a question, an event, a timer, and an agent at the end. */
export const TRIP = `machine "Trip"
context Log { hotel<string?>; train<string?>; museum<string?>; diary<string?>; paid<number?> }
context Vote { verdict<'yes' | 'no'?> }
event payment { amount<number> }
init plan
task hotel { prompt: "Book a hotel" }
task train { prompt: "Book a train" }
task museum { prompt: "Book a museum" }
state ask "Go?"
state wait
state away
task diary { prompt: "Write it down" }
end home
plan -@async-> hotel
plan -@async-> train
plan -@async-> museum
hotel -@join-> ask
train -@join-> ask
museum -@join-> ask
hotel -writes: hotel-> Log
train -writes: train-> Log
museum -writes: museum-> Log
ask -asks-> Vote
ask -> wait
wait -on: payment @set(Log.paid: event.data.amount)-> away
wait -after: 90d-> home
away -after: 2s-> diary
diary -writes: diary-> Log
diary -> home
`;
