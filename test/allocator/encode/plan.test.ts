import { describe, expect, it } from 'vitest';
import { failure, input } from '../../support/allocate.js';
import { claim, device, devices, firstAvailable, request, slice } from '../../support/objects.js';

describe('errors before the search', () => {
  it.each([
    [
      'unknown-device-class',
      [request('r', { deviceClassName: 'nope' })],
      'claim ns/c, request r: could not retrieve device class nope: deviceclass.resource.k8s.io "nope" not found',
    ],
    [
      'unknown-device-class',
      [firstAvailable('r', { a: {}, b: { deviceClassName: 'nope' } })],
      'claim ns/c, request b: could not retrieve device class nope: deviceclass.resource.k8s.io "nope" not found',
    ],
    [
      'missing-device-class',
      [request('r', { deviceClassName: '' })],
      'claim ns/c, request r: missing device class name (unsupported request type?)',
    ],
    ['unsupported-allocation-mode', [request('r', { allocationMode: 'Some' })], 'claim ns/c, request r: unsupported count mode Some'],
    [
      'empty-selector',
      [request('r', { selectors: [{}] })],
      'claim ns/c, request r, selector #0: CEL expression empty (unsupported selector type?)',
    ],
    [
      'too-many-devices',
      [request('a', { count: 20 }), request('b', { count: 20 })],
      'claim ns/c, request b: adding 20 devices exceeds the claim limit of 32, with 20 already accounted for',
    ],
  ])('%s', (code, requests, message) => {
    expect(failure(input(requests))).toMatchObject({ code, message, nodeLocal: false });
  });

  it('empty-constraint', () => {
    expect(failure(input([request('r')], devices(1), { constraints: [{ requests: ['r'] }] }))).toMatchObject({
      code: 'empty-constraint',
      message: 'claim ns/c, constraint #0: empty constraint (unsupported constraint type?)',
    });
  });

  it('come in the order of the reference: an earlier claim hides a later one, requests come before constraints', () => {
    const claims = [claim('a', [request('r')], { constraints: [{}] }), claim('b', [request('r', { deviceClassName: 'nope' })])];
    expect(failure(input([], devices(1), { claims }))).toMatchObject({ code: 'empty-constraint', claim: 'ns/a' });
    expect(failure(input([request('r', { deviceClassName: 'nope' })], devices(1), { constraints: [{}] })).code).toBe(
      'unknown-device-class',
    );
  });

  it('report that a request for all devices meets a pool that does not count', () => {
    const all = [request('r', { allocationMode: 'All' })];
    const incomplete = [slice('s', devices(1), { pool: { resourceSliceCount: 2 } })];
    expect(failure(input(all, [], { resourceSlices: incomplete }))).toMatchObject({
      code: 'pool-incomplete',
      message: 'claim ns/c, request r: asks for all devices, but resource pool d.example.com/p is currently being updated',
    });
    expect(failure(input(all, [device('x'), device('x')])).code).toBe('pool-invalid');
  });

  it('is local to the node when nothing was found and a pool is invalid', () => {
    expect(failure(input([request('r')], [device('x'), device('x')]))).toMatchObject({ code: 'invalid-pools', nodeLocal: true });
  });

  it('name where a constraint rejects a device of a request for all', () => {
    const list = [device('a', { k: 1 }), device('b', { k: 2 })];
    expect(
      failure(input([request('r', { allocationMode: 'All' })], list, { constraints: [{ matchAttribute: 'd.example.com/k' }] })),
    ).toMatchObject({
      code: 'constraint-refuses-all',
      message: 'claim ns/c, request r: cannot add device d.example.com/p/b because a claim constraint would not be satisfied',
    });
  });
});
