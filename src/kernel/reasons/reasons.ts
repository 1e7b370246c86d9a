// Why a problem has no solution, where that can be seen before the first pick: what the bounds of the solver find there, with what it takes to
// verify it by counting. Found when it is asked for, never while searching.

import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import type { Problem } from '../problem.js';
import { findCrowd, needOf, placesFor, requestsOf, thingsOf } from './crowds.js';
import { type AboveLimit, type CompetingRequests, type Reason, requestsIn, type TooFewDevices } from './reason.js';
import { tooFewGroups, valuesTooSmall } from './reason-groups.js';
import { reasonBySum, reasonBySumTogether } from './reason-sums.js';
import { noCommonValue, tooFewDistinct } from './reason-values.js';
import { ReasonWork, TooMuchWork } from './reason-work.js';
import { type Bond, leastByClaim, placesOf, type RootView, viewRoot, type Want } from './root-view.js';

/** Problems with more slots get no reason. */
const MOST_SLOTS = 512;

/**
 * Why a problem has no solution, as far as it shows before the first pick, and is found in some milliseconds. A problem with a reason fails: the search
 * meets no error.
 */
export function reasonOf(problem: Problem, checkpoint: Checkpoint = UNLIMITED): Reason | undefined {
  let slots = 0;
  for (const { requests } of problem.claims) for (const request of requests) slots += request.slots.length;
  if (slots > MOST_SLOTS) return undefined;
  const work = checkpoint.keep(() => new ReasonWork(checkpoint));
  work.begin();
  try {
    const root = work.keep(() => viewRoot(problem, work));
    for (const find of [tooFewDevices, aboveLimit, competingRequests, reasonBySum, reasonBySumTogether, reasonByValues]) {
      checkpoint.check();
      const reason = find(root);
      if (reason !== undefined) return withAbove(reason, root);
    }
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
  }
  return undefined;
}

/** Adds which alternatives of its requests were left out. */
function withAbove(reason: Reason, { wishes }: RootView): Reason {
  const requests = new Set(requestsIn(reason));
  const above = wishes.flatMap((wish) => (requests.has(wish.request) ? wish.above.map(({ slot }) => slot) : []));
  return above.length === 0 ? reason : { ...reason, above };
}

function tooFewDevices({ wishes }: RootView): TooFewDevices | undefined {
  const short = wishes.find(({ possible }) => possible.length === 0);
  if (short === undefined) return undefined;
  const slots = short.options.map(({ slot, source, devices }) => ({ slot, needed: source.count, devices: [...devices].sort(ascending) }));
  return { kind: 'too-few-devices', request: short.request, slots };
}

/** The first requests of a claim that are together above its limit. */
function aboveLimit({ wishes, problem: { claimLimit } }: RootView): AboveLimit | undefined {
  const claim = [...leastByClaim(wishes)].find(([, least]) => least > claimLimit)?.[0];
  const requests: number[] = [];
  let needed = 0;
  for (const wish of wishes) {
    if (wish.claim !== claim || needed > claimLimit) continue;
    requests.push(wish.request);
    needed += wish.need;
  }
  return claim === undefined ? undefined : { kind: 'above-limit', requests, needed, limit: claimLimit };
}

function ascending(left: number, right: number): number {
  return left - right;
}

function competingRequests(root: RootView): CompetingRequests | undefined {
  const exclusive = root.wishes.filter(({ isAdmin }) => !isAdmin);
  const wants = exclusive.map(({ request, need, devices, possible }): Want => ({ request, need, things: devices, options: possible }));
  const places = (some: readonly Want[], device: number): number => placesOf(root, some, device);
  const crowd = findCrowd(wants, places, root.work);
  if (crowd === undefined) return undefined;
  const requests = requestsOf(crowd);
  return { kind: 'competing-requests', requests, needed: needOf(crowd), devices: thingsOf(crowd), places: placesFor(crowd, places) };
}

/** A reason in one of the claims. */
function reasonByValues(root: RootView): Reason | undefined {
  let first = 0;
  for (const [claim, { constraints }] of root.problem.claims.entries()) {
    const wishes = root.wishes.filter((wish) => wish.claim === claim);
    const bonds = constraints.map((source, ordinal): Bond => ({ constraint: first + ordinal, ordinal, source, wishes }));
    first += constraints.length;
    for (const bond of bonds) {
      const reason = bond.source.kind === 'match' ? noCommonValue(bond, root) : tooFewDistinct(bond, root);
      if (reason !== undefined) return reason;
    }
    const reason = tooFewGroups(bonds, root) ?? valuesTooSmall(bonds, root);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
