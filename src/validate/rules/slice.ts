// Lists the rules about slices, taint rules and node selectors.

import type { Rule } from '../rule.js';
import { nodeSelectorKey } from './node-selector/key.js';
import { nodeSelectorOperator } from './node-selector/operator.js';
import { nodeSelectorTerms } from './node-selector/terms.js';
import { nodeSelectorValue } from './node-selector/value.js';
import { nodeSelectorValues } from './node-selector/values.js';
import { attributeCount } from './slice/attribute-count.js';
import { attributeList } from './slice/attribute-list.js';
import { attributeText } from './slice/attribute-text.js';
import { attributeValue } from './slice/attribute-value.js';
import { attributeVersion } from './slice/attribute-version.js';
import { bindingConditionCount } from './slice/binding-condition-count.js';
import { bindingConditionName } from './slice/binding-condition-name.js';
import { bindingConditionUnique } from './slice/binding-condition-unique.js';
import { bindingConditionsBoth } from './slice/binding-conditions-both.js';
import { compatibilityGroups } from './slice/compatibility-groups.js';
import { consumedCounterCount } from './slice/consumed-counter-count.js';
import { consumedCountersKnown } from './slice/consumed-counters-known.js';
import { consumedSetCount } from './slice/consumed-set-count.js';
import { consumedSetName } from './slice/consumed-set-name.js';
import { consumedSetUnique } from './slice/consumed-set-unique.js';
import { counterCount } from './slice/counter-count.js';
import { counterName } from './slice/counter-name.js';
import { counterSetCount } from './slice/counter-set-count.js';
import { counterSetName } from './slice/counter-set-name.js';
import { counterSetUnique } from './slice/counter-set-unique.js';
import { countersGiven } from './slice/counters-given.js';
import { deviceCount } from './slice/device-count.js';
import { deviceName } from './slice/device-name.js';
import { deviceNameUnique } from './slice/device-name-unique.js';
import { deviceNodeTerms } from './slice/device-node-terms.js';
import { deviceNodes } from './slice/device-nodes.js';
import { devicesOrCounters } from './slice/devices-or-counters.js';
import { sliceDriver } from './slice/driver.js';
import { nodeAllocatableAmount } from './slice/node-allocatable-amount.js';
import { nodeAllocatableCapacity } from './slice/node-allocatable-capacity.js';
import { nodeAllocatableMapping } from './slice/node-allocatable-mapping.js';
import { nodeAllocatableName } from './slice/node-allocatable-name.js';
import { nodeAllocatableUse } from './slice/node-allocatable-use.js';
import { partitionTypeDevices } from './slice/partition-type-devices.js';
import { partitionTypeName } from './slice/partition-type-name.js';
import { poolGeneration } from './slice/pool-generation.js';
import { poolName } from './slice/pool-name.js';
import { poolSliceCount } from './slice/pool-slice-count.js';
import { qualifiedName } from './slice/qualified-name.js';
import { requestPolicyDefault } from './slice/request-policy-default.js';
import { requestPolicyKind } from './slice/request-policy-kind.js';
import { requestPolicyRange } from './slice/request-policy-range.js';
import { requestPolicySharing } from './slice/request-policy-sharing.js';
import { requestPolicyStep } from './slice/request-policy-step.js';
import { requestPolicyValues } from './slice/request-policy-values.js';
import { skippedOperation } from './slice/skipped-operation.js';
import { skippedOperationsFit } from './slice/skipped-operations-fit.js';
import { sliceNodeName } from './slice/slice-node-name.js';
import { sliceNodeSelector } from './slice/slice-node-selector.js';
import { sliceNodes } from './slice/slice-nodes.js';
import { taintCount } from './slice/taint-count.js';
import { taintEffect } from './slice/taint-effect.js';
import { taintKey } from './slice/taint-key.js';
import { taintValue } from './slice/taint-value.js';
import { taintRuleSelector } from './taint-rule/selector.js';
import { taintRuleUnbounded } from './taint-rule/taint-rule-unbounded.js';

/** Order matters: the length of a list is checked before its items. */
export const SLICE_RULES: readonly Rule[] = [
  sliceDriver,
  poolName,
  poolGeneration,
  poolSliceCount,
  sliceNodes,
  sliceNodeName,
  sliceNodeSelector,
  deviceNodes,
  deviceNodeTerms,
  nodeSelectorTerms,
  nodeSelectorOperator,
  nodeSelectorValues,
  nodeSelectorKey,
  nodeSelectorValue,
  deviceCount,
  deviceName,
  deviceNameUnique,
  devicesOrCounters,
  attributeCount,
  qualifiedName,
  attributeValue,
  attributeList,
  attributeText,
  attributeVersion,
  requestPolicySharing,
  requestPolicyKind,
  requestPolicyDefault,
  requestPolicyValues,
  requestPolicyRange,
  requestPolicyStep,
  taintCount,
  taintKey,
  taintValue,
  taintEffect,
  counterSetCount,
  counterSetUnique,
  counterSetName,
  countersGiven,
  counterCount,
  counterName,
  consumedSetCount,
  consumedSetUnique,
  consumedSetName,
  consumedCountersKnown,
  consumedCounterCount,
  compatibilityGroups,
  partitionTypeName,
  partitionTypeDevices,
  bindingConditionCount,
  bindingConditionName,
  bindingConditionUnique,
  bindingConditionsBoth,
  nodeAllocatableName,
  nodeAllocatableUse,
  nodeAllocatableMapping,
  nodeAllocatableCapacity,
  nodeAllocatableAmount,
  skippedOperation,
  skippedOperationsFit,
  taintRuleSelector,
  taintRuleUnbounded,
];
