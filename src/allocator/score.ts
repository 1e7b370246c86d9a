// Scores of nodes: what the scheduler gives for the alternatives that a prioritized list got (KEP-4816). The whole alternative that a claim got counts as one of a list does.
// Source: computeScore and DefaultNormalizeScore of the scheduler's DynamicResources plugin, 1.37.

import { type ObjectMeta, objectName } from '../core/api/meta.js';
import type { DeviceClaim, ResourceClaim } from '../core/api/resource-claim.js';

/** The first of at most eight subrequests scores 8, the eighth 1. */
const MAX_SUBREQUESTS = 8;

/** The highest score of a node after normalisation. */
const MAX_NODE_SCORE = 100;

/** The part of an allocation, stored or new, that the score needs: the requests to which its devices went. */
export interface ScoredAllocation {
  readonly results: readonly { readonly request: string }[];
  /** The whole alternative of the claim. */
  readonly firstOfDevicesIndex?: number | undefined;
}

/** The alternative of a prioritized list that a request got, or the whole alternative that a claim got. */
export interface SubrequestChoice {
  /** The claim, as `namespace/name` (or `name` without a namespace). */
  readonly claim: string;
  /** Empty for a whole alternative, which has no name. */
  readonly request: string;
  readonly subrequest: string;
  /** Its place in the list, 0 for the first. */
  readonly index: number;
}

/** The alternatives that a claim got with an allocation: the whole one, then in the order of its requests; none for requests without alternatives. */
export function choicesOf({ metadata, spec }: ResourceClaim, allocation: ScoredAllocation): SubrequestChoice[] {
  const { firstOfDevicesIndex: index } = allocation;
  const whole = index === undefined ? undefined : spec.firstOfDevices?.[index];
  if (index === undefined || whole === undefined) return choicesIn(spec.devices, metadata, allocation);
  return [{ claim: objectName(metadata), request: '', subrequest: '', index }, ...choicesIn(whole, metadata, allocation)];
}

function choicesIn({ requests }: DeviceClaim, metadata: ObjectMeta, allocation: ScoredAllocation): SubrequestChoice[] {
  if (requests.every(({ exactly }) => exactly !== undefined)) return [];
  const taken = new Set(allocation.results.map((result) => result.request));
  return requests.flatMap((request) => {
    if (request.exactly !== undefined) return [];
    return request.firstAvailable.flatMap(({ name }, index) =>
      taken.has(`${request.name}/${name}`) ? [{ claim: objectName(metadata), request: request.name, subrequest: name, index }] : [],
    );
  });
}

/** The worth of each alternative in what is requested, by `request/subrequest`: a score is the sum over those that an allocation has devices of. */
export function worthsOf({ requests }: DeviceClaim): ReadonlyMap<string, number> {
  const worths = new Map<string, number>();
  for (const { name, firstAvailable } of requests) {
    firstAvailable.forEach((subrequest, index) => {
      const full = `${name}/${subrequest.name}`;
      worths.set(full, (worths.get(full) ?? 0) + worthOf(index));
    });
  }
  return worths;
}

/** The worth of the alternative at a place. Below zero behind the eighth, which the API server does not admit. */
export function worthOf(index: number): number {
  return MAX_SUBREQUESTS - index;
}

/** The alternatives that the claims of one pod got, claims allocated before included. Allocations are in the order of the claims. */
export function choicesOfAll(claims: readonly ResourceClaim[], allocations: readonly ScoredAllocation[]): SubrequestChoice[] {
  return claims.flatMap((claim, index) => {
    const allocation = claim.status.allocation ?? allocations[index];
    return allocation === undefined ? [] : choicesOf(claim, allocation);
  });
}

/**
 * The score of a node for the claims of one pod, given the allocation of each claim on that node, in the order of the claims.
 * Claims allocated before count by what they got; when all of them were, the score is 0.
 */
export function scoreNode(claims: readonly ResourceClaim[], allocations: readonly ScoredAllocation[]): number {
  if (claims.every((claim) => claim.status.allocation !== undefined)) return 0;
  return choicesOfAll(claims, allocations).reduce((score, { index }) => score + worthOf(index), 0);
}

/** The index of the best of some scores, of several the first; -1: there are none. */
export function indexOfBest(scores: ArrayLike<number>): number {
  let best = scores.length === 0 ? -1 : 0;
  for (let index = 1; index < scores.length; index++) if ((scores[index] as number) > (scores[best] as number)) best = index;
  return best;
}

/** `100 * score / max` for each score, in integers; all zero stays zero. */
export function normalizeScores(scores: Iterable<number>): number[] {
  const all = [...scores];
  const max = all.reduce((highest, score) => Math.max(highest, score), 0);
  return max === 0 ? all : all.map((score) => Math.floor((MAX_NODE_SCORE * score) / max));
}

/** Counts the alternatives that allocations got, by their place in the list: the metric that KEP-4816 proposes. Never more than eight numbers. */
export class ChoiceHistogram {
  readonly #counts = new Array<number>(MAX_SUBREQUESTS).fill(0);

  /** A histogram that begins with the same counts. */
  fork(): ChoiceHistogram {
    const fork = new ChoiceHistogram();
    this.#counts.forEach((count, place) => {
      fork.#counts[place] = count;
    });
    return fork;
  }

  /** Counts choices. The last number is also for places behind the eighth, which the API server does not admit. */
  add(choices: readonly SubrequestChoice[]): void {
    for (const { index } of choices) {
      const place = Math.min(index, MAX_SUBREQUESTS - 1);
      this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    }
  }

  /** The number of choices at each place, the first one first. A copy. */
  counts(): number[] {
    return [...this.#counts];
  }
}
