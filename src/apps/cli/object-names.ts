// Parses the objects that arguments name, like kubectl: NAME, KIND/NAME or KIND NAME, optionally with a namespace before the name.

import { objectName } from '../../core/api/meta.js';
import type { ObjectSet } from '../../core/api/objects.js';
import { builtInPodTemplates } from '../../core/api/pod-template-table.js';
import type { Workload } from '../../core/api/workload.js';
import { nearestName } from '../../core/base/nearest-name.js';
import type { ClaimGroup } from '../../scheduler/pods/claims.js';
import { Ownership, objectKey } from '../../scheduler/pods/ownership.js';
import { UsageError } from './arguments.js';

/** The words for kinds: names, plurals, and the short names of kubectl. Any other word before a name is a namespace. */
const KINDS: ReadonlyMap<string, string> = new Map(
  [
    ['claim', 'resourceclaim', 'resourceclaims'],
    ['pod', 'po'],
    ['deployment', 'deploy'],
    ['replicaset', 'rs'],
    ['statefulset', 'sts'],
    ['daemonset', 'ds'],
    ['job'],
    ['cronjob', 'cj'],
    ['replicationcontroller', 'rc'],
    ['leaderworkerset', 'lws'],
    ['inferenceservice', 'isvc'],
    ['resourceclaimtemplate'],
  ].flatMap(([kind = '', ...others]) => [kind, `${kind}s`, ...others].map((word): [string, string] => [word, kind])),
);

/** Returns the lower-case kinds of owners that arguments may name: kinds of the table, and kinds of workloads in the input. */
export function kindsIn(workloads: readonly Workload[]): ReadonlySet<string> {
  return new Set([...builtInPodTemplates().kinds(), ...workloads].map(({ kind }) => kind.toLowerCase()));
}

/**
 * Parses the arguments of a command, including `KIND NAME...`, like {@link parseObjectName}. `workloads`: the workloads of the input,
 * whose kinds are accepted. Throws {@link UsageError}.
 */
export function objectNames(words: readonly string[], namespace = 'default', workloads: readonly Workload[] = []): readonly string[] {
  const kinds = kindsIn(workloads);
  const [first = '', ...rest] = words;
  const kind = rest.length === 0 || first.includes('/') ? undefined : kindOf(first, kinds);
  if (kind === undefined) return words.map((word) => parseObjectName(word, namespace, kinds));
  return rest.map((word) => {
    const [start = ''] = word.split('/', 1);
    if (word.includes('/') && kindOf(start, kinds) !== undefined)
      throw new UsageError(`"${first} ${word}" has two kinds: write ${first}/NAME ${word}, or ${first} NAME...`);
    return parseObjectName(`${kind}/${word}`, namespace, kinds);
  });
}

/** Parses an argument to `kind/namespace/name`, or to `namespace/name` without a kind. `kinds`: additional kinds in lower case. Throws {@link UsageError}. */
export function parseObjectName(text: string, namespace: string, kinds: ReadonlySet<string> = NO_KINDS): string {
  const parts = checkedParts(text);
  const [first = '', second = '', third] = parts;
  const kind = parts.length > 1 ? kindOf(first, kinds) : undefined;
  if (kind === undefined) {
    if (third !== undefined) throw wrongKind(text, kinds);
    return parts.length === 1 ? `${namespace}/${first}` : text;
  }
  return third === undefined ? `${kind}/${namespace}/${second}` : `${kind}/${second}/${third}`;
}

/** Checks names before the input is read. Throws {@link UsageError} for names that are invalid for any input. */
export function checkObjectNames(words: readonly string[]): void {
  for (const word of words) checkedParts(word);
}

function checkedParts(text: string): readonly string[] {
  const parts = text.split('/');
  if (parts.length <= 3 && !parts.includes('')) return parts;
  const meant = parts.filter((part) => part !== '');
  const hint = parts.includes('') && meant.length > 0 && meant.length <= 3 ? `; did you mean ${meant.join('/')}?` : '';
  throw new UsageError(`"${text}" names no object: write ${FORMS}${hint}`);
}

const FORMS = 'NAME, NAMESPACE/NAME, KIND/NAME or KIND/NAMESPACE/NAME';

