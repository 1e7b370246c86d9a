// Pods that ask for extended resources which a device class serves: the scheduler makes a claim of its own for them. Here the command line
// does, since the library takes claims as they are.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */

const PROGRAM = join(import.meta.dirname, '../../../dist/cli.js');

/**
 * Returns whether a container of the pod asks for a resource that is none of Kubernetes' own.
 * @param {KubeObject} pod
 */
export function asksForExtendedResources({ spec }) {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  return containers.some(({ resources = {} }) =>
    Object.keys({ ...resources.limits, ...resources.requests }).some((name) => name.includes('/')),
  );
}

/** The name of the claim that the scheduler made for extended resources of a pod; undefined where there is none.
 * @param {KubeObject} pod
 * @returns {string | undefined}
 */
export function extendedClaimOf({ status }) {
  return status?.extendedResourceClaimStatus?.resourceClaimName;
}

/**
 * Allocates for a pod among these objects, as `dra-allocator allocate` does. Gives its claims with their devices, that for extended resources
 * last; undefined where it does not fit. Throws what the program says when it fails otherwise.
 * @param {readonly KubeObject[]} objects
 * @param {KubeObject} pod
 * @param {{ node?: string, kubernetesVersion?: string }} where
 * @returns {KubeObject[] | undefined}
 */
export function allocateByCommand(objects, pod, { node, kubernetesVersion }) {
  const { nodeName: _, ...spec } = pod.spec;
  const { resourceClaimStatuses } = pod.status ?? {};
  const pending = { ...pod, spec, status: { resourceClaimStatuses } };
  const options = [
    ...['allocate', '-f', '-', '-o', 'json'],
    ...(node === undefined ? [] : ['--node', node]),
    ...(kubernetesVersion === undefined ? [] : ['--kubernetes-version', kubernetesVersion]),
  ];
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objects, pending] });
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...options], { input, encoding: 'utf8' });
  if (status === 1) return undefined;
  if (status !== 0) throw new Error(`dra-allocator allocate ended with ${status}: ${stderr}`);
  const { kind, ...object } = JSON.parse(stdout);
  return kind === 'List' ? object.items : [{ kind, ...object }];
}
