// Builds the view of the cluster from one node: its pools and devices, and an examiner that caches results about them.

import type { SelectorCache } from '../../cel/cache.js';
import type { Node } from '../../core/api/node.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import type { Features } from '../../core/features/features.js';
import { gatherPools } from '../pools/gather.js';
import { devicesOf, type Pool, type PoolDevice } from '../pools/pool.js';
import { SliceIndex, type Slices } from '../pools/slice-index.js';
import { DerivedValues } from './derived-values.js';
import { findResources, type NodeResources } from './resources.js';
import { Examiner } from './stages.js';

/** Valid as long as the node, the slices and the classes are unchanged. */
export interface NodeView {
  readonly node: Node;
  /** All slices of the cluster. */
  readonly slices: Slices;
  readonly pools: readonly Pool[];
  /** The devices of valid pools, in search order. */
  readonly devices: readonly PoolDevice[];
  /** The resources that selections consume in addition to devices. Undefined if selections consume only devices. */
  readonly resources: NodeResources | undefined;
  readonly examiner: Examiner;
  /** The values that requests derive from the devices. */
  readonly derived: DerivedValues;
}

/** Builds the view of a node, for one call unless `isCached`. Throws `node-selection-failed`. */
export function* viewFrom(
  node: Node,
  slices: Slices,
  features: Features,
  selectors: SelectorCache,
  checkpoint: Checkpoint,
  isCached = false,
): Incremental<NodeView> {
  const pools = yield* gatherPools(slices, node, features, checkpoint);
  const devices = yield* devicesOf(pools, checkpoint);
  const resources = yield* findResources(pools, devices, features, checkpoint);
  const examiner = new Examiner(devices, node, features, selectors, isCached);
  return { node, slices, pools, devices, resources, examiner, derived: new DerivedValues(devices, selectors) };
}

const NO_SLICES = new SliceIndex([]);
/**
 * Returns the view that claims need from a node. The view is empty if all claims are allocated. The scheduler then checks no
 * slices, so an invalid slice causes no error. Source: docs/spec/reference-1.37.md 6.3.
 */
export function* viewFor(
  claims: readonly ResourceClaim[],
  node: Node,
  { features, selectors }: { readonly features: Features; readonly selectors: SelectorCache },
  checkpoint: Checkpoint,
  view: () => Incremental<NodeView>,
): Incremental<NodeView> {
  checkpoint.step(claims.length / ITEMS_A_UNIT);
  const isPending = claims.some(({ status }) => status.allocation === undefined);
  return yield* isPending ? view() : viewFrom(node, NO_SLICES, features, selectors, checkpoint);
}
