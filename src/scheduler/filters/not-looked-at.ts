// Lists the properties of a pod that affect a real scheduler and are not considered here, so that users see the limits of an answer.

import { objectName } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { PodGroup } from '../../core/api/pod-group.js';
import { DEFAULT_SCHEDULER } from '../../core/api/scheduler-configuration.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { shorten } from '../../core/base/words.js';
import { groupNameOf } from '../pods/pod-groups.js';
import { Priorities } from '../pods/priorities.js';
import type { SchedulerProfiles } from '../profile/scheduler-profile.js';
import type { PodTally } from './pod-tally.js';

/** The part of the cluster that affects the pod, as far as it is available. */
export interface PodSurroundings {
  /** All pods. Running pods with lower priority could be evicted, and nominated pods reserve room. */
  readonly pods?: PodTally;
  readonly priorities?: Priorities;
  /** The namespaces with a LimitRange, which sets the requests of new pods. */
  readonly limitedNamespaces?: { has(name: string): boolean };
  /** The runtime classes by name. */
  readonly runtimeClasses?: { has(name: string): boolean };
  /** The profiles of the configuration of the scheduler. Absent if the input has no such configuration. */
  readonly profiles?: SchedulerProfiles | undefined;
  /** Returns the PodGroup of a pod, if it exists. Absent if the gate GenericWorkload is off, so that the scheduler ignores PodGroups. */
  readonly podGroupOf?: ((pod: Pod) => PodGroup | undefined) | undefined;
}

/** The properties of a pod that are not considered, in words such as `topology spread constraints`. */
export interface NotLookedAt {
  /** The properties that always matter. */
  readonly always: readonly string[];
  /** The properties that could help a pod that fits no node. */
  readonly ifRefused: readonly string[];
  /** The PodGroup of the pod, which matters if the caller does not place its pods together. */
  readonly ofGroup?: string | undefined;
}

/**
 * Returns the properties of a pod that are not considered. `absent`: kinds of objects that the pod needs and that the input
 * does not have.
 */
export function* notLookedAt(
  pod: Pod,
  surroundings: PodSurroundings = {},
  absent: readonly string[] = NO_WORDS,
  checkpoint: Checkpoint = UNLIMITED,
): Incremental<NotLookedAt> {
  if (checkpoint.due()) yield;
  const { priorities = NO_CLASSES, pods } = surroundings;
  const priority = priorities.of(pod.spec);
  const lowest = pods?.lowestRunning(priorities);
  const preempts = surroundings.profiles?.of(pod.spec.schedulerName).preempts ?? true;
  const canPreempt = preempts && priorities.policyOf(pod.spec) !== 'Never' && lowest !== undefined && lowest < priority;
  const ofGroup = surroundings.podGroupOf === undefined ? undefined : groupInWords(pod);
  const always = alwaysOf(pod, surroundings, absent);
  return { always, ifRefused: canPreempt ? ['preemption of pods with lower priority'] : [], ...(ofGroup === undefined ? {} : { ofGroup }) };
}

/** Returns `the other pods of PodGroup ns/g, which the scheduler places together`; undefined for a pod without a PodGroup. */
export function groupInWords({ metadata: { namespace }, spec }: Pod): string | undefined {
  const name = groupNameOf(spec);
  return name && `the other pods of PodGroup ${shorten(objectName({ namespace, name }), MOST_SHOWN)}, which the scheduler places together`;
}

/** Returns the properties in words after the result for the pod is determined. */
export function wordsOf({ always, ifRefused }: NotLookedAt, isRefused: boolean): readonly string[] {
  return isRefused ? [...always, ...ifRefused] : always;
}

/** Returns the words for a caller that places a pod without the other pods of its PodGroup. */
export function wordsAlone(notConsidered: NotLookedAt, isRefused: boolean): readonly string[] {
  const { ofGroup } = notConsidered;
  return [...wordsOf(notConsidered, isRefused), ...(ofGroup === undefined ? [] : [ofGroup])];
}

