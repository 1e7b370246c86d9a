// Finds reasons by the values of several match constraints: each uses one value, and a value has devices for only some of them.

import { entryIn } from '../../../core/base/entry-in.js';
import { largestOf, smallestOf } from '../../../core/base/lists.js';
import { placesFor, shrink } from './hall-violators.js';
import type { TooFewGroups, ValuesTooSmall } from './reason.js';
import { MOST_VALUES } from './reason-values.js';
import {
  type Alternative,
  devicesByValue,
  placesOf,
  type RequestDomain,
  type RootView,
  restricted,
  type ScopedConstraint,
} from './root-view.js';

/** A match constraint over requests without alternatives. */
interface Group extends ScopedConstraint {
  readonly domains: readonly RequestDomain[];
}

/** The requests of one kind in equal groups. */
interface Side {
  readonly members: readonly RequestDomain[];
  /** The number of units of them that each group needs. */
  readonly units: number;
  /** The number of selections that the devices with each value allow. */
  readonly places: ReadonlyMap<number, number>;
}

/** Returns equal constraints that all values together cannot serve. */
export function tooFewGroups(scopedConstraints: readonly ScopedConstraint[], root: RootView): TooFewGroups | undefined {
  if (scopedConstraints.some(({ source }) => source.valueCount > MOST_VALUES)) return undefined;
  const name = namer();
  const nameOf = (group: Group): string => group.domains.map((domain) => `${kindOf(domain, group, name)} ${domain.need}`).join();
  for (const equalGroups of sortedBy(scopedConstraints.flatMap(groupOf), nameOf)) {
    const groups = disjoint(equalGroups);
    const [first] = groups;
    if (first === undefined || groups.length < 2) continue;
    const kinds = [...new Set(first.domains.map((domain) => kindOf(domain, first, name)))];
    const sides = kinds.map((kind): Side => {
      const members = groups.flatMap((group) => group.domains.filter((domain) => kindOf(domain, group, name) === kind));
      return { members, units: unitsOf(members) / groups.length, places: placesByValue(groups, members, root) };
    });
    const servedBy = (some: readonly Side[], value: number): number => {
      root.work.take(1 + some.length);
      return smallestOf(some.map(({ units, places }) => Math.floor((places.get(value) ?? 0) / units)));
    };
    const all = range(first.source.valueCount);
    const areFew = (some: readonly Side[]): boolean => sumOf(all.map((value) => servedBy(some, value))) < groups.length;
    if (!areFew(sides)) continue;
    const scarce = shrink(sides, (fewer) => fewer.length > 0 && areFew(fewer));
    const values = all.map((value) => ({ value, serves: servedBy(scarce, value) }));
    return {
      kind: 'too-few-groups',
      constraints: groups.map(({ constraint }) => constraint),
      sides: scarce.map(({ members, units }) => ({ requests: numbersOf(members), units })),
      values: values.filter(({ serves }) => serves > 0),
      served: sumOf(values.map(({ serves }) => serves)),
    };
  }
  return undefined;
}

