import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { runProgram } from '../run-program.js';

const WORLD = `apiVersion: resource.k8s.io/v1alpha2
kind: PodSchedulingContext
metadata: {name: pod0}
spec: {potentialNodes: [a, b]}
---
apiVersion: resource.k8s.io/v1alpha2
kind: ResourceClass
metadata: {name: fake.3-shake.com}
driverName: fake.resource.3-shake.com
---
apiVersion: resource.k8s.io/v1alpha2
kind: ResourceClaim
metadata: {name: shared}
spec: {resourceClassName: fake.3-shake.com, allocationMode: Immediate}
---
apiVersion: resource.k8s.io/v1alpha2
kind: PodSchedulingContext
metadata: {name: pod1}
spec: {selectedNode: a}
`;

it('prints objects of v1, each behind the notes about what it was made of', async () => {
  const { code, out, err } = await runProgram(['migrate', '-f', '-'], WORLD);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(`# PodSchedulingContext default/pod0, which has no counterpart:
#   spec: the scheduler and drivers no longer negotiate: 2 nodes and the responses of drivers are left out (negotiation)
# ResourceClass fake.3-shake.com:
#   driverName: the controller of fake.resource.3-shake.com is no longer needed: its plugin publishes ResourceSlices, and the scheduler allocates devices (controller)
#   driverName: the input does not contain the devices of fake.resource.3-shake.com: the driver has no devices until its plugin publishes slices (device)
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata:
  name: fake.3-shake.com
spec:
  selectors:
  - cel:
      expression: "device.driver == \\"fake.resource.3-shake.com\\""
---
# ResourceClaim default/shared:
#   spec.allocationMode: a claim is now allocated only when a pod needs it (allocation-mode)
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: shared
  namespace: default
spec:
  devices:
    requests:
    - name: fakes
      exactly:
        deviceClassName: fake.3-shake.com
# PodSchedulingContext default/pod1, which has no counterpart:
#   spec: the scheduler and drivers no longer negotiate: the selected node a and the responses of drivers are left out (negotiation)
`);
});

it('prints a list with the notes as data', async () => {
  const { out } = await runProgram(['migrate', '-f', '-', '-o', 'json'], WORLD);
  const { items, notes, ...list } = JSON.parse(out) as { items: { kind: string }[]; notes: object[] };
  expect(list).toEqual({ apiVersion: 'v1', kind: 'List' });
  expect(items.map(({ kind }) => kind)).toEqual(['DeviceClass', 'ResourceClaim']);
  expect(notes).toMatchObject([
    { code: 'negotiation', object: 'PodSchedulingContext default/pod0', path: 'spec' },
    { code: 'controller', into: 0 },
    { code: 'device', into: 0 },
    { code: 'allocation-mode', path: 'spec.allocationMode', into: 1 },
    { code: 'negotiation' },
  ]);
  for (const output of ['json', 'yaml']) {
    const { out: text } = await runProgram(['migrate', '-f', '-', '-o', output], WORLD);
    expect((await runProgram(['validate', '-f', '-', '--kubernetes-version', '1.34'], text)).code).toBe(0);
  }
});

test('the page names every code of a note', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/guides/classic-dra.md'), 'utf8');
  const source = readFileSync(join(import.meta.dirname, '../../../../src/classic/migrate/notes.ts'), 'utf8');
  const codes = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(10);
  for (const code of codes) expect(page).toContain(`| \`${code}\` |`);
});

it.each([
  [WORLD.replace('driverName: fake', 'driver: fake'), '<stdin>:9:1: error: driver: unknown field, did you mean driverName?'],
  [WORLD.replace('kind: ResourceClaim\n', 'kind: ResourceKlaim\n'), 'kind: unknown kind ResourceKlaim, did you mean ResourceClaim?'],
  ['', 'the input is empty: use -f to name files with objects, such as the output of kubectl get -o json'],
])('says where the input is wrong', async (input, message) => {
  const { code, err } = await runProgram(['migrate', '-f', '-'], input);
  expect(code).toBe(3);
  expect(err).toContain(message);
});

it.each([
  [['migrate', '-f', '-', '-o', 'table'], 'option --output accepts one of yaml, json, not "table"'],
  [['migrate', '-f', '-', 'pod'], 'migrate accepts no arguments, found "pod"'],
])('%j is a wrong command line', async (argv, message) => {
  const { code, err } = await runProgram(argv, WORLD);
  expect(code).toBe(2);
  expect(err).toContain(message);
});
