// The settings of a configuration, in words, that may affect the scheduler and that results do not consider.

import type { ArgumentsOf, PluginWithArguments } from '../../core/api/plugin-arguments.js';
import type { ConfiguredProfile, SchedulerConfiguration } from '../../core/api/scheduler-configuration.js';
import { count, shorten } from '../../core/base/words.js';
import { isExtendedResource } from '../pods/extended-resources.js';
import type { PluginsAt } from './merge-plugins.js';
import { PLUGINS } from './plugins.js';
import type { SchedulerProfile } from './scheduler-profile.js';

const MOST_SHOWN = 80;

/** Returns the settings of all profiles that are not considered. */
export function generalSettings({
  extenders,
  percentageOfNodesToScore,
  podInitialBackoffSeconds = 1,
  podMaxBackoffSeconds = 10,
}: SchedulerConfiguration): readonly string[] {
  return [
    ...(extenders.length === 0 ? [] : [`${count(extenders.length, 'extender')} of the scheduler, which can reject nodes`]),
    ...percentage(percentageOfNodesToScore),
    ...(podInitialBackoffSeconds === 1 && podMaxBackoffSeconds === 10 ? [] : ['podInitialBackoffSeconds and podMaxBackoffSeconds']),
  ];
}

/** With 0 the scheduler chooses a value, as without a configuration. */
function percentage(value = 0): readonly string[] {
  return value > 0 && value < 100 ? [`percentageOfNodesToScore ${value}, since all nodes are scored`] : [];
}

/** The settings of a profile, as far as they are resolved. */
type Resolved = Pick<SchedulerProfile, 'filters' | 'weights' | 'fitStrategy' | 'balancedResources' | 'isReordered'>;

/** Returns the settings of a profile that are not considered. */
export function settingsOfProfile(configured: ConfiguredProfile, profile: Resolved, pluginsAt: PluginsAt): readonly string[] {
  const { percentageOfNodesToScore, pluginConfig } = configured;
  const unknown = pluginConfig.filter(({ name }) => !PLUGINS.has(name));
  return [
    ...percentage(percentageOfNodesToScore),
    ...ofPlugins(profile, pluginsAt),
    ...ofArguments(configured),
    ...unknown.map(({ name }) => `pluginConfig ${shorten(name, MOST_SHOWN)}, which is no plugin of kube-scheduler`),
    ...resourcesOfScores(profile).map((name) => `devices that serve ${shorten(name, MOST_SHOWN)} by DRA, in scores`),
  ];
}

/** The plugins without a counterpart here. */
const ABSENT = ['DeferredPodScheduling', 'GangScheduling', 'TopologyPlacementGenerator', 'PodGroupPodsCount'];

function ofPlugins({ filters, isReordered }: Resolved, pluginsAt: PluginsAt): readonly string[] {
  const runs = (name: string): boolean => (PLUGINS.get(name) ?? []).some((point) => pluginsAt(point).has(name));
  const bindsVolumes = (['preFilter', 'filter', 'reserve', 'preBind'] as const).every((point) => pluginsAt(point).has('VolumeBinding'));
  return [
    ...ABSENT.filter(runs).map((name) => `plugin ${name}`),
    ...(bindsVolumes ? [] : ['volumes that stay unbound, since VolumeBinding is off']),
    ...(runs('SchedulingGates') ? [] : ['SchedulingGates, which is off: pods with gates still cannot be bound']),
    ...(isReordered && hasDevicesElsewhere(filters) ? ['the position of DynamicResources among the filters, in reasons'] : []),
  ];
}

/** By default only NodeDeclaredFeatures runs after DynamicResources. */
function hasDevicesElsewhere(filters: ReadonlySet<string>): boolean {
  const names = [...filters];
  const place = names.indexOf('DynamicResources');
  return place >= 0 && names.slice(place + 1).some((name) => name !== 'NodeDeclaredFeatures');
}

/** The defaults of timeouts, in milliseconds. */
const FILTER_TIMEOUT = 10_000;
const BINDING_TIMEOUT = 600_000;

function ofArguments({ pluginConfig }: ConfiguredProfile): readonly string[] {
  const argsOf = <P extends PluginWithArguments>(plugin: P): ArgumentsOf<P> | undefined =>
    pluginConfig.find(({ name }) => name === plugin)?.args as ArgumentsOf<P> | undefined;
  const { filterTimeout = FILTER_TIMEOUT, bindingTimeout = BINDING_TIMEOUT } = argsOf('DynamicResources') ?? {};
  const { bindTimeoutSeconds = BINDING_TIMEOUT / 1000 } = argsOf('VolumeBinding') ?? {};
  return [
    ...(filterTimeout === FILTER_TIMEOUT ? [] : ['filterTimeout of DynamicResources']),
    ...(bindingTimeout === BINDING_TIMEOUT ? [] : ['bindingTimeout of DynamicResources']),
    ...(bindTimeoutSeconds === BINDING_TIMEOUT / 1000 ? [] : ['bindTimeoutSeconds of VolumeBinding']),
    ...(argsOf('DefaultPreemption') === undefined ? [] : ['arguments of DefaultPreemption']),
  ];
}

function resourcesOfScores({ weights, fitStrategy, balancedResources }: Resolved): readonly string[] {
  const names = [
    ...(weights.has('NodeResourcesFit') ? fitStrategy.resources.map(({ name }) => name) : []),
    ...(weights.has('NodeResourcesBalancedAllocation') ? balancedResources : []),
  ];
  return [...new Set(names)].filter(isExtendedResource);
}
