import { expect, test } from 'vitest';
import type { Container } from '../../../src/core/api/container.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import type { ResourceList } from '../../../src/core/api/resource-list.js';
import { errorOf, yaml } from '../../support/api.js';

const pod = (text: string): Pod => decodePod(yaml(text), new DecodeContext());
const entries = (list: ResourceList | undefined): string[] => [...(list ?? [])].map(([name, amount]) => `${name}=${amount}`);
const EMPTY_TERM = { topologyKey: '', namespaces: [], matchLabelKeys: [], mismatchLabelKeys: [] };
const EMPTY_CONTAINER: Container = {
  name: '',
  image: '',
  restartPolicy: '',
  restartPolicyRules: [],
  ports: [],
  volumeMounts: [],
  requests: new Map(),
  ownRequests: new Map(),
  limits: new Map(),
  claims: [],
};

test('what decides about claims is read, the rest is ignored', () => {
  const { spec, status } = pod(`
metadata: {name: p, namespace: ns, uid: u}
spec:
  nodeName: node
  nodeSelector: {disk: ssd}
  restartPolicy: Never
  resourceClaims: [{name: a, resourceClaimName: c}, {name: b, resourceClaimTemplateName: t}]
  initContainers: [{name: init, restartPolicy: Always, resources: {claims: [{name: a}]}}]
  containers: [{name: main, image: x, resources: {claims: [{name: b, request: r}]}}, {name: other}]
status: {phase: Running, resourceClaimStatuses: [{name: b, resourceClaimName: p-b-x7}, {name: a}]}
`);
  expect(spec.nodeName).toBe('node');
  expect(spec.nodeSelector).toEqual(new Map([['disk', 'ssd']]));
  expect(spec.resourceClaims).toEqual([
    { name: 'a', resourceClaimName: 'c' },
    { name: 'b', resourceClaimTemplateName: 't' },
  ]);
  expect(spec.initContainers).toEqual([
    { ...EMPTY_CONTAINER, name: 'init', restartPolicy: 'Always', claims: [{ name: 'a', request: '' }] },
  ]);
  expect(spec.containers).toEqual([
    { ...EMPTY_CONTAINER, name: 'main', image: 'x', claims: [{ name: 'b', request: 'r' }] },
    { ...EMPTY_CONTAINER, name: 'other' },
  ]);
  expect(status.phase).toBe('Running');
  expect(status.resourceClaimStatuses).toEqual([{ name: 'b', resourceClaimName: 'p-b-x7' }, { name: 'a' }]);
});

test('extended resources, the pod group and the claim made for extended resources are read', () => {
  const { spec, status } = pod(`
spec:
  schedulingGroup: {podGroupName: g}
  containers:
  - name: main
    resources: {requests: {memory: 1Gi, b.example.com/x: 1}, limits: {cpu: 1, a.example.com/x: 2, b.example.com/x: 3}}
status: {extendedResourceClaimStatus: {resourceClaimName: p-extended-resources-x7, requestMappings: []}}
`);
  expect(entries(spec.containers[0]?.requests)).toEqual(['a.example.com/x=2', 'b.example.com/x=1', 'cpu=1', 'memory=1Gi']);
  expect(entries(spec.containers[0]?.limits)).toEqual(['a.example.com/x=2', 'b.example.com/x=3', 'cpu=1']);
  expect(spec.schedulingGroup).toEqual({ podGroupName: 'g' });
  expect(status.extendedResourceClaimStatus).toEqual({ resourceClaimName: 'p-extended-resources-x7' });
});

test('what decides about nodes is read', () => {
  const { spec } = pod(`
spec:
  hostNetwork: true
  hostUsers: false
  priority: 7
  priorityClassName: high
  schedulerName: mine
  runtimeClassName: kata
  overhead: {cpu: 250m}
  resources: {requests: {cpu: 1}}
  schedulingGates: [{name: g}]
  tolerations: [{key: k, operator: Exists, tolerationSeconds: 5}]
  topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}
      preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3, preference: {matchExpressions: [{key: a, operator: Exists}]}}]
    podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}
    podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}
  containers:
  - name: main
    image: example.com/app:1
    restartPolicyRules: [{action: RestartAllContainers, exitCodes: {}}]
    ports: [{name: http, containerPort: 80, hostPort: 8080, protocol: UDP, hostIP: 10.0.0.1}, {containerPort: 81}]
    volumeMounts: [{name: v, mountPath: /v}, {name: w, bindMountOptions: [noexec]}]
`);
  expect(spec).toMatchObject({
    hostNetwork: true,
    hostUsers: false,
    priority: 7,
    priorityClassName: 'high',
    schedulerName: 'mine',
    runtimeClassName: 'kata',
    schedulingGates: [{ name: 'g' }],
    tolerations: [{ key: 'k', operator: 'Exists', value: '', effect: '' }],
    topologySpreadConstraints: [{ maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
  });
  expect(entries(spec.overhead)).toEqual(['cpu=250m']);
  expect(entries(spec.resources?.requests)).toEqual(['cpu=1']);
  expect(spec.affinity).toEqual({
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [], matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }] },
      preferred: [{ weight: 3, preference: { matchExpressions: [{ key: 'a', operator: 'Exists', values: [] }], matchFields: [] } }],
    },
    podAffinity: { required: [{ ...EMPTY_TERM, topologyKey: 'zone' }], preferred: [] },
    podAntiAffinity: { required: [], preferred: [{ weight: 1, podAffinityTerm: EMPTY_TERM }] },
  });
  expect(spec.containers).toEqual([
    {
      ...EMPTY_CONTAINER,
      name: 'main',
      image: 'example.com/app:1',
      restartPolicyRules: [{ action: 'RestartAllContainers' }],
      ports: [
        { containerPort: 80, hostPort: 8080, protocol: 'UDP', hostIP: '10.0.0.1' },
        { containerPort: 81, hostPort: 0, protocol: '', hostIP: '' },
      ],
      volumeMounts: [{ bindMountOptions: ['noexec'] }],
    },
  ]);
});

