// npm run semantics -- [--seed S] [--questions N] [--mode MODE].
// Compares the allocator with brute force over all selections, on N random questions about each mode of XAttributeSemantics from seed S on.
// Each question is queried on a cluster, and on one node with bounds from the first step on.
// Prints counts of each kind of answer; exits with 1 if an answer differs.

import { parseArgs } from 'node:util';
import { bruteForce } from './brute-force.js';
import { kindOfAnswer, WAYS } from './compare.js';
import { MODES, randomWorld } from './random-world.js';

const option = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: option, questions: option, mode: option } });
const first = Number(values.seed ?? 0);
const end = first + Number(values.questions ?? 10_000);
for (const mode of MODES.filter((one) => values.mode === undefined || one === values.mode)) {
  const counts: Record<string, number> = {};
  let wrong = 0;
  for (let seed = first; seed < end; seed++) {
    const world = randomWorld(mode, seed);
    const expected = bruteForce(world);
    const kind = kindOfAnswer(expected);
    counts[kind] = (counts[kind] ?? 0) + 1;
    for (const [way, allocated] of WAYS) {
      if (JSON.stringify(allocated(world)) === JSON.stringify(expected)) continue;
      if (++wrong <= 10) console.log(`wrong: ${mode}, seed ${seed}, ${way}`);
    }
  }
  console.log(mode, `${first} to ${end - 1}`, counts, `wrong: ${wrong}`);
  if (wrong > 0) process.exitCode = 1;
}
