// npm run fit:proof -- [--seed S] [--count N]
//
// Compares `fit` on the clusters of the seeds S, S+1, ... with replicas placed one by one by the one-shot allocator and the filters, and its optimum on as many
// small ones with every placement there is. The first difference ends it with 1.

import { parseArgs } from 'node:util';
import { createAllocator } from '../../../src/index.js';
import { integerOption } from '../../support/integer-option.js';
import { compareOneByOne, compareOptimum } from './compare.js';

const option = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: option, count: option } });

const allocator = await createAllocator();
const [first, count] = [integerOption(values, 'seed', 1), integerOption(values, 'count', 2000)];
const start = Date.now();
let placed = 0;
let exact = 0;
for (let seed = first; seed < first + count; seed++) {
  placed += compareOneByOne(allocator, seed);
  if (compareOptimum(allocator, seed)) exact++;
}
const seconds = Math.round((Date.now() - start) / 1000);
console.log(`${count} clusters of the seeds from ${first}, ${seconds} s: ${placed} replicas placed, each on the same node;`);
console.log(`${count} optima, ${exact} of them exact: no difference`);
