// Configurations of the scheduler: profiles with plugins, weights and arguments, and some with which the scheduler does not start.

import { DEFAULT_PLUGINS, PLUGINS } from '../../../../src/scheduler/profile/plugins.js';
import type { Random } from '../../generate/random.js';
import { nodeAffinity } from './affinities.js';
import type { Part } from './containers.js';
import { type Cluster, TOPOLOGY_KEYS, withSpec } from './quiet-cluster.js';

const NAMES = ['default-scheduler', 'gpu', 'batch'];
/** Plugins without which no scheduler starts, or no pod is comparable. */
const NEEDED = ['SchedulingGates', 'PrioritySort', 'DefaultBinder'];
const CHOSEN = DEFAULT_PLUGINS.map(({ name }) => name).filter(
  (name) => !NEEDED.includes(name) && !['DynamicResources', 'DefaultPreemption'].includes(name),
);
const at = (point: 'filter' | 'score'): readonly string[] => CHOSEN.filter((name) => PLUGINS.get(name)?.includes(point));
const [FILTERS, SCORES] = [at('filter'), at('score')];
/** Filters that need no state of PreFilter. */
const ALONE = ['NodeName', 'NodeUnschedulable', 'TaintToleration', 'NodeAffinity', 'NodeVolumeLimits', 'VolumeZone'];
const RESOURCES = ['cpu', 'memory', 'ephemeral-storage', 'example.com/foo', 'nvidia.com/gpu', 'hugepages-2Mi', 'pods', 'unknown'];
const STRATEGIES = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'];

const named = (names: readonly string[]): Part[] => names.map((name) => ({ name }));

/** The cluster with a configuration of its scheduler. The pod names one of its profiles, or another one. */
export function withSchedulerConfig(random: Random, made: Cluster): Cluster {
  const names = random.shuffle(NAMES).slice(0, random.pick([1, 1, 2, 3]));
  const schedulerName = random.chance(0.97) ? random.pick(names) : random.pick(NAMES);
  const isDefault = schedulerName === 'default-scheduler' && random.chance(0.5);
  const config: Part = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: names.map((name) => ({
      schedulerName: name,
      ...profile(
        random,
        RESOURCES.filter((each) => !isServed(each, made)),
      ),
    })),
  };
  if (random.chance(0.1)) config['percentageOfNodesToScore'] = random.pick([0, 50, 100]);
  if (random.chance(0.06)) breakConfig(random, config);
  return { ...made, schedulerConfig: config, pod: isDefault ? made.pod : withSpec(made.pod, { schedulerName }) };
}

/** The oracle has no devices, which would count in scores. */
function isServed(resource: string, { deviceClasses }: Cluster): boolean {
  return deviceClasses.some(({ spec }) => (spec as Part)['extendedResourceName'] === resource);
}

function profile(random: Random, resources: readonly string[]): Part {
  const part: Part = {};
  if (random.chance(0.8)) part['plugins'] = plugins(random);
  if (random.chance(0.8)) part['pluginConfig'] = pluginConfig(random, resources);
  return part;
}

function plugins(random: Random): Part {
  const part: Part = {};
  if (random.chance(0.4)) part['multiPoint'] = everywhere(random);
  if (random.chance(0.4)) Object.assign(part, filters(random));
  if (random.chance(0.5)) Object.assign(part, scores(random));
  return part;
}

/** Some plugins of the default profile off, or all off and some on in another order. */
function everywhere(random: Random): Part {
  if (random.chance(0.3)) {
    const others = DEFAULT_PLUGINS.map(({ name }) => name).filter((name) => NEEDED.includes(name) || random.chance(0.9));
    return { disabled: [{ name: '*' }], enabled: weighted(random, random.chance(0.5) ? random.shuffle(others) : others) };
  }
  const off = random.some(CHOSEN, random.pick([0.05, 0.2]));
  const on = random.some(CHOSEN, 0.1).filter((name) => !off.includes(name) || random.chance(0.3));
  return { disabled: named(off), enabled: weighted(random, on) };
}

