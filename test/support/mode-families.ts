// Families of problems with the modes of XAttributeSemantics and the alternatives of XFirstOfDevices, on which the time of plain search
// doubles with each device. Identical and AllDistinct are match and distinct over one value for each device, and PairwiseDisjoint is distinct
// over lists. Their families are in families.ts.

import { emptySlot, tieClaims } from '../../src/allocator/kernel/alternatives.js';
import type { Problem, ProblemClaim, ProblemConstraint } from '../../src/allocator/kernel/problem.js';
import { inBothOrders, withErrors } from './families.js';
import { exactly, type Family, failed, found, over, problem, range, row, stages, times } from './family-parts.js';

type Lists = Pick<ProblemConstraint, 'kind' | 'minSize' | 'sets' | 'valueCount'>;

/** `count` requested devices with lists, in one request or in one request each. */
function withLists(count: number, isSplit: boolean, { sets, ...constraint }: Lists): Problem {
  const any = stages(sets.length, () => true);
  const requests = isSplit ? times(count, 1).map((own) => exactly(any, own)) : [exactly(any, count)];
  const entries = Uint32Array.from(range(sets.length));
  return problem(sets.length, requests, [{ ...constraint, sets, rows: requests.map(() => entries) }]);
}

/** All values except some. */
function without(valueCount: number, lacking: readonly number[]): number[] {
  return range(valueCount).filter((value) => !lacking.includes(value));
}

/** An empty intersection, where every device has one common value, or every device except the last. Each device also has a unique value. */
function commonToAll(devices: number, count: number, isMended: boolean, isSplit: boolean): Problem {
  const sets = range(devices).map((device) => (isMended && device === devices - 1 ? [device + 1] : [0, device + 1]));
  return withLists(count, isSplit, { kind: 'emptyIntersection', valueCount: devices + 1, sets });
}

/** An empty intersection, where each device lacks one of `values` values, and three devices lack the same one. */
function lackingOne(values: number, count: number, isSplit: boolean): Problem {
  const sets = range(values * 3).map((device) => without(values, [device % values]));
  return withLists(count, isSplit, { kind: 'emptyIntersection', valueCount: values, sets });
}

/**
 * An empty intersection, where the three devices of a triangle each lack two of three values. Two devices of a triangle are needed, although
 * the amounts of one and a half would suffice.
 */
function lackingTwo(triangles: number, count: number, isSplit: boolean): Problem {
  const values = triangles * 3;
  const sets = range(values).map((device) => {
    const first = device - (device % 3);
    return without(values, [first + (device % 3), first + ((device + 1) % 3)]);
  });
  return withLists(count, isSplit, { kind: 'emptyIntersection', valueCount: values, sets });
}

/**
 * `minSize` values in common, where the groups of devices that share a value are too small. The last group may be large enough. All devices
 * share the other values.
 */
function smallGroups(groups: number, count: number, minSize: number, isLastEnough: boolean, isSplit: boolean): Problem {
  const devices = groups * (count - 1) + (isLastEnough ? 1 : 0);
  const groupOf = (device: number): number => Math.min(groups - 1, Math.floor(device / (count - 1)));
  const sets = range(devices).map((device) => [...range(minSize - 1), minSize - 1 + groupOf(device)]);
  return withLists(count, isSplit, { kind: 'match', minSize, valueCount: minSize - 1 + groups, sets });
}

/** `minSize` values in common, where each device lacks one value, and three devices lack the same one. */
function sharedLoss(values: number, count: number, minSize: number, isSplit: boolean): Problem {
  const sets = range(values * 3).map((device) => without(values, [device % values]));
  return withLists(count, isSplit, { kind: 'match', minSize, valueCount: values, sets });
}

/** A claim with whole alternatives. */
function tied(deviceCount: number, alternatives: readonly ProblemClaim[]): ProblemClaim {
  return tieClaims(alternatives, emptySlot(deviceCount));
}

/** `claims` claims of 8 alternatives, each for two devices in one or two requests. A last claim requests one device. */
function alternativesByCount(claims: number, last: number): Problem {
  const deviceCount = claims * 2 + last - 1;
  const any = stages(deviceCount, () => true);
  const own = range(8).map((index): ProblemClaim => {
    return { requests: index % 2 === 0 ? [exactly(any, 2)] : [exactly(any), exactly(any)], constraints: [] };
  });
  const made = range(claims).map(() => tied(deviceCount, own));
  return { deviceCount, occupied: [], claimLimit: 32, claims: [...made, { requests: [exactly(any)], constraints: [] }] };
}

