// The steps after an allocation: commits the claims, asks again with the committed claims, and releases them. Then the first answer must come
// back.

import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../support/cases.js';
import { answerFromError, answerOf, type OurAnswer, STEP_LIMIT } from './answers.js';
import { hasRequestsOfOneName } from './deviations.js';
import { clusterOf, type Inconsistency, type OurAnswers } from './ways.js';

/** A case derived from another one, and our answers for it from the cluster with the committed claims. */
export interface FollowUp {
  readonly input: Case;
  readonly answers: OurAnswers;
}

type Metadata = { readonly name: string; readonly namespace?: string };

/** Commits the allocation on each node, one node after the other. */
export async function commitAndAskAgain(
  input: Case,
  answers: OurAnswers,
): Promise<{ readonly followUps: readonly FollowUp[]; readonly inconsistencies: readonly Inconsistency[] }> {
  const followUps: FollowUp[] = [];
  const inconsistencies: Inconsistency[] = [];
  // With such names the request of a result is ambiguous, and a commit is rejected.
  if (hasRequestsOfOneName(input)) return { followUps, inconsistencies };
  for (const { metadata } of input.nodes) {
    const first = answers.get(metadata.name);
    if (first?.kind !== 'allocated' || input.claims.length === 0) continue;
    try {
      const followUp = await commitOn(input, metadata.name, first, inconsistencies);
      if (followUp !== undefined) followUps.push(followUp);
    } catch (error) {
      inconsistencies.push({ way: 'cluster.commit', got: answerFromError(error), want: first });
    }
  }
  return { followUps, inconsistencies };
}

async function commitOn(
  input: Case,
  node: string,
  first: Extract<OurAnswer, { kind: 'allocated' }>,
  inconsistencies: Inconsistency[],
): Promise<FollowUp | undefined> {
  const cluster = clusterOf(input);
  if (cluster === undefined) return undefined;
  const limits = { steps: STEP_LIMIT };
  const claims = input.claims as readonly { readonly metadata: Metadata }[];
  cluster.commit(claims, cluster.allocate({ claims, node, limits }));
  const again = claims.map((claim) => ({ ...claim, metadata: { ...claim.metadata, name: `${claim.metadata.name}-again` } }));
  const answers = new Map<string, OurAnswer>();
  for (const { metadata } of input.nodes) {
    answers.set(metadata.name, await answerOf(() => cluster.allocate({ claims: again, node: metadata.name, limits })));
  }
  cluster.release(claims);
  const back = await answerOf(() => cluster.allocate({ claims, node, limits }));
  if (!isDeepStrictEqual(back, first)) inconsistencies.push({ way: 'after cluster.release', got: back, want: first });
  return { input: withHeld({ ...input, claims: again }, claims, first.results), answers };
}

/** The case with claims that hold these allocations. */
function withHeld(input: Case, claims: readonly { readonly metadata: Metadata }[], allocations: unknown): Case {
  const held = claims.map((claim, index) => ({
    ...claim,
    metadata: { ...claim.metadata, namespace: claim.metadata.namespace ?? 'default' },
    spec: {},
    status: { allocation: (allocations as readonly unknown[])[index] },
  }));
  return { ...input, allocatedClaims: [...(input.allocatedClaims ?? []), ...held] };
}
