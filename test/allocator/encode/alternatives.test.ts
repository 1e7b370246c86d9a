// Tests claims with whole alternatives (XFirstOfDevices), from objects to results.

import { describe, expect, it, test } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { failure, input, allocator as withoutGate } from '../../support/allocate.js';
import { answerOf, twoForms } from '../../support/alternatives-as-lists.js';
import { Dice } from '../../support/dice.js';
import { claim, device, deviceClass, firstAvailable, request, selectors, slice } from '../../support/objects.js';

const allocator = await createAllocator({ featureGates: { XFirstOfDevices: true } });

const devicesOf = (...requests: readonly object[]): object => ({ requests });

function tied(alternatives: readonly object[], name = 'c'): ReturnType<typeof claim> {
  return { ...claim(name, []), spec: { firstOfDevices: alternatives } };
}

const KINDS = ['a', 'a', 'b', 'b', 'c'].map((kind, index) => device(`d${index}`, { kind, root: index % 2 }));
const of = (kind: string, count = 1): Readonly<Record<string, unknown>> => ({
  count,
  ...selectors(`device.attributes["d.example.com"].kind == "${kind}"`),
});

function asked(alternatives: readonly object[], more: Parameters<typeof input>[2] = {}): ReturnType<typeof input> {
  return input([], KINDS, { claims: [tied(alternatives)] as never, ...more });
}

/** Returns the results of each claim, and the index of the alternative that was allocated. */
function resultsOf(question: ReturnType<typeof input>): unknown {
  const outcome = allocator.allocate(question);
  if (outcome.kind !== 'allocated') return outcome.kind;
  return outcome.allocations.map(({ devices: { results = [] }, firstOfDevicesIndex }) => [
    firstOfDevicesIndex,
    ...results.map(({ request: name, device: picked }) => `${name}=${picked}`),
  ]);
}

