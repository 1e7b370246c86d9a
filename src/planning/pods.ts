// The pods of a simulation, and their shapes. Pods of one shape have the same result until a change may help them.

import { claimKey } from '../cluster/claims.js';
import { groupKeyOf } from '../cluster/pod-objects.js';
import { objectName } from '../core/api/meta.js';
import type { Pod, PodSpec } from '../core/api/pod.js';
import { dropFrom, entryIn, weakEntryIn } from '../core/base/entry-in.js';
import { AllocationError } from '../core/base/errors.js';
import { PreparedPod } from '../placement/prepared-pod.js';
import { needsOtherPods } from '../scheduler/filters/pod-relations.js';
import { isAssigned } from '../scheduler/pods/assigned-pods.js';
import { specText } from '../scheduler/pods/spec-text.js';
import type { OwnedSet, Shape, SimulatedPod } from './model.js';

/** The most pods that a simulation has at a time. */
export const MOST_PODS = 200_000;

/** The most pods that a simulation makes in total. */
export const MOST_PODS_EVER = 1_000_000;

/** Assigns shapes to pods. */
class Shapes {
  readonly #hasGangs: boolean;
  /** A number for each text of a spec or of labels, since most pods share a few texts. */
  readonly #numbers = new Map<string, number>();
  readonly #numberOf = new WeakMap<PodSpec | Pod['metadata']['labels'], number>();
  readonly #shapes = new Map<string, Shape>();

  constructor(hasGangs: boolean) {
    this.#hasGangs = hasGangs;
  }

  of(pod: Pod, priority: number): Shape {
    const { metadata, spec, status } = pod;
    const numbers = [this.#numberFor(spec), this.#numberFor(metadata.labels)];
    // A pod with existing claims requests these claims only.
    const isItself =
      metadata.uid !== '' ||
      status.resourceClaimStatuses.length > 0 ||
      status.extendedResourceClaimStatus !== undefined ||
      spec.volumes.some(({ claimTemplate }) => claimTemplate !== undefined);
    const key = JSON.stringify([metadata.namespace, priority, isItself ? metadata.name : '', ...numbers]);
    return entryIn(this.#shapes, key, () => {
      const isSharing =
        spec.schedulingGroup !== undefined || spec.resourceClaims.some(({ resourceClaimName }) => resourceClaimName !== undefined);
      const gang = this.#hasGangs && !isAssigned(pod) ? groupKeyOf(pod) : undefined;
      return { spec, priority, isSharing: isSharing || isItself || needsOtherPods(pod), gang };
    });
  }

  #numberFor(value: PodSpec | Pod['metadata']['labels']): number {
    return weakEntryIn(this.#numberOf, value, () => entryIn(this.#numbers, specText(value), () => this.#numbers.size));
  }
}

/** A pod to be created. */
export interface NewPod {
  readonly pod: Pod;
  readonly priority: number;
  readonly owned?: OwnedSet | undefined;
  readonly lifetime?: number | undefined;
  /** Default: false. */
  readonly isFromInput?: boolean;
}

/** All existing pods. */
export class Pods {
  readonly #byKey = new Map<string, SimulatedPod>();
  readonly #onNode = new Map<string, Set<SimulatedPod>>();
  readonly #shapes: Shapes;
  /** The pods on nodes that name a claim, by claim key. */
  readonly #users = new Map<string, Set<SimulatedPod>>();
  #created = 0;

  /** `hasGangs`: the scheduler places the pods of a PodGroup together. */
  constructor(hasGangs: boolean) {
    this.#shapes = new Shapes(hasGangs);
  }

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): SimulatedPod | undefined {
    return this.#byKey.get(key);
  }

  values(): IterableIterator<SimulatedPod> {
    return this.#byKey.values();
  }

  on(node: string): readonly SimulatedPod[] {
    return [...(this.#onNode.get(node) ?? [])];
  }

  /** The names of the nodes that have pods. */
  nodes(): readonly string[] {
    return [...this.#onNode.keys()];
  }

  countOn(node: string): number {
    return this.#onNode.get(node)?.size ?? 0;
  }

  isUsed(claim: string): boolean {
    return this.#users.has(claim);
  }

  /** Throws `input-too-large` for more pods than a simulation accepts. */
  create({ pod, priority, owned, lifetime, isFromInput = false }: NewPod, now: number): SimulatedPod {
    if (this.#byKey.size >= MOST_PODS) throw tooMany(`more than ${MOST_PODS} pods at a time`);
    if (this.#created >= MOST_PODS_EVER) throw tooMany(`more than ${MOST_PODS_EVER} pods in total`);
    const shape = this.#shapes.of(pod, priority);
    const podOfShape = pod.spec === shape.spec ? pod : { ...pod, spec: shape.spec };
    const created: SimulatedPod = {
      pod: podOfShape,
      key: claimKey(pod),
      name: objectName(pod.metadata),
      prepared: new PreparedPod(podOfShape),
      shape,
      order: this.#created++,
      createdAt: now,
      owned,
      isFromInput,
      lifetime,
      node: undefined,
      placedAt: undefined,
      isGone: false,
      eviction: undefined,
      deviceEviction: undefined,
    };
    this.#byKey.set(created.key, created);
    return created;
  }

  /** Changes the spec of a pending pod before the scheduler considers it. */
  change(pod: SimulatedPod, spec: PodSpec): void {
    if (spec === pod.pod.spec) return;
    const changed = { ...pod.pod, spec };
    pod.shape = this.#shapes.of(changed, pod.shape.priority);
    pod.pod = changed;
    pod.prepared = new PreparedPod(changed);
  }

  place(pod: SimulatedPod, node: string): void {
    pod.node = node;
    entryIn(this.#onNode, node, () => new Set<SimulatedPod>()).add(pod);
    for (const claim of namedClaims(pod.pod)) entryIn(this.#users, claim, () => new Set<SimulatedPod>()).add(pod);
  }

  remove(pod: SimulatedPod): void {
    pod.isGone = true;
    this.#byKey.delete(pod.key);
    if (pod.node === undefined) return;
    dropFrom(this.#onNode, pod.node, pod);
    for (const claim of namedClaims(pod.pod)) dropFrom(this.#users, claim, pod);
  }
}

function namedClaims({ metadata: { namespace }, spec }: Pod): string[] {
  return spec.resourceClaims.flatMap(({ resourceClaimName: name }) =>
    name === undefined ? [] : [claimKey({ metadata: { namespace, name } })],
  );
}

function tooMany(what: string): AllocationError {
  return new AllocationError('input-too-large', `the simulation needs ${what}`);
}
