// Decoded objects from short YAML.

import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import type { ObjectSet } from '../../../src/core/api/objects.js';
import { readText } from '../../../src/core/read/read.js';

/** The objects of YAML documents. */
export function objectsOf(text: string): ObjectSet {
  return decodeAllObjects(readText(text, 'test.yaml').documents);
}
