// Overruns of `milliseconds: 50` by calls about claims on hostile input, and how long asynchronous ones hold the event loop: `node scripts/bench.mjs limits`,
// with the options of bench/limits-table.ts.

import { CALLS } from './limits-calls.js';
import { CASES } from './limits-cases.js';
import { measureRows } from './limits-table.js';

await measureRows('limits', CASES, CALLS);
