// Finds reasons by sums: the requests need more of several budgets together than is left.

import type { Incremental } from '../../../core/base/incremental.js';
import { maximumHallViolator, needOf, placesFor, shrink } from './hall-violators.js';
import type { SumExceeded, SumExceededTogether } from './reason.js';
import { type Alternative, type Demand, placesOf, type RequestDomain, type RootView } from './root-view.js';
import { type SumTable, sumsOf } from './sums.js';

/** The most distinct amounts in a reason. */
const MOST_LEVELS = 64;

/** Returns a sum that the requests exceed, each with its cheapest devices. */
export function* reasonBySum(root: RootView): Incremental<SumExceeded | undefined> {
  for (const sum of yield* tablesOf(root)) {
    const left = leftOf(sum, root);
    const least: { readonly request: number; readonly least: bigint }[] = [];
    for (const domain of root.domains) {
      const leastAmount = leastOf(domain, sum, root);
      if (leastAmount > 0n) least.push({ request: domain.request, least: leastAmount });
      if (root.work.isDue) yield;
    }
    if (total(least) <= left) continue;
    const requests = shrink(least, (fewer) => total(fewer) > left);
    return { kind: 'sum-exceeded', terms: sum.terms, left, needed: total(requests), requests };
  }
  return undefined;
}

/** Returns a sum that the requests exceed because all units need distinct devices. */
export function* reasonBySumTogether(root: RootView): Incremental<SumExceededTogether | undefined> {
  for (const sum of yield* tablesOf(root)) {
    const within = { ...root, left: leftOf(sum, root) };
    let found = yield* leastTogether(root.domains, sum, within);
    if (found.needed <= within.left) continue;
    let remainingDomains = root.domains;
    for (const domain of root.domains) {
      const others = remainingDomains.filter((other) => other !== domain);
      const fewer = yield* leastTogether(others, sum, within);
      if (fewer.needed > within.left) [remainingDomains, found] = [others, fewer];
    }
    return found;
  }
  return undefined;
}

function* tablesOf({ problem, isMonotone, work }: RootView): Incremental<SumTable[]> {
  if (!isMonotone) return [];
  const parts = sumsOf(problem);
  for (;;) {
    const { done, value } = parts.next();
    if (done === true) return value;
    if (work.isDue) yield;
  }
}

function total(requests: readonly { readonly least: bigint }[]): bigint {
  return requests.reduce((sum, { least }) => sum + least, 0n);
}

/** Returns the amount left of a sum. A budget below zero counts as empty. */
function leftOf({ terms }: SumTable, { resources }: RootView): bigint {
  return terms.reduce((sum, { budget, weight }) => {
    const left = resources.budgets[budget] as bigint;
    return left > 0n ? sum + left * weight : sum;
  }, 0n);
}

function leastOf({ possible }: RequestDomain, sum: SumTable, { work }: RootView): bigint {
  const each = possible.map((alternative) => {
    work.take(1 + 2 * alternative.devices.size);
    const amounts = [...alternative.devices].map((device) => amountOf(alternative, device, sum)).sort(byAmount);
    return amounts.slice(0, alternative.source.count).reduce((all, amount) => all + amount, 0n);
  });
  return each.reduce((less, amount) => (amount < less ? amount : less), each[0] ?? 0n);
}

function amountOf({ slot }: Alternative, device: number, { amounts }: SumTable): bigint {
  return amounts[slot]?.get(device) ?? 0n;
}

function byAmount(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Returns the least amount of a sum that requests consume with distinct devices. It adds up steps between amounts: each step counts for every unit that cannot
 * have a cheaper device.
 */
function* leastTogether(
  domains: readonly RequestDomain[],
  sum: SumTable,
  root: RootView & { readonly left: bigint },
): Incremental<SumExceededTogether> {
  const amounts = new Set<bigint>();
  for (const { possible } of domains) {
    for (const alternative of possible) {
      root.work.take(1 + alternative.devices.size);
      for (const device of alternative.devices) amounts.add(amountOf(alternative, device, sum));
    }
  }
  const units = domains.reduce((all, { need }) => all + need, 0);
  const levels: SumExceededTogether['levels'][number][] = [];
  for (const amount of [...amounts].sort(byAmount).slice(0, MOST_LEVELS)) {
    if (amount === 0n) continue;
    const level = yield* unitsBelow(amount, domains, sum, root);
    if (level.units >= units) break;
    // If the greater amount serves as many units as the smaller one, the smaller one is redundant.
    if (levels.at(-1)?.units === level.units) levels.pop();
    levels.push({ amount, ...level });
  }
  const rise = (index: number): bigint => (levels[index]?.amount as bigint) - (levels[index - 1]?.amount ?? 0n);
  const needed = levels.reduce((all, level, index) => all + rise(index) * BigInt(units - level.units), 0n);
  const requests = domains.map(({ request }) => request);
  return { kind: 'sum-exceeded-together', terms: sum.terms, left: root.left, needed, requests, units, levels };
}

/** Returns the most units that can have devices below an amount, and the requests that compete for these devices. */
function* unitsBelow(
  amount: bigint,
  domains: readonly RequestDomain[],
  sum: SumTable,
  root: RootView,
): Incremental<{ readonly units: number; readonly requests: readonly number[] }> {
  const demands = domains.map(({ request, need, possible, isAdmin }): Demand & { readonly isAdmin: boolean } => {
    const alternatives = possible.map((alternative) => {
      root.work.take(1 + 2 * alternative.devices.size);
      return { ...alternative, devices: new Set([...alternative.devices].filter((device) => amountOf(alternative, device, sum) < amount)) };
    });
    return { request, need, isAdmin, alternatives, vertices: new Set(alternatives.flatMap(({ devices }) => [...devices])) };
  });
  if (root.work.isDue) yield;
  // Requests with admin access compete with no other request.
  const exclusive = demands.filter(({ isAdmin }) => !isAdmin);
  const places = (some: readonly Demand[], device: number): number => placesOf(root, some, device);
  const short = demands.filter(({ isAdmin, need, vertices }) => isAdmin && vertices.size < need);
  const violator = yield* maximumHallViolator(exclusive, places, root.work);
  const competing = new Set([...short, ...violator]);
  const others = needOf(demands.filter((demand) => !competing.has(demand)));
  const served = short.reduce((all, { vertices }) => all + vertices.size, placesFor(violator, places));
  return { units: others + served, requests: demands.filter((demand) => competing.has(demand)).map(({ request }) => request) };
}
