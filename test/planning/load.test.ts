import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../src/core/api/context.js';
import { builtInPodTemplates } from '../../src/core/api/pod-template-table.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { Json } from '../../src/core/base/json.js';
import { decodeLoad, eventsOf } from '../../src/planning/load.js';

const OPTIONS = { libraryGates: { attributeSemantics: false, firstOfDevices: false } as never, podTemplates: builtInPodTemplates() };
const pod = (name: string): Json => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name: 'c' }] } });
const base = { count: 5, arrivals: { every: '10s' }, templates: [{ object: pod('p') }] } as const;
const load = (given: Json): ReturnType<typeof eventsOf> => eventsOf(inOneGo(decodeLoad(given, OPTIONS)));
const arrivals = (given: Json): readonly number[] => load(given).map(({ at }) => at);

describe('a load', () => {
  it('is the same for a seed, and another one for another', () => {
    expect(arrivals({ ...base, seed: 7 })).toEqual(arrivals({ ...base, seed: 7 }));
    expect(arrivals({ ...base, seed: 7 })).not.toEqual(arrivals({ ...base, seed: 8 }));
    // Written down once: other machines and runtimes have to give the same.
    expect(arrivals({ ...base, seed: 1 })).toMatchInlineSnapshot(`
      [
        35741,
        43218,
        57937,
        64927,
        90562,
      ]
    `);
  });

  it('has arrivals at fixed times, in bursts, from a time on and for a while', () => {
    expect(arrivals({ ...base, arrivals: { every: '10s', times: 'fixed' } })).toEqual([10_000, 20_000, 30_000, 40_000, 50_000]);
    expect(arrivals({ ...base, arrivals: { every: '10s', times: 'fixed', burst: 2 }, from: '1m' })).toEqual([
      70_000, 70_000, 80_000, 80_000, 90_000,
    ]);
    const { count: _, ...endless } = base;
    expect(arrivals({ ...endless, for: '35s', arrivals: { every: '10s', times: 'fixed' } })).toEqual([10_000, 20_000, 30_000]);
  });

  it.each(['poisson', 'uniform'])('has about the mean of %s arrivals, lifetimes and weights that were requested', (times) => {
    const given = { count: 20_000, seed: 3, arrivals: { every: '10s', times }, lifetime: { exponential: '60s' } };
    const events = load({
      ...given,
      templates: [
        { object: pod('a'), weight: 3 },
        { object: pod('b'), weight: 1 },
      ],
    });
    expect((events.at(-1)?.at ?? 0) / 20_000 / 10_000).toBeCloseTo(1, 1);
    const lifetimes = events.map(({ action }) => (action.kind === 'apply' ? (action.lifetime ?? 0) : 0));
    expect(lifetimes.reduce((sum, each) => sum + each, 0) / 20_000 / 60_000).toBeCloseTo(1, 1);
    const named = events.filter(({ action }) => action.kind === 'apply' && action.set.pods[0]?.metadata.name.startsWith('a-'));
    expect(named.length / 20_000).toBeCloseTo(0.75, 1);
  });

  it.each<[string, Json, string]>([
    ['no end', { arrivals: base.arrivals, templates: base.templates }, 'load: expected `count` or `for`'],
    ['nothing that arrives', { ...base, templates: [] }, 'load.templates: expected at least one template'],
    ['weights of nothing', { ...base, templates: [{ object: pod('p'), weight: 0 }] }, 'load.templates: expected a weight above 0'],
    ['times that are none', { ...base, arrivals: { every: '1s', times: 'often' } }, 'load.arrivals.times: expected one of poisson'],
    ['a burst of nothing', { ...base, arrivals: { every: '1s', burst: 0 } }, 'load.arrivals.burst: expected a number above 0'],
    [
      'a lifetime that ends before it begins',
      { ...base, lifetime: { uniform: { from: '2m', to: '1m' } } },
      'load.lifetime.uniform: expected at least the value of `from`',
    ],
    [
      'an object that makes no pods',
      { ...base, templates: [{ object: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } } }] },
      'load.templates[0].object: expected a Pod',
    ],
    ['a slip of the pen', { ...base, cuont: 3 }, 'load.cuont: unknown field, did you mean load.count?'],
    ['a huge number', { ...base, count: 2_000_000 }, 'more than 200000 arrivals'],
    [
      'no time between arrivals',
      { for: '1m', arrivals: { every: 0 }, templates: base.templates },
      'load.arrivals.every: expected a time above 0',
    ],
  ])('is refused with %s', (_, value, message) => {
    expect(() => load(value)).toThrow(message);
  });

  it('says what is wrong in a file of its own', () => {
    const decoded = inOneGo(decodeLoad({ ...base, count: 2_000_000 }, OPTIONS, new DecodeContext([])));
    expect(() => eventsOf(decoded)).toThrow(/^more than 200000 arrivals$/);
  });
});
