// The arguments of kube-scheduler's plugins, with their defaults and checks. Source: types_pluginargs.go of k8s.io/kube-scheduler v0.37.1, and
// defaults.go and validation_pluginargs.go of pkg/scheduler/apis/config, Kubernetes 1.37.1.

import { UNLIMITED } from '../base/checkpoint.js';
import { describe } from '../base/describe.js';
import { millisecondsOf } from '../base/duration.js';
import { labelKeyProblems } from '../base/name-rules.js';
import { shorten } from '../base/words.js';
import { type DecodeContext, MOST_SHOWN } from './context.js';
import { bool, checked, type DecodedBy, type Decoder, int32, list, object, optional, string, transform } from './decoder.js';
import { nodeSelector, nodeSelectorTerm } from './meta.js';
import { NodeSelectorError, parseNodeSelector } from './node-selector.js';
import { defaultSpreadConstraint, type TopologySpreadConstraint } from './topology-spread.js';

/** Decodes a 32-bit integer within bounds. */
export function int32Within(least: number, most: number): Decoder<number> {
  return transform(int32, (value, context) => {
    const range = most === Number.POSITIVE_INFINITY ? `of ${least} or more` : `from ${least} to ${most}`;
    return value >= least && value <= most ? value : context.fail(`expected an integer ${range}, found ${value}`);
  });
}

/** Decodes a duration as milliseconds. */
export const duration: Decoder<number> = transform(
  string,
  (text, context) => millisecondsOf(text) ?? context.fail(`expected a duration such as 10s, found ${describe(text)}`),
);

/** Decodes a string that must be one of several words. An absent string becomes empty. */
function word<T extends string>(words: readonly T[]): Decoder<T | ''> {
  return transform(string, (text, context) => {
    const found = words.find((each) => each === text);
    return found ?? (text === '' ? '' : context.fail(`expected ${words.join(' or ')}, found ${describe(text)}`));
  });
}

/** Fails if two items have the same key. */
export function checkDistinct<T>(items: readonly T[], keyOf: (item: T) => string, context: DecodeContext): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) context.within(index, () => context.fail(`"${shorten(key, MOST_SHOWN)}" is listed twice`));
    seen.add(key);
  }
}

function checkLabelKey(text: string, context: DecodeContext): string {
  const [problem] = labelKeyProblems(text);
  return problem === undefined ? text : context.fail(`"${shorten(text, MOST_SHOWN)}" is not a valid name: ${problem}`);
}

/** The weights of resources; 0 and absent mean 1. */
const resources = transform(list(object({ name: string, weight: int32Within(0, 100) })), (items) =>
  items.map(({ name, weight }) => ({ name, weight: weight === 0 ? 1 : weight })),
);

/** A resource that scores count, with its weight. */
export type WeightedResource = DecodedBy<typeof resources>[number];

