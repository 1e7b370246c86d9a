// Edits of untolerated node taints: a toleration for the pod, or removal from the node. A cordon can only be removed.

import type { Node } from '../../../core/api/node.js';
import type { Taint } from '../../../core/api/toleration.js';
import { isTolerated } from '../../../scheduler/filters/tolerates.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';
import { taintText } from './tolerations.js';

/** The taint that the cluster sets on a cordoned node. */
const CORDON = 'node.kubernetes.io/unschedulable';

/** The prefix of taints that the cluster sets on a node in trouble. */
const OWN_PREFIX = 'node.kubernetes.io/';

/** Returns the edits after which the pod tolerates the taints of the node. */
export function nodeTaintEdits(subject: PodSubject): readonly Edit[] {
  const { node } = subject.info;
  const { unschedulable, taints } = node.spec;
  const keeping = taints.filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute').slice(0, MOST.taintsOfNode);
  const untolerated = keeping.filter((taint) => !tolerates(subject, taint));
  const others = untolerated.filter(({ key }) => key !== CORDON);
  const isCordoned = unschedulable || others.length < untolerated.length;
  return [
    ...others.map((taint) => toleration(subject, taint)),
    ...(isCordoned ? [uncordon(node)] : []),
    ...others.map((taint) => untainting(node, taint)),
  ];
}

function tolerates({ filled, on: { context } }: PodSubject, taint: Taint): boolean {
  return isTolerated(taint, filled.spec.tolerations, context.features.taintTolerationComparisonOperators);
}

function toleration({ target }: PodSubject, { key, value, effect }: Taint): Edit {
  const json = value === '' ? { key, operator: 'Exists', effect } : { key, operator: 'Equal', value, effect };
  return {
    kind: 'toleration',
    by: 'author',
    text: `add a toleration for the taint ${taintText({ key, value, effect })} to the pod`,
    loss: key.startsWith(OWN_PREFIX) ? 2 : 0,
    changes: [
      {
        target,
        operation: { op: 'append', path: ['spec', 'tolerations'], value: { key, operator: json.operator, value, effect }, json },
      },
    ],
  };
}

function uncordon(node: Node): Edit {
  const removal: Change = {
    target: { kind: 'Node', object: node },
    operation: { op: 'remove', path: ['spec', 'unschedulable'], absent: false },
  };
  return {
    kind: 'uncordon',
    by: 'admin',
    text: `uncordon node ${node.metadata.name}`,
    loss: 0,
    changes: [...(node.spec.unschedulable ? [removal] : []), ...removals(node, ({ key }) => key === CORDON)],
  };
}

function untainting(node: Node, taint: Taint): Edit {
  return {
    kind: 'untaint',
    by: 'admin',
    text: `remove the taint ${taintText(taint)} from node ${node.metadata.name}`,
    loss: 0,
    changes: removals(node, ({ key, value, effect }) => key === taint.key && value === taint.value && effect === taint.effect),
  };
}

function removals(node: Node, goes: (taint: Taint) => boolean): readonly Change[] {
  return node.spec.taints.flatMap((taint, place): Change[] =>
    goes(taint) ? [{ target: { kind: 'Node', object: node }, operation: { op: 'remove', path: ['spec', 'taints', place] } }] : [],
  );
}
