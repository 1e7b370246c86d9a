// Finds the names that a missing name of a device attribute or capacity may mean.

import { nearestName } from '../../../core/base/nearest-name.js';
import type { DeviceFacts } from './device-facts.js';

/** An attribute or capacity by its full name. */
export interface FullName {
  readonly map: 'attributes' | 'capacity';
  readonly domain: string;
  readonly name: string;
}

/**
 * Returns the names that may be meant. A name that some device has is not a misspelling, but other devices may have the name in
 * another domain.
 */
export function namesMeant({ map, domain, name }: FullName, facts: DeviceFacts): readonly FullName[] {
  const domains = facts[map];
  if (domains.get(domain)?.has(name) === true) return namesWithout({ map, domain, name }, facts);
  const meant: FullName[] = [];
  const near = nearestName(name, [...(domains.get(domain)?.keys() ?? [])]);
  if (near !== undefined) meant.push({ map, domain, name: near });
  const nearDomain = nearestName(domain, [...domains.keys()]);
  for (const [other, names] of domains) {
    if (other === domain) continue;
    if (names.has(name)) meant.push({ map, domain: other, name });
    else if (other === nearDomain) {
      const nearThere = nearestName(name, [...names.keys()]);
      if (nearThere !== undefined) meant.push({ map, domain: other, name: nearThere });
    }
  }
  return meant;
}

/** Returns the name in other domains, for devices that lack it in the written domain. */
function namesWithout({ map, domain, name }: FullName, { nameSets, [map]: domains }: DeviceFacts): readonly FullName[] {
  const lacking = nameSets.filter((one) => !one[map].has(`${domain}/${name}`));
  const isTheirs = (other: string): boolean => lacking.some((one) => one[map].has(`${other}/${name}`));
  return [...domains.keys()].filter(isTheirs).map((other) => ({ map, domain: other, name }));
}
