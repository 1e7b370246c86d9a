// Computes the scheduler's scores of nodes from the allocated alternatives of prioritized lists (KEP-4816). A whole alternative of a claim counts like one of a
// list. Source: computeScore and DefaultNormalizeScore of the scheduler's DynamicResources plugin, 1.37.

import { type ObjectMeta, objectName } from '../core/api/meta.js';
import type { DeviceClaim, ResourceClaim } from '../core/api/resource-claim.js';

/** The first of at most eight subrequests scores 8, the eighth 1. */
const MAX_SUBREQUESTS = 8;

/** The highest score of a node after normalization. */
const MAX_NODE_SCORE = 100;

/** The part of a stored or new allocation that the score needs: the requests of its devices. */
export interface ScoredAllocation {
  readonly results: readonly { readonly request: string }[];
  /** The index of the claim's whole alternative. */
  readonly firstOfDevicesIndex?: number | undefined;
}

/** The allocated alternative of a prioritized list, or the whole alternative of a claim. */
export interface SubrequestChoice {
  /** The claim, as `namespace/name` (or `name` without a namespace). */
  readonly claim: string;
  /** Empty for a whole alternative, which has no name. */
  readonly request: string;
  readonly subrequest: string;
  /** The index in the list, 0 for the first. */
  readonly index: number;
}

/** Returns the alternatives that a claim is allocated: the whole one, then the alternatives of its requests in order. Requests without alternatives have none. */
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

/** Returns the worth of each alternative of some requests, by `request/subrequest`. A score is the sum of the worths of the allocated alternatives. */
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

/** Returns the worth of the alternative at an index. Zero or negative after the eighth; the API server rejects longer lists. */
export function worthOf(index: number): number {
  return MAX_SUBREQUESTS - index;
}

/** Returns the alternatives that the claims of one pod are allocated, including claims allocated before. Allocations are in the order of the claims. */
export function choicesOfAll(claims: readonly ResourceClaim[], allocations: readonly ScoredAllocation[]): SubrequestChoice[] {
  return claims.flatMap((claim, index) => {
    const allocation = claim.status.allocation ?? allocations[index];
    return allocation === undefined ? [] : choicesOf(claim, allocation);
  });
}

/**
 * Returns the score of a node for the claims of one pod. `allocations` are on that node, in the order of the claims.
 * Claims allocated before count with their stored allocation. If all claims were allocated before, the score is 0.
 */
export function scoreNode(claims: readonly ResourceClaim[], allocations: readonly ScoredAllocation[]): number {
  if (claims.every((claim) => claim.status.allocation !== undefined)) return 0;
  return choicesOfAll(claims, allocations).reduce((score, { index }) => score + worthOf(index), 0);
}

/** Returns the index of the first best score, or -1 if there are no scores. */
export function indexOfBest(scores: ArrayLike<number>): number {
  let best = scores.length === 0 ? -1 : 0;
  for (let index = 1; index < scores.length; index++) if ((scores[index] as number) > (scores[best] as number)) best = index;
  return best;
}

/** Returns `100 * score / max` for each score, rounded down. If all scores are zero, they stay zero. */
export function normalizeScores(scores: Iterable<number>): number[] {
  const all = [...scores];
  const max = all.reduce((highest, score) => Math.max(highest, score), 0);
  return max === 0 ? all : all.map((score) => Math.floor((MAX_NODE_SCORE * score) / max));
}

/** Counts allocated alternatives by their index in the list, the metric that KEP-4816 proposes. There are at most eight counts. */
export class ChoiceHistogram {
  readonly #counts = new Array<number>(MAX_SUBREQUESTS).fill(0);

  /** Returns a histogram that begins with the same counts. */
  fork(): ChoiceHistogram {
    const fork = new ChoiceHistogram();
    this.#counts.forEach((count, place) => {
      fork.#counts[place] = count;
    });
    return fork;
  }

  /** Counts choices. The last count includes indices after the eighth, which the API server does not admit. */
  add(choices: readonly SubrequestChoice[]): void {
    for (const { index } of choices) {
      const place = Math.min(index, MAX_SUBREQUESTS - 1);
      this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    }
  }

  /** Returns a copy of the number of choices at each index. */
  counts(): number[] {
    return [...this.#counts];
  }
}
