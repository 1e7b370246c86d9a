// The score of a node says what its devices are worth, by the alternatives of prioritized lists that they are of.

import type { ClaimPlan } from '../../../encode/slot-plan.js';
import { worthsOf } from '../../../schedule/score.js';
import type { NodeAnswer } from './answers.js';

/** The score of an answer with devices. */
export type ScoreOf = (answer: NodeAnswer) => number;

/** Tells the scores of answers, as `scoreNode` does; undefined: the claims have no alternatives, and all answers score 0. */
export function scoresFor(plans: readonly ClaimPlan[]): ScoreOf | undefined {
  const worths: number[] = [];
  /** By slot the first one of its claim and name, since what has a name counts once. */
  const firsts: number[] = [];
  for (const { claim, requests } of plans) {
    const byName = worthsOf(claim);
    const known = new Map<string, number>();
    for (const slots of requests) {
      for (const { name } of slots) {
        const slot = firsts.length;
        if (!known.has(name)) known.set(name, slot);
        firsts.push(known.get(name) as number);
        worths.push(byName.get(name) ?? 0);
      }
    }
  }
  if (worths.every((worth) => worth === 0)) return undefined;
  /** By slot the last answer in which it counted. */
  const counted = new Array<number>(worths.length).fill(0);
  let answers = 0;
  return ({ slots }) => {
    answers++;
    let score = 0;
    for (const slot of slots) {
      const first = firsts[slot] as number;
      if (counted[first] === answers) continue;
      counted[first] = answers;
      score += worths[first] as number;
    }
    return score;
  };
}
