// Implements the scheduler: it removes pods from its queue, finds a node that passes all filters, and
// binds the pod. It shares the node filters with the scheduler of this project, and does not
// simulate preemption. Source: pkg/scheduler/schedule_one.go of Kubernetes 1.30.14.

import { DecodeContext } from '../../core/api/context.js';
import { decoding } from '../../core/api/decoder.js';
import { decodeNode, type Node } from '../../core/api/node.js';
import { type Pod, podKind } from '../../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import type { Json } from '../../core/base/json.js';
import { largestOf } from '../../core/base/lists.js';
import { resolveFeatures } from '../../core/features/features.js';
import { withPauses } from '../../platform/pauses.js';
import type { Rejection } from '../../scheduler/filters/filter.js';
import { type PodFilters, prepareFilters } from '../../scheduler/filters/filters.js';
import { fitErrorMessage } from '../../scheduler/filters/fit-error.js';
import { type NodeInfo, nodeInfo, type PodInfo, podInfo } from '../../scheduler/filters/node-info.js';
import { ExtendedResourceClasses } from '../../scheduler/pods/extended-resources.js';
import { DEFAULT_PROFILE } from '../../scheduler/profile/scheduler-profile.js';
import { imageSpread } from '../../scheduler/scores/image-spread.js';
import { scoreNodes } from '../../scheduler/scores/total.js';
import { type ClassicPod, isTerminal, nodeOf } from '../api/kinds.js';
import { type ApiObject, equalJson, keyOf, titleOf } from '../api/objects.js';
import { ActorCrash, messageOf } from '../api-client.js';
import { Informer } from '../informer.js';
import type { Actor, Surroundings, Timer, Work } from './actor.js';
import { type CycleState, DynamicResources, type PluginStatus } from './dynamic-resources.js';
import { type Rejector, SchedulingQueue } from './scheduling-queue.js';

const FEATURES = resolveFeatures({ kubernetesVersion: '1.32' });
const NO_CLASSES = new ExtendedResourceClasses([]);

/** If there are fewer nodes, all are checked. */
const FEW_NODES = 100;

/** If a node has fewer pods, they are counted without pauses. */
const FEW_PODS = 64;

/** The reason why a pod was not assigned to a node. */
interface Failure {
  readonly message: string;
  readonly rejectors: ReadonlySet<Rejector>;
  readonly isPending: boolean;
}

const ONLY_CLAIMS: ReadonlySet<Rejector> = new Set<Rejector>(['DynamicResources']);
const NOBODY: ReadonlySet<Rejector> = new Set();

/** The actor. */
export class Scheduler implements Actor {
  readonly watches;
  readonly plugin: DynamicResources;
  readonly #world: Surroundings;
  readonly #queue: SchedulingQueue;
  readonly #pods: Informer<'Pod'>;
  readonly #nodes: Informer<'Node'>;
  /** Pods bound by this scheduler, until the watch reports it. */
  readonly #assumed = new Map<string, ClassicPod>();
  #nextNode = 0;

