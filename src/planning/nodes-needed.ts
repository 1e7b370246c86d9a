// Finds the number of new nodes that pending pods need. It is the smallest number with which the scheduler places the most
// pods.

import type { AsyncLimits } from '../allocator/evaluate/limits.js';
import { checkLimits } from '../allocator/evaluate/limits.js';
import type { KubernetesObjectJson } from '../core/api/kinds.js';
import type { ObjectSet } from '../core/api/objects.js';
import { builtInPodTemplates } from '../core/api/pod-template-table.js';
import { checkFields, integer, optional, wrongArgument } from '../core/base/arguments.js';
import { endOfCall } from '../core/base/checkpoint.js';
import type { Json } from '../core/base/json.js';
import { append } from '../core/base/lists.js';
import { type Program, runInOneGo, runInTurns } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import { isAssigned } from '../scheduler/pods/assigned-pods.js';
import { Answers } from './answers.js';
import { allocate, explain, unlessError } from './calls.js';
import { causeOf } from './cause.js';
import { Clock, Ended, type EndedBy } from './clock.js';
import { causeText, withCordons } from './cordon-cause.js';
import { decodedObjects, decodedQueues, NO_OBJECTS, portionsOf } from './decoded-event.js';
import { forkOf } from './forked.js';
import { type Plan, placingAlone } from './input.js';
import { type KueueObject, namesQueues } from './kueue/objects.js';
import type { SimulatedPod } from './model.js';
import { NewNodes } from './new-nodes.js';
import { checkTemplate, type NodeTemplateJson } from './node-template.js';
import { PendingBound, type PodsOfShape } from './pending-bound.js';
import { headOf, type Waiting } from './queue.js';
import type { StillPending } from './report.js';
import { begin, settle, waitingForQuota } from './simulate.js';
import { World } from './world.js';

/** The input of {@link nodesNeeded}. */
export interface NodesNeededInput {
  readonly template: NodeTemplateJson;
  /** Objects in addition to the cluster: pending pods, owners of pods, and Kueue queues, whose quotas limit the pods that need nodes. */
  readonly objects?: readonly KubernetesObjectJson[];
  /** Tries at most this many nodes. Default: 1,000, or the maximum of the template. */
  readonly most?: number;
  /** `milliseconds` applies to the whole call, `steps` to the search of each node. */
  readonly limits?: AsyncLimits;
}

/** The nodes that pending pods need. */
export interface NodesNeeded {
  /** `interrupted`: a limit ended the call. `count` nodes were tried, which may be too few. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  /**
   * The smallest number of nodes with which the scheduler places the most pods. Each number is tried on an unchanged copy of
   * the cluster.
   */
  readonly count: number;
  /** A lower bound: every placement of the same number of pods needs at least this many nodes. */
  readonly atLeast: number;
  /** True if no placement needs fewer nodes than `count`, and no pending pod fits on such a node. */
  readonly isLeast: boolean;
  /** The pods on the new nodes, in placement order. */
  readonly placements: readonly { readonly pod: string; readonly node: string }[];
  /** The pods that are pending with `count` nodes, grouped by shape. */
  readonly stillPending: readonly StillPending[];
}

const MOST = 1000;

/**
 * Returns how many new nodes the pending pods of a cluster need, placed one by one as the scheduler does, by priority. The cluster stays
 * unchanged. Costs the time of placing all pods for each number of nodes tried, usually from `atLeast` to `count`: in a service, set
 * `limits.milliseconds`. Throws AllocationError for invalid input.
 * @example
 * ```ts
 * import { createAllocator } from 'dra-allocator';
 * import { nodesNeeded } from 'dra-allocator/simulate';
 *
 * const template = { node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'large' }, status: { allocatable: { cpu: '8', pods: '110' } } } };
 * const containers = [{ name: 'web', image: 'web', resources: { requests: { cpu: '3' } } }];
 * const spec = { replicas: 5, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers } } };
 * const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
 * const cluster = (await createAllocator()).cluster();
 * const { count, isLeast } = nodesNeeded(cluster, { template, objects: [deployment] });
 * console.log(count, isLeast); // 3 true
 * ```
 */
