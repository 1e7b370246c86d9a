// Plays clusters whose pods compete on a real control plane, and records what becomes of the pods of each step.

import { Random } from '../../differential/generate/random.js';
import { deltaOf, keyOf } from '../corpus/corpus.js';
import { LiveCluster, type Objects } from '../corpus/live-cluster.js';
import type { ApiClient, KubeObject } from '../real/api.mjs';
import type { ContentionStep, Fate } from './steps.js';
import { arrival, changes, firstObjects, KINDS } from './world.js';

const STEPS_PER_CLUSTER = 16;
/** Keeps new pods from the scheduler until the controllers have made their claims. */
const GATE = 'example.com/recorded';
/** The scheduler tries a pod again about this time after it evicted others. */
const RETRY_MILLISECONDS = 4000;
/** After this time, a pod without a condition is not queued. */
const UNQUEUED_MILLISECONDS = 2500;
const FIRST_START = Date.UTC(2026, 0, 1);

/** The steps of one cluster. */
export async function recordCluster(api: ApiClient, seed: number, cluster: number): Promise<readonly ContentionStep[]> {
  await api.wipe();
  const random = new Random(seed, cluster);
  const live = new LiveCluster(api, random, KINDS, isBusy);
  for (const object of firstObjects(random)) await live.put(object);
  const recording = new Recording(live, random, cluster);
  for (let step = 0; step < STEPS_PER_CLUSTER; step++) {
    try {
      await recording.step(step);
    } catch (error) {
      console.log(`cluster ${cluster}, step ${step}: ${error instanceof Error ? error.message : error}`);
      break;
    }
  }
  return recording.steps;
}

/** Returns whether the disruption controller must still count the ready pods of a budget. */
function isBusy(objects: readonly KubeObject[]): boolean {
  const ready = objects.filter(({ kind, spec, status, metadata }) => {
    const isReady = status?.conditions?.some(({ type, status: is }: { type: string; status: string }) => type === 'Ready' && is === 'True');
    return kind === 'Pod' && spec.nodeName !== undefined && metadata.deletionTimestamp === undefined && isReady === true;
  });
  return objects.some(({ kind, metadata, spec, status }) => {
    if (kind === 'Pod') return isWithoutKubelet({ kind, metadata, spec, status } as KubeObject);
    if (kind !== 'PodDisruptionBudget') return false;
    const { app } = spec.selector.matchLabels;
    return (
      status?.observedGeneration !== metadata.generation ||
      status.currentHealthy !== ready.filter((pod) => pod.metadata.labels?.['app'] === app).length
    );
  });
}

/** Returns whether a pod has a node, but its kubelet has not yet started it. */
function isWithoutKubelet({ spec, status }: KubeObject): boolean {
  return spec.nodeName !== undefined && status?.phase !== 'Running';
}

class Recording {
  readonly steps: ContentionStep[] = [];
  readonly #live: LiveCluster;
  readonly #random: Random;
  readonly #cluster: number;
  #started = 0;
  /** The state after the last step. */
  #last: Objects = new Map();

  constructor(live: LiveCluster, random: Random, cluster: number) {
    this.#live = live;
    this.#random = random;
    this.#cluster = cluster;
  }

