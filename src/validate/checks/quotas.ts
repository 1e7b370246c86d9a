// Describes the scopes of quotas and the resources that they can count. Source: pkg/apis/core/helper/helpers.go of Kubernetes 1.37.1.

import { isQuotaResource } from './resources.js';

const OF_PODS = ['Terminating', 'NotTerminating', 'NotBestEffort', 'PriorityClass', 'CrossNamespacePodAffinity'];

/** The supported scopes of quotas. */
export const SCOPES: readonly string[] = [...OF_PODS, 'BestEffort', 'VolumeAttributesClass'];

const COMPUTED = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

/**
 * Returns whether a scope can count a resource. Returns true for unknown scopes and for resources with a domain, which other
 * rules check.
 */
export function canCount(scope: string, resource: string): boolean {
  if (!isQuotaResource(resource)) return true;
  if (OF_PODS.includes(scope)) return resource === 'pods' || COMPUTED.includes(resource);
  if (scope === 'BestEffort') return resource === 'pods';
  return scope !== 'VolumeAttributesClass' || ['persistentvolumeclaims', 'requests.storage'].includes(resource);
}

/** Returns whether no pod can match all of the scopes. */
export function excludeEachOther(scopes: readonly string[]): boolean {
  return ['BestEffort', 'Terminating'].some((scope) => scopes.includes(scope) && scopes.includes(`Not${scope}`));
}
