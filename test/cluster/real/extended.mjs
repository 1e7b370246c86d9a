// Pods that request extended resources of a device class: the scheduler makes a separate claim for them. Here the command line
// does, since the library does not generate claims.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */

const PROGRAM = join(import.meta.dirname, '../../../dist/cli.js');

/**
 * Returns whether a container of the pod requests an extended resource.
 * @param {KubeObject} pod
 */
export function asksForExtendedResources({ spec }) {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  return containers.some(({ resources = {} }) =>
    Object.keys({ ...resources.limits, ...resources.requests }).some((name) => name.includes('/')),
  );
}

/** The name of the claim that the scheduler made for extended resources of a pod. Undefined: there is no such claim.
 * @param {KubeObject} pod
 * @returns {string | undefined}
 */
export function extendedClaimOf({ status }) {
  return status?.extendedResourceClaimStatus?.resourceClaimName;
}

/**
 * Allocates for a pod among these objects with `dra-allocator allocate`. Returns its claims with their devices, the claim for extended resources
 * last. Undefined: the pod does not fit. Throws the error message of the program if it fails otherwise.
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
