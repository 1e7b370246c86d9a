// The shape of an explanation.

import type { Certified } from '../allocator/certificate.js';
import type { InterruptedSelector } from '../allocator/encode/interrupted-selector.js';
import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { AllocationError } from '../core/base/errors.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { LossCode } from './loss-codes.js';

/** The answers that claims, or a pod, can get: those of `allocate`, where an error is no exception. */
export type ExplanationKind = 'allocated' | 'unallocatable' | 'interrupted' | 'error';

/** Why claims, or a pod, can or cannot be allocated. */
export interface Explanation {
  /**
   * `allocated`: on one of the nodes at least. `error`: on one of them there is an error that ends the attempt of the scheduler, or on all of them one that is local
   * to the node. `interrupted`: no node is known to have the devices, and not all were considered. `unallocatable`: no node has them.
   */
  readonly kind: ExplanationKind;
  /** The limit that came first, where the kind is `interrupted`. */
  readonly by?: InterruptedBy;
  /** The error that `allocate` throws, where the kind is `error`. */
  readonly error?: AllocationError;
  /** The nodes that the call is about, by name. */
  readonly nodes: readonly NodeExplanation[];
  /** The nodes by cause, nearest to an allocation first. Each node is in one group. */
  readonly groups: readonly NodeGroup[];
  /** Changes each of which makes the claims allocatable, the smallest first. */
  readonly suggestions: readonly Suggestion[];
}

/** Nodes with the same cause. */
export interface NodeGroup {
  /** Nearest first: the first one is explained in detail. */
  readonly nodes: readonly string[];
  /** The cause, in words. */
  readonly text: string;
}

/** The answer on one node, and what became of every device of the cluster as seen from there; with `certificates: true` in the input, and no devices, the proof of that. */
export interface NodeExplanation extends Certified {
  readonly node: string;
  readonly kind: ExplanationKind;
  /** The limit that came first, where the kind is `interrupted`. */
  readonly by?: InterruptedBy;
  /** The selector that took too much work, where the kind is `interrupted` by `selector`. */
  readonly selector?: InterruptedSelector;
  /** The error that `allocate` throws, where the kind is `error`. */
  readonly error?: AllocationError;
  /** Sentences about what is wrong with the selector that the error is about, as the command `cel` has them. */
  readonly help?: readonly string[];
  /** The devices that the claims get here, for a node that is explained in detail. */
  readonly picks?: readonly PickExplanation[];
  /** The reasons of the scheduler's other filters, for a pod. With any of them it may not go there, whatever devices there are. */
  readonly rejections?: readonly Rejection[];
  /** A request or subrequest each, in their order. Empty where the call ended, or an error came, before devices were counted. */
  readonly requests: readonly RequestExplanation[];
  /** Devices that the node sees, where an error came before any were counted for a request. */
  readonly devices?: number;
  /** Claims that have their devices already, which cannot be used here. With any of them the claims do not fit. */
  readonly unavailable: readonly UnavailableClaim[];
  /** Pools whose devices do not count. */
  readonly pools: readonly { readonly pool: string; readonly problem: string }[];
  /**
   * Requests, counts and constraints that cannot hold together, while they could without any one of them. For a node without a solution that is explained in detail:
   * the only one of the call, or the first of its group.
   */
  readonly conflict?: Conflict;
  /** The first line: the cause, and what to do where that is known. */
  readonly text: string;
}

/** A device that a request gets, and why it and not another. */
export interface PickExplanation {
  /** `namespace/name`. */
  readonly claim: string;
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  /** The extended resource that the request stands for, where the pod asks for one, and the container that does. */
  readonly extendedResource?: string;
  readonly container?: string;
  readonly device: DeviceName;
  readonly why: string;
}

/** Requests, counts and constraints that cannot hold together on a node. */
export interface Conflict {
  readonly members: readonly ConflictMember[];
  /** True where it is known that the claims could be allocated without any one member, and with one device less of a member that requests several. */
  readonly isMinimal: boolean;
  /** In words, with what devices the members have to choose from. */
  readonly text: string;
}

/** A part of a conflict: a request, a constraint, or a claim that has its devices already. */
export interface ConflictMember {
  /** `namespace/name`. */
  readonly claim: string;
  readonly request?: string;
  /** Devices of the request that are too many, at most those that it requests. Absent: a list of alternatives. */
  readonly wanted?: number | 'All';
  /** The place of the constraint in the claim, or in the whole alternative of the claim. */
  readonly constraint?: number;
  /** The whole alternative of the claim that the request or the constraint is of, from 0 on. Absent: the claim has none. */
  readonly alternative?: number;
}

/** A claim whose devices cannot be used on a node. */
export interface UnavailableClaim {
  /** `namespace/name`. */
  readonly claim: string;
  readonly reason: string;
}

