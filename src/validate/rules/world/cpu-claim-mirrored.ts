import { entryIn, weakEntryIn } from '../../../core/base/entry-in.js';
import { limitsOf, requestsOf } from '../../checks/pods.js';
import { milliOf } from '../../checks/resources.js';
import type { Field } from '../../tree/field.js';
import type { ClaimChoice } from '../../world/claims.js';
import { claimShapeOf } from '../../world/pod-claims.js';
import type { World } from '../../world/world.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { NODE_ALLOCATABLE_KEP } from '../links.js';

/** The driver and its class have the same name. Devices with several CPUs have the capacity. */
const DRIVER = 'dra.cpu';
const CPUS = 'dra.cpu/cpu';

const MILLI = 1000n;

const CLAIM = {
  'spec.devices.requests[0].exactly.deviceClassName': DRIVER,
  'spec.devices.requests[0].exactly.capacity.requests[dra.cpu/cpu]': '4',
};

/**
 * The scheduler and the kubelet count the CPUs that pods request but not the CPUs of claims, so
 * both must be equal. Source: docs/user/workload-requirements.md of dra-driver-cpu.
 */
export const cpuClaimMirrored: WorldRule = {
  id: 'cpu-claim-mirrored',
  severity: 'warning',
  says: 'Container does not request the CPUs that its claims for driver dra.cpu allocate',
  link: NODE_ALLOCATABLE_KEP,
  at: ['core.PodSpec'],
  examples: () => ({
    bad: [
      ['ResourceClaim', CLAIM],
      ['Pod', { 'spec.containers[0].resources.requests': { cpu: '2' } }],
    ],
    good: [
      ['ResourceClaim', CLAIM],
      ['Pod', { 'spec.containers[0].resources.requests': { cpu: '4' } }],
    ],
  }),
  check(spec, context) {
    const references = new Map(spec.child('resourceClaims').items.map((each) => [each.child('name').text, each]));
    if (references.size === 0) return;
    const ofPod = amountOf(spec.child('resources', 'requests').key('cpu')) ?? amountOf(limitsOf(spec).key('cpu'));
    let claimedTotal = 0n;
    for (const container of ['initContainers', 'containers'].flatMap((list) => spec.child(list).items)) {
      const claimed = claimedBy(container, references, context);
      if (claimed === undefined || claimed === 0n) continue;
      claimedTotal += claimed;
      const requested = amountOf(requestsOf(container, 'Pod').get('cpu'));
      if (requested === claimed || (requested === undefined && ofPod !== undefined)) continue;
      const has = requested === undefined ? 'no CPU' : `${shown(requested)} CPU`;
      context.report(
        container.child('resources', 'requests'),
        `container ${container.child('name').text} requests ${has}, but its claims allocate ${shown(claimed)} CPU of driver ${DRIVER}: ${CONSEQUENCE}`,
        `request cpu: "${shown(claimed)}", and set it as the limit`,
      );
    }
    if (ofPod === undefined || ofPod >= claimedTotal) return;
    context.report(
      spec.child('resources', 'requests'),
      `the pod requests ${shown(ofPod)} CPU, but the claims of its containers allocate ${shown(claimedTotal)} CPU of driver ${DRIVER}: ${CONSEQUENCE}`,
      `request at least cpu: "${shown(claimedTotal)}" for the pod`,
    );
  },
};

const CONSEQUENCE = 'the scheduler counts only requests, so two pods can be allocated the same CPUs';

/** Returns the CPUs that the claims of a container allocate, in thousandths; undefined if the amount depends on the devices. */
function claimedBy(container: Field, references: ReadonlyMap<string, Field>, context: WorldContext): bigint | undefined {
  let sum = 0n;
  for (const use of container.child('resources', 'claims').items) {
    const reference = references.get(use.child('name').text);
    const shape = reference === undefined ? undefined : claimShapeOf(reference, context);
    const request = use.child('request').text;
    for (const choice of shape?.choices ?? []) {
      if (!isOfDriver(choice, context.world) || (request !== '' && request !== choice.request)) continue;
      const cpus = cpusOf(choice, context.world);
      if (cpus === undefined) return undefined;
      sum += cpus;
    }
  }
  return sum;
}

function isOfDriver({ deviceClassName }: ClaimChoice, world: World): boolean {
  if (deviceClassName === DRIVER) return true;
  const selectors = world.gathered.classes.get(deviceClassName)?.selectors ?? [];
  return selectors.some((selector) => world.expressions.get(selector)?.drivers.includes(DRIVER) === true);
}

/**
 * A device is one CPU, or several with a capacity. If the input has no devices, a request without an amount is clear only if
 * its count is above one.
 */
function cpusOf({ isAlternative, count, capacity, deviceClassName }: ClaimChoice, world: World): bigint | undefined {
  if (isAlternative || count === undefined) return undefined;
  const devices = cpuDevicesOf(deviceClassName, world);
  // The scheduler already counts the CPUs of devices that represent node resources.
  if (devices.areNodeAllocatable) return 0n;
  const amount = capacity.get(CPUS);
  if (amount !== undefined) return count * milliOf(amount);
  const isSingle = devices.size === 0 ? count > 1n : devices.areSingle;
  return isSingle && capacity.size === 0 ? count * MILLI : undefined;
}

/** The CPU devices of a class. */
interface CpuDevices {
  readonly size: number;
  /** True if some of them represent node resources. */
  readonly areNodeAllocatable: boolean;
  /** True if each of them is one CPU. */
  readonly areSingle: boolean;
}

/** Cached by class, since the pods of a large cluster use the same few classes. */
const CPU_DEVICES = new WeakMap<World, Map<string, CpuDevices>>();

/** Returns the CPU devices of a class, or all devices of the driver if the class is unknown. */
function cpuDevicesOf(deviceClassName: string, world: World): CpuDevices {
  const byClass = weakEntryIn(CPU_DEVICES, world, () => new Map<string, CpuDevices>());
  return entryIn(byClass, deviceClassName, () => {
    const devices = world.matcher.ofClass(deviceClassName)?.devices ?? world.devices.filter(({ driver }) => driver === DRIVER);
    return {
      size: devices.length,
      areNodeAllocatable: devices.some(({ isNodeAllocatable }) => isNodeAllocatable),
      areSingle: devices.every((device) => !device.capacity.has(CPUS)),
    };
  });
}

function amountOf(field: Field | undefined): bigint | undefined {
  const quantity = field?.quantity;
  return quantity === undefined ? undefined : milliOf(quantity);
}

function shown(milli: bigint): string {
  return milli % MILLI === 0n ? String(milli / MILLI) : `${milli}m`;
}
