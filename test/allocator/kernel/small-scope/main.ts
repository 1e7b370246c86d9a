// Compares solver and plain search on one part of the small scope and writes the counts. scripts/small-scope.mjs starts it.

import { readFileSync, writeFileSync } from 'node:fs';
import { comparer } from './compare.js';
import { problemsOf, smallScope } from './scope.js';

/** The counts of one part. */
export interface PartResult {
  readonly part: number;
  readonly parts: number;
  readonly seconds: number;
  readonly strata: readonly { readonly name: string; readonly problems: number }[];
  readonly outcomes: Readonly<Record<string, number>>;
  /** The number of problems with a reason. */
  readonly reasons: number;
}

const [solver = '', output = '', part = '0', parts = '1'] = process.argv.slice(2);
const compare = await comparer(new WebAssembly.Module(readFileSync(solver)));
const outcomes: Record<string, number> = {};
let reasons = 0;
const start = performance.now();
const strata = smallScope().map((stratum) => {
  let problems = 0;
  for (const { index, problem } of problemsOf(stratum, Number(part), Number(parts))) {
    const { kind, hasReason, difference } = compare(problem);
    if (difference !== undefined) throw new Error(`${stratum.name}, problem ${index}: ${difference}`);
    outcomes[kind] = (outcomes[kind] ?? 0) + 1;
    if (hasReason) reasons++;
    problems++;
  }
  return { name: stratum.name, problems };
});
const seconds = (performance.now() - start) / 1000;
const result: PartResult = { part: Number(part), parts: Number(parts), seconds, strata, outcomes, reasons };
writeFileSync(output, JSON.stringify(result));
