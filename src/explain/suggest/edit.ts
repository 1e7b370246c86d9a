// Defines single edits, and the order of their usefulness.

import type { Change } from './change.js';

/** The kinds of edits, least loss first. At most one edit of a kind is suggested. */
export const EDIT_KINDS = [
  'name',
  'mode',
  'read',
  'value',
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
  'comparison',
  'condition',
  'placement',
  'constraint',
  'selector',
  'alternative',
  'class',
  'request',
  'serve',
  'uncordon',
  'pool',
  'free',
  'delete',
  'untaint',
  'label',
  'device',
  'node',
] as const;

/**
 * - `name`: a similar name, or the same name elsewhere. `mode`: a similar allocation mode. `read`: an attribute is read, or compared, by its
 * actual type.
 * - `value`: a similar value in a selector. `comparison`: a value that a device has.
 * - `toleration`: a request tolerates a taint. `count`: fewer devices. `all`: a number of devices instead of all. `semantics`: a constraint
 * compares less strictly.
 * - `capacity`: less of a capacity, or no amount. `share`: a share of a device, if no amount of a capacity is requested.
 * - `condition`: one of several conditions of a selector is removed. `selector`, `constraint`: it is removed.
 * - `alternative`: an alternative of another class is added. `class`: another class. `request`: it is removed.
 * - Of pods, `gate`: a scheduling gate is removed. `claim`: the pod shares a claim. `group`: its PodGroup has the claim. `template`: a
 * separate claim.
 * - Of pods, `amount`: a container requests less. `port`: a host port is removed. `placement`: fewer requirements on the node.
 * - `serve`: a class serves an extended resource. `uncordon`: a node is uncordoned. `delete`: a running pod is deleted. `label`: a node label
 * is added or removed.
 * - `free`: a claim is deallocated. `untaint`: a taint is removed. `pool`: a pool is completed, or its duplicate devices are removed.
 * - `device`: a pool has one more device of a kind. `node`: a new node with its devices.
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
  /** True if the edit is tried only together with all others, because another edit of its place is better alone. */
  readonly isOnlyAmongAll?: boolean;
  /** True if the edit may lead to another device class than requested: another class, or a class with other selectors. */
  readonly isOtherKind?: boolean;
  /** True if the edit gives up a requirement: a request, a constraint, a condition, the class, or a whole amount. */
  readonly givesUp?: boolean;
  /** True if the edit relaxes a requirement so that the node meets it, although edits of its kind may not. */
  readonly relaxes?: boolean;
  /** Changes that follow for derived objects: taints of rules that disappear from devices. */
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
