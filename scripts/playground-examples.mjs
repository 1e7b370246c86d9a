// Builds the texts of the playground's examples from manifests of the repository, with their sources.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8').trim();

/** @param {string} path */
const own = (path) => read(`src/apps/playground/examples/${path}.yaml`);

const EKS = 'examples/aws-eks-gpu-efa';
const PERF = 'test/manifests/kubernetes-scheduler-perf';

const FROM_DRANET = `# From kubernetes-sigs/dranet, examples/aws_eks_examples/gpu-efa, at commit f258477cbea0551b7ad239e3873a997a7a3d116b, Apache-2.0.`;
const FROM_INTEL = `# From intel/intel-resource-drivers-for-kubernetes, deployments/gpu/examples/pod-inline-first-available.yaml, at commit
# 1da939faa33a90dd641d0327cdcdcbbfaa1acdb4, Apache-2.0; its node and its devices are ours.`;
const FROM_KUBERNETES = `# From kubernetes/kubernetes, test/integration/scheduler_perf/dra/templates, Apache-2.0, with an index put in; the node and the class are ours.
# The first device takes 20Gi of 70Gi: with it only six devices fit, so that the search has to go back to its first pick.`;

/** Joins documents. @param {readonly string[]} texts */
function documents(texts) {
  return `${texts.map((text) => text.replace(/^---\n/, '')).join('\n---\n')}\n`;
}

/** Returns the texts by the ids of src/apps/playground/page/examples.ts. @returns {ReadonlyMap<string, string>} */
export function playgroundExamples() {
  const slices = [
    `${FROM_DRANET}\n${read(`${EKS}/resourceslice-gpu.yaml`)}`,
    `${FROM_DRANET}\n${read(`${EKS}/resourceslice-dranet.yaml`)}`,
  ];
  const [deployment = '', ...around] = read(`${EKS}/workload.yaml`).split('\n---\n');
  const classes = [...around, `${FROM_DRANET}\n${read(`${EKS}/device-class.yaml`)}`];
  const perf = (/** @type {string} */ name) => read(`${PERF}/${name}.yaml`).replaceAll('{{.Index}}', '1');
  return new Map([
    ['eks', documents([deployment, `${FROM_DRANET}\n${read(`${EKS}/resource-claim-template.yaml`)}`, ...classes, ...slices])],
    ['does-not-fit', documents([read('examples/does-not-fit/wide-claim.yaml'), ...classes, ...slices])],
    [
      'first-available',
      documents([`${FROM_INTEL}\n${read('test/manifests/intel/pod-inline-first-available.yaml')}`, own('first-available')]),
    ],
    ['partitions', documents([own('partitions')])],
    ['shared-nics', documents([own('shared-nics')])],
    ['taints', documents([own('taints')])],
    [
      'backtracking',
      documents([
        `${FROM_KUBERNETES}\n${perf('resourceclaim-partitionable-backtracking')}`,
        own('backtracking-node'),
        perf('resourceslice-partitionable-backtracking-countersets'),
        perf('resourceslice-partitionable-backtracking-devices'),
      ]),
    ],
    ['hard', hard()],
    ['many-nodes', manyNodes(500)],
  ]);
}

/** Builds pods and many nodes with pairs of GPUs and network cards. Some nodes have fewer. @param {number} count */
function manyNodes(count) {
  const nodes = Array.from({ length: count }, (_, index) => {
    const name = `worker-${String(index).padStart(3, '0')}`;
    const gpus = index % 5 === 0 ? 2 : 4;
    const devices = (/** @type {string} */ kind, /** @type {number} */ most) =>
      Array.from(
        { length: most },
        (_, device) =>
          `  - {name: ${kind}-${device}, attributes: {model: {string: ${kind === 'gpu' ? (index % 3 === 0 ? 'H200' : 'A100') : 'CX7'}}, resource.kubernetes.io/pcieRoot: {string: "pci0000:${device}0"}}}`,
      ).join('\n');
    const slice = (/** @type {string} */ kind, /** @type {number} */ most) =>
      `apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: ${name}-${kind}}\nspec:\n  nodeName: ${name}\n  driver: ${kind}.example.com\n  pool: {name: ${name}, generation: 1, resourceSliceCount: 1}\n  devices:\n${devices(kind, most)}`;
    return [`apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}`, slice('gpu', gpus), slice('nic', 2)];
  });
  return documents([own('many-nodes'), ...nodes.flat()]);
}

/** Builds a claim that no search without bounds can finish: every device lacks one value. */
function hard() {
  return documents([own('hard')]);
}
