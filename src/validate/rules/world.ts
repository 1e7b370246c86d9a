// Every rule over the whole input, in the order in which they are told of.

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
import { capacityUnmet } from './world/capacity-unmet.js';
import { claimAboveLimit } from './world/claim-above-limit.js';
import { claimReferenceUnknown } from './world/claim-reference-unknown.js';
import { classUnknown } from './world/class-unknown.js';
import { classWithoutDevices } from './world/class-without-devices.js';
import { configAboveLimit } from './world/config-above-limit.js';
import { configDriverUnknown } from './world/config-driver-unknown.js';
import { constraintAttributeUnknown } from './world/constraint-attribute-unknown.js';
import { constraintBothAttributes } from './world/constraint-both-attributes.js';
import { containerRequestUnknown } from './world/container-request-unknown.js';
import { countAboveDevices } from './world/count-above-devices.js';
import { deviceHeldTwice } from './world/device-held-twice.js';
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
import { taintNotTolerated } from './world/taint-not-tolerated.js';
import { versionAsText } from './world/version-as-text.js';

/** The rules about values that the rest of the input makes wrong. */
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
  classUnknown,
  classWithoutDevices,
  configAboveLimit,
  configDriverUnknown,
  constraintAttributeUnknown,
  constraintBothAttributes,
  containerRequestUnknown,
  countAboveDevices,
  deviceHeldTwice,
  listAttribute,
  quotaKey,
  selectorAlwaysTrue,
  selectorFails,
  selectorNeverTrue,
  selectorNote,
  taintNotTolerated,
  versionAsText,
];

/** The rules about pools. */
export const POOL_RULES: readonly PoolRule[] = [
  attributeTwice,
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
