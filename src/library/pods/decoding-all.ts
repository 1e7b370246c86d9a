// Decodes the objects of a call that needs no cluster.

import { listOf } from '../../cluster/claims.js';
import { inSource, sourcesOf } from '../../cluster/documents.js';
import { decodingAllObjects } from '../../core/api/all-objects.js';
import { allInNamespace } from '../../core/api/in-namespace.js';
import type { KubernetesObjectJson } from '../../core/api/kinds.js';
import type { LibraryGates } from '../../core/api/library-gates.js';
import type { ObjectSet } from '../../core/api/objects.js';
import { builtInPodTemplates } from '../../core/api/pod-template-table.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';

/** The options that decide how pods and claims are made. */
export interface PodsOptions {
  /** A release from 1.32 to 1.37, which sets the defaults of the gates. Absent: every gate is on. */
  readonly kubernetesVersion?: string;
  /** Gates by their Kubernetes names. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

/** Returns the objects, in the namespace `default` if they name none. Throws AllocationError with the place of the object. */
export function* decodingAll(
  objects: readonly KubernetesObjectJson[],
  libraryGates: LibraryGates,
  checkpoint: Checkpoint,
  podTemplates = builtInPodTemplates(),
): Incremental<ObjectSet> {
  const list = listOf(objects, 'objects');
  try {
    const sources = yield* sourcesOf(list, checkpoint);
    return allInNamespace(yield* decodingAllObjects(sources, { podTemplates, libraryGates }, checkpoint), 'default');
  } catch (error) {
    throw inSource(list, error);
  }
}
