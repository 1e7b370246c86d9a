// Generates random literals to complement the listed ones.

import type { Random } from '../../../differential/generate/random.js';

const ALPHABET = [...'aabbcxyzABZ019 ._-/:,%+*()[]{}|^$#@!~=&;<>?é世😀ßİ\u0301'];

const digits = (random: Random, count: number): string => random.times(count, () => random.integer(0, 9)).join('');

/** Returns an integer without leading zeros and with a maximum number of digits. */
function whole(random: Random, digitsAtMost: number): string {
  return digits(random, random.integer(1, digitsAtMost)).replace(/^0+(?=\d)/, '');
}

function int(random: Random): string {
  const sign = random.pick(['', '', '-']);
  return random.chance(0.2) ? `${sign}0x${BigInt(whole(random, 18)).toString(16)}` : sign + whole(random, 18);
}

function double(random: Random): string {
  const plain = `${random.pick(['', '-'])}${whole(random, random.pick([1, 3, 17]))}.${digits(random, random.pick([1, 2, 6, 17]))}`;
  return random.chance(0.4)
    ? `${plain}e${random.pick(['', '+', '-'])}${random.pick([random.integer(0, 22), random.integer(0, 308)])}`
    : plain;
}

function text(random: Random): string {
  return random.times(random.integer(0, random.pick([3, 8, 30])), () => random.pick(ALPHABET)).join('');
}

function duration(random: Random): string {
  const units = ['h', 'm', 's', 'ms', 'us', 'ns'].filter(() => random.chance(0.4));
  const terms = (units.length === 0 ? ['s'] : units).map(
    (unit) => whole(random, 5) + (random.chance(0.2) ? `.${digits(random, random.integer(1, 10))}` : '') + unit,
  );
  return `duration("${random.pick(['', '', '-'])}${terms.join('')}")`;
}

function timestamp(random: Random): string {
  const two = (low: number, high: number): string => String(random.integer(low, high)).padStart(2, '0');
  const date = `${String(random.integer(1, 9999)).padStart(4, '0')}-${two(1, 12)}-${two(1, 31)}`;
  const fraction = random.chance(0.3) ? `.${digits(random, random.integer(1, 9))}` : '';
  const zone = random.pick(['Z', 'Z', `+${two(0, 14)}:${two(0, 59)}`, `-${two(0, 12)}:00`]);
  return `timestamp("${date}T${two(0, 23)}:${two(0, 59)}:${two(0, 59)}${fraction}${zone}")`;
}

function quantity(random: Random): string {
  const suffix = random.pick(['', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'e2', 'E-3']);
  const fraction = random.chance(0.4) ? `.${digits(random, random.integer(1, 12))}` : '';
  return `quantity("${random.pick(['', '', '-', '+'])}${whole(random, random.pick([2, 5, 20]))}${fraction}${suffix}")`;
}

function semver(random: Random): string {
  const part = (): string => whole(random, 3);
  const identifier = (): string => random.pick(['rc', 'alpha', 'x-y', part(), `b${part()}`]);
  const tail = random.pick([
    '',
    '',
    `-${identifier()}`,
    `-${identifier()}.${identifier()}`,
    `+${identifier()}`,
    `-${identifier()}+${identifier()}`,
  ]);
  return `semver("${part()}.${part()}.${part()}${tail}")`;
}

function address(random: Random): string {
  if (random.chance(0.5)) return random.times(4, () => random.integer(0, 255)).join('.');
  const groups = random.times(8, () => (random.chance(0.5) ? '0' : random.integer(0, 0xffff).toString(16)));
  const full = groups.join(':');
  return random.chance(0.5) ? full.replace(/(?:^|:)0(?::0)+(?:$|:)/, '::') : full;
}

const MAKERS: ReadonlyMap<string, (random: Random) => string> = new Map([
  ['int', int],
  ['uint', (random) => `${whole(random, 19)}u`],
  ['double', double],
  ['string', (random) => JSON.stringify(text(random))],
  ['bytes', (random) => `b${JSON.stringify(text(random))}`],
  ['duration', duration],
  ['timestamp', timestamp],
  ['quantity', quantity],
  ['semver', semver],
  ['ip', (random) => `ip("${address(random)}")`],
  ['cidr', (random) => `cidr("${address(random)}/${random.integer(0, random.pick([32, 128]))}")`],
]);

/** Returns a literal of a type; undefined if there are only listed ones. */
export function randomLiteral(random: Random, type: string): string | undefined {
  return MAKERS.get(type)?.(random);
}
