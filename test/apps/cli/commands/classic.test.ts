import { expect, it } from 'vitest';
import { firstInterrupted, runProgram } from '../run-program.js';

const WORLD = `apiVersion: v1
kind: Node
metadata: {name: worker}
---
apiVersion: resource.k8s.io/v1alpha2
kind: ResourceClass
metadata: {name: fake.3-shake.com}
driverName: fake.resource.3-shake.com
---
apiVersion: resource.k8s.io/v1alpha2
kind: ResourceClaimTemplate
metadata: {namespace: test1, name: default-fake-template}
spec:
  spec: {resourceClassName: fake.3-shake.com}
---
apiVersion: v1
kind: Pod
metadata: {namespace: test1, name: pod0}
spec:
  containers: [{name: ctr0}]
  resourceClaims:
  - name: distinct-fake
    source: {resourceClaimTemplateName: default-fake-template}
`;

it('shows the negotiation until the pod runs', async () => {
  const { code, out, err } = await runProgram(['classic', '-f', '-', '--kubernetes-version', '1.27'], WORLD);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {3,}/).slice(1).join(' | '));
  expect(lines).toEqual([
    'ACTOR | OBJECT | CHANGE',
    expect.stringMatching(
      /^kubelet \| NodeAllocationState fake-system\/worker \| created: spec\.allocatableDevice: \[FAKE-.*\], status: Ready$/,
    ),
    'resourceclaim-controller | ResourceClaim test1/pod0-distinct-fake | created: spec.resourceClassName: fake.3-shake.com, spec.allocationMode: WaitForFirstConsumer',
    'scheduler | PodSchedulingContext test1/pod0 | created: spec.selectedNode: worker, spec.potentialNodes: [worker]',
    'scheduler | Pod test1/pod0 | Warning FailedScheduling: waiting for resource driver',
    'scheduler | Pod test1/pod0 | Warning FailedScheduling: waiting for resource driver to provide information',
    'driver fake.resource.3-shake.com | ResourceClaim test1/pod0-distinct-fake | metadata.finalizers: [fake.resource.3-shake.com/deletion-protection]',
    expect.stringMatching(/^driver fake\.resource\.3-shake\.com \| NodeAllocationState fake-system\/worker \| spec\.allocatedClaims: /),
    'driver fake.resource.3-shake.com | ResourceClaim test1/pod0-distinct-fake | status.allocation: on worker, status.driverName: fake.resource.3-shake.com, status.reservedFor: [pod0]',
    'driver fake.resource.3-shake.com | PodSchedulingContext test1/pod0 | status.resourceClaims: [distinct-fake anywhere]',
    'scheduler | Pod test1/pod0 | spec.nodeName: worker',
    'scheduler | PodSchedulingContext test1/pod0 | deleted',
    expect.stringMatching(/^kubelet \| NodeAllocationState fake-system\/worker \| spec\.preparedDevices: /),
    'kubelet | Pod test1/pod0 | status.phase: Running',
  ]);
});

it.each([
  [[], WORLD.replaceAll('v1alpha2', 'v1alpha1'), 'v1alpha1'],
  [['--kubernetes-version', '1.26'], WORLD, 'v1alpha1'],
  [['--kubernetes-version', '1.27'], WORLD.replaceAll('v1alpha2', 'v1alpha1'), 'v1alpha2'],
  [[], WORLD.replace('v1alpha2', 'v1alpha1'), 'v1alpha2'],
])('prints the objects in the version of the release, or of the input: %j', async (options, world, version) => {
  const waits = `${world}---\napiVersion: v1\nkind: Pod\nmetadata: {namespace: test1, name: pod1}\nspec:\n  containers: [{name: c}]\n  nodeSelector: {no: node}
  resourceClaims: [{name: a, source: {resourceClaimTemplateName: default-fake-template}}]\n`;
  const { out } = await runProgram(['classic', '-f', '-', '-o', 'json', ...options], waits);
  const { items } = JSON.parse(out) as { items: readonly { apiVersion: string; kind: string }[] };
  const classic = items.filter(({ apiVersion }) => apiVersion.startsWith('resource.k8s.io/'));
  expect(new Set(classic.map(({ apiVersion }) => apiVersion))).toEqual(new Set([`resource.k8s.io/${version}`]));
});

it('ends with 1 where a pod receives no node', async () => {
  const { code, out, err } = await runProgram(['classic', '-f', '-'], WORLD.replace('kind: Node\n', 'kind: Namespace\n'));
  expect(code).toBe(1);
  expect(err).toBe('error: pod test1/pod0 is pending: no nodes available to schedule pods. still not schedulable\n');
  expect(out).toContain('no nodes available to schedule pods');
});

it('ends with 1 where a pod names a template that is not there', async () => {
  const { code, err } = await runProgram(['classic', '-f', '-'], WORLD.replace('TemplateName: default', 'TemplateName: other'));
  expect({ code, err }).toEqual({ code: 1, err: 'error: pod test1/pod0 is pending: one of its claims does not exist\n' });
});

it('ends with 4 and what was until then when the time is over', async () => {
  const claim = 'resourceClaims: [{name: a, source: {resourceClaimTemplateName: default-fake-template}}]';
  const pods = Array.from(
    { length: 300 },
    (_, number) =>
      `---\napiVersion: v1\nkind: Pod\nmetadata: {namespace: test1, name: more-${number}}\nspec:\n  containers: [{name: c}]\n  ${claim}\n`,
  );
  const { code, out, err } = await firstInterrupted('interrupted by milliseconds', ['classic', '-f', '-'], WORLD + pods.join(''));
  expect({ code, err }).toEqual({ code: 4, err: 'error: interrupted by milliseconds\n' });
  expect(out).toMatch(/^TIME /);
});

it.each([
  ['driverName: fake.resource.3-shake.com', 'driver: x', '<stdin>:8:1: error: driver: unknown field, did you mean driverName?'],
  ['v1alpha2\nkind: ResourceClass\n', 'v1\nkind: ResourceClass\n', 'apiVersion: classic DRA is resource.k8s.io/v1alpha2 or v1alpha1'],
])('says where the input is wrong: %s', async (right, wrong, message) => {
  const { code, err } = await runProgram(['classic', '-f', '-'], WORLD.replace(right, wrong));
  expect(code).toBe(3);
  expect(err).toContain(message);
});

it.each([
  [['classic', '-f', '-', '--kubernetes-version', '1.31'], 'classic DRA was in Kubernetes 1.26 to 1.30, not in "1.31"'],
  [['classic', '-f', '-', '--seed', 'x'], 'option --seed accepts an integer above 0, not "x"'],
  [['classic', '-f', '-', '--timeout', '5'], 'option --timeout accepts a duration such as 500ms, 10s or 1m30s, not "5"'],
  [['classic', '-f', '-', 'pod'], 'classic accepts no arguments, found "pod"'],
])('%j is a wrong command line', async (argv, message) => {
  const { code, err } = await runProgram(argv, WORLD);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

it.each(['classic', 'migrate'])('of an object that stands twice %s reports the second place', async (command) => {
  const claim =
    'apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClaim\nmetadata: {name: c, namespace: d}\nspec: {resourceClassName: fake.3-shake.com}\n';
  const { code, err } = await runProgram([command, '-f', '-'], `${WORLD}---\n${claim}---\n${claim}`);
  expect({ code, err }).toEqual({ code: 3, err: '<stdin>:30:1: error: ResourceClaim d/c occurs twice in the input\n' });
});
