// Ports of the node that others have: the pod takes one of them no more.

import type { Container } from '../../api/container.js';
import type { Edit } from '../edit.js';
import type { PodSubject } from './pod-subject.js';

/** More ports are not looked at. */
const MOST_PORTS = 32;

const LISTS = ['initContainers', 'containers'] as const;

/** Edits by which the pod takes a port of the node no more. */
export function hostPortEdits({ given, target }: PodSubject): readonly Edit[] {
  const { spec } = given;
  if (spec.hostNetwork && hasPorts([...spec.initContainers, ...spec.containers])) {
    // Every port is one of the node there.
    return [
      {
        kind: 'port',
        by: 'author',
        text: 'run the pod without hostNetwork',
        loss: 1,
        changes: [{ target, operation: { op: 'replace', path: ['spec', 'hostNetwork'], value: false, json: false } }],
      },
    ];
  }
  const edits = LISTS.flatMap((list) =>
    spec[list].flatMap(({ name, ports }, container) =>
      ports.flatMap(({ hostPort }, place): Edit[] => {
        if (hostPort === 0) return [];
        const path = ['spec', list, container, 'ports', place, 'hostPort'];
        const changes = [{ target, operation: { op: 'remove', path, absent: 0 } }] as const;
        return [{ kind: 'port', by: 'author', text: `leave out hostPort ${hostPort} of container ${name}`, loss: 0, changes }];
      }),
    ),
  );
  return edits.slice(0, MOST_PORTS);
}

function hasPorts(containers: readonly Container[]): boolean {
  return containers.some(({ ports }) => ports.length > 0);
}
