// Our side: a cluster with the objects of a case, and access to its shared parts, so that they can be timed separately.

import { platform } from '#platform';
import { randomShareID } from '../src/allocator/decode/share-id.js';
import type { Kernel } from '../src/allocator/kernel/kernel.js';
import { WasmKernel } from '../src/allocator/kernel/solver.js';
import { SelectorCache } from '../src/cel/cache.js';
import { resolveFeatures } from '../src/core/features/features.js';
import type { Outcome } from '../src/index.js';
import { Cluster } from '../src/library/cluster.js';
import type { ReferenceCase } from './reference/cases.js';

/** A cluster with its compiled selectors. */
export interface Ours {
  readonly cluster: Cluster;
  readonly selectors: SelectorCache;
}

/** An empty cluster with every feature gate on. */
export async function emptyCluster(kernel?: Kernel): Promise<Ours> {
  const selectors = new SelectorCache();
  const runtime = {
    features: resolveFeatures({}),
    corrections: false,
    selectors,
    kernel: kernel ?? (await WasmKernel.create(await platform.loadSolver())),
    yieldNow: () => platform.yieldNow(),
    newShareID: randomShareID,
  };
  return { cluster: new Cluster(runtime), selectors };
}

/** A cluster with the objects of a case. */
export async function clusterOf({ nodes, slices, classes, allocatedDevices }: ReferenceCase, kernel?: Kernel): Promise<Ours> {
  const ours = await emptyCluster(kernel);
  ours.cluster.apply([...nodes, ...slices, ...classes]);
  if (allocatedDevices.length > 0) ours.cluster.apply([holding('holder', allocatedDevices)]);
  return ours;
}

type DeviceID = ReferenceCase['allocatedDevices'][number];

/** A claim that holds devices. */
export function holding(name: string, devices: readonly DeviceID[]): object {
  const results = devices.map((device) => ({ request: 'req-0', ...device }));
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { namespace: 'default', name },
    spec: {},
    status: { allocation: { devices: { results } } },
  };
}

/** Allocates and releases a device for a claim, or the reverse, so that its node counts as changed although its state is the same. */
export function toucher(cluster: Cluster, claim: object, device: DeviceID, isTaken = false): () => void {
  const claims = cluster.prepare([claim]);
  const outcome: Outcome = { kind: 'allocated', allocations: [{ devices: { results: [{ request: 'req-0', ...device }] } }], steps: 0 };
  if (isTaken) cluster.commit(claims, outcome);
  return () => {
    if (isTaken) cluster.release(claims);
    cluster.commit(claims, outcome);
    if (!isTaken) cluster.release(claims);
  };
}
