// Names what of a pod decides about nodes in a real scheduler and is not considered here, so that nobody takes an answer for more than it is.

import type { Pod } from '../../core/api/pod.js';
import type { Volume } from '../../core/api/volume.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { shorten } from '../../core/base/words.js';
import { Priorities } from '../pods/priorities.js';
import type { PodTally } from './pod-tally.js';

/** The part of the cluster that decides with the pod, as far as it is known. */
export interface PodSurroundings {
  /** Pods that run demand that some pods are not with them. */
  readonly hasRepellingPods?: boolean;
  /** All pods. One that runs with less priority than this pod's could be evicted for it; one that is nominated holds room. */
  readonly pods?: PodTally;
  readonly priorities?: Priorities;
  /** The namespaces with a LimitRange, which gives pods that are yet to be created requests. */
  readonly limitedNamespaces?: { has(name: string): boolean };
  /** The runtime classes by name. */
  readonly runtimeClasses?: { has(name: string): boolean };
}

/** The things about a pod that are not considered, in words such as `topology spread constraints`. */
export interface NotLookedAt {
  /** The things that decide in any case. */
  readonly always: readonly string[];
  /** The things that could help a pod that no node takes. */
  readonly ifRefused: readonly string[];
}

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

/** The things about a pod that are not considered. */
export function notLookedAt(pod: Pod, around: PodSurroundings = {}, checkpoint: Checkpoint = UNLIMITED): NotLookedAt {
  const { topologySpreadConstraints, volumes } = pod.spec;
  checkpoint.step(Math.ceil(topologySpreadConstraints.length / ITEMS_A_UNIT) + volumes.length);
  const { priorities = NO_CLASSES, pods } = around;
  const priority = priorities.of(pod.spec);
  const lowest = pods?.lowestRunning(priorities);
  const canPreempt = pod.spec.preemptionPolicy !== 'Never' && lowest !== undefined && lowest < priority;
  return { always: alwaysOf(pod, around), ifRefused: canPreempt ? ['preemption of pods with lower priority'] : [] };
}

/** The words for a pod whose answer is known. */
export function wordsOf({ always, ifRefused }: NotLookedAt, isRefused: boolean): readonly string[] {
  return isRefused ? [...always, ...ifRefused] : always;
}

const NO_CLASSES = new Priorities([]);

function alwaysOf(pod: Pod, around: PodSurroundings): readonly string[] {
  const { priorities = NO_CLASSES, pods } = around;
  const { affinity, topologySpreadConstraints, volumes, schedulerName, priorityClassName } = pod.spec;
  const { nominatedNodeName } = pod.status;
  const isNew = pod.metadata.uid === '';
  const attached = attachedKinds(volumes);
  const spreads = topologySpreadConstraints.some(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  const nominated = pods?.highestNominated(pod, priorities);
  const makesWay = nominated !== undefined && nominated >= priorities.of(pod.spec);
  const isLimited = isNew && around.limitedNamespaces?.has(pod.metadata.namespace) === true;
  const isOther = schedulerName !== '' && schedulerName !== 'default-scheduler';
  return [
    ...(hasUnknownRuntime(pod, around) ? [`runtime class ${shorten(pod.spec.runtimeClassName, MOST_SHOWN)}, which is not known`] : []),
    ...(isNew && priorities.isGuessed(pod.spec) ? [`priority class ${shorten(priorityClassName, MOST_SHOWN)}, which is not known`] : []),
    ...(nominatedNodeName === '' ? [] : [`the nomination for node ${shorten(nominatedNodeName, MOST_SHOWN)}`]),
    ...(isLimited ? ['defaults and bounds of a LimitRange'] : []),
    ...(makesWay ? ['room held for pods that are nominated for a node'] : []),
    ...(isOther ? [`the settings of scheduler ${shorten(schedulerName, MOST_SHOWN)}`] : []),
    ...attached,
    ...(affinity?.podAffinity?.required === true ? ['affinity to other pods'] : []),
    ...(affinity?.podAntiAffinity?.required === true ? ['anti-affinity to other pods'] : []),
    ...(around.hasRepellingPods === true ? ['anti-affinity of pods that run'] : []),
    ...(spreads ? ['topology spread constraints'] : []),
  ];
}

function attachedKinds(volumes: readonly Volume[]): readonly string[] {
  return ATTACHED.flatMap(([kind, words]) => (volumes.some((volume) => volume[kind] === true) ? [words] : []));
}

/** Nobody knows what a class gives where the input has none. A pod that is there already has it. */
function hasUnknownRuntime({ metadata, spec: { runtimeClassName } }: Pod, { runtimeClasses }: PodSurroundings): boolean {
  return metadata.uid === '' && runtimeClassName !== '' && runtimeClasses?.has(runtimeClassName) === false;
}

const MOST_SHOWN = 80;
