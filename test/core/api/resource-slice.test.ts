import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import type { Device, ResourceSlice } from '../../../src/core/api/resource-slice.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { errorOf, yaml } from '../../support/api.js';

function slice(spec: string, version = 'v1', context = new DecodeContext()): ResourceSlice {
  return decodeResourceSlice(yaml(`{apiVersion: resource.k8s.io/${version}, kind: ResourceSlice, spec: ${spec}}`), context);
}

function device(text: string, version = 'v1', context = new DecodeContext()): Device {
  const [first] = slice(`{allNodes: true, devices: [${text}]}`, version, context).spec.devices;
  if (first === undefined) throw new Error('no device');
  return first;
}

const messageOf = (spec: string, version = 'v1'): string => errorOf(() => slice(spec, version)).message;

describe('spec', () => {
  test('every field of v1 is read', () => {
    const { spec } = slice(
      `{driver: Gpu.Example.com, pool: {name: p, generation: 3, resourceSliceCount: 2}, nodeName: "", allNodes: false, perDeviceNodeSelection: true,
        nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: k, operator: Bad, values: [v]}]}]},
        sharedCounters: [{name: s, counters: {c: {value: "5"}}}], skipNodeOperations: ["*"], partitionTypeAttribute: d/t}`,
    );
    expect(spec).toMatchObject({
      driver: 'Gpu.Example.com',
      pool: { name: 'p', generation: 3n, resourceSliceCount: 2n },
      nodeName: '',
      allNodes: false,
      perDeviceNodeSelection: true,
      nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Bad', values: ['v'] }], matchFields: [] }] },
      skipNodeOperations: ['*'],
      partitionTypeAttribute: 'd/t',
      devices: [],
    });
    expect(spec.sharedCounters[0]?.counters.get('c')?.value.toString()).toBe('5');
  });

  test('a missing generation is 0', () => {
    expect(slice('{pool: {name: p, resourceSliceCount: 1}}').spec.pool).toEqual({ name: 'p', generation: 0n, resourceSliceCount: 1n });
  });

  test('node choices that are not given are absent', () => {
    expect(Object.keys(slice('{}').spec)).toEqual(['driver', 'pool', 'devices', 'sharedCounters', 'skipNodeOperations']);
  });

  test('in v1beta1 an empty nodeName and allNodes false are absent', () => {
    const { spec } = slice('{nodeName: "", allNodes: false}', 'v1beta1');
    expect(spec).not.toHaveProperty('nodeName');
    expect(spec).not.toHaveProperty('allNodes');
    expect(slice('{nodeName: n, allNodes: true}', 'v1beta1').spec).toMatchObject({ nodeName: 'n', allNodes: true });
  });

  test.each([
    ['{resourceSliceCount: 1}', 'spec.resourceSliceCount: unknown field, did you mean spec.pool.resourceSliceCount?'],
    [
      '{devices: [{basic: {}}]}',
      'spec.devices[0].basic: unknown field: basic exists only in v1beta1: since v1beta2, its fields belong next to name',
    ],
    ['{pool: p}', 'spec.pool: expected an object, found the string "p"'],
  ])('%s', (spec, message) => {
    expect(messageOf(spec)).toBe(message);
  });
});

describe('devices', () => {
  const content = `attributes: {a: {int: 1}}, capacity: {m: {value: 1Gi}}, nodeName: n, allNodes: true,
    nodeSelector: {nodeSelectorTerms: []}, taints: [{key: k, effect: NoSchedule, timeAdded: t}], bindsToNode: true, bindingConditions: [b],
    bindingFailureConditions: [], allowMultipleAllocations: true, nodeAllocatableResources: {cpu: {mapping: {deviceMultiplier: "1"}}},
    consumesCounters: [{counterSet: s, counters: {c: {value: -1}}, compatibilityGroups: [g]}]`;

  test('every field of v1 is read, and v1beta1 gives the same from under basic', () => {
    const decoded = device(`{name: x, ${content}}`);
    expect(decoded).toMatchObject({
      name: 'x',
      attributes: new Map([['a', { int: 1n }]]),
      nodeName: 'n',
      allNodes: true,
      nodeSelector: { nodeSelectorTerms: [] },
      taints: [{ key: 'k', value: '', effect: 'NoSchedule', timeAdded: 't' }],
      bindsToNode: true,
      bindingConditions: ['b'],
      bindingFailureConditions: [],
      allowMultipleAllocations: true,
    });
    expect(decoded.nodeAllocatableResources.get('cpu')?.mapping?.deviceMultiplier?.value()).toBe(1n);
    expect(decoded.capacity.get('m')?.value.toString()).toBe('1Gi');
    expect(decoded.consumesCounters[0]?.compatibilityGroups).toEqual(['g']);
    expect(decoded.consumesCounters[0]?.counters.get('c')?.value.sign()).toBe(-1);
    expect(device(`{name: x, basic: {${content}}}`, 'v1beta1')).toEqual(decoded);
    expect(device(`{name: x, ${content}}`, 'v1beta2')).toEqual(decoded);
  });

  test('binding conditions that are empty differ from absent ones', () => {
    expect(device('{bindingConditions: []}').bindingConditions).toEqual([]);
    expect(device('{bindingConditions: null}')).not.toHaveProperty('bindingConditions');
  });

  test('a request policy is read', () => {
    const policy = device(
      '{capacity: {m: {value: 8, requestPolicy: {default: 1, validValues: [1, 2], validRange: {min: 1, max: 4, step: 500m}}}}}',
    ).capacity.get('m')?.requestPolicy;
    expect(policy?.default?.toString()).toBe('1');
    expect(policy?.validValues?.map(String)).toEqual(['1', '2']);
    expect(policy?.validRange?.step?.toString()).toBe('500m');
  });

  test('a bare capacity is read in flat versions, and explained in others', () => {
    expect(device('{basic: {capacity: {memory: 40Gi}}}', 'v1beta1').capacity.get('memory')?.value.toString()).toBe('40Gi');
    expect(messageOf('{devices: [{capacity: {memory: 40Gi}}]}')).toBe(
      'spec.devices[0].capacity.memory: expected an object, found the string "40Gi", did you mean {value: ...}?',
    );
  });

  test('a field of earlier releases is accepted with one warning for the slice', () => {
    const context = new DecodeContext();
    slice('{allNodes: true, devices: [{nodeAllocatableResourceMappings: {}}, {nodeAllocatableResourceMappings: {}}]}', 'v1', context);
    expect(context.warnings.map(({ path }) => path.join('.'))).toEqual(['spec.devices.0.nodeAllocatableResourceMappings']);
  });
});

