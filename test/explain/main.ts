// Checks explanations of generated problems: `main.mjs --seed S --count N --first F`, N unallocatable problems. Started by
// scripts/explanations.mjs.

import { checkExplanation } from './check-explanation.js';
import { questions } from './generated.js';

/** The number of problems between two progress reports. */
const REPORTED = 1_000;

const options = new Map<string, number>();
for (let index = 2; index < process.argv.length; index += 2) options.set(process.argv[index] as string, Number(process.argv[index + 1]));
const seed = options.get('--seed') ?? 22;
const count = options.get('--count') ?? 20_000;

const seen = new Map<string, number>();
const note = (what: string, times = 1): void => void seen.set(what, (seen.get(what) ?? 0) + times);
let wrongs = 0;

for (const { name, allocator, input } of questions(seed, options.get('--first') ?? 0, Number.POSITIVE_INFINITY)) {
  const { wrong, answer, subsets, members, isMinimal } = checkExplanation(allocator, input);
  note('problems');
  note(answer);
  note('parts of conflicts that were allocated', subsets);
  if (members > 0) note(`conflicts of ${members === 1 ? 'one member' : 'several members'}`);
  if (!isMinimal) note('conflicts not known to be minimal');
  for (const what of wrong) {
    wrongs++;
    console.error(`${name}: ${what}`);
  }
  if ((seen.get('unallocatable') ?? 0) >= count) break;
  if ((seen.get('problems') ?? 0) % REPORTED === 0) report(name);
}
report('all');

function report(last: string): void {
  console.log(`${last}: wrong: ${wrongs}, ${Array.from(seen, ([what, times]) => `${what}: ${times}`).join(', ')}`);
}

process.exitCode = wrongs === 0 ? 0 : 1;
