// The configuration of kube-scheduler. Unknown fields are errors. Source: kubescheduler.config.k8s.io/v1 of k8s.io/kube-scheduler v0.37.1, and
// ValidateKubeSchedulerConfiguration of pkg/scheduler/apis/config/validation, Kubernetes 1.37.1.

import { describe } from '../base/describe.js';
import type { Json, JsonObject } from '../base/json.js';
import type { DecodeContext } from './context.js';
import {
  bool,
  checked,
  type DecodedBy,
  type Decoder,
  ignored,
  int32,
  isJsonObject,
  list,
  object,
  optional,
  string,
  transform,
} from './decoder.js';
import { ARGUMENTS, type ArgumentsOf, checkDistinct, duration, int32Within, type PluginWithArguments } from './plugin-arguments.js';

const API_VERSION = 'kubescheduler.config.k8s.io/v1';
export const SCHEDULER_CONFIGURATION = 'KubeSchedulerConfiguration';

/** Returns whether an object is a configuration of kube-scheduler, of any version. */
export function isSchedulerConfiguration(apiVersion: string, kind: string): boolean {
  return kind === SCHEDULER_CONFIGURATION && apiVersion.startsWith('kubescheduler.config.k8s.io/');
}

/** Scores are sums of 32 bits. */
const MOST_WEIGHT = 1_000_000;
const weight: Decoder<number> = transform(int32, (value, context) =>
  Math.abs(value) <= MOST_WEIGHT ? value : context.fail(`weights beyond ${MOST_WEIGHT} are not supported, found ${value}`),
);

const plugin = object({ name: string, weight });

/** A plugin with its weight; 0 means 1. */
export interface ConfiguredPlugin extends DecodedBy<typeof plugin> {}

const pluginSet = object({ enabled: list(plugin), disabled: list(object({ name: string, weight: checked(int32) })) });

/** The plugins that a profile enables and disables at an extension point. */
export interface PluginSet extends DecodedBy<typeof pluginSet> {}

const plugins = object({
  preEnqueue: pluginSet,
  queueSort: pluginSet,
  preFilter: pluginSet,
  filter: pluginSet,
  postFilter: pluginSet,
  preScore: pluginSet,
  score: pluginSet,
  reserve: pluginSet,
  permit: pluginSet,
  preBind: pluginSet,
  bind: pluginSet,
  postBind: pluginSet,
  multiPoint: pluginSet,
  placementGenerate: pluginSet,
  placementScore: pluginSet,
  podGroupPostFilter: pluginSet,
});

/** The plugins of a profile, by extension point. `multiPoint`: at all points that a plugin has. */
export interface ConfiguredPlugins extends DecodedBy<typeof plugins> {}

/** The arguments of a plugin; absent for a plugin that has none in kube-scheduler. */
interface PluginConfiguration {
  readonly name: string;
  readonly args?: ArgumentsOf<PluginWithArguments>;
}

const NO_FIELDS: Json = {};
const anyJson: Decoder<Json> = { absent: { value: NO_FIELDS }, decode: (value) => value ?? NO_FIELDS };

const pluginConfiguration: Decoder<PluginConfiguration> = transform(object({ name: string, args: anyJson }), ({ name, args }, context) => {
  if (!Object.hasOwn(ARGUMENTS, name)) return { name };
  const decoder: Decoder<ArgumentsOf<PluginWithArguments>> = ARGUMENTS[name as PluginWithArguments];
  return context.within('args', () => {
    checkType(args, `${name}Args`, context);
    return { name, args: context.withinObject(decoder, () => decoder.decode(args, context)) };
  });
});

/** Scores are summed in 32 bits, so weights are limited. */
function checkType(value: Json, kind: string, context: DecodeContext): asserts value is JsonObject {
  if (!isJsonObject(value)) return context.fail(`expected an object of kind ${kind}, found ${describe(value)}`);
  for (const [name, expected] of [['apiVersion', API_VERSION] as const, ['kind', kind] as const]) {
    const found = value[name];
    if (found !== undefined && found !== expected)
      context.within(name, () => context.fail(`expected ${expected}, found ${describe(found)}`));
  }
}

const profile = object({
  schedulerName: optional(string),
  percentageOfNodesToScore: optional(int32Within(0, 100)),
  plugins,
  pluginConfig: transform(list(pluginConfiguration), (items, context) => {
    checkDistinct(items, ({ name }) => name, context);
    return items;
  }),
});

