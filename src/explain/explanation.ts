// The types of an explanation.

import type { Certified } from '../allocator/certificate.js';
import type { InterruptedSelector } from '../allocator/encode/interrupted-selector.js';
import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { AllocationError } from '../core/base/errors.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { LossCode } from './loss-codes.js';

/** The results for claims, or a pod: the results of `allocate`, with errors as a kind. */
export type ExplanationKind = 'allocated' | 'unallocatable' | 'interrupted' | 'error';

/** Why claims, or a pod, can or cannot be allocated. */
export interface Explanation {
  /**
   * `allocated`: on at least one node. `error`: a node has an error that ends the scheduler's attempt, or every node has an
   * error of its node alone. `interrupted`: no considered node has the devices, and not all nodes were considered.
   * `unallocatable`: no node has the devices.
   */
  readonly kind: ExplanationKind;
  /** The first limit reached, if the kind is `interrupted`. */
  readonly by?: InterruptedBy;
  /** The error that `allocate` throws, if the kind is `error`. */
  readonly error?: AllocationError;
  /** The nodes of the call, sorted by name. */
  readonly nodes: readonly NodeExplanation[];
  /** The nodes grouped by cause, closest to an allocation first. Each node is in one group. */
  readonly groups: readonly NodeGroup[];
  /** Alternative changes, each of which makes the claims allocatable, smallest first. */
  readonly suggestions: readonly Suggestion[];
}

/** Nodes with the same cause. */
export interface NodeGroup {
  /** Closest first: the first one is explained in detail. */
  readonly nodes: readonly string[];
  /** The cause, in words. */
  readonly text: string;
}

/**
 * The result on one node, and the result for every device of the cluster there. With `certificates: true`, also a certificate
 * if the node lacks the devices.
 */
export interface NodeExplanation extends Certified {
  readonly node: string;
  readonly kind: ExplanationKind;
  /** The first limit reached, if the kind is `interrupted`. */
  readonly by?: InterruptedBy;
  /** The selector that exceeded its work limit, if the kind is `interrupted` by `selector`. */
  readonly selector?: InterruptedSelector;
  /** The error that `allocate` throws, if the kind is `error`. */
  readonly error?: AllocationError;
  /** Sentences that explain the error of a selector, as in the command `cel`. */
  readonly help?: readonly string[];
  /** The devices that the claims are allocated here, if the node is explained in detail. */
  readonly picks?: readonly PickExplanation[];
  /** The rejections of the scheduler's other filters, for a pod. Any rejection excludes the node, regardless of its devices. */
  readonly rejections?: readonly Rejection[];
  /** One entry for each request or subrequest, in order. Empty if the call ended or an error occurred before devices were counted. */
  readonly requests: readonly RequestExplanation[];
  /** The number of devices that the node can access, if an error occurred before any were counted for a request. */
  readonly devices?: number;
  /** Allocated claims that cannot be used here. If there are any, the claims do not fit on the node. */
  readonly unavailable: readonly UnavailableClaim[];
  /** Pools whose devices do not count. */
  readonly pools: readonly { readonly pool: string; readonly problem: string }[];
  /**
   * Requests, counts and constraints that cannot be satisfied together, but can without any one of them. For a node without a
   * solution that is explained in detail: the only node of the call, or the first node of its group.
   */
  readonly conflict?: Conflict;
  /** The first line: the cause, and the remedy if known. */
  readonly text: string;
}

/** A device that a request is allocated, and why it was preferred. */
export interface PickExplanation {
  /** `namespace/name`. */
  readonly claim: string;
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  /** The extended resource that the request serves, if a container of the pod requests one, and that container. */
  readonly extendedResource?: string;
  readonly container?: string;
  readonly device: DeviceName;
  readonly why: string;
}

/** Requests, counts and constraints that cannot be satisfied together on a node. */
export interface Conflict {
  readonly members: readonly ConflictMember[];
  /**
   * True if two facts are proven: removing any one member solves the conflict, and so does one device less in any member that
   * requests several.
   */
  readonly isMinimal: boolean;
  /** In words, with the devices that the members can choose from. */
  readonly text: string;
}

/** A part of a conflict: a request, a constraint, or an allocated claim. */
export interface ConflictMember {
  /** `namespace/name`. */
  readonly claim: string;
  readonly request?: string;
  /** The number of conflicting devices of the request, at most its count. Absent for a list of alternatives. */
  readonly wanted?: number | 'All';
  /** The index of the constraint in the claim, or in the whole alternative of the claim. */
  readonly constraint?: number;
  /** The index of the whole alternative that has the request or constraint, from 0. Absent: the claim has no alternatives. */
  readonly alternative?: number;
}

/** An allocated claim whose devices cannot be used on a node. */
export interface UnavailableClaim {
  /** `namespace/name`. */
  readonly claim: string;
  readonly reason: string;
}

