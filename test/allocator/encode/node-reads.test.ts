// A check of one device may read the node only for slices that `mayExclude` names: other devices are examined once for all nodes.

import { expect, it } from 'vitest';
import { Examiner } from '../../../src/allocator/encode/stages.js';
import { deviceKey } from '../../../src/allocator/pools/pool.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { decodeNode, type Node } from '../../../src/core/api/node.js';
import { mayExclude } from '../../../src/core/api/node-match.js';
import { decodeResourceSlice, type ResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { JsonObject } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { deviceClass, node } from '../../support/objects.js';
import { SAMPLES } from '../evaluate/resident/fields/samples.js';
import { schemaOf, variantsOf } from '../evaluate/resident/fields/schema.js';
import { WORLDS } from '../evaluate/resident/fields/worlds.js';

const features = resolveFeatures({});
const context = new DecodeContext([]);
const plain = decodeNode(node('n1') as JsonObject, context);
const selection = { selectors: [], tolerations: [], capacity: undefined, adminAccess: false };
const slot = { selection, deviceClass: decodeDeviceClass(deviceClass('any') as JsonObject, context) } as never;

/** Slices with each field changed, one at a time: a new field is among them as soon as a decoder reads it. */
function slices(): ResourceSlice[] {
  const ofWorlds = WORLDS.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'ResourceSlice'));
  const objects = ofWorlds.flatMap((object) => [object, ...variantsOf(object, schemaOf(object), SAMPLES).map((variant) => variant.object)]);
  return objects.flatMap((object) => {
    try {
      return [decodeResourceSlice(object, new DecodeContext([]))];
    } catch {
      return [];
    }
  });
}

/** Returns whether the checks of the devices of a slice read the node. */
function readsNode(slice: ResourceSlice): boolean {
  let isRead = false;
  const watched = new Proxy(plain, {
    get(target, name): unknown {
      isRead = true;
      return Reflect.get(target, name);
    },
  }) as Node;
  const { driver, pool } = slice.spec;
  const devices = slice.spec.devices.map((device) => ({ slice, device, key: deviceKey(driver, pool.name, device.name) }));
  inOneGo(new Examiner(devices, watched, features, new SelectorCache()).stagesFor(slot, UNLIMITED));
  return isRead;
}

it('a check reads the node only for slices whose devices the node may be unable to use', () => {
  const all = slices();
  const [excluded, others] = [true, false].map((expected) => all.filter((slice) => mayExclude(slice, plain) === expected));
  expect(others?.filter(readsNode)).toEqual([]);
  expect(excluded?.some(readsNode)).toBe(true);
  expect(others?.length).toBeGreaterThan(100);
});
