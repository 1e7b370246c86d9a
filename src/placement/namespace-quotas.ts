// The ResourceQuotas of a cluster's namespaces, with their usage. A fork counts the claims that changed since it began, because no quota
// controller updates its status. Counts are cached until an object that counts changes.

import { claimKey } from '../cluster/claims.js';
import type { ClusterObjects } from '../cluster/cluster-objects.js';
import type { PodObjects, QuotaObjects } from '../cluster/pod-objects.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { ResourceQuota } from '../core/api/resource-quota.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';
import { type CountedObjects, QuotaLedger } from '../scheduler/pods/quota.js';

/** The state of the objects that count. */
interface Counted {
  readonly objects: ClusterObjects;
  readonly classes: ExtendedResourceClasses;
  readonly stamp: string;
}

/** The quota accounts of namespaces. */
export class NamespaceQuotas {
  readonly #extendedResources: boolean;
  #as: Counted | undefined;
  readonly #ledgers = new Map<string, QuotaLedger>();

  /** `extendedResources`: the gate DRAExtendedResource is on. */
  constructor(extendedResources: boolean) {
    this.#extendedResources = extendedResources;
  }

  /**
   * Returns a ledger to charge, with the current accounts of a namespace that a quota limits. Costs time in proportion to the claims and pods of
   * the cluster if one of them changed. `classes`: a new object after every change of the classes.
   */
  *of(namespace: string, objects: ClusterObjects, classes: ExtendedResourceClasses, checkpoint: Checkpoint): Incremental<QuotaLedger> {
    const as: Counted = { objects, classes, stamp: quotaStamp(objects.pods) };
    const ledger = this.#cachedLedger(namespace, as);
    if (ledger !== undefined) return ledger.fork();
    const counted = yield* this.#count(namespace, objects, checkpoint);
    if (as.stamp === quotaStamp(objects.pods)) this.#remember(namespace, as, counted);
    return counted.fork();
  }

  #cachedLedger(namespace: string, { objects, classes, stamp }: Counted): QuotaLedger | undefined {
    const as = this.#as;
    const isSame = as?.objects === objects && as.classes === classes && as.stamp === stamp;
    return isSame ? this.#ledgers.get(namespace) : undefined;
  }

  #remember(namespace: string, as: Counted, ledger: QuotaLedger): void {
    const last = this.#as;
    if (last?.objects !== as.objects || last.classes !== as.classes || last.stamp !== as.stamp) this.#ledgers.clear();
    this.#as = as;
    this.#ledgers.set(namespace, ledger);
  }

  *#count(namespace: string, { pods, deviceClasses }: ClusterObjects, checkpoint: Checkpoint): Incremental<QuotaLedger> {
    const { atFork, quotaObjects } = pods;
    const present = yield* countedIn(namespace, quotaObjects, 'present', checkpoint);
    const stored = yield* countedIn(namespace, quotaObjects, 'stored', checkpoint);
    const storedAtFork = atFork === undefined ? stored : yield* countedIn(namespace, atFork, 'stored', checkpoint);
    const input = {
      ...present,
      resourceQuotas: [...quotaObjects.ResourceQuota.values()],
      deviceClasses: [...deviceClasses.values()],
      countedBy: ({ metadata, status }: ResourceQuota) =>
        atFork?.ResourceQuota.get(claimKey({ metadata }))?.status === status ? storedAtFork : stored,
    };
    const ledger = yield* QuotaLedger.of(input, this.#extendedResources, checkpoint);
    yield* ledger.open(namespace, checkpoint);
    return ledger;
  }
}

/** The claims and pods of a namespace: either all, or only the objects that the API server stores, without those made by binding a pod here. */
function* countedIn(
  namespace: string,
  { ResourceClaim: claims, Pod: pods }: QuotaObjects,
  which: 'present' | 'stored',
  checkpoint: Checkpoint,
): Incremental<CountedObjects> {
  const resourceClaims: ResourceClaim[] = [];
  for (const { claim, isMadeHere } of [...claims.values()]) {
    if (claim.metadata.namespace === namespace && (which === 'present' || isMadeHere !== true)) resourceClaims.push(claim);
    if (checkpoint.due()) yield;
  }
  const counted: Pod[] = [];
  for (const { pod, bound } of [...pods.values()]) {
    const isStored = bound === undefined || bound.before !== undefined;
    if (pod.metadata.namespace === namespace && (which === 'present' || isStored)) counted.push(pod);
    if (checkpoint.due()) yield;
  }
  return { resourceClaims, pods: counted };
}

/** Returns a stamp that changes with every change of an object that counts, except device classes. */
export function quotaStamp(objects: PodObjects): string {
  return `${objects.stampOf('ResourceQuota')} ${objects.stampOf('ResourceClaim')} ${objects.stampOf('Pod')}`;
}
