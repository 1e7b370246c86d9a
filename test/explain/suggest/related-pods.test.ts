// Suggestions for pods that affinity to other pods, topology spread or volumes keep off every node: with each of them, the pod fits a node.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { cases } from '../../support/extent.js';
import { explainPod, nodesFor, type PodProblem, wrongForPod } from '../../support/pod-suggestions.js';
import { HOST, mounting, node, pod, reference, running, storageClass, volume, volumeClaim, ZONE } from './edits/related.js';

type Fields = Readonly<Record<string, unknown>>;

const KEYS = [ZONE, ZONE, HOST, HOST, `${ZONE}s`, 'rack'] as const;
const maybe = <T>(arbitrary: fc.Arbitrary<T>, others = 2): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: others, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const labels = fc.constantFrom<Readonly<Record<string, string>>>(
  { app: 'web' },
  { app: 'web', tier: 'front' },
  { app: 'wbe' },
  { tier: 'front' },
  { app: 'web', 'pod-template-hash': 'old' },
);
const selector = fc.constantFrom<Fields>(
  { matchLabels: { app: 'web' } },
  { matchLabels: { app: 'web', tier: 'front' } },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['wbe', 'web'] }] },
  { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
  { matchLabels: { app: 'gone' } },
);
const term = fc
  .record({ labelSelector: selector, topologyKey: fc.constantFrom(...KEYS), namespaces: maybe(fc.constantFrom(['shop'], ['ns', 'shop'])) })
  .map(({ namespaces, ...rest }) => ({ ...rest, ...(namespaces === undefined ? {} : { namespaces }) }));
const terms = maybe(fc.array(term, { minLength: 1, maxLength: 2 }));
const constraint = fc
  .record({
    maxSkew: fc.constantFrom(1, 1, 2),
    topologyKey: fc.constantFrom(...KEYS),
    labelSelector: selector,
    minDomains: maybe(fc.constantFrom(2, 3)),
    nodeTaintsPolicy: maybe(fc.constantFrom('Honor', 'Ignore')),
    nodeAffinityPolicy: maybe(fc.constantFrom('Honor', 'Ignore')),
  })
  .map((each) => ({
    ...Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined)),
    whenUnsatisfiable: 'DoNotSchedule',
    topologyKey: each.topologyKey,
  }));

const claim = fc.record({
  name: fc.constantFrom('data', 'dta', 'other'),
  storageClassName: fc.constantFrom('fast', 'local', 'fats', 'gone', undefined),
  accessMode: fc.constantFrom('ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'),
  state: fc.constantFrom('Pending', 'Pending', 'Bound', 'Lost', 'selected'),
});
const storedVolume = fc.record({
  zone: fc.constantFrom('x', 'y'),
  storageClassName: fc.constantFrom('fast', 'local'),
  storage: fc.constantFrom('50Gi', '100Gi'),
  isReleased: fc.boolean(),
});

