// Runs the command `nodes` for a pod among the objects of a cluster.

import { runProgram } from '../../apps/cli/run-program.js';
import type { Question } from './whole-pods.js';

/** Runs `nodes` for the pod among the objects at that time. */
export async function nodesFor({ pod, objects }: Pick<Question, 'pod' | 'objects'>, release: readonly string[]) {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objects, pod] });
  const { code, out, err } = await runProgram(
    ['nodes', pod.metadata.name, '-n', pod.metadata.namespace ?? 'default', '-f', '-', '-o', 'json', ...release],
    input,
  );
  const [answered] = out === '' ? [] : JSON.parse(out).pods;
  return { code, err, nodes: (answered?.nodes ?? []) as { readonly node: string; readonly fits: boolean; readonly score?: number }[] };
}
