// The profiles of a configuration of kube-scheduler. Source: setDefaults_KubeSchedulerProfile of pkg/scheduler/apis/config/v1, NewFramework of
// pkg/scheduler/framework/runtime and buildExtenders of pkg/scheduler, Kubernetes 1.37.1.

import { DecodeContext } from '../../core/api/context.js';
import {
  type ArgumentsOf,
  DEFAULT_STRATEGY,
  LEAST_USED_STORAGE,
  type PluginWithArguments,
  type ScoringStrategy,
} from '../../core/api/plugin-arguments.js';
import {
  type ConfiguredProfile,
  DEFAULT_SCHEDULER,
  decodeSchedulerConfiguration,
  type SchedulerConfiguration,
} from '../../core/api/scheduler-configuration.js';
import { describe } from '../../core/base/describe.js';
import type { Json } from '../../core/base/json.js';
import type { Features } from '../../core/features/features.js';
import { isExtendedResource } from '../pods/extended-resources.js';
import { mergePlugins, type PluginsAt } from './merge-plugins.js';
import { generalSettings, settingsOfProfile } from './not-considered.js';
import {
  DEFAULT_ARGUMENTS,
  DEFAULT_PROFILE,
  DEFAULT_PROFILES,
  type ProfileArguments,
  type SchedulerProfile,
  type SchedulerProfiles,
} from './scheduler-profile.js';

/** The gates that arguments depend on. */
type ProfileFeatures = Pick<Features, 'deviceBindingAndStatus' | 'storageCapacityScoring'>;

/** Returns the profiles of the configuration that a caller passes; without one, the default. Throws AllocationError. */
export function profilesOf(schedulerConfig: object | undefined, features: ProfileFeatures): SchedulerProfiles {
  if (schedulerConfig === undefined) return DEFAULT_PROFILES;
  return decodeProfiles(schedulerConfig as unknown as Json, features, new DecodeContext(['schedulerConfig']));
}

/** Decodes a configuration. Throws AllocationError with the path of an error, also for a profile with which the scheduler does not start. */
export function decodeProfiles(value: Json, features: ProfileFeatures, context: DecodeContext): SchedulerProfiles {
  const configuration = decodeSchedulerConfiguration(value, context);
  const ignored = resourcesOfExtenders(configuration, context);
  const general = generalSettings(configuration);
  const profiles = context.within('profiles', () => {
    checkQueueSort(configuration, context);
    return configuration.profiles.map((each, index) =>
      context.within(index, () => resolveProfile(each, { ignored, general }, features, context)),
    );
  });
  const byName = new Map(profiles.map((profile) => [profile.schedulerName, profile]));
  const foreign: SchedulerProfile = { ...DEFAULT_PROFILE, otherNames: [...byName.keys()] };
  return { of: (schedulerName) => byName.get(schedulerName || DEFAULT_SCHEDULER) ?? foreign };
}

/** All profiles share one queue. */
function checkQueueSort({ profiles: [first, ...others] }: SchedulerConfiguration, context: DecodeContext): void {
  const textOf = (profile: ConfiguredProfile | undefined): string => JSON.stringify(profile?.plugins.queueSort);
  const index = others.findIndex((other) => textOf(other) !== textOf(first));
  if (index >= 0)
    context.within(index + 1, () =>
      context.within('plugins', () => context.within('queueSort', () => context.fail('expected the queueSort of the first profile'))),
    );
}

/** Returns the resources that only extenders manage. They replace the ignored resources of profiles. */
function resourcesOfExtenders({ extenders }: SchedulerConfiguration, context: DecodeContext): readonly string[] {
  const managed = extenders.flatMap(({ managedResources }) => managedResources);
  const wrong = managed.find(({ name }) => !isExtendedResource(name));
  if (wrong !== undefined) context.within('extenders', () => context.fail(`expected an extended resource, found ${describe(wrong.name)}`));
  return managed.filter(({ ignoredByScheduler }) => ignoredByScheduler).map(({ name }) => name);
}

/** Settings that all profiles share. */
interface SharedSettings {
  /** Extended resources that only extenders manage. */
  readonly ignored: readonly string[];
  /** Settings that are not considered. */
  readonly general: readonly string[];
}

function resolveProfile(
  configured: ConfiguredProfile,
  { ignored, general }: SharedSettings,
  features: ProfileFeatures,
  context: DecodeContext,
): SchedulerProfile {
  const pluginsAt = context.within('plugins', () => {
    const at = mergePlugins(configured.plugins, context);
    checkPoints(at, context);
    return at;
  });
  const filters = new Set(pluginsAt('filter').keys());
  const resolved = {
    ...argumentsOf(configured, ignored, features, context),
    schedulerName: configured.schedulerName as string,
    preFilters: new Set(pluginsAt('preFilter').keys()),
    filters,
    weights: pluginsAt('score'),
    isReordered: !isInOrder(filters, DEFAULT_PROFILE.filters),
    allocatesDevices: POINTS_OF_DEVICES.every((point) => pluginsAt(point).has('DynamicResources')),
    preempts: pluginsAt('postFilter').has('DefaultPreemption'),
  };
  return { ...resolved, notConsidered: [...general, ...settingsOfProfile(configured, resolved, pluginsAt)] };
}

