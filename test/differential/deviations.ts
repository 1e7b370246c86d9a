// Deliberate deviations of our answers from the reference's. Any other difference is a defect. Each deviation has a case in deviations/ with
// the reference's answer. A test fails if both sides agree on it. Not listed: kubernetes/kubernetes#140729 (admin access requests free
// counters), for which only `corrections` changes our answer.

import type { Case } from '../support/cases.js';
import type { OurAnswer, ReferenceAnswer } from './answers.js';
import { isFeatureOn } from './generate/gates.js';
import { claimsOf, derivedExpressionsOf, devicesOf, expressionsOf, requestsOf, slicesOf } from './parts.js';

/** A known difference. */
export interface Deviation {
  /** Its name, which is also the name of its case. */
  readonly name: string;
  readonly reason: string;
  /** Returns whether a case has the features of the deviation. */
  readonly mayShow: (input: Case) => boolean;
  /** Returns whether two answers differ in this way. */
  readonly explains: (got: OurAnswer, want: ReferenceAnswer) => boolean;
  /** The reference's answers to such a case are random, or depend on the machine. */
  readonly unstable?: true;
}

/** The table of deviations. */
export const DEVIATIONS: readonly Deviation[] = [
  {
    name: 'several-bad-capacities',
    reason: 'of several capacities of a device that each fail with an error the reference names a random one',
    mayShow: (input) => devicesOf(input).some(({ capacity = {} }) => Object.keys(capacity).length > 1),
    explains: (got, want) =>
      got.kind === 'error' &&
      want.kind === 'error' &&
      got.code === 'capacity-error' &&
      upToCapacity(got.message) === upToCapacity(want.message),
    unstable: true,
  },
  {
    name: 'counters-of-first-node',
    reason:
      'the reference keeps what it found of the counters and compatibility groups of a pool for all nodes; they differ where nodes see sets of slices that are each complete, or allocated devices that contradict each other in another order. Ours looks anew at each node',
    mayShow: (input) => input.nodes.length > 1 && (hasCountersTwice(input) || hasGroupsBefore(input)),
    explains: (got, want) => got.kind !== 'crash' && want.kind !== 'panic',
  },
  {
    name: 'requests-of-one-name',
    reason: 'two requests or subrequests of one name, which the API server refuses: the reference looks up tolerations by name, or panics',
    mayShow: hasRequestsOfOneName,
    explains: (got, want) => got.kind === 'allocated' && (want.kind === 'panic' || differInTolerations(got.results, want)),
  },
  {
    name: 'attribute-of-two-values',
    reason:
      'an attribute with several scalars, which the API server refuses: with list attributes off the reference compares the type that the device picked last has first, ours the first of each',
    mayShow: (input) =>
      !isFeatureOn(input.features, 'listTypeAttributes') &&
      claimsOf(input).some(({ constraints = [] }) => constraints.length > 0) &&
      devicesOf(input).some(({ attributes = {} }) => Object.values(attributes).some(hasTwoScalars)),
    explains: (got, want) => got.kind !== 'crash' && want.kind !== 'panic',
  },
  {
    name: 'nothing-to-allocate',
    reason:
      'where no claim needs devices the allocator of the reference fails all the same at a slice whose node selector does not parse. The scheduler does not call it then (docs/spec/reference-1.37.md 6.3), and ours answers as the scheduler',
    mayShow: (input) =>
      input.claims.every(isAllocated) && [...slicesOf(input), ...devicesOf(input)].some(({ nodeSelector }) => nodeSelector !== undefined),
    explains: (got, want) => got.kind === 'allocated' && want.kind === 'error' && want.code === 'node-selection-failed',
  },
  {
    name: 'exponential-search',
    reason: 'kubernetes/kubernetes#131730: the reference was cut off in a search that takes exponential time',
    mayShow: () => true,
    explains: (got, want) => want.kind === 'timeout' && got.kind !== 'crash',
    unstable: true,
  },
  {
    name: 'attribute-of-both-names',
    reason:
      'kubernetes/kubernetes#142218: of an attribute both bare and with the domain of the driver, selectors of the reference see a random one; ours the latter',
    mayShow: (input) => [...expressionsOf(input), ...derivedExpressionsOf(input)].length > 0 && devicesOf(input).some(hasBothNames),
    explains: (got, want) => got.kind !== 'crash' && want.kind !== 'panic',
    unstable: true,
  },
];

/** Returns whether a claim is allocated already. */
function isAllocated(claim: { readonly status?: { readonly allocation?: object } }): boolean {
  return claim.status?.allocation !== undefined;
}

/** Returns whether two slices of a pool have counters, so that nodes may see only one of them. */
function hasCountersTwice(input: Case): boolean {
  const pools = slicesOf(input).flatMap(({ driver, pool, sharedCounters }) => {
    return Array.isArray(sharedCounters) && sharedCounters.length > 0 ? [JSON.stringify([driver, pool.name])] : [];
  });
  return new Set(pools).size < pools.length;
}

/** Returns whether devices in compatibility groups may be allocated already. */
function hasGroupsBefore(input: Case): boolean {
  const groups = devicesOf(input).some(({ consumesCounters = [] }) => consumesCounters.some((entry) => 'compatibilityGroups' in entry));
  const { allocatedDevices = [], allocatedClaims = [], allocatedShares = [], consumedCapacity = [] } = input;
  return groups && [allocatedDevices, allocatedClaims, allocatedShares, consumedCapacity].some((list) => list.length > 0);
}

/** Returns whether two requests of a claim, or two subrequests of a request, have equal names. */
export function hasRequestsOfOneName(input: Case): boolean {
  return requestsOf(input).some((requests) => repeats(requests) || requests.some(({ firstAvailable = [] }) => repeats(firstAvailable)));
}

function repeats(named: readonly { readonly name: string }[]): boolean {
  return new Set(named.map(({ name }) => name)).size < named.length;
}

/** The text of an error before the name of a capacity. */
function upToCapacity(message: string): string {
  return message.replace(/ capacity ".*$/s, '');
}

/** Returns whether two allocations differ only in tolerations. */
function differInTolerations(got: unknown, want: ReferenceAnswer): boolean {
  const bare = (results: unknown): string =>
    JSON.stringify(results, (key, value: unknown) =>
      key === 'tolerations' ? undefined : typeof value === 'bigint' ? String(value) : value,
    );
  return want.kind === 'allocated' && bare(got) === bare(want.results);
}

function hasTwoScalars(attribute: object): boolean {
  return ['int', 'string', 'bool', 'version'].filter((type) => Object.hasOwn(attribute, type)).length > 1;
}

function hasBothNames({ driver, attributes = {} }: { readonly driver: string; readonly attributes?: object }): boolean {
  return Object.keys(attributes).some((name) => Object.hasOwn(attributes, `${driver}/${name}`));
}
