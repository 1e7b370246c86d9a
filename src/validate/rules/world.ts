// Lists every rule over the whole input, in the order of reports.

import { featureGateOff } from '../prepare/gate-off.js';
import type { RuleInfo } from '../rule.js';
import { incompleteAnalysis } from '../world/work-bounds.js';
import type { PoolRule, WorldRule } from '../world-rule.js';
import { adminAccessNamespace } from './world/admin-access-namespace.js';
import { allocatedDeviceGone } from './world/allocated-device-gone.js';
import { alternativeAllConstrained } from './world/alternative-all-constrained.js';
import { alternativeUnreachable } from './world/alternative-unreachable.js';
import { attributeTwice } from './world/attribute-twice.js';
import { attributeType } from './world/attribute-type.js';
import { attributeUnknown } from './world/attribute-unknown.js';
import { capacityNegative } from './world/capacity-negative.js';
import { capacityOfWholeDevices } from './world/capacity-of-whole-devices.js';
import { capacityUnmet } from './world/capacity-unmet.js';
import { claimAboveLimit } from './world/claim-above-limit.js';
import { claimReferenceUnknown } from './world/claim-reference-unknown.js';
import { claimUnused } from './world/claim-unused.js';
import { classUnknown } from './world/class-unknown.js';
import { classWithoutDevices } from './world/class-without-devices.js';
import { configAboveLimit } from './world/config-above-limit.js';
import { configDriverUnknown } from './world/config-driver-unknown.js';
import { constraintAttributeUnknown } from './world/constraint-attribute-unknown.js';
import { constraintBothAttributes } from './world/constraint-both-attributes.js';
import { containerRequestUnknown } from './world/container-request-unknown.js';
import { countAboveDevices } from './world/count-above-devices.js';
import { cpuClaimMirrored } from './world/cpu-claim-mirrored.js';
import { deviceHeldTwice } from './world/device-held-twice.js';
import { devicePluginAndDra } from './world/device-plugin-and-dra.js';
import { listAttribute } from './world/list-attribute.js';
import { poolCounterOverused } from './world/pool-counter-overused.js';
import { poolCounterTooSmall } from './world/pool-counter-too-small.js';
import { poolCounterUnknown } from './world/pool-counter-unknown.js';
import { poolDuplicateDevice } from './world/pool-duplicate-device.js';
import { poolIncomplete } from './world/pool-incomplete.js';
import { poolNameShared } from './world/pool-name-shared.js';
import { poolOutdatedSlice } from './world/pool-outdated-slice.js';
import { quotaKey } from './world/quota-key.js';
import { selectorAlwaysTrue } from './world/selector-always-true.js';
import { selectorFails } from './world/selector-fails.js';
import { selectorNeverTrue } from './world/selector-never-true.js';
import { selectorNote } from './world/selector-note.js';
import { sharingInTemplate } from './world/sharing-in-template.js';
import { taintNotTolerated } from './world/taint-not-tolerated.js';
import { taintRuleWithoutDevices } from './world/taint-rule-without-devices.js';
import { versionAsText } from './world/version-as-text.js';

/** The rules about values that are wrong in combination with the other objects. */
export const VALUE_RULES: readonly WorldRule[] = [
  adminAccessNamespace,
  allocatedDeviceGone,
  alternativeAllConstrained,
  alternativeUnreachable,
  attributeType,
  attributeUnknown,
  capacityNegative,
  capacityUnmet,
  claimAboveLimit,
  claimReferenceUnknown,
  claimUnused,
  classUnknown,
  classWithoutDevices,
  configAboveLimit,
  configDriverUnknown,
  constraintAttributeUnknown,
  constraintBothAttributes,
  containerRequestUnknown,
  countAboveDevices,
  cpuClaimMirrored,
  deviceHeldTwice,
  listAttribute,
  quotaKey,
  selectorAlwaysTrue,
  selectorFails,
  selectorNeverTrue,
  selectorNote,
  sharingInTemplate,
  taintNotTolerated,
  taintRuleWithoutDevices,
  versionAsText,
  capacityOfWholeDevices,
];

/** The rules about pools. */
export const POOL_RULES: readonly PoolRule[] = [
  attributeTwice,
  devicePluginAndDra,
  poolCounterOverused,
  poolCounterTooSmall,
  poolCounterUnknown,
  poolDuplicateDevice,
  poolNameShared,
  poolOutdatedSlice,
  poolIncomplete,
];

/** All rules over the whole input. */
export const WORLD_RULES: readonly RuleInfo[] = [featureGateOff, ...VALUE_RULES, ...POOL_RULES, incompleteAnalysis];
