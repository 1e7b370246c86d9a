// Tests strict decoding by the reports on whole objects.

import { describe, expect, it } from 'vitest';
import { NumberLiteral } from '../../../src/core/base/json.js';
import { variantOf } from '../../../src/validate/examples.js';
import { validate } from '../../../src/validate/index.js';
import type { Assignments } from '../../../src/validate/rule.js';

const COUNT = 'spec.devices.requests[0].exactly.count';
const MEMORY = 'spec.devices[0].capacity.memory.value';

/** Returns the decoding rules that a variant breaks, with paths. Other rules are ignored. */
function told(kind: string, changes: Assignments, apiVersion?: string): string[] {
  return validate([variantOf(kind, changes, apiVersion) as object])
    .filter(({ rule }) => rule === 'wrong-type' || rule === 'unknown-field')
    .map(({ rule, path }) => `${rule} ${path}`);
}

function said(kind: string, changes: Assignments, apiVersion?: string) {
  return validate([variantOf(kind, changes, apiVersion) as object])[0];
}

describe('integers', () => {
  it.each([1, 1.0, 9007199254740992n, -1, 2n ** 63n - 1n])('accept %s', (count) => {
    expect(told('ResourceClaim', { [COUNT]: count })).toEqual([]);
  });

  it.each([1.5, '1', true, 2n ** 63n, 1e300, [], {}, new NumberLiteral('1e400'), new NumberLiteral('1.0000000000000000000001e-7')])(
    'reject %s',
    (count) => {
      const object = variantOf('ResourceClaim', {}) as { spec: { devices: { requests: { exactly: { count: unknown } }[] } } };
      (object.spec.devices.requests[0] as { exactly: { count: unknown } }).exactly.count = count;
      expect(validate([object]).map(({ rule, path }) => [rule, path])).toEqual([['wrong-type', COUNT]]);
    },
  );

  it('fit into 32 bits where Go has no more', () => {
    const at = 'spec.priority';
    expect(told('Pod', { [at]: 2147483647 })).toEqual([]);
    expect(told('Pod', { [at]: -2147483648 })).toEqual([]);
    expect(told('Pod', { [at]: 2147483648 })).toEqual([`wrong-type ${at}`]);
    expect(told('Pod', { [at]: -2147483649 })).toEqual([`wrong-type ${at}`]);
  });

  it('in quotes are distinguished', () => {
    expect(said('ResourceClaim', { [COUNT]: '2' })).toMatchObject({
      message: 'Invalid type: expected an integer of 64 bits, found the string "2"',
      suggestion: 'write it without quotes: 2',
    });
  });
});

describe('texts and booleans', () => {
  it('are not made of each other', () => {
    expect(said('Pod', { 'metadata.labels[a]': 1 })).toMatchObject({ path: 'metadata.labels[a]', suggestion: 'put it in quotes: "1"' });
    expect(said('Pod', { 'spec.hostNetwork': 'true' })).toMatchObject({
      path: 'spec.hostNetwork',
      suggestion: 'write it without quotes: true',
    });
    expect(told('Pod', { 'metadata.annotations[a]': false })).toEqual(['wrong-type metadata.annotations[a]']);
    expect(told('Pod', { 'metadata.name': 1 })).toEqual(['wrong-type metadata.name']);
  });
});

describe('quantities', () => {
  it.each([1, 1.5, '1', ' 1Gi ', '1e3', '+5', '.5', 'Ki', new NumberLiteral('123456789012345678901234567890')])('accept %s', (value) => {
    const object = variantOf('ResourceSlice', { [MEMORY]: '1' });
    expect(validate([setMemory(object, value)]).filter(({ rule }) => rule === 'wrong-type')).toEqual([]);
  });

  it.each(['', '1 Gi', '1GI', 'x', true, {}, []])('reject %s', (value) => {
    const object = variantOf('ResourceSlice', { [MEMORY]: '1' });
    expect(validate([setMemory(object, value)])).toMatchObject([{ rule: 'wrong-type', path: 'spec.devices[0].capacity[memory].value' }]);
  });

  function setMemory(object: unknown, value: unknown): object {
    (object as { spec: { devices: { capacity: { memory: { value: unknown } } }[] } }).spec.devices[0]!.capacity.memory.value = value;
    return object as object;
  }
});

