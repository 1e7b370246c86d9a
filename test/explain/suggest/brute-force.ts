// Compares suggestions with all single edits and pairs of edits of small problems.

import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { withSuggestion } from '../../support/suggestions.js';
import { keepsRequests, outcomeOf, suggestionsFor, type UnallocatableProblem } from './generated.js';
import { editsOfClaims, editsOfCluster, type OneEdit } from './small-problems.js';

/** Problems with more single edits are not small. */
const MOST_EDITS = 24;

/** The size of the smallest sufficient change, of claims or of all objects, and the smaller changes that no suggestion has. */
export interface Comparison {
  /** Undefined: no two edits suffice, or there are too many to try. */
  readonly smallest: number | undefined;
  readonly wrong: readonly string[];
}

/** Compares the suggestions for a problem with edits of claims, and with edits of the cluster too. */
export function comparedWithForce(problem: UnallocatableProblem, kernel: Kernel): Comparison {
  const ofClaims = editsOfClaims(problem.input);
  const all = [...ofClaims, ...editsOfCluster(problem.input)];
  if (all.length > MOST_EDITS) return { smallest: undefined, wrong: [] };
  const byAuthor = smallestOf(problem, ofClaims);
  const byAnybody = smallestOf(problem, all);
  const suggestions = suggestionsFor(problem, kernel);
  const sizeOf = (own: typeof suggestions): number => Math.min(...own.map(({ size }) => size));
  const wrong = [
    ...(byAuthor !== undefined && sizeOf(suggestions.filter(keepsRequests)) > byAuthor.length ? [textOf('claims', byAuthor)] : []),
    ...(byAnybody !== undefined && sizeOf(suggestions) > byAnybody.length ? [textOf('all', byAnybody)] : []),
  ];
  return { smallest: byAnybody?.length, wrong };
}

/** The fewest edits that suffice, up to two. */
function smallestOf({ input, allocator }: UnallocatableProblem, edits: readonly OneEdit[]): readonly OneEdit[] | undefined {
  const helps = (...some: readonly OneEdit[]): boolean => {
    const patches = some.flatMap((one) => one.patches);
    try {
      return outcomeOf(allocator, withSuggestion(input, { patches })) === 'allocated';
    } catch {
      // Both edits have the same place: the second does not find the object that the first removed.
      return false;
    }
  };
  const single = edits.find((edit) => helps(edit));
  if (single !== undefined) return [single];
  for (const [place, edit] of edits.entries()) {
    const other = edits.slice(place + 1).find((one) => helps(edit, one) || helps(one, edit));
    if (other !== undefined) return [edit, other];
  }
  return undefined;
}

function textOf(what: string, edits: readonly OneEdit[]): string {
  return `${what}: ${JSON.stringify(edits, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}`;
}
