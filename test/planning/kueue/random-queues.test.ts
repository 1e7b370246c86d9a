// Random pods and jobs in a queue, with devices for all of them. Admissions never exceed the quota, no unit that fits stays pending,
// and with StrictFIFO no unit overtakes another.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LogEntry } from '../../../src/planning/index.js';
import { cases } from '../../support/extent.js';
import { clusterOf, job, play, pod, queuesOf } from './support.js';

const QUOTA = 5;

const arrival = fc.record({
  at: fc.integer({ min: 0, max: 12 }),
  isJob: fc.boolean(),
  count: fc.integer({ min: 1, max: 3 }),
  claims: fc.constantFrom('one', 'two'),
  lifetime: fc.integer({ min: 1, max: 9 }),
  priority: fc.constantFrom(0, 0, 0, 5),
});
type Arrival = Parameters<Parameters<typeof fc.property<[typeof arrival extends fc.Arbitrary<infer T> ? T : never]>>[1]>[0];

/** An arrival with its name; its pods are `NAME` or `NAME-...`. */
interface Unit extends Arrival {
  readonly name: string;
  readonly order: number;
  readonly wanted: number;
}

function eventOf({ name, at, isJob, count, claims, lifetime, priority }: Unit) {
  const completions = { parallelism: count, completions: count };
  const labels = priority === 0 ? {} : { 'kueue.x-k8s.io/priority-class': 'high' };
  return { at, lifetime, apply: isJob ? job(name, completions, claims, labels) : pod(name, claims, priority === 0 ? {} : { priority }) };
}

/** Returns the admitted and the pending units after all events of each time. */
function statesOf(units: readonly Unit[], log: readonly LogEntry[]) {
  const unitOf = (one: string): Unit => units.find(({ name }) => one === `default/${name}` || one.startsWith(`default/${name}-`)) as Unit;
  const waiting = new Map<string, Unit>();
  const running = new Map<string, Unit>();
  return [...new Set(log.map(({ at }) => at))].map((at) => {
    for (const entry of log) {
      if (entry.at !== at) continue;
      if (entry.what === 'created') waiting.set(entry.pod, unitOf(entry.pod));
      else waiting.delete(entry.pod);
      if (entry.what === 'placed') running.set(entry.pod, unitOf(entry.pod));
      if (entry.what === 'ended') running.delete(entry.pod);
      if (entry.what === 'pending') waiting.set(entry.pod, unitOf(entry.pod));
    }
    const used = [...running.values()].reduce((sum, { claims }) => sum + (claims === 'two' ? 2 : 1), 0);
    return { at, used, waiting: [...new Set(waiting.values())], running: new Set(running.values()) };
  });
}

function played(given: readonly Arrival[], strategy: string) {
  const units = given
    .map((one, order): Unit => {
      const count = one.isJob ? one.count : 1;
      return { ...one, count, order, name: `u${order}x`, wanted: count * (one.claims === 'two' ? 2 : 1) };
    })
    .filter(({ wanted }) => wanted <= QUOTA)
    .sort((left, right) => left.at - right.at || left.order - right.order);
  const high = { apiVersion: 'kueue.x-k8s.io/v1beta2', kind: 'WorkloadPriorityClass', metadata: { name: 'high' }, value: 5 };
  const { log } = play(clusterOf(60), [...queuesOf(QUOTA, { queueingStrategy: strategy }), high], ...units.map(eventOf));
  return { units, log, states: statesOf(units, log) };
}

const RUNS = cases(5, 25);

it('admits as much as there is quota for', () => {
  const property = fc.property(fc.array(arrival, { minLength: 1, maxLength: 12 }), (given) => {
    for (const { used, waiting, running } of played(given, 'BestEffortFIFO').states) {
      expect(used).toBeLessThanOrEqual(QUOTA);
      for (const { wanted, name } of waiting) {
        expect(used + wanted, name).toBeGreaterThan(QUOTA);
        expect([...running].map((one) => one.name)).not.toContain(name);
      }
    }
  });
  fc.assert(property, { numRuns: RUNS });
});

it('lets nobody pass in a queue that is StrictFIFO', () => {
  const property = fc.property(fc.array(arrival, { minLength: 1, maxLength: 12 }), (given) => {
    for (const { used, waiting } of played(given, 'StrictFIFO').states) {
      expect(used).toBeLessThanOrEqual(QUOTA);
      const [first] = waiting.sort((left, right) => right.priority - left.priority || left.at - right.at || left.order - right.order);
      if (first !== undefined) expect(used + first.wanted, first.name).toBeGreaterThan(QUOTA);
    }
  });
  fc.assert(property, { numRuns: RUNS });
});

it('has everybody done finally', () => {
  const property = fc.property(
    fc.array(arrival, { minLength: 1, maxLength: 12 }),
    fc.constantFrom('BestEffortFIFO', 'StrictFIFO'),
    (given, strategy) => {
      const { units, log } = played(given, strategy);
      const pods = units.reduce((sum, { count }) => sum + count, 0);
      expect(log.filter(({ what }) => what === 'ended')).toHaveLength(pods);
    },
  );
  fc.assert(property, { numRuns: RUNS });
});
