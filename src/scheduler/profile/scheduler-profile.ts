// A profile of kube-scheduler: what filters and scores read of its configuration.

import {
  type AddedAffinity,
  DEFAULT_RESOURCES,
  DEFAULT_STRATEGY,
  LEAST_USED_STORAGE,
  type ScoreShape,
  type ScoringStrategy,
} from '../../core/api/plugin-arguments.js';
import { DEFAULT_SCHEDULER } from '../../core/api/scheduler-configuration.js';
import type { TopologySpreadConstraint } from '../../core/api/topology-spread.js';
import { DEFAULT_PLUGINS, type ExtensionPoint, PLUGINS } from './plugins.js';

/** The default constraints of a scheduler, for pods that have none. */
export interface SpreadDefaults {
  /** Without selectors. */
  readonly constraints: readonly TopologySpreadConstraint[];
  /** True if nodes that lack the label of another constraint are counted, as with the defaults of kube-scheduler. */
  readonly acceptsMissingKeys: boolean;
}

/** The plugins of a profile at the extension points that affect where a pod may run, in their order. */
export interface ProfilePlugins {
  /** Plugins that can reject all nodes before they test single nodes. */
  readonly preFilters: ReadonlySet<string>;
  /** Plugins that test single nodes. */
  readonly filters: ReadonlySet<string>;
  /** The weights of the plugins that score. */
  readonly weights: ReadonlyMap<string, number>;
}

/** The arguments of plugins. */
export interface ProfileArguments {
  readonly addedAffinity: AddedAffinity | undefined;
  /** Returns whether NodeResourcesFit ignores an extended resource. */
  readonly ignoresResource: (resource: string) => boolean;
  readonly fitStrategy: ScoringStrategy;
  /** The resources whose shares NodeResourcesBalancedAllocation compares. */
  readonly balancedResources: readonly string[];
  readonly spreadDefaults: SpreadDefaults;
  /** The weight of the required affinity of other pods. */
  readonly hardPodAffinityWeight: number;
  /** True if preferred terms of other pods are ignored for pods without preferred terms. */
  readonly ignoresPreferredTerms: boolean;
  readonly storageShape: ScoreShape;
}

/** The settings with which a scheduler places its pods. */
export interface SchedulerProfile extends ProfilePlugins, ProfileArguments {
  readonly schedulerName: string;
  /** Set if the scheduler has no profile of this name and so ignores the pod: the names of its profiles. */
  readonly otherNames?: readonly string[];
  /** True if the filters do not have the default order. */
  readonly isReordered: boolean;
  /** False if devices of claims are not allocated. */
  readonly allocatesDevices: boolean;
  /** Settings of the configuration that are not considered, in words. */
  readonly notConsidered: readonly string[];
  /** False if the scheduler evicts no pods of lower priority for a pod. */
  readonly preempts: boolean;
}

/** The profiles of a scheduler. */
export interface SchedulerProfiles {
  /** Returns the profile for the pods that name a scheduler. An empty name stands for the default scheduler. */
  of(schedulerName: string): SchedulerProfile;
}

const byDefault = (topologyKey: string, maxSkew: number): TopologySpreadConstraint => ({
  topologyKey,
  maxSkew,
  whenUnsatisfiable: 'ScheduleAnyway',
  matchLabelKeys: [],
});

/** The label with the name of a node. */
export const HOSTNAME = 'kubernetes.io/hostname';

export const DEFAULT_ARGUMENTS: ProfileArguments = {
  addedAffinity: undefined,
  ignoresResource: () => false,
  fitStrategy: DEFAULT_STRATEGY,
  balancedResources: DEFAULT_RESOURCES.map(({ name }) => name),
  spreadDefaults: {
    constraints: [byDefault(HOSTNAME, 3), byDefault('topology.kubernetes.io/zone', 5)],
    acceptsMissingKeys: true,
  },
  hardPodAffinityWeight: 1,
  ignoresPreferredTerms: false,
  storageShape: LEAST_USED_STORAGE,
};

function defaultsAt(point: ExtensionPoint): readonly string[] {
  return DEFAULT_PLUGINS.map(({ name }) => name).filter((name) => PLUGINS.get(name)?.includes(point));
}

/** The default profile of kube-scheduler. */
export const DEFAULT_PROFILE: SchedulerProfile = {
  ...DEFAULT_ARGUMENTS,
  schedulerName: DEFAULT_SCHEDULER,
  preFilters: new Set(defaultsAt('preFilter')),
  filters: new Set(defaultsAt('filter')),
  weights: new Map(DEFAULT_PLUGINS.filter(({ name }) => PLUGINS.get(name)?.includes('score')).map(({ name, weight }) => [name, weight])),
  isReordered: false,
  allocatesDevices: true,
  preempts: true,
  notConsidered: [],
};

/** The profiles without a configuration: the default profile places the pods of every scheduler. */
export const DEFAULT_PROFILES: SchedulerProfiles = { of: () => DEFAULT_PROFILE };
