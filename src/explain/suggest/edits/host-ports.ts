// Edits that remove a host port that another pod occupies.

import type { Container } from '../../../core/api/container.js';
import type { PodSpec } from '../../../core/api/pod.js';
import type { PathStep } from '../../../core/base/json.js';
import { firstOf } from '../../../core/base/lists.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

const LISTS = ['initContainers', 'containers'] as const;

/** Returns the edits that remove a host port of the pod. */
export function hostPortEdits({ pod, target }: PodSubject): readonly Edit[] {
  const { spec } = pod;
  if (spec.hostNetwork && hasPorts([...spec.initContainers, ...spec.containers])) {
    // With hostNetwork, every port is a host port.
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
  return firstOf(portsIn(spec), MOST.ports).map(({ container, hostPort, path }): Edit => {
    const changes = [{ target, operation: { op: 'remove', path, absent: 0 } }] as const;
    return { kind: 'port', by: 'author', text: `remove hostPort ${hostPort} from container ${container}`, loss: 0, changes };
  });
}

/** A host port that a container uses. */
interface PortPlace {
  readonly container: string;
  readonly hostPort: number;
  readonly path: readonly PathStep[];
}

function* portsIn(spec: Pick<PodSpec, (typeof LISTS)[number]>): Generator<PortPlace> {
  for (const list of LISTS)
    for (const [index, { name: container, ports }] of spec[list].entries())
      for (const [place, { hostPort }] of ports.entries())
        if (hostPort !== 0) yield { container, hostPort, path: ['spec', list, index, 'ports', place, 'hostPort'] };
}

function hasPorts(containers: readonly Container[]): boolean {
  return containers.some(({ ports }) => ports.length > 0);
}
