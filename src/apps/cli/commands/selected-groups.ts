// Selects the pods and claims that a command treats alone: pending ones, one of each set, or those that arguments name.

import type { PodSet } from '../../../core/api/pod-sets.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { isAssigned, lacksClaims } from '../../../scheduler/pods/assigned-pods.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { diagnose, type Streams } from '../streams.js';
import { notPending } from './absent-names.js';
import type { RequestedGroups } from './requested-groups.js';

/** Selects groups. */
export class SelectedGroups {
  readonly #requestedGroups: RequestedGroups;
  readonly #isAllocated: (claim: ResourceClaim) => boolean;
  readonly #streams: Streams;
  /** The sets of selected pods. Pods of a set differ only in their names. */
  readonly #sets = new Set<PodSet>();

  constructor(requestedGroups: RequestedGroups, isAllocated: (claim: ResourceClaim) => boolean, streams: Streams) {
    this.#requestedGroups = requestedGroups;
    this.#isAllocated = isAllocated;
    this.#streams = streams;
  }

  /** Returns whether a group is selected. */
  selects(group: ClaimGroup): boolean {
    const { pod, claims } = group;
    const met = this.#requestedGroups.meet(group);
    if (met?.isRequested !== true) return false;
    const isNamed = met.byBareName || met.byPod;
    if (pod !== undefined && isAssigned(pod) && !lacksClaims(group)) {
      if (isNamed) diagnose(this.#streams, 'note', notPending(pod));
      return false;
    }
    // An allocated claim without a pod needs no answer.
    if (pod === undefined && !isNamed && claims.every(this.#isAllocated)) return false;
    if (!isNamed && group.podSet !== undefined && (group.node === undefined || lacksClaims(group))) {
      if (this.#sets.has(group.podSet)) return false;
      this.#sets.add(group.podSet);
    }
    return true;
  }
}
