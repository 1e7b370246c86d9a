// Models the compatibility groups of a counter set as a constraint: all devices that consume its counters share a group, or all are without groups. Source: docs/spec/reference-1.37.md 2.2.

import type { Device } from '../../../core/api/resource-slice.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { Work } from '../work.js';

/** The groups of a device in a counter set; undefined if unknown. */
export interface Membership {
  readonly counterSet: string;
  readonly groups: ReadonlySet<string> | undefined;
}

/** The steps for a group of a device. */
const GROUP_STEPS = 30;
/** The value of a device without groups. */
const NONE: ReadonlySet<string> = new Set(['none']);

/** Reads the groups of a device. If the device consumes counters of a set more than once, its groups are unknown. */
export function membershipsOf({ consumesCounters }: Device, keyOf: (counterSet: string) => string, work: Work): readonly Membership[] {
  const found = new Map<string, ReadonlySet<string> | undefined>();
  for (const { counterSet, compatibilityGroups } of consumesCounters) {
    work.spend(GROUP_STEPS * compatibilityGroups.length);
    const groups = compatibilityGroups.length > 0 ? new Set(compatibilityGroups.map((group) => `group ${group}`)) : NONE;
    const key = keyOf(counterSet);
    found.set(key, found.has(key) ? undefined : groups);
  }
  return Array.from(found, ([counterSet, groups]) => ({ counterSet, groups }));
}

/**
 * Returns the groups that allocated devices still allow for other devices, by counter set. Without an entry, any group is
 * possible. This is the case next to a mix of devices with and without groups.
 */
export function agreedGroups(allocated: readonly Membership[]): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, (ReadonlySet<string> | undefined)[]>();
  for (const { counterSet, groups } of allocated) entryIn(members, counterSet, (): (ReadonlySet<string> | undefined)[] => []).push(groups);
  const agreed = new Map<string, ReadonlySet<string>>();
  for (const [counterSet, all] of members) {
    const defined = all.filter((groups) => groups !== undefined);
    const isMixed = defined.length < all.length || (defined.includes(NONE) && defined.some((groups) => groups !== NONE));
    if (isMixed) continue;
    const [first = NONE, ...others] = defined;
    let common = first;
    for (const groups of others) common = new Set([...common].filter((group) => groups.has(group)));
    agreed.set(counterSet, common);
  }
  return agreed;
}
