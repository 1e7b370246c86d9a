// One round of the scheduler: every pod that waits, as long as one of them may get a node.

import { AllocationError } from '../base/errors.js';
import type { PodFilterResult } from '../cluster/pods/pod-filter-result.js';
import { filter, type Program } from './calls.js';
import type { Clock } from './clock.js';
import type { Plan } from './input.js';
import type { SimulatedPod } from './model.js';
import { headOf, type Refusal } from './queue.js';
import type { World } from './world.js';

/** A node for a pod, or why it gets none. */
export type Answer = { readonly node: string } | Refusal;

/** Asks about pods until nobody who waits can be helped any more. */
export function* scheduleAll(world: World, plan: Plan, clock: Clock): Program<void> {
  const { queue, recorder } = world;
  // Pods that share claims may be helped by those that were placed behind them.
  for (let heap = queue.toAsk(); heap.size > 0; heap = queue.toAsk()) {
    for (let waiting = heap.pop(); waiting !== undefined; waiting = heap.pop()) {
      const pod = headOf(waiting);
      const answer = yield* answerFor(pod, world, plan, clock);
      if ('node' in answer) {
        if (waiting.pods.size > 0) heap.push(waiting);
      } else queue.refuse(waiting, answer);
    }
  }
  const untold: { readonly pod: SimulatedPod; readonly cause: string }[] = [];
  for (const waiting of queue.values()) {
    for (const pod of waiting.untold) if (waiting.pods.get(pod.key) === pod) untold.push({ pod, cause: waiting.refusal?.cause ?? '' });
    waiting.untold = [];
  }
  for (const { pod, cause } of untold.sort((left, right) => queue.compare(left.pod, right.pod))) {
    recorder.note('pending', pod, world.now, { cause });
  }
}

/** Places a pod, or tells why not. */
function* answerFor(pod: SimulatedPod, world: World, plan: Plan, clock: Clock): Program<Answer> {
  yield* clock.check();
  try {
    const result = yield* filter(world.cluster, { pod: pod.prepared, limits: clock.limits() });
    if (result.kind === 'interrupted') {
      if (result.by === 'milliseconds' || result.by === 'signal') clock.end(result.by);
      return { cause: `the search was interrupted by ${result.by}`, message: `interrupted by ${result.by}`, isFickle: false };
    }
    const node = choose(result, world, plan.nodes);
    if (node === undefined) return refusalOf(result);
    world.bind(pod, node, result.outcome(node));
    return { node };
  } catch (error) {
    if (!(error instanceof AllocationError) || error.code === 'internal') throw error;
    return { cause: error.message, message: error.message, isFickle: true };
  }
}

function choose(result: PodFilterResult & { readonly kind: 'complete' }, world: World, choice: Plan['nodes']): string | undefined {
  const { best } = result;
  if (best === undefined || choice === 'best') return best;
  const { feasible } = result;
  if (choice === 'first') return feasible[0];
  let most = feasible[0];
  for (const node of feasible) if (world.countOn(node) > world.countOn(most as string)) most = node;
  return most;
}

function refusalOf({ message, errors }: PodFilterResult & { readonly kind: 'complete' }): Refusal {
  const [error] = errors.values();
  const isFickle = errors.size > 0;
  if (message === undefined) {
    const text = error?.message ?? 'no node will do';
    return { cause: text, message: text, isFickle };
  }
  return { cause: withoutNumbers(message), message, isFickle };
}

/** The reasons of a message such as `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.`, without their numbers. */
function withoutNumbers(message: string): string {
  const reasons = /^0\/\d+ nodes are available: (.*?)\.?$/s.exec(message)?.[1];
  return reasons === undefined ? message : reasons.replace(/(^|, )\d+ /g, '$1');
}
