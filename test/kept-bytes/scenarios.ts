// Scenarios whose calls each pass a new long text, in every field of objects that can hold one.

import type { Allocator, Cluster } from '../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

interface Place {
  readonly allocator: Allocator;
  readonly cluster: Cluster;
  /** Characters of a text. */
  readonly characters: number;
}

/** Returns the call of a scenario, which receives its number. */
export type Scenario = (place: Place) => (call: number) => void | Promise<void>;

const NODES = ['n', 'm'];
const CLASS = deviceClass('any');

/** A text of this length that no other call has, made in one piece as a parser makes it. */
function textOf(call: number, characters: number): string {
  return Buffer.from(`x${call}-${'y'.repeat(characters)}`).toString('latin1');
}

function slices(): object[] {
  return NODES.map((nodeName) => {
    const list = ['a', 'b', 'c'].map((name) =>
      device(name, { model: name, text: 'a-text-of-some-length' }, { capacity: { memory: { value: '8Gi' } } }),
    );
    return slice(`s-${nodeName}`, list, { nodeName, pool: { name: nodeName } });
  });
}

/** Asks for claims in each of the ways there are; what is wrong is an error for the caller. */
async function askAll({ allocator, cluster }: Place, claims: readonly object[], more: Asked = {}): Promise<void> {
  const { classes = [CLASS], resourceSlices = slices() } = more;
  const input = { node: node('n'), claims, deviceClasses: classes, resourceSlices };
  const calls = [
    () => allocator.allocate(input),
    () => allocator.explain(input),
    () => cluster.allocate({ claims, node: 'n' }),
    () => cluster.filter({ claims }).kind,
    () => cluster.filter({ claims }).errors,
    () => cluster.allocateAsync({ claims, node: 'm' }),
    async () => (await cluster.filterAsync({ claims })).kind,
  ];
  for (const call of calls) {
    try {
      await call();
    } catch {
      // Errors are expected: the scenario measures memory only.
    }
  }
}

interface Asked {
  readonly classes?: readonly object[];
  readonly resourceSlices?: readonly object[];
}

/** Claims with a long text somewhere, asked of a cluster of two nodes. */
function ofClaims(claimsOf: (text: string, call: number) => readonly object[]): Scenario {
  return (place) => {
    place.cluster.apply([CLASS, ...NODES.map((name) => node(name)), ...slices()]);
    return (call) => askAll(place, claimsOf(textOf(call, place.characters), call));
  };
}

/** Returns a scenario that applies objects with a long text, queries them and removes them. The default query checks all fields of a device. */
function ofObjects(objectsOf: (text: string, call: number) => readonly object[], asked = ANYTHING): Scenario {
  return (place) => {
    place.cluster.apply([CLASS, ...NODES.map((name) => node(name)), ...slices()]);
    return async (call) => {
      const objects = objectsOf(textOf(call, place.characters), call);
      try {
        place.cluster.apply(objects);
      } catch {
        return;
      }
      await askAll(place, asked, { resourceSlices: objects.filter((object) => (object as { kind?: string }).kind === 'ResourceSlice') });
      place.cluster.remove(objects);
    };
  };
}

const of = (fields: object): object[] => [claim('c', [request('r', { ...fields })])];
const constrained = (constraint: object): object[] => [claim('c', [request('r', { count: 2 })], { constraints: [constraint] })];

const ANYTHING = [
  claim('c', [request('r', { count: 2, ...selectors('device.driver != "x" && device.attributes["d.example.com"].model != "x"') })], {
    constraints: [{ matchAttribute: 'd.example.com/text' }, { distinctAttribute: 'd.example.com/model' }],
  }),
];

const oneSlice = (_: string, fields: Record<string, unknown> = {}, more: Record<string, unknown> = {}): object[] => [
  slice('hostile', [device('a', { model: 'a', text: 'same' }, fields), device('b', { model: 'b', text: 'same' }, fields)], {
    nodeName: 'n',
    pool: { name: 'hostile' },
    ...more,
  }),
];

