// Random histories of all changes that affect pods, on more nodes than a page has. A cluster that caches earlier answers agrees with a new
// cluster to which the same changes were applied. Later changes do not affect earlier answers, even where they are read late.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cluster, createAllocator, type PodFilterResult, type PreparedPod } from '../../src/index.js';
import { cases } from '../support/extent.js';
import { claim, device, deviceClass, deviceTaintRule, firstAvailable, node, request, selectors, slice } from '../support/objects.js';

const allocator = await createAllocator();
const NODES = Array.from({ length: 40 }, (_, index) => `n${String(index + 1).padStart(2, '0')}`);
/** Nodes that changes are about: of each page some, and two that there are not in the beginning. */
const CHANGED = ['n01', 'n02', 'n20', 'n33', 'n40', 'm0', 'z0'];
const GPU = 'example.com/gpu';
const MIB = 1024 * 1024;
const ROOM = { allocatable: { cpu: '4', memory: '8Gi', pods: '3' } };
const IMAGES = [{ names: ['docker.io/library/a:1', 'a:1'], sizeBytes: 900 * MIB }];

function template(name: string, requests: readonly object[]): object {
  const metadata = { namespace: 'ns', name };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata, spec: { spec: { devices: { requests } } } };
}

function pod(name: string, spec: object, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name, uid: name }, spec, ...more };
}

const container = (requests: object, more: object = {}): object => ({ containers: [{ name: 'c', resources: { requests }, ...more }] });
const madeFrom = (name: string): object => ({ resourceClaims: [{ name: 'g', resourceClaimTemplateName: name }] });
const prefers = (weight: number, zone: string): object => ({
  weight,
  preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] },
});

/** The pods that are queried. The second and the third have one shape and other claims. */
const ASKED = [
  pod('a0', {
    ...container({ cpu: '1' }, { image: 'a:1' }),
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [prefers(5, 'a'), prefers(9, 'b')] } },
  }),
  pod('a1', { ...container({ cpu: '2', memory: '1Gi' }), ...madeFrom('t') }),
  pod('a2', { ...container({ cpu: '2', memory: '1Gi' }), ...madeFrom('list') }),
  pod('a3', {
    ...container({}, { ports: [{ containerPort: 80, hostPort: 80 }] }),
    tolerations: [{ key: 'k', operator: 'Exists' }],
    resourceClaims: [{ name: 'g', resourceClaimName: 'shared' }],
    priorityClassName: 'high',
  }),
  pod('a4', container({ [GPU]: '1' })),
  pod('a5', { ...container({ cpu: '1' }), ...madeFrom('list'), runtimeClassName: 'r', schedulingGroup: { podGroupName: 'group' } }),
  pod('a6', { ...container({ cpu: '1' }), nodeSelector: { zone: 'b' }, ...madeFrom('list') }),
];

const nodeObject = fc
  .record({
    name: fc.constantFrom(...CHANGED),
    zone: fc.constantFrom('a', 'b'),
    unschedulable: fc.boolean(),
    effect: fc.constantFrom(undefined, 'NoSchedule', 'PreferNoSchedule'),
    cpu: fc.constantFrom('2', '4', '8'),
    hasPlugin: fc.boolean(),
    images: fc.constantFrom([], IMAGES, [{ names: ['a:1'], sizeBytes: 600 * MIB }]),
  })
  .map(({ name, zone, unschedulable, effect, cpu, hasPlugin, images }) => ({
    ...node(name, { zone }, { allocatable: { cpu, memory: '8Gi', pods: '3', ...(hasPlugin ? { [GPU]: '1' } : {}) }, images }),
    spec: { unschedulable, taints: effect === undefined ? [] : [{ key: 'k', effect }] },
  }));
const podObject = fc
  .record({
    name: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    on: fc.constantFrom(...CHANGED),
    cpu: fc.constantFrom('500m', '2'),
    hasPort: fc.boolean(),
    repels: fc.boolean(),
    phase: fc.constantFrom('Running', 'Running', 'Succeeded'),
  })
  .map(({ name, on, cpu, hasPort, repels, phase }) => {
    const spec = container({ cpu }, hasPort ? { ports: [{ containerPort: 80, hostPort: 80 }] } : {});
    const terms = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] };
    return pod(name, { ...spec, nodeName: on, ...(repels ? { affinity: { podAntiAffinity: terms } } : {}) }, { status: { phase } });
  });
