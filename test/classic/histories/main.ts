// npm run classic:histories -- [--seed S] [--count N] [--verbose]
//
// Plays N histories of the seeds S, S+1, ..., and reports which break an invariant or do not settle.
// Exits with 1 if there are any. With --verbose, it prints every change.

import { parseArgs } from 'node:util';
import { createAllocator } from '../../../src/index.js';
import { integerOption } from '../../support/integer-option.js';
import { playHistory } from './history.js';

const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string' }, verbose: { type: 'boolean' } } });

const first = integerOption(values, 'seed', 1, 1);
const count = integerOption(values, 'count', 2000, 1);
const allocator = await createAllocator();
const totals = { steps: 0, ran: 0, crashes: 0, errors: 0, endless: 0 };
let failed = 0;
for (let seed = first; seed < first + count; seed++) {
  const { problems, ...counts } = await playHistory(seed, allocator, { print: values.verbose === true ? console.log : undefined });
  for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += counts[name];
  if (problems.length === 0) continue;
  failed++;
  console.log(`seed ${seed}: ${problems.join('; ')}`);
}
console.log(
  `${count} histories, ${totals.steps} steps: ${totals.ran} pods bound, ${totals.crashes} actors ended in the middle of their work, ${totals.errors} errors of drivers, ${totals.endless} endless negotiations; ${failed} histories failed`,
);
if (failed > 0) process.exitCode = 1;
