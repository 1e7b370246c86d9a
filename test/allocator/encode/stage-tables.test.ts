// Tests that equal requests share tables of stages, in a single call and in a cluster.

import { expect, it } from 'vitest';
import { viewFrom } from '../../../src/allocator/encode/node-view.js';
import type { SlotSelection } from '../../../src/allocator/encode/slot-plan.js';
import { checkpointInOneGo } from '../../../src/allocator/evaluate/limits.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../../support/objects.js';

const features = resolveFeatures();

function wanted(expression: string): SlotSelection {
  const context = new DecodeContext(['test']);
  const { spec } = decodeResourceClaim(claim('c', [request('r', selectors(expression))]) as Json, context);
  const selection = spec.devices.requests[0]?.exactly;
  if (selection === undefined) throw new Error('no request');
  return { selection, deviceClass: decodeDeviceClass(deviceClass('any') as Json, context) };
}

it.each([false, true])('kept: %s', (isKept) => {
  const context = new DecodeContext(['test']);
  const index = new SliceIndex([decodeResourceSlice(slice('s', [device('a'), device('b')]) as Json, context)]);
  const { examiner } = inOneGo(viewFrom(decodeNode(node('n') as Json, context), index, features, new SelectorCache(), UNLIMITED, isKept));
  const tableOf = (of: SlotSelection, checkpoint: Checkpoint = UNLIMITED): Uint8Array => inOneGo(examiner.stagesFor(of, checkpoint));
  const first = wanted('true');
  const table = tableOf(first);
  expect(tableOf(first)).toBe(table);
  const { bytes } = examiner;
  expect(bytes).toBeGreaterThanOrEqual(table.length);
  expect(tableOf(wanted('true'))).toBe(table);
  const other = tableOf(wanted('false'));
  expect(other).not.toEqual(table);
  expect(tableOf(wanted('false'))).toBe(other);
  expect(tableOf(first)).toBe(table);
  const withLimit = checkpointInOneGo({ selectorWork: 12_345 }, Number.POSITIVE_INFINITY);
  const limited = tableOf(first, withLimit);
  expect(limited).not.toBe(table);
  expect(tableOf(wanted('true'), withLimit)).toBe(limited);
  expect(tableOf(first)).toBe(table);
});

it('the first of a call is not mistaken for one with another limit', () => {
  const context = new DecodeContext(['test']);
  const index = new SliceIndex([decodeResourceSlice(slice('s', [device('a')]) as Json, context)]);
  const { examiner } = inOneGo(viewFrom(decodeNode(node('n') as Json, context), index, features, new SelectorCache(), UNLIMITED));
  const of = wanted('true');
  const limited = inOneGo(examiner.stagesFor(of, checkpointInOneGo({ selectorWork: 12_345 }, Number.POSITIVE_INFINITY)));
  expect(inOneGo(examiner.stagesFor(of, UNLIMITED))).not.toBe(limited);
});

it('a device that is rejected by the first of many selectors reads no other', () => {
  const context = new DecodeContext(['test']);
  const index = new SliceIndex([decodeResourceSlice(slice('s', [device('a')]) as Json, context)]);
  const { examiner } = inOneGo(viewFrom(decodeNode(node('n') as Json, context), index, features, new SelectorCache(), UNLIMITED));
  const { selection, deviceClass: own } = wanted('false');
  let reads = 0;
  const counting = new Proxy(Array(1000).fill(selection.selectors[0]) as typeof selection.selectors, {
    get: (target, key) => {
      if (key !== 'length') reads++;
      return Reflect.get(target, key) as unknown;
    },
  });
  const refusal = inOneGo(examiner.rejection({ selection: { ...selection, selectors: counting }, deviceClass: own }, 0, UNLIMITED));
  expect(refusal).toMatchObject({ selector: 0 });
  expect(reads).toBeLessThan(4);
});
