// Finds reasons by the values of one constraint: no common value, or too few distinct values.

import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { smallestOf } from '../../../core/base/lists.js';
import { findHallViolator, needOf, placesFor, requestsOf } from './hall-violators.js';
import type { NoCommonValue, TooFewDistinct, ValueLack } from './reason.js';
import type { ReasonWork } from './reason-work.js';
import {
  type Demand,
  devicesByValue,
  placesOf,
  type RequestDomain,
  type RootView,
  restricted,
  type ScopedConstraint,
  valuesAt,
} from './root-view.js';

/** With more values, or more devices that must differ, the reason would be too long to report. */
export const MOST_VALUES = 1024;

/** Returns requests under a match constraint for which every value lacks devices. */
export function* noCommonValue(
  { constraint, ordinal, source, domains }: ScopedConstraint,
  root: RootView,
): Incremental<NoCommonValue | undefined> {
  const concerned = domains.filter(({ alternatives }) => alternatives.every(({ rows }) => rows[ordinal] !== undefined));
  // A value that only one device has may have no number.
  if (source.valueCount > MOST_VALUES || concerned.reduce((sum, { need }) => sum + need, 0) < 2) return undefined;
  const tables = new Map(
    concerned.flatMap(({ possible }) =>
      possible.map((alternative) => [alternative, devicesByValue(alternative, { ordinal, source }, root)]),
    ),
  );
  const cover: ValueLack[] = [];
  for (let value = 0; value < source.valueCount; value++) {
    const demands = concerned.map((domain) => restricted(domain, (alternative) => tables.get(alternative)?.get(value) ?? new Set(), root));
    const lack = yield* lackOf(demands, root);
    if (root.work.isDue) yield;
    if (lack === undefined) return undefined;
    cover.push({ value, ...lack });
  }
  const lacking = new Set(cover.flatMap(({ requests }) => requests));
  const first = concerned.filter(({ request }) => lacking.has(request));
  const others = concerned.filter(({ request }) => !lacking.has(request));
  while (first.reduce((sum, { need }) => sum + need, 0) < 2) first.push(others.shift() as RequestDomain);
  return { kind: 'no-common-value', constraint, requests: first.map(({ request }) => request).sort((left, right) => left - right), cover };
}

/** Returns what a value lacks: one request has too few devices with it in every alternative, or several requests have too few together. */
function* lackOf(
  demands: readonly (Demand & Pick<RequestDomain, 'isAdmin'>)[],
  root: RootView,
): Incremental<Omit<ValueLack, 'value'> | undefined> {
  const served = demands.map((demand) => {
    const alternatives = demand.alternatives.filter(({ source, devices }) => devices.size >= source.count);
    const isAdmin = alternatives.some(({ source }) => source.adminAccess);
    const vertices = new Set(alternatives.flatMap(({ devices }) => [...devices]));
    return { ...demand, alternatives, vertices, isAdmin, need: smallestOf(alternatives.map(({ source }) => source.count)) };
  });
  const short = demands[served.findIndex(({ alternatives }) => alternatives.length === 0)];
  if (short !== undefined) return { requests: [short.request], needed: short.need, places: short.vertices.size };
  const places = (some: readonly Demand[], device: number): number => placesOf(root, some, device);
  const exclusive = served.filter(({ isAdmin }) => !isAdmin);
  const violator = yield* findHallViolator(exclusive, places, root.work);
  if (violator === undefined) return undefined;
  return { requests: requestsOf(violator), needed: needOf(violator), places: placesFor(violator, places) };
}

/** Units that compete for cliques. */
interface Distinct {
  readonly request: number;
  readonly need: number;
  readonly devices: ReadonlySet<number>;
  /** The numbers of the cliques. */
  readonly vertices: ReadonlySet<number>;
}

/** Returns requests under a distinct constraint that need more devices than there are cliques. */
export function* tooFewDistinct(
  { constraint, ordinal, source, domains }: ScopedConstraint,
  { resources, work }: RootView,
): Incremental<TooFewDistinct | undefined> {
  const concerned = domains.filter(({ alternatives }) => alternatives.length === 1 && alternatives[0]?.rows[ordinal] !== undefined);
  const rows = new Set(concerned.map(({ alternatives }) => alternatives[0]?.rows[ordinal]));
  const [row] = rows;
  // Requests that derive the attribute by different expressions have unrelated values.
  if (row === undefined || rows.size > 1 || concerned.reduce((sum, { need }) => sum + need, 0) < 2) return undefined;
  const values = new Map<number, ReadonlySet<number>>();
  for (const device of new Set(concerned.flatMap(({ devices }) => [...devices]))) {
    const deviceValues = valuesAt(source, row, device);
    work.take(1 + deviceValues.length);
    values.set(device, new Set(deviceValues));
  }
  // A shareable device whose values clash with no value could be selected twice.
  if ([...values].some(([device, deviceValues]) => deviceValues.size === 0 && resources.shareable.has(device))) return undefined;
  if (values.size > MOST_VALUES) return undefined;
  const cliqueOf = yield* formCliques(values, work);
  const demands = concerned.map(({ request, need, devices }): Distinct => {
    return { request, need, devices, vertices: new Set([...devices].map((device) => cliqueOf.get(device) as number)) };
  });
  const violator = yield* findHallViolator(demands, () => 1, work);
  if (violator === undefined) return undefined;
  const cliques = new Map<number, number[]>();
  for (const device of new Set(violator.flatMap(({ devices }) => [...devices]))) {
    const clique = cliqueOf.get(device) as number;
    entryIn(cliques, clique, (): number[] => []).push(device);
  }
  const requests = requestsOf(violator);
  return { kind: 'too-few-distinct', constraint, requests, needed: needOf(violator), cliques: [...cliques.values()] };
}

/** Adds each device to the first clique with whose devices it pairwise shares a value. */
function* formCliques(values: ReadonlyMap<number, ReadonlySet<number>>, work: ReasonWork): Incremental<Map<number, number>> {
  const cliques: number[][] = [];
  const cliqueOf = new Map<number, number>();
  const clash = (left: number, right: number): boolean => {
    const [leftValues, others] = [values.get(left) as ReadonlySet<number>, values.get(right) as ReadonlySet<number>];
    work.take(1 + leftValues.size);
    return [...leftValues].some((value) => others.has(value));
  };
  for (const device of [...values.keys()].sort((left, right) => left - right)) {
    const cliqueIndex = cliques.findIndex((clique) => clique.every((member) => clash(device, member)));
    const clique = cliqueIndex < 0 ? cliques.push([]) - 1 : cliqueIndex;
    cliques[clique]?.push(device);
    cliqueOf.set(device, clique);
    if (work.isDue) yield;
  }
  return cliqueOf;
}
