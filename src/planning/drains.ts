// Drains nodes as `kubectl drain --ignore-daemonsets --delete-emptydir-data --force` does: pods that a PodDisruptionBudget protects are
// evicted later, as soon as their budget allows it. Source: evictPods of k8s.io/kubectl v0.37.1.

import type { PodObjects } from '../cluster/pod-objects.js';
import type { Program } from '../core/base/program.js';
import { answerEviction } from '../scheduler/pods/eviction.js';
import type { Clock } from './clock.js';
import { Disruptions, guardedPod, type SimulatedBudget, staysOnDrain } from './disruptions.js';
import { whatUnblocks } from './drain-help.js';
import type { SimulatedPod } from './model.js';
import type { Pods } from './pods.js';
import type { Recorder } from './recorder.js';
import type { BlockedPod, Drain } from './report.js';

/** The world in which nodes are drained. */
export interface DrainedWorld {
  /** Milliseconds from the start. */
  readonly now: number;
  readonly pods: Pods;
  readonly recorder: Recorder;
  readonly state: { readonly objects: { readonly pods: PodObjects } };
  remove(pod: SimulatedPod, what: 'evicted', cause: string): void;
}

/** A node, and its pods that are not evicted yet. */
interface NodeDrain {
  readonly node: string;
  /** Milliseconds from the start. */
  readonly at: number;
  readonly pods: Set<SimulatedPod>;
  evicted: number;
  doneAt: number | undefined;
}

/** The causes of evictions in the log. */
const EVICTED = 'its node is drained';
const LOST = 'its node is drained; no owner creates it again';

export class Drains {
  readonly #world: DrainedWorld;
  readonly #disruptions: Disruptions;
  readonly #ignoresBudgets: boolean;
  /** The drains by node. A later drain of a node replaces a finished one. */
  readonly #drains = new Map<string, NodeDrain>();
  readonly #blocked = new Set<SimulatedPod>();
  /** The length of the log and the state of the budgets when no further pod could be evicted. */
  #stuckAt: string | undefined;

  constructor(world: DrainedWorld, ignoresBudgets: boolean) {
    this.#world = world;
    this.#disruptions = new Disruptions(world.pods, world.state.objects.pods);
    this.#ignoresBudgets = ignoresBudgets;
  }

  /** Stores the counts of the budgets at the start. */
  adopt(clock: Clock): Program<void> {
    return this.#disruptions.begin(clock);
  }

  /** Drains a cordoned node: evicts the pods that the budgets allow now. */
  *begin(node: string, clock: Clock): Program<void> {
    const pods = this.#world.pods.on(node).filter((pod) => !staysOnDrain(pod));
    const drain: NodeDrain = { node, at: this.#world.now, pods: new Set(pods), evicted: 0, doneAt: undefined };
    this.#drains.set(node, drain);
    yield* this.#evict([drain], clock);
    this.#stuckAt = undefined;
  }

  /** Ends the drain of a node. Its remaining pods stay. */
  end(node: string): void {
    const drain = this.#drains.get(node);
    drain?.pods.clear();
  }

  /** Evicts further pods of the drained nodes. Returns false if no budget allows one. */
  *goOn(clock: Clock): Program<boolean> {
    const open = [...this.#drains.values()].filter(({ pods }) => pods.size > 0);
    if (open.length === 0 || this.#stuckAt === this.#stamp) return false;
    if (yield* this.#evict(open, clock)) return true;
    this.#stuckAt = this.#stamp;
    return false;
  }

  get #stamp(): string {
    const { recorder, state } = this.#world;
    return `${recorder.log.length - this.#blocked.size} ${state.objects.pods.stampOf('PodDisruptionBudget')}`;
  }

  *#evict(drains: readonly NodeDrain[], clock: Clock): Program<boolean> {
    const budgets = yield* this.#budgets(clock);
    let hasEvicted = false;
    const refused: { readonly pod: SimulatedPod; readonly cause: string }[] = [];
    for (const drain of drains) {
      for (const pod of drain.pods) {
        yield* clock.check();
        const cause = pod.isGone ? undefined : whyBlocked(pod, budgets);
        if (cause !== undefined) {
          refused.push({ pod, cause });
          continue;
        }
        drain.pods.delete(pod);
        if (pod.isGone) continue;
        hasEvicted = true;
        drain.evicted++;
        this.#world.remove(pod, 'evicted', pod.owned === undefined ? LOST : EVICTED);
      }
      if (drain.pods.size === 0) drain.doneAt ??= this.#world.now;
    }
    if (!hasEvicted) this.#noteBlocked(refused);
    return hasEvicted;
  }

  #budgets(clock: Clock): Program<readonly SimulatedBudget[]> {
    return this.#ignoresBudgets ? NO_BUDGETS() : this.#disruptions.current(clock);
  }

  /** Adds pods to the log when their drain stops for the first time. */
  #noteBlocked(refused: readonly { readonly pod: SimulatedPod; readonly cause: string }[]): void {
    for (const { pod, cause } of refused) {
      if (this.#blocked.has(pod)) continue;
      this.#blocked.add(pod);
      this.#world.recorder.note('blocked', pod, this.#world.now, { ...(pod.node === undefined ? {} : { node: pod.node }), cause });
    }
  }

  /** Returns the drains with the pods that block them. */
  *report(clock: Clock): Program<readonly Drain[]> {
    if (this.#drains.size === 0) return [];
    const budgets = yield* this.#budgets(clock);
    const drains: Drain[] = [];
    for (const { node, at, pods, evicted, doneAt } of this.#drains.values()) {
      const blocked = [...pods].flatMap((pod) => (pod.isGone ? [] : blockedPod(pod, budgets)));
      drains.push({ node, at: at / 1000, ...(doneAt === undefined ? {} : { doneAt: doneAt / 1000 }), evicted, blocked });
    }
    return drains;
  }
}

// biome-ignore lint/correctness/useYield: no budgets need no pause
function* NO_BUDGETS(): Program<readonly SimulatedBudget[]> {
  return [];
}

function budgetsOf({ pod: { metadata } }: SimulatedPod, budgets: readonly SimulatedBudget[]): readonly SimulatedBudget[] {
  return budgets.filter(({ budget, selects }) => budget.metadata.namespace === metadata.namespace && selects(metadata.labels));
}

/** Returns why a pod cannot be evicted now. Otherwise counts its eviction, and returns undefined. */
function whyBlocked(pod: SimulatedPod, budgets: readonly SimulatedBudget[]): string | undefined {
  const guarded = guardedPod(pod);
  const own = budgetsOf(pod, budgets);
  const answer = answerEviction(guarded, own);
  if (!answer.isAllowed) return answer.message;
  for (const one of own) {
    const { disruptionsAllowed, currentHealthy } = one.count;
    const spent = answer.spent === one ? 1 : 0;
    one.count = {
      ...one.count,
      disruptionsAllowed: disruptionsAllowed - spent,
      currentHealthy: currentHealthy - (guarded.isReady && pod.pod.metadata.deletionTimestamp === undefined ? 1 : 0),
    };
  }
  return undefined;
}

function blockedPod(pod: SimulatedPod, budgets: readonly SimulatedBudget[]): readonly BlockedPod[] {
  const own = budgetsOf(pod, budgets);
  const answer = answerEviction(guardedPod(pod), own);
  if (answer.isAllowed) return [];
  const names = own.map(({ budget: { metadata } }) => `${metadata.namespace}/${metadata.name}`);
  return [{ pod: pod.name, budgets: names, message: answer.message, help: whatUnblocks(pod, own) }];
}
