// `simulate`, `diff` and `fit` with ResourceQuotas whose status says what is used, as in every dump of a cluster.

import { expect, test } from 'vitest';
import { directoryWith, documents, runProgram } from '../run-program.js';

const DEVICES = 'gpu.deviceclass.resource.k8s.io/devices';
const CLAIMS = 'count/resourceclaims.resource.k8s.io';

const node = (name: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}, uid: node-${name}}, status: {allocatable: {cpu: "8", memory: 8Gi, pods: "10"}}}\n`;
const slice = (name: string, count: number): string => {
  const devices = Array.from({ length: count }, (_, index) => `{name: g${index}}`).join(', ');
  return `{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: ${name}}, spec: {driver: g.io, nodeName: ${name}, pool: {name: ${name}, generation: 1, resourceSliceCount: 1}, devices: [${devices}]}}\n`;
};
const CLUSTER = documents(
  '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {}}\n',
  '{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, namespace: ml}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}}\n',
  ...['a', 'b'].flatMap((name) => [node(name), slice(name, 2)]),
);
const POD_SPEC = 'containers: [{name: c, image: x}], resourceClaims: [{name: d, resourceClaimTemplateName: t}]';

const replicaSet = (replicas: number): string =>
  `{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: w, namespace: ml, uid: rs1}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: w}}, template: {metadata: {labels: {app: w}}, spec: {${POD_SPEC}}}}}\n`;

/** A pod of the ReplicaSet that runs on node a, with its claim. */
function running(index: number): string {
  const name = `w-${index}`;
  const owner = '{apiVersion: apps/v1, kind: ReplicaSet, name: w, uid: rs1, controller: true}';
  return documents(
    `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ml, uid: p${index}, labels: {app: w}, ownerReferences: [${owner}]}, spec: {nodeName: a, ${POD_SPEC}}, status: {phase: Running, resourceClaimStatuses: [{name: d, resourceClaimName: ${name}-d-xx}]}}\n`,
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}-d-xx, namespace: ml, uid: q${index}, annotations: {resource.kubernetes.io/pod-claim-name: d}, ownerReferences: [{apiVersion: v1, kind: Pod, name: ${name}, uid: p${index}, controller: true}]}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}, status: {allocation: {devices: {results: [{request: r, driver: g.io, pool: a, device: g${index}}]}}, reservedFor: [{resource: pods, name: ${name}, uid: p${index}}]}}\n`,
  );
}

const quota = (hard: string, used: string | undefined, name = 'q', more = ''): string =>
  `{apiVersion: v1, kind: ResourceQuota, metadata: {name: ${name}, namespace: ml, uid: ${name}}, spec: {hard: {${hard}}${more}}${used === undefined ? '' : `, status: {hard: {${hard}}, used: {${used}}}`}}\n`;
const TAINT =
  '{apiVersion: resource.k8s.io/v1beta2, kind: DeviceTaintRule, metadata: {name: r}, spec: {deviceSelector: {driver: g.io, pool: a, device: g0}, taint: {key: a.b/c, value: x, effect: NoExecute}}}\n';

const RUNNING = [replicaSet(2), running(0), running(1)];
const simulate = async (input: string, ...options: string[]) => {
  const { code, out, err } = await runProgram(['simulate', '-f', '-', '-o', 'json', ...options], input);
  return { code, err, report: JSON.parse(out) };
};

test.each([
  ['devices', [quota(`${DEVICES}: "2"`, `${DEVICES}: "2"`)]],
  ['claims', [quota(`${CLAIMS}: "2"`, `${CLAIMS}: "2"`)]],
  ['both in one quota', [quota(`${DEVICES}: "2", ${CLAIMS}: "2"`, `${DEVICES}: "2", ${CLAIMS}: "2"`)]],
  ['both in two quotas', [quota(`${DEVICES}: "2"`, `${DEVICES}: "2"`), quota(`${CLAIMS}: "2"`, `${CLAIMS}: "2"`, 'other')]],
  ['devices, which no controller has counted', [quota(`${DEVICES}: "2"`, undefined)]],
  ['devices, also those of claims that the dump lacks', [quota(`${DEVICES}: "5"`, `${DEVICES}: "5"`)]],
  ['devices, with a status that lags behind', [quota(`${DEVICES}: "2"`, `${DEVICES}: "0"`)]],
  ['pods in a scope', [quota('pods: "0"', 'pods: "2"', 'q', ', scopes: [Terminating]')]],
])('pods of a drained node come again within a quota of %s', async (_what, quotas) => {
  const { code, report } = await simulate(documents(CLUSTER, ...RUNNING, ...quotas), '--drain', 'a');
  expect([code, report.totals.evicted, report.totals.pending]).toEqual([0, 2, 0]);
});

