// The number of nodes of a shape that pods which wait need, as autoscalers ask for it: nodes are added one by one until nobody waits whom they help.

import type { KubernetesObjectJson } from '../api/kinds.js';
import type { ObjectSet } from '../api/objects.js';
import { builtInPodTemplates } from '../api/pod-template-table.js';
import { checkFields } from '../base/arguments.js';
import { CallEnded } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { Json } from '../base/json.js';
import type { Cluster } from '../cluster/cluster.js';
import type { AsyncLimits } from '../evaluate/limits.js';
import { checkLimits } from '../evaluate/limits.js';
import { Answers } from './answers.js';
import { allocate, explain, inOneGo, inTurns, type Program } from './calls.js';
import { Clock, Ended, type EndedBy } from './clock.js';
import { decodedObjects, decodedQueues } from './decoded-event.js';
import { causeOf } from './fit.js';
import { type Plan, placingAlone } from './input.js';
import { type KueueObject, namesQueues } from './kueue/objects.js';
import type { SimulatedPod } from './model.js';
import { NewNodes } from './new-nodes.js';
import type { NodeTemplateJson } from './node-template.js';
import { mostOf } from './optimum.js';
import { headOf } from './queue.js';
import { replicaOf } from './replicas.js';
import type { StillPending } from './report.js';
import { begin, settle, waitingForQuota } from './simulate.js';
import { World } from './world.js';

/** The input of {@link nodesNeeded}. */
export interface NodesNeededInput {
  readonly template: NodeTemplateJson;
  /** Objects beside those of the cluster: pods that wait, owners of pods, Kueue's queues, whose quotas keep pods from needing nodes. */
  readonly objects?: readonly KubernetesObjectJson[];
  /** Asks for no more nodes than these. Default: 1,000, or as many as the template allows. */
  readonly most?: number;
  /** `milliseconds` counts for the whole call, `steps` for the search of each node. */
  readonly limits?: AsyncLimits;
}

/** The nodes that are needed. */
export interface NodesNeeded {
  /** `interrupted`: a limit of the call came first; `count` nodes were tried by then and are not known to be enough. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  /** The number of nodes with which the scheduler places every pod that such nodes help. */
  readonly count: number;
  /** No placement of the pods has fewer nodes than these. */
  readonly atLeast: number;
  /** No placement needs fewer nodes than `count`. */
  readonly isLeast: boolean;
  /** The pods on the new nodes, in the order in which they were placed. */
  readonly placements: readonly { readonly pod: string; readonly node: string }[];
  /** Pods that wait whatever the number is, or with as many as are allowed, those of one shape together. */
  readonly stillPending: readonly StillPending[];
}

const MOST = 1000;

/**
 * Tells how many nodes of a shape the pods that wait in a cluster need, placed one by one as the scheduler would, by priority. The cluster does not change. Takes as long as
 * placing all pods with each number of nodes from `atLeast` to `count`: a service sets `limits.milliseconds`. Throws AllocationError for wrong input.
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
  return inOneGo(needed(...inputOf(cluster, input)));
}

/**
 * Tells what `nodesNeeded` tells, giving way to the event loop.
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
  return inTurns(needed(...inputOf(cluster, input)));
}

function inputOf(cluster: Cluster, input: NodesNeededInput): Parameters<typeof needed> {
  checkFields(input, '', ['template', 'objects', 'most', 'limits']);
  const { template, objects = [], most, limits } = input;
  if (typeof template !== 'object' || template === null || typeof template.node !== 'object')
    throw new AllocationError('invalid-input', 'template: expected a node with its resourceSlices', { path: 'template' });
  if (!Array.isArray(objects)) throw new AllocationError('invalid-input', 'objects: expected a list of objects', { path: 'objects' });
  if (most !== undefined && !(Number.isSafeInteger(most) && most >= 0))
    throw new AllocationError('invalid-input', 'most: expected a whole number', { path: 'most' });
  const options = { ownGates: cluster.sources.runtime.features, podTemplates: builtInPodTemplates() };
  const resumes = namesQueues(objects as readonly Json[]);
  const set = decodedObjects(objects as readonly Json[], 'objects', { ...options, resumes });
  const queues = decodedQueues(objects as readonly Json[], 'objects');
  return [cluster.fork(), { template, objects: set, queues, ...(most === undefined ? {} : { most }), limits: checkLimits(limits) }];
}

/** @internal The question with its objects decoded. */
export interface NodesNeededPlan {
  readonly template: NodeTemplateJson;
  readonly objects: ObjectSet;
  /** Objects of Kueue. */
  readonly queues?: readonly KueueObject[];
  readonly most?: number;
  readonly limits: AsyncLimits;
}

/** @internal Answers about a cluster that nobody else changes. */
export function* needed(cluster: Cluster, plan: NodesNeededPlan): Program<NodesNeeded> {
  const search = new Search(cluster, plan);
  try {
    yield* search.run();
    return search.result(undefined);
  } catch (error) {
    const by: EndedBy | undefined = error instanceof Ended ? error.by : undefined;
    const ofCall = error instanceof CallEnded && (error.by === 'milliseconds' || error.by === 'signal') ? error.by : undefined;
    if (by === undefined && ofCall === undefined) throw error;
    return search.result(by ?? ofCall);
  }
}

