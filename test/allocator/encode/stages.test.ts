// Tests selectors by the answers of the allocator.

import { describe, expect, it } from 'vitest';
import { failure, input, solve } from '../../support/allocate.js';
import { device, deviceClass, devices, request, selectors } from '../../support/objects.js';

describe('selectors', () => {
  it('select devices by class and request, all of which must agree', () => {
    const list = [device('a', { kind: 'nic' }), device('b', { kind: 'gpu', size: 1 }), device('c', { kind: 'gpu', size: 2 })];
    const deviceClasses = [deviceClass('any', 'device.attributes["d.example.com"].kind == "gpu"')];
    const big = selectors('device.driver == "d.example.com"', 'device.attributes["d.example.com"].size > 1');
    expect(solve(input([request('r', big)], list, { deviceClasses }))).toEqual(['r=c']);
  });

  it('fail when the search reaches a device that they err on, and not before', () => {
    const list = [device('a', { ok: true }), device('b')];
    const ok = selectors('device.attributes["d.example.com"].ok');
    expect(solve(input([request('r', ok)], list))).toEqual(['r=a']);
    const error = failure(input([request('r', { count: 2, ...ok })], list));
    expect(error).toMatchObject({
      code: 'cel-runtime-error',
      claim: 'ns/c',
      request: 'r',
      selector: 0,
      device: 'd.example.com/p/b',
      nodeLocal: false,
    });
    expect(error.message).toMatch(/^claim ns\/c: selector #0 on device d\.example\.com\/p\/b: CEL runtime error: no such key: ok/);
  });

  it('do not compile until a device is considered', () => {
    const broken = selectors('device.nope(');
    expect(solve(input([request('r', broken)], []))).toBe('unallocatable');
    expect(failure(input([request('r', broken)]))).toMatchObject({ code: 'cel-compile-error', selector: 0 });
  });

  it('name the request also when it requests all devices', () => {
    const broken = { allocationMode: 'All', ...selectors('device.attributes["d.example.com"].ok') };
    expect(failure(input([request('r', broken)], devices(1)))).toMatchObject({
      code: 'cel-runtime-error',
      request: 'r',
      device: 'd.example.com/p/d0',
    });
  });

  it('may use every library that Kubernetes has', () => {
    expect(solve(input([request('r', selectors('duration("1h") > duration("1m")'))]))).toEqual(solve(input([request('r')])));
    expect(solve(input([request('r', selectors('ip("10.0.0.7").family() == 6'))]))).toBe('unallocatable');
  });

  it('of a class are named by the class', () => {
    const deviceClasses = [deviceClass('any', 'device.attributes["d.example.com"].ok')];
    expect(failure(input([request('r')], devices(1), { deviceClasses })).message).toMatch(
      /^class any: selector #0 on device d\.example\.com\/p\/d0: CEL runtime error: /,
    );
  });
});