describe('times, and integers or texts', () => {
  const added = 'spec.taint.timeAdded';

  it('are as Go reads them', () => {
    for (const time of ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+02:00', '0000-01-01T00:00:00Z']) {
      expect(told('DeviceTaintRule', { [added]: time })).toEqual([]);
    }
    for (const time of ['2026-01-31', '2026-02-30T12:00:00Z', '', 1, '2026-01-31 12:00:00Z']) {
      expect(told('DeviceTaintRule', { [added]: time })).toEqual([`wrong-type ${added}`]);
    }
    expect(validate([variantOf('DeviceTaintRule', { [added]: new Date(0) }) as object])).toEqual([]);
  });

  it('take what they say', () => {
    const port = 'spec.containers[0].livenessProbe.httpGet.port';
    for (const value of ['http', '', 80]) expect(told('Pod', { [port]: value })).toEqual([]);
    for (const value of [true, 1.5, 2147483648, {}]) expect(told('Pod', { [port]: value })).toEqual([`wrong-type ${port}`]);
  });
});

describe('objects, lists and maps', () => {
  it('are told apart', () => {
    expect(told('ResourceClaim', { spec: [] })).toEqual(['wrong-type spec']);
    expect(told('ResourceClaim', { 'spec.devices.requests': {} })).toEqual(['wrong-type spec.devices.requests']);
    expect(told('ResourceClaim', { 'metadata.labels': ['a'] })).toEqual(['wrong-type metadata.labels']);
    expect(told('ResourceClaim', { 'spec.devices.requests[0]': 'gpu' })).toEqual(['wrong-type spec.devices.requests[0]']);
  });

  it('are all named that are wrong', () => {
    expect(told('ResourceClaim', { 'spec.devices.requests[0].name': 1, [COUNT]: '1', 'spec.devices.nonsense': 1 })).toEqual([
      'wrong-type spec.devices.requests[0].name',
      `wrong-type ${COUNT}`,
      'unknown-field spec.devices.nonsense',
    ]);
  });

  it('may be null', () => {
    const nulls = { spec: null, 'metadata.labels': null, 'metadata.creationTimestamp': null, status: null };
    expect(told('Pod', nulls)).toEqual([]);
    expect(told('Pod', { 'spec.containers[0]': null, 'spec.nodeSelector[a]': null })).toEqual([]);
    expect(told('ResourceSlice', { 'spec.devices[0].capacity.memory': null })).toEqual([]);
  });

  it('may be undefined, as in objects of programs', () => {
    const claim = variantOf('ResourceClaim', {}) as { metadata: object };
    expect(validate([{ ...claim, metadata: { ...claim.metadata, labels: undefined, nonsense: undefined } }])).toEqual([]);
  });

  it('are not looked into where no schema describes them', () => {
    const config = [{ opaque: { driver: 'gpu.example.com', parameters: { apiVersion: 1, any: [null, { thing: '' }] } } }];
    expect(told('ResourceClaim', { 'spec.devices.config': config })).toEqual([]);
  });
});

