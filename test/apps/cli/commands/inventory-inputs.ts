// The inputs of tests of the inventory.

import { gpuClaim, runProgram } from '../run-program.js';

export const inventory = (input: string, ...options: string[]) => runProgram(['inventory', '-f', '-', ...options], input);
export const held = (name: string, device: string, rest = ''): string =>
  gpuClaim(name).replace(
    '}}\n',
    `}, status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: ${device}${rest}}]}}}}\n`,
  );
export const node = (name: string): string => `{apiVersion: v1, kind: Node, metadata: {name: ${name}}}\n`;

/** Two devices that every node reaches. */
export const NETWORK = `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: net}
spec:
  driver: net.example.com
  allNodes: true
  pool: {name: fabric, generation: 1, resourceSliceCount: 1}
  devices: [{name: port-0}, {name: port-1}]
`;

/** The counts of a cluster without problems. */
export const NONE = { shared: 0, blocked: 0, admin: 0, tainted: 0 };
