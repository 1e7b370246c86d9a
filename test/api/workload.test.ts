import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../src/api/context.js';
import { decodeWorkload, type Workload, type WorkloadKind } from '../../src/api/workload.js';
import { errorOf, yaml } from '../support/api.js';

const workload = (kind: WorkloadKind, text: string): Workload => decodeWorkload(yaml(text), kind, new DecodeContext());

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
