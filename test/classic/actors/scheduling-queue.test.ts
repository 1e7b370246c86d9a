import { describe, expect, test } from 'vitest';
import { SchedulingQueue } from '../../../src/classic/actors/scheduling-queue.js';
import type { ClassicPod } from '../../../src/classic/api/kinds.js';
import { Clock } from '../../../src/classic/clock.js';
import { type Incremental, inOneGo } from '../../../src/core/base/incremental.js';
import { inIncrements } from '../../support/increments.js';

const pod = (name: string, more: { uid?: string; priority?: number } = {}) =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: more.uid ?? name },
    spec: more.priority === undefined ? {} : { priority: more.priority },
  }) as ClassicPod;

const CLAIMS = new Set(['DynamicResources'] as const);
const FILTERS = new Set(['filters'] as const);

function queued(...pods: readonly ClassicPod[]) {
  const clock = new Clock();
  const held = new Set<string>();
  function* mayEnter({ metadata }: ClassicPod): Incremental<boolean> {
    yield;
    return !held.has(metadata.name);
  }
  const queue = new SchedulingQueue(clock, mayEnter);
  for (const each of pods) inOneGo(queue.adding(each));
  const take = (): string | undefined => inOneGo(queue.taking())?.pod.metadata.name;
  return { clock, queue, take, held, wait: (milliseconds: number) => clock.advanceTo(clock.now + milliseconds) };
}

test('the pod of the highest priority is first, of these the one that waits longest', () => {
  const { queue, take, wait } = queued(pod('a'));
  wait(10);
  inOneGo(queue.adding(pod('b')));
  inOneGo(queue.adding(pod('c', { priority: 5 })));
  expect([take(), take(), take(), take()]).toEqual(['c', 'a', 'b', undefined]);
  expect(queue.isReady).toBe(false);
});

describe('a pod that was rejected', () => {
  test.each([
    ['by its claims, waits for claims or nodes', CLAIMS, 'claims', true],
    ['by its claims, waits for claims or nodes', CLAIMS, 'node', true],
    ['by its claims, does not wait for pods', CLAIMS, 'pod-gone', false],
    ['by other filters, waits for pods or nodes', FILTERS, 'pod-gone', true],
    ['by other filters, does not wait for claims', FILTERS, 'claims', false],
  ] as const)('%s: %s %s', (_, rejectors, occasion, isWoken) => {
    const { queue, take, wait } = queued();
    queue.reject(pod('a'), 1, rejectors, false);
    wait(20_000);
    inOneGo(queue.noticing(occasion));
    expect(take()).toBe(isWoken ? 'a' : undefined);
  });

  test('comes back at once where it was pending, and else behind a time that doubles up to ten seconds', () => {
    for (const [attempts, seconds] of [
      [1, 1],
      [2, 2],
      [4, 8],
      [9, 10],
    ] as const) {
      const { queue, take, wait } = queued();
      queue.reject(pod('a'), attempts, CLAIMS, false);
      inOneGo(queue.noticing('claims'));
      wait(seconds * 1000 - 1);
      expect(take()).toBeUndefined();
      wait(1);
      expect(take()).toBe('a');
      queue.reject(pod('a'), attempts, CLAIMS, true);
      inOneGo(queue.noticing('claims'));
      expect(take()).toBe('a');
    }
  });

  test('by nobody is tried again, and one that waits is tried behind five minutes', () => {
    const { queue, take, wait } = queued();
    queue.reject(pod('failed'), 1, new Set(), false);
    queue.reject(pod('waits'), 1, CLAIMS, false);
    expect(queue.timers.map(({ due }) => due)).toEqual([1000, 300_000]);
    wait(1000);
    expect([take(), take()]).toEqual(['failed', undefined]);
    wait(299_000);
    expect(inOneGo(queue.taking())).toMatchObject({ pod: { metadata: { name: 'waits' } }, attempts: 2 });
  });
});

test('a pod that may not enter waits until something happened and it may', () => {
  const { queue, take, held } = queued();
  held.add('a');
  inOneGo(queue.adding(pod('a')));
  inOneGo(queue.noticing('claims'));
  expect(take()).toBeUndefined();
  held.clear();
  inOneGo(queue.noticing('claims'));
  expect(take()).toBe('a');
});

test('a change of a pod counts where it may help, and another pod of its name begins anew', () => {
  const { queue, take } = queued();
  queue.reject(pod('a'), 0, CLAIMS, false);
  inOneGo(queue.updating(pod('a'), false));
  expect(take()).toBeUndefined();
  inOneGo(queue.updating(pod('a'), true));
  expect(take()).toBe('a');
  queue.reject(pod('a'), 5, CLAIMS, false);
  queue.delete(pod('a', { uid: 'other' }));
  inOneGo(queue.updating(pod('a', { uid: 'new' }), false));
  expect(inOneGo(queue.taking())).toMatchObject({ pod: { metadata: { uid: 'new' } }, attempts: 1 });
  inOneGo(queue.adding(pod('a')));
  queue.delete(pod('a'));
  expect(queue.isReady).toBe(false);
});

test('a change pauses between the pods that it may wake, and in the check of each', () => {
  const { queue } = queued();
  for (let index = 0; index < 64; index++) queue.reject(pod(`p${index}`), 1, CLAIMS, true);
  expect(inIncrements(() => queue.noticing('claims')).pauses).toBe(64 + 2);
});
