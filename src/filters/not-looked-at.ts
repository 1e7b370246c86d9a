// Names what of a pod decides about nodes in a real scheduler and is not looked at here, so that nobody takes an answer for more than it is.

import type { Pod } from '../api/pod.js';
import type { Volume } from '../api/volume.js';
import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import { shorten } from '../base/words.js';

/** The part of the cluster that decides with the pod. */
export interface PodSurroundings {
  /** Pods that run demand that some pods are not with them. */
  readonly hasRepellingPods?: boolean;
  /** The lowest priority of a pod that runs: one of less than this pod's could be evicted for it. */
  readonly lowestPriority?: number;
  /** The highest priority of another pod that waits with a node that it is nominated for: there it holds room against pods of no higher one. */
  readonly nominatedPriority?: number;
  /** The namespace of the pod has a LimitRange, which gives pods that are yet to be created requests. */
  readonly hasLimitRange?: boolean;
  /** The runtime classes that are known. */
  readonly runtimeClasses?: { has(name: string): boolean };
}

/** The priority that a pod has unless it says so itself. */
const DEFAULT_PRIORITY = 0;

/** Volumes of these kinds can be attached to some nodes only, or to so many pods only. */
const ATTACHED: readonly (readonly [keyof Volume, string])[] = [
  ['persistentVolumeClaim', 'persistent volume claims'],
  ['ephemeral', 'ephemeral volumes'],
  ['csi', 'CSI volumes'],
  ['awsElasticBlockStore', 'AWS disks'],
  ['azureDisk', 'Azure disks'],
  ['cinder', 'Cinder disks'],
  ['gcePersistentDisk', 'GCE disks'],
  ['iscsi', 'iSCSI disks'],
  ['rbd', 'RBD disks'],
];

/** The things about a pod that are not looked at, in words such as `topology spread constraints`; empty: nothing is left out. */
export function notLookedAt(pod: Pod, around: PodSurroundings = {}, checkpoint: Checkpoint = UNLIMITED): readonly string[] {
  const { affinity, topologySpreadConstraints, volumes, schedulerName, priority = DEFAULT_PRIORITY, preemptionPolicy } = pod.spec;
  const { nominatedNodeName } = pod.status;
  const attached = ATTACHED.flatMap(([kind, words]) => (checkpoint.some(volumes, (volume) => volume[kind] === true) ? [words] : []));
  const spreads = checkpoint.some(topologySpreadConstraints, ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  const canPreempt = preemptionPolicy !== 'Never' && around.lowestPriority !== undefined && around.lowestPriority < priority;
  const makesWay = around.nominatedPriority !== undefined && around.nominatedPriority >= priority;
  const isOther = schedulerName !== '' && schedulerName !== 'default-scheduler';
  return [
    ...(hasUnknownRuntime(pod, around) ? [`runtime class ${shorten(pod.spec.runtimeClassName, MOST_SHOWN)}, which is not known`] : []),
    ...(nominatedNodeName === '' ? [] : [`the nomination for node ${shorten(nominatedNodeName, MOST_SHOWN)}`]),
    ...(around.hasLimitRange === true && pod.metadata.uid === '' ? ['defaults and bounds of a LimitRange'] : []),
    ...(makesWay ? ['room held for pods that are nominated for a node'] : []),
    ...(isOther ? [`the settings of scheduler ${shorten(schedulerName, MOST_SHOWN)}`] : []),
    ...attached,
    ...(affinity?.podAffinity?.required === true ? ['affinity to other pods'] : []),
    ...(affinity?.podAntiAffinity?.required === true ? ['anti-affinity to other pods'] : []),
    ...(around.hasRepellingPods === true ? ['anti-affinity of pods that run'] : []),
    ...(spreads ? ['topology spread constraints'] : []),
    ...(canPreempt ? ['preemption of pods with lower priority'] : []),
  ];
}

/** The API server refuses a pod of a class that there is not. One that is there already has what its class gives. */
function hasUnknownRuntime({ metadata, spec: { runtimeClassName } }: Pod, { runtimeClasses }: PodSurroundings): boolean {
  return metadata.uid === '' && runtimeClassName !== '' && runtimeClasses?.has(runtimeClassName) === false;
}

const MOST_SHOWN = 80;
