// Finds kinds that the input lacks, by evidence in the input itself. A table has the evidence, and the commands whose result
// would be wrong.

import { objectName } from '../../../core/api/meta.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { Pod } from '../../../core/api/pod.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../../../core/api/resource-claim.js';
import type { Workload } from '../../../core/api/workload.js';
import { count, some } from '../../../core/base/words.js';
import type { Features } from '../../../core/features/features.js';
import { isPodDone } from '../../../scheduler/pods/owners.js';
import { objectKey } from '../../../scheduler/pods/ownership.js';
import { groupNameOf } from '../../../scheduler/pods/pod-groups.js';
import { dumpOf } from '../cluster-dump.js';

/** The commands that may need more objects than the input has. */
export type NeedingCommand = 'allocate' | 'nodes' | 'explain' | 'fit' | 'simulate' | 'diff' | 'inventory';

/** The input, and the question about it. */
export interface CompletenessInput {
  readonly objects: ObjectSet;
  readonly command: NeedingCommand;
  /** True if only devices decide, without the other filters of the scheduler. */
  readonly devicesOnly: boolean;
  readonly features: Pick<Features, 'genericWorkload'>;
}

/** A kind of objects that the input lacks. */
export interface Gap {
  /** The kubectl name of the kind. */
  readonly kind: string;
  readonly message: string;
  /** The first object that is evidence. */
  readonly object: object;
  /** True if the gap is a note and does not stop the command. */
  readonly isNote: boolean;
}

/** Objects that are evidence, each with its description. */
type Evidence = readonly { readonly object: object; readonly words: string }[];

interface Row {
  readonly kind: string;
  readonly title: string;
  /** The commands whose result would be wrong. */
  readonly commands: readonly NeedingCommand[];
  /** True if the gap is a note and does not stop the command. */
  readonly isNote?: true;
  readonly consequence: string;
  readonly shownBy: (input: CompletenessInput) => Evidence;
}

const PLACING: readonly NeedingCommand[] = ['allocate', 'nodes', 'explain', 'fit', 'simulate', 'diff'];
const ALL: readonly NeedingCommand[] = [...PLACING, 'inventory'];

/** The kinds, in the order of the message. Missing ResourceQuotas and DeviceTaintRules cannot be detected. */
export const COMPLETENESS: readonly Row[] = [
  {
    kind: 'resourceclaims',
    title: 'ResourceClaims',
    commands: ALL,
    consequence: 'their devices would count as free',
    shownBy: missingClaims,
  },
  {
    kind: 'resourceclaimtemplates',
    title: 'ResourceClaimTemplates',
    commands: PLACING,
    consequence: 'no claim can be created for these pods',
    shownBy: ({ objects, command }) => (objects.resourceClaimTemplates.length > 0 ? [] : templateUsers(objects, command)),
  },
  { kind: 'deviceclasses', title: 'DeviceClasses', commands: PLACING, consequence: 'no request could be met', shownBy: missingClasses },
  {
    kind: 'resourceslices',
    title: 'ResourceSlices',
    commands: ALL,
    consequence: 'no node would have devices',
    shownBy: ({ objects }) => (objects.resourceSlices.length > 0 ? [] : objects.resourceClaims.filter(hasDevices).map(allocatedWords)),
  },
  {
    kind: 'nodes',
    title: 'Nodes',
    commands: PLACING,
    consequence: 'their resources, labels and taints would be missing',
    shownBy: ({ objects, devicesOnly }) => (devicesOnly || objects.nodes.length > 0 ? [] : storedOnNodes(objects).map(onNodeWords)),
  },
  {
    kind: 'nodes',
    title: 'Nodes',
    commands: PLACING,
    isNote: true,
    consequence: 'these nodes are not considered',
    shownBy: ({ objects }) => nodesElsewhere(objects),
  },
  {
    kind: 'pods',
    title: 'Pods',
    commands: PLACING,
    isNote: true,
    consequence: 'the resources that they use count as free',
    shownBy: missingPods,
  },
  {
    kind: 'podgroups.scheduling.k8s.io',
    title: 'PodGroups',
    commands: PLACING,
    consequence: 'these pods would be pending because their group is missing',
    shownBy: ({ objects, features }) =>
      objects.podGroups.length > 0 || !features.genericWorkload ? [] : objects.pods.filter(isStoredPending).flatMap(inGroupWords),
  },
];

/** The most names in a message; others are only counted. */
const MAX_NAMES = 3;

/** Returns the gaps of the input for a command, in the order of the table. */
export function findGaps(input: CompletenessInput): readonly Gap[] {
  const found = COMPLETENESS.filter(({ commands }) => commands.includes(input.command)).flatMap((row) => {
    const evidence = row.shownBy(input);
    return evidence.length === 0 ? [] : [{ row, evidence }];
  });
  const blocking = new Set(found.filter(({ row }) => row.isNote !== true).map(({ row }) => row.kind));
  return found.map(({ row: { kind, title, isNote = false, consequence }, evidence }) => {
    const words = some([...new Set(evidence.map((one) => one.words))], MAX_NAMES);
    const remedy = `add the output of ${dumpOf(isNote ? [kind] : [...blocking])} with -f`;
    const message = `the input lacks ${title}: ${words}; ${consequence}: ${remedy}`;
    return { kind, message, object: (evidence[0] as Evidence[number]).object, isNote };
  });
}

