// The rejections of nodes on which claims get no devices, told apart as the scheduler does it.

import type { Node } from '../../../core/api/node.js';
import type { Features } from '../../../core/features/features.js';
import { ClaimsElsewhere } from '../../../placement/claims-elsewhere.js';
import type { Rejection } from '../../../scheduler/filters/filter.js';
import type { Attempt } from './attempt.js';

/** The attempt with the claims that have no devices yet, on the nodes where those of another claim cannot be had; undefined: there is none. */
export function pendingAttempt({ claims, nodes }: Attempt, nodeOf: (name: string) => Node, features: Features): Attempt | undefined {
  const elsewhere = new ClaimsElsewhere(claims, { features });
  const out = elsewhere.nodesToAsk(nodes.map(nodeOf)).map(({ metadata }) => metadata.name);
  return out.length === 0 ? undefined : { given: elsewhere.pending, claims: elsewhere.pending, nodes: out };
}

/** The rejections of nodes where an attempt failed. `pendingFit`: the nodes where the attempt with the pending claims did not. */
export function devicesRejections(
  { claims, nodes }: Attempt,
  nodeOf: (name: string) => Node,
  features: Features,
  pendingFit: ReadonlySet<string>,
): ReadonlyMap<string, Rejection> {
  const elsewhere = new ClaimsElsewhere(claims, { features });
  return new Map(nodes.map((name) => [name, elsewhere.rejectionOn(nodeOf(name), pendingFit.has(name))]));
}