  /** Changes the cluster, creates pods and records what becomes of them. */
  async step(index: number): Promise<void> {
    const objects = await this.#settle(() => true);
    const { gone, put } = changes(this.#random, [...objects.values()]);
    for (const object of gone) await this.#live.delete(object, objects);
    for (const object of put) await this.#live.put(object);
    const now = await this.#settle(() => true);
    const made = arrival(this.#random, index, [...now.values()]);
    for (const object of made.objects) if (!(await this.#live.create(object))) throw new Error(`${keyOf(object)} is rejected`);
    const pods: KubeObject[] = [];
    for (const pod of made.pods) {
      const gated = { ...pod, spec: { ...pod.spec, schedulingGates: [{ name: GATE }] } };
      if (await this.#live.create(gated)) pods.push(pod);
      else console.log(`  ${keyOf(pod)} is rejected`);
    }
    if (pods.length > 0) await this.#record(pods);
  }

  async #record(pods: readonly KubeObject[]): Promise<void> {
    const keys = pods.map(keyOf);
    const gated = await this.#settle((objects) => keys.every((key) => hasItsClaims(objects.get(key), objects)));
    const ready = keys.map((key) => withoutGate(gated.get(key) as KubeObject));
    const before = withoutConditions(gated);
    for (const pod of ready) {
      before.set(keyOf(pod), pod);
      if (!(await this.#live.put(pod))) throw new Error(`${keyOf(pod)} keeps its gate`);
    }
    const first = new Map<string, string>();
    const nominated = new Map<string, string>();
    let quietSince = Date.now();
    let last = '';
    const decided = await this.#settle((objects) => {
      const states = keys.map((key) => {
        const pod = objects.get(key);
        const message = messageOf(pod);
        if (message !== undefined && !first.has(key)) first.set(key, message);
        const node: string | undefined = pod?.status?.nominatedNodeName;
        if (node) nominated.set(key, node);
        return `${pod?.spec.nodeName} ${message} ${node}`;
      });
      if (states.join() !== last) [last, quietSince] = [states.join(), Date.now()];
      const quiet = Date.now() - quietSince;
      if (keys.some((key) => isWaiting(objects.get(key), first.get(key)))) return quiet > RETRY_MILLISECONDS;
      // A pod that does not enter the queue has no condition.
      return keys.every((key) => objects.get(key)?.spec.nodeName || first.has(key)) || quiet > UNQUEUED_MILLISECONDS;
    });
    const fates = keys.map((key): Fate => {
      const pod = decided.get(key);
      const [message, node, candidate] = [first.get(key), pod?.spec.nodeName as string | undefined, nominated.get(key)];
      return {
        pod: key,
        ...(node === undefined ? {} : { node }),
        ...(message === undefined ? {} : { message }),
        ...(candidate === undefined ? {} : { nominated: candidate }),
      };
    });
    const victims = [...before.keys()].filter((key) => key.startsWith('Pod ') && !decided.has(key));
    const group = decided.get(`PodGroup ${pods[0]?.metadata.namespace}/${pods[0]?.spec.schedulingGroup?.podGroupName}`);
    const condition = group?.status?.conditions?.find(
      ({ type }: { type: string }) => type === 'PodGroupScheduled' || type === 'PodGroupInitiallyScheduled',
    );
    const ofGroup =
      condition === undefined ? {} : { group: `${condition.type} ${condition.status} ${condition.reason}: ${condition.message}` };
    const after = withoutConditions(decided);
    this.steps.push({
      cluster: this.#cluster,
      before: deltaOf(this.#last, before),
      pods: fates,
      victims,
      ...ofGroup,
      after: deltaOf(before, after),
    });
    this.#last = after;
    const pending = keys.filter((key) => decided.get(key) !== undefined && !decided.get(key)?.spec.nodeName);
    for (const key of pending) await this.#live.delete(decided.get(key) as KubeObject, decided);
    if (group !== undefined && pending.length === keys.length) await this.#live.api.erase(group);
  }

  /** Waits until nothing changes, and starts pods as their kubelets would. */
  async #settle(isReached: (objects: Objects) => boolean): Promise<Objects> {
    let working = true;
    const kubelet = this.#startPods(() => working);
    try {
      return await this.#live.settle(isReached);
    } finally {
      working = false;
      await kubelet;
    }
  }

  async #startPods(isWorking: () => boolean): Promise<void> {
    while (isWorking()) {
      for (const pod of await this.#live.api.list('Pod')) {
        if (!isWithoutKubelet(pod)) continue;
        const startTime = new Date(FIRST_START + this.#started++ * 60_000).toISOString().replace('.000', '');
        const conditions = [...(pod.status?.conditions ?? []), { type: 'Ready', status: 'True', lastTransitionTime: startTime }];
        try {
          await this.#live.api.replaceStatus({ ...pod, status: { ...pod.status, phase: 'Running', startTime, conditions } });
        } catch {
          // The scheduler changed or evicted it: the next round sees that.
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** Returns whether the scheduler will try the pod again by itself: it evicts others for it, or deallocated a claim. */
function isWaiting(pod: KubeObject | undefined, first: string | undefined): boolean {
  if (pod === undefined || pod.spec.nodeName) return false;
  return Boolean(pod.status?.nominatedNodeName) || /deallocation of|waiting for the preemption/.test(first ?? '');
}

function hasItsClaims(pod: KubeObject | undefined, objects: Objects): boolean {
  if (pod === undefined) return false;
  const names = (pod.spec.resourceClaims ?? []).filter((entry: { resourceClaimTemplateName?: string }) => entry.resourceClaimTemplateName);
  if ((pod.status?.resourceClaimStatuses ?? []).length < names.length) return false;
  const group = objects.get(`PodGroup ${pod.metadata.namespace}/${pod.spec.schedulingGroup?.podGroupName}`);
  return (group?.status?.resourceClaimStatuses ?? []).length >= (group?.spec.resourceClaims ?? []).length;
}

function messageOf(pod: KubeObject | undefined): string | undefined {
  const condition = pod?.status?.conditions?.find(({ type }: { type: string }) => type === 'PodScheduled');
  if (condition === undefined || condition.status === 'True' || condition.reason === 'SchedulingGated') return undefined;
  return `${condition.reason}: ${condition.message}`;
}

/** The pod as it was before the decision. */
function withoutGate({ spec: { schedulingGates: _, ...spec }, status: { conditions: _gated, ...status }, ...pod }: KubeObject): KubeObject {
  return { ...pod, spec, status };
}

/** The objects without the conditions of pods and groups, which have the decisions, except that pods are ready. */
function withoutConditions(objects: Objects): Map<string, KubeObject> {
  return new Map(
    [...objects].map(([key, object]) => {
      if (object.kind !== 'Pod' && object.kind !== 'PodGroup') return [key, object];
      const { conditions = [], ...status } = object.status ?? {};
      const ready = conditions.filter(({ type }: { type: string }) => type === 'Ready');
      return [key, { ...object, status: ready.length === 0 ? status : { ...status, conditions: ready } }];
    }),
  );
}
