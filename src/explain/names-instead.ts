// Finds attributes that a device has in place of a missing one: with the same name in another domain, or with a similar name.

import type { PoolDevice } from '../allocator/pools/pool.js';
import { attributeOf } from '../core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../core/api/resource-claim.js';
import type { Device } from '../core/api/resource-slice.js';
import { nearestName } from '../core/base/nearest-name.js';
import { inList, shownName } from '../core/base/words.js';
import { refusalInWords } from './constraint-words.js';
import type { LossCause } from './losses.js';

/** The most names listed. */
const MOST_NAMES = 3;

/** Names shorter than this all resemble each other. */
const SHORTEST_NEAR = 3;

/** Returns the cause if a constraint rejects a device that lacks its attribute, or has no values of it that count. */
export function withoutAttribute(constraint: DeviceConstraint, hasAttribute: boolean, { device, slice }: PoolDevice): LossCause {
  const attribute = shownName(attributeOf(constraint));
  const detail = refusalInWords(constraint, hasAttribute);
  const instead = hasAttribute ? [] : namesInstead(attributeOf(constraint), device, slice.spec.driver);
  if (instead.length === 0) return { code: 'no-attribute', attribute, detail };
  return { code: 'no-attribute', attribute, instead, detail: `${detail} (found ${inList(instead)})` };
}

/** Returns the full names of device attributes that a missing attribute may mean. A name without a domain is in the domain of the driver. */
export function namesInstead(missingName: string, { attributes }: Pick<Device, 'attributes'>, driver: string): readonly string[] {
  const full = [...attributes.keys()].map((name) => (name.includes('/') ? name : `${driver}/${name}`));
  const bare = bareName(missingName);
  const same = full.filter((name) => bareName(name) === bare);
  const near = bare.length < SHORTEST_NEAR ? undefined : nearestName(bare, full.map(bareName));
  return (same.length > 0 ? same : full.filter((name) => bareName(name) === near)).slice(0, MOST_NAMES).map(shownName);
}

function bareName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}
