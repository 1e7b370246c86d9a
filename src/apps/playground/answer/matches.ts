// The attributes that constraints check, and the values by which allocated claims match.

import { deviceId } from '../../../allocator/pools/pool.js';
import { constraintsOf } from '../../../core/api/device-request.js';
import type { DeviceConstraint } from '../../../core/api/resource-claim.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { DeviceName } from '../../../explain/explanation.js';
import type { ClusterPicture } from '../../cli/print/cluster-picture.js';
import type { ValueBadge } from '../protocol.js';
import { allocatedTo } from './group-answer.js';
import type { PlacedGroup } from './run.js';

/** The most attributes on a tile. */
const MAX_ATTRIBUTES = 3;

/** The most values of an attribute on a tile. */
const MAX_VALUES = 2;

/** The attribute values that tiles show. */
export class Matches {
  readonly #picture: ClusterPicture;
  readonly #attributes: readonly string[];
  /** The number of the match, by device, then by attribute and value. */
  readonly #matched = new Map<string, Map<string, number>>();

  constructor(placed: readonly PlacedGroup[], picture: ClusterPicture) {
    this.#picture = picture;
    const attributes = new Set<string>();
    const numbers = new Map<string, number>();
    for (const { group, result } of placed) {
      const devices = allocatedTo(result);
      for (const { spec, metadata } of group.claims) {
        const claimDevices = devices.filter(({ claim }) => claim === `${metadata.namespace}/${metadata.name}`);
        for (const constraint of constraintsOf(spec)) {
          const attribute = attributeOf(constraint);
          if (attribute === undefined) continue;
          attributes.add(attribute);
          if (constraint.matchAttribute === undefined) continue;
          const concerned = claimDevices.filter(({ request }) => isConcerned(constraint, request));
          this.#note(attribute, concerned, numbers);
        }
      }
    }
    this.#attributes = [...attributes].slice(0, MAX_ATTRIBUTES);
  }

  /** Records the values that all devices have in common. */
  #note(attribute: string, devices: readonly DeviceName[], numbers: Map<string, number>): void {
    const [first, ...others] = devices.map((device) => this.#picture.valuesOf(device, attribute));
    if (first === undefined || others.length === 0) return;
    for (const value of first.filter((each) => others.every((values) => values.includes(each)))) {
      const key = `${attribute} ${value}`;
      const number = entryIn(numbers, key, () => numbers.size);
      for (const { driver, pool, device } of devices) {
        entryIn(this.#matched, deviceId(driver, pool, device), () => new Map<string, number>()).set(key, number);
      }
    }
  }

  /** Returns the values of a device that its tile shows. */
  badgesOf(device: DeviceName): readonly ValueBadge[] {
    const matched = this.#matched.get(deviceId(device.driver, device.pool, device.device));
    return this.#attributes.flatMap((attribute) => {
      const values = this.#picture.valuesOf(device, attribute);
      const badges = values.map((value): ValueBadge => {
        const match = matched?.get(`${attribute} ${value}`);
        return { attribute, value, ...(match === undefined ? {} : { match }) };
      });
      return badges.sort((left, right) => Number(left.match === undefined) - Number(right.match === undefined)).slice(0, MAX_VALUES);
    });
  }
}

function attributeOf({ matchAttribute, distinctAttribute }: DeviceConstraint): string | undefined {
  return matchAttribute ?? distinctAttribute;
}

/** A constraint without requests applies to all of them. */
function isConcerned({ requests }: DeviceConstraint, request: string): boolean {
  return requests.length === 0 || requests.includes(request) || requests.includes(request.split('/')[0] as string);
}
