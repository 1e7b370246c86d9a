// Decoded objects from short YAML.

import { decodeObjects, type ObjectSet } from '../../src/api/objects.js';
import { builtInPodTemplates } from '../../src/api/pod-template-table.js';
import { readText } from '../../src/read/read.js';

/** The objects of YAML documents. */
export function objectsOf(text: string): ObjectSet {
  return decodeObjects(readText(text, 'test.yaml').documents, { podTemplates: builtInPodTemplates() });
}