export function nodesNeeded(cluster: Cluster, input: NodesNeededInput): NodesNeeded {
  return runInOneGo(neededOf(cluster, input));
}

/**
 * Like `nodesNeeded`, but yields to the event loop.
 * @example
 * ```ts
 * // Goes on from the example of nodesNeeded.
 * import { nodesNeededAsync } from 'dra-allocator/simulate';
 *
 * const later = await nodesNeededAsync(cluster, { template, objects: [deployment], most: 2, limits: { milliseconds: 1000 } });
 * console.log(later.count, later.stillPending.map(({ pod, count }) => [pod, count])); // 2 [ [ 'default/web-4', 1 ] ]
 * ```
 */
export async function nodesNeededAsync(cluster: Cluster, input: NodesNeededInput): Promise<NodesNeeded> {
  return runInTurns(neededOf(cluster, input));
}

function* neededOf(cluster: Cluster, input: NodesNeededInput): Program<NodesNeeded> {
  const fork = forkOf(cluster, 'nodesNeeded(cluster)');
  checkFields(input, 'nodesNeeded(input)', ['template', 'objects', 'most', 'limits']);
  const { template, objects = [], most, limits } = input;
  checkTemplate(template, 'template');
  if (!Array.isArray(objects)) throw wrongArgument('objects', 'a list of objects', objects);
  optional(integer(0))(most, 'most');
  const limited = checkLimits(limits);
  const clock = new Clock(fork, limited);
  const inputObjects = objects as readonly Json[];
  const options = { libraryGates: cluster.parts.runtime.features, podTemplates: builtInPodTemplates(), resumes: namesQueues(inputObjects) };
  const plan = { template, ...(most === undefined ? {} : { most }) };
  let decoded: Pick<NodesNeededPlan, 'objects' | 'queues'> = { objects: NO_OBJECTS };
  try {
    decoded = yield* clock.work(function* (checkpoint) {
      const ofInput = yield* decodedObjects(inputObjects, 'objects', options, checkpoint);
      return { objects: ofInput, queues: yield* decodedQueues(inputObjects, 'objects', checkpoint) };
    });
  } catch (error) {
    // The limit stays exceeded, so the search also reports it.
    if (!(error instanceof Ended)) throw error;
  }
  return yield* needed(fork, { ...plan, ...decoded, limits: clock.limits() });
}

/** @internal The input with its objects decoded. */
export interface NodesNeededPlan {
  readonly template: NodeTemplateJson;
  readonly objects: ObjectSet;
  /** Objects of Kueue. */
  readonly queues?: readonly KueueObject[];
  readonly most?: number;
  readonly limits: AsyncLimits;
}

/** @internal Runs the search on a cluster that does not change meanwhile. */
export function* needed(cluster: Cluster, plan: NodesNeededPlan): Program<NodesNeeded> {
  const search = new Search(cluster, plan);
  try {
    yield* search.run();
    return search.result(undefined);
  } catch (error) {
    return search.result(error instanceof Ended ? error.by : endOfCall(error));
  }
}

/** The result of one number of new nodes. */
interface Trial {
  readonly count: number;
  readonly world: World;
  /** The number of pending pods, without DaemonSet pods for new nodes: their number depends on the nodes. */
  readonly pending: number;
}

class Search {
  readonly #cluster: Cluster;
  readonly #plan: NodesNeededPlan;
  readonly #clock: Clock;
  readonly #most: number;
  readonly #new: NewNodes;
  readonly #bound = new PendingBound();
  readonly #stillPending: StillPending[] = [];
  #best: Trial | undefined;
  /** The last number tried. */
  #tried = 0;
  #helpsPending = false;

