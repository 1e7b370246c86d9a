// What the devices of a node are worth, by the alternatives of prioritized lists that they are of.

import type { ClaimPlan } from '../encode/plan.js';
import { scoreNode } from '../schedule/score.js';
import type { NodeAnswer } from './answers.js';

/** The score of an answer with devices. */
export type ScoreOf = (answer: NodeAnswer) => number;

/** Choices whose scores are kept: most nodes have one of few. */
const MOST_KEPT = 4096;

/** Tells scores of answers to claims; undefined: they have no alternatives, and all score 0. */
export function scoresFor(plans: readonly ClaimPlan[]): ScoreOf | undefined {
  const requests = plans.flatMap((plan) => plan.requests);
  if (!requests.some((slots) => slots.some(({ subrequestIndex }) => subrequestIndex !== undefined))) return undefined;
  const claims = plans.map(({ claim }) => claim);
  const names = plans.map((plan) => plan.requests.flatMap((slots) => slots.map(({ name }) => name)));
  const score = (picked: readonly number[]): number => {
    let first = 0;
    const allocations = names.map((own) => {
      const results = picked.flatMap((slot) => own[slot - first] ?? []).map((request) => ({ request }));
      first += own.length;
      return { results };
    });
    return scoreNode(claims, allocations);
  };
  const known = new Map<string, number>();
  return ({ slots }) => {
    const key = slots.length === 1 ? String.fromCharCode(slots[0] as number) : String.fromCharCode(...slots);
    let found = known.get(key);
    if (found === undefined) {
      if (known.size === MOST_KEPT) known.clear();
      found = score(slots);
      known.set(key, found);
    }
    return found;
  };
}
