// Computes taints of devices, including taints from DeviceTaintRules of the input.

import type { DeviceToleration } from '../../core/api/device-request.js';
import type { DeviceTaint } from '../../core/api/resource-slice.js';
import { excludingTaint } from '../../core/api/taints.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import type { Field } from '../tree/field.js';
import { taintOf, type WorldDevice } from './devices.js';

/** A rule that taints the devices that it names. */
export interface TaintRule {
  readonly driver: string | undefined;
  readonly pool: string | undefined;
  readonly device: string | undefined;
  readonly taint: DeviceTaint;
}

/** Returns the rule of a decoded DeviceTaintRule; undefined if it has no selector and so names no device. */
export function taintRuleOf(root: Field): TaintRule | undefined {
  const selector = root.child('spec', 'deviceSelector');
  if (!selector.isSet) return undefined;
  const named = (field: string): string | undefined => (selector.child(field).isSet ? selector.child(field).text : undefined);
  return { driver: named('driver'), pool: named('pool'), device: named('device'), taint: taintOf(root.child('spec', 'taint')) };
}

/** Returns the tolerations of a request. */
export function tolerationsOf(request: Field): readonly DeviceToleration[] {
  return request.child('tolerations').items.map((toleration) => ({
    key: toleration.child('key').text,
    operator: toleration.child('operator').text,
    value: toleration.child('value').text,
    effect: toleration.child('effect').text,
  }));
}

/** Returns the first taint of a device that the tolerations do not tolerate; undefined if none exists. */
export function untoleratedTaint(
  device: WorldDevice,
  rules: readonly TaintRule[],
  tolerations: readonly DeviceToleration[],
): DeviceTaint | undefined {
  const added = rules.filter((rule) => concerns(rule, device)).map(({ taint }) => taint);
  return excludingTaint(added.length === 0 ? device.taints : [...device.taints, ...added], tolerations, UNLIMITED);
}

/** Returns whether a rule taints a device. */
export function concerns(rule: TaintRule, { slice, name }: WorldDevice): boolean {
  return (rule.driver ?? slice.driver) === slice.driver && (rule.pool ?? slice.pool) === slice.pool && (rule.device ?? name) === name;
}
