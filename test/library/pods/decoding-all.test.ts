import { expect, it } from 'vitest';
import { CallEnded, Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { decodingAll } from '../../../src/library/pods/decoding-all.js';

const FEATURES = resolveFeatures({});
const claim = (index: number): object => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: `c${index}` }, spec: {} });
const all = (objects: readonly object[], checkpoint = UNLIMITED) =>
  inOneGo(decodingAll(objects as never, FEATURES, checkpoint), checkpoint);

it('sets the namespace default where an object names none', () => {
  expect(all([claim(0)]).persistentVolumeClaims[0]?.metadata.namespace).toBe('default');
});

it('reports the place of an invalid object', () => {
  expect(() => all([claim(0), { kind: 'Pod', metadata: { name: 'p' }, spec: 1 }])).toThrow('objects[1] (Pod p)');
});

it('ends at the limits of the call', () => {
  const objects = Array.from({ length: 200 }, (_, index) => claim(index));
  expect(() => all(objects, new Checkpoint({ deadline: 0 }))).toThrow(CallEnded);
});