/** Without one of these points, no claim is allocated. */
const POINTS_OF_DEVICES = ['preFilter', 'filter', 'reserve', 'preBind'] as const;

function isInOrder(names: ReadonlySet<string>, order: ReadonlySet<string>): boolean {
  const inOrder = [...order].filter((name) => names.has(name));
  return [...names].filter((name) => order.has(name)).every((name, index) => name === inOrder[index]);
}

/** The plugins that fail at one point if they do not run at the point before it, with that point. */
const NEEDS_BEFORE = [
  {
    point: 'filter',
    before: 'preFilter',
    plugins: [
      'NodePorts',
      'NodeResourcesFit',
      'VolumeRestrictions',
      'VolumeBinding',
      'PodTopologySpread',
      'InterPodAffinity',
      'NodeDeclaredFeatures',
      'DynamicResources',
    ],
  },
  { point: 'score', before: 'preScore', plugins: ['TaintToleration', 'PodTopologySpread', 'InterPodAffinity'] },
] as const;

/** Fails for plugins with which the scheduler does not start or fails for each pod. */
function checkPoints(at: PluginsAt, context: DecodeContext): void {
  if (at('queueSort').size !== 1) context.within('queueSort', () => context.fail('expected one plugin, PrioritySort'));
  if (at('bind').size === 0) context.within('bind', () => context.fail('expected at least one plugin, such as DefaultBinder'));
  for (const { point, before, plugins } of NEEDS_BEFORE) {
    const missing = plugins.find((name) => at(point).has(name) && !at(before).has(name));
    if (missing !== undefined)
      context.within(before, () => context.fail(`${missing} is off here but runs at ${point}, where it fails for each pod`));
  }
}

function argumentsOf(
  { pluginConfig }: ConfiguredProfile,
  ignored: readonly string[],
  features: ProfileFeatures,
  context: DecodeContext,
): ProfileArguments {
  const argsOf = <P extends PluginWithArguments>(plugin: P): ArgumentsOf<P> | undefined =>
    pluginConfig.find(({ name }) => name === plugin)?.args as ArgumentsOf<P> | undefined;
  const fail = (plugin: PluginWithArguments, field: string, message: string): never => {
    for (const step of ['pluginConfig', pluginConfig.findIndex(({ name }) => name === plugin), 'args', field]) context.path.push(step);
    return context.fail(message);
  };
  const { shape = [] } = argsOf('VolumeBinding') ?? {};
  if (shape.length > 0 && !features.storageCapacityScoring) fail('VolumeBinding', 'shape', 'the gate StorageCapacityScoring is off');
  if (argsOf('DynamicResources')?.bindingTimeout !== undefined && !features.deviceBindingAndStatus)
    fail('DynamicResources', 'bindingTimeout', 'the gate DRADeviceBindingConditions or DRAResourceClaimDeviceStatus is off');
  const fit = argsOf('NodeResourcesFit');
  const names = new Set(ignored.length > 0 ? ignored : fit?.ignoredResources);
  const groups = new Set(fit?.ignoredResourceGroups);
  const spread = argsOf('PodTopologySpread');
  const { hardPodAffinityWeight = 1, ignorePreferredTermsOfExistingPods = false } = argsOf('InterPodAffinity') ?? {};
  return {
    addedAffinity: argsOf('NodeAffinity')?.addedAffinity,
    ignoresResource: (resource) => isExtendedResource(resource) && (names.has(resource) || groups.has(resource.split('/')[0] as string)),
    fitStrategy: fit?.scoringStrategy === undefined || isDefault(fit.scoringStrategy) ? DEFAULT_STRATEGY : fit.scoringStrategy,
    balancedResources: argsOf('NodeResourcesBalancedAllocation')?.resources ?? DEFAULT_ARGUMENTS.balancedResources,
    spreadDefaults:
      spread?.defaultingType === 'List'
        ? { constraints: spread.defaultConstraints, acceptsMissingKeys: false }
        : DEFAULT_ARGUMENTS.spreadDefaults,
    hardPodAffinityWeight,
    ignoresPreferredTerms: ignorePreferredTermsOfExistingPods,
    storageShape: shape.length === 0 ? LEAST_USED_STORAGE : shape,
  };
}

function isDefault(strategy: ScoringStrategy): boolean {
  const text = ({ type, resources }: ScoringStrategy): string => JSON.stringify([type, resources]);
  return text(strategy) === text(DEFAULT_STRATEGY);
}