describe('unknown fields', () => {
  it('get the name that was meant', () => {
    expect(said('Pod', { 'spec.resourceclaims': [] })).toMatchObject({
      path: 'spec.resourceclaims',
      suggestion: 'did you mean spec.resourceClaims?',
    });
    expect(said('ResourceClaim', { 'spec.devices.requests[0].exactly.deviceClas': 'a' })).toMatchObject({
      suggestion: 'did you mean spec.devices.requests[0].exactly.deviceClassName?',
    });
  });

  it('get the place that was meant', () => {
    expect(said('ResourceClaim', { 'spec.devices.requests[0].deviceClassName': 'a' })).toMatchObject({
      path: 'spec.devices.requests[0].deviceClassName',
      suggestion: 'did you mean spec.devices.requests[0].exactly.deviceClassName?',
    });
    expect(said('ResourceClaim', { 'spec.requests': [] })).toMatchObject({ suggestion: 'did you mean spec.devices.requests?' });
    expect(said('Pod', { resourceClaims: [] })).toMatchObject({ suggestion: 'did you mean spec.resourceClaims?' });
    expect(said('Pod', { 'spec.containers[0].claims': [] })).toMatchObject({
      suggestion: 'did you mean spec.containers[0].resources.claims?',
    });
    expect(said('ResourceSlice', { 'spec.devices[0].model': 'A100' })).not.toHaveProperty('suggestion');
  });

  it('of earlier versions get what is written now', () => {
    expect(said('Pod', { 'spec.resourceClaims[0]': { name: 'gpu', source: { resourceClaimName: 'gpu' } } })).toMatchObject({
      path: 'spec.resourceClaims[0].source',
      suggestion: expect.stringContaining('write resourceClaimName or resourceClaimTemplateName next to the name'),
    });
    expect(said('ResourceClaim', { 'spec.resourceClassName': 'gpu' })).toMatchObject({
      suggestion: expect.stringContaining('classic DRA'),
    });
  });

  it('are those of the release and the version', () => {
    const list = variantOf('ResourceSlice', { 'spec.devices[0].attributes.model': { strings: ['a'] } }) as object;
    const unknown = (kubernetesVersion: string) => validate([list], { kubernetesVersion }).filter(({ rule }) => rule === 'unknown-field');
    expect(unknown('1.35')).toMatchObject([{ path: 'spec.devices[0].attributes.model.strings' }]);
    expect(unknown('1.36')).toEqual([]);
    expect(told('ResourceClaim', {}, 'resource.k8s.io/v1beta1')).toEqual(['unknown-field spec.devices.requests[0].exactly']);
  });

  it('are named a hundred times at most', () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, index]));
    expect(validate([{ ...(variantOf('Pod', {}) as object), ...fields }])).toHaveLength(100);
  });
});

describe('hostile objects', () => {
  it('have names like any other', () => {
    const pod = JSON.parse(
      '{"apiVersion":"v1","kind":"Pod","__proto__":{"a":1},"metadata":{"labels":{"__proto__":"x"}},"spec":{"constructor":1}}',
    );
    expect(told('Pod', {})).toEqual([]);
    expect(validate([pod]).map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'unknown-field __proto__',
      'unknown-field spec.constructor',
      'object-name metadata.name',
      'label-key metadata.labels',
    ]);
  });

  it('end where a type contains itself without end', () => {
    const template: Record<string, unknown> = { name: 'a' };
    template['compositePodGroupTemplates'] = [template];
    const workload = {
      apiVersion: 'scheduling.k8s.io/v1beta1',
      kind: 'Workload',
      metadata: { name: 'a', namespace: 'default' },
      spec: { compositePodGroupTemplates: [template] },
    };
    expect(validate([workload]).map(({ rule }) => rule)).toEqual(['off-by-default', 'wrong-type']);
  });

  it('take time by their size', () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 'v']));
    expect(told('Pod', { 'spec.nodeSelector': wide })).toEqual([]);
    const unknown = (object: object): number => validate([object]).filter(({ rule }) => rule === 'unknown-field').length;
    expect(unknown({ ...wide, apiVersion: 'v1', kind: 'Pod' })).toBe(100);
    const long = { ...(variantOf('Pod', {}) as object), spec: { tolerations: new Array(100_000).fill({ nonsense: 1 }) } };
    expect(unknown(long)).toBe(100);
  });
});
