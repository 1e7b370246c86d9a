// Converts filter results to the kind that a test expects.

import type { CompleteFilter, FilterResult, InterruptedFilter } from '../../src/index.js';

/** Requires a complete result. */
export function complete(result: FilterResult): CompleteFilter {
  if (result.kind !== 'complete') throw new Error(`expected a complete result, it was interrupted by ${result.by}`);
  return result;
}

/** Requires an interrupted result. */
export function interrupted(result: FilterResult): InterruptedFilter {
  if (result.kind !== 'interrupted') throw new Error('expected an interrupted result, it is complete');
  return result;
}

/** The lists of a result of either kind, up to the point that it reached. */
export function listsOf(result: FilterResult): Pick<CompleteFilter, 'feasible' | 'scores'> & Pick<InterruptedFilter, 'interrupted'> {
  return result.kind === 'complete'
    ? { feasible: result.feasible, scores: result.scores, interrupted: [] }
    : { feasible: result.feasibleSoFar, scores: result.scoresSoFar, interrupted: result.interrupted };
}