/** A profile: the plugins of the scheduler with a name, and their arguments. */
export interface ConfiguredProfile extends DecodedBy<typeof profile> {}

export const DEFAULT_SCHEDULER = 'default-scheduler';

/** A single profile has a default name. With several profiles, each needs a name. */
const profiles = transform(list(profile), (items, context) => {
  const all = items.length === 0 ? [profile.decode({}, context)] : items;
  const named = all.map((each, index) => {
    const { schedulerName = all.length === 1 ? DEFAULT_SCHEDULER : '' } = each;
    if (schedulerName === '') context.within(index, () => context.fail('no schedulerName'));
    return { ...each, schedulerName };
  });
  checkDistinct(named, ({ schedulerName }) => schedulerName, context);
  return named;
});

const extender = transform(
  object({
    urlPrefix: string,
    filterVerb: string,
    preemptVerb: string,
    prioritizeVerb: string,
    weight: int32,
    bindVerb: string,
    enableHTTPS: checked(bool),
    tlsConfig: ignored,
    httpTimeout: ignored,
    nodeCacheCapable: checked(bool),
    managedResources: list(object({ name: string, ignoredByScheduler: bool })),
    ignorable: checked(bool),
  }),
  (decoded, context) => {
    if (decoded.prioritizeVerb !== '' && decoded.weight <= 0)
      context.within('weight', () => context.fail(`expected an integer of 1 or more, found ${decoded.weight}`));
    return decoded;
  },
);

/** A web service that filters and scores nodes in addition to the plugins of the scheduler. */
export interface Extender extends DecodedBy<typeof extender> {}

const extenders = transform(list(extender), (items, context) => {
  if (items.filter(({ bindVerb }) => bindVerb !== '').length > 1) context.fail('only one extender can have a bindVerb');
  checkDistinct(
    items.flatMap(({ managedResources }) => managedResources),
    ({ name }) => name,
    context,
  );
  return items;
});

const leaderElection = object({
  leaderElect: checked(bool),
  leaseDuration: checked(duration),
  renewDeadline: checked(duration),
  retryPeriod: checked(duration),
  resourceLock: checked(string),
  resourceName: checked(string),
  resourceNamespace: checked(string),
});

const clientConnection = object({
  kubeconfig: checked(string),
  acceptContentTypes: checked(string),
  contentType: checked(string),
  qps: ignored,
  burst: checked(int32),
});

const atLeastOne = int32Within(1, Number.POSITIVE_INFINITY);

const configuration = transform(
  object({
    apiVersion: checked(string),
    kind: checked(string),
    parallelism: checked(atLeastOne),
    leaderElection: checked(leaderElection),
    clientConnection: checked(clientConnection),
    enableProfiling: checked(bool),
    enableContentionProfiling: checked(bool),
    percentageOfNodesToScore: optional(int32Within(0, 100)),
    podInitialBackoffSeconds: optional(atLeastOne),
    podMaxBackoffSeconds: optional(int32),
    profiles,
    extenders,
    delayCacheUntilActive: checked(bool),
  }),
  (decoded, context) => {
    const { podInitialBackoffSeconds = 1, podMaxBackoffSeconds = 10 } = decoded;
    if (podMaxBackoffSeconds < podInitialBackoffSeconds)
      context.within('podMaxBackoffSeconds', () =>
        context.fail(`expected podInitialBackoffSeconds (${podInitialBackoffSeconds}) or more, found ${podMaxBackoffSeconds}`),
      );
    return decoded;
  },
);

/** The configuration of kube-scheduler, without fields that do not affect where pods run. */
export interface SchedulerConfiguration extends DecodedBy<typeof configuration> {}

/** Decodes a configuration. Throws AllocationError with the path of the error. */
export function decodeSchedulerConfiguration(value: Json, context: DecodeContext): SchedulerConfiguration {
  checkType(value, SCHEDULER_CONFIGURATION, context);
  for (const name of ['apiVersion', 'kind'])
    if (value[name] === undefined) context.fail(`no ${name}: expected ${API_VERSION}, ${SCHEDULER_CONFIGURATION}`);
  return context.withinObject(configuration, () => configuration.decode(value, context));
}
