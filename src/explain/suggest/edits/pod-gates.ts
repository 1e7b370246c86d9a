// Edits of what keeps a pod from nodes before any is considered: scheduling gates, and the name of one node.

import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { shorten } from '../../../core/base/words.js';
import { wantedResources } from '../../../scheduler/pods/extended-resources.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

/** Edits that take a scheduling gate off the pod. */
export function gateEdits({ given, target }: PodSubject): readonly Edit[] {
  return given.spec.schedulingGates.slice(0, MOST.gates).map(
    ({ name }, place): Edit => ({
      kind: 'gate',
      by: 'author',
      text: `remove the scheduling gate ${shorten(name, MOST.charactersOfGate)} from the pod`,
      loss: 0,
      changes: [{ target, operation: { op: 'remove', path: ['spec', 'schedulingGates', place] } }],
    }),
  );
}

/** Edits by which the pod goes to another node than the one that it names. */
export function nodeNameEdits({ given, info, target, on }: PodSubject): readonly Edit[] {
  const { nodeName } = given.spec;
  if (nodeName === '' || nodeName === info.node.metadata.name) return [];
  // Without a node the pod gets a claim for extended resources that a class serves, which nobody knows yet.
  const { features, classes } = on.context;
  if (
    features.extendedResource &&
    [...inOneGo(wantedResources(given.spec, UNLIMITED)).keys()].some((name) => classes.classOf(name) !== undefined)
  )
    return [];
  return [
    {
      kind: 'placement',
      by: 'author',
      text: `remove nodeName ${shorten(nodeName, MOST.charactersOfGate)} from the pod`,
      loss: 1,
      changes: [{ target, operation: { op: 'remove', path: ['spec', 'nodeName'], absent: '' } }],
    },
  ];
}
