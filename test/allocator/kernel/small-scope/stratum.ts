// Defines strata of the small scope, which join the choices of axes in all combinations.

import type { Problem } from '../../../../src/allocator/kernel/problem.js';
import { type Choice, problemOf } from './problem-of.js';

/** Problems that vary along the same axes. */
export interface Stratum {
  readonly name: string;
  /** The number of combinations, including omitted ones. */
  readonly size: number;
  /** Returns the problem with a number; undefined if a symmetry makes it equal to another one. */
  at(index: number): Problem | undefined;
}

/** Returns the stratum of all combinations of choices. */
export function stratum<A, B, C>(
  name: string,
  [first, second, third]: readonly [readonly A[], readonly B[], readonly C[]],
  choose: (a: A, b: B, c: C) => Choice | undefined,
): Stratum {
  return {
    name,
    size: first.length * second.length * third.length,
    at: (index) => {
      const a = first[index % first.length] as A;
      const rest = Math.floor(index / first.length);
      const choice = choose(a, second[rest % second.length] as B, third[Math.floor(rest / second.length)] as C);
      return choice === undefined ? undefined : problemOf(choice);
    },
  };
}

export const NONE = [undefined];
export const bySize = (sizes: readonly number[], slots: readonly number[], make: (devices: number, slots: number) => Stratum): Stratum[] =>
  sizes.flatMap((devices) => slots.map((count) => make(devices, count)));

export const name = (devices: number, slots: number, what: string): string => `${devices} devices, ${slots} slots: ${what}`;
