// The objects that arguments name, as kubectl has it: NAME, KIND/NAME, and with a namespace before the name.

import { objectName } from '../api/meta.js';
import { builtInPodTemplates } from '../api/pod-template-table.js';
import type { Workload } from '../api/workload.js';
import type { ClaimGroup } from '../schedule/claims.js';
import { Ownership, objectKey } from '../schedule/ownership.js';
import { didYouMean, UsageError } from './arguments.js';

/** The words for kinds, short ones of kubectl too. Any other word before a name is a namespace. */
const KINDS: ReadonlyMap<string, string> = new Map(
  [
    ['claim', 'resourceclaim'],
    ['pod', 'po'],
    ['deployment', 'deploy'],
    ['replicaset', 'rs'],
    ['statefulset', 'sts'],
    ['daemonset', 'ds'],
    ['job'],
    ['cronjob', 'cj'],
    ['replicationcontroller', 'rc'],
    ['leaderworkerset', 'lws'],
  ].flatMap(([kind = '', ...short]) =>
    [kind, ...short].flatMap((word) => [word, `${word}s`].map((each): [string, string] => [each, kind])),
  ),
);

/** The kinds of owners that arguments may name, in small letters: those that are known to make pods, and those that do in the input. */
export function kindsIn(workloads: readonly Workload[]): ReadonlySet<string> {
  return new Set([...builtInPodTemplates().kinds(), ...workloads].map(({ kind }) => kind.toLowerCase()));
}

/**
 * Reads an argument: `kind/namespace/name`, or `namespace/name` where it names no kind; `kinds` are more kinds, in small letters. Throws
 * {@link UsageError}.
 */
export function parseObjectName(text: string, namespace: string, kinds: ReadonlySet<string> = NO_KINDS): string {
  const parts = text.split('/');
  if (parts.length > 3 || parts.includes('')) throw usageError(text);
  const kind = parts.length > 1 ? kindOf(parts[0] as string, kinds) : undefined;
  const rest = kind === undefined ? parts : parts.slice(1);
  if (rest.length > 2) throw usageError(text);
  const name = rest.length === 1 ? `${namespace}/${rest[0]}` : rest.join('/');
  return kind === undefined || kind === 'claim' ? name : `${kind}/${name}`;
}

/** Finds names that no input makes right, before it is read. Throws {@link UsageError}. */
export function checkObjectNames(names: readonly string[]): void {
  const wrong = names.find((name) => name.split('/').length > 3 || name.split('/').includes(''));
  if (wrong !== undefined) throw usageError(wrong);
}

/** A kind may have its group behind a dot: deployments.apps. */
function kindOf(word: string, kinds: ReadonlySet<string>): string | undefined {
  const name = (word.split('.', 1)[0] as string).toLowerCase();
  return KINDS.get(name) ?? [name, name.replace(/s$/, '')].find((each) => kinds.has(each));
}

const NO_KINDS: ReadonlySet<string> = new Set();

function usageError(text: string): UsageError {
  return new UsageError(`"${text}" names no object: NAME, NAMESPACE/NAME, KIND/NAME or KIND/NAMESPACE/NAME`);
}

/** Names of a group, as {@link parseObjectName} gives them. */
interface NamesOfGroup {
  /** Its claims and its pod, without a kind. */
  readonly own: readonly string[];
  /** Its pod, with the kind. */
  readonly asPod: readonly string[];
  readonly owners: readonly string[];
}

/** The names by which arguments can mean a group: its claims and its pod, without a kind or with it, and the owners of that. */
export class GroupNames {
  readonly #ownership: Ownership;

  constructor(workloads: readonly Workload[]) {
    this.#ownership = new Ownership(workloads);
  }

  of({ claims, pod, perNode, madeFor }: ClaimGroup): NamesOfGroup {
    const members = [...claims, ...(perNode?.extended === undefined ? [] : [perNode.extended]), ...(pod === undefined ? [] : [pod])];
    const owners =
      madeFor === undefined ? (pod === undefined ? [] : this.#ownership.above(pod)) : [madeFor, ...this.#ownership.above(madeFor)];
    return {
      own: members.map(({ metadata }) => objectName(metadata)),
      asPod: pod === undefined ? [] : [`pod/${objectName(pod.metadata)}`],
      owners: owners.map(({ kind, metadata }) => `${kind.toLowerCase()}/${objectName(metadata)}`),
    };
  }
}

/** The keys of the pods that names may mean: these are answered whatever they need. Owners name no pod by itself. */
export function podKeys(names: Iterable<string>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const name of names) {
    const [, namespace, own] = /^(?:pod\/)?([^/]+)\/([^/]+)$/.exec(name) ?? [];
    if (namespace !== undefined && own !== undefined) keys.add(objectKey(namespace, own));
  }
  return keys;
}

/** Looking for a name that was meant compares letter by letter: not with more names than these. */
const MAX_COMPARED = 10_000;

/** The names that came by. */
export class NamesSeen {
  /** The names of claims and pods, without a kind. */
  readonly #own: string[] = [];
  /** The names of pods and owners, with their kinds. */
  readonly #withKinds = new Set<string>();

  add({ own, asPod, owners }: NamesOfGroup): void {
    this.#own.push(...own);
    for (const name of [...asPod, ...owners]) if (this.#withKinds.size < MAX_COMPARED) this.#withKinds.add(name);
  }

  get isEmpty(): boolean {
    return this.#own.length === 0;
  }

  /** An argument names nothing of these, with what may be meant: that name in another namespace, or one that is spelt nearly so. */
  absence(wanted: string): string {
    const hasKind = wanted.indexOf('/') !== wanted.lastIndexOf('/');
    if (hasKind) return `the input has no ${wanted} that needs a place${didYouMean(wanted, [...this.#withKinds])}`;
    const end = wanted.slice(wanted.indexOf('/'));
    const elsewhere = this.#own.find((name) => name.endsWith(end));
    const hint = elsewhere === undefined ? didYouMean(wanted, this.#own.slice(0, MAX_COMPARED)) : `, did you mean ${elsewhere}?`;
    return `the input has no claim and no pod ${wanted}${hint}`;
  }
}

/** The namespace of a group. */
export function namespaceOf({ pod, claims, perNode }: ClaimGroup): string | undefined {
  return (pod ?? claims[0] ?? perNode?.extended)?.metadata.namespace;
}
