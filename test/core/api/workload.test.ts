import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { builtInPodTemplates } from '../../../src/core/api/pod-template-table.js';
import { decodeWorkload, type Workload } from '../../../src/core/api/workload.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { errorOf, yaml } from '../../support/api.js';

const workload = (kind: string, text: string): Workload => {
  const groups = ['', 'apps', 'batch'];
  const row = groups.map((group) => builtInPodTemplates().find(group, kind)).find((found) => found !== undefined);
  if (row === undefined) throw new Error(`no kind ${kind}`);
  return inOneGo(decodeWorkload(yaml(text), row, new DecodeContext()));
};

describe('owners of pods', () => {
  const template = '{metadata: {labels: {a: b}, annotations: {x: z}}, spec: {resourceClaims: [{name: a, resourceClaimName: c}]}}';

  test.each<[string, string, number | undefined]>([
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
    expect(decoded.podSets).toHaveLength(1);
    const [set] = decoded.podSets;
    expect(set?.replicas).toBe(replicas);
    expect(set?.template.metadata.labels.get('a')).toBe('b');
    expect(set?.template.metadata.source).toEqual({ labels: { a: 'b' }, annotations: { x: 'z' } });
    expect(set?.template.spec.resourceClaims).toEqual([{ name: 'a', resourceClaimName: 'c' }]);
  });

  test('pods refer to their controller', () => {
    const controllerOf = (kind: string, spec = `{selector: {matchLabels: {a: b}}, template: ${template}}`): unknown =>
      workload(kind, `{metadata: {name: o, uid: u}, spec: ${spec}}`).controller;
    const selector = { matchLabels: new Map([['a', 'b']]), matchExpressions: [] };
    expect(controllerOf('StatefulSet')).toEqual({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      name: 'o',
      uid: 'u',
      controller: true,
      selector,
    });
    expect(controllerOf('Deployment')).toEqual({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: 'o',
      uid: '',
      controller: true,
      selector,
    });
    expect(controllerOf('Deployment', `{template: ${template}}`)).not.toHaveProperty('selector');
    expect(controllerOf('ReplicationController', `{selector: {a: b}, template: ${template}}`)).toMatchObject({ apiVersion: 'v1' });
    expect(controllerOf('ReplicationController', `{selector: {a: b}, template: ${template}}`)).not.toHaveProperty('selector');
  });

  test('pods have the labels of their controller', () => {
    const labelsOf = (kind: string): unknown =>
      workload(kind, `{metadata: {name: o}, spec: {template: ${template}}}`).podSets[0]?.template.metadata.labels;
    expect(labelsOf('StatefulSet')).toEqual(new Map([['a', 'b']]));
    expect(labelsOf('Job')).toEqual(
      new Map([
        ['a', 'b'],
        ['batch.kubernetes.io/job-name', 'o'],
        ['job-name', 'o'],
      ]),
    );
  });

  test('the claims that a StatefulSet makes replace volumes of their names', () => {
    const set = (spec: string): Workload['podSets'][number] | undefined => {
      const volumes = '[{name: data, image: {reference: i}}, {name: other, image: {reference: i}}]';
      return workload('StatefulSet', `{spec: {${spec} template: {spec: {volumes: ${volumes}}}}}`).podSets[0];
    };
    const volumesOf = (spec: string): unknown =>
      set(spec)?.template.spec.volumes.map(({ name, claimTemplate }) => [name, claimTemplate?.spec.storageClassName]);
    expect(volumesOf('')).toEqual([
      ['data', undefined],
      ['other', undefined],
    ]);
    const claims = 'volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: ssd}}],';
    expect(volumesOf(claims)).toEqual([
      ['data', 'ssd'],
      ['other', undefined],
    ]);
    expect(set(claims)?.claimEnds).toBe(undefined);
    expect(set(`${claims} persistentVolumeClaimRetentionPolicy: {whenScaled: Retain, whenDeleted: Retain},`)?.claimEnds).toBe(undefined);
    expect(set(`${claims} persistentVolumeClaimRetentionPolicy: {whenScaled: Delete},`)?.claimEnds).toEqual({
      whenScaled: true,
      whenDeleted: false,
    });
  });

  test('replicas are a count', () => {
    expect(errorOf(() => workload('Deployment', `{spec: {replicas: -1, template: ${template}}}`)).message).toContain(
      'expected an integer between 0',
    );
    expect(errorOf(() => workload('CronJob', `{spec: {jobTemplate: {spec: {parallelism: x, template: ${template}}}}}`)).path).toBe(
      'spec.jobTemplate.spec.parallelism',
    );
  });
});
