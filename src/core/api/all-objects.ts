// Documents of any kind -> the objects that matter, those that make pods among them: what the command, simulations and `dra-allocator/pods` read. A cluster
// takes no notice of owners of pods, and does without the table of their kinds.

import type { Checkpoint } from '../base/checkpoint.js';
import { type Incremental, inOneGo } from '../base/incremental.js';
import { containerClaimWarnings } from './container-claims.js';
import type { DecodeWarning } from './context.js';
import { type DecodeOptions, type DecodeSource, decodingObjects, type ObjectSet, placesByObject } from './objects.js';
import { builtInPodTemplates, type PodTemplateTable } from './pod-template-table.js';
import { WorkloadReader } from './workload-reader.js';

/** Options of {@link decodeAllObjects}. */
export interface AllObjectsOptions extends Omit<DecodeOptions, 'workloads'> {
  /** The kinds that make pods; without it those that are built in. Objects of other kinds are considered for pod templates. */
  readonly podTemplates?: PodTemplateTable;
}

/** Decodes documents as {@link decodeObjects} does, and what makes pods. Throws AllocationError, see `placeOfError` for where. */
export function decodeAllObjects(sources: Iterable<DecodeSource>, options?: AllObjectsOptions, checkpoint?: Checkpoint): ObjectSet {
  return inOneGo(decodingAllObjects(sources, options, checkpoint));
}

/** Does what `decodeAllObjects` does, in increments. */
export function decodingAllObjects(
  sources: Iterable<DecodeSource>,
  { podTemplates = builtInPodTemplates(), ...options }: AllObjectsOptions = {},
  checkpoint?: Checkpoint,
): Incremental<ObjectSet> {
  const workloads = (own: Checkpoint): WorkloadReader => new WorkloadReader(podTemplates, own);
  return decodingObjects(sources, { ...options, workloads }, checkpoint);
}

/** Returns all warnings about a set: about single objects, and about several objects together. */
export function allWarnings(set: ObjectSet): readonly DecodeWarning[] {
  const places = placesByObject(set);
  return [...set.warnings, ...containerClaimWarnings(set, (object) => places.get(object))];
}
