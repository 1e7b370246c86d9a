import type { DecodedBy } from './decoder.js';
import { checked, ignored, type LargeDecoder, list, object, optional, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { deviceTaint, type ResourceSliceSpec } from './resource-slice.js';
import { rawObject } from './values.js';
import { resourceKind } from './version.js';

const WIDER = 'has been ignored since Kubernetes 1.35: the rule applies to all devices that the other fields of the selector match';

const deviceTaintRule = object({
  apiVersion: ignored,
  kind: ignored,
  metadata: objectMeta,
  spec: object({
    deviceSelector: optional(
      object(
        { driver: optional(string), pool: optional(string), device: optional(string) },
        { retired: { deviceClassName: WIDER, selectors: WIDER } },
      ),
    ),
    taint: deviceTaint,
  }),
  status: checked(object({ conditions: list(rawObject) })),
});

/** A taint for the devices that the selector names. An absent selector matches no device, an empty one all (docs/spec/reference-1.37.md 1.29). */
export interface DeviceTaintRule extends DecodedBy<typeof deviceTaintRule> {}

/** Decodes DeviceTaintRules of any served version, also in increments. */
export const deviceTaintRuleKind: LargeDecoder<DeviceTaintRule> = resourceKind('DeviceTaintRule', {
  v1: deviceTaintRule,
  flat: deviceTaintRule,
});

/** Decodes a DeviceTaintRule of any served version. Throws AllocationError. */
export const { decode: decodeDeviceTaintRule } = deviceTaintRuleKind;

/** Returns whether a rule applies to a device of a pool. */
export function isAboutDevice({ spec: { deviceSelector } }: DeviceTaintRule, spec: ResourceSliceSpec, name: string): boolean {
  if (deviceSelector === undefined) return false;
  const { driver = spec.driver, pool = spec.pool.name, device = name } = deviceSelector;
  return driver === spec.driver && pool === spec.pool.name && device === name;
}
