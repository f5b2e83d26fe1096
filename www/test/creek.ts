// A machine with a field of each kind, and the values in the panel Context. Used by the tests of the page, in a browser
// and in Node.

import type { Locator } from 'playwright-core';

export const CREEK = `machine "Creek"
type Spot { lat<number> @minimum(-90) @maximum(90); lon<number>; note<string?>; }
input Site { name<string> @minLength(3) @maxLength(40): "Mill creek"; kind<'creek' | 'pond'>: "creek"; }
context Sample {
  ph<number> @minimum(0) @maximum(14): 6.9; wet<boolean>: false; spot<Spot>: { lat: 51.5, lon: -0.1 };
  species<Array<string>> @maxItems(4) @uniqueItems: ["mayfly"]; best<number?>;
}
output Report { verdict<'healthy' | 'poor'>; body<string?> @artifact("report.md"); }
task visit { prompt: "Sample {{ Site.name }}" }
state done
visit -> done
visit -reads-> Site
visit -writes-> Sample
visit -writes-> Report`;

export const valueOf = (panel: Locator, key: string) => panel.locator(`[data-field='${key}']`);
export const shows = (panel: Locator, key: string, text: string) =>
  valueOf(panel, key).filter({ hasText: text }).waitFor();
export const apply = (panel: Locator) => panel.getByRole('button', { name: 'Apply' }).click();
