import { describe, expect, test } from 'vitest';
import { Scheduler } from '../../../src/classic/actors/scheduler.js';
import type { ClassicPod, PodSchedulingContext, ResourceClaim } from '../../../src/classic/api/kinds.js';
import { keyOf } from '../../../src/classic/api/objects.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import cases from '../upstream/queueing-hints.json' with { type: 'json' };
import { synced, worldOf } from '../upstream/world.js';

interface Case<T> {
  readonly pod: ClassicPod;
  readonly claims?: readonly ResourceClaim[];
  readonly before?: T;
  readonly after: T;
  readonly mayHelp: boolean;
}

/** Returns the hints of a scheduler with these claims in its cache. */
function hintsFor(claims: readonly ResourceClaim[]) {
  const world = worldOf(claims);
  return { world, hints: synced(new Scheduler(world)).plugin.hints };
}

describe('the hints of Kubernetes about a claim', () => {
  test.each(Object.entries(cases.claims as unknown as Readonly<Record<string, Case<ResourceClaim>>>))('%s', (_, given) => {
    const { pod, claims = [], before, after, mayHelp } = given;
    // The cache already has the claim of the notification.
    const { world, hints } = hintsFor([...claims.filter(({ metadata }) => keyOf(metadata) !== keyOf(after.metadata)), after]);
    const known = world.store.get('ResourceClaim', 'default', after.metadata.name);
    expect(inOneGo(hints.afterClaimChange(pod, before, known))).toBe(mayHelp);
  });
});

describe('the hints of Kubernetes about a PodSchedulingContext', () => {
  test.each(Object.entries(cases.contexts as unknown as Readonly<Record<string, Case<PodSchedulingContext>>>))('%s', (_, given) => {
    const { pod, claims = [], before, after, mayHelp } = given;
    expect(inOneGo(hintsFor(claims).hints.afterContextChange(pod, before, after))).toBe(mayHelp);
  });
});

test('a pod is woken by its own claims alone where hints are asked', async () => {
  const pod = (name: string, claim: string): ClassicPod =>
    ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', uid: name },
      spec: { resourceClaims: [{ name: 'a', source: { resourceClaimName: claim } }] },
    }) as ClassicPod;
  const claim = (name: string) =>
    ({
      apiVersion: 'resource.k8s.io/v1alpha2',
      kind: 'ResourceClaim',
      metadata: { name, namespace: 'default' },
      spec: { resourceClassName: 'c', allocationMode: 'Immediate' },
    }) as ResourceClaim;
  for (const queueingHints of [true, false]) {
    const world = { ...worldOf([claim('mine'), pod('a', 'mine')]), queueingHints };
    const scheduler = synced(new Scheduler(world));
    expect((await scheduler.work())?.outcome).toContain('no nodes available');
    world.clock.advanceTo(world.clock.now + 20_000);
    world.store.create(claim('other'));
    for (const watch of scheduler.watches) while (watch.next !== undefined) watch.deliver();
    expect(scheduler.isReady).toBe(!queueingHints);
  }
});
