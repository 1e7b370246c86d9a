// The objects that arguments name, as kubectl has it: NAME, KIND/NAME, and with a namespace before the name.

import { objectName } from '../api/meta.js';
import type { Workload } from '../api/workload.js';
import type { ClaimGroup } from '../schedule/claims.js';
import { Ownership } from '../schedule/ownership.js';
import { UsageError } from './arguments.js';

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
    ['jobset'],
    ['leaderworkerset', 'lws'],
    ['mpijob'],
    ['pytorchjob'],
    ['trainjob'],
    ['raycluster'],
    ['rayjob'],
    ['rayservice'],
    ['notebook'],
  ].flatMap(([kind = '', ...short]) =>
    [kind, ...short].flatMap((word) => [word, `${word}s`].map((each): [string, string] => [each, kind])),
  ),
);

/** Reads an argument: `kind/namespace/name`, or `namespace/name` where it names no kind. Throws {@link UsageError}. */
export function parseObjectName(text: string, namespace: string): string {
  const parts = text.split('/');
  if (parts.length > 3 || parts.includes('')) throw usageError(text);
  const kind = parts.length > 1 ? kindOf(parts[0] as string) : undefined;
  const rest = kind === undefined ? parts : parts.slice(1);
  if (rest.length > 2) throw usageError(text);
  const name = rest.length === 1 ? `${namespace}/${rest[0]}` : rest.join('/');
  return kind === undefined || kind === 'claim' ? name : `${kind}/${name}`;
}

/** A kind may have its group behind a dot: deployments.apps. */
function kindOf(word: string): string | undefined {
  return KINDS.get((word.split('.', 1)[0] as string).toLowerCase());
}

function usageError(text: string): UsageError {
  return new UsageError(`"${text}" names no object: NAME, NAMESPACE/NAME, KIND/NAME or KIND/NAMESPACE/NAME`);
}

/** The names by which arguments can mean a group: its claims and its pod, without a kind or with it, and the owners of that. */
export class GroupNames {
  readonly #ownership: Ownership;

  constructor(workloads: readonly Workload[]) {
    this.#ownership = new Ownership(workloads);
  }

  of({ claims, pod, perNode, madeFor }: ClaimGroup): { readonly own: readonly string[]; readonly others: readonly string[] } {
    const members = [...claims, ...(perNode?.extended === undefined ? [] : [perNode.extended]), ...(pod === undefined ? [] : [pod])];
    const owners =
      madeFor === undefined ? (pod === undefined ? [] : this.#ownership.above(pod)) : [madeFor, ...this.#ownership.above(madeFor)];
    return {
      own: members.map(({ metadata }) => objectName(metadata)),
      others: [
        ...(pod === undefined ? [] : [`pod/${objectName(pod.metadata)}`]),
        ...owners.map(({ kind, metadata }) => `${kind.toLowerCase()}/${objectName(metadata)}`),
      ],
    };
  }
}

/** The keys of pods that are named: these are answered whatever they need. */
export function podKeys(names: Iterable<string>): ReadonlySet<string> {
  return new Set([...names].flatMap((name) => /^pod\/([^/]+)\/([^/]+)$/.exec(name)?.slice(1, 3).join('\0') ?? []));
}

/** The namespace of a group. */
export function namespaceOf({ pod, claims, perNode }: ClaimGroup): string | undefined {
  return (pod ?? claims[0] ?? perNode?.extended)?.metadata.namespace;
}
