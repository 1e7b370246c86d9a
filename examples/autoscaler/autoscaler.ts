// A loop like Karpenter's, written with the library. It launches the cheapest shape of node for pending pods, and deletes nodes whose pods fit elsewhere.

import type { Cluster, KubernetesObjectJson, PodJson } from 'dra-allocator';
import { type NodeTemplateJson, nodeOfTemplate, nodesNeededAsync } from 'dra-allocator/simulate';

/** Pods that run on a node, by namespace and name. The loop binds them itself. */
export type Running = Map<string, { readonly pod: PodJson; readonly node: string }>;

/** A node that the loop launched: its shape and its objects. */
interface Launched {
  readonly shape: NodeTemplateJson;
  readonly objects: readonly KubernetesObjectJson[];
}

/** A round of the loop: launched and deleted nodes, placed pods, and pods that stay pending. */
export interface Round {
  readonly launched: readonly { readonly shape: string; readonly count: number; readonly isLeast: boolean }[];
  readonly deleted: readonly string[];
  readonly placed: readonly { readonly pod: string; readonly node: string }[];
  readonly pending: readonly { readonly pod: string; readonly why: readonly string[] }[];
  /** The requests that a controller would send to the API server, in order. Bindings are missing: the scheduler sends these. */
  readonly calls: readonly string[];
}

/** Places pods one by one, as the scheduler does. Returns the pods that stay pending. */
function place(cluster: Cluster, pods: readonly PodJson[], running: Running): PodJson[] {
  return pods.filter((pod) => {
    const found = cluster.filter({ pod });
    if (found.kind !== 'complete' || found.best === undefined) return true;
    cluster.bind(pod, found.best, found.outcome(found.best));
    running.set(keyOf(pod), { pod, node: found.best });
    return false;
  });
}

/** Computes how many nodes of a shape the pods need. The name keeps candidate nodes apart from existing ones. */
async function ask(cluster: Cluster, pods: readonly PodJson[], shape: NodeTemplateJson, most: number) {
  const template = { ...shape, name: `${shape.name}-candidate` };
  return nodesNeededAsync(cluster, { template, most, objects: pods as readonly KubernetesObjectJson[] });
}

/** Returns the shape that serves most of the pods. Among equals it returns the cheapest. */
async function cheapest(cluster: Cluster, pods: readonly PodJson[], shapes: readonly NodeTemplateJson[], launched: readonly Launched[]) {
  // The shapes belong to one pool and share its limits. Each node uses its part of them.
  const left = Math.max(
    0,
    launched.reduce((part, { shape }) => part - 1 / (shape.most ?? MOST), 1),
  );
  const offers = await Promise.all(
    shapes.map(async (shape) => {
      const needed = await ask(cluster, pods, shape, Math.floor((shape.most ?? MOST) * left + 1e-9));
      const pending = needed.stillPending.reduce((sum, { count }) => sum + count, 0);
      return { shape, needed, pending, price: (shape.price ?? 1) * needed.count };
    }),
  );
  const useful = offers.filter(({ needed }) => needed.kind === 'complete' && needed.placements.length > 0);
  return useful.sort((left, right) => left.pending - right.pending || left.price - right.price)[0];
}

/** Deletes nodes of the loop whose pods fit on the others, emptiest first. It tries each deletion on a fork. */
function consolidate(cluster: Cluster, launched: Map<string, Launched>, running: Running, calls: string[]): string[] {
  const deleted: string[] = [];
  const podsOn = (node: string) => [...running.values()].filter((one) => one.node === node).map(({ pod }) => pod);
  const emptiest = [...launched.keys()].sort((left, right) => podsOn(left).length - podsOn(right).length);
  for (const node of emptiest) {
    const [pods, objects] = [podsOn(node), launched.get(node)?.objects ?? []];
    const fork = cluster.fork();
    const without = (one: Cluster): void => {
      for (const pod of pods) one.unbind(pod);
      one.remove(objects);
    };
    without(fork);
    if (place(fork, pods, new Map()).length > 0) continue;
    without(cluster);
    for (const pod of pods) calls.push(`POST /api/v1/namespaces/${keyOf(pod).replace('/', '/pods/')}/eviction`);
    calls.push(`DELETE /apis/karpenter.sh/v1/nodeclaims/${node}`);
    place(cluster, pods, running);
    launched.delete(node);
    deleted.push(node);
  }
  return deleted;
}

const MOST = 1000;

/** Launches and deletes nodes. A launched node exists at once, with the slices that its drivers would publish. */
export class Autoscaler {
  readonly #cluster: Cluster;
  readonly #shapes: readonly NodeTemplateJson[];
  readonly #launched = new Map<string, Launched>();
  readonly #running: Running = new Map();
  #number = 0;

  constructor(cluster: Cluster, shapes: readonly NodeTemplateJson[]) {
    this.#cluster = cluster;
    this.#shapes = shapes;
  }

  /** Runs one round. `pods` are all pods that are pending now. */
  async round(pods: readonly PodJson[]): Promise<Round> {
    const launched: Round['launched'][number][] = [];
    const calls: string[] = [];
    const before = new Set(this.#running.keys());
    let waiting = place(this.#cluster, pods, this.#running);
    while (waiting.length > 0) {
      const offer = await cheapest(this.#cluster, waiting, this.#shapes, [...this.#launched.values()]);
      if (offer === undefined) break;
      const { shape, needed } = offer;
      for (let count = 0; count < needed.count; count++) {
        const objects = nodeOfTemplate(shape, ++this.#number);
        this.#cluster.apply(objects);
        const name = `${shape.name}-${this.#number}`;
        this.#launched.set(name, { shape, objects });
        calls.push(`POST /apis/karpenter.sh/v1/nodeclaims ${name}`);
      }
      launched.push({ shape: shape.name ?? '', count: needed.count, isLeast: needed.isLeast });
      const left = place(this.#cluster, waiting, this.#running);
      if (left.length === waiting.length) break;
      waiting = left;
    }
    const deleted = consolidate(this.#cluster, this.#launched, this.#running, calls);
    const placed = [...this.#running].filter(([name]) => !before.has(name)).map(([pod, { node }]) => ({ pod, node }));
    const pending = await Promise.all(waiting.map(async (pod) => ({ pod: keyOf(pod), why: await this.#why(pod) })));
    return { launched, deleted, placed, pending, calls };
  }

  /** Removes a pod that has ended, so that the next round can use its room. */
  end(name: string): void {
    const one = this.#running.get(name);
    if (one === undefined) return;
    this.#cluster.unbind(one.pod);
    this.#cluster.remove([one.pod as KubernetesObjectJson]);
    this.#running.delete(name);
  }

  async #why(pod: PodJson): Promise<string[]> {
    const answers = await Promise.all(this.#shapes.map((shape) => ask(this.#cluster, [pod], shape, MOST)));
    return this.#shapes.map(
      ({ name }, index) => `${name}: ${answers[index]?.stillPending[0]?.explanation ?? 'there may be no more nodes'}`,
    );
  }
}

function keyOf({ metadata }: PodJson): string {
  return `${metadata?.namespace ?? 'default'}/${metadata?.name ?? ''}`;
}