class Search {
  readonly #cluster: Cluster;
  readonly #plan: NodesNeededPlan;
  readonly #clock: Clock;
  readonly #most: number;
  readonly #new: NewNodes;
  /** The keys of pods that wait and that such nodes help. */
  readonly #helped = new Set<string>();
  readonly #never: StillPending[] = [];
  #count = 0;
  #atLeast = 0;
  #world: World | undefined;
  #stillPending: readonly StillPending[] = [];

  constructor(cluster: Cluster, plan: NodesNeededPlan) {
    this.#cluster = cluster;
    this.#plan = plan;
    this.#clock = new Clock(cluster, plan.limits);
    this.#new = new NewNodes(plan.template, cluster.sources.cluster);
    this.#most = Math.min(plan.most ?? MOST, plan.template.most ?? Number.POSITIVE_INFINITY);
  }

  *run(): Program<void> {
    const first = this.#worldWith(0);
    const waiting = [...first.queue.values()].map(({ pods }) => [...pods.values()]);
    yield* this.#settle(first);
    this.#world = first;
    this.#never.push(...waitingForQuota(first));
    for (const pods of waiting) if (pods.some(({ key }) => isPending(first, key))) yield* this.#judge(pods);
    if (this.#helped.size === 0) return;
    for (let count = Math.max(1, Math.min(this.#atLeast, this.#most)); count <= this.#most; count++) {
      this.#count = count;
      const world = this.#worldWith(count);
      yield* this.#settle(world);
      this.#world = world;
      if (![...this.#helped].some((key) => isPending(world, key))) return;
      // Nobody takes another node like one that nobody took.
      if (world.pods.countOn(this.#new.name(count)) === 0) break;
    }
    if (this.#most === 0) this.#count = 0;
    yield* this.#tellPending();
  }

  get #settling(): Plan {
    return { ...placingAlone(this.#plan.objects), queues: this.#plan.queues ?? [] };
  }

  #settle(world: World): Program<void> {
    return settle({ world, plan: this.#settling, clock: this.#clock, answers: new Answers() });
  }

  #worldWith(count: number): World {
    const fork = this.#cluster.fork();
    fork.applyDecoded(this.#new.first(count));
    const world = new World(fork, this.#settling);
    begin(world, this.#settling);
    inOneGo(world.owners.settle());
    world.admit();
    return world;
  }

  /** Tells whether a new node would take pods that are alike, and how many nodes they need at least. */
  *#judge(pods: readonly SimulatedPod[]): Program<void> {
    yield* this.#clock.check();
    const [first] = pods as [SimulatedPod];
    const world = this.#worldWith(1);
    const node = this.#new.name(1);
    const outcome = yield* allocate(world.cluster, { pod: first.prepared, node, limits: this.#clock.limits() });
    if (outcome.kind === 'interrupted') this.#endedBy(outcome.by);
    if (outcome.kind !== 'allocated') {
      const why = yield* explain(world.cluster, { pod: first.prepared, node, limits: this.#clock.limits(), suggestions: false });
      const message = `no node like ${node} takes it`;
      const count = pods.filter(({ key }) => this.#world !== undefined && isPending(this.#world, key)).length;
      this.#never.push({ pod: first.name, count, message, explanation: causeOf(why) });
      return;
    }
    for (const { key } of pods) this.#helped.add(key);
    const options = () => ({ limits: this.#clock.limits() });
    const replica = (number: number) => replicaOf(first.pod, `${first.pod.metadata.name}-bound-${number}`).pod;
    const { perNode, atMost, by } = yield* mostOf(world.cluster, replica, 0, options);
    const own = perNode.get(node) ?? 0;
    if (by === undefined && own > 0) this.#atLeast = Math.max(this.#atLeast, Math.ceil((pods.length - (atMost - own)) / own));
  }

  #endedBy(by: string): void {
    if (by === 'milliseconds' || by === 'signal') this.#clock.end(by);
  }

  /** Tells of pods that wait although such nodes would take one of them. */
  *#tellPending(): Program<void> {
    const world = this.#world as World;
    const pending: StillPending[] = [];
    for (const waiting of world.queue.values()) {
      const pods = [...waiting.pods.keys()].filter((key) => this.#helped.has(key));
      if (pods.length === 0) continue;
      const why = yield* explain(world.cluster, { pod: headOf(waiting).prepared, limits: this.#clock.limits(), suggestions: false });
      const { name } = headOf(waiting);
      pending.push({ pod: name, count: pods.length, message: waiting.refusal?.message ?? '', explanation: causeOf(why) });
    }
    this.#stillPending = pending;
  }

  result(by: EndedBy | undefined): NodesNeeded {
    const count = this.#count;
    const isNew = new Set(this.#new.first(count).nodes.map(({ metadata }) => metadata.name));
    const placed = [...(this.#world?.pods.values() ?? [])].filter(({ node }) => node !== undefined && isNew.has(node));
    return {
      ...(by === undefined ? { kind: 'complete' } : { kind: 'interrupted', by }),
      count,
      atLeast: this.#atLeast,
      isLeast: by === undefined && count === this.#atLeast && this.#stillPending.length === 0,
      placements: placed.map(({ name, node }) => ({ pod: name, node: node as string })),
      stillPending: [...this.#never, ...this.#stillPending],
    };
  }
}

function isPending(world: World, key: string): boolean {
  const pod = world.pods.get(key);
  return pod !== undefined && pod.node === undefined;
}
