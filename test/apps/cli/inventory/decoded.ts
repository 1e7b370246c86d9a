// Decoded objects for inventories, and claims that have devices.

import { decodeObjects, type ObjectSet } from '../../../../src/core/api/objects.js';
import type { Json } from '../../../../src/core/base/json.js';
import { claim, request } from '../../../support/objects.js';

/** Decodes these objects. */
export function decoded(...objects: readonly object[]): ObjectSet {
  return decodeObjects(objects.map((value) => ({ value: value as Json })));
}

/** A claim that has a device of pool `p`, with these fields of its result. */
export function holder(name: string, device: string, result: object = {}): object {
  const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device, ...result }];
  return { ...claim(name, [request('r')]), status: { allocation: { devices: { results } } } };
}