/** Returns whether a cluster has stored the object. Manifests that users write have no uid. */
function isStored({ metadata }: { readonly metadata: { readonly uid: string } }): boolean {
  return metadata.uid !== '';
}

/**
 * Returns whether a pod is from a cluster. Dumps that were cleaned up have no uid, but still have the status from the
 * controllers and the kubelet.
 */
function isObserved(pod: Pod): boolean {
  const { phase, resourceClaimStatuses, extendedResourceClaimStatus } = pod.status;
  return isStored(pod) || phase === 'Running' || resourceClaimStatuses.length > 0 || extendedResourceClaimStatus !== undefined;
}

function isBound({ spec }: Pod): boolean {
  return spec.nodeName !== '';
}

function isStoredPending(pod: Pod): boolean {
  return isObserved(pod) && !isBound(pod) && !isPodDone(pod);
}

function nameOf(kind: string, { metadata }: { readonly metadata: Pod['metadata'] }): string {
  return `${kind} ${objectName(metadata)}`;
}

/** Returns the names of claims that must exist: the claims in the spec of a pod, and for a pod on a node also the claims in its status. */
function claimNames(pod: Pod): readonly string[] {
  const { spec, status } = pod;
  const inSpec = spec.resourceClaims.map(({ resourceClaimName }) => resourceClaimName);
  // The claims of a pending pod are made from their templates again, with an equal result.
  const recorded = isBound(pod)
    ? [
        ...status.resourceClaimStatuses.map(({ resourceClaimName }) => resourceClaimName),
        status.extendedResourceClaimStatus?.resourceClaimName,
      ]
    : [];
  return [...inSpec, ...recorded].filter((name) => name !== undefined);
}

/**
 * Running pods already have their claims. A pending pod may name a claim that does not exist. But a dump without any claims
 * lacks the kind.
 */
function missingClaims({ objects: { pods, resourceClaims, resourceQuotas } }: CompletenessInput): Evidence {
  const claimKeys = new Set(resourceClaims.map(({ metadata }) => objectKey(metadata.namespace, metadata.name)));
  const ofPods = pods.filter((pod) => isObserved(pod) && !isPodDone(pod) && (isBound(pod) || claimKeys.size === 0));
  const named = ofPods.flatMap((pod) =>
    claimNames(pod)
      .filter((name) => !claimKeys.has(objectKey(pod.metadata.namespace, name)))
      .map((name) => ({ object: pod, words: `${nameOf('pod', pod)} has claim ${name}` })),
  );
  if (named.length > 0) return named;
  const namespaces = new Set(resourceClaims.map(({ metadata }) => metadata.namespace));
  return resourceQuotas.flatMap((quota) => {
    if (!isStored(quota) || namespaces.has(quota.metadata.namespace)) return [];
    const counted = [...(quota.status.used ?? [])].find(([name, used]) => used.sign() > 0 && COUNTS_CLAIMS.test(name));
    return counted === undefined
      ? []
      : [{ object: quota, words: `${nameOf('ResourceQuota', quota)} counts ${counted[1]} of ${counted[0]}` }];
  });
}

/** The resources by which quotas count claims and their devices. */
const COUNTS_CLAIMS = /^count\/resourceclaims\.resource\.k8s\.io$|\.deviceclass\.resource\.k8s\.io\/devices$/;

/**
 * Pods and workloads whose claims the command makes from templates. Stored workloads have already made their pods, so only
 * additional replicas need templates.
 */
function templateUsers({ pods, workloads, resourceClaims }: ObjectSet, command: NeedingCommand): Evidence {
  const claimKeys = new Set(resourceClaims.map(({ metadata }) => objectKey(metadata.namespace, metadata.name)));
  const ofPods = pods.filter(isStoredPending).flatMap((pod) =>
    pod.spec.resourceClaims.flatMap(({ name, resourceClaimTemplateName }) => {
      const made = pod.status.resourceClaimStatuses.find((status) => status.name === name);
      const isMade = made !== undefined && claimKeys.has(objectKey(pod.metadata.namespace, made.resourceClaimName ?? ''));
      if (resourceClaimTemplateName === undefined || isMade) return [];
      return [{ object: pod, words: `${nameOf('pod', pod)} has a claim from template ${resourceClaimTemplateName}` }];
    }),
  );
  if (command !== 'fit' && command !== 'simulate') return ofPods;
  return [...ofPods, ...workloads.filter(isStored).flatMap(fromTemplate)];
}

function fromTemplate(workload: Workload): Evidence {
  return workload.podSets.flatMap(({ template: { spec } }) =>
    spec.resourceClaims.flatMap(({ resourceClaimTemplateName: name }) =>
      name === undefined ? [] : [{ object: workload, words: `${nameOf(workload.kind, workload)} has claims from template ${name}` }],
    ),
  );
}

