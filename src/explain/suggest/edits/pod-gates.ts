// Edits of fields that exclude nodes before filtering: scheduling gates, and the name of one node.

import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { shorten } from '../../../core/base/words.js';
import { requestedResources } from '../../../scheduler/pods/extended-resources.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

/** Returns the edits that remove a scheduling gate from the pod. */
export function gateEdits({ pod, target }: PodSubject): readonly Edit[] {
  return pod.spec.schedulingGates.slice(0, MOST.gates).map(
    ({ name }, place): Edit => ({
      kind: 'gate',
      by: 'author',
      text: `remove the scheduling gate ${shorten(name, MOST.charactersOfGate)} from the pod`,
      loss: 0,
      changes: [{ target, operation: { op: 'remove', path: ['spec', 'schedulingGates', place] } }],
    }),
  );
}

/** Returns the edits that let the pod run on a node other than the one that it names. */
export function nodeNameEdits({ pod, info, target, on }: PodSubject): readonly Edit[] {
  const { nodeName } = pod.spec;
  if (nodeName === '' || nodeName === info.node.metadata.name) return [];
  // If the pod names no node, a claim is made for its extended resources that a class serves. That claim cannot be tried here.
  const { features, classes } = on.context;
  if (
    features.extendedResource &&
    [...inOneGo(requestedResources(pod.spec, UNLIMITED)).keys()].some((name) => classes.classOf(name) !== undefined)
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
