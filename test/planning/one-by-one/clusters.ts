// Random clusters, small enough to place pods by hand: nodes with room, taints and labels, devices with models, roots, partitions and shares, and pods that run.

import { Dice } from '../../support/dice.js';
import { claim, device, deviceClass, firstAvailable, node, request, slice } from '../../support/objects.js';

/** A cluster, and the pod of which replicas are placed. */
export interface Setting {
  readonly objects: readonly object[];
  readonly pod: { readonly metadata: { readonly name: string }; readonly spec: { readonly resourceClaims: readonly object[] } };
}

const MODELS = ['a', 'b'];
const TAINT = { key: 'k', value: 'v', effect: 'NoSchedule' };
const ofModel = (model: string): Readonly<Record<string, unknown>> => ({
  selectors: [{ cel: { expression: `device.attributes["d.example.com"].model == "${model}"` } }],
});

/** The cluster of a seed. */
export function settingOf(seed: number): Setting {
  const dice = new Dice(seed);
  const count = dice.from(1, 5);
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  const everywhere = dice.isOneOf(6) ? [slice('all', plainDevices(dice, dice.from(1, 3)), { allNodes: true, pool: { name: 'all' } })] : [];
  const objects = [
    ...names.map((name) => randomNode(dice, name)),
    ...names.flatMap((name) => slicesOf(dice, name)),
    ...everywhere,
    deviceClass('any'),
    template('one', randomClaim(dice)),
    template('two', randomClaim(dice)),
    { ...claim('shared', [request('r', dice.isOneOf(3) ? ofModel(dice.one(MODELS)) : {})]) },
    ...Array.from({ length: dice.below(4) }, (_, index) => running(dice, `r${index}`, dice.one(names))),
  ];
  return { objects, pod: pod('p', podSpec(dice)) };
}

function randomNode(dice: Dice, name: string): object {
  const allocatable = { cpu: dice.one(['4', '8', '16']), memory: '8Gi', pods: dice.one(['3', '10']) };
  const status = dice.isOneOf(8) ? {} : { allocatable, images: [{ names: [dice.one(['x', 'y'])], sizeBytes: 500_000_000 }] };
  const spec = { ...(dice.isOneOf(9) ? { unschedulable: true } : {}), taints: dice.isOneOf(5) ? [TAINT] : [] };
  return { ...node(name, { zone: dice.one(['a', 'b']) }, status), spec };
}

function slicesOf(dice: Dice, name: string): object[] {
  const own = { nodeName: name, pool: { name } };
  switch (dice.below(5)) {
    case 0:
      return partitions(dice, name);
    case 1: {
      const shared = Array.from({ length: dice.from(1, 3) }, (_, index) =>
        device(
          `s${index}`,
          { model: dice.one(MODELS), root: dice.below(2) },
          { allowMultipleAllocations: true, capacity: { memory: { value: '8Gi' } } },
        ),
      );
      return [slice(`s-${name}`, [...shared, ...plainDevices(dice, dice.below(3))], own)];
    }
    default:
      return [slice(`s-${name}`, plainDevices(dice, dice.from(2, 9)), own)];
  }
}

function plainDevices(dice: Dice, count: number): object[] {
  const tainted = (): Readonly<Record<string, unknown>> => (dice.isOneOf(6) ? { taints: [{ key: 'device', effect: 'NoSchedule' }] } : {});
  return Array.from({ length: count }, (_, index) => device(`d${index}`, { model: dice.one(MODELS), root: dice.below(3) }, tainted()));
}

/** Cards of which each is whole or in halves. The slices of counters and of devices are two. */
function partitions(dice: Dice, name: string): object[] {
  const cards = dice.from(1, 4);
  const pool = { name, resourceSliceCount: 2 };
  const parts = Array.from({ length: cards }, (_, card) => {
    const counterSet = `card${card}`;
    const part = (suffix: string, memory: string): object =>
      device(
        `c${card}${suffix}`,
        { model: suffix === '' ? 'a' : 'b', root: card },
        { consumesCounters: [{ counterSet, counters: { memory: { value: memory } } }] },
      );
    return [part('', '8Gi'), part('-0', '4Gi'), part('-1', '4Gi')];
  }).flat();
  const sharedCounters = Array.from({ length: cards }, (_, card) => ({ name: `card${card}`, counters: { memory: { value: '8Gi' } } }));
  const counters = slice(`c-${name}`, [], { nodeName: name, pool, sharedCounters }) as { spec: { devices?: unknown } };
  delete counters.spec.devices;
  return [counters, slice(`s-${name}`, parts, { nodeName: name, pool })];
}

function randomClaim(dice: Dice): object {
  const wanted = (): Record<string, unknown> => ({
    ...(dice.isOneOf(2) ? ofModel(dice.one(MODELS)) : {}),
    ...(dice.isOneOf(8) ? { count: 2 } : {}),
    ...(dice.isOneOf(6) ? { tolerations: [{ key: 'device', operator: 'Exists' }] } : {}),
    ...(dice.isOneOf(8) ? { capacity: { requests: { memory: dice.one(['2Gi', '3Gi']) } } } : {}),
  });
  if (dice.isOneOf(8)) return { requests: [request('all', { allocationMode: 'All', ...ofModel(dice.one(MODELS)) })] };
  const requests = dice.isOneOf(4)
    ? [firstAvailable('r', { first: wanted(), second: wanted() })]
    : Array.from({ length: dice.isOneOf(4) ? 2 : 1 }, (_, index) => request(`r${index}`, wanted()));
  return { requests, ...(dice.isOneOf(6) ? { constraints: [{ matchAttribute: 'd.example.com/root' }] } : {}) };
}

function template(name: string, devices: object): object {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { namespace: 'ns', name },
    spec: { spec: { devices } },
  };
}

const CLAIMS = [
  [{ name: 'g', resourceClaimTemplateName: 'one' }],
  [{ name: 'g', resourceClaimTemplateName: 'one' }],
  [
    { name: 'g', resourceClaimTemplateName: 'one' },
    { name: 'h', resourceClaimTemplateName: 'two' },
  ],
  [
    { name: 'g', resourceClaimTemplateName: 'one' },
    { name: 'h', resourceClaimName: 'shared' },
  ],
];

const PREFERRED = [{ weight: 10, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['b'] }] } }];

function podSpec(dice: Dice): { resourceClaims: readonly object[] } {
  const ports = dice.isOneOf(10) ? [{ containerPort: 80, hostPort: 80 }] : [];
  return {
    ...{
      containers: [
        { name: 'c', image: dice.one(['x', 'y']), resources: { requests: { cpu: dice.one(['100m', '500m', '1', '3']) } }, ports },
      ],
    },
    ...(dice.isOneOf(2) ? { tolerations: [{ key: 'k', operator: 'Exists' }] } : {}),
    ...(dice.isOneOf(8) ? { nodeSelector: { zone: dice.one(['a', 'b']) } } : {}),
    ...(dice.isOneOf(5) ? { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: PREFERRED } } } : {}),
    resourceClaims: dice.one(CLAIMS),
  };
}

function running(dice: Dice, name: string, nodeName: string): object {
  const { resourceClaims, ...spec } = podSpec(dice);
  return { ...pod(name, { ...spec, resourceClaims: [], nodeName } as { resourceClaims: readonly object[] }), status: { phase: 'Running' } };
}

function pod(name: string, spec: Setting['pod']['spec']): Setting['pod'] & object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name, uid: `u-${name}` }, spec } as Setting['pod'];
}
