// The findings for a pod: what filters say of nodes, and what devices these have.

import type { Node } from '../../api/node.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { compareBytes } from '../../base/byte-order.js';
import type { AllocationError } from '../../base/errors.js';
import type { AvailabilityOptions } from '../../encode/availability.js';
import { type Findings, firstInterruption, type Interruption } from '../../evaluate/findings.js';
import type { Outcome } from '../../evaluate/outcome.js';
import type { Rejection } from '../../filters/filter.js';
import type { NodeInfo } from '../../filters/node-info.js';
import { ClaimsElsewhere } from './claims-elsewhere.js';
import type { NodesAsked } from './shape-answers.js';

/** The answers about devices for nodes on which the pod has the same claims. */
export interface DevicePart {
  readonly findings: Findings;
  /** The nodes that were asked, by name. */
  readonly nodes: readonly Node[];
  /** The claims with what the cluster knew that they hold. */
  readonly claims: readonly ResourceClaim[];
  /** The answers for claims without devices, on nodes where those of another claim cannot be had. */
  readonly pending?: Findings | undefined;
  /** Why a pod that gets its devices on these nodes cannot be bound there. */
  readonly unbound?: Rejection | undefined;
  /** Nodes with devices that have too little room for what these take of them, and those of which that cannot be told. */
  readonly room: RoomForDevices;
}

/** Nodes whose devices take too much of them. */
export interface RoomForDevices {
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  readonly errors: ReadonlyMap<string, AllocationError>;
}

/** Devices take nothing of their nodes. */
export const NOTHING_TAKEN: RoomForDevices = Object.freeze({ rejections: new Map(), errors: new Map() });

/** The answers to the questions of a call. */
export interface PodAnswers {
  /** The nodes that the call is about, by name. */
  readonly asked: NodesAsked;
  /** The reasons for which no node will do: then none was asked. */
  readonly refusals: readonly Rejection[];
  /** Nodes that are out since nobody serves an extended resource there. */
  readonly refused: ReadonlyMap<string, Rejection>;
  readonly parts: readonly DevicePart[];
  /** The time by which bindings time out, and the switches that tell whether they count. */
  readonly availability: AvailabilityOptions;
}

/** A node that the pod may go to. */
export interface FeasibleNode {
  readonly info: NodeInfo;
  readonly part: DevicePart;
  /** The worth of the allocation there. */
  readonly devices: number;
}

/** The reasons why a pod may not go to nodes, and where it may. */
export class PodFindings {
  readonly #answers: PodAnswers;
  #feasible: readonly FeasibleNode[] | undefined;
  #rejections: Map<string, readonly Rejection[]> | undefined;
  #partOf: Map<string, DevicePart> | undefined;
  #errors: Map<string, AllocationError> | undefined;

  constructor(answers: PodAnswers) {
    this.#answers = answers;
  }

  /** The number of nodes that the call is about. */
  get size(): number {
    return this.#answers.asked.nodes.length;
  }

  get refusals(): readonly Rejection[] {
    return this.#answers.refusals;
  }

  /** The nodes that the pod may go to, by name. */
  feasible(): readonly FeasibleNode[] {
    this.#feasible ??= this.#findFeasible();
    return this.#feasible;
  }

  #findFeasible(): readonly FeasibleNode[] {
    const { parts, asked } = this.#answers;
    const after = new Map(asked.nodes.flatMap(({ node }, index) => (asked.after[index]?.length ? [[node.metadata.name, true]] : [])));
    const infos = new Map(asked.nodes.map((info) => [info.node.metadata.name, info]));
    const all = parts.flatMap((part) => {
      if (part.unbound !== undefined) return [];
      const scores = part.findings.scores();
      return part.findings.feasible().flatMap((name, index): FeasibleNode[] => {
        const info = infos.get(name);
        const hasNoRoom = part.room.rejections.has(name) || part.room.errors.has(name);
        return info === undefined || after.has(name) || hasNoRoom ? [] : [{ info, part, devices: scores[index] ?? 0 }];
      });
    });
    return parts.length < 2 ? all : all.sort((a, b) => compareBytes(a.info.node.metadata.name, b.info.node.metadata.name));
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    this.#errors ??= new Map([
      ...this.#allFindings().flatMap(({ errors }) => [...errors]),
      ...this.#answers.parts.flatMap(({ room }) => [...room.errors]),
    ]);
    return this.#errors;
  }

  interruption(): Interruption | undefined {
    return this.#allFindings().reduce<Interruption | undefined>((first, findings) => {
      const own = findings.interruption();
      return own === undefined ? first : firstInterruption(first, own);
    }, undefined);
  }

  interrupted(): string[] {
    const all = this.#allFindings().map((findings) => findings.interrupted());
    return all.length < 2 ? (all[0] ?? []) : [...new Set(all.flat())].sort(compareBytes);
  }

  #allFindings(): readonly Findings[] {
    return this.#answers.parts.flatMap(({ findings, pending }) => (pending === undefined ? [findings] : [findings, pending]));
  }

  /** The reasons of every node that the pod may not go to, by name, as far as they are known. */
  rejections(): ReadonlyMap<string, readonly Rejection[]> {
    this.#rejections ??= this.#findRejections();
    return this.#rejections;
  }

  #findRejections(): Map<string, readonly Rejection[]> {
    const { asked, refusals, refused } = this.#answers;
    const rejections = new Map<string, readonly Rejection[]>();
    const feasible = new Set(this.feasible().map(({ info }) => info));
    const interrupted = new Set(this.interrupted());
    for (const [index, info] of asked.nodes.entries()) {
      const { name } = info.node.metadata;
      if (refusals.length > 0) rejections.set(name, refusals);
      else if (!feasible.has(info) && !interrupted.has(name)) {
        const before = asked.before[index] ?? [];
        const reasons = before.length > 0 ? before : this.#reasonsOf(info, refused.get(name), asked.after[index] ?? []);
        if (reasons.length > 0) rejections.set(name, reasons);
      }
    }
    return rejections;
  }

  /** The reasons of a node that filters before the one for devices let pass. An error on which the scheduler ends its attempt is no reason. */
  #reasonsOf({ node }: NodeInfo, refused: Rejection | undefined, after: readonly Rejection[]): readonly Rejection[] {
    const { name } = node.metadata;
    if (refused !== undefined) return [refused];
    const error = this.errors.get(name);
    if (error !== undefined) return error.nodeLocal ? [{ code: 'devices', message: error.message }] : [];
    const part = this.partOf(name);
    if (part === undefined) return [];
    const { claims, findings, pending, unbound, room } = part;
    if (findings.outcome(name)?.kind === 'allocated') {
      const lacks = room.rejections.get(name) ?? after;
      return lacks.length > 0 || unbound === undefined ? lacks : [unbound];
    }
    const pendingFit = pending?.outcome(name)?.kind === 'allocated';
    return [new ClaimsElsewhere(claims, this.#answers.availability).rejectionOn(node, pendingFit)];
  }

  /** The answers of which a node is part; undefined: it was not asked about devices. */
  partOf(name: string): DevicePart | undefined {
    this.#partOf ??= new Map(this.#answers.parts.flatMap((part) => part.nodes.map((node) => [node.metadata.name, part] as const)));
    return this.#partOf.get(name);
  }

  /** The outcome on a node that passes all filters. Throws the error of the node. */
  outcome(name: string): Outcome | undefined {
    const error = this.errors.get(name);
    if (error !== undefined) throw error;
    return this.partOf(name)?.findings.outcome(name);
  }
}
