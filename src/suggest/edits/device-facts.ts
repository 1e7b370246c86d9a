// The names and values that the devices of a node have, for edits that write one of them.

import type { DeviceAttribute } from '../../api/resource-slice.js';
import { entryIn } from '../../base/entry-in.js';
import type { Question } from '../question.js';

/** Names with their values of attributes and of capacities, by domain. */
export interface DeviceFacts {
  readonly attributes: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<Value>>>;
  readonly capacity: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<Value>>>;
  /** An attribute of each type that devices have under a name, by domain. */
  readonly samples: ReadonlyMap<string, ReadonlyMap<string, readonly DeviceAttribute[]>>;
}

/** A value as a selector writes it: quantities and versions as texts. */
export type Value = string | bigint | boolean;

/** More values of one name are not remembered. */
const MOST_VALUES = 32;

type Samples = Map<string, Map<string, DeviceAttribute[]>>;
type Domains = Map<string, Map<string, Set<Value>>>;

/** Collects what the devices that a node sees have. */
export function deviceFactsOf({ input, checkpoint }: Question): DeviceFacts {
  const facts = checkpoint.keep(() => ({
    attributes: new Map() as Domains,
    capacity: new Map() as Domains,
    samples: new Map() as Samples,
  }));
  checkpoint.forEach(input.view.devices, ({ device, slice: { spec } }) => {
    checkpoint.step(device.attributes.size + device.capacity.size);
    for (const [name, attribute] of device.attributes) {
      add(facts.attributes, name, spec.driver, valuesIn(attribute));
      addSample(facts.samples, name, spec.driver, attribute);
    }
    for (const [name, { value }] of device.capacity) add(facts.capacity, name, spec.driver, [value.toString()]);
  });
  return facts;
}

function addSample(samples: Samples, fullName: string, driver: string, attribute: DeviceAttribute): void {
  const slash = fullName.indexOf('/');
  const names = entryIn(samples, slash === -1 ? driver : fullName.slice(0, slash), () => new Map<string, DeviceAttribute[]>());
  const known = entryIn(names, fullName.slice(slash + 1), (): DeviceAttribute[] => []);
  if (!known.some((other) => typeOf(other) === typeOf(attribute))) known.push(attribute);
}

function typeOf(attribute: DeviceAttribute): string | undefined {
  return Object.entries(attribute).find(([, value]) => value !== undefined)?.[0];
}

function add(domains: Domains, fullName: string, driver: string, values: readonly Value[]): void {
  const slash = fullName.indexOf('/');
  const names = entryIn(domains, slash === -1 ? driver : fullName.slice(0, slash), () => new Map<string, Set<Value>>());
  const known = entryIn(names, fullName.slice(slash + 1), () => new Set<Value>());
  for (const value of values) if (known.size < MOST_VALUES) known.add(value);
}

function valuesIn({ int, bool, string, version, ints = [], bools = [], strings = [], versions = [] }: DeviceAttribute): readonly Value[] {
  return [int, bool, string, version, ...ints, ...bools, ...strings, ...versions].filter((value) => value !== undefined);
}
