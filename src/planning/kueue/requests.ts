// Computes the quota that a pod uses: its requests, and for its devices the amounts in the device class mappings. Source:
// totalRequestsFromPodSets of pkg/workload, countDevicesPerClass of pkg/dra/claims.go and ResolveExtendedResourceQuota of
// pkg/dra/extended_resources.go of kubernetes-sigs/kueue at commit ff69552e.

import { claimKey } from '../../cluster/claims.js';
import type { ClusterState } from '../../cluster/cluster-state.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceClaimSpec } from '../../core/api/resource-claim.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { inOneGo } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import type { FilterFeatures } from '../../scheduler/filters/filter-features.js';
import { withPodDefaults } from '../../scheduler/filters/pod-defaults.js';
import { podRequests } from '../../scheduler/filters/pod-requests.js';
import { ExtendedResourceClasses, isExtendedResource } from '../../scheduler/pods/extended-resources.js';
import type { Configuration } from './objects.js';

/** The quota that one pod uses, by resource. If Kueue admits no such pod, the reason. */
export type PodCharge = { readonly amounts: ReadonlyMap<string, Quantity> } | { readonly refusal: string };

/** The configuration of Kueue that charges depend on. */
export class Charges {
  readonly #state: ClusterState;
  readonly #features: FilterFeatures;
  readonly #resourceOf = new Map<string, string>();
  readonly #isCountedOtherwise = new Set<string>();
  readonly #excluded: readonly string[];
  #classes: ExtendedResourceClasses | undefined;
  /** The properties that were not considered, in words. */
  readonly notLookedAt = new Set<string>();

  constructor(state: ClusterState, features: FilterFeatures, configuration: Configuration | undefined) {
    this.#state = state;
    this.#features = features;
    const { deviceClassMappings = [], excludeResourcePrefixes = [], transformations = [] } = configuration?.resources ?? {};
    // If a class has several mappings, the first one is used.
    for (const { name, deviceClassNames, sources } of deviceClassMappings) {
      for (const one of deviceClassNames) {
        if (!this.#resourceOf.has(one)) this.#resourceOf.set(one, name);
        if (sources.length > 0) this.#isCountedOtherwise.add(one);
      }
    }
    this.#excluded = excludeResourcePrefixes;
    if (transformations.length > 0) this.notLookedAt.add('resource transformations in the Kueue configuration');
  }

  /** Returns the charge of a pod, as it would be created. */
  of(pod: Pod): PodCharge {
    const { metadata } = pod;
    const filled = this.#filledIn(pod);
    const amounts = new Map<string, Quantity>();
    for (const [resource, amount] of inOneGo(podRequests(filled, { usePodLevelResources: this.#features.podLevelResources }, UNLIMITED)))
      if (!this.#excluded.some((prefix) => resource.startsWith(prefix))) amounts.set(resource, rounded(resource, amount));
    const refusal = this.#addExtended(filled, amounts) ?? this.#addClaims(filled, metadata.namespace, amounts);
    return refusal === undefined ? { amounts } : { refusal };
  }

  #filledIn(pod: Pod): Pod {
    const runtimeClasses = this.#state.objects.pods.all('RuntimeClass');
    const filled = inOneGo(withPodDefaults(pod, { features: this.#features, runtimeClasses }, UNLIMITED));
    return 'pod' in filled ? filled.pod : pod;
  }

  /** Extended resources that a device class serves are counted under the mapping of the class, or under their own name. */
  #addExtended({ spec }: Pod, amounts: Map<string, Quantity>): string | undefined {
    for (const [resource, count] of extendedResources(spec)) {
      const deviceClass = this.#extendedClasses().classOf(resource);
      if (deviceClass === undefined || count <= 0n) continue;
      if (this.#isCountedOtherwise.has(deviceClass))
        return `extended resource ${resource} belongs to DeviceClass ${deviceClass}, whose mapping counts counters or capacities`;
      amounts.delete(resource);
      add(amounts, this.#resourceOf.get(deviceClass) ?? resource, count);
    }
    return undefined;
  }

  #extendedClasses(): ExtendedResourceClasses {
    this.#classes ??= new ExtendedResourceClasses([...this.#state.objects.deviceClasses.values()]);
    return this.#classes;
  }

  /** Claims from templates are counted. Claims that a pod names are not counted: Kueue assumes that they belong to another workload. */
  #addClaims({ spec }: Pod, namespace: string, amounts: Map<string, Quantity>): string | undefined {
    for (const { resourceClaimTemplateName: name } of spec.resourceClaims) {
      if (name === undefined) continue;
      const template = this.#state.objects.pods.get('ResourceClaimTemplate', claimKey({ metadata: { namespace, name } }));
      if (template === undefined) return `ResourceClaimTemplate ${namespace}/${name} does not exist`;
      const counts = devicesByClass(template.spec.spec);
      if (typeof counts === 'string') return `ResourceClaimTemplate ${namespace}/${name}: ${counts}`;
      for (const [deviceClass, count] of counts) {
        const resource = this.#resourceOf.get(deviceClass);
        if (resource === undefined) return `DeviceClass ${deviceClass} is not in the Kueue deviceClassMappings`;
        if (this.#isCountedOtherwise.has(deviceClass))
          this.notLookedAt.add(`the sources of the Kueue deviceClassMapping ${resource}: it is ignored`);
        else add(amounts, resource, count);
      }
    }
    return undefined;
  }
}

/** Returns the extended resources of all containers together, or of an init container that requests more. */
function extendedResources({ containers, initContainers }: Pod['spec']): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const amountsIn = function* (all: typeof containers): Generator<readonly [string, bigint]> {
    for (const { requests } of all)
      for (const [resource, amount] of requests) if (isExtendedResource(resource)) yield [resource, amount.value()];
  };
  for (const [resource, amount] of amountsIn(containers)) sums.set(resource, (sums.get(resource) ?? 0n) + amount);
  for (const [resource, amount] of amountsIn(initContainers)) if (amount > (sums.get(resource) ?? 0n)) sums.set(resource, amount);
  return sums;
}

function add(amounts: Map<string, Quantity>, resource: string, count: bigint): void {
  const amount = Quantity.fromInt64(count, 'DecimalSI');
  amounts.set(resource, amounts.get(resource)?.add(amount) ?? amount);
}

/** Kueue counts CPUs in thousandths and other resources in whole units, rounded up. */
function rounded(resource: string, amount: Quantity): Quantity {
  return resource === 'cpu' ? amount.roundUpToMilli() : Quantity.fromInt64(amount.value(), amount.format);
}

/** Returns the devices that a claim requests by class, or why Kueue admits no workload with it. */
function devicesByClass({ devices, firstOfDevices }: ResourceClaimSpec): ReadonlyMap<string, bigint> | string {
  if (firstOfDevices !== undefined) return 'Kueue does not support firstOfDevices';
  const counts = new Map<string, bigint>();
  for (const { name, exactly } of devices.requests) {
    if (exactly === undefined) return `Kueue does not count firstAvailable of request ${name}`;
    if (exactly.adminAccess === true) continue;
    if (exactly.allocationMode !== 'ExactCount') return `Kueue does not count allocationMode ${exactly.allocationMode} of request ${name}`;
    counts.set(exactly.deviceClassName, (counts.get(exactly.deviceClassName) ?? 0n) + exactly.count);
  }
  return counts;
}
