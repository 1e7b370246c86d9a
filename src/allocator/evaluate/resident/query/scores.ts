// The score of a node says what its devices are worth, by the alternatives of prioritized lists that they are of, and the whole alternatives of claims.

import { alternativesOf } from '../../../../core/api/device-request.js';
import type { DeviceClaim } from '../../../../core/api/resource-claim.js';
import type { ClaimPlan } from '../../../encode/slot-plan.js';
import { worthOf, worthsOf } from '../../../score.js';
import type { NodeAnswer } from './answers.js';

/** The score of an answer with devices. */
export type ScoreOf = (answer: NodeAnswer) => number;

/** The worth of selections for a slot: it counts once, however many picks are of it. */
interface Worth {
  /** The number of the first slot of its claim, alternative and name. */
  readonly first: number;
  readonly own: number;
  /** The number of the first slot of its claim, where the whole alternative counts, and the worth of that next to the one that asks for nothing. */
  readonly claim: number;
  readonly whole: number;
}

/** Tells the scores of answers, as `scoreNode` does; undefined: the claims have no alternatives, and all answers score 0. */
export function scoresFor(plans: readonly ClaimPlan[]): ScoreOf | undefined {
  const worths: Worth[] = [];
  let least = 0;
  for (const plan of plans) least += addWorths(worths, plan);
  if (least === 0 && worths.every(({ own, whole }) => own === 0 && whole === 0)) return undefined;
  /** By slot the last answer in which it counted, for its name and for its whole alternative. */
  const [counted, countedWhole] = [new Array<number>(worths.length).fill(0), new Array<number>(worths.length).fill(0)];
  let answers = 0;
  return ({ slots }) => {
    answers++;
    let score = least;
    for (const slot of slots) {
      const { first, own, claim, whole } = worths[slot] as Worth;
      if (countedWhole[claim] !== answers) score += whole;
      countedWhole[claim] = answers;
      if (counted[first] !== answers) score += own;
      counted[first] = answers;
    }
    return score;
  };
}

/** Adds the worths of the slots of a claim, and returns what it is worth without any pick: then it has the first alternative that asks for nothing. */
function addWorths(worths: Worth[], { claim, requests, alternatives }: ClaimPlan): number {
  const all = alternativesOf(claim.spec);
  const byName = all.map((devices) => worthsOf(devices));
  const nothing = alternatives === undefined ? -1 : all.findIndex(asksForNothing);
  const least = nothing < 0 ? 0 : worthOf(nothing);
  const known = new Map<string, number>();
  const start = worths.length;
  for (const { name, alternative } of requests.flat()) {
    const key = `${alternative ?? ''} ${name}`;
    const first = known.get(key) ?? worths.length;
    known.set(key, first);
    const whole = alternative === undefined ? 0 : worthOf(alternative) - least;
    worths.push({ first, own: byName[alternative ?? 0]?.get(name) ?? 0, claim: start, whole });
  }
  return least;
}

function asksForNothing({ requests }: DeviceClaim): boolean {
  return requests.length === 0;
}
