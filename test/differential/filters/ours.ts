// Our answer to a case: calls the filters and scores as the library does.

import { DecodeContext } from '../../../src/core/api/context.js';
import type { Decoder } from '../../../src/core/api/decoder.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { type ObjectMeta, objectMeta } from '../../../src/core/api/meta.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import { replicaSetKind, replicationControllerKind, statefulSetKind } from '../../../src/core/api/pod-controllers.js';
import { serviceKind } from '../../../src/core/api/service.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import { type Features, resolveFeatures, resolveGates } from '../../../src/core/features/features.js';
import { ClusterRules } from '../../../src/scheduler/cluster/cluster-rules.js';
import { namespacesOf } from '../../../src/scheduler/filters/affinity-terms.js';
import { ownersIn, type PodOwners } from '../../../src/scheduler/filters/default-selector.js';
import type { FilterContext, Rejection } from '../../../src/scheduler/filters/filter.js';
import type { FilterFeatures } from '../../../src/scheduler/filters/filter-features.js';
import { prepareFilters } from '../../../src/scheduler/filters/filters.js';
import { fitErrorMessage } from '../../../src/scheduler/filters/fit-error.js';
import { isOnNode, type NodeInfo, nodeInfo, podInfo } from '../../../src/scheduler/filters/node-info.js';
import { withPodDefaults } from '../../../src/scheduler/filters/pod-defaults.js';
import { ExtendedResourceClasses } from '../../../src/scheduler/pods/extended-resources.js';
import { profilesOf } from '../../../src/scheduler/profile/resolve-profiles.js';
import type { SchedulerProfile } from '../../../src/scheduler/profile/scheduler-profile.js';
import { imageSpread } from '../../../src/scheduler/scores/image-spread.js';
import { scoreNodes } from '../../../src/scheduler/scores/total.js';
import type { FilterCase, ObjectJson, OracleAnswer } from './case.js';
import { storageOf } from './our-storage.js';

/** The supported feature gates. Others do not affect our filters and scores. */
const GATES = resolveGates({});

export type OurRejection = Rejection;

/** Our answer to a case. */
export interface OurAnswer {
  /** The reasons that exclude all nodes. */
  readonly refusals: readonly Rejection[];
  /** The reasons of each node. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  /** The scheduler's message if the pod fits no node. */
  readonly message?: string;
  /** The scores of nodes that the pod fits, normalized and weighted, by plugin. */
  readonly scores: ReadonlyMap<string, Readonly<Record<string, number>>>;
  readonly error?: string;
  readonly configError?: string;
  readonly plugins?: OracleAnswer['plugins'];
}

/** Computes our answer to a case. */
export function answer(input: FilterCase): OurAnswer {
  try {
    return answerOf(input);
  } catch (error) {
    return { refusals: [], rejections: new Map(), scores: new Map(), error: String(error) };
  }
}

