// The nodes with what their pods take of them, as the scheduler's snapshot has them: pods of the input that are on a node, and those that were placed
// in this run.

import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { FilterFeatures } from '../../../scheduler/filters/filter-features.js';
import { isOnNode, type NodeInfo, nodeInfo, type PodInfo, podInfo, withPod } from '../../../scheduler/filters/node-info.js';

/** The nodes of a run by their names, in the order of the input. */
export class NodeSnapshot {
  readonly #features: FilterFeatures;
  readonly #infos = new Map<string, NodeInfo>();
  #hasRepellingPods = false;

  /** `pods` are filled in; those that are on no node, or are done, take nothing. */
  constructor(nodes: readonly Node[], pods: Iterable<Pod>, features: FilterFeatures) {
    this.#features = features;
    const byNode = new Map<string, PodInfo[]>();
    for (const pod of pods) {
      if (isOnNode(pod)) entryIn(byNode, pod.spec.nodeName, (): PodInfo[] => []).push(podInfo(pod, features, UNLIMITED));
    }
    for (const node of nodes) {
      const { name } = node.metadata;
      this.#set(name, nodeInfo(node, byNode.get(name) ?? [], UNLIMITED));
    }
  }

  all(): Iterable<NodeInfo> {
    return this.#infos.values();
  }

  /** Tells whether a pod of some node demands that some pods are not with it. */
  get hasRepellingPods(): boolean {
    return this.#hasRepellingPods;
  }

  get size(): number {
    return this.#infos.size;
  }

  get(name: string): NodeInfo | undefined {
    return this.#infos.get(name);
  }

  /** A pod is on a node from now on. Returns what it uses there; undefined if the node does not exist. */
  add(pod: Pod, name: string): PodInfo | undefined {
    const info = this.#infos.get(name);
    if (info === undefined) return undefined;
    const added = podInfo(pod, this.#features, UNLIMITED);
    this.#set(name, withPod(info, added, UNLIMITED));
    return added;
  }

  #set(name: string, info: NodeInfo): void {
    this.#infos.set(name, info);
    if (info.repelling > 0) this.#hasRepellingPods = true;
  }
}
