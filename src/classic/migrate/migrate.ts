// Migrates objects of classic DRA to resource.k8s.io/v1, with a note for everything without a counterpart.

import type { Json, JsonObject } from '../../core/base/json.js';
import { append } from '../../core/base/lists.js';
import { count } from '../../core/base/words.js';
import { decodeClassicObjects } from '../api/decode.js';
import type { ClassicPod, PodSchedulingContext, ResourceClaim, ResourceClaimTemplate, ResourceClass } from '../api/kinds.js';
import { type ApiObject, groupOf } from '../api/objects.js';
import type { ClassicSlice } from '../api/structured.js';
import { migratedClaim, migratedClass, migratedTemplate } from './claims.js';
import { type MigrationNote, type Note, ObjectNotes } from './notes.js';
import { migratedPod, withoutSources } from './pods.js';
import { isClassicSlice, isState, slicesOfSlice, slicesOfState } from './pools.js';
import { MigrationWorld } from './world.js';

/** The result of a migration. */
export interface MigrationResult {
  /** Objects of resource.k8s.io/v1 and of other groups, in the order of the input. */
  readonly objects: readonly JsonObject[];
  readonly notes: readonly MigrationNote[];
}

/**
 * Migrates objects of classic DRA and structured parameters (resource.k8s.io/v1alpha1 and v1alpha2), with related objects: parameters, pods
 * and their controllers, and NodeAllocationStates of drivers. Returns other objects unchanged. Throws AllocationError for invalid objects.
 * @example
 * ```ts
 * import { migrateClassicObjects } from 'dra-allocator/classic';
 *
 * const metadata = { namespace: 'default', name: 'mine' };
 * const claim = { apiVersion: 'resource.k8s.io/v1alpha2', kind: 'ResourceClaim', metadata, spec: { resourceClassName: 'fake', allocationMode: 'Immediate' } };
 * const { objects, notes } = migrateClassicObjects([claim]);
 * console.log(objects[0]?.['apiVersion'], notes.map(({ code }) => code)); // resource.k8s.io/v1 [ 'allocation-mode', 'parameters', 'count' ]
 * ```
 */
export function migrateClassicObjects(objects: readonly object[]): MigrationResult {
  return migrateDecoded(decodeClassicObjects(objects as readonly Json[], 'migrate'));
}

/** Migrates objects that were decoded for migration. */
export function migrateDecoded(sources: readonly ApiObject[]): MigrationResult {
  const world = new MigrationWorld(sources);
  const objects: JsonObject[] = [];
  const notes: MigrationNote[] = [];
  for (const source of sources) {
    const objectNotes = new ObjectNotes(source);
    const migrated = migratedObjects(source, world, objectNotes.take);
    append(notes, objectNotes.placed(migrated.length > 0 ? objects.length : undefined));
    append(objects, migrated);
  }
  return { objects, notes };
}

function migratedObjects(source: ApiObject, world: MigrationWorld, note: Note): readonly JsonObject[] {
  if (isState(source)) return slicesOfState(source, (uid) => world.hasClaim(uid), note);
  if (isClassicSlice(source)) return slicesOfSlice(source as ClassicSlice, world.pools, note);
  // Notes about parameters appear at the objects that refer to them.
  if (world.isParameters(source)) return [];
  if (groupOf(source.apiVersion) === 'resource.k8s.io') return migratedResource(source, world, note);
  if (source.apiVersion === 'v1' && source.kind === 'Pod') return [migratedPod(source as ClassicPod, world)];
  return [withoutSources(source as unknown as JsonObject) as JsonObject];
}

function migratedResource(source: ApiObject, world: MigrationWorld, note: Note): readonly JsonObject[] {
  if (!source.apiVersion.endsWith('/v1alpha2')) return [source as unknown as JsonObject];
  if (source.metadata.deletionTimestamp !== undefined) {
    note('being-deleted', 'metadata.deletionTimestamp', 'the object is being deleted and is left out');
    return [];
  }
  switch (source.kind) {
    case 'ResourceClass':
      return [migratedClass(source as ResourceClass, world, note)];
    case 'ResourceClaim':
      return [migratedClaim(source as ResourceClaim, world, note)];
    case 'ResourceClaimTemplate':
      return [migratedTemplate(source as ResourceClaimTemplate, world, note)];
    default:
      note('negotiation', 'spec', negotiationText(source as PodSchedulingContext));
      return [];
  }
}

/** Current schedulers find devices without asking drivers. */
function negotiationText({ spec: { selectedNode = '', potentialNodes = [] } }: PodSchedulingContext): string {
  const state = selectedNode === '' ? count(potentialNodes.length, 'node') : `the selected node ${selectedNode}`;
  return `the scheduler and drivers no longer negotiate: ${state} and the responses of drivers are left out`;
}
