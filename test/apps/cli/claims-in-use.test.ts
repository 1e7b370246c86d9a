// Claims that have their devices already: all commands agree on a pod that cannot use them, or that needs no further allocation.

import { describe, expect, it } from 'vitest';
import { runProgram } from './run-program.js';

const NODE = `apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "16", memory: 64Gi, pods: "110"}, declaredFeatures: [NodeAllocatableDRA]}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: dra.cpu}, spec: {}}
---
`;
const MAPPED = ', nodeAllocatableResources: {cpu: {mapping: {capacityKey: dra.cpu/cpu, capacityMultiplier: "1"}}}';
const slice = (mapping: string): string => `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: n1-cpu}
spec:
  driver: dra.cpu
  nodeName: n1
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices: [{name: cpu0, allowMultipleAllocations: true, capacity: {dra.cpu/cpu: {value: "15"}}${mapping}}]
---
`;
const claim = (consumers: number): string => {
  const reservedFor = Array.from({ length: consumers }, (_, index) => `{resource: pods, name: p${index}, uid: u${index}}`).join(', ');
  return `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: cpus, namespace: default, uid: c1}
spec: {devices: {requests: [{name: cpu, exactly: {deviceClassName: dra.cpu, capacity: {requests: {dra.cpu/cpu: "4"}}}}]}}
status:
  reservedFor: [${reservedFor}]
  allocation:
    devices: {results: [{request: cpu, driver: dra.cpu, pool: n1, device: cpu0, shareID: 6d662f5d-ffc8-4479-9bc1-94e17e7d02fc, consumedCapacity: {dra.cpu/cpu: "4"}}]}
---
`;
};
const pod = (requests: string, claims = '[{name: cpu, resourceClaimName: cpus}]'): string => `apiVersion: v1
kind: Pod
metadata: {name: late, namespace: default, uid: late}
spec:
  containers: [{name: c, image: x, resources: {requests: {${requests}}}}]
  resourceClaims: ${claims}
`;

const COMMANDS = ['allocate', 'nodes', 'explain', 'fit'] as const;
const OWN_CLAIM =
  'try: create ResourceClaimTemplate cpus with the spec of claim cpus, and set resourceClaimTemplateName of claim cpu to it: the pod then has separate devices';

/** The text and the exit code of each command about the pod. */
async function answersTo(input: string): Promise<readonly (readonly [code: number, text: string])[]> {
  const answers: (readonly [number, string])[] = [];
  for (const command of COMMANDS) {
    const { code, out, err } = await runProgram([command, 'pod/late', '-f', '-', '--no-validate'], input);
    answers.push([code, `${out}${err}`.replaceAll(/\s+/g, ' ')]);
  }
  return answers;
}

/** `explain` only suggests a separate claim for the pod. The other commands suggest no change. */
function expectAdviceOfExplain(answers: Awaited<ReturnType<typeof answersTo>>): void {
  for (const [index, [, text]] of answers.entries()) {
    if (COMMANDS[index] === 'explain') expect(text).toContain(OWN_CLAIM);
    expect(text.split('try:')).toHaveLength(COMMANDS[index] === 'explain' ? 2 : 1);
  }
}

describe('a pod whose claims have their devices', () => {
  it('is pending by all commands where others use devices that stand for resources of the node', async () => {
    const answers = await answersTo(NODE + slice(MAPPED) + claim(1) + pod(''));
    for (const [code, text] of answers) {
      expect(code).toBe(1);
      expect(text).toContain('claim cpus has a mapped device and cannot be shared across pods');
    }
    expectAdviceOfExplain(answers);
  });

  it('is pending by all commands where 256 pods have one', async () => {
    const answers = await answersTo(NODE + slice('') + claim(256) + pod(''));
    for (const [code, text] of answers) {
      expect(code).toBe(1);
      expect(text).toContain('add reservation to claim default/cpus');
    }
    expectAdviceOfExplain(answers);
  });

  it('is informed what to request where the node is full, and so is one without claims', async () => {
    for (const late of [pod('cpu: "20"'), pod('cpu: "20"', '[]')]) {
      const answers = await answersTo(NODE + slice('') + claim(1) + late);
      for (const [code, text] of answers) {
        expect(code).toBe(1);
        expect(text).toContain('Insufficient cpu');
      }
      expect(answers[2]?.[1]).toContain('try: request 16 of cpu instead of 20 in container c');
    }
  });
});
