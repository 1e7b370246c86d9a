// Numbers of nodes against their definition: each number is tried on a fresh cluster, and the smallest with the fewest pending pods is the answer.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { type NodeTemplateJson, nodeOfTemplate, nodesNeeded } from '../../src/planning/index.js';
import { cases } from '../support/extent.js';
import { device, deviceClass, node, slice } from '../support/objects.js';

const allocator = await createAllocator();
const KINDS = ['old', 'mid', 'new'] as const;
type Kind = (typeof KINDS)[number];
const classOf = (kind: Kind): object => ({
  ...deviceClass(kind),
  spec: { selectors: [{ cel: { expression: `device.attributes["d.example.com"].kind == "${kind}"` } }] },
});
const devices = (kinds: readonly Kind[]) => kinds.map((kind, index) => device(`d${index}`, { kind }));

/** A pod with requests: each for one device of the first kind that is available. */
interface RandomPod {
  readonly requests: readonly (readonly Kind[])[];
  readonly priority: number;
  readonly cpu: number;
  readonly zone: string | undefined;
}

interface RandomCluster {
  readonly nodes: readonly { readonly kinds: readonly Kind[]; readonly cpu: number }[];
  readonly template: { readonly kinds: readonly Kind[]; readonly cpu: number };
  readonly pods: readonly RandomPod[];
  readonly quota: { readonly kind: Kind; readonly devices: number } | undefined;
  readonly hasDaemons: boolean;
  /** The new nodes have a pool that is invalid, or a device on which selectors fail. */
  readonly flaw: 'none' | 'pool' | 'selector';
}

const kinds = fc.array(fc.constantFrom(...KINDS), { maxLength: 3 });
const randomNode = fc.record({ kinds, cpu: fc.integer({ min: 1, max: 4 }) });
const randomPod: fc.Arbitrary<RandomPod> = fc.record({
  requests: fc.array(fc.uniqueArray(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 2 }), { minLength: 0, maxLength: 2 }),
  priority: fc.integer({ min: 0, max: 2 }),
  cpu: fc.constantFrom(0, 0, 1, 2),
  zone: fc.constantFrom(undefined, undefined, undefined, 'old', 'new', 'none'),
});
const randomCluster: fc.Arbitrary<RandomCluster> = fc.record({
  nodes: fc.array(randomNode, { maxLength: 2 }),
  template: randomNode,
  pods: fc.array(randomPod, { minLength: 1, maxLength: 6 }),
  quota: fc.option(fc.record({ kind: fc.constantFrom(...KINDS), devices: fc.integer({ min: 0, max: 3 }) }), { nil: undefined }),
  hasDaemons: fc.boolean(),
  flaw: fc.constantFrom('none' as const, 'none' as const, 'pool' as const, 'selector' as const),
});

function nodeObjects(
  name: string,
  zone: string,
  { kinds: list, cpu }: RandomCluster['template'],
): { node: object; resourceSlices: object[] } {
  return {
    node: node(name, { zone }, { allocatable: { cpu: String(cpu), pods: '10' } }),
    resourceSlices: list.length === 0 ? [] : [slice(name, devices(list), { nodeName: name, pool: { name } })],
  };
}

function templateOf({ template, flaw }: RandomCluster): NodeTemplateJson {
  const made = nodeObjects('tpl', 'new', template);
  const more = { none: [], pool: twins(), selector: [slice('odd', [device('odd')], { nodeName: 'tpl', pool: { name: 'tpl-odd' } })] }[flaw];
  return { node: made.node, resourceSlices: [...made.resourceSlices, ...more] } as NodeTemplateJson;
}

/** Slices of one pool with two devices of one name. */
function twins(): object[] {
  const pool = { name: 'tpl-twins', resourceSliceCount: 2 };
  return ['t1', 't2'].map((name) => slice(name, devices(['new']), { nodeName: 'tpl', pool }));
}

function podObjects({ requests, priority, cpu, zone }: RandomPod, index: number): object[] {
  const name = `p${index}`;
  const listed = requests.map((alternatives, place) => ({
    name: `r${place}`,
    firstAvailable: alternatives.map((kind) => ({ name: kind, deviceClassName: kind })),
  }));
  const resources = cpu === 0 ? {} : { resources: { requests: { cpu: String(cpu) } } };
  const spec = {
    priority,
    containers: [{ name: 'c', ...resources }],
    ...(zone === undefined ? {} : { nodeSelector: { zone } }),
    ...(requests.length === 0 ? {} : { resourceClaims: [{ name: 'g', resourceClaimTemplateName: name }] }),
  };
  const metadata = { namespace: 'default', name };
  const template = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata,
    spec: { spec: { devices: { requests: listed } } },
  };
  return [...(requests.length === 0 ? [] : [template]), { apiVersion: 'v1', kind: 'Pod', metadata, spec }];
}

