import { expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { isDecodedOnce } from '../../../src/core/api/decoded-once.js';
import { decoding } from '../../../src/core/api/decoder.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { ALL_LIBRARY_GATES, NO_LIBRARY_GATES } from '../../../src/core/api/library-gates.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { decodeResourceSlice, resourceSliceKind } from '../../../src/core/api/resource-slice.js';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { deepFreeze } from '../../../src/core/base/immutable-json.js';
import type { Json } from '../../../src/core/base/json.js';
import { claim, device, node, request, slice } from '../../support/objects.js';

function frozen<T extends object>(value: T): Json {
  const own = structuredClone(value);
  deepFreeze(own);
  return own as unknown as Json;
}

const sliceOf = (name = 'gpu-0'): object => slice('s', [device(name, { model: 'a' })], { nodeName: 'n', pool: { name: 'n' } });
const decode = (value: Json, context = new DecodeContext()) => decodeResourceSlice(value, context);

it('decodes a frozen object once, to what it is decoded to anyway', () => {
  const value = frozen(sliceOf());
  const first = decode(value);
  expect(decode(value)).toBe(first);
  expect(isDecodedOnce(value)).toBe(true);
  expect(first).toEqual(decode(sliceOf() as unknown as Json));
  const own = frozen(node('n'));
  expect(decodeNode(own, new DecodeContext())).toBe(decodeNode(own, new DecodeContext()));
});

it('decodes again what somebody may change', () => {
  const value = sliceOf() as unknown as { spec: { devices: { name: string }[] } };
  expect(decode(value as unknown as Json).spec.devices[0]?.name).toBe('gpu-0');
  (value.spec.devices[0] as { name: string }).name = 'gpu-1';
  expect(decode(value as unknown as Json).spec.devices[0]?.name).toBe('gpu-1');
  const shallow = Object.freeze(sliceOf()) as unknown as typeof value;
  decode(shallow as unknown as Json);
  (shallow.spec.devices[0] as { name: string }).name = 'gpu-2';
  expect(decode(shallow as unknown as Json).spec.devices[0]?.name).toBe('gpu-2');
  expect(isDecodedOnce(shallow as unknown as Json)).toBe(false);
});

it('gives errors and warnings each time, with their places', () => {
  const wrong = frozen({ ...sliceOf(), spec: { driver: 1 } });
  for (const index of [0, 1, 2])
    expect(() => decode(wrong, new DecodeContext(['objects', index]))).toThrow(`objects[${index}].spec.driver`);
  const { nodeName: _, ...spec } = (sliceOf() as { spec: { nodeName: string } }).spec;
  const unreachable = frozen({ ...sliceOf(), spec });
  for (let time = 0; time < 3; time++) {
    const context = new DecodeContext();
    decode(unreachable, context);
    expect(context.warnings).toHaveLength(1);
  }
});

it('distinguishes kinds', () => {
  const value = frozen({ metadata: { name: 'a' }, spec: {} });
  decodeDeviceClass(value, new DecodeContext());
  expect(() => decodeNode(frozen(sliceOf()), new DecodeContext())).toThrow('expected Node');
  expect(decodeNode(value, new DecodeContext())).toEqual(decodeNode({ metadata: { name: 'a' }, spec: {} }, new DecodeContext()));
  expect(decodeDeviceClass(value, new DecodeContext())).toEqual(
    decodeDeviceClass({ metadata: { name: 'a' }, spec: {} }, new DecodeContext()),
  );
});

it('distinguishes gates of our own, whose fields are unknown without them', () => {
  const value = frozen({ ...claim('c', [request('r')]), spec: { firstOfDevices: [{ requests: [request('r')] }] } });
  const withGates = (libraryGates = NO_LIBRARY_GATES) =>
    decodeResourceClaim(value, new DecodeContext([], undefined, UNLIMITED, libraryGates));
  for (let time = 0; time < 2; time++) {
    expect(withGates(ALL_LIBRARY_GATES).spec).toHaveProperty('firstOfDevices');
    expect(() => withGates()).toThrow('firstOfDevices');
  }
});

/** Decodes in as many increments as there can be, and counts them. */
function inIncrements(value: Json): { readonly decoded: unknown; readonly increments: number } {
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const computation = decoding(resourceSliceKind, value, new DecodeContext([], undefined, checkpoint));
  for (let increments = 1; ; increments++) {
    const step = computation.next();
    if (step.done === true) return { decoded: step.value, increments };
  }
}

it('remembers a large object that is decoded in increments, as one that is decoded in one go', () => {
  const many = (): object =>
    slice(
      's',
      Array.from({ length: 900 }, (_, index) => device(`gpu-${index}`, {})),
      { nodeName: 'n', pool: { name: 'n' } },
    );
  const first = inIncrements(frozen(many()));
  expect(first.increments).toBeGreaterThan(900);
  const value = frozen(many());
  const { decoded } = inIncrements(value);
  expect(decoded).toEqual(first.decoded);
  expect(isDecodedOnce(value)).toBe(true);
  expect(inIncrements(value)).toEqual({ decoded, increments: 1 });
  expect(inIncrements(value).decoded).toBe(decoded);
  expect(decode(value)).toBe(decoded);
  const small = frozen(sliceOf());
  expect(inIncrements(small)).toEqual({ decoded: decode(small), increments: 1 });
});

it('finds the object of a list, whose items have a version of their own', () => {
  const value = frozen(sliceOf());
  const decoded = () => decodeObjects([{ value: { apiVersion: 'v1', kind: 'List', items: [value] } }]).resourceSlices[0];
  const first = decoded();
  expect(decoded()).toBe(first);
});
