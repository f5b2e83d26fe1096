// Machines of many shapes for the tests of columns: of the gallery, and some that the gallery does not have.

import { readFileSync } from 'node:fs';

const example = (name: string): [string, string] => [
  name,
  readFileSync(new URL(`../examples/${name}.dygram`, import.meta.url), 'utf8'),
];

/** Modules side by side: wider than a column, unless they are folded. */
const WORKSHOP = `machine "Workshop"

context Order { pieces<number>: 0; note<string>: "two chairs and a table" }

init arrive
module sawing {
  task measure { prompt: "set Order.pieces to 8" }
  task saw "Saw along the line"
  task sand
  measure -> saw
  saw -> sand
}
module weaving {
  task soak "Soak the reed"
  task weave
  soak -> weave
}
module painting {
  task prime "A coat of primer"
  task paint "Two coats of green"
  prime -> paint
}
task assemble
end delivered

arrive -@async-> measure
arrive -@async-> soak
arrive -@async-> prime
sand -> assemble
weave -> assemble
paint -> assemble
assemble -> delivered
`;

const LONG_WORDS = `machine "Names"
context Measurements { temperatureOfTheGreenhouse<number>: 21; remarks<string>: "none so far" }
init beginningOfTheObservation
task photographTheSeedlingsFromAbove "Photograph the seedlings from above" {
  prompt: "set Measurements.temperatureOfTheGreenhouse to 24"
}
end everythingIsWrittenDown
beginningOfTheObservation -> photographTheSeedlingsFromAbove
photographTheSeedlingsFromAbove -when: "Measurements.temperatureOfTheGreenhouse >= 24"-> everythingIsWrittenDown
`;

const DOOR = 'init closed\nstate open\nclosed -> open\nopen -> closed\n';

export const COLUMN_MACHINES: readonly (readonly [name: string, source: string])[] = [
  ...['kettle', 'hikers', 'fair', 'tram-map', 'traffic-light', 'expedition', 'interview', 'first-aid', 'ferries'].map(
    example,
  ),
  ['workshop', WORKSHOP],
  ['names', LONG_WORDS],
  ['door', DOOR],
];