const sliceOf = (name: string, size: number): object =>
  slice(`s-${name}`, [device('d0', { size }), device('d1', { size: 1 })], { nodeName: name, pool: { name } });
const sliceObject = fc.tuple(fc.constantFrom(...CHANGED), fc.constantFrom(1, 2)).map(([name, size]) => sliceOf(name, size));
const LARGE = selectors('device.attributes["d.example.com"].size == 2');
const LIST = [firstAvailable('r', { large: LARGE, any: {} })];
const allocation = fc.constantFrom(...CHANGED).map((name) => ({
  devices: { results: [{ request: 'r', driver: 'd.example.com', pool: name, device: 'd0' }] },
  nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }] },
}));
const reservedFor = fc.constantFrom([], [{ resource: 'pods', name: 'p1', uid: 'p1' }]);
const sharedClaim = fc
  .record({ allocation: fc.option(allocation, { nil: undefined }), reservedFor })
  .map((status) => ({ ...claim('shared', [request('r')]), ...(status.allocation === undefined ? {} : { status }) }));
/** A claim that was made for a pod before, or for another one of its name. */
const madeClaim = fc
  .record({ number: fc.constantFrom('', '-2'), of: fc.constantFrom('a1', 'a2'), uid: fc.constantFrom('same', 'other') })
  .map(({ number, of, uid }) => ({
    ...claim(`x-${of}${number}`, [request('r')]),
    metadata: {
      namespace: 'ns',
      name: `x-${of}${number}`,
      annotations: { 'resource.kubernetes.io/pod-claim-name': 'g' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: of, uid: uid === 'same' ? of : uid, controller: true }],
    },
  }));
const podGroup = {
  apiVersion: 'scheduling.k8s.io/v1beta1',
  kind: 'PodGroup',
  metadata: { namespace: 'ns', name: 'group', uid: 'group' },
  spec: { resourceClaims: [{ name: 'g', resourceClaimTemplateName: 'list' }] },
};
const otherObject = fc.oneof(
  fc.boolean().map((serves) => deviceClass('any', undefined, serves ? { extendedResourceName: GPU } : {})),
  fc.constantFrom(LIST, [request('r')]).map((requests) => template('list', requests)),
  fc.constant(template('t', [request('r', LARGE)])),
  fc.constant(podGroup),
  fc.constant({ apiVersion: 'v1', kind: 'LimitRange', metadata: { namespace: 'ns', name: 'limits' }, spec: { limits: [] } }),
  fc.constantFrom(1, 5).map((hard) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { namespace: 'ns', name: 'quota' },
    spec: { hard: { 'count/resourceclaims.resource.k8s.io': `${hard}` } },
  })),
  fc.constantFrom(5, 7).map((value) => ({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value })),
  fc.constantFrom('1', '3').map((cpu) => ({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'r' },
    handler: 'r',
    overhead: { podFixed: { cpu } },
  })),
  fc.constantFrom(...CHANGED).map((pool) =>
    deviceTaintRule('rule', {
      deviceSelector: { driver: 'd.example.com', pool, device: 'd0' },
      taint: { key: 'x', effect: 'NoSchedule' },
    }),
  ),
);

const one = fc
  .oneof(nodeObject, nodeObject, podObject, podObject, sliceObject, sharedClaim, madeClaim, otherObject)
  .map((object): readonly object[] => [object]);

type Step =
  | { readonly kind: 'apply' | 'remove'; readonly objects: readonly object[] }
  | { readonly kind: 'bind' | 'unbind' | 'commit' | 'release'; readonly index: number; readonly on: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('apply', 'apply', 'remove'),
    objects: fc.oneof(
      one,
      one,
      one,
      fc.constantFrom(1, 2).map((size) => NODES.slice(8, 30).map((name) => sliceOf(name, size))),
    ),
  }),
  fc.record({
    kind: fc.constantFrom('bind', 'bind', 'unbind', 'commit', 'release'),
    index: fc.nat(ASKED.length - 1),
    on: fc.constantFrom(...CHANGED, 'n10'),
  }),
);

