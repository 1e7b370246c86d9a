// Selects the pods and claims that arguments and --namespace request.

import { isAssigned, lacksClaims } from '../../../scheduler/pods/assigned-pods.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { GroupNames, namespaceOf } from '../object-names.js';
import { AbsentNames, type NamedInput, notPending } from './absent-names.js';

/** A group in the requested namespace. */
export interface MetGroup {
  /** The names of its claims and its pod. */
  readonly bareNames: readonly string[];
  /** True if an argument names one of its claims, or its pod without a kind. */
  readonly byBareName: boolean;
  readonly byPod: boolean;
  readonly byOwner: boolean;
  /** True if it is requested: by an argument, or because there are no arguments. */
  readonly isRequested: boolean;
}

/** Decides for each group whether it is requested. */
export class RequestedGroups {
  readonly #requestedNames: ReadonlySet<string>;
  readonly #namespace: string | undefined;
  readonly #names: GroupNames;
  /** The requested names without a group so far. */
  readonly #missing: Set<string>;
  readonly #absent: AbsentNames;
  readonly #running: string[] = [];
  #isEmpty = true;

  constructor(input: NamedInput, requestedNames: Iterable<string>, namespace: string | undefined) {
    this.#names = new GroupNames(input.objects.workloads);
    this.#requestedNames = new Set(requestedNames);
    this.#missing = new Set(requestedNames);
    this.#namespace = namespace;
    this.#absent = new AbsentNames(input, namespace);
  }

  /** Returns whether no group of the namespace was seen. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Returns whether arguments name the requested groups. */
  get hasNames(): boolean {
    return this.#requestedNames.size > 0;
  }

  /** Returns whether a group is in the requested namespace, or no namespace is requested. */
  isOfNamespace(group: ClaimGroup): boolean {
    return this.#namespace === undefined || namespaceOf(group) === this.#namespace;
  }

  /** Checks a group; undefined if it is in another namespace. */
  meet(group: ClaimGroup): MetGroup | undefined {
    const named = this.#names.of(group);
    if (this.#missing.size > 0) this.#absent.add(named);
    if (!this.isOfNamespace(group)) return undefined;
    this.#isEmpty = false;
    const { bareNames, asClaims, asPod, owners } = named;
    for (const name of [...bareNames, ...asClaims, ...asPod, ...owners]) this.#missing.delete(name);
    const isAnyRequested = (names: readonly string[]): boolean => names.some((name) => this.#requestedNames.has(name));
    const [byBareName, byPod, byOwner] = [isAnyRequested([...bareNames, ...asClaims]), isAnyRequested(asPod), isAnyRequested(owners)];
    const isByName = byPod || asPod.some((name) => this.#requestedNames.has(name.slice('pod/'.length)));
    if (isByName && group.pod !== undefined && isAssigned(group.pod) && !lacksClaims(group)) this.#running.push(notPending(group.pod));
    return { bareNames, byBareName, byPod, byOwner, isRequested: this.#requestedNames.size === 0 || byBareName || byPod || byOwner };
  }

  /** Messages about named pods that are not pending. */
  get running(): readonly string[] {
    return this.#running;
  }

  /** Returns a message for each argument without a group: the reason, and a suggestion. */
  absences(): readonly string[] {
    return Array.from(this.#missing, (name) => this.#absent.reasonOf(name));
  }
}
