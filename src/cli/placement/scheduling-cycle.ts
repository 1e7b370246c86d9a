// One pod on its way through the filters and scores of the scheduler.

import type { Node } from '../../api/node.js';
import type { Pod } from '../../api/pod.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { Limits } from '../../evaluate/limits.js';
import type { Features } from '../../features/features.js';
import type { Rejection } from '../../filters/filter.js';
import { fitErrorMessage } from '../../filters/fit-error.js';
import type { NodeInfo } from '../../filters/node-info.js';
import { type NodeScores, totalScores } from '../../scores/total.js';
import type { PlacementCluster } from '../library.js';
import type { Attempt, Feasible } from './attempt.js';
import { devicesRejections } from './devices-rejection.js';
import type { NodeSnapshot } from './node-snapshot.js';
import type { ShapeVerdicts, VerdictCache } from './shape-verdicts.js';

/** The part of a cluster that a cycle looks at. */
export interface SchedulingContext {
  readonly features: Features;
  readonly snapshot: NodeSnapshot;
  readonly verdicts: VerdictCache;
}

/** The verdicts about one pod, node by node. */
export class SchedulingCycle {
  /** The pod as it is stored. */
  readonly pod: Pod;
  /** The nodes that passed the filters before devices. */
  readonly passed: readonly Node[];
  readonly #needsDevices: boolean;
  readonly #context: SchedulingContext;
  readonly #checkpoint: Checkpoint;
  readonly #verdicts: ShapeVerdicts;
  readonly #rejections = new Map<string, readonly Rejection[]>();
  readonly #refusals: readonly Rejection[];

  /** Asks the filters that come before devices. `refusal`: why no node will do for the claims of the pod. */
  constructor(pod: Pod, needsDevices: boolean, refusal: Rejection | undefined, context: SchedulingContext, checkpoint: Checkpoint) {
    this.pod = pod;
    this.#needsDevices = needsDevices;
    this.#context = context;
    this.#checkpoint = checkpoint;
    this.#verdicts = context.verdicts.for(pod, checkpoint);
    const { refusals } = this.#verdicts.filters;
    this.#refusals = refusals.length > 0 || refusal === undefined ? refusals : [refusal];
    const passed: Node[] = [];
    for (const info of context.snapshot.all()) {
      const rejections = this.isRefused ? this.#refusals : this.#verdicts.rejections(info, checkpoint);
      if (rejections.length === 0) passed.push(info.node);
      else this.#rejections.set(info.node.metadata.name, rejections);
    }
    this.passed = passed;
  }

  /** No node will do, whatever it has. */
  get isRefused(): boolean {
    return this.#refusals.length > 0;
  }

  /** The reasons of the nodes that were rejected so far. */
  get rejections(): ReadonlyMap<string, readonly Rejection[]> {
    return this.#rejections;
  }

  /** The message of the scheduler for a pod that no node takes. */
  get message(): string {
    return fitErrorMessage({ nodes: this.#context.snapshot.size, refusals: this.#refusals, rejections: this.#rejections.values() });
  }

  /** Rejects a node for its devices. */
  reject(node: string, rejection: Rejection): void {
    this.#rejections.set(node, [rejection]);
  }

  /** Rejects the nodes on which an attempt got no devices. */
  rejectForDevices(cluster: PlacementCluster, attempt: Attempt, limits: Limits): void {
    const nodeOf = (name: string): Node => this.#info(name).node;
    const rejections = devicesRejections(cluster, attempt, nodeOf, this.#context.features, limits);
    for (const [node, rejection] of rejections) this.reject(node, rejection);
  }

  /** Asks the filters that come after the one for devices. False: they reject the node. */
  passesAfterDevices(node: string): boolean {
    const rejections = this.#verdicts.filters.afterDevices(this.#info(node), this.#checkpoint);
    if (rejections.length > 0) this.#rejections.set(node, rejections);
    return rejections.length === 0;
  }

  /** The scores of nodes that the pod may go to, in their order. */
  scores(feasible: readonly Feasible[]): readonly NodeScores[] {
    const rows = feasible.map(({ node }) => this.#verdicts.scoresOn(this.#info(node), this.#checkpoint));
    const devices = this.#needsDevices ? feasible.map(({ score }) => score) : undefined;
    return totalScores(this.#verdicts.scores, rows, devices, this.#checkpoint);
  }

  #info(node: string): NodeInfo {
    return this.#context.snapshot.get(node) as NodeInfo;
  }
}
