// Computes the score of a node's answer from the selected alternatives of prioritized lists and the whole alternatives of claims.

import { alternativesOf } from '../../../../core/api/device-request.js';
import type { DeviceClaim } from '../../../../core/api/resource-claim.js';
import type { ClaimPlan } from '../../../encode/slot-plan.js';
import { worthOf, worthsOf } from '../../../score.js';
import type { NodeAnswer } from './answers.js';

/** Returns the score of a feasible answer. */
export type ScoreOf = (answer: NodeAnswer) => number;

/** The worth of selections for a slot. It counts once for any number of selections. */
interface Worth {
  /** The number of the first slot with the same claim, alternative and name. */
  readonly first: number;
  readonly nameWorth: number;
  /**
   * The number of the first slot of its claim, for which the whole alternative counts, and the worth of that alternative relative to the one without requests.
   */
  readonly claim: number;
  readonly whole: number;
}

/** Returns a function that scores answers like `scoreNode`, or undefined if the claims have no alternatives, so that all answers score 0. */
export function scoresFor(plans: readonly ClaimPlan[]): ScoreOf | undefined {
  const worths: Worth[] = [];
  let least = 0;
  for (const plan of plans) least += addWorths(worths, plan);
  if (least === 0 && worths.every(({ nameWorth, whole }) => nameWorth === 0 && whole === 0)) return undefined;
  /** By slot, the last answer in which its name counted, and in which its whole alternative counted. */
  const [counted, countedWhole] = [new Array<number>(worths.length).fill(0), new Array<number>(worths.length).fill(0)];
  let answers = 0;
  return ({ slots }) => {
    answers++;
    let score = least;
    for (const slot of slots) {
      const { first, nameWorth, claim, whole } = worths[slot] as Worth;
      if (countedWhole[claim] !== answers) score += whole;
      countedWhole[claim] = answers;
      if (counted[first] !== answers) score += nameWorth;
      counted[first] = answers;
    }
    return score;
  };
}

/** Adds the worths of the slots of a claim. Returns the claim's worth without selections: then it uses the first alternative without requests. */
function addWorths(worths: Worth[], { claim, requests, alternatives }: ClaimPlan): number {
  const all = alternativesOf(claim.spec);
  const byName = all.map((devices) => worthsOf(devices));
  const nothing = alternatives === undefined ? -1 : all.findIndex(asksForNothing);
  const least = nothing < 0 ? 0 : worthOf(nothing);
  const firstByKey = new Map<string, number>();
  const start = worths.length;
  for (const { name, alternative } of requests.flat()) {
    const key = `${alternative ?? ''} ${name}`;
    const first = firstByKey.get(key) ?? worths.length;
    firstByKey.set(key, first);
    const whole = alternative === undefined ? 0 : worthOf(alternative) - least;
    worths.push({ first, nameWorth: byName[alternative ?? 0]?.get(name) ?? 0, claim: start, whole });
  }
  return least;
}

function asksForNothing({ requests }: DeviceClaim): boolean {
  return requests.length === 0;
}
