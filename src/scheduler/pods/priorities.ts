// Finds pod priorities by PriorityClass, as the API server's admission does. Source: plugin/pkg/admission/priority of Kubernetes 1.37.1.

import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { PriorityClass } from '../../core/api/priority-class.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { shorten } from '../../core/base/words.js';

/** Classes that every API server has (pkg/apis/scheduling/v1 SystemPriorityClasses). */
const SYSTEM_CLASSES: ReadonlyMap<string, number> = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
]);

/** The most characters of a name that a message shows. */
const MOST_SHOWN = 253;

type WithPriority = Pick<PodSpec, 'priority' | 'priorityClassName'>;

/** Finds the priority of pods. */
export class Priorities {
  readonly #values = new Map<string, number>(SYSTEM_CLASSES);
  /** The classes whose pods never preempt. */
  readonly #never = new Set<string>();
  #default: PriorityClass | undefined;
  /** False if the input has no classes at all. The classes of the cluster are then unknown. */
  #hasClasses = false;

  /** `classes`: of the cluster. If several classes are the default, the lowest one counts. */
  constructor(classes: readonly PriorityClass[]) {
    for (const each of classes) this.#add(each);
  }

  /** Reads the classes of a cluster, which may be many, within the limits of a call. */
  static *within(classes: readonly PriorityClass[], checkpoint: Checkpoint): Incremental<Priorities> {
    const priorities = new Priorities([]);
    for (const each of classes) {
      priorities.#add(each);
      if (checkpoint.due()) yield;
    }
    return priorities;
  }

  #add(priorityClass: PriorityClass): void {
    const { metadata, value, globalDefault, preemptionPolicy } = priorityClass;
    this.#values.set(metadata.name, value);
    if (preemptionPolicy === 'Never') this.#never.add(metadata.name);
    if (globalDefault && value < (this.#default?.value ?? Number.POSITIVE_INFINITY)) this.#default = priorityClass;
    this.#hasClasses = true;
  }

  /** Returns the preemption policy of a pod. Admission sets the policy of a new pod from its class. */
  policyOf({ preemptionPolicy, priorityClassName }: Pick<PodSpec, 'preemptionPolicy' | 'priorityClassName'>): string {
    if (preemptionPolicy !== '') return preemptionPolicy;
    const name = priorityClassName === '' ? this.#default?.metadata.name : priorityClassName;
    return name !== undefined && this.#never.has(name) ? 'Never' : 'PreemptLowerPriority';
  }

  /** Returns the priority of a pod or pod group with this spec. An unknown class counts as 0. */
  of(spec: WithPriority): number {
    return spec.priority ?? this.#ofClass(spec) ?? 0;
  }

  /** Returns why the API server rejects the creation of a pod; undefined if it accepts the pod, or the pod exists. */
  refusalOf({ metadata, spec }: Pod): string | undefined {
    if (!this.#hasClasses || metadata.uid !== '' || spec.nodeName !== '') return undefined;
    const value = this.#ofClass(spec);
    if (value === undefined) return `no PriorityClass with name ${shorten(spec.priorityClassName, MOST_SHOWN)} was found`;
    if (spec.priority === undefined || spec.priority === value) return undefined;
    return (
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; ` +
      `priority admission controller computed ${value} from the given PriorityClass name`
    );
  }

  /** Returns whether the class of a spec is unknown because the input has no classes. */
  isGuessed({ priority, priorityClassName }: PodSpec): boolean {
    return !this.#hasClasses && priority === undefined && priorityClassName !== '' && !this.#values.has(priorityClassName);
  }

  #ofClass({ priorityClassName }: WithPriority): number | undefined {
    return priorityClassName === '' ? (this.#default?.value ?? 0) : this.#values.get(priorityClassName);
  }
}
