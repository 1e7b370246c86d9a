// Scopes of quotas, and what can be counted by them. Source: pkg/apis/core/helper/helpers.go of Kubernetes 1.37.1.

import { isQuotaResource } from './resources.js';

const OF_PODS = ['Terminating', 'NotTerminating', 'NotBestEffort', 'PriorityClass', 'CrossNamespacePodAffinity'];

/** The scopes that a quota may have. */
export const SCOPES: readonly string[] = [...OF_PODS, 'BestEffort', 'VolumeAttributesClass'];

const COMPUTED = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

/** Returns whether a resource can be counted by a scope; unknown scopes and resources with a domain are not told of here. */
export function canCount(scope: string, resource: string): boolean {
  if (!isQuotaResource(resource)) return true;
  if (OF_PODS.includes(scope)) return resource === 'pods' || COMPUTED.includes(resource);
  if (scope === 'BestEffort') return resource === 'pods';
  return scope !== 'VolumeAttributesClass' || ['persistentvolumeclaims', 'requests.storage'].includes(resource);
}

/** Returns whether no pod has all of some scopes. */
export function excludeEachOther(scopes: readonly string[]): boolean {
  return ['BestEffort', 'Terminating'].some((scope) => scopes.includes(scope) && scopes.includes(`Not${scope}`));
}
