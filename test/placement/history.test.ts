// Random histories: after every change a cluster that remembers answers for pods the same as a fresh one with the same objects. A call that yields
// answers as of its beginning, whatever changes meanwhile.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cluster, createAllocator, type PodFilterResult } from '../../src/index.js';
import { cases } from '../support/extent.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();
const NODES = ['n1', 'n2', 'n3', 'n4'];
const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'ns', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};
const GPU = 'example.com/gpu';

function pod(name: string, spec: object, phase = 'Running', app = name): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name, labels: { app } }, spec, status: { phase } };
}

/** A term that selects the pods of an app in a zone or on a node. */
const term = (app: string, topologyKey = 'zone', namespaceSelector?: object): object => ({
  topologyKey,
  labelSelector: { matchLabels: { app } },
  ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
});
const required = (...terms: object[]): object => ({ requiredDuringSchedulingIgnoredDuringExecution: terms });
const preferred = (podAffinityTerm: object): object => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, podAffinityTerm }],
});

/** A constraint on the spread of the pods of app web. */
const spread = (topologyKey: string, whenUnsatisfiable = 'DoNotSchedule'): object => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable,
  labelSelector: { matchLabels: { app: 'web' } },
});

const container = (requests: object, ports: object[] = []): object => ({ containers: [{ name: 'c', resources: { requests }, ports }] });

/** The pods that are queried: each needs something else of its node. */
const ASKED = [
  pod('a0', container({ cpu: '1' })),
  pod('a1', { ...container({ cpu: '3' }), resourceClaims: [{ name: 'g', resourceClaimTemplateName: 't' }] }),
  pod('a2', container({}, [{ containerPort: 80, hostPort: 80 }])),
  pod('a3', {
    ...container({}),
    tolerations: [{ key: 'k', operator: 'Exists' }],
    resourceClaims: [{ name: 'g', resourceClaimName: 'shared' }],
  }),
  pod('a4', container({ [GPU]: '1' })),
  pod('a5', { ...container({}), affinity: { podAffinity: required(term('db')), podAntiAffinity: required(term('a5', 'host')) } }),
  pod('a6', { ...container({}), affinity: { podAntiAffinity: required(term('db', 'host', { matchLabels: { team: 'a' } })) } }),
  pod('a7', { ...container({ cpu: '500m' }), affinity: { podAffinity: preferred(term('db')), podAntiAffinity: preferred(term('web')) } }),
  pod('a8', { ...container({}), topologySpreadConstraints: [spread('zone'), { ...spread('host', 'ScheduleAnyway'), maxSkew: 2 }] }),
  pod('a9', container({ cpu: '500m' }), 'Pending', 'web'),
];

const nodeName = fc.constantFrom(...NODES);
const nodeObject = fc
  .record({
    name: nodeName,
    unschedulable: fc.boolean(),
    isTainted: fc.boolean(),
    cpu: fc.constantFrom('2', '4'),
    plugin: fc.constantFrom('0', '1'),
    zone: fc.constantFrom('x', 'y'),
  })
  .map(({ name, unschedulable, isTainted, cpu, plugin, zone }) => ({
    ...node(
      name,
      { zone, host: name, 'kubernetes.io/hostname': name },
      { allocatable: { cpu, pods: '3', ...(plugin === '0' ? {} : { [GPU]: plugin }) } },
    ),
    spec: { unschedulable, taints: isTainted ? [{ key: 'k', effect: 'NoSchedule' }] : [] },
  }));
const podObject = fc
  .record({
    name: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    on: nodeName,
    cpu: fc.constantFrom('500m', '2'),
    hasPort: fc.boolean(),
    phase: fc.constantFrom('Running', 'Succeeded'),
    app: fc.constantFrom('web', 'db'),
    affinity: fc.constantFrom({}, {}, { podAntiAffinity: required(term('a1')) }, { podAffinity: preferred(term('a7')) }),
  })
  .map(({ name, on, cpu, hasPort, phase, app, affinity }) =>
    pod(name, { ...container({ cpu }, hasPort ? [{ containerPort: 80, hostPort: 80 }] : []), nodeName: on, affinity }, phase, app),
  );
const namespaceObject = fc
  .constantFrom('a', 'b')
  .map((team) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns', labels: { team } } }));
const serviceObject = fc
  .constantFrom('web', 'db')
  .map((app) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'ns' }, spec: { selector: { app } } }));
const sliceObject = nodeName.map((name) => slice(`s-${name}`, [device('d0')], { nodeName: name, pool: { name } }));
const classObject = fc.boolean().map((serves) => deviceClass('any', undefined, serves ? { extendedResourceName: GPU } : {}));

type Change = { readonly kind: 'apply' | 'remove'; readonly object: object };
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('apply', 'apply', 'remove'),
  object: fc.oneof(
    nodeObject,
    podObject,
    podObject,
    sliceObject,
    classObject,
    namespaceObject,
    serviceObject,
    fc.constant(TEMPLATE),
    fc.constant(claim('shared', [request('r')])),
  ),
});

function keyOf(object: object): string {
  const { kind, metadata } = object as { readonly kind: string; readonly metadata: { readonly name: string } };
  return `${kind} ${metadata.name}`;
}