/** Unallocated claims, and templates in use, if the input has no class at all. */
function missingClasses({ objects, command }: CompletenessInput): Evidence {
  const { deviceClasses, resourceClaims, resourceClaimTemplates, pods, workloads } = objects;
  if (deviceClasses.length > 0) return [];
  const pending = resourceClaims.filter((claim) => claim.status.allocation === undefined && requestsDevices(claim.spec));
  const makers = [
    ...pods.filter((pod) => !isBound(pod) && !isPodDone(pod)).map((pod) => ({ of: pod, specs: [pod.spec] })),
    ...workloads
      .filter((workload) => !isStored(workload) || command === 'fit' || command === 'simulate')
      .map((workload) => ({ of: workload, specs: workload.podSets.map(({ template }) => template.spec) })),
  ];
  const used = new Set(
    makers.flatMap(({ of: { metadata }, specs }) =>
      specs.flatMap(({ resourceClaims: entries }) =>
        entries.flatMap(({ resourceClaimTemplateName: name }) => (name === undefined ? [] : [objectKey(metadata.namespace, name)])),
      ),
    ),
  );
  const templates = resourceClaimTemplates.filter(
    ({ metadata, spec }) => (used.has(objectKey(metadata.namespace, metadata.name)) || command === 'fit') && requestsDevices(spec.spec),
  );
  return [
    ...pending.map((claim) => classWords('claim', claim, claim.spec)),
    ...templates.map((template) => classWords('template', template, template.spec.spec)),
  ];
}

function classesOf({ devices }: ResourceClaimTemplate['spec']['spec']): readonly string[] {
  return devices.requests.flatMap(({ exactly, firstAvailable }) =>
    (exactly === undefined ? firstAvailable : [exactly]).map(({ deviceClassName }) => deviceClassName),
  );
}

function requestsDevices(spec: ResourceClaimTemplate['spec']['spec']): boolean {
  return classesOf(spec).length > 0;
}

function classWords(kind: string, object: ResourceClaim | ResourceClaimTemplate, spec: ResourceClaim['spec']): Evidence[number] {
  return { object, words: `${nameOf(kind, object)} requests class ${classesOf(spec)[0] ?? ''}` };
}

function hasDevices({ status }: ResourceClaim): boolean {
  return (status.allocation?.results.length ?? 0) > 0;
}

function allocatedWords(claim: ResourceClaim): Evidence[number] {
  return { object: claim, words: `${nameOf('claim', claim)} has allocated devices` };
}

function storedOnNodes({ pods }: ObjectSet): readonly Pod[] {
  return pods.filter((pod) => isObserved(pod) && isBound(pod) && !isPodDone(pod));
}

function onNodeWords(pod: Pod): Evidence[number] {
  return { object: pod, words: `${nameOf('pod', pod)} runs on node ${pod.spec.nodeName}` };
}

function nodesElsewhere(objects: ObjectSet): Evidence {
  if (objects.nodes.length === 0) return [];
  const nodeNames = new Set(objects.nodes.map(({ metadata }) => metadata.name));
  const pods = storedOnNodes(objects).filter(({ spec }) => !nodeNames.has(spec.nodeName));
  const byNode = new Map(pods.map((pod) => [pod.spec.nodeName, pod]));
  const first = pods[0];
  if (first === undefined) return [];
  return [
    {
      object: first,
      words: `${count(pods.length, 'pod')} ${pods.length === 1 ? 'runs' : 'run'} on ${some([...byNode.keys()], MAX_NAMES)}`,
    },
  ];
}

/**
 * Claims that are reserved for pods. They are evidence only if the input has no bound pod in their namespace, and nodes report resources that running pods use.
 */
function missingPods({ objects: { pods, workloads, nodes, resourceClaims }, devicesOnly }: CompletenessInput): Evidence {
  const hasRoom = nodes.some(({ status }) => status.allocatable !== undefined);
  const hasPendingPods = workloads.length > 0 || pods.some((pod) => !isBound(pod) && !isPodDone(pod));
  if (devicesOnly || !hasRoom || !hasPendingPods) return [];
  const namespaces = new Set(pods.filter(isBound).map(({ metadata }) => metadata.namespace));
  const present = new Set(pods.map(({ metadata }) => objectKey(metadata.namespace, metadata.name)));
  return resourceClaims.flatMap((claim) => {
    const consumer = claim.status.reservedFor.find(
      ({ resource, name }) => resource === 'pods' && !present.has(objectKey(claim.metadata.namespace, name)),
    );
    if (consumer === undefined || !isStored(claim) || namespaces.has(claim.metadata.namespace)) return [];
    return [{ object: claim, words: `${nameOf('claim', claim)} is reserved for pod ${consumer.name}` }];
  });
}

function inGroupWords(pod: Pod): Evidence {
  const group = groupNameOf(pod.spec);
  return group === undefined ? [] : [{ object: pod, words: `${nameOf('pod', pod)} belongs to PodGroup ${group}` }];
}