  constructor(world: Surroundings) {
    const { store, clock, client, naming, random } = world;
    this.#world = world;
    const listers = {
      claims: new Informer(store, 'ResourceClaim', {
        changing: (before, claim) => this.#noticing(claim, (pod, now) => this.plugin.hints.afterClaimChange(pod, before, now)),
      }),
      classes: new Informer(store, 'ResourceClass', { changing: (_, found) => this.#noticing(found) }),
      contexts: new Informer(store, 'PodSchedulingContext', {
        changing: (before, context) => this.#noticing(context, (pod, now) => this.plugin.hints.afterContextChange(pod, before, now)),
      }),
    };
    this.plugin = new DynamicResources(listers, client, naming, random);
    this.#queue = new SchedulingQueue(clock, (pod) => this.plugin.mayEnqueue(pod));
    this.#pods = new Informer(store, 'Pod', {
      changing: (before, pod) => this.#podChanging(before, pod),
    });
    this.#nodes = new Informer(store, 'Node', { changing: (_, node) => this.#nodeChanging(node) });
    this.watches = [this.#nodes, listers.classes, listers.claims, listers.contexts, this.#pods];
  }

  get isReady(): boolean {
    return this.#queue.isReady;
  }

  get timers(): readonly Timer[] {
    return this.#queue.timers;
  }

  async work(): Promise<Work | undefined> {
    const taken = await this.#world.pauses.run(this.#queue.taking());
    if (taken === undefined) return undefined;
    const { pod, attempts } = taken;
    const work = { action: 'schedule', object: titleOf(pod) };
    if (pod.metadata.deletionTimestamp !== undefined || this.#assumed.has(keyOf(pod.metadata))) return { ...work, outcome: 'skipped' };
    const failure = await this.#cycle(pod);
    if (failure === undefined) return { ...work, outcome: 'bound' };
    this.#queue.reject(pod, attempts, failure.rejectors, failure.isPending);
    this.#world.client.record(pod, 'Warning', 'FailedScheduling', failure.message);
    return { ...work, outcome: failure.message };
  }

  /** Reports a change of an object that the claim plugin watches. The deletion of such an object helps no pod. */
  *#noticing<T>(object: T | undefined, mayHelp?: (pod: ClassicPod, object: T) => Incremental<boolean>): Incremental<void> {
    if (object === undefined) return;
    const hint = this.#world.queueingHints ? mayHelp : undefined;
    yield* this.#queue.noticing('claims', hint && ((pod) => hint(pod, object)));
  }

  *#nodeChanging(node: ApiObject | undefined): Incremental<void> {
    if (node !== undefined) yield* this.#queue.noticing('node');
  }

