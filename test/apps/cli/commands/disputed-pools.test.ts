// Pools whose slices disagree on how many they are: every command says that its answer depends on their order.

import { describe, expect, test } from 'vitest';
import { directoryWith, documents, runProgram } from '../run-program.js';

const BASE = documents(
  `apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "16", memory: 64Gi, pods: "110"}}
`,
  `apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu}
spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
`,
  `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: c, namespace: default}
spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu}}]}}
`,
);

const slice = (name: string, count: number): string => `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: slice-${name}}
spec: {driver: gpu.example.com, nodeName: n1, pool: {name: p, generation: 1, resourceSliceCount: ${count}}, devices: [{name: gpu-${name}}]}
`;

const COMMANDS = ['allocate', 'explain', 'nodes', 'fit', 'diff --with base.yaml', 'simulate', 'inventory', 'cel true', 'validate'];

async function run(words: readonly string[], order: readonly string[]): Promise<{ readonly code: number; readonly err: string }> {
  const directory = directoryWith({ 'base.yaml': BASE, 'a.yaml': slice('a', 1), 'b.yaml': slice('b', 2) });
  const files = order.flatMap((name) => ['-f', `${directory}/${name}.yaml`]);
  const at = words.map((word) => (word === 'base.yaml' ? `${directory}/${word}` : word));
  const { code, out, err } = await runProgram([...at, '-f', `${directory}/base.yaml`, ...files]);
  return { code, err: words[0] === 'validate' ? out : err };
}

describe('slices of a pool that disagree on resourceSliceCount', () => {
  test.each(COMMANDS)('%s says once that the answer depends on their order, and which order it is of', async (command) => {
    for (const [order, answer] of [
      [['a', 'b'], 'slice-a is read first, so the devices of the pool cannot be allocated'],
      [['b', 'a'], 'slice-b is read first, so the devices of the pool can be allocated'],
    ] as const) {
      const { err } = await run(command.split(' '), order);
      expect(err.split(answer)).toHaveLength(2);
      expect(err.split('so the result of kube-scheduler depends on the slice that it reads first')).toHaveLength(2);
    }
  });

  test('have the answer of the input order', async () => {
    expect([(await run(['allocate'], ['a', 'b'])).code, (await run(['allocate'], ['b', 'a'])).code]).toEqual([1, 0]);
  });
});
