import { describe, expect, it } from 'vitest';
import { decodeClassicObjects } from '../../../src/classic/api/decode.js';
import type { Json } from '../../../src/core/base/json.js';
import { claimTemplate, classicClaim, classicPod, resourceClass } from '../support/classic-objects.js';

const decode = (...objects: readonly object[]) => decodeClassicObjects(objects as readonly Json[]);

describe('objects of classic DRA', () => {
  it('get what the API server fills in', () => {
    expect(decode(classicClaim('c'), claimTemplate('t'))).toMatchObject([
      { metadata: { name: 'c', namespace: 'default' }, spec: { allocationMode: 'WaitForFirstConsumer' } },
      { spec: { spec: { allocationMode: 'WaitForFirstConsumer' } } },
    ]);
  });

  it('of v1alpha1 come in the shape of v1alpha2', () => {
    const v1alpha1 = { apiVersion: 'resource.k8s.io/v1alpha1', metadata: { name: 'x' } };
    const status = { driverName: 'd.example.com', allocation: { resourceHandle: 'h', shareable: true } };
    const [claim, context] = decode(
      { ...v1alpha1, kind: 'ResourceClaim', spec: { resourceClassName: 'k' }, status },
      { ...v1alpha1, kind: 'PodScheduling', spec: { selectedNode: 'n' } },
    );
    expect(claim).toMatchObject({
      apiVersion: 'resource.k8s.io/v1alpha2',
      status: { allocation: { resourceHandles: [{ driverName: 'd.example.com', data: 'h' }], shareable: true } },
    });
    expect(context).toMatchObject({ apiVersion: 'resource.k8s.io/v1alpha2', kind: 'PodSchedulingContext', spec: { selectedNode: 'n' } });
  });

  it('may be lists, and pods of later releases', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { resourceClaims: [{ name: 'x', resourceClaimName: 'c' }] },
    };
    const [found] = decode({ apiVersion: 'v1', kind: 'List', items: [pod] });
    expect(found).toMatchObject({ spec: { resourceClaims: [{ name: 'x', source: { resourceClaimName: 'c' } }] } });
  });

  it.each<[string, object]>([
    ['[0].driverName: must be given', resourceClass('x', { driverName: undefined })],
    ['[0].parametersRef.name: must be given', resourceClass('x', { parametersRef: { kind: 'K' } })],
    [
      '[0].structuredParameters: structured parameters are not simulated: they bypass the negotiation with the driver',
      resourceClass('x', { structuredParameters: true }),
    ],
    ['[0].driver: unknown field, did you mean [0].driverName?', resourceClass('x', { driver: 'd' })],
    [
      '[0].apiVersion: classic DRA is resource.k8s.io/v1alpha2 or v1alpha1, not resource.k8s.io/v1',
      { ...classicClaim('c'), apiVersion: 'resource.k8s.io/v1' },
    ],
    ['[0].kind: unknown kind ResourceClaims, did you mean ResourceClaim?', { ...classicClaim('c'), kind: 'ResourceClaims' }],
    [
      '[0].spec.allocationMode: expected Immediate or WaitForFirstConsumer, found "Later"',
      classicClaim('c', { resourceClassName: 'x', allocationMode: 'Later' }),
    ],
    ['[0].spec.resourceClassName: must be given', classicClaim('c', {})],
    ['[0].spec.spec.resourceClassName: must be given', claimTemplate('t', {})],
    ['[0].metadata.name: the object has no name', classicPod('', {})],
    [
      '[0].spec.resourceClaims[0]: a claim of a pod needs exactly one of resourceClaimName and resourceClaimTemplateName',
      { ...classicPod('p', {}), spec: { resourceClaims: [{ name: 'x' }] } },
    ],
    ['[0]: expected an object, found the string "x"', 'x' as unknown as object],
    ['[0]: the object has no kind', {}],
    ['[0].metadata.finalizers: expected a list, found the string "f"', { ...classicClaim('c'), metadata: { name: 'c', finalizers: 'f' } }],
    [
      '[0].metadata.name: expected a string, found the number 5; put it in quotes',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 5 } },
    ],
  ])('that are wrong are refused: %s', (message, object) => {
    expect(() => decode(object)).toThrow(expect.objectContaining({ message }));
  });

  it('that hold themselves are rejected', () => {
    const cyclic: Record<string, unknown> = { ...classicClaim('c') };
    cyclic['spec'] = cyclic;
    expect(() => decode(cyclic)).toThrow(/nested deeper than \d+ levels/);
  });

  it('with a status that an API server would not have are rejected', () => {
    const reservedFor = [{ resource: 'pods', name: 'p', uid: 'u' }];
    const claim = { ...classicClaim('c'), status: { reservedFor } };
    expect(() => decode(claim)).toThrow('[0]: status.reservedFor: Forbidden: may not be specified when `allocated` is not set');
    const many = Array.from({ length: 33 }, (_, index) => ({ resource: 'pods', name: 'p', uid: `u${index}` }));
    const allocation = { shareable: true };
    expect(() => decode({ ...claim, status: { driverName: 'd', allocation, reservedFor: many } })).toThrow(
      '[0].status.reservedFor: may not be longer than 32',
    );
  });

  it('have no items that are null, whatever the list', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: {},
      status: { resourceClaimStatuses: [null, { name: 'a' }] },
    };
    expect(decode(pod)).toMatchObject([{ status: { resourceClaimStatuses: [{ name: 'a' }] } }]);
  });
});
