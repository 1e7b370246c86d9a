// The plugins of kube-scheduler with their extension points, and the plugins of the default profile. Source: NewInTreeRegistry of
// pkg/scheduler/framework/plugins and getDefaultPlugins of pkg/scheduler/apis/config/v1, Kubernetes 1.37.1.

import type { ConfiguredPlugin, ConfiguredPlugins } from '../../core/api/scheduler-configuration.js';

/** A place of the scheduler where plugins run. */
export type ExtensionPoint = Exclude<keyof ConfiguredPlugins, 'multiPoint'>;

const FILTERING = ['preFilter', 'filter'] as const;
const SCORING = ['preScore', 'score'] as const;

/** The extension points of each plugin. */
export const PLUGINS: ReadonlyMap<string, readonly ExtensionPoint[]> = new Map<string, readonly ExtensionPoint[]>([
  ['SchedulingGates', ['preEnqueue']],
  ['PrioritySort', ['queueSort']],
  ['NodeName', FILTERING],
  ['NodeUnschedulable', FILTERING],
  ['TaintToleration', [...FILTERING, ...SCORING]],
  ['NodeAffinity', [...FILTERING, ...SCORING]],
  ['NodePorts', FILTERING],
  ['NodeResourcesFit', [...FILTERING, ...SCORING, 'placementScore']],
  ['VolumeRestrictions', FILTERING],
  ['NodeVolumeLimits', FILTERING],
  ['VolumeBinding', [...FILTERING, ...SCORING, 'reserve', 'preBind']],
  ['VolumeZone', FILTERING],
  ['PodTopologySpread', [...FILTERING, ...SCORING]],
  ['InterPodAffinity', [...FILTERING, ...SCORING]],
  ['DynamicResources', ['preEnqueue', ...FILTERING, 'postFilter', 'podGroupPostFilter', 'score', 'reserve', 'preBind']],
  ['DefaultPreemption', ['preEnqueue', 'postFilter', 'podGroupPostFilter']],
  ['NodeResourcesBalancedAllocation', SCORING],
  ['ImageLocality', ['score']],
  ['DefaultBinder', ['bind']],
  ['NodeDeclaredFeatures', FILTERING],
  ['DeferredPodScheduling', [...FILTERING, 'permit']],
  ['GangScheduling', ['preEnqueue', 'permit']],
  ['TopologyPlacementGenerator', ['placementGenerate']],
  ['PodGroupPodsCount', ['placementScore']],
]);

/** The plugins that are off by default, because they need gates that are off. */
const OFF: ReadonlySet<string> = new Set(['DeferredPodScheduling', 'GangScheduling', 'TopologyPlacementGenerator', 'PodGroupPodsCount']);

/** The weights other than 1. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['TaintToleration', 3],
  ['NodeAffinity', 2],
  ['PodTopologySpread', 2],
  ['InterPodAffinity', 2],
  ['DynamicResources', 2],
]);

/** The plugins of the default profile, in their order, with their weights. */
export const DEFAULT_PLUGINS: readonly ConfiguredPlugin[] = [...PLUGINS.keys()]
  .filter((name) => !OFF.has(name))
  .map((name) => ({ name, weight: WEIGHTS.get(name) ?? 1 }));
