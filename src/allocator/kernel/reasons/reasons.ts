// Finds the reason why a problem has no solution, if the bounds show it before the first selection. A reason is computed only on request, never during a
// search.

import { type Checkpoint, UNLIMITED } from '../../../core/base/checkpoint.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { ConstraintKind, Problem } from '../problem.js';
import { findHallViolator, needOf, placesFor, requestsOf, verticesOf } from './hall-violators.js';
import { type AboveLimit, type CompetingRequests, type Reason, requestsIn, type TooFewDevices } from './reason.js';
import { tooFewGroups, valuesTooSmall } from './reason-groups.js';
import { reasonBySum, reasonBySumTogether } from './reason-sums.js';
import { noCommonValue, tooFewDistinct } from './reason-values.js';
import { ReasonWork, TooMuchWork } from './reason-work.js';
import { type Demand, leastByClaim, placesOf, type RootView, type ScopedConstraint, viewRoot } from './root-view.js';

const MOST_SLOTS = 512;

/**
 * Returns a reason why a problem has no solution, if it shows before the first selection and is found within a few milliseconds. A problem with a reason fails:
 * the search meets no error.
 */
export function* reasonOf(problem: Problem, checkpoint: Checkpoint = UNLIMITED): Incremental<Reason | undefined> {
  let slots = 0;
  for (const { requests } of problem.claims) for (const request of requests) slots += request.slots.length;
  if (slots > MOST_SLOTS) return undefined;
  const work = new ReasonWork(checkpoint);
  try {
    const root = yield* viewRoot(problem, work);
    checkpoint.check();
    const reason =
      tooFewDevices(root) ??
      aboveLimit(root) ??
      (yield* competingRequests(root)) ??
      (yield* reasonBySum(root)) ??
      (yield* reasonBySumTogether(root)) ??
      (yield* reasonByValues(root));
    return reason && withAbove(reason, root);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return undefined;
  }
}

/** Adds the alternatives of its requests that were left out. */
function withAbove(reason: Reason, { domains }: RootView): Reason {
  const requests = new Set(requestsIn(reason));
  const above = domains.flatMap((domain) => (requests.has(domain.request) ? domain.above.map(({ slot }) => slot) : []));
  return above.length === 0 ? reason : { ...reason, above };
}

function tooFewDevices({ domains }: RootView): TooFewDevices | undefined {
  const short = domains.find(({ possible }) => possible.length === 0);
  if (short === undefined) return undefined;
  const slots = short.alternatives.map(({ slot, source, devices }) => ({
    slot,
    needed: source.count,
    devices: [...devices].sort(ascending),
  }));
  return { kind: 'too-few-devices', request: short.request, slots };
}

/** The first requests of a claim that together exceed its limit. */
function aboveLimit({ domains, problem: { claimLimit } }: RootView): AboveLimit | undefined {
  const claim = [...leastByClaim(domains)].find(([, least]) => least > claimLimit)?.[0];
  const requests: number[] = [];
  let needed = 0;
  for (const domain of domains) {
    if (domain.claim !== claim || needed > claimLimit) continue;
    requests.push(domain.request);
    needed += domain.need;
  }
  return claim === undefined ? undefined : { kind: 'above-limit', requests, needed, limit: claimLimit };
}

function ascending(left: number, right: number): number {
  return left - right;
}

function* competingRequests(root: RootView): Incremental<CompetingRequests | undefined> {
  const exclusive = root.domains.filter(({ isAdmin }) => !isAdmin);
  const demands = exclusive.map(
    ({ request, need, devices, possible }): Demand => ({ request, need, vertices: devices, alternatives: possible }),
  );
  const places = (some: readonly Demand[], device: number): number => placesOf(root, some, device);
  const violator = yield* findHallViolator(demands, places, root.work);
  if (violator === undefined) return undefined;
  const requests = requestsOf(violator);
  return {
    kind: 'competing-requests',
    requests,
    needed: needOf(violator),
    devices: verticesOf(violator),
    places: placesFor(violator, places),
  };
}

/** The reason that each kind of constraint can have by itself. */
const REASON_OF: Readonly<
  Record<ConstraintKind, ((scoped: ScopedConstraint, root: RootView) => Incremental<Reason | undefined>) | undefined>
> = {
  match: noCommonValue,
  distinct: tooFewDistinct,
  emptyIntersection: undefined,
};

function* reasonByValues(root: RootView): Incremental<Reason | undefined> {
  let first = 0;
  for (const [claim, { constraints }] of root.problem.claims.entries()) {
    const domains = root.domains.filter((domain) => domain.claim === claim);
    const scopedConstraints = constraints.map(
      (source, ordinal): ScopedConstraint => ({ constraint: first + ordinal, ordinal, source, domains }),
    );
    first += constraints.length;
    for (const scoped of scopedConstraints) {
      const find = REASON_OF[scoped.source.kind];
      const reason = find && (yield* find(scoped, root));
      if (reason !== undefined) return reason;
    }
    const reason = tooFewGroups(scopedConstraints, root) ?? valuesTooSmall(scopedConstraints, root);
    if (reason !== undefined) return reason;
    if (root.work.isDue) yield;
  }
  return undefined;
}
