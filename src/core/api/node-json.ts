// The types of nodes and node selectors that callers pass as plain JSON.

import type { Fields, IntegerJson, MapJson, ObjectJson, QuantityJson, Unread } from './object-json.js';

/** A Node. */
export interface NodeJson extends ObjectJson {
  readonly spec?: NodeSpecJson | undefined;
  readonly status?: NodeStatusJson | undefined;
}

interface NodeSpecJson
  extends Fields<{ unschedulable: boolean; taints: readonly TaintJson[] }>,
    Unread<'configSource' | 'externalID' | 'podCIDR' | 'podCIDRs' | 'providerID'> {}

/** A taint, which excludes pods that do not tolerate it. */
export interface TaintJson extends Fields<{ key: string; value: string; effect: string }>, Unread<'timeAdded'> {}

interface NodeStatusJson
  extends Fields<{
      declaredFeatures: readonly string[];
      allocatable: MapJson<QuantityJson>;
      capacity: MapJson<QuantityJson>;
      images: readonly Fields<{ names: readonly string[]; sizeBytes: IntegerJson }>[];
    }>,
    Unread<
      | 'addresses'
      | 'conditions'
      | 'config'
      | 'daemonEndpoints'
      | 'features'
      | 'nodeInfo'
      | 'phase'
      | 'runtimeHandlers'
      | 'volumesAttached'
      | 'volumesInUse'
    > {}

/** A stored node selector. */
export interface NodeSelectorInputJson extends Fields<{ nodeSelectorTerms: readonly NodeSelectorTermInputJson[] }> {}
/** A term of a node selector. All of its requirements must match. */
export interface NodeSelectorTermInputJson
  extends Fields<{ matchExpressions: readonly RequirementInputJson[]; matchFields: readonly RequirementInputJson[] }> {}
interface RequirementInputJson extends Fields<{ key: string; operator: string; values: readonly string[] }> {}
