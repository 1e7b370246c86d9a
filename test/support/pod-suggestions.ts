// Suggestions for a pod in a cluster, and the objects with a suggestion applied.

import type { Explanation, ObjectPatch, Suggestion } from '../../src/explain/explanation.js';
import type { Allocator, KubernetesObjectJson, PodJson } from '../../src/index.js';
import { applyJsonPatch } from './json-patch.js';

interface Named {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** A pod, and the objects of its cluster. */
export interface PodProblem {
  readonly pod: object;
  readonly objects: readonly object[];
}

/** The problem with patches applied to the submitted objects. Throws if a patch names no object of the problem, or cannot be applied. */
export function withPatches({ pod, objects }: PodProblem, patches: readonly ObjectPatch[]): PodProblem {
  const list = [pod, ...objects];
  const gone = new Set<number>();
  for (const { object, patch } of patches) {
    const place = list.findIndex((one) => isNamed(one as Named, object));
    const first = patch[0];
    if (place < 0 && first?.op === 'add' && first.path === '') list.push(applyJsonPatch({}, patch));
    else if (place < 0) throw new Error(`no ${object.kind} ${object.name}`);
    else if (first?.op === 'remove' && first.path === '') gone.add(place);
    else list[place] = applyJsonPatch(list[place] as object, patch);
  }
  const [own, ...others] = list;
  return { pod: own as object, objects: others.filter((_, place) => !gone.has(place + 1)) };
}

function isNamed({ kind, metadata }: Named, object: ObjectPatch['object']): boolean {
  return kind === object.kind && metadata?.name === object.name && (metadata.namespace ?? '') === (object.namespace ?? '');
}

/** Explains a pod in a separate cluster. */
export function explainPod(allocator: Allocator, { pod, objects }: PodProblem, node?: string): Explanation {
  const cluster = allocator.cluster();
  cluster.apply(objects as readonly KubernetesObjectJson[]);
  return cluster.explain({ pod: pod as PodJson, ...(node === undefined ? {} : { node }) });
}

/** The nodes that a pod fits. */
export function nodesFor(allocator: Allocator, { pod, objects }: PodProblem): readonly string[] {
  const cluster = allocator.cluster();
  cluster.apply(objects as readonly KubernetesObjectJson[]);
  const result = cluster.filter({ pod: pod as PodJson });
  return result.kind === 'complete' ? result.feasible : [];
}

/** The wrong suggestions: with them applied, the pod still fits no node. */
export function wrongForPod(allocator: Allocator, problem: PodProblem, suggestions: readonly Suggestion[]): readonly string[] {
  return suggestions.flatMap(({ text, patches }) => {
    try {
      return nodesFor(allocator, withPatches(problem, patches)).length > 0 ? [] : [text];
    } catch (error) {
      return [`${text}: ${String(error)}`];
    }
  });
}
