// Valid slices, and valid rules that taint devices.

import type { Random } from '../../../differential/generate/random.js';
import { some } from './claims.js';
import { different, driverName, identifier, label, labelKey, labelValue, poolName, qualifiedName, subdomain } from './names.js';
import { quantity, time, version } from './values.js';

/** The spec of a slice. With some feature gates off, an API server drops list attributes, which would leave empty attributes. */
export function sliceSpec(random: Random, { allGates }: { readonly allGates: boolean }): object {
  const driver = driverName(random);
  const pool = { name: poolName(random), generation: random.integer(0, 5), resourceSliceCount: random.integer(1, 3) };
  const [where, perDevice] = random.pick([
    [{ nodeName: subdomain(random) }, false],
    [{ allNodes: true }, false],
    [{ nodeSelector: nodeSelector(random) }, false],
    [{ perDeviceNodeSelection: true }, true],
  ] as const);
  if (random.chance(0.1)) return { driver, pool, ...where, sharedCounters: counterSets(random) };
  const few = random.chance(0.97);
  const names = different(random, few ? random.integer(0, 4) : random.pick([64, 128]), (random) => label(random));
  const shape = { allGates, perDevice, plain: names.length > 64, small: !few };
  const operations =
    allGates && random.chance(0.1)
      ? { skipNodeOperations: random.pick([['*'], ['NodeUnprepareResources'], ['NodePrepareResources', 'NodeUnprepareResources']]) }
      : {};
  return {
    driver,
    pool,
    ...where,
    ...operations,
    ...(names.length === 0 && random.chance(0.5) ? {} : { devices: names.map((name) => device(random, name, shape)) }),
  };
}

/** The variants of devices in a slice. `plain` devices have neither taints, counters nor lists. A slice can have fewer devices with these. */
interface Shape {
  readonly allGates: boolean;
  readonly perDevice: boolean;
  readonly plain: boolean;
  readonly small: boolean;
}

function device(random: Random, name: string, shape: Shape): object {
  const where = random.pick([{ nodeName: subdomain(random) }, { allNodes: true }, { nodeSelector: nodeSelector(random) }]);
  const place = shape.perDevice ? where : {};
  if (shape.small && random.chance(0.8)) return { name, ...place };
  const attributes = different(random, random.chance(0.03) ? 16 : random.integer(0, 4), qualifiedName);
  const shared = random.chance(0.4);
  const capacities = different(random, random.chance(0.03) ? 16 : random.integer(0, 2), qualifiedName);
  return {
    name,
    ...place,
    attributes: Object.fromEntries(attributes.map((key) => [key, attribute(random, shape)])),
    capacity: Object.fromEntries(capacities.map((key) => [key, capacity(random, shared)])),
    ...(shared ? { allowMultipleAllocations: true } : some(random, 'allowMultipleAllocations', () => false)),
    ...(shape.plain ? {} : rare(random, 'taints', () => random.times(random.chance(0.05) ? 16 : 1, () => taint(random)))),
    ...(shape.plain ? {} : rare(random, 'consumesCounters', () => consumed(random))),
    ...bindings(random),
  };
}

function bindings(random: Random): object {
  if (random.chance(0.8)) return {};
  const conditions = different(random, random.integer(2, 8), labelKey);
  const half = Math.floor(conditions.length / 2);
  return {
    bindingConditions: conditions.slice(0, half),
    bindingFailureConditions: conditions.slice(half),
    ...some(random, 'bindsToNode', () => random.chance(0.5)),
  };
}

function attribute(random: Random, { allGates, plain }: Shape): object {
  const lists = allGates && !plain && random.chance(0.3);
  if (lists) {
    const count = random.integer(1, 3);
    return random.pick([
      { strings: different(random, count, identifier) },
      { ints: different(random, count, (random) => `${random.integer(0, 100)}`).map(Number) },
      { bools: [true] },
      { versions: different(random, count, version) },
    ]);
  }
  return random.pick([
    { string: random.pick(['', 'a100', 'ä b', 'x'.repeat(64)]) },
    { int: random.pick([0, -1, 7, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) },
    { bool: random.chance(0.5) },
    { version: version(random) },
  ]);
}

function capacity(random: Random, shared: boolean): object {
  if (!shared || random.chance(0.4)) return { value: quantity(random) };
  const unit = random.pick(['', 'k', 'Mi', 'Gi']);
  const of = (amount: number) => `${amount}${unit}`;
  const [least, step, steps] = [random.integer(1, 5), random.integer(1, 4), random.integer(1, 6)];
  const most = least + step * steps;
  const value = of(most + random.integer(0, 3));
  const preset = of(least + step * random.integer(0, steps));
  if (random.chance(0.3)) return { value, requestPolicy: { default: preset } };
  if (random.chance(0.5)) {
    return {
      value,
      requestPolicy: {
        default: preset,
        validRange: { min: of(least), ...some(random, 'max', () => of(most)), ...some(random, 'step', () => of(step)) },
      },
    };
  }
  return { value, requestPolicy: { default: preset, validValues: random.times(steps + 1, (index) => of(least + step * index)) } };
}

function counterSets(random: Random): object[] {
  const names = different(random, random.chance(0.1) ? 8 : random.integer(1, 2), label);
  return names.map((name) => ({ name, counters: counters(random, random.chance(0.05) ? 32 : random.integer(1, 3)) }));
}

function consumed(random: Random): object[] {
  return different(random, random.integer(1, 2), label).map((counterSet) => ({
    counterSet,
    counters: counters(random, random.integer(1, 3)),
  }));
}

function counters(random: Random, count: number): object {
  return Object.fromEntries(different(random, count, label).map((name) => [name, { value: quantity(random) }]));
}

function nodeSelector(random: Random): object {
  const requirement = () => {
    const key = labelKey(random);
    return random.pick([
      { key, operator: 'In', values: [labelValue(random)] },
      { key, operator: 'NotIn', values: [labelValue(random), labelValue(random)] },
      { key, operator: random.pick(['Exists', 'DoesNotExist']) },
      { key, operator: random.pick(['Gt', 'Lt']), values: [`${random.integer(0, 500)}`] },
    ]);
  };
  const matchFields = [{ key: 'metadata.name', operator: random.pick(['In', 'NotIn']), values: [subdomain(random)] }];
  const matchExpressions = random.times(random.integer(1, 3), requirement);
  return { nodeSelectorTerms: [random.pick([{ matchExpressions }, { matchFields }, { matchExpressions, matchFields }])] };
}

function taint(random: Random): object {
  return {
    key: labelKey(random),
    ...some(random, 'value', labelValue),
    effect: random.pick(['NoSchedule', 'NoExecute', 'None']),
    ...rare(random, 'timeAdded', time),
  };
}

/** The spec of a rule that taints devices. */
export function taintRuleSpec(random: Random): object {
  return {
    ...some(random, 'deviceSelector', () => ({
      ...some(random, 'driver', driverName),
      ...some(random, 'pool', poolName),
      ...some(random, 'device', (random) => label(random)),
    })),
    taint: taint(random),
  };
}

/** A field that is rarely present. */
function rare<Name extends string, Value>(random: Random, name: Name, make: (random: Random) => Value): { [Key in Name]?: Value } {
  return random.chance(0.3) ? some(random, name, make) : {};
}