/** Texts in claims, and texts that selectors make. */
export const IN_CLAIMS: Readonly<Record<string, Scenario>> = {
  'selectors that are too long': ofClaims((text) => of(selectors(`device.driver == "${text}"`))),
  'selectors that are garbage': ofClaims((text) => of(selectors(`${text} ${'('.repeat(10)} ]`))),
  'selectors with spaces': ofClaims((text, call) => of(selectors(`true${' '.repeat(text.length)}&& ${call} != 1`))),
  'keys of tolerations': ofClaims((text) => of({ tolerations: [{ key: text, operator: 'Exists' }] })),
  'values of tolerations': ofClaims((text) => of({ tolerations: [{ key: 'k', value: text }] })),
  'operators of tolerations': ofClaims((text) => of({ tolerations: [{ key: 'k', operator: text }] })),
  'match attributes': ofClaims((text) => constrained({ matchAttribute: `d.example.com/${text}` })),
  'distinct attributes': ofClaims((text) => constrained({ distinctAttribute: `d.example.com/${text}` })),
  'derived expressions': ofClaims((text) => [
    claim('c', [request('r', { count: 2, derivedAttributes: [{ name: 'e.com/x', expression: `"${text}"` }] })], {
      constraints: [{ matchAttribute: 'e.com/x' }],
    }),
  ]),
  'names of derived attributes': ofClaims((text) => [
    claim('c', [request('r', { count: 2, derivedAttributes: [{ name: `e.com/${text}`, expression: '"x"' }] })], {
      constraints: [{ matchAttribute: `e.com/${text}` }],
    }),
  ]),
  'values of derived attributes': ofClaims((_, call) => [
    claim('c', [request('r', { count: 2, derivedAttributes: [{ name: 'e.com/x', expression: `${LONG_VALUE} + "${call}"` }] })], {
      constraints: [{ matchAttribute: 'e.com/x' }],
    }),
  ]),
  'names of classes': ofClaims((text) => of({ deviceClassName: text })),
  'names of requests': ofClaims((text) => [claim('c', [request(text)])]),
  'names of subrequests': ofClaims((text) => [claim('c', [{ name: 'r', firstAvailable: [{ name: text, deviceClassName: 'any' }] }])]),
  'names of claims': ofClaims((text) => [claim(text, [request('r')])]),
  'names of claims that have errors': ofClaims((text) => [claim(text, [request('r', selectors('device.attributes["x"].y'))])]),
  'labels of claims': ofClaims((text) => [{ ...claim('c', [request('r')]), metadata: { name: 'c', labels: { a: text } } }]),
  'configuration of claims': ofClaims((text, call) => [
    claim('c', [request('r', selectors(`${call} != 1`))], { config: [{ opaque: { driver: 'd.example.com', parameters: { text } } }] }),
  ]),
  'names of capacities': ofClaims((text) => of({ capacity: { requests: { [text]: '1' } } })),
  'digits of capacities': ofClaims((text) => of({ capacity: { requests: { memory: `1${'0'.repeat(Math.min(text.length, 100_000))}` } } })),
  'fields that do not exist': ofClaims((text) => of({ [text]: 1 })),
  'texts that selectors make': ofClaims((_, call) =>
    of(
      selectors(
        `${LONG_VALUE}.substring(0, 20) + "${call}" == "" || quantity(${LONG_VALUE}.substring(1000, 1020) + "${call}").isGreaterThan(quantity("1"))`,
      ),
    ),
  ),
  'errors of selectors': ofClaims((_, call) => of(selectors(`{"a": true}[${LONG_VALUE} + "${call}"]`))),
  'patterns that selectors make': ofClaims((_, call) => of(selectors(`"x".matches(${LONG_VALUE}.substring(0, 20) + "${call}")`))),
  'time zones': ofClaims((_, call) => of(selectors(`timestamp("2020-01-01T00:00:00Z").getHours(${LONG_VALUE} + "${call}") == 1`))),
};

/** Texts in objects that come and go. */
export const IN_OBJECTS: Readonly<Record<string, Scenario>> = {
  'names of nodes': ofObjects((text) => [node(text), slice('hostile', [device('a')], { nodeName: text })]),
  'nodes that come and go': ofObjects((text, call) => [
    node(`n${call}`, { label: text }),
    slice('hostile', [device('a')], { nodeName: `n${call}` }),
  ]),
  'names of slices': ofObjects((text) => [slice(text, [device('a')], { nodeName: 'n', pool: { name: 'h' } })]),
  'drivers of slices': ofObjects((text) => oneSlice('', {}, { driver: text })),
  'pools of slices': ofObjects((text) => oneSlice('', {}, { pool: { name: text } })),
  'names of devices': ofObjects((text) => [slice('hostile', [device(text)], { nodeName: 'n', pool: { name: 'h' } })]),
  'values of attributes': ofObjects((text) => oneSlice('', { attributes: { model: { string: text }, text: { string: text } } })),
  'names of attributes': ofObjects((text) => oneSlice('', { attributes: { [text]: { string: 'x' } } })),
  'versions of devices': ofObjects((text) => oneSlice('', { attributes: { model: { version: `1.0.0-${text}` } } })),
  'taints of devices': ofObjects((text) => oneSlice('', { taints: [{ key: 'k', value: text, effect: 'NoSchedule' }] })),
  'capacities of devices': ofObjects((text) => oneSlice('', { allowMultipleAllocations: true, capacity: { [text]: { value: '8' } } })),
  'counters of devices': ofObjects((text) =>
    oneSlice(
      '',
      { consumesCounters: [{ counterSet: 'c', counters: { [text]: { value: '1' } } }] },
      { sharedCounters: [{ name: 'c', counters: { [text]: { value: '8' } } }] },
    ),
  ),
  'slices that are replaced': (place) => {
    place.cluster.apply([CLASS, ...NODES.map((name) => node(name)), ...slices()]);
    return async (call) => {
      place.cluster.apply(oneSlice('', { attributes: { model: { string: textOf(call, place.characters) }, text: { string: 'same' } } }));
      await askAll(place, ANYTHING);
    };
  },
  'selectors of classes': ofObjects(
    (text) => [deviceClass('other', `device.driver == "${text}"`)],
    [claim('c', [request('r', { deviceClassName: 'other' })])],
  ),
  'classes that are asked for': ofObjects(
    (text) => [deviceClass('other', undefined, { extendedResourceName: text })],
    [claim('c', [request('r', { deviceClassName: 'other' })])],
  ),
  'claims that hold devices': (place) => {
    place.cluster.apply([CLASS, ...NODES.map((name) => node(name)), ...slices()]);
    return async (call) => {
      const claims = [claim(textOf(call, place.characters), [request('r')])];
      place.cluster.commit(claims, place.cluster.allocate({ claims, node: 'n' }));
      await askAll(place, ANYTHING);
      place.cluster.release(claims);
    };
  },
};

/** By name. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = { ...IN_CLAIMS, ...IN_OBJECTS };

/** An expression whose value has some hundred thousand characters. */
const LONG_VALUE = `[${Array.from({ length: 100 }, () => `"${'z'.repeat(50)}"`).join()}].map(x, [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x].join()).join()`;