function make(cluster: Cluster, { kind, object }: Change, objects: Map<string, object>): void {
  cluster[kind]([object]);
  if (kind === 'apply') objects.set(keyOf(object), object);
  else objects.delete(keyOf(object));
}

/** Says all that a result has, as a text. */
function told(result: PodFilterResult): string {
  const feasible = result.kind === 'complete' ? result.feasible : [];
  const outcomes = feasible.map((name) => result.outcome(name));
  return JSON.stringify([result, outcomes]);
}

/** Objects that are there from the beginning. */
const FIRST: readonly Change[] = [
  ...NODES.map((name) => node(name, {}, { allocatable: { cpu: '4', pods: '3' } })),
  ...NODES.slice(1).map((name) => slice(`s-${name}`, [device('d0')], { nodeName: name, pool: { name } })),
  deviceClass('any'),
  TEMPLATE,
  claim('shared', [request('r')]),
].map((object) => ({ kind: 'apply', object }));

const fresh = (objects: ReadonlyMap<string, object>): Cluster => {
  const cluster = allocator.cluster();
  cluster.apply([...objects.values()]);
  return cluster;
};

it('remembers what a fresh cluster finds, after every change', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 5, maxLength: 25 }), (changes) => {
      const cluster = allocator.cluster();
      const objects = new Map<string, object>();
      for (const each of FIRST) make(cluster, each, objects);
      const prepared = ASKED.map((each) => cluster.preparePod(each));
      for (const each of changes) {
        make(cluster, each, objects);
        const other = fresh(objects);
        for (const [index, asked] of ASKED.entries()) {
          const expected = told(other.filter({ pod: asked }));
          expect(told(cluster.filter({ pod: asked }))).toBe(expected);
          expect(told(cluster.filter({ pod: prepared[index] as (typeof prepared)[0] }))).toBe(expected);
        }
      }
    }),
    { numRuns: cases(6, 60) },
  );
});

it('takes back what was bound: nothing is left of it', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 10, maxLength: 25 }),
      fc.array(fc.nat(ASKED.length - 1), { maxLength: 8 }),
      (changes, bound) => {
        const cluster = allocator.cluster();
        const objects = new Map<string, object>();
        for (const each of [...FIRST, ...changes]) make(cluster, each, objects);
        const before = ASKED.map((each) => told(cluster.filter({ pod: each })));
        for (const index of new Set(bound)) {
          const asked = ASKED[index] as object;
          const result = cluster.filter({ pod: asked });
          const best = result.kind === 'complete' ? result.best : undefined;
          if (best === undefined) continue;
          cluster.bind(asked, best, result.outcome(best));
          const [claims, pods] = [cluster.toJSON()['allocatedClaims'], told(cluster.filter({ pod: asked }))];
          cluster.bind(asked, best, result.outcome(best));
          expect([cluster.toJSON()['allocatedClaims'], told(cluster.filter({ pod: asked }))]).toEqual([claims, pods]);
        }
        for (const asked of ASKED) cluster.unbind(asked);
        expect(ASKED.map((each) => told(cluster.filter({ pod: each })))).toEqual(before);
      },
    ),
    { numRuns: cases(20, 60) },
  );
});

it('answers as of the call, whatever changes meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 8, maxLength: 20 }),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      async (changes, later) => {
        const cluster = allocator.cluster();
        const objects = new Map<string, object>();
        for (const each of [...FIRST, ...changes]) make(cluster, each, objects);
        // Shapes that were queried before are remembered: no time passes until the answer is as of now.
        const expected = ASKED.map((each) => told(cluster.filter({ pod: each })));
        const answers = ASKED.map((each) => cluster.filterAsync({ pod: cluster.preparePod(each) }));
        for (const each of later) make(cluster, each, objects);
        expect((await Promise.all(answers)).map(told)).toEqual(expected);
      },
    ),
    { numRuns: cases(20, 40) },
  );
});

it('is forked: each side remembers what a fresh cluster finds, whatever the other one does', () => {
  const step = fc.record({
    of: fc.nat(),
    forks: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
    change,
    bound: fc.nat(ASKED.length - 1),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
      const first = { cluster: allocator.cluster(), objects: new Map<string, object>() };
      for (const each of FIRST) make(first.cluster, each, first.objects);
      const all = [first];
      for (const { of, forks, change: each, bound } of steps) {
        const { cluster, objects } = all[of % all.length] as typeof first;
        if (forks) all.push({ cluster: cluster.fork(), objects: new Map(objects) });
        make(cluster, each, objects);
        // The pod is bound in a separate fork, which is then dropped.
        const tried = cluster.fork();
        const asked = ASKED[bound] as object;
        const result = tried.filter({ pod: asked });
        const best = result.kind === 'complete' ? result.best : undefined;
        if (best !== undefined) tried.bind(asked, best, result.outcome(best));
        for (const one of all) {
          const other = fresh(one.objects);
          for (const pod of ASKED) expect(told(one.cluster.filter({ pod }))).toBe(told(other.filter({ pod })));
        }
      }
    }),
    { numRuns: cases(3, 15) },
  );
});
