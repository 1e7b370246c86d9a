// The node constraints of pods: selectors, affinities and tolerations, in all forms of the API and some invalid forms.

import type { Random } from '../../generate/random.js';
import type { Part } from './containers.js';

/** Labels of nodes, which pods select, with their values. */
export const LABELS: Readonly<Record<string, readonly string[]>> = {
  zone: ['a', 'b', 'c', ''],
  disk: ['ssd', 'hdd'],
  cores: ['4', '08', '-3', '+5', '9223372036854775807', '9223372036854775808', 'many', '', '1e3', ' 4'],
  'kubernetes.io/hostname': ['n0', 'n1', 'n2'],
};
const KEYS = [...Object.keys(LABELS), 'zone', 'cores', 'missing'];
const OPERATORS = ['In', 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];
const ODD_OPERATORS = ['', 'in', 'Equals', 'Gte'];

/** Taints of nodes, with the keys and values of tolerations. */
export const TAINT_KEYS = [
  'dedicated',
  'gpu',
  'cores',
  'node.kubernetes.io/unschedulable',
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
];
export const TAINT_VALUES = ['', 'a', 'b', '5', '-5', '05', '+5', '10', '9223372036854775807', '9223372036854775808', '4.0'];
export const EFFECTS = ['NoSchedule', 'NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const TOLERATION_OPERATORS = [undefined, '', 'Equal', 'Exists', 'Gt', 'Lt', 'Lt', 'equal'];

/** Values of the taint for comparisons, mostly adjacent numbers. */
export const CORES = ['4', '5', '5', '6', '-5', '05', '9223372036854775807', '9223372036854775808', 'many', ''];

/** Probabilities: of a value that the API server rejects, and of a pod with requirements on nodes. */
export interface OddOptions {
  readonly odd: number;
  readonly strict: number;
}

function values(random: Random, key: string, operator: string, { odd }: OddOptions): string[] | undefined {
  const known = LABELS[key] ?? ['x'];
  if (random.chance(odd))
    return random.chance(0.5) ? undefined : random.times(random.integer(0, 2), () => random.pick([...known, 'not a label!']));
  if (operator === 'Exists' || operator === 'DoesNotExist') return undefined;
  if (operator === 'Gt' || operator === 'Lt') return [random.pick(['3', '4', '5', '-4', '0', '9223372036854775806'])];
  return random.times(random.integer(1, 3), () => random.pick(known));
}

function requirement(random: Random, options: OddOptions): Part {
  const key = random.chance(options.odd / 2) ? random.pick(['', 'not a key!', 'a/b/c']) : random.pick(KEYS);
  const operator = random.chance(options.odd) ? random.pick(ODD_OPERATORS) : random.pick(OPERATORS);
  const list = values(random, key, operator, options);
  return { key, operator, ...(list === undefined ? {} : { values: list }) };
}

function fieldRequirement(random: Random, options: OddOptions): Part {
  const key = random.chance(options.odd) ? random.pick(['metadata.namespace', 'spec.nodeName', '']) : 'metadata.name';
  const operator = random.chance(options.odd) ? random.pick([...OPERATORS, ...ODD_OPERATORS]) : random.pick(['In', 'In', 'NotIn']);
  const count = random.chance(options.odd) ? random.integer(0, 2) : 1;
  return { key, operator, values: random.times(count, () => random.pick(['n0', 'n1', 'n2', 'n3', 'gone'])) };
}

function term(random: Random, options: OddOptions): Part {
  const part: Part = {};
  if (random.chance(0.8)) part['matchExpressions'] = random.times(random.integer(0, 2), () => requirement(random, options));
  if (random.chance(0.3)) part['matchFields'] = random.times(random.integer(1, 2), () => fieldRequirement(random, options));
  return part;
}

/** A node affinity, sometimes with empty lists and empty terms. */
export function nodeAffinity(random: Random, options: OddOptions): Part {
  const part: Part = {};
  if (random.chance(0.6 * options.strict)) {
    const count = random.chance(0.1) ? 0 : random.integer(1, 3);
    part['requiredDuringSchedulingIgnoredDuringExecution'] = { nodeSelectorTerms: random.times(count, () => term(random, options)) };
  }
  if (random.chance(0.7)) {
    part['preferredDuringSchedulingIgnoredDuringExecution'] = random.times(random.integer(0, 3), () => ({
      weight: random.chance(0.1) ? random.pick([0, 100, -1]) : random.integer(1, 100),
      preference: term(random, options),
    }));
  }
  return part;
}

/** A node selector by labels. */
export function nodeSelector(random: Random, { odd }: OddOptions): Part {
  const part: Part = {};
  for (const key of random.times(random.integer(0, 2), () => random.pick(KEYS))) part[key] = random.pick(LABELS[key] ?? ['x']);
  if (random.chance(odd / 2)) part['zone'] = 'not a value!';
  return part;
}

/** A toleration of any form. */
export function toleration(random: Random, { odd }: OddOptions): Part {
  const part: Part = {};
  if (random.chance(0.85)) part['key'] = random.pick(TAINT_KEYS);
  else if (random.chance(0.5)) return { operator: 'Exists' };
  const operator = random.pick(TOLERATION_OPERATORS.filter((name) => name !== 'equal' || random.chance(odd)));
  if (operator !== undefined) part['operator'] = operator;
  if ((operator === 'Gt' || operator === 'Lt') && random.chance(0.7)) return { key: 'cores', operator, value: random.pick(CORES) };
  if (operator !== 'Exists' || random.chance(odd)) part['value'] = random.pick(TAINT_VALUES);
  if (random.chance(0.7)) part['effect'] = random.pick([...EFFECTS, '']);
  if (part['effect'] === 'NoExecute' && random.chance(0.3)) part['tolerationSeconds'] = random.pick([0, 300, -1]);
  return part;
}
