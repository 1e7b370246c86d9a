// The shape of a pod: a text with every field that filters and scores read. Pods with one shape have the same results on every
// node, so a Deployment of a thousand pods is filtered once.

import type { Affinity, PreferredNodes } from '../../core/api/affinity.js';
import type { Container, ContainerPort, ContainerStatus } from '../../core/api/container.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../core/api/meta.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { NodeAllocatableClaim, PodStatus } from '../../core/api/pod-status.js';
import { DEFAULT_SCHEDULER } from '../../core/api/scheduler-configuration.js';
import type { Toleration } from '../../core/api/toleration.js';
import type { Volume } from '../../core/api/volume.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, irrelevant, isAny, listOf, mapOf, signature } from '../../core/base/signature.js';
import type { Quantity } from '../../core/quantity/quantity.js';

const NOT_LOOKED_AT = irrelevant('no filter and no score reads it');
const OF_DEVICES = irrelevant('its claims decide which devices it is allocated, not where it may run');
const OF_RELATIONS = irrelevant('only filters of the whole cluster read it, so it is part of podRelations');
const FILLED_IN = irrelevant('it affects only fields that the API server has filled in before');

const texts = listOf(lengthPrefixed);
const amounts = mapOf((amount: Quantity) => lengthPrefixed(amount.toString()));

const requirement = signature<NodeSelectorRequirement>({ key: lengthPrefixed, operator: lengthPrefixed, values: texts });
const term = signature<NodeSelectorTerm>({ matchExpressions: listOf(requirement), matchFields: listOf(requirement) });
const selector = signature<NodeSelector>({ nodeSelectorTerms: listOf(term) });

const preferred = signature<PreferredNodes>({ weight: ended, preference: term });
const nodeAffinity = signature<NonNullable<Affinity['nodeAffinity']>>({ required: selector, preferred: listOf(preferred) });

const affinity = signature<Affinity>({
  nodeAffinity,
  podAffinity: OF_RELATIONS,
  podAntiAffinity: OF_RELATIONS,
});

const toleration = signature<Toleration>({
  key: lengthPrefixed,
  operator: lengthPrefixed,
  value: lengthPrefixed,
  effect: lengthPrefixed,
  tolerationSeconds: irrelevant('it decides when a pod must leave a node, not where it may run'),
});

const port = signature<ContainerPort>({
  containerPort: irrelevant('only host ports occupy ports of the node'),
  hostPort: ended,
  protocol: (protocol) => lengthPrefixed(protocol || 'TCP'),
  hostIP: lengthPrefixed,
});

const container = signature<Container>({
  name: lengthPrefixed,
  image: lengthPrefixed,
  restartPolicy: lengthPrefixed,
  restartPolicyRules: listOf(({ action }) => lengthPrefixed(action)),
  ports: listOf(port),
  volumeMounts: isAny,
  requests: amounts,
  ownRequests: FILLED_IN,
  limits: FILLED_IN,
  claims: OF_DEVICES,
});

const volume = ({ image }: Volume): string => lengthPrefixed(image?.reference ?? '');

const podResources = signature<NonNullable<PodSpec['resources']>>({ requests: amounts, limits: FILLED_IN });

/** The fields of a spec that filters and scores read. */
const spec = signature<PodSpec>({
  nodeName: lengthPrefixed,
  nodeSelector: mapOf(lengthPrefixed),
  affinity,
  tolerations: listOf(toleration),
  topologySpreadConstraints: OF_RELATIONS,
  schedulingGates: listOf(({ name }) => lengthPrefixed(name)),
  schedulerName: (name) => (name === '' || name === DEFAULT_SCHEDULER ? undefined : lengthPrefixed(name)),
  priorityClassName: NOT_LOOKED_AT,
  priority: NOT_LOOKED_AT,
  preemptionPolicy: NOT_LOOKED_AT,
  runtimeClassName: FILLED_IN,
  hostNetwork: ended,
  hostUsers: ended,
  overhead: amounts,
  resources: podResources,
  volumes: listOf(volume),
  resourceClaims: OF_DEVICES,
  schedulingGroup: OF_DEVICES,
  initContainers: listOf(container),
  containers: listOf(container),
});

const reported = signature<NonNullable<ContainerStatus['resources']>>({
  requests: amounts,
  limits: irrelevant('only what is requested counts on nodes'),
});
const containerStatus = signature<ContainerStatus>({ name: lengthPrefixed, allocatedResources: amounts, resources: reported });
type Mapping = NodeAllocatableClaim['mapping'][number];
type Overhead = NodeAllocatableClaim['overhead'][number];
const quantity = (of: Quantity): string => lengthPrefixed(of.toString());

const mapping = signature<Mapping>({ name: lengthPrefixed, quantity });
const overhead = signature<Overhead>({ name: lengthPrefixed, perPod: quantity, perContainer: quantity });

const nodeAllocatableClaim = signature<NodeAllocatableClaim>({
  resourceClaimName: OF_DEVICES,
  containers: ({ length }) => ended(length),
  mapping: listOf(mapping),
  overhead: listOf(overhead),
});

/** Among the conditions, only a pending resize is part of the shape. */
function resizeText(conditions: PodStatus['conditions']): string | undefined {
  const pending = conditions.find(({ type }) => type === 'PodResizePending');
  return pending === undefined ? undefined : lengthPrefixed(pending.reason);
}

const status = signature<PodStatus>({
  phase: irrelevant('it decides whether a pod counts, not what it requests'),
  startTime: irrelevant('a pending pod has not started'),
  conditions: (conditions) => resizeText(conditions),
  containerStatuses: listOf(containerStatus),
  initContainerStatuses: listOf(containerStatus),
  allocatedResources: amounts,
  resources: reported,
  resourceClaimStatuses: OF_DEVICES,
  extendedResourceClaimStatus: OF_DEVICES,
  nominatedNodeName: NOT_LOOKED_AT,
  nodeAllocatableResourceClaimStatuses: listOf(nodeAllocatableClaim),
});

/** Returns the shape of a pod with defaults. */
export const podShape = signature<Pod>({ metadata: irrelevant('the identity of a pod affects no filter'), spec, status });