function filters(random: Random): Part {
  const off = random.some(FILTERS, 0.2);
  const on = random.chance(0.4) ? random.shuffle(random.some(FILTERS, 0.3)) : [];
  const both = random.some(off, 0.7).filter((name) => !on.includes(name) || ALONE.includes(name));
  const alone = random.chance(0.2) ? random.some(ALONE, 0.3) : [];
  return {
    filter: { disabled: named(off), enabled: named(on) },
    preFilter: { disabled: named([...new Set([...both, ...alone])]), enabled: [] },
  };
}

function scores(random: Random): Part {
  if (random.chance(0.1)) return { preScore: { disabled: [{ name: '*' }] }, score: { disabled: [{ name: '*' }] } };
  const off = random.chance(0.2) ? ['*'] : random.some(SCORES, 0.3);
  return { score: { disabled: named(off), enabled: weighted(random, random.some(SCORES, 0.4)) } };
}

function weighted(random: Random, names: readonly string[]): Part[] {
  return names.map((name) => (random.chance(0.7) ? { name, weight: random.integer(0, 10) } : { name }));
}

function pluginConfig(random: Random, resources: readonly string[]): Part[] {
  const makers: Readonly<Record<string, () => Part>> = {
    InterPodAffinity: () => ({
      hardPodAffinityWeight: random.integer(0, random.pick([5, 100])),
      ...(random.chance(0.5) ? { ignorePreferredTermsOfExistingPods: random.chance(0.7) } : {}),
    }),
    NodeAffinity: () =>
      random.chance(0.9) ? { addedAffinity: nodeAffinity(random, { odd: random.chance(0.05) ? 0.3 : 0, strict: 1 }) } : {},
    NodeResourcesBalancedAllocation: () => ({
      resources: resourceNames(random, resources).map((name) => ({ name, ...(random.chance(0.3) ? { weight: 1 } : {}) })),
    }),
    NodeResourcesFit: () => fitting(random, resources),
    PodTopologySpread: () => spread(random),
    VolumeBinding: () => (random.chance(0.8) ? { shape: shape(random) } : { bindTimeoutSeconds: 30 }),
  };
  return random.some(Object.keys(makers), 0.5).map((name) => ({ name, args: (makers[name] as () => Part)() }));
}

function resourceNames(random: Random, resources: readonly string[]): readonly string[] {
  return random.shuffle(resources).slice(0, random.integer(0, 4));
}

function fitting(random: Random, scored: readonly string[]): Part {
  const part: Part = {};
  if (random.chance(0.3)) part['ignoredResources'] = random.some(['example.com/foo', 'nvidia.com/gpu', 'cpu'], 0.5);
  if (random.chance(0.3)) part['ignoredResourceGroups'] = random.some(['example.com', 'nvidia.com', 'kubernetes.io'], 0.5);
  if (random.chance(0.8)) {
    const type = random.pick(STRATEGIES);
    const resources = resourceNames(random, scored).map((name) => ({
      name,
      ...(random.chance(0.7) ? { weight: random.integer(0, 100) } : {}),
    }));
    const ratio = type === 'RequestedToCapacityRatio' ? { requestedToCapacityRatio: { shape: shape(random) } } : {};
    part['scoringStrategy'] = { type, resources, ...ratio };
  }
  return part;
}

function shape(random: Random): Part[] {
  const points = [...new Set(random.times(random.integer(1, 4), () => random.integer(0, 100)))].sort((left, right) => left - right);
  return points.map((utilization) => ({ utilization, score: random.integer(0, 10) }));
}

function spread(random: Random): Part {
  if (random.chance(0.2)) return { defaultingType: random.pick(['System', 'List']) };
  const keys = [...new Set(random.times(random.integer(1, 3), () => random.pick(TOPOLOGY_KEYS)))];
  const constraints = keys.map((topologyKey) => ({
    topologyKey,
    maxSkew: random.integer(1, 3),
    whenUnsatisfiable: random.pick(['DoNotSchedule', 'ScheduleAnyway']),
    ...(random.chance(0.2) ? { minDomains: random.integer(1, 3) } : {}),
    ...(random.chance(0.2) ? { nodeAffinityPolicy: random.pick(['Honor', 'Ignore']) } : {}),
    ...(random.chance(0.2) ? { nodeTaintsPolicy: random.pick(['Honor', 'Ignore']) } : {}),
    ...(random.chance(0.1) ? { matchLabelKeys: ['app'] } : {}),
  }));
  return { defaultingType: 'List', defaultConstraints: constraints };
}

