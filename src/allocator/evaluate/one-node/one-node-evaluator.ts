// Searches every node separately, without interruption or yielding to the event loop. It caches nothing between calls.

import type { Node } from '../../../core/api/node.js';
import { Checkpoint } from '../../../core/base/checkpoint.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { Attempt } from '../attempt.js';
import { CollectedFindings } from '../collected-findings.js';
import type { Findings } from '../findings.js';
import { checkpointOf } from '../limits.js';
import type { ListedNodes, NodeSearcher } from '../node-evaluator.js';
import {
  asAllocationError,
  finish,
  type NodeResult,
  outcomeOrThrow,
  type PendingResult,
  resultOrError,
  type Solved,
} from '../node-result.js';
import { nodesInOrder, orderedWithin } from '../ordered-nodes.js';
import type { Outcome } from '../outcome.js';
import { RestOfNodes } from '../rest-of-nodes.js';
import type { Runtime } from '../runtime.js';
import { searchAll } from '../search-all.js';
import { allocateOnNode, searchOnNodeAsync } from './allocation.js';

/** Answers attempts by a search of each node. */
export class OneNodeEvaluator implements NodeSearcher {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Returns this evaluator, which serves every cluster because it has no state. */
  fork(): this {
    return this;
  }

  allocate(attempt: Attempt, node: Node): Outcome {
    return outcomeOrThrow(this.search(attempt, node));
  }

  async allocateAsync(attempt: Attempt, node: Node): Promise<Outcome> {
    const pending = await this.searchAsync(attempt, node);
    return outcomeOrThrow(await finish(pending, checkpointOf(attempt.limits, attempt.deadline), this.#runtime.yieldNow));
  }

  filter(attempt: Attempt, named: readonly Node[] | undefined): Findings {
    const { deadline, state } = attempt;
    const findings = new CollectedFindings(attempt.currentClaims);
    const call = new Checkpoint({ deadline });
    let left = named ?? state.nodeList;
    if (call.endedBy === undefined) {
      const ordered = named ?? orderedWithin(left, { deadline });
      let taken = 0;
      for (; typeof ordered !== 'string' && taken < ordered.length && call.endedBy === undefined; taken++) {
        const node = ordered[taken] as Node;
        findings.add(node.metadata.name, this.search(attempt, node));
      }
      if (typeof ordered !== 'string') left = ordered.slice(taken);
    }
    findings.leave(new RestOfNodes(left, 'milliseconds'));
    return findings;
  }

  filterMost(attempt: Attempt, named: ListedNodes): Findings {
    return this.filter(attempt, named.nodes);
  }

  async filterAsync(attempt: Attempt, named: Promise<readonly Node[]> | undefined): Promise<Findings> {
    const { deadline, state, limits } = attempt;
    const all = (await named) ?? state.nodeList;
    const findings = new CollectedFindings(attempt.currentClaims);
    const call = new Checkpoint({ deadline, signal: limits.signal });
    let left = all;
    if (call.endedBy === undefined) {
      const ordered = named === undefined ? await nodesInOrder(all, this.#runtime.yieldNow) : all;
      left = await searchAll(ordered, this.#runtime, {
        search: (node) => this.searchAsync(attempt, node),
        take: (name, result) => findings.add(name, result),
        isOver: () => call.endedBy !== undefined,
      });
    }
    findings.leave(new RestOfNodes(left, call.endedBy ?? 'signal'));
    return findings;
  }

  /** Searches a node, and returns its outcome or error. After the deadline, the view of the node is not built. */
  search(attempt: Attempt, node: Node): NodeResult {
    const { limits, deadline } = attempt;
    if (performance.now() >= deadline) return tooLate();
    return resultOrError(() => allocateOnNode((checkpoint) => attempt.inputFor(node, checkpoint), limits, deadline));
  }

  /** Searches a node like `search`, yielding to the event loop. */
  async searchAsync(attempt: Attempt, node: Node): Promise<PendingResult> {
    const { limits, deadline } = attempt;
    if (performance.now() >= deadline && limits.signal?.aborted !== true) return { result: tooLate() };
    try {
      const pending = await searchOnNodeAsync((checkpoint) => attempt.inputFor(node, checkpoint), limits, this.#runtime, deadline);
      return 'result' in pending ? pending : { finishing: (finishCheckpoint) => finishingOrError(pending.finishing(finishCheckpoint)) };
    } catch (error) {
      return { result: asAllocationError(error) };
    }
  }
}

/** Returns the result of a search, or its error. */
function* finishingOrError(finishing: Incremental<Solved>): Incremental<NodeResult> {
  try {
    return yield* finishing;
  } catch (error) {
    return asAllocationError(error);
  }
}

function tooLate(): NodeResult {
  return { outcome: { kind: 'interrupted', by: 'milliseconds', steps: 0 }, selectedDevices: [] };
}
