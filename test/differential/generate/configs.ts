// Configuration of classes and claims, and the names of requests in configuration and constraints.

import type { Request } from './claims.js';
import type { Random } from './random.js';
import type { Fields } from './setting.js';

/** Opaque parameters with numbers, lists and nested objects. */
export function makeConfig(random: Random, driver: string, number: number): Fields {
  const parameters = random.pick<Fields>([
    { kind: 'Config', number },
    { number, list: [1, 'x', null], deep: { b: true } },
    { number: `${number}` },
  ]);
  return { opaque: { driver, parameters } };
}

/** Names of requests and subrequests of a claim. Some do not exist. */
export function someRequestNames(random: Random, requests: readonly Request[]): string[] {
  const all = requests.flatMap(({ name, firstAvailable = [] }) => [name, name, ...firstAvailable.map((sub) => `${name}/${sub.name}`)]);
  const names = random.some(all, 0.4);
  if (random.chance(0.06)) names.push(random.pick(['nope', 's0', 'r0/nope', 'r0/']));
  return names;
}