/** Returns the error for three words without a kind at the start. */
function wrongKind(text: string, kinds: ReadonlySet<string>): UsageError {
  const [first = '', second = '', third = ''] = text.split('/');
  if (kindOf(second, kinds) !== undefined)
    return new UsageError(`"${text}" has the kind after the namespace: write ${second}/${first}/${third}`);
  const near = nearestName(first.toLowerCase(), [...KINDS.keys(), ...kinds]);
  const hint = near === undefined ? `write ${FORMS}` : `did you mean ${near}/${second}/${third}?`;
  return new UsageError(`"${text}" names no object: "${first}" is not a supported kind; ${hint}`);
}

/** Returns the kind of a word in lower case. A kind may have its group after a dot: deployments.apps. */
export function kindOf(word: string, kinds: ReadonlySet<string> = NO_KINDS): string | undefined {
  const name = (word.split('.', 1)[0] as string).toLowerCase();
  return KINDS.get(name) ?? [name, name.replace(/s$/, '')].find((each) => kinds.has(each));
}

const NO_KINDS: ReadonlySet<string> = new Set();

/** The names of a group, in the format of {@link parseObjectName}. */
export interface NamesOfGroup {
  /** Its claims and its pod, without a kind. */
  readonly bareNames: readonly string[];
  /** Its claims and its pod, with their kinds. */
  readonly asClaims: readonly string[];
  readonly asPod: readonly string[];
  readonly owners: readonly string[];
}

/** The names by which arguments can refer to a group: its claims and its pod, with or without a kind, and the pod's owners. */
export class GroupNames {
  readonly #ownership: Ownership;

  constructor(workloads: readonly Workload[]) {
    this.#ownership = new Ownership(workloads);
  }

  of({ claims, pod, perNode, madeFor }: ClaimGroup): NamesOfGroup {
    const all = [...claims, ...(perNode?.extended === undefined ? [] : [perNode.extended])].map(({ metadata }) => objectName(metadata));
    const ofPod = pod === undefined ? [] : [objectName(pod.metadata)];
    const owners =
      madeFor === undefined ? (pod === undefined ? [] : this.#ownership.above(pod)) : [madeFor, ...this.#ownership.above(madeFor)];
    return {
      bareNames: [...all, ...ofPod],
      asClaims: all.map((name) => `claim/${name}`),
      asPod: ofPod.map((name) => `pod/${name}`),
      owners: owners.map(nameOfOwner),
    };
  }
}

/** Returns the name of an owner in the format of arguments. */
export function nameOfOwner({ kind, metadata }: Workload): string {
  return `${kind.toLowerCase()}/${objectName(metadata)}`;
}

/** The named pods and owners, for which there is a result even if they need no devices. */
export interface NamedPods {
  /** The keys of the pods, including pods of owners. */
  readonly takes: ReadonlySet<string>;
  readonly takesOwners: ReadonlySet<Workload>;
}

/** Returns the pods that names may refer to, and the owners with the owners that they control. */
export function namedPods(names: Iterable<string>, { pods, workloads }: Pick<ObjectSet, 'pods' | 'workloads'>): NamedPods {
  const nameSet = new Set(names);
  const takes = new Set<string>();
  for (const name of nameSet) {
    const [, namespace, local] = /^(?:pod\/)?([^/]+)\/([^/]+)$/.exec(name) ?? [];
    if (namespace !== undefined && local !== undefined) takes.add(objectKey(namespace, local));
  }
  const isNamed = (owner: Workload): boolean => nameSet.has(nameOfOwner(owner));
  if (!workloads.some(isNamed)) return { takes, takesOwners: new Set() };
  const ownership = new Ownership(workloads);
  for (const pod of pods) if (ownership.above(pod).some(isNamed)) takes.add(objectKey(pod.metadata.namespace, pod.metadata.name));
  return { takes, takesOwners: new Set(workloads.filter((each) => isNamed(each) || ownership.above(each).some(isNamed))) };
}

export function namespaceOf({ pod, claims, perNode }: ClaimGroup): string | undefined {
  return (pod ?? claims[0] ?? perNode?.extended)?.metadata.namespace;
}
