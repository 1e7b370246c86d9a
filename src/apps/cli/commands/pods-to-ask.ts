// Selects the pods and claims that a command treats alone: pending ones, one of each set, or those that arguments name.

import type { PodSet } from '../../../core/api/pod-sets.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { diagnose, type Streams } from '../streams.js';
import { notPending } from './absent-names.js';
import type { AskedGroups } from './asked-groups.js';

/** Selects groups. */
export class PodsToAsk {
  readonly #asked: AskedGroups;
  readonly #isAllocated: (claim: ResourceClaim) => boolean;
  readonly #streams: Streams;
  /** The sets of selected pods. Pods of a set differ only in their names. */
  readonly #sets = new Set<PodSet>();

  constructor(asked: AskedGroups, isAllocated: (claim: ResourceClaim) => boolean, streams: Streams) {
    this.#asked = asked;
    this.#isAllocated = isAllocated;
    this.#streams = streams;
  }

  /** Returns whether a group is selected. */
  takes(group: ClaimGroup): boolean {
    const { pod, claims } = group;
    const met = this.#asked.meet(group);
    if (met?.isAsked !== true) return false;
    const isAsked = met.byOwn || met.byPod;
    if (pod !== undefined && pod.spec.nodeName !== '') {
      if (isAsked) diagnose(this.#streams, 'note', notPending(pod));
      return false;
    }
    // An allocated claim without a pod needs no answer.
    if (pod === undefined && !isAsked && claims.every(this.#isAllocated)) return false;
    if (!isAsked && group.podSet !== undefined && group.node === undefined) {
      if (this.#sets.has(group.podSet)) return false;
      this.#sets.add(group.podSet);
    }
    return true;
  }
}
