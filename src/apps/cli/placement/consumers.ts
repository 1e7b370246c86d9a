// The consumers that use claims together: the scheduler reserves a claim for each of them when it binds a pod, and fails for one too many.

import { objectName } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import type { ConsumerReference, ResourceClaim } from '../../../core/api/resource-claim.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { PodGroups } from '../../../scheduler/pods/pod-groups.js';
import { consumerOf, isReservedFor } from '../../../scheduler/pods/reservations.js';

const NONE: readonly ConsumerReference[] = [];

/** The pods of a run, and their groups, for which claims are reserved. */
export class Consumers {
  readonly #groups: PodGroups | undefined;
  /** The consumers of this run, by claim. */
  readonly #added = new Map<string, ConsumerReference[]>();

  /** `groups`: undefined while claims are reserved for pods alone. */
  constructor(groups: PodGroups | undefined) {
    this.#groups = groups;
  }

  /** Returns the consumers that a claim got in this run. */
  readonly addedTo = ({ metadata }: ResourceClaim): readonly ConsumerReference[] => this.#added.get(objectName(metadata)) ?? NONE;

  /** A pod was placed with its claims. Those made from templates have their consumer already. Source: BindTo in resourceclaim of k8s.io/dynamic-resource-allocation v0.37.2. */
  add(pod: Pod, claims: readonly ResourceClaim[]): void {
    const group = this.#groups?.of(pod.metadata.namespace, pod.spec);
    for (const entry of pod.spec.resourceClaims) {
      const claim = claims.find(({ metadata }) => metadata.name === entry.resourceClaimName);
      if (claim === undefined) continue;
      const added = entryIn(this.#added, objectName(claim.metadata), (): ConsumerReference[] => []);
      if (!isReservedFor(pod, claim, added)) added.push(group?.share(entry) === true ? group.consumer : consumerOf(pod));
    }
  }
}
