// The ResourceQuotas of a namespace in a cluster: claims that were made here since their use was written down count beside it.

import type { DeviceClass } from '../../api/device-class.js';
import { QuotaLedger } from '../../schedule/quota.js';
import type { ClaimEntry, PodObjects } from './pod-objects.js';

/** The accounts of a namespace as they are now; undefined: no quota limits it. Costs in proportion to the claims and pods of the cluster. */
export function quotasOf(
  namespace: string,
  objects: PodObjects,
  deviceClasses: () => readonly DeviceClass[],
  extendedResources: boolean,
): QuotaLedger | undefined {
  if (!objects.hasIn('ResourceQuota', namespace)) return undefined;
  const isHere = ({ metadata }: ClaimEntry['claim']): boolean => metadata.namespace === namespace;
  const claims = [...objects.all('ResourceClaim').values()].filter(({ claim }) => isHere(claim));
  const pods = [...objects.all('Pod').values()].flatMap(({ pod }) => (pod.metadata.namespace === namespace ? [pod] : []));
  const resourceQuotas = [...objects.all('ResourceQuota').values()];
  const resourceClaims = claims.flatMap(({ claim, isMadeHere }) => (isMadeHere === true ? [] : [claim]));
  const ledger = new QuotaLedger({ resourceQuotas, resourceClaims, pods, deviceClasses: deviceClasses() }, extendedResources);
  for (const { claim, isMadeHere } of claims) if (isMadeHere === true) ledger.charge(claim);
  return ledger;
}