  *#podChanging(before: ClassicPod | undefined, pod: ClassicPod | undefined): Incremental<void> {
    if (pod !== undefined) yield* this.#podChanged(before, pod);
    else if (before !== undefined) yield* this.#podGone(before);
  }

  *#podChanged(before: ClassicPod | undefined, pod: ClassicPod): Incremental<void> {
    const key = keyOf(pod.metadata);
    // The watch missed the end of a pod and the creation of another pod with the same name.
    if (before !== undefined && before.metadata.uid !== pod.metadata.uid) yield* this.#podGone(before);
    const assumed = this.#assumed.get(key);
    if (nodeOf(pod) !== '') {
      this.#assumed.delete(key);
      this.#queue.delete(pod);
      if (isTerminal(pod) && before !== undefined && !isTerminal(before)) yield* this.#queue.noticing('pod-gone');
    } else if (assumed?.metadata.uid !== pod.metadata.uid && !isTerminal(pod)) {
      if (before === undefined) yield* this.#queue.adding(pod);
      else yield* this.#queue.updating(pod, isRelevantChange(before, pod));
    }
  }

  *#podGone(pod: ClassicPod): Incremental<void> {
    this.#assumed.delete(keyOf(pod.metadata));
    this.#queue.delete(pod);
    if (nodeOf(pod) !== '') yield* this.#queue.noticing('pod-gone');
  }

  /** Makes one attempt. Returns undefined if the pod is bound. */
  async #cycle(pod: ClassicPod): Promise<Failure | undefined> {
    const infos = await this.#nodeInfos();
    const decoded = await decodedPod(pod);
    const context = { features: FEATURES, classes: NO_CLASSES, profile: DEFAULT_PROFILE };
    const filters = await withPauses((checkpoint) => prepareFilters(decoded, context, checkpoint));
    const { state, status } = await this.#world.pauses.run(this.plugin.preFilter(pod));
    if (status.code === 'Error') return failureOf(status);
    if (status.code === 'UnschedulableAndUnresolvable')
      return this.#unfit(infos.length, [rejectionOf(status)], [], state, pod, ONLY_CLAIMS);
    const { passing, rejections, rejectors } = await this.#filter(infos, filters, state);
    if (passing.length === 0) return this.#unfit(infos.length, filters.refusals, rejections, state, pod, rejectors);
    if (passing.length > 1)
      this.plugin.preScore(
        state,
        passing.map(({ node }) => node.metadata.name),
      );
    return this.#bind(pod, state, (await this.#best(decoded, passing)).node.metadata.name);
  }

  async #bind(pod: ClassicPod, state: CycleState, nodeName: string): Promise<Failure | undefined> {
    const { pauses } = this.#world;
    await pauses.takeIfDue();
    const reserved = this.plugin.reserve(state, nodeName);
    await pauses.takeIfDue();
    const status = reserved.code === 'Success' ? await pauses.run(this.plugin.preBind(state, pod)) : reserved;
    if (status.code !== 'Success') {
      await pauses.run(this.plugin.unreserve(state, pod));
      return failureOf(status);
    }
    try {
      this.#assumed.set(keyOf(pod.metadata), this.#world.client.bind(pod, nodeName));
    } catch (error) {
      if (error instanceof ActorCrash) throw error;
      await pauses.run(this.plugin.unreserve(state, pod));
      return { message: `binding rejected: ${messageOf(error)}`, rejectors: NOBODY, isPending: false };
    }
    this.plugin.postBind(state, pod);
    return undefined;
  }

  async #unfit(
    nodes: number,
    podRejections: readonly Rejection[],
    rejections: readonly (readonly Rejection[])[],
    state: CycleState,
    pod: ClassicPod,
    rejectors: ReadonlySet<Rejector>,
  ): Promise<Failure> {
    const status = this.plugin.postFilter(state, pod);
    if (status.code === 'Error') return failureOf(status);
    const message = await withPauses((checkpoint) => fitErrorMessage({ nodes, refusals: podRejections, rejections }, checkpoint));
    return { message: `${message.replace(/\.?$/, '.')} ${status.message}`, rejectors, isPending: false };
  }

  async #filter(infos: readonly NodeInfo[], filters: PodFilters, state: CycleState) {
    const passing: NodeInfo[] = [];
    const rejections: (readonly Rejection[])[] = [];
    const rejectors = new Set<Rejector>(filters.refusals.length > 0 ? ['filters'] : []);
    const requiredCount = feasibleNodes(infos.length);
    const start = this.#nextNode;
    let checkedCount = 0;
    for (; filters.refusals.length === 0 && checkedCount < infos.length && passing.length < requiredCount; checkedCount++) {
      if (this.#world.pauses.isDue) await this.#world.pauses.take();
      const info = infos[(start + checkedCount) % infos.length] as NodeInfo;
      const before = filters.beforeDevices(info, UNLIMITED);
      const status = before.length > 0 ? undefined : this.plugin.filter(state, info.node);
      const all = status === undefined ? before : status.code === 'Success' ? filters.afterDevices(info, UNLIMITED) : [rejectionOf(status)];
      if (all.length === 0) passing.push(info);
      else {
        rejections.push(all);
        rejectors.add(status !== undefined && status.code !== 'Success' ? 'DynamicResources' : 'filters');
      }
    }
    this.#nextNode = infos.length === 0 ? 0 : (start + checkedCount) % infos.length;
    return { passing, rejections, rejectors };
  }

  /** Returns the node with the best score; a random one if several are equal. */
  async #best(pod: Pod, passing: readonly NodeInfo[]): Promise<NodeInfo> {
    if (passing.length === 1) return passing[0] as NodeInfo;
    const nodesOfPassing = passing.map(({ node }) => node);
    const images = await withPauses((checkpoint) => imageSpread(nodesOfPassing, checkpoint));
    const scores = await withPauses((checkpoint) =>
      scoreNodes(pod, passing, { features: FEATURES, images, profile: DEFAULT_PROFILE }, { checkpoint }),
    );
    const totals = scores.map(({ total }) => total);
    const best = largestOf(totals);
    return this.#world.random.chooseFrom(passing.filter((_, index) => totals[index] === best)) as NodeInfo;
  }

  async #nodeInfos(): Promise<readonly NodeInfo[]> {
    const byNode = new Map<string, PodInfo[]>();
    const seen = new Set<string>();
    const { pauses } = this.#world;
    for (const all of [this.#assumed.values(), this.#pods.all()]) {
      for (const pod of all) {
        if (pauses.isDue) await pauses.take();
        const key = keyOf(pod.metadata);
        if (seen.has(key)) continue;
        seen.add(key);
        if (nodeOf(pod) !== '' && !isTerminal(pod)) entryIn(byNode, nodeOf(pod), () => []).push(pods.get(pod)?.info ?? (await infoOf(pod)));
      }
    }
    const infos: NodeInfo[] = [];
    for (const node of this.#nodes.all()) {
      if (pauses.isDue) await pauses.take();
      const onNode = byNode.get(node.metadata.name) ?? [];
      const info = (checkpoint: Checkpoint) => nodeInfo(decodedNode(node), onNode, checkpoint);
      infos.push(onNode.length < FEW_PODS ? inOneGo(info(UNLIMITED)) : await withPauses(info));
    }
    return infos;
  }
}

