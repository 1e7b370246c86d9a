// Makes pods and nodes from plain objects, for tests of filters and scores.

import { expect } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { decodeNode, type Node } from '../../../src/core/api/node.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { type FeatureOptions, resolveFeatures } from '../../../src/core/features/features.js';
import type { FilterContext, NodeFilter, PreparedFilter, Rejection } from '../../../src/scheduler/filters/filter.js';
import { type NodeInfo, nodeInfo, podInfo } from '../../../src/scheduler/filters/node-info.js';
import { ExtendedResourceClasses } from '../../../src/scheduler/pods/extended-resources.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';

/** A context of the newest release with its default gates; `gates` overrides them. */
export function context(gates: FeatureOptions['featureGates'] = {}, classes: readonly object[] = []): FilterContext {
  return {
    features: resolveFeatures({ kubernetesVersion: '1.37', featureGates: gates }),
    classes: new ExtendedResourceClasses(classes.map((each) => decodeDeviceClass(each as Json, new DecodeContext()))),
    profile: DEFAULT_PROFILE,
  };
}

/** A pod of this spec and status. */
export function pod(spec: object, status: object = {}, name = 'p'): Pod {
  return decodePod({ metadata: { name, namespace: 'ns' }, spec, status } as Json, new DecodeContext());
}

/** A node; with room for ten pods unless `allocatable` says otherwise. */
export function node(fields: { name?: string; labels?: object; spec?: object; status?: object } = {}): Node {
  const { name = 'n', labels = {}, spec = {}, status = {} } = fields;
  return decodeNode({ metadata: { name, labels }, spec, status: { allocatable: { pods: 10 }, ...status } } as Json, new DecodeContext());
}

/** A node with pods on it. */
export function info(on: Node = node(), pods: readonly Pod[] = [], given: FilterContext = context()): NodeInfo {
  return inOneGo(
    nodeInfo(
      on,
      pods.map((each) => inOneGo(podInfo(each, given.features, UNLIMITED))),
      UNLIMITED,
    ),
  );
}

/** A filter, prepared for a pod. */
export function prepared(filter: NodeFilter, of: Pod, given: FilterContext): PreparedFilter | undefined {
  return 'prepare' in filter ? filter.prepare(of, given, UNLIMITED) : inOneGo(filter.preparing(of, given, UNLIMITED));
}

/** The answer of one filter for a pod and a node: the same at once and in increments. */
export function ask(filter: NodeFilter, of: Pod, on: NodeInfo, given: FilterContext = context()): readonly Rejection[] {
  const { refusal, test, testing } = prepared(filter, of, given) ?? {};
  if (refusal !== undefined) return [refusal];
  const rejections = test?.(on, UNLIMITED) ?? [];
  if (testing !== undefined) expect(inOneGo(testing(on, UNLIMITED))).toEqual(rejections);
  return rejections;
}

/** The codes and particulars of the answer of one filter. */
export function told(filter: NodeFilter, of: Pod, on: NodeInfo, given: FilterContext = context()): (readonly [string, string?])[] {
  return ask(filter, of, on, given).map(({ code, detail }) => (detail === undefined ? [code] : [code, detail]));
}
