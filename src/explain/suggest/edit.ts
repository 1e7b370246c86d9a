// Single edits, and the order in which people want to hear of them.

import type { Change } from './change.js';

/** The kinds of edits, those that lose least first. Of one kind no more than one is suggested. */
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
 * - `name`: a name becomes one that is near it in spelling, or the same name elsewhere. `mode`: an allocation mode likewise. `read`: an attribute is read, or compared, as what it is.
 * - `value`: a value of a selector becomes one near it in spelling. `comparison`: one that a device has.
 * - `toleration`: a request tolerates a taint. `count`: it asks for fewer devices. `all`: for a number of devices instead of all. `semantics`: a constraint compares values less strictly. `capacity`: for less of a capacity, or for none.
 * `share`: for a share of a device, where it asks for no amount of a capacity.
 * - `condition`: one of several conditions of a selector goes. `selector`, `constraint`: it goes.
 * - `alternative`: a request gets an alternative of another class. `class`: it asks for another class. `request`: it goes.
 * - Of pods, `gate`: a scheduling gate goes. `claim`: it shares a claim with other pods. `group`: its PodGroup has the claim. `template`: it has a claim of its own. `amount`: a container requests less of a resource. `port`: it takes no port of the node. `placement`: the pod demands less of its node.
 * - `serve`: a class serves an extended resource. `uncordon`: a node takes pods again. `delete`: a pod that runs goes. `label`: a node gets a label, or loses one.
 * - `free`: a claim gives its devices back. `untaint`: a taint goes. `pool`: a pool is completed, or has each device once. `device`: a pool gets one more device of a kind. `node`: a node comes with its devices.
 */
export type EditKind = (typeof EDIT_KINDS)[number];

/** One who can make an edit: the author of the claim, or the administrator of the cluster. */
export type Editor = 'author' | 'admin';

/** A single edit. */
export interface Edit {
  readonly kind: EditKind;
  readonly by: Editor;
  /** One line that says what to do. */
  readonly text: string;
  /** Among edits of a kind the ones that lose less have less. */
  readonly loss: number;
  readonly changes: readonly Change[];
  /** It is tried only among all others: by itself another edit of its place is better. */
  readonly isOnlyAmongAll?: boolean;
  /** The devices that it leads to may be of another device class than those that are requested: another class, or a class with other selectors. */
  readonly isOtherKind?: boolean;
  /** It gives up what was requested: a request, a constraint, a condition, the class, or all of an amount. */
  readonly givesUp?: boolean;
  /** It takes a demand away, as the node meets that then, though edits of its kind may not. */
  readonly relaxes?: boolean;
  /** Changes that follow for objects that are derived: taints of rules that go from devices. */
  readonly effects?: readonly Change[];
}

/** All that an edit changes, and what follows from it. */
export function allChanges({ changes, effects = [] }: Edit): readonly Change[] {
  return [...changes, ...effects];
}

const RANKS: ReadonlyMap<EditKind, number> = new Map(EDIT_KINDS.map((kind, rank) => [kind, rank]));

/** Compares edits: what the author can do comes first, then the kinds that lose least, then the least of a kind. */
export function compareEdits(left: Edit, right: Edit): number {
  if (left.by !== right.by) return left.by === 'author' ? -1 : 1;
  return rankOf(left) - rankOf(right) || left.loss - right.loss;
}

function rankOf({ kind }: Edit): number {
  return RANKS.get(kind) as number;
}
