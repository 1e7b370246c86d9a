// Collects the names and values of the devices on a node, for edits that use one of them.

import type { DeviceAttribute } from '../../../core/api/resource-slice.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { firstOf } from '../../../core/base/lists.js';
import { isShortName } from '../../../core/base/nearest-name.js';
import type { Question } from '../question.js';
import { MOST } from './bounds.js';

/** Names with the values of attributes and capacities, by domain. */
export interface DeviceFacts {
  readonly attributes: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<Value>>>;
  readonly capacity: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<Value>>>;
  /** The sets of names that devices have, each once. */
  readonly nameSets: readonly NameSet[];
  /** An attribute of each type that devices have under a name, by domain. */
  readonly samples: ReadonlyMap<string, ReadonlyMap<string, readonly DeviceAttribute[]>>;
}

/** The full names that a device has. */
export interface NameSet {
  readonly attributes: ReadonlySet<string>;
  readonly capacity: ReadonlySet<string>;
}

/** A value as a selector writes it: quantities and versions as texts. */
export type Value = string | bigint | boolean;

type Samples = Map<string, Map<string, DeviceAttribute[]>>;
type Domains = Map<string, Map<string, Set<Value>>>;

/** Collects the names and values of the accessible devices. */
export function* deviceFactsOf({ input, checkpoint }: Question): Incremental<DeviceFacts> {
  const facts = {
    attributes: new Map() as Domains,
    capacity: new Map() as Domains,
    samples: new Map() as Samples,
    nameSets: new Map<string, NameSet>(),
  };
  for (const {
    device,
    slice: { spec },
  } of input.view.devices) {
    if (checkpoint.due()) yield;
    const [attributes, amounts] = [entriesOf(device.attributes), entriesOf(device.capacity)];
    checkpoint.step(attributes.length + amounts.length);
    for (const [name, attribute] of attributes) {
      if (!mayKnow(facts.attributes, name, spec.driver)) continue;
      add(facts.attributes, name, spec.driver, valuesIn(attribute));
      addSample(facts.samples, name, spec.driver, attribute);
    }
    for (const [name, { value }] of amounts)
      if (mayKnow(facts.capacity, name, spec.driver)) add(facts.capacity, name, spec.driver, [value.toString()]);
    addNames(facts.nameSets, attributes, amounts, spec.driver);
  }
  return { ...facts, nameSets: [...facts.nameSets.values()] };
}

/** Returns the attributes or capacities of a device that edits consider. */
function entriesOf<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return firstOf(map, MOST.namesOfDomain).filter(([name]) => isShortName(name));
}

/** Returns whether a name of a domain is stored, or still fits into the collection. */
function mayKnow(domains: Domains, name: string, driver: string): boolean {
  const slash = name.indexOf('/');
  const domain = slash === -1 ? driver : name.slice(0, slash);
  const names = domains.get(domain);
  if (names === undefined) return domains.size < MOST.domains;
  return names.size < MOST.namesOfDomain || names.has(name.slice(slash + 1));
}

type Named = readonly (readonly [string, unknown])[];

function addNames(nameSets: Map<string, NameSet>, attributes: Named, capacity: Named, driver: string): void {
  if (nameSets.size === MOST.nameSets) return;
  const [all, amounts] = [attributes, capacity].map((entries) => entries.map(([name]) => fullName(name, driver)));
  entryIn(nameSets, JSON.stringify([all, amounts]), () => ({ attributes: new Set(all), capacity: new Set(amounts) }));
}

/** Returns a name with its domain, by default the driver. */
function fullName(name: string, driver: string): string {
  return name.includes('/') ? name : `${driver}/${name}`;
}

function addSample(samples: Samples, name: string, driver: string, attribute: DeviceAttribute): void {
  const slash = name.indexOf('/');
  const names = entryIn(samples, slash === -1 ? driver : name.slice(0, slash), () => new Map<string, DeviceAttribute[]>());
  const attributes = entryIn(names, name.slice(slash + 1), (): DeviceAttribute[] => []);
  if (!attributes.some((other) => typeOf(other) === typeOf(attribute))) attributes.push(attribute);
}

function typeOf(attribute: DeviceAttribute): string | undefined {
  return Object.entries(attribute).find(([, value]) => value !== undefined)?.[0];
}

function add(domains: Domains, name: string, driver: string, values: readonly Value[]): void {
  const slash = name.indexOf('/');
  const names = entryIn(domains, slash === -1 ? driver : name.slice(0, slash), () => new Map<string, Set<Value>>());
  const valueSet = entryIn(names, name.slice(slash + 1), () => new Set<Value>());
  for (const value of values)
    if (valueSet.size < MOST.valuesOfName && (typeof value !== 'string' || isShortName(value))) valueSet.add(value);
}

function valuesIn({ int, bool, string, version, ints = [], bools = [], strings = [], versions = [] }: DeviceAttribute): readonly Value[] {
  const listed = [ints, bools, strings, versions].flatMap((list: readonly Value[]) => list.slice(0, MOST.valuesOfName));
  return [int, bool, string, version, ...listed].filter((value) => value !== undefined);
}
