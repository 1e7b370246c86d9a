// A loop like Kueue's, written with the library. It admits workloads by priority and age while their ClusterQueue has quota.
// It admits a workload only if all of its pods find nodes and devices on a fork of the cluster, so no admitted pod stays pending.
// It reads Kueue's own kinds (v1beta2), without cohorts, preemption, admission checks, several resource groups, or quantities above 2^53.

import type { Cluster, PodJson } from 'dra-allocator';
import { fit as countOf } from 'dra-allocator/simulate';

// biome-ignore lint/suspicious/noExplicitAny: objects as an API server has them
type KubeObject = any;

/** A round of the loop: admitted workloads with flavor and nodes, and workloads that stay in the queue. */
export interface Round {
  readonly admitted: readonly { readonly workload: string; readonly flavor: string; readonly nodes: readonly string[] }[];
  readonly waiting: readonly { readonly workload: string; readonly why: string }[];
  /** The requests that a controller would send to the API server, in order. Bindings are missing: the scheduler sends these. */
  readonly calls: readonly string[];
}

/** Places pods one by one, as the scheduler does, until a pod finds no node. */
function place(cluster: Cluster, pods: readonly PodJson[]): string[] {
  const nodes: string[] = [];
  for (const pod of pods) {
    const found = cluster.filter({ pod });
    if (found.kind !== 'complete' || found.best === undefined) break;
    cluster.bind(pod, found.best, found.outcome(found.best));
    nodes.push(found.best);
  }
  return nodes;
}

const UNITS: Readonly<Record<string, number>> = { m: 1e-3, k: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };
const numberOf = (quantity: string | number): number =>
  Number.parseFloat(`${quantity}`) * (UNITS[`${quantity}`.replace(/^[\d.]+/, '')] ?? 1);

