// Where our answers differ from the reference's on purpose, or because a feature is not there yet. Anything else that differs is a
// defect. Each deviation has a case in deviations/ with the reference's answer; a test fails when both sides agree on it.
//
// Not listed: kubernetes/kubernetes#140729 (admin access wants free counters), which only `corrections` answers otherwise.

import type { Case } from '../support/cases.js';
import type { OurAnswer, ReferenceAnswer } from './answers.js';
import { isFeatureOn } from './generate/gates.js';
import { capacitiesOf, claimsOf, devicesOf, expressionsOf, heldResultsOf, requestsOf, selectionsOf } from './parts.js';

/** A known difference. */
export interface Deviation {
  /** Its name, and that of its case. */
  readonly name: string;
  readonly reason: string;
  /** Whether a case has what it takes. */
  readonly mayShow: (input: Case) => boolean;
  /** Whether two answers differ in this way. */
  readonly explains: (got: OurAnswer, want: ReferenceAnswer) => boolean;
  /** The reference's answers to such a case are random, or depend on the machine. */
  readonly unstable?: true;
}

const isUnsupported = (got: OurAnswer): boolean => got.kind === 'error' && got.code === 'unsupported-feature';

/** A feature that is not there yet: we say so. */
function missing(name: string, reason: string, feature: string, mayShow: (input: Case) => boolean): Deviation {
  return { name, reason, mayShow: (input) => isFeatureOn(input.features, feature) && mayShow(input), explains: isUnsupported };
}

/** The table of deviations. */
export const DEVIATIONS: readonly Deviation[] = [
  missing('counters', 'counters of partitionable devices', 'partitionableDevices', (input) =>
    devicesOf(input).some(({ consumesCounters = [] }) => consumesCounters.length > 0),
  ),
  missing('shared-devices', 'devices that allow multiple allocations', 'consumableCapacity', (input) =>
    devicesOf(input).some(({ allowMultipleAllocations }) => allowMultipleAllocations === true),
  ),
  missing('capacity-requests', 'requests for capacity', 'consumableCapacity', (input) =>
    selectionsOf(input).some(({ capacity }) => capacity !== undefined),
  ),
  missing('capacity-policies', 'capacities with a request policy, or below zero', 'consumableCapacity', (input) =>
    capacitiesOf(input).some(({ requestPolicy, value }) => requestPolicy !== undefined || String(value).startsWith('-')),
  ),
  missing('consumed-capacity', 'what is left of a capacity of which some is consumed', 'consumableCapacity', (input) => {
    const consumed = heldResultsOf(input).some(({ consumedCapacity = {} }) => Object.keys(consumedCapacity).length > 0);
    return consumed || (input.consumedCapacity ?? []).length > 0;
  }),
  missing('derived-attributes', 'derived attributes', 'derivedAttributes', (input) =>
    selectionsOf(input).some(({ derivedAttributes = [] }) => derivedAttributes.length > 0),
  ),
  {
    name: 'cel-functions',
    reason: 'functions and macros of CEL that are not there yet: times, URLs, addresses, sorting, formats, macros of two variables',
    mayShow: (input) => expressionsOf(input).some((expression) => MISSING_IN_CEL.test(expression)),
    explains: (got) => got.kind === 'error' && got.code === 'unsupported-feature' && got.message.includes('not supported yet'),
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
    explains: (got, want) => got.kind !== 'crash' && want.kind !== 'panic' && !isUnsupported(got),
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
    mayShow: (input) => expressionsOf(input).length > 0 && devicesOf(input).some(hasBothNames),
    explains: (got, want) => got.kind !== 'crash' && want.kind !== 'panic',
    unstable: true,
  },
];

const MISSING_IN_CEL =
  /\b(?:duration|timestamp|sort|sortBy|url|isURL|ip|isIP|cidr|isCIDR|format|validate|transform\w+)\(|\.(?:exists|all)\(\w+, \w+,/;

/** Whether two requests of a claim, or two subrequests of a request, have the same name. */
export function hasRequestsOfOneName(input: Case): boolean {
  return requestsOf(input).some((requests) => repeats(requests) || requests.some(({ firstAvailable = [] }) => repeats(firstAvailable)));
}

function repeats(named: readonly { readonly name: string }[]): boolean {
  return new Set(named.map(({ name }) => name)).size < named.length;
}

/** Whether two allocations are equal but for tolerations. */
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
