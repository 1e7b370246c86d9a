// Compares the command, which finds and makes the claims of pods itself, with a cluster's `filter({ pod })` and `bind` on random clusters.
// Both agree pod by pod on scores, reasons and devices.

import { expect, test } from 'vitest';
import { Placement } from '../../../../src/apps/cli/placement/placement.js';
import { decodeObjects } from '../../../../src/core/api/objects.js';
import type { Json, JsonObject } from '../../../../src/core/base/json.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { type Cluster, createAllocator, type PodFilterResult } from '../../../../src/index.js';
import type { Rejection } from '../../../../src/scheduler/filters/filter.js';
import { type ClaimGroup, claimGroups } from '../../../../src/scheduler/pods/claims.js';
import { Dice } from '../../../support/dice.js';
import { cases } from '../../../support/extent.js';
import { claim, device, deviceClass, node, request, slice } from '../../../support/objects.js';

const allocator = await createAllocator();
const GPU = 'example.com/gpu';
const TAINT = { key: 'k', effect: 'NoSchedule' };
const MODELS = ['x', 'y'];

/** The answer about a pod: nodes with their scores, the reasons of the others, and what it got on the best node. */
interface Answer {
  readonly fitting: Readonly<Record<string, number>>;
  readonly rejections: Readonly<Record<string, readonly string[]>>;
  readonly message: string | undefined;
  readonly best: string | undefined;
  readonly devices: readonly string[];
}

function randomNode(dice: Dice, index: number): object {
  const resources = {
    cpu: dice.one(['2', '4', '8']),
    memory: '8Gi',
    pods: dice.one(['2', '10']),
    ...(dice.isOneOf(4) ? { [GPU]: '1' } : {}),
  };
  const status = dice.isOneOf(8) ? {} : { allocatable: resources, images: [{ names: [dice.one(['a', 'b'])], sizeBytes: 500_000_000 }] };
  const spec = { ...(dice.isOneOf(6) ? { unschedulable: true } : {}), taints: dice.isOneOf(4) ? [TAINT] : [] };
  return { ...node(`n${index}`, { zone: dice.one(['a', 'b']) }, status), spec };
}

function randomSlice(dice: Dice, index: number): object {
  const devices = Array.from({ length: dice.below(4) }, (_, each) => device(`d${each}`, { model: dice.one(MODELS) }));
  return slice(`s${index}`, devices, { nodeName: `n${index}`, pool: { name: `n${index}` } });
}

function spec(dice: Dice): object {
  const cpu = dice.one(['100m', '1', '3']);
  const limits = dice.isOneOf(6) ? { [GPU]: '1' } : {};
  const ports = dice.isOneOf(5) ? [{ containerPort: 80, hostPort: 80 }] : [];
  return {
    containers: [{ name: 'c', image: dice.one(['a', 'b']), resources: { requests: { cpu, ...limits }, limits }, ports }],
    ...(dice.isOneOf(3) ? { tolerations: [{ key: 'k', operator: 'Exists' }] } : {}),
    ...(dice.isOneOf(5) ? { nodeSelector: { zone: dice.one(['a', 'b', 'c']) } } : {}),
    ...(dice.isOneOf(5) ? { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [PREFERRED] } } } : {}),
    ...(dice.isOneOf(12) ? { schedulingGates: [{ name: 'g' }] } : {}),
  };
}

const PREFERRED = { weight: 10, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['b'] }] } };

function pod(name: string, fields: object, phase = 'Pending'): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name, uid: `u-${name}` }, spec: fields, status: { phase } };
}

function template(name: string, requests: object[]): object {
  const metadata = { namespace: 'ns', name };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata, spec: { spec: { devices: { requests } } } };
}

const ofModel = (model: string) => ({
  selectors: [{ cel: { expression: `device.attributes["d.example.com"].model == "${model}"` } }],
});
const CLAIMS = [
  [],
  [],
  [{ name: 'g', resourceClaimTemplateName: 'one' }],
  [{ name: 'g', resourceClaimTemplateName: 'two' }],
  [{ name: 'g', resourceClaimName: 'shared' }],
  [
    { name: 'g', resourceClaimTemplateName: 'one' },
    { name: 'h', resourceClaimName: 'shared' },
  ],
];