const NO_CLASSES = new Priorities([]);
const NO_WORDS: readonly string[] = [];

function alwaysOf(pod: Pod, surroundings: PodSurroundings, absent: readonly string[]): readonly string[] {
  const { priorities = NO_CLASSES, pods } = surroundings;
  const { schedulerName, priorityClassName } = pod.spec;
  const { nominatedNodeName } = pod.status;
  const isNew = pod.metadata.uid === '';
  const nominated = pods?.highestNominated(pod, priorities);
  const makesWay = nominated !== undefined && nominated >= priorities.of(pod.spec);
  const isLimited = isNew && surroundings.limitedNamespaces?.has(pod.metadata.namespace) === true;
  const profile = surroundings.profiles?.of(schedulerName);
  const isOther = profile === undefined && schedulerName !== '' && schedulerName !== DEFAULT_SCHEDULER;
  return [
    ...(hasUnknownRuntime(pod, surroundings)
      ? [`runtime class ${shorten(pod.spec.runtimeClassName, MOST_SHOWN)}, which the input does not have`]
      : []),
    ...(isNew && priorities.isGuessed(pod.spec)
      ? [`priority class ${shorten(priorityClassName, MOST_SHOWN)}, which the input does not have`]
      : []),
    ...(nominatedNodeName === '' ? [] : [`the nomination for node ${shorten(nominatedNodeName, MOST_SHOWN)}`]),
    ...(isLimited ? ['defaults and limits of a LimitRange'] : []),
    ...(makesWay ? ['resources reserved for pods that are nominated for a node'] : []),
    ...(isOther ? [`the settings of scheduler ${shorten(schedulerName, MOST_SHOWN)}`] : []),
    ...constraintsOf(surroundings.podGroupOf?.(pod)),
    ...otherGang(pod),
    ...(profile?.notConsidered ?? []),
    ...absent,
  ];
}

/** Lists the properties of a PodGroup that only gates of alpha stage use. */
function constraintsOf(group: PodGroup | undefined): readonly string[] {
  if (group === undefined) return NO_WORDS;
  const name = shorten(objectName(group.metadata), MOST_SHOWN);
  const { schedulingConstraints, parentCompositePodGroupName } = group.spec;
  return [
    ...(schedulingConstraints.topology.length === 0 ? [] : [`the topology constraints of PodGroup ${name}`]),
    ...(parentCompositePodGroupName === '' ? [] : [`the CompositePodGroup of PodGroup ${name}`]),
  ];
}

/** Schedulers whose gangs also depend on queues, and on the tasks or subgroups of a job. Sources: volcano-sh/volcano and NVIDIA/KAI-Scheduler. */
const GANG_SCHEDULERS: ReadonlyMap<string, string> = new Map([
  ['volcano', 'gangs and queues of Volcano: its scheduler waits for minMember pods'],
  ['kai-scheduler', 'gangs and queues of KAI: its scheduler waits for minMember pods'],
]);

/** The label of a pod that the plugin Coscheduling places with others. Source: apis/scheduling of kubernetes-sigs/scheduler-plugins. */
const COSCHEDULING_LABEL = 'scheduling.x-k8s.io/pod-group';

function otherGang({ metadata, spec }: Pod): readonly string[] {
  const words = GANG_SCHEDULERS.get(spec.schedulerName);
  const group = metadata.labels.get(COSCHEDULING_LABEL);
  return [
    ...(words === undefined ? [] : [words]),
    ...(group === undefined
      ? []
      : [`the gang ${shorten(group, MOST_SHOWN)} of the plugin Coscheduling: its pods hold their nodes until minMember pods have one`]),
  ];
}

/** Without its RuntimeClass, the fields that a new pod would receive are unknown. An existing pod already has them. */
function hasUnknownRuntime({ metadata, spec: { runtimeClassName } }: Pod, { runtimeClasses }: PodSurroundings): boolean {
  return metadata.uid === '' && runtimeClassName !== '' && runtimeClasses?.has(runtimeClassName) === false;
}

const MOST_SHOWN = 80;
