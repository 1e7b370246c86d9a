// Defines strata of the small scope for our feature gates: modes of XAttributeSemantics
// that Kubernetes lacks, and whole alternatives of claims (XFirstOfDevices).

import { ENTRY_MISSING } from '../../../../src/allocator/kernel/layout.js';
import {
  ALL,
  type Constraint,
  type Counted,
  constraints,
  counted,
  essential,
  lists,
  listsOf,
  MOST_COUNT,
  modeConstraints,
  oneClaim,
  oneError,
  plain,
  range,
  type Selectors,
  type Shape,
  severalRequests,
  twoKinds,
  valuesOf,
} from './axes.js';
import { bySize, NONE, name, type Stratum, stratum } from './stratum.js';

const scalars = (devices: number): number[][] => valuesOf(devices, [ENTRY_MISSING]);

/** One constraint next to the other axes. */
function withConstraint(
  what: string,
  devices: number,
  slots: number,
  [selectors, shapes, own]: readonly [readonly Selectors[], readonly Counted[], readonly Constraint[]],
): Stratum {
  return stratum(name(devices, slots, what), [selectors, shapes, own], (chosen, of, constraint) => {
    return { devices, selectors: chosen, counted: of, constraints: [constraint] };
  });
}

export function modeStrata(): Stratum[] {
  const overLists = { lists: true } as const;
  return [
    ...bySize([2, 3, 4], [1], (devices, slots) =>
      withConstraint('several values in common, or none', devices, slots, [
        [...plain(devices, slots), ...oneError(devices, slots)],
        counted(oneClaim(slots), devices, true),
        modeConstraints(slots, listsOf(devices), overLists),
      ]),
    ),
    withConstraint('several values in common, or none', 3, 2, [
      plain(3, 2),
      counted(essential(2), 3, false),
      modeConstraints(2, listsOf(3), overLists),
    ]),
    ...bySize([2, 3], [2], (devices, slots) =>
      withConstraint('an empty intersection, with lists of requests and for all devices', devices, slots, [
        [...plain(devices, slots), ...oneError(devices, slots)],
        counted(oneClaim(slots), devices, true),
        modeConstraints(slots, scalars(devices)),
      ]),
    ),
    withConstraint('an empty intersection over some slots, devices of two kinds', 3, 3, [
      twoKinds(3, 3),
      counted(oneClaim(3), 3, false),
      modeConstraints(3, scalars(3)),
    ]),
    withConstraint('an empty intersection over all slots, devices of two kinds', 4, 3, [
      twoKinds(4, 3),
      counted(severalRequests, 4, false),
      modeConstraints(3, scalars(4), { least: 3 }),
    ]),
  ];
}

/** Shapes, with the number of first claims that are alternatives of one. */
const TIED: readonly (readonly [Shape, number])[] = [
  [[[1], [1]], 2],
  [[[1, 1], [1]], 2],
  [[[1], [1, 1]], 2],
  [[[1], [1], [1]], 3],
  [[[1], [1], [1]], 2],
  [[[1], [-2]], 2],
  [[[-2], [1]], 2],
  [[[1, -1]], 1],
];

function tiedOf(slots: number): readonly (readonly [Shape, number])[] {
  return TIED.filter(([shape]) => shape.flat().reduce((sum, size) => sum + Math.abs(size), 0) === slots);
}

/** All counts: an alternative does not reduce the devices for the next one. */
function countedTied(slots: number, withAll: boolean): { readonly of: Counted; readonly tied: number }[] {
  const counts = lists([...(withAll ? [ALL] : []), ...range(MOST_COUNT, 1)], slots);
  return tiedOf(slots).flatMap(([shape, tied]) => counts.map((own) => ({ of: { shape, counts: own }, tied })));
}

export function alternativeStrata(): Stratum[] {
  return [
    ...bySize([2, 3], [2, 3], (devices, slots) =>
      stratum(
        name(devices, slots, 'whole alternatives'),
        [
          slots === 2 ? [...plain(devices, slots), ...oneError(devices, slots)] : plain(devices, slots),
          countedTied(slots, slots === 2),
          NONE,
        ],
        (selectors, { of, tied }) => ({ devices, selectors, counted: of, tied }),
      ),
    ),
    ...bySize([2, 3], [3], (devices, slots) =>
      stratum(
        name(devices, slots, 'whole alternatives and an erring selector'),
        [oneError(devices, slots), countedTied(slots, false), NONE],
        (selectors, { of, tied }) => ({ devices, selectors, counted: of, tied }),
      ),
    ),
    stratum(
      name(3, 3, 'whole alternatives and a claim limit of 1, 2 or 3'),
      [plain(3, 3), countedTied(3, false), [1, 2, 3]],
      (selectors, { of, tied }, claimLimit) => ({ devices: 3, selectors, counted: of, tied, claimLimit }),
    ),
    stratum(
      name(3, 3, 'whole alternatives and a constraint in one, devices of two kinds'),
      [twoKinds(3, 3), countedTied(3, false), constraints(3, scalars(3), { least: 2 }).filter(({ over }) => over.length === 2)],
      (selectors, { of, tied }, constraint) => ({ devices: 3, selectors, counted: of, tied, constraints: [constraint] }),
    ),
  ];
}