test('what else the status counts stays used: a drain frees no more than it evicts', async () => {
  const more = '{at: 1s, scale: {kind: ReplicaSet, namespace: ml, name: w, replicas: 3}}';
  const trace = `{apiVersion: simulate.dra-allocator/v1alpha1, kind: Trace, events: [${more}]}\n`;
  const full = documents(CLUSTER, slice('b', 9), ...RUNNING, quota(`${DEVICES}: "5"`, `${DEVICES}: "5"`), trace);
  const { code, report } = await simulate(full, '--drain', 'a');
  expect([code, report.totals.pending]).toEqual([1, 1]);
  expect(report.stillPending[0].message).toContain(`exceeded quota: q, requested: ${DEVICES}=1, used: ${DEVICES}=5, limited: ${DEVICES}=5`);
});

test('a Job that completes frees its quota for the next one', async () => {
  const job = (name: string): string =>
    `{apiVersion: batch/v1, kind: Job, metadata: {name: ${name}, namespace: ml}, spec: {template: {spec: {restartPolicy: Never, ${POD_SPEC}}}}}`;
  const events = [`{at: 0, lifetime: 10s, apply: ${job('one')}}`, `{at: 1s, lifetime: 10s, apply: ${job('two')}}`];
  const trace = `{apiVersion: simulate.dra-allocator/v1alpha1, kind: Trace, events: [${events.join(', ')}]}\n`;
  const { report } = await simulate(documents(CLUSTER, slice('b', 9), ...RUNNING, quota(`${DEVICES}: "3"`, `${DEVICES}: "2"`), trace));
  const placed = report.log.filter(({ what }: { what: string }) => what === 'placed');
  expect(placed.map(({ at }: { at: number }) => at)).toEqual([0, 10]);
});

test('a quota that a trace raises keeps what is used', async () => {
  const raised = quota(`${DEVICES}: "4"`, undefined).trim();
  const events = [`{at: 1s, apply: ${raised}}`, '{at: 2s, scale: {kind: ReplicaSet, namespace: ml, name: w, replicas: 4}}'];
  const trace = `{apiVersion: simulate.dra-allocator/v1alpha1, kind: Trace, events: [${events.join(', ')}]}\n`;
  const { report } = await simulate(documents(CLUSTER, ...RUNNING, quota(`${DEVICES}: "3"`, `${DEVICES}: "3"`), trace));
  // One of the three devices in use is that of a claim which the input lacks.
  expect(report.totals).toMatchObject({ placed: 1, pending: 1 });
});

test('diff: pods that a taint evicts come again within the quota that they had', async () => {
  const input = documents(CLUSTER, ...RUNNING, quota(`${DEVICES}: "2"`, `${DEVICES}: "2"`));
  const directory = directoryWith({ 'cluster.yaml': input, 'taint.yaml': TAINT });
  const { out } = await runProgram(['diff', '-f', `${directory}/cluster.yaml`, '--with', `${directory}/taint.yaml`, '-o', 'json']);
  expect(JSON.parse(out).evictions).toMatchObject([{ name: 'w-0', again: { placed: { kind: 'placed' } } }]);
});

test('diff: a quota that --with raises keeps what is used', async () => {
  const full = documents(CLUSTER, slice('b', 9), replicaSet(4), running(0), running(1), quota(`${DEVICES}: "5"`, `${DEVICES}: "5"`));
  const directory = directoryWith({ 'cluster.yaml': full, 'quota.yaml': quota(`${DEVICES}: "6"`, undefined) });
  const { out } = await runProgram(['diff', '-f', `${directory}/cluster.yaml`, '--with', `${directory}/quota.yaml`, '-o', 'json']);
  expect(JSON.parse(out).pods.map(({ change }: { change: string }) => change)).toEqual(['gained', 'other-cause']);
});

test('fit counts from the status on', async () => {
  const input = documents(CLUSTER, ...RUNNING, quota(`${DEVICES}: "3"`, `${DEVICES}: "2"`));
  const pod = `{apiVersion: v1, kind: Pod, metadata: {name: more, namespace: ml}, spec: {${POD_SPEC}}}\n`;
  const { out } = await runProgram(['fit', '-f', '-', 'pod/ml/more', '-o', 'json'], documents(input, pod));
  expect(out).toContain(`exceeded quota: q, requested: ${DEVICES}=1, used: ${DEVICES}=3, limited: ${DEVICES}=3`);
});
