// Tests the reported work of all overloads. bench/cel-work.ts measures the duration of a step.

import { describe, expect, it } from 'vitest';
import { CONSTANT } from '../../../src/cel/library/declaration.js';
import type { Overload } from '../../../src/cel/library/declarations.js';
import { declaredFunctions, overloadsOf } from '../../../src/cel/library/declarations.js';
import { PatternBudget } from '../../../src/cel/library/pattern.js';
import { Aborted, Frame } from '../../../src/cel/run/frame.js';
import { planCall } from '../../../src/cel/run/plan.js';
import { isFailure, type Value } from '../../../src/cel/values/values.js';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { callableOverloads, type Variant, variantsOf } from './arguments.js';

const withoutLimit = new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY });

interface Called {
  readonly result: Value;
  /** The steps besides the cost of the call. */
  readonly ownSteps: number;
  readonly steps: number;
}

/** Calls an overload with arguments of a certain size; undefined if it exceeds the cost limit of an evaluation. */
function call(overload: Overload, { make }: Variant, size: number): Called | undefined {
  const frame = new Frame(null, undefined, withoutLimit);
  try {
    const steps = make(size).map((value) => ({ evaluate: () => value }));
    const result = planCall(overload.name, [overload], steps, new PatternBudget()).evaluate(frame);
    return { result, ownSteps: frame.workDone - 2 * frame.cost, steps: frame.workDone };
  } catch (error) {
    if (error instanceof Aborted) return undefined;
    throw error;
  }
}

/** Calls of constant work with possibly large arguments: the result is stored or at a known place. */
const KNOWN_AT_ONCE: ReadonlySet<string> = new Set([
  ...[
    'size_bytes',
    'bytes_size',
    'size_list',
    'list_size',
    'size_map',
    'map_size',
    'list_first',
    'list_last',
    'bytes_to_bytes',
    'string_to_string',
  ],
  ...['type', 'to_dyn', 'optional_of', 'optional_ofNonZeroValue', 'optional_value', 'optional_hasValue'],
  // A text longer than any integer is rejected at once.
  ...['string_to_int64', 'string_to_uint64'],
  ...['quantity_sign', 'semver_major', 'semver_minor', 'semver_patch'],
  ...['index_list', 'index_map', 'optional_list_index_int', 'optional_map_index_value', 'list_optindex_optional_int'],
  ...['optional_list_optindex_optional_int', 'map_optindex_optional_value', 'optional_map_optindex_optional_value', 'in_map'],
]);
/** Types whose values have any size. */
const SIZED: ReadonlySet<string> = new Set([
  'string',
  'bytes',
  'list',
  'map',
  'dyn',
  'param',
  'optional_type',
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'kubernetes.URL',
]);
/** The argument is the number of items created. */
const SIZED_BY_NUMBER = 'lists_range';
const isSized = ({ params, id }: Overload): boolean =>
  id === SIZED_BY_NUMBER || params.some(({ kind, name }) => SIZED.has(kind) || SIZED.has(name ?? ''));

const overloads = callableOverloads();

it('no call is free, whatever it is given', () => {
  const free = overloads
    .filter((overload) => variantsOf(overload).some((variant) => (call(overload, variant, 0)?.steps ?? 1) < 1))
    .map(({ id }) => id);
  expect(free).toEqual([]);
});

it('the table has work for every overload', () => {
  const all = declaredFunctions().flatMap((name) => overloadsOf(name) ?? []);
  expect(all.length).toBeGreaterThan(300);
  for (const { id, work } of all) expect([id, work]).not.toEqual([id, undefined]);
});

describe.each(overloads.map((overload) => [`${overload.name} ${overload.id}`, overload] as const))('%s', (_, overload) => {
  const variants = variantsOf(overload);

  it('takes the arguments that are made for it', () => {
    const results = variants.map((variant) => call(overload, variant, 40)?.result);
    expect(results.some((result) => !isFailure(result) || !result.message.includes('no such overload'))).toBe(true);
  });

  it('announces work that grows as its largest arguments do', () => {
    const small = variants.map((variant) => call(overload, variant, 100));
    const large = variants.map((variant) => call(overload, variant, 400));
    const grown = variants.map((_variant, at) =>
      large[at] === undefined || small[at] === undefined ? Number.POSITIVE_INFINITY : large[at].ownSteps - small[at].ownSteps,
    );
    const cost = variants.map((_variant, at) =>
      large[at] === undefined || small[at] === undefined ? Number.POSITIVE_INFINITY : large[at].steps - small[at].steps,
    );
    if (isSized(overload) && !KNOWN_AT_ONCE.has(overload.id)) {
      // 300 more characters or items add at least one step or cost.
      expect(Math.max(...grown, ...cost)).toBeGreaterThanOrEqual(1);
    } else expect(Math.max(...grown)).toBeLessThanOrEqual(0);
  });
});

it('what is known at once is in the table', () => {
  const ids = new Set(overloads.map(({ id }) => id));
  expect([...KNOWN_AT_ONCE].filter((id) => !ids.has(id))).toEqual([]);
});

it('metered overloads announce something themselves', () => {
  const silent = overloads
    .filter(({ work, id }) => work === 'metered' && !KNOWN_AT_ONCE.has(id))
    .filter((overload) => isSized(overload) && variantsOf(overload).every((variant) => call(overload, variant, 400)?.ownSteps === 0))
    .map(({ id }) => id);
  expect(silent).toEqual([]);
});

it('looking through a list announces each item, also an empty one', () => {
  for (const overload of overloads.filter(({ id }) => ['list_a_index_of_int', 'list_includes_dyn_dyn'].includes(id)))
    for (const variant of variantsOf(overload).filter(({ name }) => name.startsWith('empty '))) {
      const [few, many] = [100, 200].map((size) => call(overload, variant, size)?.ownSteps ?? 0) as [number, number];
      // A map takes about 300 ns.
      expect((many - few) / 100).toBeGreaterThanOrEqual(variant.name === 'empty maps' ? 20 : 2);
    }
});

it('comparing lists announces each item, whatever its type', () => {
  const [equals] = overloads.filter(({ id }) => id === 'equals') as [Overload];
  const perItem = variantsOf(equals)
    .filter(({ name }) => name.startsWith('lists of '))
    .map((variant) => {
      const [few, many] = [100, 200].map((size) => call(equals, variant, size)?.ownSteps ?? 0) as [number, number];
      return { name: variant.name, steps: (many - few) / 100 };
    });
  expect(perItem.length).toBeGreaterThanOrEqual(19);
  expect(perItem.filter(({ steps }) => steps < 1)).toEqual([]);
  // Each URL is printed for the comparison.
  expect(perItem.find(({ name }) => name === 'lists of urls')?.steps).toBeGreaterThanOrEqual(50);
});

it('overloads of constant work do not announce any', () => {
  const wrong = overloads
    .filter(
      (overload) => overload.work === CONSTANT && variantsOf(overload).some((variant) => (call(overload, variant, 400)?.ownSteps ?? 0) > 0),
    )
    .map(({ id }) => id);
  expect(wrong).toEqual([]);
});
