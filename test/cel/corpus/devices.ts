// Generates devices for the generated expressions: attributes of every type,
// missing ones, unexpected types, and unusual versions and quantities.

import { Random } from '../../differential/generate/random.js';
import type { AttributeData, DeviceData } from '../vector-devices.js';
import { ATTRIBUTES, CAPACITIES } from './grammar/words.js';

const DRIVER = 'd.example.com';
const OTHER = 'other.example.com';

const INTS = ['0', '1', '2', '7', '-1', '100', '9223372036854775807', '-9223372036854775808', '9007199254740993'];
const TEXTS = ['', 'a', 'abc', 'A100', '1g.5gb', '10.0.0.1', '1.2.3', 'H100 ä😀', 'x'.repeat(64), '10Gi', 'true', 'https://a.b/c'];
const VERSIONS = ['1.2.3', '0.0.0', '2.0.0-rc.1', '535.104.5', '1.0.0-alpha.1+build.7', '1.2.3+build.8', '18446744073709551615.0.0'];
const QUANTITIES = [
  '0',
  '1',
  '40Gi',
  '1500m',
  '-1',
  '108',
  '1n',
  '0.1n',
  '1e3',
  '9223372036854775807',
  '9223372036854775808',
  '8Ei',
  '1.5',
  '100k',
];

/** Returns the devices of a seed. About one in 25 does not convert: an attribute has no value or an invalid version. */
export function makeDevices(seed: number, count: number): DeviceData[] {
  return Array.from({ length: count }, (_, index) => makeDevice(new Random(seed, 1_000_000 + index)));
}

function makeDevice(random: Random): DeviceData {
  const attributes: Record<string, AttributeData> = {};
  const add = (name: string, value: AttributeData): void => {
    attributes[random.chance(0.1) ? `${OTHER}/${name}` : random.chance(0.1) ? `${DRIVER}/${name}` : name] = value;
  };
  const presence = random.pick([0, 0.5, 0.85, 0.85, 1]);
  for (const [type, names] of ATTRIBUTES) {
    for (const name of random.some(names, presence))
      add(name, makeAttribute(random, random.chance(0.9) ? type : random.pick([...ATTRIBUTES.keys()])));
  }
  if (random.chance(0.04)) attributes['broken'] = random.pick([{}, { version: random.pick(['v1.2.3', '1.2', '', ' 1.2.3']) }]);
  const capacity: Record<string, string> = {};
  for (const name of random.some(CAPACITIES, presence)) capacity[random.chance(0.15) ? `${OTHER}/${name}` : name] = random.pick(QUANTITIES);
  const shared = random.pick([true, false, undefined]);
  return {
    driver: random.chance(0.85) ? DRIVER : OTHER,
    ...(shared === undefined ? {} : { allowMultipleAllocations: shared }),
    attributes,
    capacity,
  };
}

function makeAttribute(random: Random, type: string): AttributeData {
  const some = <T>(list: readonly T[]): T[] => random.times(random.pick([0, 1, 2, 3]), () => random.pick(list));
  switch (type) {
    case 'int':
      return { int: random.pick(INTS) };
    case 'string':
      return { string: random.pick(TEXTS) };
    case 'bool':
      return { bool: random.chance(0.5) };
    case 'semver':
      return { version: random.pick(VERSIONS) };
    case 'list(int)':
      return { ints: some(INTS) };
    case 'list(string)':
      return { strings: some(TEXTS) };
    case 'list(bool)':
      return { bools: some([true, false]) };
    default:
      return { versions: some(VERSIONS) };
  }
}
