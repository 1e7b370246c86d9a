// Checks suggestions for generated problems: `main.mjs --seed S --count N --first F`, N problems that cannot be allocated. Started by scripts/suggestions.mjs.

import { WasmKernel } from '../../src/kernel/solver.js';
import { platform } from '../../src/platform/node.js';
import { couldFit, keepsRequests, problemsOf, suggestionsFor, wrongAmong } from './generated.js';

/** Problems between two lines that tell how far it is. */
const REPORTED = 500;

const options = new Map<string, number>();
for (let index = 2; index < process.argv.length; index += 2) options.set(process.argv[index] as string, Number(process.argv[index + 1]));
const seed = options.get('--seed') ?? 22;
const count = options.get('--count') ?? 20_000;
const kernel = await WasmKernel.create(await platform.loadSolver());

const seen = {
  problems: 0,
  suggested: 0,
  withDevices: 0,
  withDevicesSuggested: 0,
  byAuthor: 0,
  couldFit: 0,
  couldFitByAuthor: 0,
  wrong: 0,
  longest: 0,
};
const sizes = new Map<number, number>();
/** The first problems without suggestions, of clusters that have a device. */
const without: string[] = [];
const begun = process.cpuUsage();

for (let index = options.get('--first') ?? 0; seen.problems < count; index++) {
  for (const problem of problemsOf(seed, index, kernel)) {
    const start = process.cpuUsage();
    const suggestions = suggestionsFor(problem, kernel);
    seen.longest = Math.max(seen.longest, milliseconds(start));
    const isByAuthor = suggestions.some(keepsRequests);
    const fits = couldFit(problem);
    seen.problems++;
    if (suggestions.length > 0) seen.suggested++;
    const hasDevices = (problem.case.slices ?? []).some((slice) => ((slice as Slice).spec.devices ?? []).length > 0);
    if (hasDevices) seen.withDevices++;
    if (hasDevices && suggestions.length > 0) seen.withDevicesSuggested++;
    if (hasDevices && suggestions.length === 0) without.push(problem.id);
    if (isByAuthor) seen.byAuthor++;
    if (fits) seen.couldFit++;
    if (fits && isByAuthor) seen.couldFitByAuthor++;
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
process.exitCode = seen.wrong === 0 ? 0 : 1;

function report(): void {
  const { problems, suggested, withDevices, withDevicesSuggested, byAuthor, couldFit: fitting, couldFitByAuthor, wrong, longest } = seen;
  console.log(
    `${problems} problems: ${percent(suggested, problems)} with suggestions, ${percent(withDevicesSuggested, withDevices)} of the ${withDevices} of clusters that have any device, ${percent(byAuthor, problems)} with one that changes claims and leaves out no request; ` +
      `of ${fitting} whose claims fit where each request wants one device of any kind, ${percent(couldFitByAuthor, fitting)}; wrong: ${wrong}; ` +
      `${(milliseconds(begun) / problems).toFixed(1)} ms each with checks, ${longest.toFixed(0)} ms at most`,
  );
  const bySize = [...sizes].sort(([left], [right]) => left - right).map(([size, times]) => `${size}: ${times}`);
  console.log(`without: ${without.slice(0, 20).join(' ')}`);
  console.log(`sizes of the first suggestion: ${bySize.join(', ')}`);
}

interface Slice {
  readonly spec: { readonly devices?: readonly object[] };
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
