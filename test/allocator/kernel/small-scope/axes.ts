// Defines the axes of the small scope, each with its choices: selectors, requests with counts, values, constraints, counters.
// docs/internals/small-scope.md lists the choices that are omitted because a symmetry makes them equal to others.

import { STAGE_ERROR } from '../../../../src/allocator/kernel/layout.js';
import type { ConstraintKind } from '../../../../src/allocator/kernel/problem.js';

export const MATCH = 0;
export const NO = 4;
const ERROR = STAGE_ERROR + 4;
export const MOST_COUNT = 3;
/** This count stands for all devices that the selector does not reject. */
export const ALL = 0;

export const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

/** Returns all lists of `length` choices. */
export function lists<T>(choices: readonly T[], length: number): T[][] {
  return length === 0 ? [[]] : lists(choices, length - 1).flatMap((list) => choices.map((choice) => [...list, choice]));
}

const subsets = (count: number): number[][] =>
  range(2 ** count - 1, 1).map((bits) => range(count).filter((index) => (bits & (1 << index)) !== 0));

/** Selectors are a list of stages for each slot. A device that every selector rejects would have no effect. */
export type Selectors = readonly (readonly number[])[];

function isWanted(selectors: Selectors, device: number): boolean {
  return selectors.some((stages) => stages[device] !== NO);
}

function selectorsOf(devices: number, slots: number, cells: readonly number[]): Selectors[] {
  return lists(lists(cells, devices), slots).filter((selectors) => range(devices).every((device) => isWanted(selectors, device)));
}

/** Each device matches for a slot or not. */
export const plain = (devices: number, slots: number): Selectors[] => selectorsOf(devices, slots, [MATCH, NO]);

/** One selector fails on one device. */
export const oneError = (devices: number, slots: number): Selectors[] =>
  range(devices * slots).flatMap((cell) => {
    const [slot, device] = [Math.floor(cell / devices), cell % devices];
    return lists(lists([MATCH, NO], devices), slots)
      .filter((selectors) => selectors[slot]?.[device] === MATCH)
      .map((selectors) =>
        selectors.map((stages, index) => (index === slot ? stages.map((stage, own) => (own === device ? ERROR : stage)) : stages)),
      )
      .filter((selectors) => range(devices).every((own) => isWanted(selectors, own)));
  });

/** Any selector may fail on any device; at least one does. */
export const anyErrors = (devices: number, slots: number): Selectors[] =>
  selectorsOf(devices, slots, [MATCH, NO, ERROR]).filter((selectors) => selectors.some((stages) => stages.includes(ERROR)));

/** Devices are of two kinds; each selector requests one kind, or any. */
export function twoKinds(devices: number, slots: number): Selectors[] {
  const found = new Map<string, Selectors>();
  for (const kinds of lists([1, 2], devices)) {
    for (const wanted of lists([1, 2, 3], slots)) {
      const selectors = wanted.map((mask) => kinds.map((kind) => ((kind & mask) === 0 ? NO : MATCH)));
      if (range(devices).every((device) => isWanted(selectors, device))) found.set(selectors.join(';'), selectors);
    }
  }
  return [...found.values()];
}

/** Claims, each a list of requests: 1 is a single request, -k a prioritized list of k. */
export type Shape = readonly (readonly number[])[];

export const SHAPES: Readonly<Record<number, readonly Shape[]>> = {
  1: [[[1]], [[-1]]],
  2: [[[1, 1]], [[-2]], [[1], [1]], [[-1, 1]], [[1, -1]]],
  3: [[[1, 1, 1]], [[1, -2]], [[-2, 1]], [[-3]], [[1], [1, 1]], [[1, 1], [1]], [[1], [1], [1]], [[1], [-2]], [[-2], [1]]],
};
export const oneClaim = (slots: number): readonly Shape[] => (SHAPES[slots] as readonly Shape[]).filter((shape) => shape.length === 1);
export const essential = (slots: number): readonly Shape[] => oneClaim(slots).filter(([requests]) => requests?.includes(-1) === false);

export const severalRequests = essential(3).filter(([requests]) => (requests?.length ?? 0) > 1);

export interface Counted {
  readonly shape: Shape;
  /** By slot. */
  readonly counts: readonly number[];
}

