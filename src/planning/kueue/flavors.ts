// Decides which flavors pods may use, and applies the labels and tolerations of flavors. Source: checkFlavorForPodSets and
// flavorSelector of pkg/scheduler/flavorassigner of kubernetes-sigs/kueue at commit ff69552e.

import { DecodeContext } from '../../core/api/context.js';
import { decodeNode, type Node } from '../../core/api/node.js';
import { parseNodeSelectorTerm } from '../../core/api/node-selector.js';
import type { PodSpec } from '../../core/api/pod.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { tolerates } from '../../scheduler/filters/tolerates.js';
import type { Flavor } from './objects.js';

/** The scheduling gate of pods that are pending for Kueue. Kueue removes it. */
const GATE = 'kueue.x-k8s.io/admission';

/**
 * Returns why pods with a spec cannot use a flavor; undefined if they can. Ignores requirements on labels that the flavor does
 * not have.
 */
export function mismatch(flavor: Flavor, spec: PodSpec, comparesTaints: boolean): string | undefined {
  const { nodeTaints, tolerations, nodeLabels } = flavor.spec;
  const { name } = flavor.metadata;
  const all = [...spec.tolerations, ...tolerations];
  for (const taint of nodeTaints) {
    if (taint.effect === 'PreferNoSchedule' || all.some((each) => tolerates(each, taint, comparesTaints))) continue;
    return `the taint ${taint.key} of flavor ${name} is not tolerated`;
  }
  const isSelected = [...spec.nodeSelector].every(([key, value]) => !nodeLabels.has(key) || nodeLabels.get(key) === value);
  return isSelected && matchesAffinity(flavor, spec) ? undefined : `flavor ${name} does not match the node selector or affinity`;
}

function matchesAffinity(flavor: Flavor, { affinity }: PodSpec): boolean {
  const terms = affinity?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const flavorExpressions = terms.map(({ matchExpressions }) => matchExpressions.filter(({ key }) => flavor.spec.nodeLabels.has(key)));
  // An alternative that requires no label of the flavor matches any flavor.
  if (flavorExpressions.length === 0 || flavorExpressions.some((expressions) => expressions.length === 0)) return true;
  const node = nodeOf(flavor);
  return flavorExpressions.some(
    (matchExpressions) => parseNodeSelectorTerm({ matchExpressions, matchFields: [] }, UNLIMITED)?.(node, UNLIMITED) === true,
  );
}

function nodeOf({ metadata, spec }: Flavor): Node {
  const value = { kind: 'Node', metadata: { name: metadata.name, labels: Object.fromEntries(spec.nodeLabels) } };
  return decodeNode(value, new DecodeContext());
}

/** Returns whether a node has the labels of a flavor. */
export function isOfFlavor(node: Node, { spec }: Flavor): boolean {
  return [...spec.nodeLabels].every(([key, value]) => node.metadata.labels.get(key) === value);
}

/** Returns the spec of an admitted pod: without its gate, and with the node labels and tolerations of its flavors. */
export function admittedSpec(spec: PodSpec, flavors: readonly Flavor[]): PodSpec {
  const labels = flavors.flatMap((flavor) => [...flavor.spec.nodeLabels]);
  const tolerations = flavors.flatMap((flavor) => flavor.spec.tolerations);
  const schedulingGates = spec.schedulingGates.filter(({ name }) => name !== GATE);
  if (labels.length + tolerations.length === 0 && schedulingGates.length === spec.schedulingGates.length) return spec;
  return {
    ...spec,
    schedulingGates,
    nodeSelector: new Map([...spec.nodeSelector, ...labels]),
    tolerations: [...spec.tolerations, ...tolerations],
  };
}

/** Returns whether a stored pod is pending for Kueue. */
export function isGated({ schedulingGates }: PodSpec): boolean {
  return schedulingGates.some(({ name }) => name === GATE);
}
