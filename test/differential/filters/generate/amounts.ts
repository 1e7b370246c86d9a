// Amounts of resources. Amounts of nodes and pods are often close to each other. Others are at the limits of quantities and of the scheduler's
// integers.

import type { Random } from '../../generate/random.js';

/** Amounts by name. */
export type Amounts = Readonly<Record<string, string | number>>;

const CPUS = ['0', '1m', '100m', '250m', '0.5', '500m', '999m', 1, '1', '1001m', '1500m', '2', '2.5', '4'];
const MEMORIES = ['0', 1, '100M', '100Mi', '200Mi', '209715200', '209715201', '512Mi', '1G', '1Gi', '1.5Gi', '2Gi', '4Gi'];
const COUNTS = ['0', 1, '1', '2', '3', '4', '8'];
/** Amounts that suffice for most pods. */
const ROOM: Amounts = {
  pods: '110',
  cpu: '16',
  memory: '64Gi',
  'ephemeral-storage': '1Ti',
  'nvidia.com/gpu': '64',
  'example.com/foo': '64',
  'hugepages-2Mi': '64Gi',
  'hugepages-1Gi': '64Gi',
  'attachable-volumes-aws-ebs': '39',
};

const PAGES = ['0', '2Mi', '4Mi', '6Mi', '1Gi', '2Gi'];
const ODD = ['1n', '0.1', '0.0001', '1500m', '1e3', '1E', '1.5', '999u', '-1', '-500m', '-1Gi', '+2', '.5', '5.'];
const HUGE = [
  '9223372036854775807',
  '9223372036854775808',
  '4611686018427387904',
  '9223372036854775',
  '9223372036854776',
  '7Ei',
  '8Ei',
  '1e30',
  '-9223372036854775808',
  '9223372036854775807m',
];

/** Resources that the scheduler counts by name, of every kind that it distinguishes. */
export const SCALARS: readonly string[] = [
  'nvidia.com/gpu',
  'example.com/foo',
  'hugepages-2Mi',
  'hugepages-1Gi',
  'attachable-volumes-aws-ebs',
];

/** Names that the scheduler ignores, or treats as extended resources only in some places. */
const ODD_NAMES = [
  'kubernetes.io/something',
  'requests.nvidia.com/gpu',
  'storage',
  'pods',
  'gpu',
  'hugepages-',
  'deviceclass.resource.kubernetes.io/gpu',
];

/** Probabilities. */
export interface AmountOptions {
  /** The probability of an amount at a limit. */
  readonly wild: number;
  /** The probability that a node has a sufficient amount of a resource. */
  readonly room: number;
}

/** An amount of a resource. */
export function amount(random: Random, name: string, { wild }: AmountOptions): string | number {
  if (random.chance(wild)) return random.pick(random.chance(0.5) ? ODD : HUGE);
  if (name === 'cpu') return random.pick(CPUS);
  if (name === 'memory' || name === 'ephemeral-storage') return random.pick(MEMORIES);
  return random.pick(name.startsWith('hugepages-') ? PAGES : COUNTS);
}

/** The amounts of a node. Some nodes allow few pods and are full. */
export function allocatable(random: Random, options: AmountOptions): Amounts {
  const amounts: Record<string, string | number> = {};
  for (const [name, enough] of Object.entries(ROOM)) {
    if (random.chance(options.room)) amounts[name] = enough;
    else if (random.chance(SCALARS.includes(name) ? 0.4 : 0.95)) amounts[name] = amount(random, name, options);
  }
  for (const name of ODD_NAMES) if (random.chance(0.05)) amounts[name] = amount(random, name, options);
  return amounts;
}

/** The amounts that a container or a pod requests. */
export function requested(random: Random, options: AmountOptions): Amounts {
  const amounts: Record<string, string | number> = {};
  for (const name of ['cpu', 'memory']) if (random.chance(0.6)) amounts[name] = amount(random, name, options);
  if (random.chance(0.15)) amounts['ephemeral-storage'] = amount(random, 'ephemeral-storage', options);
  for (const name of SCALARS) if (random.chance(0.07)) amounts[name] = amount(random, name, options);
  for (const name of ODD_NAMES) if (random.chance(options.wild / 5)) amounts[name] = amount(random, name, options);
  return amounts;
}