/** Returns shapes with counts. Counts are at most one more than the devices that earlier requests leave: larger counts behave equally. */
export function counted(shapes: readonly Shape[], devices: number, withAll: boolean): Counted[] {
  return shapes.flatMap((shape) => {
    const requests = shape.flat();
    const extend = (at: number, left: number): number[][] => {
      const request = requests[at];
      if (request === undefined) return [[]];
      const most = Math.min(MOST_COUNT, left + 1);
      const choices = lists([...(withAll ? [ALL] : []), ...range(most, 1)], Math.abs(request));
      return choices.flatMap((own) => {
        const least = Math.min(...own.map((count) => Math.max(1, count)));
        return extend(at + 1, Math.max(0, left - least)).map((rest) => [...own, ...rest]);
      });
    };
    return extend(0, devices).map((counts) => ({ shape, counts }));
  });
}

/**
 * Returns values of one attribute by device. Values are numbered by first occurrence, so that lists that differ only in names are equal.
 */
export function valuesOf(devices: number, marks: readonly number[]): number[][] {
  const extend = (length: number): number[][] => {
    if (length === 0) return [[]];
    return extend(length - 1).flatMap((list) => {
      const used =
        list.filter((entry) => !marks.includes(entry)).length === 0 ? 0 : 1 + Math.max(...list.filter((one) => !marks.includes(one)));
      return [...marks, ...range(Math.min(3, used + 1))].map((entry) => [...list, entry]);
    });
  };
  return extend(devices);
}

/**
 * Returns lists of up to three values by device, as bits. Of lists that
 * differ only in names of values, only the first in order is returned.
 */
export function listsOf(devices: number): number[][] {
  const permutations = lists([0, 1, 2], 3).filter((order) => new Set(order).size === 3);
  return lists(range(8), devices).filter((own) =>
    permutations.every((order) => {
      const renamed = own.map((bits) => order.reduce((sum, to, from) => sum | (((bits >> from) & 1) << to), 0));
      const differs = own.findIndex((bits, device) => bits !== renamed[device]);
      return differs < 0 || (own[differs] as number) < (renamed[differs] as number);
    }),
  );
}

export interface Constraint {
  readonly kind: ConstraintKind;
  /** For match: the number of values that must be in common. */
  readonly minSize?: number;
  /** The slots in its scope. */
  readonly over: readonly number[];
  /** By device. */
  readonly values: readonly number[];
  readonly lists?: boolean;
}

export function constraints(
  slots: number,
  values: readonly (readonly number[])[],
  options: { lists?: boolean; least?: number } = {},
): Constraint[] {
  const chosen = subsets(slots).filter(({ length }) => length >= (options.least ?? 1));
  return (['match', 'distinct'] as const).flatMap((kind) =>
    chosen.flatMap((over) => values.map((own) => ({ kind, over, values: own, ...(options.lists === true ? { lists: true } : {}) }))),
  );
}

/**
 * Returns constraints of the modes of XAttributeSemantics that Kubernetes lacks: two or
 * three common values over lists, and no common value over scalars or lists.
 */
export function modeConstraints(
  slots: number,
  values: readonly (readonly number[])[],
  options: { readonly lists?: true; readonly least?: number } = {},
): Constraint[] {
  const chosen = subsets(slots).filter(({ length }) => length >= (options.least ?? 1));
  const modes: readonly Pick<Constraint, 'kind' | 'minSize'>[] = [
    { kind: 'emptyIntersection' },
    ...(options.lists ? [2, 3].map((minSize) => ({ kind: 'match' as const, minSize })) : []),
  ];
  const areLists = options.lists ? { lists: true } : {};
  return modes.flatMap((mode) => chosen.flatMap((over) => values.map((own) => ({ ...mode, over, values: own, ...areLists }))));
}

/** The amounts that the devices draw of one counter; with equal amounts for all devices it would only count them. */
export interface Counters {
  readonly amounts: readonly number[];
  readonly left: number;
}

export function counters(devices: number): Counters[] {
  return lists([0, 1, 2], devices).flatMap((amounts) => {
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    // Doubling all amounts changes no answer. A counter that suffices for all devices together has no effect.
    if (!amounts.includes(1)) return [];
    return range(Math.min(4, sum)).map((left) => ({ amounts, left }));
  });
}

/** The number of selections that can share each device; 0: the device is not shared. */
export type Sharing = readonly number[];
