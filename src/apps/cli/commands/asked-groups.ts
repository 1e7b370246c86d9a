// The pods and claims that arguments and --namespace ask for.

import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { GroupNames, namespaceOf } from '../object-names.js';
import { AbsentNames, type NamedInput, notPending } from './absent-names.js';

/** A group of the namespace that is requested. */
export interface MetGroup {
  /** The names of its claims and its pod. */
  readonly own: readonly string[];
  /** An argument names one of its claims, or its pod without the kind. */
  readonly byOwn: boolean;
  readonly byPod: boolean;
  readonly byOwner: boolean;
  /** It is requested: by an argument, or since there is none. */
  readonly isAsked: boolean;
}

/** Tells of each group whether it is requested. */
export class AskedGroups {
  readonly #wanted: ReadonlySet<string>;
  readonly #namespace: string | undefined;
  readonly #names: GroupNames;
  /** The names that were requested and did not come by yet. */
  readonly #missing: Set<string>;
  readonly #absent: AbsentNames;
  readonly #running: string[] = [];
  #isEmpty = true;

  constructor(input: NamedInput, wanted: Iterable<string>, namespace: string | undefined) {
    this.#names = new GroupNames(input.objects.workloads);
    this.#wanted = new Set(wanted);
    this.#missing = new Set(wanted);
    this.#namespace = namespace;
    this.#absent = new AbsentNames(input, namespace);
  }

  /** No group of the namespace came by. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Arguments name what is requested. */
  get hasNames(): boolean {
    return this.#wanted.size > 0;
  }

  /** The group is of the namespace that is requested, or there is none. */
  isOfNamespace(group: ClaimGroup): boolean {
    return this.#namespace === undefined || namespaceOf(group) === this.#namespace;
  }

  /** A group comes by; undefined: it is of another namespace. */
  meet(group: ClaimGroup): MetGroup | undefined {
    const named = this.#names.of(group);
    if (this.#missing.size > 0) this.#absent.add(named);
    if (!this.isOfNamespace(group)) return undefined;
    this.#isEmpty = false;
    const { own, asClaims, asPod, owners } = named;
    for (const name of [...own, ...asClaims, ...asPod, ...owners]) this.#missing.delete(name);
    const isWanted = (names: readonly string[]): boolean => names.some((name) => this.#wanted.has(name));
    const [byOwn, byPod, byOwner] = [isWanted([...own, ...asClaims]), isWanted(asPod), isWanted(owners)];
    const isByName = byPod || asPod.some((name) => this.#wanted.has(name.slice('pod/'.length)));
    if (isByName && group.pod !== undefined && group.pod.spec.nodeName !== '') this.#running.push(notPending(group.pod));
    return { own, byOwn, byPod, byOwner, isAsked: this.#wanted.size === 0 || byOwn || byPod || byOwner };
  }

  /** Says which pods that arguments name are not pending. */
  get running(): readonly string[] {
    return this.#running;
  }

  /** Says of each argument that named nothing why, and what may be meant. */
  absences(): readonly string[] {
    return Array.from(this.#missing, (name) => this.#absent.reasonOf(name));
  }
}