export const DEFAULT_RESOURCES: readonly WeightedResource[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

const shapePoints = transform(list(object({ utilization: int32Within(0, 100), score: int32Within(0, 10) })), (points, context) => {
  for (let index = 1; index < points.length; index++) {
    const [before, point] = points.slice(index - 1, index + 1) as [(typeof points)[0], (typeof points)[0]];
    if (before.utilization >= point.utilization)
      context.within(index, () => context.within('utilization', () => context.fail('expected points in increasing order')));
  }
  return points;
});

/** The points of a function from the utilization in percent to a score from 0 to 10. */
export type ScoreShape = DecodedBy<typeof shapePoints>;

/** The function for the storage of volumes, if it is not configured. */
export const LEAST_USED_STORAGE: ScoreShape = [
  { utilization: 0, score: 10 },
  { utilization: 100, score: 0 },
];

const STRATEGIES = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'] as const;

const scoringStrategyFields = object({
  type: word(STRATEGIES),
  resources,
  requestedToCapacityRatio: optional(object({ shape: shapePoints })),
});

/** The function from the resources of a node to its score, and the resources that count. */
export interface ScoringStrategy {
  readonly type: (typeof STRATEGIES)[number];
  readonly resources: readonly WeightedResource[];
  /** Only for RequestedToCapacityRatio. */
  readonly shape: ScoreShape;
}

const scoringStrategy: Decoder<ScoringStrategy> = transform(
  scoringStrategyFields,
  ({ type, resources: given, requestedToCapacityRatio: ratio }, context) => {
    if (type === '') return context.within('type', () => context.fail(`expected ${STRATEGIES.join(' or ')}`));
    const isRatio = type === 'RequestedToCapacityRatio';
    if (isRatio && (ratio?.shape ?? []).length === 0)
      context.within('requestedToCapacityRatio', () => context.fail('expected a shape with at least one point'));
    if (!isRatio && ratio !== undefined)
      context.within('requestedToCapacityRatio', () => context.fail(`allowed only with type RequestedToCapacityRatio, found type ${type}`));
    return { type, resources: given.length === 0 ? DEFAULT_RESOURCES : given, shape: ratio?.shape ?? [] };
  },
);

export const DEFAULT_STRATEGY: ScoringStrategy = { type: 'LeastAllocated', resources: DEFAULT_RESOURCES, shape: [] };

const preferredTerms = list(object({ weight: int32, preference: nodeSelectorTerm }));

const addedAffinity = transform(
  object({
    requiredDuringSchedulingIgnoredDuringExecution: optional(nodeSelector),
    preferredDuringSchedulingIgnoredDuringExecution: preferredTerms,
  }),
  (decoded, context) => {
    const { requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution: preferred } =
      decoded;
    if (required !== undefined) checkSelector('requiredDuringSchedulingIgnoredDuringExecution', required.nodeSelectorTerms, context);
    // Terms without weight are not compiled.
    const weighted = preferred.filter(({ weight }) => weight !== 0).map(({ preference }) => preference);
    checkSelector('preferredDuringSchedulingIgnoredDuringExecution', weighted, context);
    return { ...(required === undefined ? {} : { required }), preferred };
  },
);

/** Node affinity that a scheduler adds to each of its pods. */
export interface AddedAffinity extends DecodedBy<typeof addedAffinity> {}

function checkSelector(
  field: string,
  nodeSelectorTerms: DecodedBy<typeof nodeSelector>['nodeSelectorTerms'],
  context: DecodeContext,
): void {
  try {
    parseNodeSelector({ nodeSelectorTerms }, UNLIMITED);
  } catch (error) {
    if (!(error instanceof NodeSelectorError)) throw error;
    context.within(field, () => context.fail(shorten(error.message, MOST_SHOWN)));
  }
}

const DEFAULTING = ['System', 'List'] as const;
const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'] as const;

const constraint = transform(defaultSpreadConstraint, (decoded, context) => {
  const { maxSkew, topologyKey, whenUnsatisfiable, labelSelector } = decoded;
  if (maxSkew <= 0) context.within('maxSkew', () => context.fail(`expected an integer of 1 or more, found ${maxSkew}`));
  context.within('topologyKey', () => checkLabelKey(topologyKey, context));
  if (!ACTIONS.some((action) => action === whenUnsatisfiable))
    context.within('whenUnsatisfiable', () => context.fail(`expected ${ACTIONS.join(' or ')}, found ${describe(whenUnsatisfiable)}`));
  if (labelSelector !== undefined)
    context.within('labelSelector', () =>
      context.fail('not allowed here: the selector follows from the services and the owner of each pod'),
    );
  return decoded;
});

const podTopologySpread = transform(
  object({
    apiVersion: checked(string),
    kind: checked(string),
    defaultConstraints: list(constraint),
    defaultingType: word(DEFAULTING),
  }),
  ({ defaultConstraints, defaultingType }, context) => {
    const keyOf = (each: TopologySpreadConstraint): string => `${each.topologyKey} ${each.whenUnsatisfiable}`;
    context.within('defaultConstraints', () => checkDistinct(defaultConstraints, keyOf, context));
    if (defaultingType !== 'List' && defaultConstraints.length > 0)
      context.within('defaultingType', () => context.fail('expected List, since defaultConstraints is not empty'));
    return { defaultConstraints, defaultingType: defaultingType === 'List' ? defaultingType : ('System' as const) };
  },
);

const typeFields = { apiVersion: checked(string), kind: checked(string) } as const;

/** The decoders of arguments, by plugin. */
export const ARGUMENTS = {
  DefaultPreemption: transform(
    object({
      ...typeFields,
      minCandidateNodesPercentage: optional(int32Within(0, 100)),
      minCandidateNodesAbsolute: optional(int32Within(0, Number.POSITIVE_INFINITY)),
    }),
    (decoded, context) => {
      if (decoded.minCandidateNodesPercentage === 0 && decoded.minCandidateNodesAbsolute === 0)
        context.fail('minCandidateNodesPercentage and minCandidateNodesAbsolute are both 0');
      return decoded;
    },
  ),
  DynamicResources: transform(
    object({ ...typeFields, filterTimeout: optional(duration), bindingTimeout: optional(duration) }),
    (decoded, context) => {
      const { bindingTimeout } = decoded;
      if (bindingTimeout !== undefined && bindingTimeout < 1000)
        context.within('bindingTimeout', () => context.fail('expected a duration of 1s or more'));
      return decoded;
    },
  ),
  InterPodAffinity: object({
    ...typeFields,
    hardPodAffinityWeight: optional(int32Within(0, 100)),
    ignorePreferredTermsOfExistingPods: bool,
  }),
  NodeAffinity: object({ ...typeFields, addedAffinity: optional(addedAffinity) }),
  NodeResourcesBalancedAllocation: transform(object({ ...typeFields, resources }), ({ resources: given }, context) => {
    context.within('resources', () => {
      checkDistinct(given, ({ name }) => name, context);
      const index = given.findIndex(({ weight }) => weight !== 1);
      if (index >= 0) context.within(index, () => context.within('weight', () => context.fail('expected 1')));
    });
    return { resources: (given.length === 0 ? DEFAULT_RESOURCES : given).map(({ name }) => name) };
  }),
  NodeResourcesFit: object({
    ...typeFields,
    ignoredResources: list(transform(string, checkLabelKey)),
    ignoredResourceGroups: list(
      transform(string, (group, context) =>
        group.includes('/') ? context.fail(`expected a group without "/", found ${describe(group)}`) : checkLabelKey(group, context),
      ),
    ),
    scoringStrategy: optional(scoringStrategy),
  }),
  PodTopologySpread: podTopologySpread,
  VolumeBinding: object({ ...typeFields, bindTimeoutSeconds: optional(int32Within(0, Number.POSITIVE_INFINITY)), shape: shapePoints }),
} as const;

export type PluginWithArguments = keyof typeof ARGUMENTS;

/** The arguments of a plugin. */
export type ArgumentsOf<P extends PluginWithArguments> = DecodedBy<(typeof ARGUMENTS)[P]>;
