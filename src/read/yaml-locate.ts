// Where the values of a YAML document are. Nothing is kept from reading; whoever asks makes the document be read again.

import type { PathStep } from '../json.js';
import { type Places, placeOf } from './places.js';
import type { SourceText } from './source-text.js';
import { composeYaml } from './yaml-compose.js';
import { convertYaml } from './yaml-value.js';

/**
 * Reads the document between two offsets again, and gives a function that finds the offset of what a path names: the key of
 * an object's member, else the value; the nearest parent for what does not exist.
 *
 * Requires a document that has been read without an error.
 */
export function locateInYaml(source: SourceText, start: number, end: number): (path: readonly PathStep[]) => number {
  const places: Places = new Map();
  for (const { root } of composeYaml(source, start, end)) {
    if (root === null) continue;
    const value = convertYaml(root, source, start, { places });
    return (path) => placeOf(value, start + root.range[0], path, places);
  }
  return () => start;
}
