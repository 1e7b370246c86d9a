// Enumerates every problem of a small scope by number: its strata, without the problems that a symmetry makes equal to others.
// docs/internals/small-scope.md describes the symmetries, and why no case is lost.

import { ENTRY_ERROR, ENTRY_MISSING } from '../../../../src/allocator/kernel/layout.js';
import type { Problem } from '../../../../src/allocator/kernel/problem.js';
import {
  anyErrors,
  type Constraint,
  type Counted,
  constraints,
  counted,
  counters,
  essential,
  lists,
  listsOf,
  MATCH,
  MOST_COUNT,
  oneClaim,
  oneError,
  plain,
  range,
  type Selectors,
  SHAPES,
  type Shape,
  severalRequests,
  twoKinds,
  valuesOf,
} from './axes.js';
import { alternativeStrata, modeStrata } from './library-gates.js';
import { bySize, NONE, name, type Stratum, stratum } from './stratum.js';

const scalars = (devices: number): number[][] => valuesOf(devices, [ENTRY_MISSING]);
/** Returns whether two constraints are in the only order to test: their order has no effect. */
const inOrder = (one: Constraint, other: Constraint): boolean => one.kind === 'match' || other.kind === 'distinct';

function shapesFor(devices: number, slots: number): Counted[] {
  return counted(SHAPES[slots] as readonly Shape[], devices, slots < 3);
}

function selectorStrata(): Stratum[] {
  const errors = (devices: number, slots: number): Selectors[] => (slots < 3 ? anyErrors(devices, slots) : oneError(devices, slots));
  return [
    ...bySize([1, 2, 3, 4], [1, 2, 3], (devices, slots) =>
      stratum(name(devices, slots, 'selectors'), [plain(devices, slots), shapesFor(devices, slots), NONE], (selectors, own) => ({
        devices,
        selectors,
        counted: own,
      })),
    ),
    ...bySize([1, 2, 3, 4], [1, 2, 3], (devices, slots) => {
      const shapes = devices === 4 && slots === 3 ? counted([[[1, 1, 1]]], devices, false) : shapesFor(devices, slots);
      return stratum(name(devices, slots, 'erring selectors'), [errors(devices, slots), shapes, NONE], (selectors, own) => ({
        devices,
        selectors,
        counted: own,
      }));
    }),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'a claim limit of 1, 2 or 3'),
        [[...plain(devices, slots), ...anyErrors(devices, slots)], shapesFor(devices, slots), [1, 2, 3]],
        (selectors, own, claimLimit) => ({ devices, selectors, counted: own, claimLimit }),
      ),
    ),
    // With three slots, the limit can exclude an alternative because of another request.
    ...bySize([2, 3], [3], (devices, slots) =>
      stratum(
        name(devices, slots, 'a claim limit of 2, 3 or 4'),
        [[...plain(devices, slots), ...oneError(devices, slots)], shapesFor(devices, slots), [2, 3, 4]],
        (selectors, own, claimLimit) => ({ devices, selectors, counted: own, claimLimit }),
      ),
    ),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'admin access, a device in use'),
        [
          [...plain(devices, slots), ...oneError(devices, slots)],
          lists(range(MOST_COUNT + 1), slots).flatMap((counts) => (SHAPES[slots] as readonly Shape[]).map((shape) => ({ shape, counts }))),
          lists([false, true], slots)
            .filter((admin) => admin.includes(true))
            .flatMap((admin) => [[], ...range(devices).map((device) => [device])].map((occupied) => ({ admin, occupied }))),
        ],
        (selectors, own, more) => ({ devices, selectors, counted: own, ...more }),
      ),
    ),
  ];
}

/** One constraint next to the other axes. */
function withConstraint(
  what: string,
  devices: number,
  slots: number,
  axes: readonly [readonly Selectors[], readonly Counted[], readonly Constraint[]],
): Stratum {
  return stratum(name(devices, slots, what), axes, (selectors, own, constraint) => ({
    devices,
    selectors,
    counted: own,
    constraints: [constraint],
  }));
}

function constraintStrata(): Stratum[] {
  const marked = (devices: number): number[][] =>
    valuesOf(devices, [ENTRY_MISSING, ENTRY_ERROR]).filter((values) => values.includes(ENTRY_ERROR));
  return [
    ...bySize([2, 3, 4], [1, 2], (devices, slots) =>
      withConstraint('a constraint', devices, slots, [
        plain(devices, slots),
        shapesFor(devices, slots),
        constraints(slots, scalars(devices)),
      ]),
    ),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      withConstraint('a constraint and an erring selector', devices, slots, [
        oneError(devices, slots),
        counted(oneClaim(slots), devices, slots < 2),
        constraints(slots, scalars(devices)),
      ]),
    ),
    withConstraint('a constraint and an erring selector', 4, 2, [
      oneError(4, 2),
      counted(essential(2), 4, false),
      constraints(2, scalars(4), { least: 2 }),
    ]),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      withConstraint('a constraint over a value that cannot be computed', devices, slots, [
        plain(devices, slots),
        counted(oneClaim(slots), devices, slots < 2),
        constraints(slots, marked(devices)),
      ]),
    ),
    withConstraint('a constraint over two or three slots, devices of two kinds', 3, 3, [
      twoKinds(3, 3),
      counted(essential(3), 3, false),
      constraints(3, scalars(3), { least: 2 }),
    ]),
    withConstraint('a constraint over all slots, devices of two kinds', 4, 3, [
      twoKinds(4, 3),
      counted(severalRequests, 4, false),
      constraints(3, scalars(4), { least: 3 }),
    ]),
  ];
}

