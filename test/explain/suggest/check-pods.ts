// Checks the suggestions for pods that filters reject: `main.mjs --pods 1 --seed S --count N --first F`.

import { performance } from 'node:perf_hooks';
import type { Allocator } from '../../../src/index.js';
import { wrongForPod } from '../../support/pod-suggestions.js';
import { refusedPod } from './pod-problems.js';

/** Checks some problems, and prints the results. Returns false if a suggestion was wrong. */
export function checkPods(allocator: Allocator, { seed, first, count }: { seed: number; first: number; count: number }): boolean {
  const seen = { problems: 0, suggested: 0, ofAuthor: 0, wrong: 0, longest: 0 };
  const sizes = new Map<number, number>();
  const without: string[] = [];
  const begun = performance.now();
  for (let index = first; seen.problems < count; index++) {
    const start = performance.now();
    const found = refusedPod(allocator, seed, index);
    seen.longest = Math.max(seen.longest, performance.now() - start);
    if (found === undefined) continue;
    const { id, problem, suggestions } = found;
    seen.problems++;
    if (suggestions.length > 0) seen.suggested++;
    else without.push(id);
    if (suggestions.some(({ by }) => by === 'author')) seen.ofAuthor++;
    const size = suggestions[0]?.size ?? 0;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    for (const what of wrongForPod(allocator, problem, suggestions)) {
      seen.wrong++;
      console.error(`${id}: ${what}`);
    }
  }
  const share = (part: number): string => `${((100 * part) / seen.problems).toFixed(1)}%`;
  const each = (performance.now() - begun) / seen.problems;
  console.log(
    `${seen.problems} pods: ${share(seen.suggested)} with suggestions, ${share(seen.ofAuthor)} with one of the author; wrong: ${seen.wrong}; ` +
      `${each.toFixed(1)} ms each with checks, ${seen.longest.toFixed(0)} ms at most`,
  );
  console.log(`without: ${without.slice(0, 30).join(' ')}`);
  const bySize = [...sizes].sort(([left], [right]) => left - right).map(([size, times]) => `${size}: ${times}`);
  console.log(`sizes of the first suggestion: ${bySize.join(', ')}`);
  return seen.wrong === 0;
}
