// Invalid certificates: damaged, with names of other problems, and made up.

import type { Certificate, Limit, Name, Proof, Thing } from '../../../src/allocator/certificate.js';
import { optionsOf, type Problem } from '../../../src/explain/check/problem.js';
import type { Dice } from '../../support/dice.js';

type Place = { readonly holder: Record<string, unknown> | unknown[]; readonly key: string | number; readonly value: unknown };

/** All values of a certificate, with their places. */
function placesIn(whole: unknown): Place[] {
  const places: Place[] = [];
  const visit = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder: holder as Place['holder'], key: Array.isArray(holder) ? Number(key) : key, value });
      visit(value);
    }
  };
  visit(whole);
  return places;
}

function put({ holder, key }: Place, value: unknown): void {
  (holder as Record<string | number, unknown>)[key] = value;
}

/** A copy of a certificate with one to three changes: of numbers, names and values, of missing or replaced cases, or of rules. */
export function damaged(certificate: Certificate, dice: Dice): Certificate {
  const copy = JSON.parse(JSON.stringify(certificate)) as Certificate;
  for (let changes = dice.from(1, 3); changes > 0; changes--) damageOnce(copy, dice);
  return copy;
}

function damageOnce(copy: Certificate, dice: Dice): void {
  const places = placesIn(copy);
  if (places.length === 0) return;
  const place = dice.one(places);
  const { holder, key, value } = place;
  const alike = places.filter((other) => typeof other.value === typeof value && Array.isArray(other.value) === Array.isArray(value));
  switch (dice.below(5)) {
    case 0: {
      const numbers = places.filter((other) => typeof other.value === 'string' && /^[0-9]+$/.test(other.value));
      if (numbers.length === 0) return;
      const number = dice.one(numbers);
      const changed = [BigInt(number.value as string) + 1n, BigInt(number.value as string) * 2n, 1n, BigInt(number.value as string) - 1n];
      put(number, `${dice.one(changed)}`);
      return;
    }
    case 1:
      // Replaces a part of the certificate by another one of its kind.
      put(place, JSON.parse(JSON.stringify(dice.one(alike).value)));
      return;
    case 2: {
      const lists = places.filter((other) => Array.isArray(other.value) && other.value.length > 0);
      if (lists.length > 0) (dice.one(lists).value as unknown[]).splice(0, 1);
      return;
    }
    case 3:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    default:
      put(
        place,
        typeof value === 'boolean' ? !value : typeof value === 'string' ? `${value}x` : (dice.one([null, 0, '', [], {}]) as unknown),
      );
  }
}

/** A made-up certificate with the names of a problem. */
export function forged(problem: Problem, dice: Dice): Certificate {
  return { version: 1, proof: forgedProof(problem, dice, 3) };
}

function forgedProof(problem: Problem, dice: Dice, depth: number): Proof {
  const kind = depth === 0 ? 0 : dice.below(4);
  const constraint = nameOf(constraintsIn(problem), dice);
  if (kind === 1 && constraint !== undefined) {
    const values = valuesIn(problem).filter(() => !dice.isOneOf(4));
    const cases = [...values, undefined].map((value) => ({
      ...(value === undefined ? {} : { value }),
      proof: forgedProof(problem, dice, depth - 1),
    }));
    return { rule: 'values', constraint, cases };
  }
  const request = nameOf(
    problem.requests.map(({ key }) => key),
    dice,
  );
  if (kind === 2 && request !== undefined) {
    const devices = devicesIn(problem).filter(() => !dice.isOneOf(4));
    const cases = devices.map((device) => ({ device, proof: forgedProof(problem, dice, depth - 1) }));
    return { rule: 'devices', request, cases };
  }
  const limits = Array.from({ length: dice.from(0, 5) }, () => forgedLimit(problem, dice));
  const groups = constraint !== undefined && dice.isOneOf(2) ? [constraint] : [];
  return { rule: 'count', limits: limits.filter(({ things }) => things.length > 0), groups };
}

function forgedLimit(problem: Problem, dice: Dice): Limit {
  const number = (): string => `${dice.one([1, 1, 2, 3, 5, 1_000_000_000])}`;
  const things = Array.from({ length: dice.from(1, 6) }, (): Thing[] => {
    const of = nameOf(budgetsIn(problem), dice);
    return of === undefined ? [] : [{ weight: number(), of }];
  });
  return { price: number(), unit: number(), things: things.flat() };
}

function nameOf(keys: readonly string[], dice: Dice): Name | undefined {
  return keys.length === 0 ? undefined : (JSON.parse(dice.one(keys)) as Name);
}

function budgetsIn({ requests }: Problem): string[] {
  return [...new Set(requests.flatMap(optionsOf).flatMap(({ takes }) => takes.map(({ budget }) => budget)))];
}

function devicesIn({ requests }: Problem): Name[] {
  return [...new Set(requests.flatMap(optionsOf).map(({ device }) => device))].map((key) => JSON.parse(key) as Name);
}

function constraintsIn({ requests }: Problem): string[] {
  return [...new Set(requests.flatMap(optionsOf).flatMap(({ values }) => [...values.keys()]))];
}

function valuesIn({ requests }: Problem): string[] {
  return [...new Set(requests.flatMap(optionsOf).flatMap(({ values }) => [...values.values()].flatMap((own) => [...own])))];
}
