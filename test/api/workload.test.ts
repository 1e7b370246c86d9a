import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../src/api/context.js';
import type { Pod, Workload, WorkloadKind } from '../../src/api/workload.js';
import { decodePod, decodeWorkload } from '../../src/api/workload.js';
import { errorOf, yaml } from '../support/api.js';

const NO_RESOURCES = { names: [], amounts: new Map<string, never>() };
const pod = (text: string): Pod => decodePod(yaml(text), new DecodeContext());
const workload = (kind: WorkloadKind, text: string): Workload => decodeWorkload(yaml(text), kind, new DecodeContext());

describe('pods', () => {
  test('what decides about claims is read, the rest is ignored', () => {
    const { spec, status } = pod(`
metadata: {name: p, namespace: ns, uid: u}
spec:
  nodeName: node
  nodeSelector: {disk: ssd}
  restartPolicy: Never
  resourceClaims: [{name: a, resourceClaimName: c}, {name: b, resourceClaimTemplateName: t}]
  initContainers: [{name: init, restartPolicy: Always, resources: {claims: [{name: a}]}}]
  containers: [{name: main, image: x, resources: {requests: {cpu: 1}, claims: [{name: b, request: r}]}}, {name: other}]
status: {phase: Running, resourceClaimStatuses: [{name: b, resourceClaimName: p-b-x7}, {name: a}]}
`);
    expect(spec).toEqual({
      nodeName: 'node',
      nodeSelector: new Map([['disk', 'ssd']]),
      resourceClaims: [
        { name: 'a', resourceClaimName: 'c' },
        { name: 'b', resourceClaimTemplateName: 't' },
      ],
      initContainers: [{ name: 'init', restartPolicy: 'Always', requests: NO_RESOURCES, claims: [{ name: 'a', request: '' }] }],
      containers: [
        { name: 'main', restartPolicy: '', requests: { names: ['cpu'], amounts: new Map() }, claims: [{ name: 'b', request: 'r' }] },
        { name: 'other', restartPolicy: '', requests: NO_RESOURCES, claims: [] },
      ],
    });
    expect(status).toEqual({ phase: 'Running', resourceClaimStatuses: [{ name: 'b', resourceClaimName: 'p-b-x7' }, { name: 'a' }] });
  });

  test('extended resources, the pod group and the claim made for extended resources are read', () => {
    const { spec, status } = pod(`
spec:
  schedulingGroup: {podGroupName: g}
  containers:
  - name: main
    resources: {requests: {memory: nonsense, b.example.com/x: 1}, limits: {cpu: 1, a.example.com/x: 2, b.example.com/x: 3}}
status: {extendedResourceClaimStatus: {resourceClaimName: p-extended-resources-x7, requestMappings: []}}
`);
    const { names, amounts } = spec.containers[0]?.requests ?? NO_RESOURCES;
    expect(names).toEqual(['a.example.com/x', 'b.example.com/x', 'cpu', 'memory']);
    expect([...amounts].map(([name, amount]) => `${name}=${amount}`).sort()).toEqual(['a.example.com/x=2', 'b.example.com/x=1']);
    expect(spec.schedulingGroup).toEqual({ podGroupName: 'g' });
    expect(status.extendedResourceClaimStatus).toEqual({ resourceClaimName: 'p-extended-resources-x7' });
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
    expect(errorOf(() => pod('{spec: {resourceClaims: {}}}')).path).toBe('spec.resourceClaims');
    expect(errorOf(() => pod('{spec: {containers: [{resources: {claims: [a]}}]}}')).path).toBe('spec.containers[0].resources.claims[0]');
  });
});

describe('owners of pods', () => {
  const template = '{metadata: {labels: {a: b}, annotations: {x: z}}, spec: {resourceClaims: [{name: a, resourceClaimName: c}]}}';

  test.each<[WorkloadKind, string, number | undefined]>([
    ['Deployment', `{spec: {replicas: 4, template: ${template}}}`, 4],
    ['Deployment', `{spec: {template: ${template}}}`, 1],
    ['ReplicaSet', `{spec: {replicas: 0, template: ${template}}}`, 0],
    ['StatefulSet', `{spec: {replicas: 2, template: ${template}}}`, 2],
    ['ReplicationController', `{spec: {replicas: 3, template: ${template}}}`, 3],
    ['DaemonSet', `{spec: {template: ${template}}}`, undefined],
    ['Job', `{spec: {parallelism: 4, completions: 2, template: ${template}}}`, 2],
    ['Job', `{spec: {parallelism: 4, template: ${template}}}`, 4],
    ['Job', `{spec: {completions: 5, template: ${template}}}`, 1],
    ['CronJob', `{spec: {jobTemplate: {spec: {parallelism: 2, template: ${template}}}}}`, 2],
    ['PodTemplate', `{template: ${template}}`, 1],
  ])('%s %s', (kind, text, replicas) => {
    const decoded = workload(kind, text);
    expect(decoded.kind).toBe(kind);
    expect(decoded.replicas).toBe(replicas);
    expect(decoded.template.metadata.labels.get('a')).toBe('b');
    expect(decoded.template.metadata.source).toEqual({ labels: { a: 'b' }, annotations: { x: 'z' } });
    expect(decoded.template.spec.resourceClaims).toEqual([{ name: 'a', resourceClaimName: 'c' }]);
  });

  test('replicas are a count', () => {
    expect(errorOf(() => workload('Deployment', '{spec: {replicas: -1}}')).message).toContain('expected an integer between 0');
    expect(errorOf(() => workload('CronJob', '{spec: {jobTemplate: {spec: {parallelism: x}}}}')).path).toBe(
      'spec.jobTemplate.spec.parallelism',
    );
  });
});
