// Our answer to a case: calls the filters and scores as the library does.

import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { type ObjectMeta, objectMeta } from '../../../src/core/api/meta.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import { resolveFeatures, resolveGates } from '../../../src/core/features/features.js';
import { type Namespaces, namespacesOf } from '../../../src/scheduler/filters/affinity-terms.js';
import { prepareClusterFilters } from '../../../src/scheduler/filters/cluster-filters.js';
import type { FilterContext, Rejection } from '../../../src/scheduler/filters/filter.js';
import type { FilterFeatures } from '../../../src/scheduler/filters/filter-features.js';
import { prepareFilters } from '../../../src/scheduler/filters/filters.js';
import { fitErrorMessage } from '../../../src/scheduler/filters/fit-error.js';
import { isOnNode, type NodeInfo, nodeInfo, podInfo } from '../../../src/scheduler/filters/node-info.js';
import { withPodDefaults } from '../../../src/scheduler/filters/pod-defaults.js';
import { ExtendedResourceClasses } from '../../../src/scheduler/pods/extended-resources.js';
import { ClusterScores } from '../../../src/scheduler/scores/cluster-scores.js';
import { imageSpread } from '../../../src/scheduler/scores/image-spread.js';
import { scoreNodes } from '../../../src/scheduler/scores/total.js';
import { type PreparedVolumes, prepareVolumes } from '../../../src/scheduler/volumes/prepare-volumes.js';
import type { FilterCase, ObjectJson } from './case.js';
import { storageOf } from './our-storage.js';

/** The supported feature gates. Others do not affect our filters and scores. */
const GATES = resolveGates({});

export type OurRejection = Rejection;

type NodeTest = (info: NodeInfo, checkpoint: typeof UNLIMITED) => readonly Rejection[];

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
  const volumes = inOneGo(prepareVolumes(pod, storageOf(input, nodes), { features }, UNLIMITED));
  const { refusals, rejections } = filter(pod, nodes, { features, classes }, { namespaces, volumes });
  const fitting = refusals.length > 0 ? [] : nodes.filter(({ node }) => rejections.get(node.metadata.name)?.length === 0);
  if (fitting.length === 0) {
    const message = inOneGo(fitErrorMessage({ nodes: nodes.length, refusals, rejections: rejections.values() }));
    return { refusals, rejections, message, scores: new Map() };
  }
  const images = inOneGo(
    imageSpread(
      nodes.map(({ node }) => node),
      UNLIMITED,
    ),
  );
  const hasTerms = nodes.some(({ withTerms }) => withTerms > 0);
  const clusterScores = inOneGo(ClusterScores.of(pod, { features, namespaces, hasTerms }, UNLIMITED));
  const ofCluster = inOneGo(clusterScores.columns(fitting, VersionedList.of(nodes), UNLIMITED));
  const scores = inOneGo(scoreNodes(pod, fitting, { features, images }, { ofCluster }));
  const named = fitting.map((info, index) => {
    const ofVolumes = { VolumeBinding: volumes?.score?.score(info, UNLIMITED) ?? 0 };
    return [info.node.metadata.name, { ...Object.fromEntries(scores[index]?.byPlugin ?? []), ...ofVolumes }] as const;
  });
  return { refusals, rejections, scores: new Map(named) };
}

function filter(
  pod: Pod,
  nodes: readonly NodeInfo[],
  world: FilterContext,
  { namespaces, volumes }: { readonly namespaces: Namespaces; readonly volumes: PreparedVolumes | undefined },
): Pick<OurAnswer, 'refusals' | 'rejections'> {
  const { refusals, beforeDevices, afterDevices } = inOneGo(prepareFilters(pod, world, UNLIMITED));
  if (refusals.length > 0) return { refusals, rejections: new Map() };
  if (volumes?.refusal !== undefined) return { refusals: [volumes.refusal], rejections: new Map() };
  const hasTerms = nodes.some(({ withTerms }) => withTerms > 0);
  const ofCluster = inOneGo(prepareClusterFilters(pod, { features: world.features, namespaces, hasTerms }, UNLIMITED));
  if (ofCluster.refusals.length > 0) return { refusals: ofCluster.refusals, rejections: new Map() };
  inOneGo(ofCluster.follow(VersionedList.of(nodes), UNLIMITED));
  const testsInOrder: readonly NodeTest[] = [
    beforeDevices,
    (info) => volumes?.test(info, UNLIMITED) ?? [],
    (info) => ofCluster.test(info, UNLIMITED),
    afterDevices,
  ];
  const rejections = nodes.map((info) => {
    const first = testsInOrder.map((test) => test(info, UNLIMITED)).find((found) => found.length > 0) ?? [];
    return [info.node.metadata.name, first] as const;
  });
  return { refusals, rejections: new Map(rejections) };
}

function podOf(value: ObjectJson, features: FilterFeatures): Pod {
  const made = inOneGo(withPodDefaults(decodePod(json(value), context('pod')), { features, runtimeClasses: new Map() }, UNLIMITED));
  if ('refusal' in made) throw new Error(made.refusal);
  return made.pod;
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
