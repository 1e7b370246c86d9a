// The pods and claims that arguments and --namespace ask for.

import type { Workload } from '../../api/workload.js';
import type { ClaimGroup } from '../../schedule/claims.js';
import { GroupNames, NamesSeen, namespaceOf } from '../object-names.js';

/** A group of the namespace that is asked for. */
export interface MetGroup {
  /** The names of its claims and its pod. */
  readonly own: readonly string[];
  /** An argument names one of its claims, or its pod without the kind. */
  readonly byOwn: boolean;
  readonly byPod: boolean;
  readonly byOwner: boolean;
  /** It is asked for: by an argument, or since there is none. */
  readonly isAsked: boolean;
}

/** Tells of each group whether it is asked for. */
export class AskedGroups {
  readonly #wanted: ReadonlySet<string>;
  readonly #namespace: string | undefined;
  readonly #names: GroupNames;
  /** The names that were asked for and did not come by yet. */
  readonly #missing: Set<string>;
  readonly #seen = new NamesSeen();

  constructor(workloads: readonly Workload[], wanted: Iterable<string>, namespace: string | undefined) {
    this.#names = new GroupNames(workloads);
    this.#wanted = new Set(wanted);
    this.#missing = new Set(wanted);
    this.#namespace = namespace;
  }

  /** No group came by. */
  get isEmpty(): boolean {
    return this.#seen.isEmpty;
  }

  /** Arguments name what is asked for. */
  get hasNames(): boolean {
    return this.#wanted.size > 0;
  }

  /** The group is of the namespace that is asked for, or there is none. */
  isOfNamespace(group: ClaimGroup): boolean {
    return this.#namespace === undefined || namespaceOf(group) === this.#namespace;
  }

  /** A group comes by; undefined: it is of another namespace. */
  meet(group: ClaimGroup): MetGroup | undefined {
    if (!this.isOfNamespace(group)) return undefined;
    const named = this.#names.of(group);
    const { own, asPod, owners } = named;
    this.#seen.add(named);
    for (const name of [...own, ...asPod, ...owners]) this.#missing.delete(name);
    const [byOwn, byPod, byOwner] = [own, asPod, owners].map((names) => names.some((name) => this.#wanted.has(name))) as [
      boolean,
      boolean,
      boolean,
    ];
    return { own, byOwn, byPod, byOwner, isAsked: this.#wanted.size === 0 || byOwn || byPod || byOwner };
  }

  /** Says of each argument that named nothing what may be meant. */
  absences(): readonly string[] {
    return Array.from(this.#missing, (name) => this.#seen.absence(name));
  }
}
