// The ResourceQuotas of namespaces in a cluster: claims that were made here since their use was written down count beside it. What is counted is remembered
// until an object that counts changes.

import type { DeviceClass } from '../../api/device-class.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { ExtendedResourceClasses } from '../../schedule/extended-resources.js';
import { QuotaLedger } from '../../schedule/quota.js';
import type { ClusterObjects } from '../cluster-objects.js';
import type { ClaimEntry, PodObjects } from './pod-objects.js';

/** The objects that count at a time. */
interface Counted {
  readonly objects: ClusterObjects;
  readonly classes: ExtendedResourceClasses;
  readonly stamp: string;
}

/** The accounts of namespaces that quotas limit. */
export class NamespaceQuotas {
  readonly #extendedResources: boolean;
  #as: Counted | undefined;
  readonly #ledgers = new Map<string, QuotaLedger>();

  /** `extendedResources` tells whether the gate DRAExtendedResource is on. */
  constructor(extendedResources: boolean) {
    this.#extendedResources = extendedResources;
  }

  /**
   * A ledger with the accounts of a namespace as they are now, to be charged; undefined: no quota limits it. Costs in proportion to the claims and pods of the
   * cluster where one of them changed. `classes`: those of the cluster, another object when they change.
   */
  of(namespace: string, objects: ClusterObjects, classes: ExtendedResourceClasses, checkpoint: Checkpoint): QuotaLedger | undefined {
    if (!checkpoint.keep(() => objects.pods.hasIn('ResourceQuota', namespace))) return undefined;
    const as = checkpoint.keep((): Counted => ({ objects, classes, stamp: quotaStamp(objects.pods) }));
    const known = checkpoint.keep(() => this.#known(namespace, as));
    if (known !== undefined) return checkpoint.keep(() => known.fork());
    const counted = this.#count(namespace, objects, checkpoint);
    return checkpoint.keep(() => {
      if (as.stamp === quotaStamp(objects.pods)) this.#remember(namespace, as, counted);
      return counted.fork();
    });
  }

  #known(namespace: string, { objects, classes, stamp }: Counted): QuotaLedger | undefined {
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

  #count(namespace: string, { pods: objects, deviceClasses }: ClusterObjects, checkpoint: Checkpoint): QuotaLedger {
    const entries = checkpoint.keep(() => [...objects.all('ResourceClaim').values()]);
    const claims = checkpoint.filter(entries, ({ claim }) => claim.metadata.namespace === namespace);
    const ofOthers = checkpoint.filter(claims, ({ isMadeHere }) => isMadeHere !== true);
    const podEntries = checkpoint.keep(() => [...objects.all('Pod').values()]);
    const pods = checkpoint.filter(podEntries, ({ pod }) => pod.metadata.namespace === namespace);
    const input = {
      resourceQuotas: checkpoint.keep(() => [...objects.all('ResourceQuota').values()]),
      resourceClaims: checkpoint.map(ofOthers, ({ claim }) => claim),
      pods: checkpoint.map(pods, ({ pod }) => pod),
      deviceClasses: checkpoint.keep((): DeviceClass[] => [...deviceClasses.values()]),
    };
    const ledger = QuotaLedger.of(input, this.#extendedResources, checkpoint);
    ledger.open(namespace, checkpoint);
    checkpoint.forEach(claims, ({ claim, isMadeHere }: ClaimEntry) => {
      if (isMadeHere === true) ledger.charge(claim);
    });
    return ledger;
  }
}

/** Changes with every change of an object that counts, but for classes. */
export function quotaStamp(objects: PodObjects): string {
  return `${objects.stampOf('ResourceQuota')} ${objects.stampOf('ResourceClaim')} ${objects.stampOf('Pod')}`;
}
