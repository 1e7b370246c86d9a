import { describe, expect, it } from 'vitest';
import { inTurns } from '../../../src/allocator/evaluate/limits.js';
import type { AllocateInput } from '../../../src/index.js';
import { allocatorFor } from '../../support/cases.js';
import { release } from '../../support/kernels.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';

/** Its search has no bounds: with bounds hardly any search is slow. */
const allocator = allocatorFor({ nodes: [], claims: [] }, release);

/** An input without a solution whose combinations plain search cannot enumerate. */
function hard(): AllocateInput {
  const list = Array.from({ length: 40 }, (_, index) => device(`d${index}`, { k: index % 2 }));
  return {
    node: node('n'),
    claims: [
      claim('c', [request('a', { count: 10 }), request('b', { count: 10 }), request('c', { count: 11 })], {
        constraints: [{ matchAttribute: 'd.example.com/k' }],
      }),
    ],
    deviceClasses: [deviceClass('any')],
    resourceSlices: [slice('s', list)],
  };
}

it('of several that yield only one goes on at a time', async () => {
  const said: string[] = [];
  const yieldNow = inTurns(() => new Promise((resolve) => setImmediate(resolve)));
  const work = async (name: string): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      said.push(name);
      await yieldNow();
    }
  };
  let isOver = false;
  const others = (): void => {
    said.push('|');
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await Promise.all([work('a'), work('b')]);
  isOver = true;
  expect(said.join('')).toMatch(/^ab\|?a\|b\|a\|b\|*/);
});

describe('a search that takes too long', () => {
  it('is interrupted by steps, at the same step every time', async () => {
    const wanted = { kind: 'interrupted', by: 'steps', steps: 5000 };
    expect(allocator.allocate({ ...hard(), limits: { steps: 5000 } })).toEqual(wanted);
    expect(await allocator.allocateAsync({ ...hard(), limits: { steps: 5000 } })).toEqual(wanted);
  });

  it('is interrupted by time', async () => {
    expect(allocator.allocate({ ...hard(), limits: { milliseconds: 5 } })).toMatchObject({ kind: 'interrupted', by: 'milliseconds' });
    expect(await allocator.allocateAsync({ ...hard(), limits: { milliseconds: 5 } })).toMatchObject({
      kind: 'interrupted',
      by: 'milliseconds',
    });
    expect(allocator.allocate({ ...hard(), limits: { milliseconds: 0 } })).toEqual({ kind: 'interrupted', by: 'milliseconds', steps: 0 });
  });

  it('is interrupted by time also before its search begins, while selectors are evaluated', () => {
    const list = Array.from({ length: 20_000 }, (_, index) => device(`d${index}`, { k: index }));
    const expression =
      'device.attributes["d.example.com"].k < 0 || [1, 2, 3, 4, 5, 6, 7, 8].exists(x, x == device.attributes["d.example.com"].k)';
    const requests = Array.from({ length: 30 }, (_, index) =>
      request(`r${index}`, { selectors: [{ cel: { expression: `${expression} || ${index} < 0` } }] }),
    );
    const outcome = allocator.allocate({
      ...hard(),
      resourceSlices: [slice('s', list)],
      claims: [claim('c', requests)],
      limits: { milliseconds: 300 },
    });
    expect(outcome).toEqual({ kind: 'interrupted', by: 'milliseconds', steps: 0 });
  });

  it('is interrupted by a signal, and other work has its turn meanwhile', async () => {
    const controller = new AbortController();
    let turns = 0;
    const tick = (): void => {
      turns++;
      if (turns === 20) controller.abort();
      else setImmediate(tick);
    };
    setImmediate(tick);
    const outcome = await allocator.allocateAsync({ ...hard(), limits: { signal: controller.signal } });
    expect(outcome).toMatchObject({ kind: 'interrupted', by: 'signal' });
    expect(turns).toBe(20);
    expect(outcome.steps).toBeGreaterThan(0);
  });

  it('does not start for a signal that is aborted already', async () => {
    const signal = AbortSignal.abort();
    expect(await allocator.allocateAsync({ ...hard(), limits: { signal } })).toEqual({ kind: 'interrupted', by: 'signal', steps: 0 });
  });

  it('can run beside others, which receive their own answers', async () => {
    const small = {
      ...hard(),
      claims: [claim('c', [request('a', { count: 20 })], { constraints: [{ matchAttribute: 'd.example.com/k' }] })],
    };
    const [first, second, third] = await Promise.all([
      allocator.allocateAsync({ ...hard(), limits: { steps: 20_000 } }),
      allocator.allocateAsync(small),
      allocator.allocateAsync({ ...hard(), limits: { steps: 30_000 } }),
    ]);
    expect(first).toEqual({ kind: 'interrupted', by: 'steps', steps: 20_000 });
    expect(second).toEqual(allocator.allocate(small));
    expect(third).toEqual({ kind: 'interrupted', by: 'steps', steps: 30_000 });
  });
});