test('of volumes those are read that nodes are chosen by', () => {
  const { spec } = pod(`
spec:
  volumes: [{name: a, configMap: {}}, {name: b, persistentVolumeClaim: {claimName: x}}, {name: c, image: {reference: i}}, {name: d, csi: {}}]
`);
  expect(spec.volumes.map(({ name, persistentVolumeClaim, image }) => [name, persistentVolumeClaim, image?.reference])).toEqual([
    ['b', { claimName: 'x' }, undefined],
    ['c', undefined, 'i'],
  ]);
});

test('of a volume its claim is read, or the template of that, or its disk', () => {
  const { spec } = pod(`
spec:
  volumes:
  - {name: a, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: ssd, resources: {requests: {storage: 1Gi}}}}}}
  - {name: b, gcePersistentDisk: {pdName: d, readOnly: true}}
  - {name: c, rbd: {monitors: [m], image: i}}
  - {name: d, rbd: {monitors: [m], image: i, pool: p, readOnly: true}}
  - {name: e, iscsi: {iqn: q}}
`);
  const [a, b, c, d, e] = spec.volumes;
  expect(a?.ephemeral?.volumeClaimTemplate.spec.storageClassName).toBe('ssd');
  expect([b?.gcePersistentDisk, e?.iscsi]).toEqual([
    { pdName: 'd', readOnly: true },
    { iqn: 'q', readOnly: false },
  ]);
  expect([c?.rbd, d?.rbd]).toEqual([
    { monitors: ['m'], pool: 'rbd', image: 'i', readOnly: false },
    { monitors: ['m'], pool: 'p', image: 'i', readOnly: true },
  ]);
});

test('amounts that a status reports are distinguished from those that it does not, and lists without any count as not reported', () => {
  const { status } = pod(`
status:
  conditions: [{type: PodResizePending, status: "True", reason: Infeasible}]
  allocatedResources: {}
  resources: {requests: {cpu: 1}}
  containerStatuses: [{name: a, allocatedResources: {cpu: 2}, resources: {limits: {}}}, {name: b}]
  nodeAllocatableResourceClaimStatuses:
  - {resourceClaimName: c, containers: [a], mapping: [{name: cpu, quantity: 1}], overhead: [{name: memory, perPod: 1Mi}]}
`);
  expect(status.conditions).toEqual([{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }]);
  expect(status.allocatedResources).toBeUndefined();
  expect(entries(status.resources?.requests)).toEqual(['cpu=1']);
  expect(status.containerStatuses.map(({ name, allocatedResources, resources }) => [name, entries(allocatedResources), resources])).toEqual(
    [
      ['a', ['cpu=2'], {}],
      ['b', [], undefined],
    ],
  );
  expect(`${status.nodeAllocatableResourceClaimStatuses[0]?.overhead[0]?.perPod}`).toBe('1Mi');
});

test('references of Kubernetes 1.26 to 1.30 stand under source', () => {
  expect(
    pod('{spec: {resourceClaims: [{name: a, source: {resourceClaimTemplateName: t}}, {name: b, source: {resourceClaimName: c}}]}}').spec
      .resourceClaims,
  ).toEqual([
    { name: 'a', resourceClaimTemplateName: 't' },
    { name: 'b', resourceClaimName: 'c' },
  ]);
});

test('what matters is type-checked', () => {
  const pathOf = (text: string): string | undefined => errorOf(() => pod(text)).path;
  expect(pathOf('{spec: {resourceClaims: {}}}')).toBe('spec.resourceClaims');
  expect(pathOf('{spec: {containers: [{resources: {claims: [a]}}]}}')).toBe('spec.containers[0].resources.claims[0]');
  expect(pathOf('{spec: {containers: [{ports: [{hostPort: 5000000000}]}]}}')).toBe('spec.containers[0].ports[0].hostPort');
  expect(pathOf('{spec: {containers: [{resources: {requests: {cpu: much}}}]}}')).toBe('spec.containers[0].resources.requests.cpu');
  expect(pathOf('{spec: {tolerations: [{key: 1}]}}')).toBe('spec.tolerations[0].key');
});
