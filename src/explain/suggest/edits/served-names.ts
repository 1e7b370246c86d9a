// Edits for an extended resource that no class serves: a matching class receives its name.

import type { DeviceClass } from '../../../core/api/device-class.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { append } from '../../../core/base/lists.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { shorten } from '../../../core/base/words.js';
import { requestedResources } from '../../../scheduler/pods/extended-resources.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import { classKindOf, servingRank } from './class-kinds.js';
import type { PodSubject } from './pod-subject.js';

/** Returns the edits that let a class serve an extended resource that the pod requests, and that neither a class nor the node serves. */
export function* servedNameEdits(
  { filled, info, on: { context }, checkpoint }: PodSubject,
  all: Iterable<DeviceClass>,
): Incremental<readonly Edit[]> {
  if (!context.features.extendedResource) return [];
  const { allocatable } = info.node.status;
  const isServed = (resource: string): boolean =>
    context.classes.classOf(resource) !== undefined || (allocatable?.get(resource)?.sign() ?? 0) > 0;
  const unserved = [...(yield* requestedResources(filled.spec, checkpoint)).keys()]
    .filter((resource) => !isServed(resource))
    .slice(0, MOST.resources);
  if (unserved.length === 0) return [];
  const free = [...all].filter(({ spec }) => spec.extendedResourceName === undefined);
  const edits: Edit[] = [];
  for (const resource of unserved) {
    const ranked = yield* mapping(free, (object) => ({ object, rank: servingRank(classKindOf(object), resource) }), checkpoint);
    const best = ranked
      .flatMap(({ object, rank }) => (rank === undefined ? [] : [{ object, rank }]))
      .sort((left, right) => left.rank - right.rank || (left.object.metadata.name < right.object.metadata.name ? -1 : 1))
      .slice(0, MOST.classesOfResource);
    append(
      edits,
      best.map(({ object }, loss) => serving(object, resource, loss)),
    );
  }
  return edits;
}

function serving(object: DeviceClass, resource: string, loss: number): Edit {
  const operation = { op: 'add', path: ['spec', 'extendedResourceName'], value: resource, json: resource } as const;
  return {
    kind: 'serve',
    by: 'admin',
    text: `set extendedResourceName ${shorten(resource, MOST.charactersOfName)} on DeviceClass ${object.metadata.name}`,
    loss,
    changes: [{ target: { kind: 'DeviceClass', object }, operation }],
  };
}
