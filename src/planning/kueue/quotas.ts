// Tracks the used quotas of ClusterQueues, and assigns flavors to pending pods. Source: assignFlavors and fitsResourceQuota of
// pkg/scheduler/flavorassigner of kubernetes-sigs/kueue at commit ff69552e, for a queue without borrowing and preemption.

import type { PodSpec } from '../../core/api/pod.js';
import { entryIn } from '../../core/base/entry-in.js';
import { Quantity } from '../../core/quantity/quantity.js';
import type { Refusal } from '../queue.js';
import { mismatch } from './flavors.js';
import type { ClusterQueue, Flavor, KueueObjects, ResourceGroup } from './objects.js';

const NONE = Quantity.fromInt64(0n, 'DecimalSI');

/** Equal pods, and how many more of them need quota. */
export interface Demand {
  readonly spec: PodSpec;
  readonly amounts: ReadonlyMap<string, Quantity>;
  readonly count: number;
  /** The flavors of pods that already have quota. The other pods must have the same flavors. */
  readonly flavors: FlavorsByResource | undefined;
}

/** The flavor of each resource that counts. */
export type FlavorsByResource = ReadonlyMap<string, Flavor>;

/** Amounts in use by flavor and resource. */
type Usage = Map<string, Quantity>;

/** The quotas that are in use. */
export class Quotas {
  readonly #objects: KueueObjects;
  readonly #used = new Map<string, Usage>();
  readonly comparesTaints: boolean;

  constructor(objects: KueueObjects, comparesTaints: boolean) {
    this.#objects = objects;
    this.comparesTaints = comparesTaints;
  }

  /** Adds the usage of pods, or subtracts it for a negative count. */
  add(
    queue: string,
    { amounts, flavors }: { readonly amounts: ReadonlyMap<string, Quantity>; readonly flavors: FlavorsByResource },
    count: number,
  ): void {
    const used = entryIn(this.#used, queue, (): Usage => new Map());
    for (const [resource, { metadata }] of flavors) {
      const key = keyOf(metadata.name, resource);
      used.set(key, (used.get(key) ?? NONE).add(amountOf(amounts, resource).mul(BigInt(count))));
    }
  }

  /** Returns the flavors for pods that are admitted together, for each demand. If they cannot be admitted, returns the reason. */
  assign(queue: ClusterQueue, demands: readonly Demand[]): readonly FlavorsByResource[] | Refusal {
    const assumed: Usage = new Map();
    const assigned: FlavorsByResource[] = [];
    for (const demand of demands) {
      const flavors = this.#assignOne(queue, demand, assumed);
      if (!(flavors instanceof Map)) return flavors as Refusal;
      assigned.push(flavors);
      for (const [resource, { metadata }] of flavors) {
        const key = keyOf(metadata.name, resource);
        assumed.set(key, (assumed.get(key) ?? NONE).add(totalOf(demand, resource)));
      }
    }
    return assigned;
  }

  #assignOne(queue: ClusterQueue, demand: Demand, assumed: Usage): Map<string, Flavor> | Refusal {
    const { resourceGroups } = queue.spec;
    const { name } = queue.metadata;
    const ignoresOthers = this.#objects.configuration?.resources.quotaCheckStrategy === 'IgnoreUndeclared';
    const found = new Map<string, Flavor>();
    for (const resource of resourcesOf(queue, demand)) {
      if (found.has(resource)) continue;
      const group = resourceGroups.find(({ coveredResources }) => coveredResources.includes(resource));
      if (group === undefined) {
        if (ignoresOthers || totalOf(demand, resource).sign() === 0) continue;
        const cause = `ClusterQueue ${name} has no quota for ${resource}`;
        return { cause, message: cause, isFickle: false };
      }
      const flavor = this.#flavorFor(queue, group, demand, assumed);
      if ('cause' in flavor) return flavor;
      for (const covered of group.coveredResources) if (resourcesOf(queue, demand).has(covered)) found.set(covered, flavor);
    }
    return found;
  }

