// Decodes documents of any kind to the relevant objects, including workloads: for the command, simulations and `dra-allocator/pods`. A
// cluster ignores owners of pods and works without the table of their kinds.

import type { Checkpoint } from '../base/checkpoint.js';
import { type Incremental, inOneGo } from '../base/incremental.js';
import { containerClaimWarnings } from './container-claims.js';
import type { DecodeWarning } from './context.js';
import { type DecodeOptions, type DecodeSource, decodingObjects, type ObjectSet, placesByObject } from './objects.js';
import { builtInPodTemplates, type PodTemplateTable } from './pod-template-table.js';
import { WorkloadReader } from './workload-reader.js';

/** Options of {@link decodeAllObjects}. */
export interface AllObjectsOptions extends Omit<DecodeOptions, 'workloads'> {
  /** The kinds that make pods; the built-in kinds by default. Objects of unlisted kinds are searched for pod templates. */
  readonly podTemplates?: PodTemplateTable;
}

/** Decodes documents like {@link decodeObjects}, including objects that make pods. Throws AllocationError; `placeOfError` has its place. */
export function decodeAllObjects(sources: Iterable<DecodeSource>, options?: AllObjectsOptions, checkpoint?: Checkpoint): ObjectSet {
  return inOneGo(decodingAllObjects(sources, options, checkpoint));
}

/** Decodes as `decodeAllObjects` does, in increments. */
export function decodingAllObjects(
  sources: Iterable<DecodeSource>,
  { podTemplates = builtInPodTemplates(), ...options }: AllObjectsOptions = {},
  checkpoint?: Checkpoint,
): Incremental<ObjectSet> {
  const workloads = (readCheckpoint: Checkpoint): WorkloadReader => new WorkloadReader(podTemplates, readCheckpoint);
  return decodingObjects(sources, { ...options, workloads }, checkpoint);
}

/** Returns all warnings about a set: about single objects, and about how objects refer to each other. */
export function allWarnings(set: ObjectSet): readonly DecodeWarning[] {
  const places = placesByObject(set);
  return [...set.warnings, ...containerClaimWarnings(set, (object) => places.get(object))];
}
