// Names that may be meant by a name that no device has.

import { nearestName } from '../../../core/base/nearest-name.js';
import type { DeviceFacts } from './device-facts.js';

/** An attribute or capacity by its full name. */
export interface FullName {
  readonly map: 'attributes' | 'capacity';
  readonly domain: string;
  readonly name: string;
}

/** The names that may be meant. A name that some device has is no misspelling: others may have it in a domain of their own. */
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

/** The name in the domains in which devices have it that lack it in the one that is written. */
function namesWithout({ map, domain, name }: FullName, { nameSets, [map]: domains }: DeviceFacts): readonly FullName[] {
  const lacking = nameSets.filter((one) => !one[map].has(`${domain}/${name}`));
  const isTheirs = (other: string): boolean => lacking.some((one) => one[map].has(`${other}/${name}`));
  return [...domains.keys()].filter(isTheirs).map((other) => ({ map, domain: other, name }));
}
