import { describe, expect, it } from 'vitest';
import { type ValidateOptions, validate } from '../../../src/validate/index.js';

const EXPRESSION = { key: 'app', operator: 'In', values: ['train'] };

function podWith(spec: object, metadata: object = {}): object {
  const containers = [{ name: 'main', image: 'registry.example.com/train:1' }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'train', labels: { app: 'train' }, ...metadata },
    spec: { containers, ...spec },
  };
}

function spread(matchExpressions: readonly object[], matchLabelKeys: readonly string[] = ['app']): object {
  const labelSelector = { matchExpressions };
  return {
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector, matchLabelKeys }],
  };
}

function affinity(term: object): object {
  const preferred = [{ weight: 1, podAffinityTerm: { topologyKey: 'zone', ...term } }];
  return { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } } };
}

function claimWith(spec: object): object {
  const base = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec: { ...base, ...spec } };
}

const found = (object: object, options?: ValidateOptions): readonly string[] =>
  validate([object], options).map(({ rule, path }) => `${rule} ${path}`);

describe('a new pod', () => {
  it('has its labels for matchLabelKeys in the selector, so that the selector must not have them yet', () => {
    expect(found(podWith(spread([])))).toEqual([]);
    expect(found(podWith(spread([EXPRESSION])))).toEqual(['spread-label-keys spec.topologySpreadConstraints[0][0]']);
    expect(found(podWith(affinity({ labelSelector: { matchExpressions: [EXPRESSION] }, matchLabelKeys: ['app'] })))).toEqual([
      'pod-affinity-label-keys spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm[0]',
    ]);
  });

  it('has an invalid label in the selector, too', () => {
    const labels = { app: 'not a value' };
    expect(found(podWith(spread([]), { labels }))).toContain(
      'spread-selector spec.topologySpreadConstraints[0].labelSelector.matchExpressions[0].values[0]',
    );
  });

  it('has no labels in the selectors if the gate is off', () => {
    const options = { kubernetesVersion: '1.37', featureGates: { MatchLabelKeysInPodTopologySpreadSelectorMerge: false } };
    expect(found(podWith(spread([])), options)).toEqual([]);
    expect(found(podWith(spread([EXPRESSION])), options)).toEqual([
      'spread-label-keys spec.topologySpreadConstraints[0].matchLabelKeys[0]',
    ]);
  });
});

describe('a stored pod', () => {
  it('has its labels in the selectors already', () => {
    const uid = '11111111-2222-3333-4444-555555555555';
    expect(found(podWith(spread([EXPRESSION]), { uid }))).toEqual([]);
    expect(found(podWith(spread([EXPRESSION, EXPRESSION]), { uid }))).toEqual(['spread-label-keys spec.topologySpreadConstraints[0][0]']);
  });
});

describe('a new claim', () => {
  const [snapshot, other] = ['snapshot.storage.k8s.io', 'example.com'].map((apiGroup) => ({ apiGroup, kind: 'VolumeSnapshot', name: '' }));

  it('has its data source in both fields', () => {
    expect(found(claimWith({ dataSource: snapshot }))).toEqual([
      'volume-data-source spec.dataSource.name',
      'volume-data-source spec.dataSourceRef.name',
    ]);
    expect(found(claimWith({ dataSourceRef: other }))).toHaveLength(2);
  });

  it('has no data source that older clients could not set', () => {
    expect(found(claimWith({ dataSource: other }))).toEqual([]);
    expect(found(claimWith({ dataSource: other, dataSourceRef: { ...other, namespace: 'ml' } }))).toEqual([]);
  });
});
