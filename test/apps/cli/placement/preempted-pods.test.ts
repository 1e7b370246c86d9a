import { expect, test } from 'vitest';
import { claim, device, deviceClass, node, request, slice } from '../../../support/objects.js';
import { runProgram } from '../run-program.js';

const ROOM = { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } };

function pod(name: string, priority: number, cpu: string, more: object = {}, nodeName?: string): object {
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu } } }];
  const isRunning = nodeName !== undefined;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'ns', labels: { app: name }, ...(isRunning ? { uid: name } : {}) },
    spec: { priority, containers, ...(isRunning ? { nodeName } : {}), ...more },
    ...(isRunning ? { status: { phase: 'Running', startTime: '2026-01-01T00:00:00Z' } } : {}),
  };
}

const WITH_CLAIM = { resourceClaims: [{ name: 'gpu', resourceClaimName: 'own' }] };
const CLUSTER = [
  deviceClass('any'),
  node('a', {}, ROOM),
  node('b', {}, ROOM),
  slice('a', [device('d0')], { nodeName: 'a', pool: { name: 'a' } }),
  claim('own', [request('r')]),
  pod('below', 1, '3', {}, 'a'),
  pod('above', 9, '3', {}, 'b'),
];

async function run(command: string, objects: readonly object[], ...options: string[]) {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...CLUSTER, ...objects] });
  return runProgram([command, '-f', '-', '--no-validate', ...options], input);
}

const EVICTS = 'note: pod ns/p: kube-scheduler evicts pod ns/below (priority 1) on node a for it\n';
const ASKED = pod('p', 5, '2', WITH_CLAIM);

test('allocate names the pods that it evicts, and counts on their room', async () => {
  const { code, out, err } = await run('allocate', [ASKED, pod('next', 0, '3', WITH_CLAIM)]);
  expect([code, err]).toEqual([1, expect.stringContaining(EVICTS)]);
  expect(out).toMatch(/^ns\/p +ns\/own +r +d\.example\.com +d0 +a$/m);
  expect(err).toContain('pod ns/next: 0/2 nodes are available: 2 Insufficient cpu.');
  const json = JSON.parse((await run('allocate', [ASKED], '-o', 'json')).out);
  const victims = [{ namespace: 'ns', name: 'below', priority: 1 }];
  expect(json.preempted).toEqual([{ kind: 'Pod', namespace: 'ns', name: 'p', nominatedNode: 'a', victims }]);
});

test('nodes says that the node fits, and explain shows the devices there', async () => {
  const nodes = await run('nodes', [ASKED]);
  expect([nodes.code, nodes.out]).toEqual([0, expect.stringMatching(/^a +yes +- +kube-scheduler evicts pod ns\/below/m)]);
  const [{ nodes: json }] = JSON.parse((await run('nodes', [ASKED], '-o', 'json')).out).pods;
  expect(json[0]).toMatchObject({ node: 'a', fits: true, nominatedNode: 'a' });
  const explained = await run('explain', [ASKED]);
  expect([explained.code, explained.err]).toEqual([0, expect.stringContaining(EVICTS)]);
  expect(explained.out).toContain('pod ns/p fits on a');
});

test('with --no-preemption every pod stays, and a note says so', async () => {
  for (const command of ['allocate', 'nodes', 'explain']) {
    const { code, out, err } = await run(command, [ASKED], '--no-preemption');
    expect([code, `${out}${err}`]).toEqual([1, expect.stringContaining('Insufficient cpu')]);
    expect(err).toContain('note: pod ns/p: not evaluated: preemption of pods with lower priority');
  }
});

test('a violated budget is named', async () => {
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { namespace: 'ns', name: 'guard' },
    spec: { selector: { matchLabels: { app: 'below' } }, minAvailable: 1 },
    status: { disruptionsAllowed: 0 },
  };
  const { err } = await run('allocate', [ASKED, budget]);
  expect(err).toContain('evicts pod ns/below (priority 1, although PodDisruptionBudget ns/guard forbids it) on node a');
});

test('the message of the scheduler says why the eviction of pods does not help', async () => {
  const user = pod('user', 1, '0', WITH_CLAIM, 'a');
  const allocation = { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'a', device: 'd0' }] } };
  const status = { allocation, reservedFor: [{ resource: 'pods', name: 'user', uid: 'user' }] };
  const second = { ...claim('other', [request('r')]) };
  const held = { ...claim('own', [request('r')]), status };
  const asked = pod('p', 5, '500m', { resourceClaims: [{ name: 'gpu', resourceClaimName: 'other' }] });
  const { code, err } = await run('allocate', [held, second, user, asked]);
  expect(code).toBe(1);
  expect(err).toContain('preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.');
  expect(err).toContain('does not help: kube-scheduler does not count on the devices of evicted pods');
});

test('a pod that the run placed itself stays', async () => {
  const { err } = await run('allocate', [pod('first', 2, '1', WITH_CLAIM), pod('p', 5, '4')], 'pod/first', 'pod/p', '-n', 'ns');
  expect(err).not.toContain('evicts pod ns/first');
});
