// Collects the names of device attributes and capacities and suggests similar names for unknown ones.

import { entryIn } from '../../core/base/entry-in.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { some } from '../../core/base/words.js';
import { accessTo, type Mention } from '../reads/mentions.js';

/** Further names are not listed. */
const MAX_NAMES = 6;

type Kind = Mention['map'];

/** The names in each domain, of all devices. */
export type DeviceNames = Readonly<Record<Kind, ReadonlyMap<string, ReadonlySet<string>>>>;

/** Adds a name of a device. A name without a domain belongs to the driver's domain. */
export function addName(domains: Map<string, Set<string>>, name: string, driver: string): void {
  const slash = name.indexOf('/');
  const domain = slash === -1 ? driver : name.slice(0, slash);
  entryIn(domains, domain, () => new Set<string>()).add(name.slice(slash + 1));
}

/** Advises on a name that no device has at this place. */
export function aboutName({ map, domain, name }: Mention, names: DeviceNames): string | undefined {
  const other = map === 'attributes' ? 'capacity' : 'attributes';
  if (names[other].get(domain)?.has(name) === true) {
    return `${name} is ${other === 'capacity' ? 'a capacity' : 'an attribute'}: ${accessTo({ map: other, domain, name })}`;
  }
  const domainNames = names[map].get(domain);
  if (domainNames === undefined) return aboutDomain(map, domain, names);
  const near = nearestName(name, [...domainNames]);
  if (near !== undefined) return `no device has ${name} in ${domain}, did you mean ${near}?`;
  const elsewhere = [...names[map]].find(([, inDomain]) => inDomain.has(name))?.[0];
  if (elsewhere !== undefined) return `no device has ${name} in ${domain}, did you mean ${accessTo({ map, domain: elsewhere, name })}?`;
  return `no device has ${name} in ${domain}; found ${some([...domainNames], MAX_NAMES)}`;
}

function aboutDomain(map: Kind, domain: string, names: DeviceNames): string | undefined {
  const domains = [...names[map].keys()];
  const what = map === 'attributes' ? 'attributes' : 'capacities';
  if (domains.length === 0) return `no device has ${what}`;
  const [named] = map === 'attributes' ? attributesNamed(domain, names.attributes) : [];
  if (named !== undefined) return `${named.name} is an attribute of ${named.domain}: ${accessTo({ map, ...named })}`;
  const near = nearestName(domain, domains);
  return `no device has ${what} in the domain ${domain}${near === undefined ? `; found ${some(domains, MAX_NAMES)}` : `, did you mean ${near}?`}`;
}

/** An attribute by its domain and its name. */
interface FullName {
  readonly domain: string;
  readonly name: string;
}

/** Returns the attributes that a text names, with or without their domain. */
export function attributesNamed(text: string, domains: ReadonlyMap<string, { has(name: string): boolean }>): readonly FullName[] {
  return [...domains].flatMap(([domain, names]) => {
    const name = text.startsWith(`${domain}/`) ? text.slice(domain.length + 1) : text;
    return names.has(name) ? [{ domain, name }] : [];
  });
}
