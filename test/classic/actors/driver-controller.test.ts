import { describe, expect, test } from 'vitest';
import { DriverController } from '../../../src/classic/actors/driver-controller.js';
import type { ClassicAllocation, PodSchedulingContext, ResourceClaim, ResourceClass } from '../../../src/classic/api/kinds.js';
import type { ApiObject } from '../../../src/classic/api/objects.js';
import type { Driver } from '../../../src/classic/driver.js';
import cases from '../upstream/driver-controller.json' with { type: 'json' };
import { isThere, stripped, synced, worldOf } from '../upstream/world.js';

/** The expected calls of a driver, with its responses. */
interface MockedDriver {
  readonly classParameters?: Readonly<Record<string, unknown>>;
  readonly claimParameters?: Readonly<Record<string, unknown>>;
  readonly allocate?: Readonly<
    Record<string, { readonly selectedNode: string; readonly allocation?: ClassicAllocation; readonly error?: string }>
  >;
  readonly deallocate?: Readonly<Record<string, string | null>>;
  readonly unsuitableNodes?: Readonly<Record<string, readonly string[]>>;
}

interface Case {
  readonly key: string;
  readonly driver?: MockedDriver;
  readonly classes?: readonly ResourceClass[];
  readonly pod?: ApiObject;
  readonly claim?: ResourceClaim;
  readonly expectedClaim?: ResourceClaim;
  readonly schedulingCtx?: PodSchedulingContext;
  readonly expectedSchedulingCtx?: PodSchedulingContext;
  readonly expectedError?: string;
}

/** Unexpected calls are recorded, since an exception in a driver would become an Event. */
function mocked(given: MockedDriver, unexpected: string[]): Driver {
  const answer = <T>(answers: Readonly<Record<string, T>> | undefined, method: string, name: string): T => {
    if (answers === undefined || !Object.hasOwn(answers, name)) unexpected.push(`${method}(${name})`);
    return answers?.[name] as T;
  };
  return {
    getClassParameters: ({ metadata: { name } }) => answer(given.classParameters, 'getClassParameters', name),
    getClaimParameters: ({ metadata: { name } }) => answer(given.claimParameters, 'getClaimParameters', name),
    allocate: (entries, selectedNode) =>
      entries.map(({ claim: { metadata } }) => {
        const { error, allocation = {}, ...wanted } = answer(given.allocate, 'allocate', metadata.name);
        expect(selectedNode).toBe(wanted.selectedNode);
        return error === undefined ? { allocation } : { error: new Error(error) };
      }),
    deallocate: ({ metadata: { name } }) => {
      const error = answer(given.deallocate, 'deallocate', name);
      if (error !== null) throw new Error(error);
    },
    unsuitableNodes: (_, entries) => entries.map(({ podClaimName }) => answer(given.unsuitableNodes, 'unsuitableNodes', podClaimName)),
  };
}

describe('the controller of a driver does what that of Kubernetes does', () => {
  test.each(Object.entries(cases as unknown as Readonly<Record<string, Case>>))('%s', async (_, given) => {
    const world = worldOf([...(given.classes ?? []), given.pod, given.schedulingCtx, given.claim]);
    const unexpected: string[] = [];
    const controller = synced(new DriverController('mock-driver', mocked(given.driver ?? {}, unexpected), world));
    const error = await controller.sync(given.key).then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
    expect(unexpected).toEqual([]);
    expect(error).toBe(given.expectedError);
    const claims = given.expectedClaim === undefined ? [] : [given.expectedClaim];
    // A claim that is deleted at the start and has no finalizer remains: no actor deletes it.
    const isUntouched = given.claim !== undefined && !isThere(given.claim);
    expect(stripped(world.store.list('ResourceClaim'))).toEqual(stripped(isUntouched ? claims : claims.filter(isThere)));
    const contexts = given.expectedSchedulingCtx === undefined ? [] : [given.expectedSchedulingCtx];
    expect(stripped(world.store.list('PodSchedulingContext'))).toEqual(stripped(contexts));
  });
});