function listConstraintStrata(): Stratum[] {
  return [
    ...bySize([2, 3, 4], [1], (devices, slots) =>
      withConstraint('a constraint over lists', devices, slots, [
        [...plain(devices, slots), ...oneError(devices, slots)],
        shapesFor(devices, slots),
        constraints(slots, listsOf(devices), { lists: true }),
      ]),
    ),
    withConstraint('a constraint over lists', 3, 2, [
      plain(3, 2),
      counted(essential(2), 3, false),
      constraints(2, listsOf(3), { lists: true }),
    ]),
  ];
}

function twoConstraintsStrata(): Stratum[] {
  return [
    ...bySize([2, 3], [2], (devices, slots) => {
      const all = constraints(slots, scalars(devices));
      return stratum(
        name(devices, slots, 'two constraints'),
        [
          devices < 3 ? plain(devices, slots) : twoKinds(devices, slots),
          counted(essential(slots), devices, false),
          all.flatMap((a) => all.filter((b) => inOrder(a, b)).map((b) => [a, b])),
        ],
        (selectors, own, both) => ({ devices, selectors, counted: own, constraints: both }),
      );
    }),
    stratum(
      name(4, 2, 'two constraints over all devices'),
      [
        [range(2).map(() => range(4).map(() => MATCH))],
        counted(essential(2), 4, false),
        constraints(2, scalars(4), { least: 2 }).flatMap((a) =>
          constraints(2, scalars(4), { least: 2 })
            .filter((b) => inOrder(a, b))
            .map((b) => [a, b]),
        ),
      ],
      (selectors, own, both) => ({ devices: 4, selectors, counted: own, constraints: both }),
    ),
  ];
}

function counterStrata(): Stratum[] {
  const drawn = (what: string, devices: number, slots: number, selectors: readonly Selectors[], shapes: readonly Counted[]): Stratum =>
    stratum(name(devices, slots, what), [selectors, shapes, counters(devices)], (own, of, charged) => ({
      devices,
      selectors: own,
      counted: of,
      counters: charged,
    }));
  return [
    ...bySize([1, 2, 3, 4], [1, 2], (devices, slots) =>
      drawn(
        'a counter',
        devices,
        slots,
        plain(devices, slots),
        counted(slots === 2 && devices === 4 ? essential(2) : oneClaim(slots), devices, slots === 1),
      ),
    ),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      drawn('a counter and erring selectors', devices, slots, oneError(devices, slots), counted(oneClaim(slots), devices, slots === 1)),
    ),
    drawn('a counter, devices of two kinds', 3, 3, twoKinds(3, 3), counted(essential(3), 3, false)),
    drawn('a counter, devices of two kinds', 4, 3, twoKinds(4, 3), counted([[[1, 1, 1]]], 4, false)),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'a counter and a constraint over all'),
        [
          plain(devices, slots),
          counted(essential(slots), devices, false),
          counters(devices).flatMap((charged) =>
            constraints(slots, scalars(devices), { least: slots }).map((constraint) => ({ counters: charged, constraints: [constraint] })),
          ),
        ],
        (selectors, own, more) => ({ devices, selectors, counted: own, ...more }),
      ),
    ),
  ];
}

function sharedStrata(): Stratum[] {
  return [
    ...bySize([1, 2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'shared devices and an erring selector'),
        [
          oneError(devices, slots),
          lists(range(MOST_COUNT, 1), slots).flatMap((counts) => essential(slots).map((shape) => ({ shape, counts }))),
          lists([0, 1, 2], devices).filter((sharing) => sharing.some((capacity) => capacity > 0)),
        ],
        (selectors, own, sharing) => ({ devices, selectors, counted: own, sharing }),
      ),
    ),
    ...bySize([1, 2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'shared devices, with a constraint or none'),
        [
          plain(devices, slots),
          lists(range(MOST_COUNT, 1), slots).flatMap((counts) => essential(slots).map((shape) => ({ shape, counts }))),
          lists([0, 1, 2], devices)
            .filter((sharing) => sharing.some((capacity) => capacity > 0))
            .flatMap((sharing) => [
              { sharing },
              ...constraints(slots, scalars(devices), { least: slots }).map((constraint) => ({ sharing, constraints: [constraint] })),
            ]),
        ],
        (selectors, own, more) => ({ devices, selectors, counted: own, ...more }),
      ),
    ),
  ];
}

/** Returns the strata of the whole scope. */
export function smallScope(): Stratum[] {
  return [
    ...selectorStrata(),
    ...constraintStrata(),
    ...listConstraintStrata(),
    ...twoConstraintsStrata(),
    ...counterStrata(),
    ...sharedStrata(),
    ...modeStrata(),
    ...alternativeStrata(),
  ];
}

/** Yields the problems of a stratum whose number leaves `part` when divided by `parts`. */
export function* problemsOf({ size, at }: Stratum, part = 0, parts = 1): Generator<{ readonly index: number; readonly problem: Problem }> {
  for (let index = part; index < size; index += parts) {
    const problem = at(index);
    if (problem !== undefined) yield { index, problem };
  }
}