  /** Returns the first flavor of a group with room for the requested resources. */
  #flavorFor(queue: ClusterQueue, group: ResourceGroup, demand: Demand, assumed: Usage): Flavor | Refusal {
    const causes: string[] = [];
    const messages: string[] = [];
    for (const { name, resources } of group.flavors) {
      const flavor = this.#objects.flavors.get(name);
      const before = demand.flavors?.get(group.coveredResources.find((each) => demand.flavors?.has(each)) ?? '');
      if (flavor === undefined || (before !== undefined && before.metadata.name !== name)) continue;
      const wrong = mismatch(flavor, demand.spec, this.comparesTaints);
      const lack = wrong === undefined ? this.#lackOf(queue, name, resources, demand, assumed) : { cause: wrong, message: wrong };
      if (lack === undefined) return flavor;
      causes.push(lack.cause);
      messages.push(lack.message);
    }
    const before = `ClusterQueue ${queue.metadata.name}: `;
    return { cause: before + causes.join('; '), message: before + messages.join('; '), isFickle: false };
  }

  #lackOf(
    queue: ClusterQueue,
    flavor: string,
    resources: ResourceGroup['flavors'][number]['resources'],
    demand: Demand,
    assumed: Usage,
  ): Pick<Refusal, 'cause' | 'message'> | undefined {
    const neededResources = resourcesOf(queue, demand);
    const used = this.#used.get(queue.metadata.name);
    for (const { name, nominalQuota } of resources) {
      if (!neededResources.has(name)) continue;
      const key = keyOf(flavor, name);
      const amount = (assumed.get(key) ?? NONE).add(totalOf(demand, name));
      const inUse = used?.get(key) ?? NONE;
      if (inUse.add(amount).compare(nominalQuota) <= 0) continue;
      const what = `quota of ${name} in flavor ${flavor}`;
      if (amount.compare(nominalQuota) > 0) {
        const cause = `the ${what} is smaller than the request`;
        return { cause, message: `${cause}: requested ${amount}, quota ${nominalQuota}` };
      }
      return { cause: `the ${what} is used up`, message: `${what}: ${inUse} of ${nominalQuota} in use, ${amount} requested` };
    }
    return undefined;
  }

  /** Returns the flavor of every resource of running pods by their node, or the first flavor if no flavor matches the node. */
  ofRunning(queue: ClusterQueue, amounts: Demand['amounts'], isOf: (flavor: Flavor) => boolean): FlavorsByResource {
    const found = new Map<string, Flavor>();
    for (const { coveredResources, flavors } of queue.spec.resourceGroups) {
      const existingFlavors = flavors.map(({ name }) => this.#objects.flavors.get(name)).filter((flavor) => flavor !== undefined);
      const flavor = existingFlavors.find(isOf) ?? existingFlavors[0];
      if (flavor === undefined) continue;
      for (const resource of coveredResources) if (amounts.has(resource) || resource === PODS) found.set(resource, flavor);
    }
    return found;
  }
}

/** The resource that counts pods, if a queue covers it. */
const PODS = 'pods';

function resourcesOf({ spec }: ClusterQueue, { amounts }: Pick<Demand, 'amounts'>): ReadonlySet<string> {
  const names = new Set(amounts.keys());
  if (spec.resourceGroups.some(({ coveredResources }) => coveredResources.includes(PODS))) names.add(PODS);
  return names;
}

function amountOf(amounts: Demand['amounts'], resource: string): Quantity {
  return resource === PODS ? Quantity.fromInt64(1n, 'DecimalSI') : (amounts.get(resource) ?? NONE);
}

function totalOf({ amounts, count }: Demand, resource: string): Quantity {
  return amountOf(amounts, resource).mul(BigInt(count));
}

function keyOf(flavor: string, resource: string): string {
  return `${flavor}\0${resource}`;
}
