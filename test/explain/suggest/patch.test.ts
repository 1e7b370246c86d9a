import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim, decodeResourceClaimTemplate } from '../../../src/core/api/decode-resource-claim.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import type { Json } from '../../../src/core/base/json.js';
import type { Operation, Target } from '../../../src/explain/suggest/change.js';
import { patchesOf } from '../../../src/explain/suggest/patch.js';
import { claimFromTemplate } from '../../../src/scheduler/pods/template.js';
import { applyJsonPatch } from '../../support/json-patch.js';
import { claim, device, firstAvailable, request, slice } from '../../support/objects.js';

function patched(json: object, target: Target, operations: readonly Operation[]): object {
  const [first] = patchesOf(operations.map((operation) => ({ target, operation })));
  return applyJsonPatch(json, first?.patch ?? []);
}

describe('patches', () => {
  it('give lists that are absent, null, empty or there more items', () => {
    const tolerationsIn = (exactly: object): unknown => {
      const json = claim('c', [request('r', exactly as Record<string, unknown>)]);
      const object = decodeResourceClaim(json as Json, new DecodeContext());
      const path = ['spec', 'devices', 'requests', 0, 'exactly', 'tolerations'];
      const more = ['a', 'b'].map((key): Operation => ({ op: 'append', path, value: { key }, json: { key } }));
      const result = patched(json, { kind: 'ResourceClaim', object }, more) as {
        spec: { devices: { requests: [{ exactly: { tolerations: object } }] } };
      };
      return result.spec.devices.requests[0].exactly.tolerations;
    };
    for (const exactly of [{}, { tolerations: null }, { tolerations: [] }])
      expect(tolerationsIn(exactly)).toEqual([{ key: 'a' }, { key: 'b' }]);
    expect(tolerationsIn({ tolerations: [{ key: 'z' }] })).toEqual([{ key: 'z' }, { key: 'a' }, { key: 'b' }]);
  });

  it('take items out of lists from the end', () => {
    const constraints = ['a', 'b', 'c'].map((name) => ({ matchAttribute: `d/${name}` }));
    const json = claim('c', [request('r')], { constraints });
    const object = decodeResourceClaim(json as Json, new DecodeContext());
    const removals = [0, 2].map((place): Operation => ({ op: 'remove', path: ['spec', 'devices', 'constraints', place] }));
    expect(patched(json, { kind: 'ResourceClaim', object }, removals)).toMatchObject({
      spec: { devices: { constraints: [{ matchAttribute: 'd/b' }] } },
    });
  });

  it('of claims that were made from a template change the template, once for equal changes', () => {
    const { spec } = claim('c', [request('r', { count: 2 })]) as unknown as { readonly spec: object };
    const json = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaimTemplate',
      metadata: { namespace: 'ns', name: 't' },
      spec: { spec },
    };
    const template = decodeResourceClaimTemplate(json as Json, new DecodeContext());
    const owner = { kind: 'Pod', metadata: { ...template.metadata, name: 'p' } } as const;
    const path = ['spec', 'devices', 'requests', 0, 'exactly', 'count'];
    const changes = ['a', 'b'].map((name) => ({
      target: { kind: 'ResourceClaim', object: claimFromTemplate(template, owner, name, `p-${name}`) } as const,
      operation: { op: 'replace', path, value: 2n ** 60n, json: 2n ** 60n } as const,
    }));
    expect(patchesOf(changes)).toEqual([
      {
        object: { kind: 'ResourceClaimTemplate', namespace: 'ns', name: 't' },
        patch: [{ op: 'replace', path: '/spec/spec/devices/requests/0/exactly/count', value: 2n ** 60n }],
      },
    ]);
  });

  it('escape names', () => {
    const json = claim('c', [request('r', { capacity: { requests: { 'd/a~b': '1' } } })]);
    const object = decodeResourceClaim(json as Json, new DecodeContext());
    const path = ['spec', 'devices', 'requests', 0, 'exactly', 'capacity', 'requests', 'd/a~b'];
    expect(patchesOf([{ target: { kind: 'ResourceClaim', object }, operation: { op: 'remove', path } }])).toEqual([
      {
        object: { kind: 'ResourceClaim', namespace: 'ns', name: 'c' },
        patch: [{ op: 'remove', path: '/spec/devices/requests/0/exactly/capacity/requests/d~1a~0b' }],
      },
    ]);
  });

  it('add the like of a device in slices of every version', () => {
    const json = slice('s', [device('a', { model: 'x' })]) as { spec: { devices: readonly { name: string }[] } };
    const flat = {
      ...json,
      apiVersion: 'resource.k8s.io/v1beta1',
      spec: { ...json.spec, devices: json.spec.devices.map(({ name, ...basic }) => ({ name, basic })) },
    };
    for (const given of [json, flat]) {
      const object = decodeResourceSlice(given as unknown as Json, new DecodeContext());
      const copies = ['a-2', 'a-3'].map((name): Operation => ({ op: 'copy', path: ['spec', 'devices', 0], name }));
      const [first] = given.spec.devices;
      expect(patched(given, { kind: 'ResourceSlice', object }, copies)).toMatchObject({
        spec: { devices: [first, { ...first, name: 'a-2' }, { ...first, name: 'a-3' }] },
      });
    }
  });

  it('are of fields that stand elsewhere in older versions', () => {
    const exactly = claim('c', [{ name: 'r', deviceClassName: 'x' }]);
    const object = decodeResourceClaim({ ...exactly, apiVersion: 'resource.k8s.io/v1beta1' } as unknown as Json, new DecodeContext());
    const path = ['spec', 'devices', 'requests', 0, 'exactly', 'count'];
    const [flat] = patchesOf([{ target: { kind: 'ResourceClaim', object }, operation: { op: 'add', path, value: 2n, json: 2 } }]);
    expect(flat?.patch).toEqual([{ op: 'add', path: '/spec/devices/requests/0/count', value: 2 }]);
    const drawn = firstAvailable('r', { s: {} }) as { firstAvailable: object };
    const { firstAvailable: firstAvailableOf, ...rest } = drawn;
    const other = decodeResourceClaim(claim('c', [{ ...rest, firstAvailableOf }]) as Json, new DecodeContext());
    const inList = ['spec', 'devices', 'requests', 0, 'firstAvailable', 0, 'count'];
    const [patch] = patchesOf([
      { target: { kind: 'ResourceClaim', object: other }, operation: { op: 'add', path: inList, value: 2n, json: 2 } },
    ]);
    expect(patch?.patch[0]?.path).toBe('/spec/devices/requests/0/firstAvailableOf/0/count');
  });
});
