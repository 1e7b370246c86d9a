// Questions for tests of single edits.

import { AllocatedState } from '../../../src/allocator/encode/allocated-state.js';
import { viewFrom } from '../../../src/allocator/encode/node-view.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { decodeNode } from '../../../src/core/api/node.js';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import type { Question, World } from '../../../src/explain/suggest/question.js';
import { deviceClass, node } from '../../support/objects.js';

const features = resolveFeatures({ featureGates: { DRAConsumableCapacity: true } });

/** A claim in decoded form, as in a cluster. */
export function decodedClaim(given: object): ResourceClaim {
  return decodeResourceClaim(given as Json, new DecodeContext());
}

/** A question about claims on the only node of a cluster, with a class for any device. */
export function questionOf(
  claims: readonly object[],
  slices: readonly object[],
  more: Pick<Question, 'checkpoint'> & { readonly world?: Partial<World> },
): Question {
  const selectors = new SelectorCache();
  const [own, any] = [
    decodeNode(node('n') as Json, new DecodeContext()),
    decodeDeviceClass(deviceClass('any') as Json, new DecodeContext()),
  ];
  const index = inOneGo(
    SliceIndex.of(
      slices.map((one) => decodeResourceSlice(one as Json, new DecodeContext())),
      [],
      UNLIMITED,
    ),
  );
  const view = inOneGo(viewFrom(own, index, features, selectors, UNLIMITED));
  const input = {
    claims: claims.map(decodedClaim),
    deviceClasses: new Map([['any', any]]),
    view,
    features,
    allocated: new AllocatedState(features),
  };
  const world = { selectors, classes: () => [any], rules: [], holders: () => [], nodes: () => [own], ...more.world };
  return { input, world, checkpoint: more.checkpoint } as unknown as Question;
}
