// Plays random clusters on a real control plane, and records the decision of the scheduler about each pod.

import type { Part } from '../../differential/filters/generate/containers.js';
import { Random } from '../../differential/generate/random.js';
import type { ApiClient, KubeObject } from '../real/api.mjs';
import { type CorpusStep, type Decision, deltaOf, keyOf } from './corpus.js';
import { nextChange } from './generate/changes.js';
import { type NewPod, newPod } from './generate/pods.js';
import { firstObjects } from './generate/world.js';
import { LiveCluster, type Objects } from './live-cluster.js';

const STEPS_PER_CLUSTER = 24;
/** Keeps a new pod from the scheduler until the controllers have made its claims. */
const GATE = 'example.com/recorded';

/** The steps of one cluster. */
export async function recordCluster(api: ApiClient, seed: number, cluster: number): Promise<readonly CorpusStep[]> {
  await api.wipe();
  const random = new Random(seed, cluster);
  const live = new LiveCluster(api, random);
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

class Recording {
  readonly steps: CorpusStep[] = [];
  readonly #live: LiveCluster;
  readonly #random: Random;
  readonly #cluster: number;
  /** The state after the last step. */
  #last: Objects = new Map();

  constructor(live: LiveCluster, random: Random, cluster: number) {
    this.#live = live;
    this.#random = random;
    this.#cluster = cluster;
  }

  /** Changes the cluster, creates a pod and records the decision. A pod that the API server rejects makes no step. */
  async step(index: number): Promise<void> {
    let objects = await this.#live.settle(() => true);
    for (let left = this.#random.pick([0, 0, 1, 1, 2]); left > 0 && index > 0; left--) {
      const { put = [], gone = [], ended = [] } = nextChange(this.#random, [...objects.values()], index);
      for (const object of gone) await this.#live.delete(object, objects);
      for (const object of put) await this.#live.put(object);
      for (const pod of ended) await this.#live.end(pod);
      objects = await this.#live.settle(() => true);
    }
    const made = newPod(this.#random, `p${index}`, [...objects.values()]);
    if (await this.#create(made)) await this.#record(made.pod);
  }

  async #create({ pod, objects }: NewPod): Promise<boolean> {
    for (const object of objects) if (!(await this.#live.create(object))) return false;
    const owner = objects.find(({ kind }) => kind === 'ReplicaSet');
    const uid = owner === undefined ? '' : ((await this.#live.get(owner)).metadata.uid as string);
    const ownerReferences = pod.metadata.ownerReferences?.map((reference) => ({ ...reference, uid }));
    const metadata = { ...pod.metadata, ...(ownerReferences === undefined ? {} : { ownerReferences }) };
    return this.#live.create({ ...pod, metadata, spec: { ...pod.spec, schedulingGates: [{ name: GATE }] } });
  }

  async #record(pod: KubeObject): Promise<void> {
    const key = keyOf(pod);
    const gated = await this.#live.settle((objects) => hasItsClaims(objects.get(key), objects));
    const ready = withoutGate(gated.get(key) as KubeObject);
    if (!(await this.#live.put(ready))) throw new Error(`${key} keeps its gate`);
    const before = withoutConditions(gated).set(key, ready);
    const decided = await this.#live.settle((objects) => decisionAbout(objects.get(key)) !== undefined);
    const decision = decisionAbout(decided.get(key)) as Decision;
    const after = withoutConditions(decided);
    this.steps.push({ cluster: this.#cluster, before: deltaOf(this.#last, before), pod: key, decision, after: deltaOf(before, after) });
    this.#last = after;
    if (!('node' in decision)) await this.#live.delete(decided.get(key) as KubeObject, decided);
  }
}

/** Returns whether the controllers have made the claims of a pod. */
function hasItsClaims(pod: KubeObject | undefined, objects: Objects): boolean {
  if (pod === undefined) return false;
  const { name, namespace } = pod.metadata;
  const made = (pod.spec.resourceClaims ?? []).filter((entry: Part) => entry['resourceClaimTemplateName'] !== undefined);
  const volumes = (pod.spec.volumes ?? []).filter((volume: Part) => volume['ephemeral'] !== undefined);
  return (
    (pod.status?.resourceClaimStatuses ?? []).length === made.length &&
    volumes.every((volume: Part) => objects.has(`PersistentVolumeClaim ${namespace}/${name}-${volume['name']}`))
  );
}

function decisionAbout(pod: KubeObject | undefined): Decision | undefined {
  if (pod?.spec.nodeName) return { node: pod.spec.nodeName };
  const condition = pod?.status?.conditions?.find(({ type }: { type: string }) => type === 'PodScheduled');
  if (condition === undefined || condition.reason === 'SchedulingGated') return undefined;
  return { refused: `${condition.reason}: ${condition.message}` };
}

/** The pod as it was before the decision. */
function withoutGate({ spec: { schedulingGates: _, ...spec }, status: { conditions: _gated, ...status }, ...pod }: KubeObject): KubeObject {
  return { ...pod, spec, status };
}

/** The objects without the conditions of pods. They have the decisions, which are stored elsewhere. */
function withoutConditions(objects: Objects): Map<string, KubeObject> {
  return new Map(
    [...objects].map(([key, object]) => {
      if (object.kind !== 'Pod') return [key, object];
      const { conditions: _, ...status } = object.status;
      return [key, { ...object, status }];
    }),
  );
}