/** Returns constraints over one attribute that the values cannot hold: for all their units, or for the units of one kind of request. */
export function valuesTooSmall(scopedConstraints: readonly ScopedConstraint[], root: RootView): ValuesTooSmall | undefined {
  if (scopedConstraints.some(({ source }) => source.valueCount > MOST_VALUES)) return undefined;
  const name = namer();
  const rowOf = ({ domains, ordinal }: Group): ReadonlySet<unknown> =>
    new Set(domains.map(({ alternatives }) => alternatives[0]?.rows[ordinal]));
  const uniform = scopedConstraints.flatMap(groupOf).filter((group) => rowOf(group).size === 1);
  for (const equalGroups of sortedBy(uniform, (group) => `${name(group.source.sets)} ${name([...rowOf(group)][0])}`)) {
    const groups = disjoint(equalGroups);
    const kinds = new Set(groups.flatMap(({ domains }) => domains.map(stagesOf)));
    for (const stages of [undefined, ...kinds]) {
      const reason = tooSmallFor(groups, (domain) => stages === undefined || stagesOf(domain) === stages, root);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

function tooSmallFor(groups: readonly Group[], counts: (domain: RequestDomain) => boolean, root: RootView): ValuesTooSmall | undefined {
  const packed = groups.map((group) => ({ group, members: group.domains.filter(counts) })).filter(({ members }) => members.length > 0);
  const members = packed.flatMap((one) => one.members);
  const [first] = packed;
  if (first === undefined || packed.length < 2) return undefined;
  const needed = unitsOf(members);
  /** The sums of units over all subsets of constraints. */
  let sums = new Set([0]);
  for (const one of packed) {
    root.work.take(2 * sums.size);
    sums = new Set([...sums].flatMap((sum) => [sum, sum + unitsOf(one.members)]));
  }
  const placesOfValues = placesByValue(groups, members, root);
  const values = range(first.group.source.valueCount).map((value) => {
    root.work.take(1 + sums.size);
    const places = placesOfValues.get(value) ?? 0;
    return { value, serves: largestOf([...sums].filter((sum) => sum <= places)) };
  });
  const served = sumOf(values.map(({ serves }) => serves));
  if (served >= needed) return undefined;
  return {
    kind: 'values-too-small',
    constraints: packed.map(({ group }) => group.constraint),
    requests: numbersOf(members),
    needed,
    values: values.filter(({ serves }) => serves > 0),
    served,
  };
}

/** Returns a constraint as a group if it covers only requests without alternatives and needs at least two devices. */
function groupOf(scoped: ScopedConstraint): Group[] {
  const { source, ordinal } = scoped;
  const domains = scoped.domains.filter(({ alternatives }) => alternatives.some(({ rows }) => rows[ordinal] !== undefined));
  const isPlain = source.kind === 'match' && domains.every(({ alternatives, isAdmin }) => alternatives.length === 1 && !isAdmin);
  return isPlain && unitsOf(domains) >= 2 ? [{ ...scoped, domains }] : [];
}

/** Returns the groups that share no request with an earlier one. */
function disjoint(groups: readonly Group[]): Group[] {
  const seen = new Set<RequestDomain>();
  return groups.filter(({ domains }) => {
    if (domains.some((domain) => seen.has(domain))) return false;
    for (const domain of domains) seen.add(domain);
    return true;
  });
}

/** Returns, by value, the number of selections that the devices of the groups allow for some of their requests. */
function placesByValue(groups: readonly Group[], members: readonly RequestDomain[], root: RootView): Map<number, number> {
  const tables = new Map<Alternative, Map<number, Set<number>>>();
  for (const { domains, ordinal, source } of groups) {
    for (const alternative of domains.flatMap(({ possible }) => possible))
      tables.set(alternative, devicesByValue(alternative, { ordinal, source }, root));
  }
  const values = new Set(
    members.flatMap(({ possible }) => possible.flatMap((alternative) => [...(tables.get(alternative)?.keys() ?? [])])),
  );
  return new Map(
    Array.from(values, (value) => {
      const demands = members.map((domain) => restricted(domain, (alternative) => tables.get(alternative)?.get(value) ?? new Set(), root));
      return [value, placesFor(demands, (some, device) => placesOf(root, some, device))];
    }),
  );
}

function stagesOf({ alternatives }: RequestDomain): Uint8Array | undefined {
  return alternatives[0]?.source.stages;
}

/** Two requests are of one kind if they can use the same devices, and the constraint sees the same values in them. */
function kindOf(domain: RequestDomain, { ordinal, source }: Group, name: (what: unknown) => number): string {
  return `${name(stagesOf(domain))} ${name(domain.alternatives[0]?.rows[ordinal])} ${name(source.sets)}`;
}

function namer(): (what: unknown) => number {
  const names = new Map<unknown, number>();
  return (what) => {
    if (!names.has(what)) names.set(what, names.size);
    return names.get(what) as number;
  };
}

function sortedBy<T>(items: readonly T[], nameOf: (item: T) => string): T[][] {
  const sorted = new Map<string, T[]>();
  for (const item of items) entryIn(sorted, nameOf(item), (): T[] => []).push(item);
  return [...sorted.values()];
}

function unitsOf(domains: readonly RequestDomain[]): number {
  return sumOf(domains.map(({ need }) => need));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function numbersOf(domains: readonly RequestDomain[]): number[] {
  return domains.map(({ request }) => request).sort((left, right) => left - right);
}

function range(count: number): number[] {
  return [...Array(count).keys()];
}
