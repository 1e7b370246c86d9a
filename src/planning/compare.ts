// Compares simulations of the same events with different settings.

import { checkNumber, checkText, listOf, objectWith, optional } from '../core/base/arguments.js';
import { AllocationError } from '../core/base/errors.js';
import { nearestName } from '../core/base/nearest-name.js';
import { DEVICE_ORDERS } from './device-order.js';
import { NODE_CHOICES, QUEUE_ORDERS, type SimulateInput } from './input.js';
import type { LogEntry, Report } from './report.js';

/** The settings in which one run may differ from another. */
export interface Variant extends Pick<SimulateInput, 'order' | 'nodes' | 'devices' | 'seed'> {
  /** The text from which it was parsed, for people. */
  readonly name: string;
  /** The release whose gates apply: the cluster must be created with it. */
  readonly kubernetesVersion?: string;
}

/** A run of a comparison. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** A pod with different results in the runs. */
export interface PodDifference {
  /** `namespace/name`. */
  readonly pod: string;
  /** By run: the first node of the pod and the time in seconds, or null if the pod had no node. Runs without the pod are absent. */
  readonly placed: Readonly<Record<string, { readonly node: string; readonly at: number } | null>>;
}

/** The result of a comparison. */
export interface Comparison {
  readonly runs: readonly NamedReport[];
  /** The pods that have different first nodes or times in the runs, in the order of the first run. At most 1,000. */
  readonly differences: readonly PodDifference[];
  /** The number of all pods that differ. */
  readonly differing: number;
}

const MOST_DIFFERENCES = 1000;

const checkEntry = objectWith<LogEntry>({ what: checkText, pod: checkText, node: optional(checkText), at: checkNumber });
const checkRuns = listOf(
  objectWith<NamedReport>({ name: checkText, report: objectWith<Report>({ log: listOf(checkEntry, 'entries') }) }),
  'named reports',
);

/**
 * Compares reports of simulations of the same events. Identifies pods by name.
 * @example
 * ```ts
 * // Goes on from the example of simulate.
 * import { compareReports } from 'dra-allocator/simulate';
 *
 * const shorter = simulate(cluster, { trace: trace.map((event) => ({ ...event, lifetime: '5s' })) });
 * const { differing, differences } = compareReports([{ name: 'long', report }, { name: 'short', report: shorter }]);
 * console.log(differing, differences[0]?.placed); // 1 { long: { node: 'a', at: 60 }, short: { node: 'a', at: 10 } }
 * ```
 */
export function compareReports(runs: readonly NamedReport[]): Comparison {
  checkRuns(runs, 'compareReports(runs)');
  const placed = runs.map(({ report }) => placements(report));
  const pods = new Set<string>();
  for (const one of placed) for (const pod of one.keys()) pods.add(pod);
  const differences: PodDifference[] = [];
  let differing = 0;
  for (const pod of pods) {
    const each = placed.map((one) => one.get(pod));
    const [first] = each;
    const isSame = each.every((one) => one !== undefined && one?.node === first?.node && one?.at === first?.at);
    if (isSame) continue;
    differing++;
    if (differences.length === MOST_DIFFERENCES) continue;
    const nodesByRun = runs.flatMap(({ name }, index) => (each[index] === undefined ? [] : [[name, each[index]] as const]));
    differences.push({ pod, placed: Object.fromEntries(nodesByRun) });
  }
  return { runs, differences, differing };
}

type Placement = { readonly node: string; readonly at: number } | null;

/** Returns the first node of each pod of a report, or null if the pod had none. */
function placements({ log }: Report): ReadonlyMap<string, Placement> {
  const placed = new Map<string, Placement>();
  for (const { what, pod, node, at } of log) {
    const known = placed.get(pod);
    if (known === undefined) placed.set(pod, what === 'placed' && node !== undefined ? { node, at } : null);
    else if (known === null && what === 'placed' && node !== undefined) placed.set(pod, { node, at });
  }
  return placed;
}

const SETTINGS = {
  'kubernetes-version': undefined,
  order: QUEUE_ORDERS,
  choose: NODE_CHOICES,
  devices: DEVICE_ORDERS,
  seed: undefined,
} as const;

/** Parses a variant such as `kubernetes-version=1.34,devices=reversed`. Throws `invalid-input`. */
export function parseVariant(text: string): Variant {
  const variant: { -readonly [K in keyof Variant]: Variant[K] } = { name: text };
  const seenNames = new Set<string>();
  for (const part of text.split(',')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (!Object.hasOwn(SETTINGS, name) || value === '' || more.length > 0) throw refused(part, name);
    if (seenNames.has(name)) throw invalid(`${name} appears twice in "${text}"`);
    seenNames.add(name);
    const words: readonly string[] | undefined = SETTINGS[name as keyof typeof SETTINGS];
    if (words !== undefined && !words.includes(value)) throw invalid(`${name} accepts one of ${words.join(', ')}, not "${value}"`);
    switch (name as keyof typeof SETTINGS) {
      case 'kubernetes-version':
        variant.kubernetesVersion = value;
        break;
      case 'order':
        variant.order = value as (typeof QUEUE_ORDERS)[number];
        break;
      case 'choose':
        variant.nodes = value as (typeof NODE_CHOICES)[number];
        break;
      case 'devices':
        variant.devices = value as (typeof DEVICE_ORDERS)[number];
        break;
      case 'seed':
        if (!/^\d{1,9}$/.test(value)) throw invalid(`seed accepts an integer, not "${value}"`);
        variant.seed = Number(value);
    }
  }
  return variant;
}

function refused(part: string, name: string): AllocationError {
  const names = Object.keys(SETTINGS);
  const near = nearestName(name, names);
  const meant = near === undefined || near === name ? '' : `, did you mean ${near}?`;
  return invalid(`expected ${names.map((each) => `${each}=...`).join(', ')}, found "${part}"${meant}`);
}

function invalid(message: string): AllocationError {
  return new AllocationError('invalid-input', message, { path: 'against' });
}
