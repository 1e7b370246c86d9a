// Finds names of attributes and capacities that no device has, and similar names that were probably meant.

import type { Mention } from '../../cel/reads/mentions.js';
import { nearestName } from '../../core/base/nearest-name.js';
import type { WorldDevice } from './devices.js';
import type { Expression } from './expressions.js';
import type { Facts } from './facts.js';

/** A name in a domain. */
export type QualifiedName = Pick<Mention, 'map' | 'domain' | 'name'>;

/** The domain of the attributes that Kubernetes defines for all drivers. */
const STANDARD_DOMAIN = 'resource.kubernetes.io';

/** Source: k8s.io/dynamic-resource-allocation v0.37.2, package deviceattribute. */
const STANDARD_NAMES: readonly string[] = ['pcieRoot', 'pciBusID', 'numaNode'];

/** Kubernetes domains that users mistake for the standard domain. */
const OTHER_DOMAINS: readonly string[] = [
  'k8s.io',
  'kubernetes.io',
  'dra.k8s.io',
  'resource.k8s.io',
  'node.kubernetes.io',
  'device.kubernetes.io',
];

/** A name that no device has. */
export interface Missing {
  readonly name: QualifiedName;
  /** The names that were probably meant: several if they are equally near. */
  readonly near: readonly QualifiedName[];
}

/**
 * Returns the names in an expression that no device has. A name counts as
 * missing only if the input has devices of its driver or a similar name.
 */
export function missingNames(expression: Expression, facts: Facts): readonly Missing[] {
  const { drivers, mentions } = expression;
  if (drivers.length > 0 && !drivers.some((driver) => facts.drivers.has(driver))) return [];
  const testedNames = new Set(mentions.filter(({ use }) => use === 'has').map(textOf));
  const missing = new Map<string, Missing>();
  for (const mention of mentions) {
    const found = missingName(mention, facts);
    // An expression that tests a name with `has` also works without it.
    if (found !== undefined && (found.near.length > 0 || !testedNames.has(textOf(mention)))) missing.set(textOf(mention), found);
  }
  return [...missing.values()];
}

/** Returns a name as missing if no device has it; undefined if a device has it or the input has too little data. */
export function missingName(name: QualifiedName, facts: Facts): Missing | undefined {
  if (facts.names[name.map].get(name.domain)?.has(name.name) === true) return undefined;
  const near = nearNames(name, facts);
  return near.length > 0 || facts.drivers.has(name.domain) ? { name, near } : undefined;
}

function nearNames({ map, domain, name }: QualifiedName, { names, drivers, nearest }: Facts): readonly QualifiedName[] {
  const other = map === 'attributes' ? 'capacity' : 'attributes';
  if (names[other].get(domain)?.has(name) === true) return [{ map: other, domain, name }];
  const inDomain = nearest.of(name, names[map].get(domain) ?? []);
  if (inDomain.length > 0) return inDomain.map((near) => ({ map, domain, name: near }));
  const standard = map === 'attributes' ? nearStandard(domain, name) : undefined;
  if (standard !== undefined) return [standard];
  const domains = [...names[map]].filter(([, domainNames]) => domainNames.has(name)).map(([domainName]) => domainName);
  const [elsewhere = domains[0]] = nearest.of(domain, domains);
  if (elsewhere !== undefined && !isOtherDriver(domain, elsewhere, drivers)) return [{ map, domain: elsewhere, name }];
  const [nearDomain] = drivers.has(domain) ? [] : nearest.of(domain, [...names[map].keys()]);
  if (nearDomain === undefined) return [];
  const [near = name] = nearest.of(name, names[map].get(nearDomain) ?? []);
  return [{ map, domain: nearDomain, name: near }];
}

/**
 * Returns whether a domain looks like that of a driver without slices in the input: `gpu.amd.com` next to `gpu.nvidia.com`. In
 * that case, the names have another meaning.
 */
function isOtherDriver(domain: string, elsewhere: string, drivers: ReadonlySet<string>): boolean {
  return (
    !drivers.has(domain) &&
    domain.includes('.') &&
    nearestName(domain, [elsewhere]) === undefined &&
    !elsewhere.endsWith(`.${domain}`) &&
    !domain.endsWith(`.${elsewhere}`)
  );
}

function nearStandard(domain: string, name: string): QualifiedName | undefined {
  if (domain !== STANDARD_DOMAIN && !OTHER_DOMAINS.includes(domain)) return undefined;
  const standard = nearestName(name, STANDARD_NAMES);
  if (standard === undefined || (domain === STANDARD_DOMAIN && standard === name)) return undefined;
  return { map: 'attributes', domain: STANDARD_DOMAIN, name: standard };
}

/** Returns a name as written in constraints: `domain/name`. */
export function textOf({ domain, name }: Pick<QualifiedName, 'domain' | 'name'>): string {
  return `${domain}/${name}`;
}

/** Splits a name as written in constraints; undefined if it has no domain. */
export function nameIn(map: QualifiedName['map'], text: string): QualifiedName | undefined {
  const slash = text.indexOf('/');
  return slash < 0 ? undefined : { map, domain: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** Returns whether a device has a name. The domain may be omitted if it equals the driver. */
export function hasName(device: WorldDevice, { map, domain, name }: QualifiedName): boolean {
  const entries: ReadonlyMap<string, unknown> = device[map];
  return entries.has(`${domain}/${name}`) || (domain === device.driver && entries.has(name));
}
