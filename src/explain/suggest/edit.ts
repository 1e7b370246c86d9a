// Defines single edits, and the order of their usefulness.

import type { Change } from './change.js';

/** The kinds of edits, least loss first. At most one edit of a kind is suggested. */
export const EDIT_KINDS = [
  'name',
  'mode',
  'read',
  'value',
  'namespace',
  'policy',
  'gate',
  'toleration',
  'claim',
  'group',
  'template',
  'count',
  'amount',
  'capacity',
  'share',
  'all',
  'semantics',
  'port',
  'storage',
  'skew',
  'domain',
  'comparison',
  'condition',
  'preference',
  'placement',
  'constraint',
  'selector',
  'alternative',
  'class',
  'recreation',
  'request',
  'serve',
  'uncordon',
  'pool',
  'free',
  'release',
  'delete',
  'untaint',
  'label',
  'device',
  'node',
] as const;

/**
 * - `name`: replaces a name by a similar one, or by the same name elsewhere. `mode`: replaces an allocation mode by a similar one. `read`:
 *   reads or compares an attribute by its actual type.
 * - `value`: replaces a value in a selector by a similar one. `comparison`: replaces it by the value of a device.
 * - `toleration`: lets a request tolerate a taint. `count`: requests fewer devices. `all`: requests a number of devices instead of all.
 *   `semantics`: makes a constraint less strict.
 * - `capacity`: requests less of a capacity, or no amount. `share`: requests a share of a device, if the request names no amount.
 * - `condition`: removes one of several conditions of a selector. `selector`, `constraint`: removes the whole selector or constraint.
 * - `alternative`: adds an alternative of another class. `class`: replaces the class. `request`: removes the request.
 * - Pods: `gate` removes a scheduling gate. `claim` lets the pod share a claim. `group` moves the claim to the PodGroup. `template` gives
 *   the pod a separate claim.
 * - Pods: `amount` lowers the requests of a container. `port` removes a host port. `placement` removes requirements on the node.
 * - Affinity between pods: `namespace` adds a namespace. `domain` changes the topology key. `preference` turns a requirement into a preference.
 * - Topology spread: `policy` lets fewer nodes or pods count. `skew` loosens a bound.
 * - Volumes: `storage` changes the class or the access modes of a claim. `recreation` creates a claim again. `release` frees a volume.
 * - `serve`: lets a class serve an extended resource. `uncordon`: uncordons a node. `delete`: deletes a running pod. `label`: adds or
 *   removes a node label.
 * - `free`: deallocates a claim. `untaint`: removes a taint. `pool`: completes a pool, or removes its duplicate devices.
 * - `device`: adds a device to a pool. `node`: adds a node with its devices.
 */
export type EditKind = (typeof EDIT_KINDS)[number];

/** The person who can make an edit: the author of the claim, or the administrator of the cluster. */
export type Editor = 'author' | 'admin';

/** A single edit. */
export interface Edit {
  readonly kind: EditKind;
  readonly by: Editor;
  /** One line that describes the edit as an instruction. */
  readonly text: string;
  /** Orders edits of a kind: a lower loss is better. */
  readonly loss: number;
  readonly changes: readonly Change[];
  /** True if the edit is tried only together with all others, because another edit at the same place is better when tried alone. */
  readonly isOnlyAmongAll?: boolean;
  /** True if the edit may lead to another device class than requested: another class, or a class with other selectors. */
  readonly isOtherKind?: boolean;
  /** True if the edit gives up a requirement: a request, a constraint, a condition, the class, or a whole amount. */
  readonly givesUp?: boolean;
  /** True if the edit relaxes a requirement so that the node meets it, although other edits of its kind may not relax one. */
  readonly relaxes?: boolean;
  /** Changes of derived objects that follow from the edit: taints of rules that disappear from devices. */
  readonly effects?: readonly Change[];
}

/** Returns all changes of an edit, and their effects. */
export function allChanges({ changes, effects = [] }: Edit): readonly Change[] {
  return [...changes, ...effects];
}

const RANKS: ReadonlyMap<EditKind, number> = new Map(EDIT_KINDS.map((kind, rank) => [kind, rank]));

/** Compares edits: edits of the author first, then kinds by loss, then edits of a kind by loss. */
export function compareEdits(left: Edit, right: Edit): number {
  if (left.by !== right.by) return left.by === 'author' ? -1 : 1;
  return rankOf(left) - rankOf(right) || left.loss - right.loss;
}

function rankOf({ kind }: Edit): number {
  return RANKS.get(kind) as number;
}