  constructor(cluster: Cluster, plan: NodesNeededPlan) {
    this.#cluster = cluster;
    this.#plan = plan;
    this.#clock = new Clock(cluster, plan.limits);
    this.#new = new NewNodes(plan.template, cluster.parts.cluster);
    this.#most = Math.min(plan.most ?? MOST, plan.template.most ?? Number.POSITIVE_INFINITY);
  }

  *run(): Program<void> {
    yield* this.#clock.check();
    const world = yield* this.#worldWith(0);
    // A pod that has a node needs no new node.
    const podsByShape = [...world.queue.values()].filter((one) => !isAssigned(headOf(one).pod)).map(({ pods }) => [...pods.values()]);
    const { pending } = yield* this.#try(0, world);
    if (pending > 0 && this.#most > 0) {
      yield* this.#findBound(world, podsByShape);
      yield* this.#search();
    }
    yield* this.#explainPending();
  }

  /** Skips numbers of nodes for which the bound proves that the goal is not reached. */
  *#search(): Program<void> {
    const goal = this.#bound.pendingWith(this.#most);
    const from = Math.max(1, this.#bound.leastNodes(goal, this.#most));
    yield* this.#scan(from, this.#most, goal);
    const { pending } = this.#best as Trial;
    // If other causes keep pods pending, fewer nodes may suffice.
    if (pending > goal) yield* this.#scan(Math.max(1, this.#bound.leastNodes(pending, this.#most)), from - 1, goal);
  }

  /** Tries numbers of nodes until one reaches the goal or leaves a new node empty. More nodes would stay empty too. */
  *#scan(from: number, to: number, goal: number): Program<void> {
    for (let count = from; count <= to; count++) {
      const { world, pending } = yield* this.#try(count, yield* this.#worldWith(count));
      if (pending <= goal || this.#hasEmpty(world, count)) return;
    }
  }