describe('a claim with alternatives', () => {
  it('is allocated the first one that works, with its names', () => {
    const big = devicesOf(request('x', of('c', 2)), request('y', of('a')));
    const small = devicesOf(request('x', of('b', 2)), request('z', of('c')));
    expect(resultsOf(asked([big, small]))).toEqual([[1, 'x=d2', 'x=d3', 'z=d4']]);
    expect(resultsOf(asked([small, big]))).toEqual([[0, 'x=d2', 'x=d3', 'z=d4']]);
    expect(resultsOf(asked([big]))).toBe('unallocatable');
  });

  it('has constraints and configuration of its alternative alone', () => {
    const match = { matchAttribute: 'd.example.com/root' };
    const parameters = (mode: string): object => ({ opaque: { driver: 'd.example.com', parameters: { mode } } });
    const apart = { ...devicesOf(request('x', of('a', 2))), constraints: [match], config: [parameters('apart')] };
    const beside = {
      ...devicesOf(request('x', of('a')), request('y', of('b'))),
      constraints: [{ requests: ['x', 'y'], ...match }],
      config: [{ requests: ['y'], ...parameters('beside') }],
    };
    const outcome = allocator.allocate(asked([apart, beside]));
    expect(outcome).toMatchObject({
      kind: 'allocated',
      allocations: [
        {
          firstOfDevicesIndex: 1,
          devices: { config: [{ source: 'FromClaim', requests: ['y'], opaque: { parameters: { mode: 'beside' } } }] },
        },
      ],
    });
    expect(resultsOf(asked([apart, beside]))).toEqual([[1, 'x=d0', 'y=d2']]);
  });

  it('may have prioritized lists, requests for all devices and admin access in its alternatives', () => {
    const lists = devicesOf(firstAvailable('x', { s: of('c', 2), t: of('a') }), request('y', of('b', 3)));
    const all = devicesOf(request('x', { allocationMode: 'All', ...selectors('device.attributes["d.example.com"].kind == "b"') }));
    expect(resultsOf(asked([lists, all]))).toEqual([[1, 'x=d2', 'x=d3']]);
    expect(resultsOf(asked([devicesOf(firstAvailable('x', { s: of('c', 2), t: of('a') })), all]))).toEqual([[0, 'x/t=d0']]);
    const admin = devicesOf(request('x', { ...of('c'), adminAccess: true }));
    expect(resultsOf(asked([lists, admin], { allocated: { devices: [{ driver: 'd.example.com', pool: 'p', device: 'd4' }] } }))).toEqual([
      [1, 'x=d4'],
    ]);
  });

  it('may request no device in an alternative', () => {
    expect(resultsOf(asked([devicesOf(request('x', of('c', 2))), devicesOf()]))).toEqual([[1]]);
    expect(allocator.allocate(asked([devicesOf()]))).toMatchObject({ allocations: [{ devices: {}, firstOfDevicesIndex: 0 }] });
  });

  it('takes another alternative where a later claim needs its devices', () => {
    const claims = [tied([devicesOf(request('x', of('c'))), devicesOf(request('x', of('a')))]), claim('d', [request('r', of('c'))])];
    expect(resultsOf(input([], KINDS, { claims: claims as never }))).toEqual([
      [1, 'x=d0'],
      [undefined, 'r=d4'],
    ]);
  });

  it('does not consider devices for alternatives that it does not come to', () => {
    const bad = devicesOf(request('x', selectors('device.attributes["d.example.com"].nope == "1"')));
    const good = devicesOf(request('x', of('a')));
    expect(resultsOf(asked([good, bad]))).toEqual([[0, 'x=d0']]);
    const error = failure(asked([devicesOf(request('x', of('c', 2))), bad]), allocator);
    expect(error.message).toMatch(/^claim ns\/c, firstOfDevices\[1\]: selector #0 on device d\.example\.com\/p\/d0: CEL runtime error/);
  });
});

describe('errors before the search', () => {
  it('are those of any alternative, as with subrequests', () => {
    const unknown = devicesOf(request('x', { deviceClassName: 'nope' }));
    const error = failure(asked([devicesOf(request('x', of('a'))), unknown]), allocator);
    expect([error.code, error.claim, error.request]).toEqual(['unknown-device-class', 'ns/c', 'x']);
    expect(error.message).toMatch(/^claim ns\/c, firstOfDevices\[1\], request x: could not retrieve device class nope/);
    const empty = { ...devicesOf(request('x')), constraints: [{}] };
    expect(failure(asked([devicesOf(), empty]), allocator).message).toBe(
      'claim ns/c, firstOfDevices[1], constraint #0: empty constraint (unsupported constraint type?)',
    );
  });

  it('are too many devices only where no alternative is within the limit', () => {
    const many = devicesOf(request('x', { count: 20 }), request('y', { count: 20 }));
    expect(resultsOf(asked([many, devicesOf(request('x', of('a')))]))).toEqual([[1, 'x=d0']]);
    expect(failure(asked([many, many]), allocator)).toMatchObject({
      code: 'too-many-devices',
      message: 'claim ns/c, firstOfDevices[0], request y: adding 20 devices exceeds the claim limit of 32, with 20 already accounted for',
    });
  });

  it('without the gate the field is unknown', () => {
    expect(failure(asked([devicesOf()]), withoutGate)).toMatchObject({
      code: 'invalid-object',
      path: 'claims[0].spec.firstOfDevices',
    });
  });
});

test('capacities are charged by the alternative that is taken', () => {
  const shared = device('m', { kind: 'm' }, { allowMultipleAllocations: true, capacity: { memory: { value: '10Gi' } } });
  const wants = (memory: string): object => devicesOf(request('x', { capacity: { requests: { memory } } }));
  const claims = [tied([wants('8Gi'), wants('4Gi')], 'first'), tied([wants('8Gi'), wants('6Gi')], 'second')];
  const question = {
    ...input([], [], { claims: claims as never }),
    resourceSlices: [slice('s', [shared])],
    deviceClasses: [deviceClass('any')],
  };
  const outcome = allocator.allocate(question as never);
  if (outcome.kind !== 'allocated') throw new Error(outcome.kind);
  expect(
    outcome.allocations.map(({ firstOfDevicesIndex, devices: { results = [] } }) => [firstOfDevicesIndex, results[0]?.consumedCapacity]),
  ).toEqual([
    [1, { memory: '4Gi' }],
    [1, { memory: '6Gi' }],
  ]);
});

test('alternatives of one request each are answered as a prioritized list, step for step', () => {
  const kinds = new Map<unknown, number>();
  // The last seed makes a claim that is long enough for probing, which assumes that all devices of a claim come from one alternative.
  for (const seed of [...Array(400).keys(), 10_163]) {
    const { tied: whole, listed } = twoForms(new Dice(seed));
    const expected = answerOf(listed, allocator);
    expect([seed, answerOf(whole, allocator)]).toEqual([seed, expected]);
    const { kind } = expected as { readonly kind?: string };
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect([...kinds.keys()].sort()).toEqual(['allocated', 'unallocatable', undefined]);
});