const choices = fc.record({
  nodes: fc.array(
    fc.record({
      zone: maybe(fc.constantFrom('x', 'y'), 1),
      rack: maybe(fc.constant('r1')),
      isOut: fc.nat(5).map((number) => number === 0),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  pods: fc.array(
    fc.record({ on: fc.nat(2), labels, namespace: fc.constantFrom('ns', 'ns', 'shop'), away: terms, mounts: maybe(fc.constant('data')) }),
    { maxLength: 4 },
  ),
  labels,
  affinity: terms,
  antiAffinity: terms,
  spread: maybe(fc.uniqueArray(constraint, { minLength: 1, maxLength: 2, selector: ({ topologyKey }) => topologyKey })),
  claim: maybe(claim, 1),
  volumes: fc.array(storedVolume, { maxLength: 2 }),
  mode: fc.constantFrom('Immediate', 'WaitForFirstConsumer'),
  isDefault: fc.boolean(),
  attachments: maybe(fc.constantFrom(1, 2)),
});

type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

const requiredOf = (list: readonly Fields[] | undefined): Fields => ({ requiredDuringSchedulingIgnoredDuringExecution: list ?? [] });

function problemOf(given: Choices): PodProblem {
  const nodes = given.nodes.map(({ zone, rack, isOut }, index) =>
    node(
      `n${index}`,
      { ...(zone === undefined ? {} : { [ZONE]: zone }), ...(rack === undefined ? {} : { rack }) },
      isOut ? { taints: [{ key: 'out', effect: 'NoSchedule' }] } : {},
    ),
  );
  const pods = given.pods.map(({ on, labels: own, namespace, away, mounts }, index) =>
    running(
      `r${index}`,
      `n${on % nodes.length}`,
      own,
      { affinity: { podAntiAffinity: requiredOf(away) }, ...(mounts === undefined ? {} : mounting(mounts)) },
      namespace,
    ),
  );
  const affinity = { podAffinity: requiredOf(given.affinity), podAntiAffinity: requiredOf(given.antiAffinity) };
  const spec = {
    affinity,
    ...(given.spread === undefined ? {} : { topologySpreadConstraints: given.spread }),
    ...(given.claim === undefined ? {} : mounting('data')),
  };
  return { pod: pod(spec, given.labels), objects: [...nodes, ...pods, ...storageOf(given)] };
}

function storageOf({ claim: asked, volumes, mode, isDefault, attachments, nodes }: Choices): readonly object[] {
  if (asked === undefined) return [];
  const { name, storageClassName, accessMode, state } = asked;
  const ofVolume = state === 'Bound' || state === 'Lost' ? { volumeName: 'pv-bound' } : {};
  const selected = state === 'selected' ? { 'volume.kubernetes.io/selected-node': 'gone' } : {};
  const spec = { ...(storageClassName === undefined ? {} : { storageClassName }), accessModes: [accessMode], ...ofVolume };
  const made = volumeClaim(name, spec, state === 'selected' ? 'Pending' : state, selected);
  const mark = { 'storageclass.kubernetes.io/is-default-class': String(isDefault) };
  const drivers = [{ name: 'csi.example.com', nodeID: 'n', allocatable: { count: attachments } }];
  return [
    made,
    storageClass('fast', { volumeBindingMode: mode }, mark),
    storageClass('local', { provisioner: 'kubernetes.io/no-provisioner' }),
    ...(state === 'Bound' ? [volume('pv-bound', 'x', { accessModes: [accessMode], ...reference(name) }, 'Bound')] : []),
    ...volumes.map(({ zone, storage, isReleased, ...rest }, index) =>
      volume(
        `pv-${index}`,
        zone,
        { capacity: { storage }, ...rest, ...(isReleased ? reference('gone') : {}) },
        isReleased ? 'Released' : undefined,
      ),
    ),
    ...(attachments === undefined
      ? []
      : nodes.map((_, index) => ({
          apiVersion: 'storage.k8s.io/v1',
          kind: 'CSINode',
          metadata: { name: `n${index}` },
          spec: { drivers },
        }))),
  ];
}

it('each suggestion lets the pod fit a node, alone', async () => {
  const allocator = await createAllocator();
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(choices, (given) => {
      const problem = problemOf(given);
      if (nodesFor(allocator, problem).length > 0) return;
      const { suggestions } = explainPod(allocator, problem);
      expect(wrongForPod(allocator, problem, suggestions)).toEqual([]);
      for (const { text } of suggestions) kinds.set(firstWords(text), (kinds.get(firstWords(text)) ?? 0) + 1);
      kinds.set('none', (kinds.get('none') ?? 0) + Number(suggestions.length === 0));
    }),
    { numRuns: cases(120, 3000) },
  );
  expect(kinds.size).toBeGreaterThan(cases(5, 12));
});

function firstWords(text: string): string {
  return text.split(' ').slice(0, 2).join(' ');
}
