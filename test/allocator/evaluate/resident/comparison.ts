// Compares all outputs of clusters as texts.

import type { FilterResult } from '../../../../src/cluster/filter-result.js';
import { AllocationError } from '../../../../src/core/base/errors.js';
import type { PodFilterResult } from '../../../../src/placement/pod-filter-result.js';
import { listsOf } from '../../../support/filtered.js';

/** The two sides differ, or one of them broke. */
export class Difference extends Error {
  override readonly name = 'Difference';
}

/** Numbers share IDs by first occurrence: the two sides create different IDs, and at different times. */
function numbered(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(/share-\d+/g, (id) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `share ${number}`;
  });
}

/** Returns a result as a text. */
export function describe(result: FilterResult, names: readonly string[]): string {
  const { scores, ...lists } = listsOf(result);
  return JSON.stringify({
    ...lists,
    scores: [...scores],
    ...(result.kind === 'complete' ? { best: result.best ?? null, normalized: [...result.normalized] } : { by: result.by }),
    errors: Array.from(result.errors, ([name, error]) => [name, describeError(error)]),
    nodes: names.map((name) => [told(() => result.outcome(name)), told(() => result.choices(name))]),
  });
}

/** Returns a result for a pod as a text. */
export function describePod(result: PodFilterResult, names: readonly string[]): string {
  const { outcome, choices, errors, rejections, ...rest } = { ...result };
  const lists = Object.entries(rest).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value) ? [...(value as Int32Array)] : (value ?? null),
  ]);
  return JSON.stringify({
    ...Object.fromEntries(lists),
    rejections: [...rejections],
    errors: Array.from(errors, ([name, error]) => [name, describeError(error)]),
    nodes: names.map((name) => [told(() => outcome(name)), told(() => choices(name))]),
  });
}

/** Returns the result of an action as a text, or its error. */
export function told(action: () => unknown): string {
  try {
    return JSON.stringify(action(), (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  } catch (error) {
    return describeError(error);
  }
}

/** Returns the error of a call as a text. */
export function describeError(error: unknown): string {
  if (!(error instanceof AllocationError)) throw error;
  const { code, message, nodeLocal, claim, request, selector, device, path } = error;
  return JSON.stringify({ code, message, nodeLocal, claim, request, selector, device, path });
}

/** Throws {@link Difference} if two texts differ. */
export function same(what: string, left: string, right: string): void {
  const [one, two] = [numbered(left), numbered(right)];
  if (one === two) return;
  let at = 0;
  while (one[at] === two[at]) at++;
  const from = Math.max(0, at - 300);
  throw new Difference(`${what}:\n  resident:     ...${one.slice(from, at + 300)}\n  node by node: ...${two.slice(from, at + 300)}`);
}