type Change = (cluster: Cluster) => void;

/** Returns a step as a change that has the same effect on every cluster, or undefined if the step is impossible. */
function changeOf(cluster: Cluster, each: Step): Change | undefined {
  if ('objects' in each) return (on) => on[each.kind](each.objects as object[]);
  const { index, on } = each;
  const asked = ASKED[index] as object;
  const other = claim('shared', [request('r')]);
  switch (each.kind) {
    case 'unbind':
      return (own) => own.unbind(asked);
    case 'release':
      return (own) => own.release([other]);
    default:
      return changeByOutcome(cluster, each.kind, asked, other, on);
  }
}

function changeByOutcome(cluster: Cluster, kind: 'bind' | 'commit', asked: object, other: object, on: string): Change | undefined {
  try {
    const outcome = kind === 'bind' ? cluster.allocate({ pod: asked, node: on }) : cluster.allocate({ claims: [other], node: on });
    if (outcome.kind !== 'allocated') return undefined;
    return (own) => (kind === 'bind' ? own.bind(asked, on, outcome) : own.commit([other], outcome));
  } catch {
    // There is no such node, or the pod is somewhere else.
    return undefined;
  }
}

/** Makes a change; one that a cluster rejects changes nothing on any. */
function make(cluster: Cluster, change: Change): string | undefined {
  try {
    change(cluster);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** Says all that a result has, as a text; outcomes for a few nodes. `bestFirst`: the best node is requested before all else. */
function told(result: PodFilterResult, bestFirst: boolean): string {
  const first = bestFirst && result.kind === 'complete' ? result.best : undefined;
  const feasible = result.kind === 'complete' ? result.feasible : [];
  const outcomes = feasible.filter((_, index) => index % 11 === 0).map((name) => result.outcome(name));
  if (bestFirst && result.kind === 'complete') expect(result.best).toBe(first);
  return JSON.stringify([result, outcomes]);
}

const FIRST: Change = (cluster) =>
  cluster.apply([
    ...NODES.map((name, index) => node(name, { zone: index % 3 === 0 ? 'b' : 'a' }, { ...ROOM, images: index % 2 === 0 ? IMAGES : [] })),
    ...NODES.slice(2).map((name, index) => sliceOf(name, index % 4 === 0 ? 2 : 1)),
    deviceClass('any'),
    template('t', [request('r')]),
    template('list', LIST),
    podGroup,
    claim('shared', [request('r')]),
    pod('filled', { ...container({ cpu: '1' }), nodeName: 'n05' }, { status: { phase: 'Running' } }),
  ]);

/** The results of a step, not read before the next one, and what they are to say. */
interface Late {
  readonly result: PodFilterResult;
  readonly expected: string;
}

it('remembers what a cluster says that nobody asked before', { timeout: cases(60_000, 240_000) }, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(), fc.boolean()), { minLength: 5, maxLength: 20 }), (steps) => {
      const cluster = allocator.cluster();
      const changes: Change[] = [FIRST];
      FIRST(cluster);
      const prepared = ASKED.map((each) => cluster.preparePod(each));
      let late: Late[] = [];
      for (const [each, asks, bestFirst] of steps) {
        const change = changeOf(cluster, each);
        if (change === undefined) continue;
        const refusal = make(cluster, change);
        changes.push(change);
        const other = allocator.cluster();
        const refusals = changes.map((again) => make(other, again));
        expect(refusals.at(-1)).toBe(refusal);
        for (const { result, expected } of late) expect(told(result, bestFirst)).toBe(expected);
        late = [];
        for (const [index, asked] of ASKED.entries()) {
          // Not all are queried after each change: for others several come together.
          if (((asks >> index) & 1) === 0) continue;
          const expected = told(other.filter({ pod: asked }), false);
          const ask = { pod: prepared[index] as PreparedPod };
          expect(told(cluster.filter(ask), bestFirst)).toBe(expected);
          late.push({ result: cluster.filter(ask), expected });
        }
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? cases(2, 12)) },
  );
});