function answerOf(input: FilterCase): OurAnswer {
  const known = Object.entries(input.featureGates).filter(([name]) => GATES.has(name));
  const features = resolveFeatures({ kubernetesVersion: '1.37', featureGates: Object.fromEntries(known) });
  const classes = new ExtendedResourceClasses(input.deviceClasses.map((value) => decodeDeviceClass(json(value), context('deviceClass'))));
  const pods = input.pods.map((value) => podOf(value, features)).filter(isOnNode);
  const nodes = input.nodes.map((value): NodeInfo => {
    const node = decodeNode(json(value), context('node'));
    const here = pods.filter(({ spec }) => spec.nodeName === node.metadata.name);
    return inOneGo(
      nodeInfo(
        node,
        here.map((pod) => inOneGo(podInfo(pod, features, UNLIMITED))),
        UNLIMITED,
      ),
    );
  });
  const pod = podOf(input.pod, features);
  const namespaces = namespacesOf(new Map((input.namespaces ?? []).map((value) => [value.metadata.name, { metadata: metadataIn(value) }])));
  const hasTerms = nodes.some(({ withTerms }) => withTerms > 0);
  const infos = VersionedList.of(nodes);
  const profile = profileOf(input, pod, features);
  if (typeof profile === 'string') return { refusals: [], rejections: new Map(), scores: new Map(), configError: profile };
  const plugins = input.schedulerConfig === undefined ? {} : { plugins: pluginsOf(profile) };
  const world = { features, profile, namespaces, storage: storageOf(input, nodes), hasTerms, owners: ownersOf(input) };
  const rules = inOneGo(ClusterRules.of(pod, world, UNLIMITED));
  inOneGo(rules.follow(infos, UNLIMITED));
  const { refusals, rejections } = filter(pod, nodes, { features, classes, profile }, rules);
  const failure = [refusals, ...rejections.values()].flat().find(({ isError }) => isError);
  if (failure !== undefined) return { ...plugins, refusals: [], rejections, scores: new Map(), error: failure.message };
  const fitting = refusals.length > 0 ? [] : nodes.filter(({ node }) => rejections.get(node.metadata.name)?.length === 0);
  if (fitting.length === 0) {
    const message = inOneGo(fitErrorMessage({ nodes: nodes.length, refusals, rejections: rejections.values() }));
    return { ...plugins, refusals, rejections, message, scores: new Map() };
  }
  const images = inOneGo(
    imageSpread(
      nodes.map(({ node }) => node),
      UNLIMITED,
    ),
  );
  const ofCluster = inOneGo(rules.scores(fitting, infos, UNLIMITED));
  const scores = inOneGo(scoreNodes(pod, fitting, { features, images, profile }, { ofCluster }));
  const named = fitting.map(({ node }, index) => [node.metadata.name, Object.fromEntries(scores[index]?.byPlugin ?? [])] as const);
  return { ...plugins, refusals, rejections, scores: new Map(named) };
}

/** The profile of a pod, or the error of the configuration. */
function profileOf({ schedulerConfig }: FilterCase, { spec }: Pod, features: Features): SchedulerProfile | string {
  try {
    return profilesOf(schedulerConfig, features).of(spec.schedulerName);
  } catch (error) {
    return String(error);
  }
}

/** The plugins that the oracle does not ask. */
const LEFT_OUT = 'DynamicResources';

function pluginsOf({ preFilters, filters, weights }: SchedulerProfile): OracleAnswer['plugins'] {
  const others = (names: Iterable<string>): readonly string[] => [...names].filter((name) => name !== LEFT_OUT);
  return {
    filter: others(filters),
    preFilter: others(preFilters),
    score: others(weights.keys()).map((name) => `${name}=${weights.get(name)}`),
  };
}

function filter(
  pod: Pod,
  nodes: readonly NodeInfo[],
  world: FilterContext,
  rules: ClusterRules,
): Pick<OurAnswer, 'refusals' | 'rejections'> {
  const { refusals, beforeDevices, afterDevices } = inOneGo(prepareFilters(pod, world, UNLIMITED));
  if (refusals.length > 0) return { refusals, rejections: new Map() };
  if (rules.refusals.length > 0) return { refusals: rules.refusals, rejections: new Map() };
  const rejections = nodes.map((info) => {
    const before = inOneGo(rules.testing(info, UNLIMITED, beforeDevices(info, UNLIMITED)));
    return [info.node.metadata.name, before.length > 0 ? before : afterDevices(info, UNLIMITED)] as const;
  });
  return { refusals, rejections: new Map(rejections) };
}

function podOf(value: ObjectJson, features: FilterFeatures): Pod {
  const made = inOneGo(withPodDefaults(decodePod(json(value), context('pod')), { features, runtimeClasses: new Map() }, UNLIMITED));
  if ('refusal' in made) throw new Error(made.refusal);
  return made.pod;
}

function ownersOf(input: FilterCase): PodOwners {
  const all = <T>(values: readonly ObjectJson[] = [], { decode }: Decoder<T>): T[] =>
    values.map((value) => decode(json({ ...value, metadata: { namespace: 'default', ...value.metadata } }), context('owner')));
  return ownersIn({
    services: all(input.services, serviceKind),
    replicationControllers: all(input.replicationControllers, replicationControllerKind),
    replicaSets: all(input.replicaSets, replicaSetKind),
    statefulSets: all(input.statefulSets, statefulSetKind),
  });
}

function metadataIn(value: ObjectJson): ObjectMeta {
  return objectMeta.decode(value.metadata as unknown as Json, context('namespace'));
}

function json(value: ObjectJson): Json {
  return value as unknown as Json;
}

function context(name: string): DecodeContext {
  return new DecodeContext([name], undefined, UNLIMITED);
}