  *#try(count: number, world: World): Program<Trial> {
    this.#tried = count;
    yield* settle({ world, plan: this.#settling, clock: this.#clock, answers: new Answers() });
    let pending = 0;
    for (const pod of world.pods.values()) {
      yield* this.#clock.check();
      if (pod.node === undefined && !isAssigned(pod.pod) && !this.#isOfNewNode(pod, count)) pending++;
    }
    const trial: Trial = { count, world, pending };
    const best = this.#best;
    const isBetter = best === undefined || trial.pending < best.pending || (trial.pending === best.pending && trial.count < best.count);
    if (isBetter) this.#best = trial;
    return trial;
  }

  /** Returns whether a DaemonSet made a pod for one of the new nodes. */
  #isOfNewNode(pod: SimulatedPod, count: number): boolean {
    const { owned } = pod;
    const node = owned === undefined || owned.set.replicas !== undefined ? undefined : owned.pods.get(pod);
    return node !== undefined && this.#new.isOneOf(count, node);
  }

  #hasEmpty(world: World, count: number): boolean {
    const { nodes } = this.#new.first(count);
    return nodes.some(({ metadata }) => world.pods.on(metadata.name).every((pod) => this.#isOfNewNode(pod, count)));
  }

  get #settling(): Plan {
    return { ...placingAlone(this.#plan.objects), queues: this.#plan.queues ?? [] };
  }

  *#worldWith(count: number): Program<World> {
    yield* this.#new.make(count, this.#clock);
    const fork = this.#cluster.fork();
    for (const portion of portionsOf(this.#new.first(count))) {
      yield* this.#clock.check();
      fork.parts.cluster.apply(portion);
    }
    const world = new World(fork, this.#settling);
    yield* begin(world, this.#settling, this.#clock);
    yield* world.owners.settle(this.#clock);
    yield* world.admit(this.#clock);
    return world;
  }

  /** Finds the bound from a world without new nodes, in which the scheduler has placed every pod that it can. */
  *#findBound(world: World, podsByShape: readonly (readonly SimulatedPod[])[]): Program<void> {
    const pending = podsByShape.filter((pods) => pods.some(({ node }) => node === undefined));
    this.#bound.add(world.admission.size);
    const { cluster: empty } = yield* this.#worldWith(1);
    for (const pods of pending) {
      yield* this.#clock.check();
      const podsOfShape: PodsOfShape = { head: pods[0] as SimulatedPod, count: pods.length };
      const by = yield* this.#bound.addPods(podsOfShape, { cluster: empty, node: this.#new.name(1) }, () => ({
        limits: this.#clock.limits(),
      }));
      this.#endedBy(by);
    }
  }

  #endedBy(by: string | undefined): void {
    if (by === 'milliseconds' || by === 'signal') this.#clock.end(by);
  }

  /** Reports the pods that are pending with the resulting number of nodes. */
  *#explainPending(): Program<void> {
    const { world, count } = this.#best as Trial;
    append(this.#stillPending, yield* waitingForQuota(world, this.#clock));
    const waiting = yield* this.#clock.sort(world.queue.values(), (left, right) => world.queue.compare(headOf(left), headOf(right)));
    if (waiting.length === 0) return;
    const { cluster: empty } = yield* this.#worldWith(1);
    for (const one of waiting) {
      yield* this.#clock.check();
      if (isAssigned(headOf(one).pod)) {
        this.#stillPending.push({ pod: headOf(one).name, count: one.pods.size, message: one.refusal?.message ?? '' });
        continue;
      }
      const why = this.#isOfNewNode(headOf(one), count) ? undefined : yield* this.#whyNotOn(empty, headOf(one));
      this.#stillPending.push(why === undefined ? yield* this.#pendingIn(world, one) : { ...why, count: one.pods.size });
      if (why === undefined) this.#helpsPending = true;
    }
  }

  /** Returns why a pod does not fit on an empty new node; undefined if it fits. */
  *#whyNotOn(empty: Cluster, { prepared: pod, name }: SimulatedPod): Program<Omit<StillPending, 'count'> | undefined> {
    const node = this.#new.name(1);
    const query = { pod, node, limits: this.#clock.limits() };
    const outcome = yield* unlessError(allocate(empty, query));
    if (outcome?.kind === 'interrupted') this.#endedBy(outcome.by);
    if (outcome?.kind === 'allocated') return undefined;
    const why = yield* unlessError(explain(empty, { ...query, suggestions: false }));
    yield* this.#clock.check();
    return {
      pod: name,
      message: `it does not fit on an empty node like ${node}`,
      ...(why === undefined ? {} : { explanation: causeOf(why).text }),
    };
  }

  *#pendingIn({ cluster }: World, one: Waiting): Program<StillPending> {
    const { prepared: pod, name } = headOf(one);
    const why = yield* unlessError(explain(cluster, { pod, limits: this.#clock.limits(), suggestions: false }));
    yield* this.#clock.check();
    const message = one.refusal?.message ?? '';
    const cause = why === undefined ? undefined : withCordons(causeOf(why), why);
    // The message of an error includes the cause.
    const isSaid = cause === undefined || message.includes(cause.text);
    return { pod: name, count: one.pods.size, message, ...(isSaid ? {} : { explanation: causeText(cause.text, cause.node) }) };
  }

  result(by: EndedBy | undefined): NodesNeeded {
    const { world, count, pending } = this.#best ?? { world: undefined, count: 0, pending: 0 };
    const placed = [...(world?.pods.values() ?? [])].filter(({ node }) => node !== undefined && this.#new.isOneOf(count, node));
    const atLeast = this.#bound.leastNodes(pending, this.#most);
    return {
      ...(by === undefined ? { kind: 'complete' } : { kind: 'interrupted', by }),
      count: by === undefined ? count : Math.max(count, this.#tried),
      atLeast,
      isLeast: by === undefined && count === atLeast && !this.#helpsPending,
      placements: placed.map(({ name, node }) => ({ pod: name, node: node as string })),
      stillPending: this.#stillPending,
    };
  }
}