/**
 * Alternatives that each request devices with a common value, where each value has one device too few. The last alternative may request one
 * less.
 */
function alternativesByValue(devices: number, count: number, isLastSmaller: boolean): Problem {
  const any = stages(devices, () => true);
  const values = Math.ceil(devices / (count - 1));
  const entries = row(devices, (device) => device % values);
  const alternatives = range(4).map((index): ProblemClaim => {
    const wanted = isLastSmaller && index === 3 ? count - 1 : count;
    const requests = index % 2 === 0 ? [exactly(any, wanted)] : times(wanted, 1).map((one) => exactly(any, one));
    return { requests, constraints: [over(requests, range(requests.length), 'match', values, entries)] };
  });
  return { deviceCount: devices, occupied: [], claimLimit: 32, claims: [tied(devices, alternatives)] };
}

/** Claims for a GPU and a NIC on one root, or else for two NICs there. Each root has a GPU and a NIC. The last root may have only a GPU. */
function pairsOrNics(claims: number, isWhole: boolean): Problem {
  const kinds = range(claims).flatMap((root) => (isWhole || root < claims - 1 ? ['gpu', 'nic'] : ['gpu']));
  const table = (kind: string): Uint8Array => stages(kinds.length, (device) => kinds[device] === kind);
  const entries = row(kinds.length, (device) => Math.floor(device / 2));
  const of = (...wanted: readonly string[]): ProblemClaim => {
    const requests = wanted.map((kind) => exactly(table(kind)));
    return { requests, constraints: [over(requests, range(requests.length), 'match', claims, entries)] };
  };
  const own = range(claims).map(() => tied(kinds.length, [of('gpu', 'nic'), of('nic', 'nic')]));
  return { deviceCount: kinds.length, occupied: [], claimLimit: 32, claims: own };
}

const IN_ORDER: readonly Family[] = [
  ...[false, true].flatMap((isSplit) => {
    const how = isSplit ? ', in requests of 1' : '';
    return [
      failed(`empty intersection, a value in all of 128${how}`, commonToAll(128, 8, false, isSplit)),
      found(`empty intersection, a value in all of 128 but the last${how}`, commonToAll(128, 8, true, isSplit)),
      ...[12, 31].flatMap((values) => [
        failed(`empty intersection of ${values} values, each device lacks one${how}`, lackingOne(values, values - 1, isSplit)),
        found(
          `empty intersection of ${values} values, each device lacks one, one device for each${how}`,
          lackingOne(values, values, isSplit),
        ),
      ]),
      ...[6, 10].flatMap((triangles) => [
        failed(`empty intersection of ${triangles} triangles${how}`, lackingTwo(triangles, triangles * 2 - 1, isSplit)),
        found(`empty intersection of ${triangles} triangles, two devices for each${how}`, lackingTwo(triangles, triangles * 2, isSplit)),
      ]),
      failed(`3 values in common, groups of 15${how}`, smallGroups(8, 16, 3, false, isSplit)),
      found(`3 values in common, groups of 15, one of 16${how}`, smallGroups(8, 16, 3, true, isSplit)),
      ...[10, 16].flatMap((values) => {
        const most = Math.floor(values / 3) * 3;
        const least = values - Math.floor(values / 3);
        return [
          failed(`${least} of ${values} values in common, one pick too many${how}`, sharedLoss(values, most + 1, least, isSplit)),
          found(`${least} of ${values} values in common${how}`, sharedLoss(values, most, least, isSplit)),
        ];
      }),
    ];
  }),
  ...[4, 15].flatMap((claims) => [
    failed(`${claims} claims of 8 whole alternatives by count, one device too few`, alternativesByCount(claims, 1)),
    found(`${claims} claims of 8 whole alternatives by count`, alternativesByCount(claims, 2)),
  ]),
  failed('4 whole alternatives of 16 that share a value, of 15', alternativesByValue(120, 16, false)),
  found('4 whole alternatives of 16 that share a value, of 15, the last one of 15', alternativesByValue(120, 16, true)),
  ...[8, 16].flatMap((claims) => [
    failed(`${claims} claims for a pair or two NICs, one NIC missing`, pairsOrNics(claims, false)),
    found(`${claims} claims for a pair or two NICs`, pairsOrNics(claims, true)),
  ]),
];

/** The families in both orders of their requests. */
export const MODE_FAMILIES: readonly Family[] = inBothOrders(IN_ORDER);

export const MODE_FAMILIES_WITH_ERROR: readonly Omit<Family, 'answer'>[] = withErrors(MODE_FAMILIES);