const API = '/apis/kueue.x-k8s.io/v1beta2';
const nameOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? 'default'}/${metadata.name}`;

function podsOf({ metadata: { namespace = 'default', name }, spec }: KubeObject): KubeObject[] {
  return spec.podSets.flatMap(({ name: set, count, template }: KubeObject) =>
    Array.from({ length: count }, (_, index) => {
      const metadata = { ...template.metadata, namespace, name: `${name}-${set}-${index}` };
      return { apiVersion: 'v1', kind: 'Pod', ...template, metadata };
    }),
  );
}

/** Admits workloads, and binds their pods at once, as the scheduler would. */
export class AdmissionLoop {
  readonly #cluster: Cluster;
  readonly #objects: readonly KubeObject[];
  readonly #admitted = new Map<
    string,
    { readonly key: string; readonly amounts: Map<string, number>; readonly pods: readonly PodJson[] }
  >();

  /** `objects` has the objects of Kueue, which a cluster does not store, and the ResourceClaimTemplates. */
  constructor(cluster: Cluster, objects: readonly object[]) {
    this.#cluster = cluster;
    this.#objects = objects;
  }

  /** Runs one round. `workloads` are all workloads that exist now. */
  round(workloads: readonly KubeObject[]): Round {
    const round = { admitted: [] as Round['admitted'][number][], waiting: [] as Round['waiting'][number][] };
    const priorityOf = ({ spec }: KubeObject): number => spec.priority ?? 0;
    const since = ({ metadata }: KubeObject): number => Date.parse(metadata.creationTimestamp ?? '') || 0;
    for (const one of [...workloads].sort((left, right) => priorityOf(right) - priorityOf(left) || since(left) - since(right))) {
      const workload = nameOf(one);
      if (this.#admitted.has(workload)) continue;
      const answer = this.#admit(one);
      if (typeof answer === 'string') round.waiting.push({ workload, why: answer });
      else round.admitted.push({ workload, ...answer });
    }
    const calls = round.admitted.map(({ workload }) => `PATCH ${API}/namespaces/${workload.replace('/', '/workloads/')}/status`);
    return { ...round, calls };
  }

  /** Returns the quota and the devices of a workload that is done. */
  finish(workload: string): void {
    const { pods = [] } = this.#admitted.get(workload) ?? {};
    for (const pod of pods) this.#cluster.unbind(pod);
    if (this.#admitted.delete(workload)) this.#cluster.remove(pods as never);
  }

  /** Tries the flavors of a queue in order. Returns the reason if none fits. */
  #admit(workload: KubeObject): { readonly flavor: string; readonly nodes: readonly string[] } | string {
    const { namespace = 'default' } = workload.metadata;
    const queue = this.#find('ClusterQueue', this.#find('LocalQueue', workload.spec.queueName, namespace)?.spec.clusterQueue);
    const [group, ...others] = queue?.spec.resourceGroups ?? [];
    if (group === undefined || others.length > 0) return `queue ${workload.spec.queueName} has no quotas, or several groups of them`;
    const pods = podsOf(workload);
    const amounts = new Map<string, number>();
    for (const pod of pods) for (const [name, amount] of this.#amountsOf(pod)) amounts.set(name, (amounts.get(name) ?? 0) + amount);
    for (const name of amounts.keys()) if (!group.coveredResources.includes(name)) return `there is no quota for ${name}`;
    const why: string[] = [];
    for (const { name, resources } of group.flavors) {
      const key = `${queue.metadata.name}/${name}`;
      const { nodeLabels = {}, tolerations = [] } = this.#find('ResourceFlavor', name)?.spec ?? {};
      const isShort = (one: KubeObject) => this.#used(key, one.name) + (amounts.get(one.name) ?? 0) > numberOf(one.nominalQuota);
      const { name: short, nominalQuota } = resources.find(isShort) ?? {};
      if (short !== undefined) {
        why.push(`${short} in flavor ${name}: ${this.#used(key, short)} of ${nominalQuota} in use, ${amounts.get(short)} wanted`);
        continue;
      }
      const injected = ({ spec }: KubeObject) => ({
        ...spec,
        nodeSelector: { ...spec.nodeSelector, ...nodeLabels },
        tolerations: [...(spec.tolerations ?? []), ...tolerations],
      });
      const admitted = pods.map((pod) => ({ ...pod, spec: injected(pod) }));
      // Kueue would admit the workload here, because it has no view of where devices are.
      const fork = this.#cluster.fork();
      const placed = place(fork, admitted).length;
      if (placed === pods.length) {
        this.#admitted.set(nameOf(workload), { key, amounts, pods: admitted });
        return { flavor: name, nodes: place(this.#cluster, admitted) };
      }
      const { runsOut } = countOf(fork, { pod: admitted[placed], most: 1, optimum: false });
      why.push(`flavor ${name} has quota, but ${placed} of ${pods.length} pods get a node: ${runsOut}`);
    }
    return why.join('; ');
  }

  #find(kind: string, name: string, namespace?: string): KubeObject {
    const isIt = ({ metadata }: KubeObject) =>
      metadata.name === name && (namespace === undefined || (metadata.namespace ?? 'default') === namespace);
    return this.#objects.find((one) => one.kind === kind && isIt(one));
  }

  /** Returns the amounts of a pod: its requests, and its devices by the mapping of their classes. */
  *#amountsOf({ metadata, spec }: KubeObject): Generator<readonly [string, number]> {
    for (const { resources } of spec.containers)
      for (const [name, amount] of Object.entries(resources?.requests ?? {})) yield [name, numberOf(amount as string)];
    const mappings = this.#objects.find(({ kind }) => kind === 'Configuration')?.resources?.deviceClassMappings ?? [];
    for (const { resourceClaimTemplateName: name } of spec.resourceClaims ?? []) {
      for (const { exactly = {} } of this.#find('ResourceClaimTemplate', name, metadata.namespace)?.spec.spec.devices.requests ?? []) {
        const mapping = mappings.find(({ deviceClassNames }: KubeObject) => deviceClassNames.includes(exactly.deviceClassName));
        if (mapping === undefined || exactly.allocationMode === 'All')
          throw new Error(`Kueue does not count what template ${name} asks for`);
        if (exactly.adminAccess !== true) yield [mapping.name, exactly.count ?? 1];
      }
    }
  }

  #used(key: string, resource: string): number {
    return [...this.#admitted.values()].reduce((sum, one) => sum + (one.key === key ? (one.amounts.get(resource) ?? 0) : 0), 0);
  }
}