function randomObjects(dice: Dice): { readonly objects: readonly object[]; readonly pods: readonly object[] } {
  const count = dice.from(2, 5);
  const nodes = Array.from({ length: count }, (_, index) => randomNode(dice, index));
  const running = Array.from({ length: dice.below(5) }, (_, index) =>
    pod(
      `r${index}`,
      { ...spec(dice), schedulingGates: [], nodeName: `n${dice.below(count)}` },
      dice.one(['Running', 'Running', 'Succeeded']),
    ),
  );
  const shared = claim('shared', [request('r')]) as { metadata: object };
  const objects = [
    ...nodes,
    ...nodes.map((_, index) => randomSlice(dice, index)),
    deviceClass('any', undefined, dice.isOneOf(2) ? { extendedResourceName: GPU } : {}),
    template('one', [request('r', ofModel(dice.one(MODELS)))]),
    template('two', [request('r', { count: 2 })]),
    { ...shared, metadata: { ...shared.metadata, namespace: 'ns' } },
    ...running,
  ];
  const pods = Array.from({ length: dice.from(4, 9) }, (_, index) => pod(`p${index}`, { ...spec(dice), resourceClaims: dice.one(CLAIMS) }));
  return { objects, pods };
}

function inWords(rejections: Iterable<readonly [string, readonly Rejection[]]>): Answer['rejections'] {
  return Object.fromEntries([...rejections].map(([name, all]) => [name, all.map(({ code, message }) => `${code}: ${message}`)]));
}

/** The devices of allocations, in their order. */
function devicesIn(allocations: readonly (JsonObject | undefined)[]): string[] {
  return allocations.flatMap((allocation) => {
    const { devices } = (allocation ?? {}) as { devices?: { results?: { pool: string; device: string }[] } };
    return (devices?.results ?? []).map((each) => `${each.pool}/${each.device}`);
  });
}

function byCluster(cluster: Cluster, asked: object): Answer {
  const result: PodFilterResult = cluster.filter({ pod: asked });
  if (result.kind !== 'complete') throw new Error('interrupted');
  const { feasible, scores, best, message } = result;
  const outcome = best === undefined ? undefined : result.outcome(best);
  if (best !== undefined && outcome !== undefined) cluster.bind(asked, best, outcome);
  return {
    fitting: Object.fromEntries(feasible.map((name, index) => [name, scores[index] ?? 0])),
    rejections: inWords(result.rejections),
    message,
    best,
    devices: outcome?.kind === 'allocated' ? devicesIn(outcome.allocations as readonly unknown[] as readonly JsonObject[]) : [],
  };
}

function byCommand(placement: Placement, group: ClaimGroup): Answer {
  const survey = placement.survey(group);
  if (survey.kind !== 'survey') throw new Error(survey.kind);
  const fits = survey.fitting.length > 0;
  const result = placement.place(group);
  const placed = result.kind === 'placed' ? result : undefined;
  const { pod: refused } = survey.rejection;
  const stillOut = [...(refused?.rejections ?? [])];
  const allocations = (placed?.claims ?? []).map(({ allocated }) => allocated.status.allocation?.source);
  return {
    fitting: Object.fromEntries(survey.fitting.map(({ node: name, score }) => [name, score])),
    rejections: inWords(stillOut),
    message: fits ? undefined : refused?.message,
    best: placed?.node,
    devices: devicesIn(allocations as readonly JsonObject[]),
  };
}

function groupsBy(
  objects: readonly object[],
  pods: readonly object[],
): { readonly placement: Placement; readonly groups: Iterable<ClaimGroup> } {
  const features = resolveFeatures({});
  const set = decodeObjects([...objects, ...pods].map((value) => ({ value: value as Json })));
  const cluster = allocator.cluster();
  cluster.parts.cluster.apply(set);
  const input = { ...set, features, takesPluginPods: true, takesPodsWithoutClaims: true };
  return { placement: new Placement(cluster, set.nodes), groups: claimGroups(input) };
}

test('random pods get the same nodes, scores, reasons and devices from the command as from a cluster', () => {
  let placed = 0;
  let refused = 0;
  for (let seed = 1; seed <= cases(10, 80); seed++) {
    const { objects, pods } = randomObjects(new Dice(seed));
    const cluster = allocator.cluster();
    cluster.apply(objects);
    const byName = new Map(pods.map((each) => [(each as { metadata: { name: string } }).metadata.name, each]));
    const { placement, groups } = groupsBy(objects, pods);
    for (const group of groups) {
      const asked = byName.get(group.pod?.metadata.name ?? '');
      if (asked === undefined) continue;
      const expected = byCluster(cluster, asked);
      expect({ seed, name: group.name, ...byCommand(placement, group) }).toEqual({ seed, name: group.name, ...expected });
      if (expected.best === undefined) refused++;
      else placed++;
    }
  }
  // The generator makes enough of both.
  expect(Math.min(placed, refused)).toBeGreaterThan(cases(8, 100));
});
