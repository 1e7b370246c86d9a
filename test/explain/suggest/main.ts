// Checks suggestions for N unallocatable problems: `main.mjs --seed S --count N --first F`. The problems are generated. With `--mistakes 1`
// they are allocatable problems with mistakes, and with `--pods 1` pods that filters reject. Started by scripts/suggestions.mjs.

import { WasmKernel } from '../../../src/allocator/kernel/solver.js';
import { platform } from '../../../src/platform/node.js';
import { allocatorFor } from '../../support/cases.js';
import { checkPods } from './check-pods.js';
import { keepsRequests, problemsOf, suggestionsFor, wrongAmong } from './generated.js';
import { mistakenProblems } from './mistakes.js';
import { couldHelp } from './possible.js';

/** The number of problems between two progress reports. */
const REPORTED = 500;

const options = new Map<string, number>();
for (let index = 2; index < process.argv.length; index += 2) options.set(process.argv[index] as string, Number(process.argv[index + 1]));
const seed = options.get('--seed') ?? 22;
const count = options.get('--count') ?? 20_000;
const made = (options.get('--mistakes') ?? 0) > 0 ? mistakenProblems : problemsOf;
const first = options.get('--first') ?? 0;
const kernel = await WasmKernel.create(await platform.loadSolver());

if ((options.get('--pods') ?? 0) > 0) {
  const allocator = allocatorFor({ id: 'pods', features: { all: true } } as never, kernel);
  process.exit(checkPods(allocator, { seed, first, count: Math.min(count, 100_000) }) ? 0 : 1);
}

/** Numbers of problems. `possible`: some change of the claims that keeps every request helps, or may help. */
const seen = { problems: 0, suggested: 0, byAuthor: 0, possible: 0, unknown: 0, wrong: 0, longest: 0, notImpossible: 0 };
const sizes = new Map<number, number>();
const without: string[] = [];
const withoutAuthor: string[] = [];
const begun = process.cpuUsage();
let searched = 0;

for (let index = first; seen.problems < count; index++) {
  for (const problem of made(seed, index, kernel)) {
    const start = process.cpuUsage();
    const suggestions = suggestionsFor(problem, kernel);
    const taken = milliseconds(start);
    searched += taken;
    seen.longest = Math.max(seen.longest, taken);
    seen.problems++;
    if (suggestions.length > 0) seen.suggested++;
    else without.push(problem.id);
    const isByAuthor = suggestions.some(keepsRequests);
    if (isByAuthor) seen.byAuthor++;
    const could = couldHelp(problem, kernel);
    if (could !== false) seen.possible++;
    if (could === undefined) seen.unknown++;
    if (could !== false && !isByAuthor) withoutAuthor.push(problem.id);
    if (could === false && isByAuthor) {
      seen.notImpossible++;
      console.error(`${problem.id}: called impossible for the author, and is not`);
    }
    const size = suggestions[0]?.size ?? 0;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    for (const what of wrongAmong(suggestions, problem)) {
      seen.wrong++;
      console.error(`${problem.id}: ${what}`);
    }
    if (seen.problems % REPORTED === 0) report();
  }
}
report();
process.exitCode = seen.wrong === 0 && seen.notImpossible === 0 ? 0 : 1;

function report(): void {
  const { problems, suggested, byAuthor, possible, unknown, wrong, longest } = seen;
  console.log(
    `${problems} problems: ${percent(suggested, problems)} with suggestions; ${percent(byAuthor, problems)} with one that changes claims and leaves out no request, ` +
      `${percent(possible - withoutAuthor.length, possible)} of the ${possible} for which that is not proven to be impossible (${unknown} are not known); wrong: ${wrong}; ` +
      `${(searched / problems).toFixed(1)} ms each, ${longest.toFixed(0)} ms at most, ${(milliseconds(begun) / problems).toFixed(1)} ms each with checks`,
  );
  console.log(`without: ${without.slice(0, 20).join(' ')}; without one of the author: ${withoutAuthor.slice(0, 20).join(' ')}`);
  const bySize = [...sizes].sort(([left], [right]) => left - right).map(([size, times]) => `${size}: ${times}`);
  console.log(`sizes of the first suggestion: ${bySize.join(', ')}`);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