function objectsOf({ nodes, pods, quota }: RandomCluster): object[] {
  const hard = quota === undefined ? {} : { [`${quota.kind}.deviceclass.resource.k8s.io/devices`]: String(quota.devices) };
  const there = nodes.map((one, index) => nodeObjects(`n${index}`, 'old', one));
  return [
    ...KINDS.map(classOf),
    ...(quota === undefined
      ? []
      : [{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { namespace: 'default', name: 'q' }, spec: { hard } }]),
    ...there.flatMap((one) => [one.node, ...one.resourceSlices]),
    ...pods.flatMap(podObjects),
  ];
}

const DAEMONS = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { namespace: 'default', name: 'agent' },
  spec: { template: { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }], priority: 5 } } },
};

/** The pods that a scheduler places with a number of new nodes, by name, and those that are pending. */
function placedWith(
  random: RandomCluster,
  count: number,
): { readonly placed: ReadonlyMap<string, string>; readonly pending: readonly string[] } {
  const cluster = allocator.cluster();
  const added = Array.from({ length: count }, (_, index) => nodeOfTemplate(templateOf(random), index + 1)).flat();
  cluster.apply([...objectsOf(random), ...added] as never);
  const names = [...cluster.parts.cluster.objects.nodes.keys()].sort();
  const daemons = random.hasDaemons ? names.map((name) => daemonOn(name)) : [];
  const queue = [
    ...daemons,
    ...random.pods.map((pod, index) => ({ name: `p${index}`, priority: pod.priority, json: podObjects(pod, index).at(-1) })),
  ];
  queue.sort((left, right) => right.priority - left.priority);
  const placed = new Map<string, string>();
  const pending: string[] = [];
  for (const { name, json } of queue) {
    const pod = cluster.preparePod(json as never);
    const result = cluster.filter({ pod });
    const best = result.kind === 'complete' ? result.best : undefined;
    if (best === undefined) {
      if (!name.startsWith('agent-tpl')) pending.push(name);
    } else {
      cluster.bind(pod, best, result.outcome(best));
      placed.set(name, best);
    }
  }
  return { placed, pending };
}

function daemonOn(name: string) {
  const terms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }];
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } };
  const json = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', name: `agent-${name}` },
    spec: { ...DAEMONS.spec.template.spec, affinity },
  };
  return { name: `agent-${name}`, priority: 5, json };
}

const MOST = 8;

it('is the smallest number with which the fewest pods are pending, and the lists are those of that number', () => {
  fc.assert(
    fc.property(randomCluster, (random) => {
      const tries = Array.from({ length: MOST + 1 }, (_, count) => placedWith(random, count));
      const fewest = Math.min(...tries.map(({ pending }) => pending.length));
      const count = tries.findIndex(({ pending }) => pending.length === fewest);
      const cluster = allocator.cluster();
      cluster.apply(objectsOf(random) as never);
      const objects = random.hasDaemons ? [DAEMONS] : [];
      const found = nodesNeeded(cluster, { template: templateOf(random), objects: objects as never, most: MOST });
      expect(found.kind).toBe('complete');
      expect(found.count).toBe(count);
      expect(found.atLeast).toBeLessThanOrEqual(count);
      const { placed, pending } = tries[count] as (typeof tries)[number];
      const isOwn = ({ pod }: { readonly pod: string }): boolean => !pod.startsWith('default/agent');
      expect(new Map(found.placements.filter(isOwn).map(({ pod, node: name }) => [pod.slice('default/'.length), name]))).toEqual(
        new Map([...placed].filter(([name, at]) => at.startsWith('tpl') && !name.startsWith('agent'))),
      );
      const reported = found.stillPending.filter(isOwn);
      expect(reported.reduce((sum, one) => sum + one.count, 0)).toBe(pending.filter((name) => !name.startsWith('agent')).length);
      for (const one of reported) expect(pending.map((name) => `default/${name}`)).toContain(one.pod);
    }),
    { numRuns: cases(4, 30) },
  );
});