/** The devices of the cluster for one request or subrequest: the counts of `losses` add up to `total - left`. */
export interface RequestExplanation {
  /** `namespace/name`. */
  readonly claim: string;
  /** The index of the whole alternative that has the request, from 0. Absent: the claim has no alternatives. */
  readonly alternative?: number;
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  /** The extended resource that the request serves, if a container of the pod requests one, and that container. */
  readonly extendedResource?: string;
  readonly container?: string;
  /** The number of requested devices; above 2^53 a bigint, which is a string in JSON. */
  readonly wanted: number | bigint | 'All';
  /** The number of devices of the cluster, including devices that do not count. */
  readonly total: number;
  /** The number of devices that could be selected individually. */
  readonly left: number;
  /** In the order of the checks. After the first 200 causes, causes with the same code are merged. */
  readonly losses: readonly Loss[];
  /**
   * The false clauses of the request's selectors, on the rejected device with the fewest of them. Absent if the selectors reject no device, or
   * enough are left.
   */
  readonly falseClauses?: readonly FalseClause[];
  /** The devices that are left. Only for a node explained in detail; at most 50,000 device names in total. */
  readonly leftDevices?: readonly DeviceName[];
}

/** A device of a cluster. */
export interface DeviceName {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

export type { LossCode } from './loss-codes.js';

/** The number of devices that a request loses by one cause. */
export interface Loss {
  readonly code: LossCode;
  readonly count: number;
  /** Words that follow the count, such as `taken` after `3`. */
  readonly detail: string;
  /** The devices, if their pools count. Only for a node explained in detail; at most 50,000 device names in total. */
  readonly devices?: readonly DeviceName[];
  /** `driver/pool`, for causes that concern a pool. */
  readonly pool?: string;
  /** The feature gate that is off. */
  readonly gate?: string;
  /** The selector that is false, or fails. */
  readonly selector?: SelectorPlace;
  /** The clauses of the selector that are false on these devices, most frequent first. Only for a node explained in detail. */
  readonly clauses?: readonly Clause[];
  /** The driver that the class requires, if the cluster has no slice of it. Only for a node explained in detail. */
  readonly missingDriver?: string;
  /** Sentences that explain the problem of the selector, as in the command `cel`. Only for a node explained in detail. */
  readonly help?: readonly string[];
  /** The error of the selector, or of the capacity. */
  readonly error?: string;
  /** The taint, as `key=value:effect`. */
  readonly taint?: string;
  /** The attribute that the device lacks. */
  readonly attribute?: string;
  /** Attributes that the device has instead: with the same name in another domain, or with a similar name. */
  readonly instead?: readonly string[];
  /** The capacity, as named by the device, or by the request if the device lacks it. */
  readonly capacity?: string;
  /** The counter, as `set/counter`. */
  readonly counter?: string;
  /** The requested amount of the capacity or the counter, and the available amount. */
  readonly amounts?: { readonly wanted: string; readonly left: string };
  /** The claims that use the devices, the counter, or shares of the devices, if available. Only for a node explained in detail. */
  readonly holders?: readonly DeviceHolder[];
}

/** A part of a selector that is false. */
export interface Clause {
  /** The part as written in the selector. `!(...)` marks a part that is true and should be false. */
  readonly text: string;
  /** The number of devices on which it is false. */
  readonly count: number;
  /** The values compared, most frequent first. */
  readonly seen: readonly { readonly value: string; readonly count: number }[];
}

/** A condition of a selector that is false on a device. */
export interface FalseClause {
  readonly text: string;
  /** The value of the device, if it is similar to the value in the selector. */
  readonly near?: string;
}

/** A claim that holds devices. */
export interface DeviceHolder {
  /** `namespace/name`. */
  readonly claim: string;
  /** The names of the pods that use the claim, in its namespace. */
  readonly pods: readonly string[];
  readonly devices: number;
}

/** The selector that a loss is about. */
export interface SelectorPlace {
  /** The class, for a class selector. */
  readonly class?: string;
  readonly index: number;
  readonly expression: string;
}

/** A change after which the claims can be allocated. */
export interface Suggestion {
  /** The number of single edits. */
  readonly size: number;
  readonly text: string;
  /** The person who makes the change: the author of the claim, or the cluster administrator. */
  readonly by: 'author' | 'admin';
  /**
   * True if it gives up part of the request: a request, a constraint, a condition, the class, or a whole amount. Such suggestions come last.
   * Absent otherwise.
   */
  readonly givesUpGoal?: true;
  /** One for each changed object. */
  readonly patches: readonly ObjectPatch[];
}

/** A change of one object. */
export interface ObjectPatch {
  readonly object: { readonly kind: string; readonly namespace?: string; readonly name: string };
  /** An RFC 6902 patch against the object as passed by the caller. */
  readonly patch: readonly JsonPatchOperation[];
}

/** An operation of RFC 6902. */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test' | 'move' | 'copy';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}
