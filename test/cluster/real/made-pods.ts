// The pods that the library makes for the owners among objects, for comparison with the pods of real controllers.

import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import type { Pod } from '../../../src/core/api/pod.js';
import type { Json } from '../../../src/core/base/json.js';
import type { Features } from '../../../src/core/features/features.js';
import { daemonNodes } from '../../../src/scheduler/filters/daemon-nodes.js';
import { claimGroups } from '../../../src/scheduler/pods/claims.js';
import type { KubeObject } from './api.mjs';

/** A claim that each template names, since pods without devices are not made. It does not restrict the nodes. */
const NAMED = { name: 'probe', resourceClaimName: 'probe' };
const PROBE = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { namespace: 'default', name: 'probe' } };

/** All pods of owners, where none exists yet. */
export function madePods(objects: readonly KubeObject[], features: Features): readonly Pod[] {
  const all = [...objects.filter(({ kind }) => kind !== 'Pod').map(withProbe), PROBE];
  const sources = all.map((object) => ({ value: object as unknown as Json }));
  const set = decodeAllObjects(sources);
  const groups = [...claimGroups({ ...set, features, daemonNodes: (pod) => daemonNodes(pod, features) })];
  return groups.flatMap(({ pod, madeFor }) => (pod === undefined || madeFor === undefined ? [] : [pod]));
}

function withProbe(object: KubeObject): KubeObject {
  const { spec } = object;
  const podSpec = spec?.template?.spec;
  if (podSpec === undefined) return object;
  const resourceClaims = [...(podSpec.resourceClaims ?? []), NAMED];
  return { ...object, spec: { ...spec, template: { ...spec.template, spec: { ...podSpec, resourceClaims } } } };
}
