// The rows of `fit`. The pods of an owner share a row, because the result is about replicas.

import { objectName } from '../../../core/api/meta.js';
import type { Workload } from '../../../core/api/workload.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { lacksClaims } from '../../../scheduler/pods/assigned-pods.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { setOf } from '../../../scheduler/pods/owners.js';
import { controllerOf, Ownership } from '../../../scheduler/pods/ownership.js';
import { specText } from '../../../scheduler/pods/spec-text.js';

/** The object of a row. */
export interface RowSubject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The set of its pods, if it has several. */
  readonly podSet?: string;
}

/** Pods or claims of one row. */
export interface OwnerRow {
  /** The first group without a problem. */
  readonly group: ClaimGroup;
  /** Absent if the row is about the pod or the claim of the group. */
  readonly subject?: RowSubject;
}

/** The groups of a row, with the owners of their pods from the direct owner upwards. */
interface EqualGroups {
  readonly groups: ClaimGroup[];
  readonly owners: readonly RowSubject[];
}

/** The key for the spec of pods that an owner has not made yet. */
const NOT_MADE_YET = '';

/** Assigns groups to rows. */
export class OwnerRows {
  readonly #ownership: Ownership;
  readonly #requested: ReadonlySet<string>;
  /** The rows by the topmost owner, or by the group if it has no owner; then by the spec of the pods, which differs during a rollout. */
  readonly #rows = new Map<unknown, Map<string, EqualGroups>>();

  /** `requested`: the names of the arguments. */
  constructor(workloads: readonly Workload[], requested: ReadonlySet<string>) {
    this.#ownership = new Ownership(workloads);
    this.#requested = requested;
  }

  add(group: ClaimGroup): void {
    // A DaemonSet has one pod for each node.
    const isApart = group.node !== undefined && !lacksClaims(group);
    const owners = isApart ? [] : this.#ownersOf(group);
    const key = owners.length === 0 || group.pod === undefined ? group : JSON.stringify(owners.at(-1));
    const spec = group.pod === undefined || group.madeFor !== undefined ? NOT_MADE_YET : specText(group.pod.spec);
    const ofOwner = entryIn(this.#rows, key, () => new Map<string, EqualGroups>());
    entryIn(ofOwner, spec, (): EqualGroups => ({ groups: [], owners })).groups.push(group);
  }

  /** Returns the rows, in the order of each owner's first group. */
  rows(): readonly OwnerRow[] {
    return [...this.#rows.values()].flatMap((ofOwner) => {
      const made = ofOwner.get(NOT_MADE_YET);
      const [first, ...others] = [...ofOwner.values()].filter((equalGroups) => equalGroups !== made);
      // The API server fills in specs of pods, so they differ from their template.
      const merged = first === undefined ? made : { ...first, groups: [...first.groups, ...(made?.groups ?? [])] };
      return [merged as EqualGroups, ...others].map((equalGroups) => this.#rowOf(equalGroups, others.length === 0));
    });
  }

  #rowOf(equalGroups: EqualGroups, isOnly: boolean): OwnerRow {
    const { groups } = equalGroups;
    const group = groups.find(({ problem }) => problem === undefined) ?? (groups[0] as ClaimGroup);
    const subject = this.#subjectOf(equalGroups, isOnly);
    return subject === undefined ? { group } : { group, subject };
  }

  /**
   * Returns the owner that an argument names, else the topmost owner. If the topmost owner has rows of several templates,
   * returns the direct owner. A single named pod has its own row.
   */
  #subjectOf({ groups, owners }: EqualGroups, isOnly: boolean): RowSubject | undefined {
    const named = owners.find(({ kind, namespace, name }) => this.#requested.has(`${kind.toLowerCase()}/${namespace}/${name}`));
    if (named !== undefined && isOnly) return named;
    const [group] = groups;
    if (named === undefined && groups.length === 1 && group !== undefined && this.#isNamed(group)) return undefined;
    return isOnly ? owners.at(-1) : owners[0];
  }

  #isNamed({ pod }: ClaimGroup): boolean {
    const name = pod === undefined ? '' : objectName(pod.metadata);
    return this.#requested.has(name) || this.#requested.has(`pod/${name}`);
  }

  #ownersOf({ pod, madeFor }: ClaimGroup): readonly RowSubject[] {
    if (madeFor !== undefined) return [madeFor, ...this.#ownership.above(madeFor)].map((owner) => subjectOf(owner, pod));
    if (pod === undefined) return [];
    const owners = this.#ownership.above(pod).map((owner) => subjectOf(owner, pod));
    const reference = controllerOf(pod);
    if (reference === undefined || owners.some(({ kind, name }) => kind === reference.kind && name === reference.name)) return owners;
    return [{ kind: reference.kind, namespace: pod.metadata.namespace, name: reference.name }, ...owners];
  }
}

function subjectOf(workload: Workload, pod: ClaimGroup['pod']): RowSubject {
  const { kind, metadata } = workload;
  const set = pod === undefined ? undefined : setOf(workload, pod.metadata.name, [pod.metadata.labels]);
  const podSet = workload.podSets.length < 2 || set === undefined ? {} : { podSet: set.name };
  return { kind, namespace: metadata.namespace, name: metadata.name, ...podSet };
}
