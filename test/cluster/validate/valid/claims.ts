// Claims, their templates and device classes that an API server accepts.

import type { Random } from '../../../differential/generate/random.js';
import { different, driverName, fullyQualifiedName, identifier, label, labelKey, labelValue, qualifiedName, subdomain } from './names.js';
import { derivation, parameters, quantity, selector } from './values.js';

/** The names of a request that a constraint can use: its own name, or the names of its alternatives. */
interface Request {
  readonly name: string;
  readonly references: readonly string[];
  readonly json: object;
}

/** The spec of a claim. */
export function claimSpec(random: Random): object {
  const names = different(random, random.chance(0.02) ? 32 : random.integer(1, 3), label);
  const derived = random.chance(0.2) ? fullyQualifiedName(random) : undefined;
  const requests = names.map((name) => request(random, name, derived));
  const references = requests.flatMap((one) => one.references);
  const constraints = random.times(random.chance(0.02) ? 31 : random.integer(0, 2), () => ({
    ...some(random, 'requests', () => pickSome(random, references)),
    [random.pick(['matchAttribute', 'distinctAttribute'])]: fullyQualifiedName(random),
  }));
  // A constraint must name a derived attribute on its request.
  if (derived !== undefined) constraints.push({ matchAttribute: derived } as never);
  const config = random.times(random.chance(0.02) ? 32 : random.integer(0, 2), () => ({
    ...some(random, 'requests', () => pickSome(random, references)),
    opaque: { driver: driverName(random), parameters: parameters(random) },
  }));
  return {
    devices: {
      requests: requests.map(({ json }) => json),
      ...(constraints.length === 0 ? {} : { constraints }),
      ...(config.length === 0 ? {} : { config }),
    },
  };
}

function request(random: Random, name: string, derived: string | undefined): Request {
  if (random.chance(0.7)) return { name, references: [name], json: { name, exactly: demand(random, derived) } };
  const names = different(random, random.chance(0.05) ? 8 : random.integer(1, 3), label);
  const firstAvailable = names.map((own) => ({ name: own, ...demand(random, derived) }));
  return { name, references: [name, ...names.map((own) => `${name}/${own}`)], json: { name, firstAvailable } };
}

/** The fields that requests and their alternatives share. */
function demand(random: Random, derived: string | undefined): object {
  const driver = driverName(random);
  return {
    deviceClassName: subdomain(random),
    ...some(random, 'selectors', () => random.times(random.integer(1, 2), () => ({ cel: { expression: selector(random, driver) } }))),
    ...random.pick([
      {},
      { count: random.integer(1, 32) },
      { allocationMode: 'ExactCount', count: random.integer(1, 1000) },
      { allocationMode: 'ExactCount' },
      { allocationMode: 'All' },
    ]),
    ...some(random, 'tolerations', () => random.times(random.chance(0.05) ? 16 : random.integer(1, 2), () => toleration(random))),
    ...some(random, 'capacity', () => ({
      requests: Object.fromEntries(different(random, random.integer(1, 3), qualifiedName).map((name) => [name, quantity(random)])),
    })),
    ...(derived === undefined || random.chance(0.3)
      ? {}
      : { derivedAttributes: [{ name: derived, expression: derivation(random, driver) }] }),
  };
}

function toleration(random: Random): object {
  const effect = random.pick([
    {},
    { effect: 'NoSchedule' },
    { effect: 'NoExecute' },
    { effect: 'NoExecute', tolerationSeconds: random.integer(-1, 600) },
  ]);
  if (random.chance(0.4)) return { ...some(random, 'key', labelKey), operator: 'Exists', ...effect };
  return { key: labelKey(random), ...random.pick([{}, { operator: 'Equal' }]), value: labelValue(random), ...effect };
}

/** The spec of a template. */
export function templateSpec(random: Random): object {
  return {
    ...some(random, 'metadata', () => ({
      ...some(random, 'labels', () => ({ [labelKey(random)]: labelValue(random) })),
      ...some(random, 'annotations', () => ({ [labelKey(random)]: 'any text: ä' })),
    })),
    spec: claimSpec(random),
  };
}

/** The spec of a class. */
export function classSpec(random: Random): object {
  const driver = driverName(random);
  return {
    ...some(random, 'selectors', () =>
      random.times(random.chance(0.05) ? 32 : random.integer(1, 3), () => ({ cel: { expression: selector(random, driver) } })),
    ),
    ...some(random, 'config', () => random.times(random.integer(1, 2), () => ({ opaque: { driver, parameters: parameters(random) } }))),
    ...some(random, 'extendedResourceName', () => `example.com/${identifier(random).replaceAll('_', 'x')}`),
  };
}

/** A field that is present half of the time. */
export function some<Name extends string, Value>(random: Random, name: Name, make: (random: Random) => Value): { [Key in Name]?: Value } {
  return random.chance(0.5) ? ({ [name]: make(random) } as { [Key in Name]?: Value }) : {};
}

function pickSome(random: Random, all: readonly string[]): string[] {
  return random.shuffle(all).slice(0, random.integer(1, Math.min(4, all.length)));
}
