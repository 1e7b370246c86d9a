// Solves claims that have no common problem for all nodes: requests for all devices, constraints over derived attributes, empty
// intersections (XAttributeSemantics), and whole alternatives (XFirstOfDevices). Every node is searched separately, and
// searched again only after a change that affects it.

import { attributeOf } from '../../../../core/api/constraint-semantics.js';
import type { ResourceClaim } from '../../../../core/api/resource-claim.js';
import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { kindOf } from '../../../encode/constraint-kind.js';
import { derivationOf } from '../../../encode/derived-values.js';
import type { ClaimPlan } from '../../../encode/slot-plan.js';
import { STATUS_FAILED } from '../../../kernel/layout.js';
import * as P from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { ResidentColumn } from '../devices/columns.js';
import type { NodeTable } from '../nodes/node-table.js';
import type { NodeSolver, PassProgress, PassSources } from './pass.js';

const NODES_BETWEEN_CHECKPOINTS = 1024;

/** Returns whether every node is searched separately for some claims. */
export function searchesEachNode(plans: readonly ClaimPlan[]): boolean {
  return !plans.every(({ claim, alternatives }) => alternatives === undefined && requestsCounts(claim)) || !hasColumns(plans);
}

/** Returns whether each request of a claim needs a number of devices. */
function requestsCounts({ spec }: ResourceClaim): boolean {
  return spec.devices.requests.every(({ exactly, firstAvailable }) => {
    return exactly?.allocationMode !== 'All' && firstAvailable.every(({ allocationMode }) => allocationMode !== 'All');
  });
}

/** Returns whether columns contain all attributes of the claims' constraints. Derived attributes have no columns. */
function hasColumns(plans: readonly ClaimPlan[]): boolean {
  return plans.every(({ claim, requests }) =>
    claim.spec.devices.constraints.every((constraint) => {
      // In an empty intersection, a device without common values needs a separate bit, which a pass does not create.
      if (kindOf(constraint) === 'emptyIntersection') return false;
      const attribute = attributeOf(constraint);
      return requests.every((slots) => slots.every((slot) => derivationOf(slot, attribute) === undefined));
    }),
  );
}

/** Leaves every node to a separate search. */
export class HostSearch implements NodeSolver {
  readonly columns = [];
  readonly isPlain = false;
  readonly mostSteps = 0;
  readonly #memory: ResidentMemory;
  readonly #nodes: NodeTable;
  readonly #answerSize: number;
  #ordinals: readonly number[] = [];
  #answers: ResidentColumn | undefined;
  #first = 0;
  #done = 0;

  /** `answerSize`: bytes of the answer of a node. */
  constructor({ memory, nodes }: Pick<PassSources, 'memory' | 'nodes'>, answerSize: number) {
    this.#memory = memory;
    this.#nodes = nodes;
    this.#answerSize = answerSize;
  }

  follow(): void {}

  begin(ordinals: readonly number[], first: number, answers: ResidentColumn): void {
    this.#ordinals = ordinals;
    this.#answers = answers;
    this.#first = first;
    this.#done = first;
  }

  run(checkpoint: Checkpoint): void {
    const { u32 } = this.#memory;
    const status = (this.#answers?.address ?? 0) + P.ANSWER_STATUS;
    while (this.#done < this.#ordinals.length) {
      checkpoint.pause();
      const end = Math.min(this.#ordinals.length, this.#done + NODES_BETWEEN_CHECKPOINTS);
      for (; this.#done < end; this.#done++) {
        const ordinal = this.#ordinals[this.#done] as number;
        u32[(status + ordinal * this.#answerSize) / 4] = this.#nodes.isGone(ordinal) ? STATUS_FAILED : P.ANSWER_NEEDS_HOST;
      }
    }
  }

  get progress(): PassProgress {
    const count = this.#done - this.#first;
    return { done: this.#done, changed: count, changedForHost: count };
  }

  end(): void {}
}