/** A change of a pending pod is relevant if it affects the spec, the labels or the names of its claims. */
function isRelevantChange(before: ClassicPod, pod: ClassicPod): boolean {
  const { labels, annotations, deletionTimestamp } = pod.metadata;
  const newMetadata = { labels, annotations, deletionTimestamp };
  const old = {
    labels: before.metadata.labels,
    annotations: before.metadata.annotations,
    deletionTimestamp: before.metadata.deletionTimestamp,
  };
  const names = pod.status?.resourceClaimStatuses;
  return !equalJson(pod.spec, before.spec) || !equalJson(newMetadata, old) || !equalJson(names, before.status?.resourceClaimStatuses);
}

/** Returns the number of nodes that must pass: in large clusters, not all nodes are checked. */
function feasibleNodes(all: number): number {
  if (all < FEW_NODES) return all;
  const percentage = Math.max(50 - Math.floor(all / 125), 5);
  return Math.max(Math.floor((all * percentage) / 100), FEW_NODES);
}

function failureOf({ code, message }: PluginStatus): Failure {
  return { message, rejectors: code === 'Error' ? NOBODY : ONLY_CLAIMS, isPending: code === 'Pending' };
}

function rejectionOf({ message }: PluginStatus): Rejection {
  return { code: 'claims', message };
}

interface CachedPod {
  readonly pod: Pod;
  info?: PodInfo;
}

const pods = new WeakMap<ApiObject, CachedPod>();
const nodes = new WeakMap<ApiObject, Node>();

async function decodedPod(object: ClassicPod): Promise<Pod> {
  return (await cachedPodOf(object)).pod;
}

async function infoOf(object: ClassicPod): Promise<PodInfo> {
  const entry = await cachedPodOf(object);
  entry.info ??= await withPauses((checkpoint) => podInfo(entry.pod, FEATURES, checkpoint));
  return entry.info;
}

async function cachedPodOf(object: ClassicPod): Promise<CachedPod> {
  let entry = pods.get(object);
  if (entry === undefined) {
    const decode = (checkpoint: Checkpoint) => decoding(podKind, object as unknown as Json, new DecodeContext([], undefined, checkpoint));
    entry = { pod: await withPauses(decode) };
    pods.set(object, entry);
  }
  return entry;
}

function decodedNode(object: ApiObject): Node {
  let node = nodes.get(object);
  if (node === undefined) {
    node = decodeNode(object as unknown as Json, new DecodeContext());
    nodes.set(object, node);
  }
  return node;
}
