// Overruns of `milliseconds: 50` by calls about hostile pods, and how long asynchronous ones hold the event loop: `node scripts/bench.mjs limits-pods`, with
// the options of bench/limits-table.ts.

import { POD_CALLS } from './limits-pod-calls.js';
import { POD_CASES } from './limits-pod-cases.js';
import { measureRows } from './limits-table.js';

await measureRows('limits-pods', POD_CASES, POD_CALLS);