describe('a slice that reaches no node', () => {
  const warnings = (spec: string, version = 'v1'): string[] => {
    const context = new DecodeContext();
    slice(spec, version, context);
    return context.warnings.map(({ message, path }) => `${path.join('.')}: ${message}`);
  };

  test.each(['{}', '{nodeName: ""}', '{allNodes: false, perDeviceNodeSelection: false}'])('%s has a warning', (spec) => {
    const expected = [
      'spec: the slice is available on no node: it needs nodeName, nodeSelector, allNodes: true or perDeviceNodeSelection: true',
    ];
    expect(warnings(spec)).toEqual(expected);
    expect(warnings(spec, 'v1beta1')).toEqual(expected);
  });

  test.each(['{nodeName: a}', '{allNodes: true}', '{perDeviceNodeSelection: true}', '{nodeSelector: {nodeSelectorTerms: []}}'])(
    '%s has none',
    (spec) => {
      expect(warnings(spec)).toEqual([]);
    },
  );
});

describe('attributes', () => {
  const attribute = (text: string): unknown => device(`{attributes: {a: ${text}}}`).attributes.get('a');

  test.each([
    ['{int: 5}', { int: 5n }],
    ['{bool: false}', { bool: false }],
    ['{string: ""}', { string: '' }],
    ['{version: 1.0.0}', { version: '1.0.0' }],
    ['{ints: [1, 2]}', { ints: [1n, 2n] }],
    ['{bools: [true]}', { bools: [true] }],
    ['{strings: []}', { strings: [] }],
    ['{versions: [1.0.0]}', { versions: ['1.0.0'] }],
  ])('%s', (text, expected) => {
    expect(attribute(text)).toEqual(expected);
  });

  test('no value and several values survive: using them has a defined outcome', () => {
    expect(attribute('{}')).toEqual({});
    expect(attribute('null')).toEqual({});
    expect(attribute('{int: 1, string: x, bools: [true]}')).toEqual({ int: 1n, string: 'x', bools: [true] });
  });

  test.each([
    ['string', '["pci0000:00", "pci000:01"]', { strings: ['pci0000:00', 'pci000:01'] }],
    ['int', '[0, 1, 2]', { ints: [0n, 1n, 2n] }],
    ['bool', '[true, false, true]', { bools: [true, false, true] }],
    ['version', '["1.0.0", "1.0.1"]', { versions: ['1.0.0', '1.0.1'] }],
  ])('a list of %s as KEP-5491 drew it becomes the served form, with a warning', (type, values, expected) => {
    const context = new DecodeContext();
    expect(device(`{attributes: {a: {list: {${type}: ${values}}}}}`, 'v1', context).attributes.get('a')).toEqual(expected);
    expect(context.warnings.map(({ message }) => message)).toEqual([
      'list comes from a draft of KEP-5491; Kubernetes uses ints, bools, strings and versions',
    ]);
  });

  test.each([
    ['true', 'expected an object with the type of the value, found the boolean true, did you mean {bool: ...}?'],
    ['pci0', 'expected an object with the type of the value, found the string "pci0", did you mean {string: ...}?'],
    ['{boolean: true}', 'did you mean spec.devices[0].attributes.a.bool?'],
    ['{value: x}', 'write the value of an attribute under its type'],
    ['{version: 8.0}', 'expected a string, found the number 8; put it in quotes'],
    ['{list: {strings: []}}', 'did you mean spec.devices[0].attributes.a.list.string?'],
  ])('%s is explained', (text, message) => {
    expect(errorOf(() => attribute(text)).message).toContain(message);
  });

  test('names are data: __proto__, constructor, toString and hasOwnProperty', () => {
    const json = JSON.parse(
      `{"spec": {"sharedCounters": [{"name": "s", "counters": {"__proto__": {"value": "1"}, "constructor": {"value": "2"}}}],
        "devices": [{"attributes": {"__proto__": {"int": 1}, "constructor": {"int": 2}, "toString": {"int": 3}, "hasOwnProperty": {"int": 4}}}]}}`,
    );
    const { spec } = decodeResourceSlice(json, new DecodeContext());
    expect([...(spec.devices[0]?.attributes ?? [])]).toEqual([
      ['__proto__', { int: 1n }],
      ['constructor', { int: 2n }],
      ['toString', { int: 3n }],
      ['hasOwnProperty', { int: 4n }],
    ]);
    expect([...(spec.sharedCounters[0]?.counters.keys() ?? [])]).toEqual(['__proto__', 'constructor']);
  });
});
