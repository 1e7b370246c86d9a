import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import type { PriorityClass } from '../../../src/core/api/priority-class.js';
import { PodTally } from '../../../src/scheduler/filters/pod-tally.js';
import { Priorities } from '../../../src/scheduler/pods/priorities.js';
import { objectsOf } from '../pods/objects.js';
import { pod } from './objects.js';

const LOW = objectsOf('{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: low}, value: -5}').priorityClasses[0];
const KNOWN = new Priorities([LOW as PriorityClass]);

const named = (name: string, of: Pod): Pod => ({ ...of, metadata: { ...of.metadata, name } });
const running = (name: string, spec: object): Pod => named(name, pod({ nodeName: 'n', ...spec }));
const waiting = (name: string, priority: number, status: object = {}): Pod =>
  named(name, pod({ priority }, { nominatedNodeName: 'n', ...status }));

describe('a tally of pods', () => {
  test('has the lowest priority of those that run, by number or by class', () => {
    const tally = PodTally.of([running('a', { priority: 3 }), running('b', { priority: 3 }), running('c', { priorityClassName: 'low' })]);
    expect(tally.lowestRunning(KNOWN)).toBe(-5);
    tally.remove(running('c', { priorityClassName: 'low' }));
    tally.remove(running('a', { priority: 3 }));
    expect(tally.lowestRunning(KNOWN)).toBe(3);
    tally.remove(running('b', { priority: 3 }));
    expect(tally.lowestRunning(KNOWN)).toBeUndefined();
  });

  test('leaves out pods that are done, or on no node', () => {
    expect(
      PodTally.of([named('a', pod({ nodeName: 'n' }, { phase: 'Failed' })), pod({ priority: 1 })]).lowestRunning(KNOWN),
    ).toBeUndefined();
  });

  test('has the highest priority of others that are nominated for a node', () => {
    const tally = PodTally.of([waiting('a', 5), waiting('b', 2), waiting('c', 9, { phase: 'Failed' })]);
    expect(tally.highestNominated(pod({}), KNOWN)).toBe(5);
    expect(tally.highestNominated(waiting('a', 5), KNOWN)).toBe(2);
    tally.remove(waiting('a', 5));
    tally.remove(waiting('b', 2));
    expect(tally.highestNominated(pod({}), KNOWN)).toBeUndefined();
  });
});