/** Makes a configuration invalid, in most cases. */
function breakConfig(random: Random, config: Part): void {
  const [first] = config['profiles'] as Part[];
  const profileOf = first as Part;
  const plugin = (fields: Part): void => {
    profileOf['plugins'] = fields;
  };
  const args = (name: string, value: unknown): void => {
    // The arguments of plugins that are off are not always checked.
    delete profileOf['plugins'];
    profileOf['pluginConfig'] = [{ name, args: value }];
  };
  const breaks: readonly (() => void)[] = [
    () => plugin({ filter: { enabled: [{ name: 'Coscheduling' }] } }),
    () => plugin({ multiPoint: { enabled: [{ name: 'NodeName' }, { name: 'NodeName' }] } }),
    () => plugin({ score: { enabled: [{ name: 'NodePorts' }] } }),
    () => plugin({ score: { enabled: [{ name: 'ImageLocality', weight: 2 ** 31 }] } }),
    () => plugin({ bind: { disabled: [{ name: '*' }] } }),
    () => plugin({ queueSort: { disabled: [{ name: 'PrioritySort' }] } }),
    () => plugin({ fliter: {} }),
    () => args('NodeResourcesFit', { scoringStrategy: { type: random.pick(['', 'Least', 'RequestedToCapacityRatio']) } }),
    () =>
      args('NodeResourcesFit', {
        scoringStrategy: { type: 'LeastAllocated', resources: [{ name: 'cpu', weight: random.pick([101, -1]) }] },
      }),
    () => args('NodeResourcesFit', { ignoredResourceGroups: ['a/b'] }),
    () => args('NodeResourcesFit', { ignoredResource: [] }),
    () => args('NodeResourcesFit', { kind: random.pick(['NodeResourcesFitArgs', 'Other']) }),
    () => args('NodeResourcesBalancedAllocation', { resources: [{ name: 'cpu', weight: 2 }] }),
    () => args('NodeResourcesBalancedAllocation', { resources: [{ name: 'cpu' }, { name: 'cpu' }] }),
    () => args('InterPodAffinity', { hardPodAffinityWeight: random.pick([-1, 101, '1']) }),
    () => args('PodTopologySpread', { defaultConstraints: [{ topologyKey: 'rack', maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway' }] }),
    () =>
      args('PodTopologySpread', {
        defaultingType: 'List',
        defaultConstraints: [{ topologyKey: 'rack', maxSkew: 0, whenUnsatisfiable: 'Maybe' }],
      }),
    () => args('PodTopologySpread', { defaultingType: 'Other' }),
    () =>
      args('VolumeBinding', {
        shape: [
          { utilization: 50, score: 1 },
          { utilization: random.pick([50, 60]), score: random.pick([10, 11]) },
        ],
      }),
    () => args('VolumeBinding', { bindTimeoutSeconds: -1 }),
    () => args('NodeName', { anything: 1 }),
    () => {
      profileOf['pluginConfig'] = [{ name: 'NodeAffinity' }];
    },
    () => {
      config['profiles'] = [profileOf, profileOf];
    },
    () => {
      config['profiles'] = random.chance(0.5) ? [] : [{ ...profileOf, schedulerName: random.pick(['', null]) }];
    },
    () => {
      config['percentageOfNodesToScore'] = random.pick([-1, 101]);
    },
    () => {
      config['parallelism'] = 0;
    },
    () => {
      config['unknown'] = 1;
    },
    () => {
      config['podMaxBackoffSeconds'] = 0;
    },
    () => {
      config['apiVersion'] = random.pick(['kubescheduler.config.k8s.io/v1beta3', 'v1']);
    },
  ];
  random.pick(breaks)();
}