/** The devices of the cluster as one request or subrequest sees them: the counts of `losses` add up to `total - left`. */
export interface RequestExplanation {
  /** `namespace/name`. */
  readonly claim: string;
  /** The whole alternative of the claim that asks, from 0 on. Absent: the claim has none. */
  readonly alternative?: number;
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  /** The extended resource that the request stands for, where the pod asks for one, and the container that does. */
  readonly extendedResource?: string;
  readonly container?: string;
  /** Devices requested; above 2^53 a bigint, which is a text in JSON. */
  readonly wanted: number | bigint | 'All';
  /** The devices of the cluster, also those that do not count. */
  readonly total: number;
  /** Devices that could be selected, one by one. */
  readonly left: number;
  /** In the order of the checks. */
  readonly losses: readonly Loss[];
  /** The clauses of the selectors of the request that are false on the device where fewest are, of those that they reject. Absent: they reject none, or enough are left. */
  readonly falseClauses?: readonly FalseClause[];
  /** The devices that are left: of a node that is explained in detail, 50,000 names of devices in all. */
  readonly leftDevices?: readonly DeviceName[];
}

/** A device of a cluster. */
export interface DeviceName {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

export type { LossCode } from './loss-codes.js';

/** A number of devices that a request loses by the same cause. */
export interface Loss {
  readonly code: LossCode;
  readonly count: number;
  /** In words that go on from the count: `3` `taken`. */
  readonly detail: string;
  /** The devices, as far as they are in pools that count: of a node that is explained in detail, 50,000 names of devices in all. */
  readonly devices?: readonly DeviceName[];
  /** `driver/pool`, for causes that are about a pool. */
  readonly pool?: string;
  /** The feature gate that is off. */
  readonly gate?: string;
  /** The selector that is false, or fails. */
  readonly selector?: SelectorPlace;
  /** The clauses of the selector that are false on these devices, on most of them first. On a node that is explained in detail. */
  readonly clauses?: readonly Clause[];
  /** The driver that the class asks for, where no slice of the cluster is of it. On a node that is explained in detail. */
  readonly missingDriver?: string;
  /** Sentences about what is wrong with the selector, as the command `cel` has them. On a node that is explained in detail. */
  readonly help?: readonly string[];
  /** The error of the selector, or of the capacity. */
  readonly error?: string;
  /** The taint, as `key=value:effect`. */
  readonly taint?: string;
  /** The attribute that the device lacks. */
  readonly attribute?: string;
  /** Attributes that the device has instead: of the same name in another domain, or of a near name. */
  readonly instead?: readonly string[];
  /** The capacity, as the device names it, or as the request does where the device lacks it. */
  readonly capacity?: string;
  /** The counter, as `set/counter`. */
  readonly counter?: string;
  /** The amount of the capacity or the counter that is requested, and what there is of it. */
  readonly amounts?: { readonly wanted: string; readonly left: string };
  /** The claims that have the devices, or the counter, or shares of the devices, as far as they are known. On a node that is explained in detail. */
  readonly holders?: readonly DeviceHolder[];
}

/** A part of a selector that is false. */
export interface Clause {
  /** The part as it stands in the selector; in `!(...)` where it is true and should not be. */
  readonly text: string;
  /** Devices on which it is false. */
  readonly count: number;
  /** The values that it saw, on most devices first. */
  readonly seen: readonly { readonly value: string; readonly count: number }[];
}

/** A condition of a selector that is false on a device. */
export interface FalseClause {
  readonly text: string;
  /** The value that the device has, where the one that is requested is near it in spelling. */
  readonly near?: string;
}

/** A claim that holds devices. */
export interface DeviceHolder {
  /** `namespace/name`. */
  readonly claim: string;
  /** The names of the pods that have the claim, in its namespace. */
  readonly pods: readonly string[];
  readonly devices: number;
}

/** The selector that a loss is about. */
export interface SelectorPlace {
  /** The class, for a selector of one. */
  readonly class?: string;
  readonly index: number;
  readonly expression: string;
}

/** A change after which the claims can be allocated. */
export interface Suggestion {
  /** Single edits. */
  readonly size: number;
  readonly text: string;
  /** By the author of the claim, or by those who run the cluster. */
  readonly by: 'author' | 'admin';
  /** It gives up a part of what was requested: a request, a constraint, a condition, the class, or all of an amount. Such suggestions come last. Absent: it does not. */
  readonly givesUpGoal?: true;
  /** One for each object that changes. */
  readonly patches: readonly ObjectPatch[];
}

/** A change of one object. */
export interface ObjectPatch {
  readonly object: { readonly kind: string; readonly namespace?: string; readonly name: string };
  /** RFC 6902, against the object as it was given. */
  readonly patch: readonly JsonPatchOperation[];
}

/** An operation of RFC 6902. */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test' | 'move' | 'copy';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}
