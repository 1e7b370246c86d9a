// Examines one case completely: our answers, the reference's, every kind of call, and the state after a commit.

import type { Case } from '../support/cases.js';
import { commitAndAskAgain } from './commit.js';
import { compare, type Difference, inconsistent, type NodeOutcome } from './compare.js';
import { type Counts, count, countFeatures, countOutcomes } from './coverage.js';
import type { Oracle, OracleAnswer } from './oracle.js';
import { shrink } from './shrink.js';
import { ask, askEveryWay } from './ways.js';

/** A difference with the case that shows it. */
export interface Found {
  readonly input: Case;
  readonly difference: Difference;
}

/** The counts of a run. */
export interface Tally {
  readonly features: Counts;
  readonly outcomes: Counts;
  /** The number of answers that were equal, or differed in a known way. */
  readonly verdicts: Counts;
  /** The number of calls of each kind. */
  readonly ways: Counts;
}

/** An empty tally. */
export function emptyTally(): Tally {
  return { features: new Map(), outcomes: new Map(), verdicts: new Map(), ways: new Map() };
}

/** Adds one tally to another. */
export function addTally(sum: Tally, more: Tally): void {
  for (const part of ['features', 'outcomes', 'verdicts', 'ways'] as const) for (const [name, by] of more[part]) count(sum[part], name, by);
}

/** Examines a case whose answer from the reference is pending. `everyWay`: makes every kind of call, and commits the allocations. */
export async function examine(
  input: Case,
  answer: Promise<OracleAnswer>,
  oracle: Oracle,
  everyWay: boolean,
  tally?: Tally,
): Promise<Found[]> {
  const ours = await ask(input);
  const { differences, outcomes } = compare(input, await answer, ours);
  if (tally !== undefined) countCase(tally, input, outcomes);
  const found = differences.map((difference) => ({ input, difference }));
  if (!everyWay || [...ours.values()].some(({ kind }) => kind === 'interrupted')) return found;
  for (const difference of inconsistent(await askEveryWay(input, ours, tally?.ways))) found.push({ input, difference });
  const { followUps, inconsistencies } = await commitAndAskAgain(input, ours);
  for (const difference of inconsistent(inconsistencies)) found.push({ input, difference });
  for (const followUp of followUps) {
    if (tally !== undefined) count(tally.ways, 'after a commit');
    const next = compare(followUp.input, await oracle.ask(followUp.input), followUp.answers);
    for (const difference of next.differences)
      found.push({ input: followUp.input, difference: { ...difference, signature: `after a commit: ${difference.signature}` } });
  }
  return found;
}

function countCase(tally: Tally, input: Case, outcomes: readonly NodeOutcome[]): void {
  countFeatures(tally.features, input);
  for (const { answer, messages, verdict } of outcomes) {
    countOutcomes(tally.outcomes, answer, input, messages);
    count(tally.verdicts, verdict);
  }
}

/** The smallest case with a difference of the same signature, and that difference. */
export async function shrinkFound({ input, difference }: Found, oracle: Oracle): Promise<Found & { readonly answer: OracleAnswer }> {
  let best = { input, difference, answer: await oracle.ask(input) };
  await shrink(input, async (candidate) => {
    const answer = await oracle.ask(candidate);
    if (answer.error !== undefined && difference.signature !== 'the oracle has no answer') return false;
    const found = await examine(candidate, Promise.resolve(answer), oracle, true);
    // A difference after a commit often occurs without the commit too, once the case holds the committed claims.
    const same = found.find(({ difference: other }) => plainSignature(other) === plainSignature(difference));
    if (same !== undefined) best = { input: candidate, difference: same.difference, answer };
    return same !== undefined;
  });
  return best;
}

function plainSignature({ signature }: Difference): string {
  return signature.replace(/^after a commit: /, '');
}
