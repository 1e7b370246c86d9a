// Checks that explanations do not grow with very long names in the input.

import { describe, expect, it } from 'vitest';
import { createAllocator, explanationText } from '../../src/index.js';
import { claim, device, deviceClass, deviceTaintRule, node, request, selectors, slice } from '../support/objects.js';

const LENGTH = 100_000;
const LONG = 'x'.repeat(LENGTH);
const NODES = 40;

/** Claims and other objects, by the long part. */
const INPUTS: Readonly<Record<string, { readonly asked: object; readonly more?: readonly object[] }>> = {
  'a class that does not exist': { asked: claim('c', [request('r', { deviceClassName: LONG })]) },
  'a class': { asked: claim('c', [request('r', { deviceClassName: LONG, count: 2 })]), more: [deviceClass(LONG)] },
  'a class whose selector matches nothing': {
    asked: claim('c', [request('r', { deviceClassName: LONG })]),
    more: [deviceClass(LONG, 'device.driver == "other"')],
  },
  'the name of a claim': { asked: claim(LONG, [request('r', { count: 2 })]) },
  'the name of a request': { asked: claim('c', [request(LONG, { count: 2 })]) },
  'an allocation mode': { asked: claim('c', [request('r', { allocationMode: LONG })]) },
  'a selector': { asked: claim('c', [request('r', selectors(`"${LONG}" == "y"`))]) },
  'an attribute under a constraint': {
    asked: claim('c', [request('r', { count: 2 })], { constraints: [{ matchAttribute: `d/${LONG}` }] }),
  },
  'a capacity': { asked: claim('c', [request('r', { capacity: { requests: { [LONG]: '1' } } })]) },
  'a value of an attribute': { asked: claim('c', [request('r', selectors('device.attributes["d.example.com"].a == "b"'))]) },
  'the taint of a rule': {
    asked: claim('c', [request('r')]),
    more: [deviceTaintRule('t', { deviceSelector: {}, taint: { key: LONG, value: LONG, effect: 'NoSchedule' } })],
  },
  'the taint of a node': {
    asked: claim('c', [request('r', { tolerations: [{ key: LONG, value: LONG }] })]),
    more: [deviceTaintRule('t', { deviceSelector: {}, taint: { key: LONG, effect: 'NoSchedule' } })],
  },
};

async function explained({ asked, more = [] }: (typeof INPUTS)[string]) {
  const cluster = (await createAllocator({ featureGates: { DRADeviceTaintRules: true, DRAConsumableCapacity: true } })).cluster();
  const names = Array.from({ length: NODES }, (_, index) => `n${index}`);
  const slices = names.map((name) => slice(name, [device('d', { a: LONG })], { nodeName: name, pool: { name } }));
  cluster.apply([...names.map((name) => node(name)), deviceClass('any'), ...slices, ...more] as never);
  return cluster.explain({ claims: [asked] as never });
}

describe('what is said of nodes does not grow with', () => {
  it.each(Object.keys(INPUTS))('%s', async (name) => {
    const input = INPUTS[name] as (typeof INPUTS)[string];
    const explanation = await explained(input);
    expect(explanation.nodes.map(({ kind }) => kind)).not.toContain('allocated');
    const { suggestions, ...rest } = explanation;
    expect(JSON.stringify(rest).length).toBeLessThan(NODES * 12_000);
    // A patch has the full texts.
    expect(suggestions.length).toBeLessThan(6);
    expect(explanationText(explanation, input.asked as never, { wide: true }).length).toBeLessThan(6 * LENGTH);
  });
});
