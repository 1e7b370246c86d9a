import { expect, test } from 'vitest';
import { playgroundExamples } from '../../../scripts/playground-examples.mjs';
import { complete } from '../../../src/playground/complete/complete.js';

const SLICES = (playgroundExamples().get('eks') as string).split('\n---\n').slice(3).join('\n---\n');

/** The completions where the text has a `|`. */
function at(text: string): readonly string[] {
  const offset = text.indexOf('|');
  const whole = `${text.slice(0, offset)}${text.slice(offset + 1)}`;
  return complete(`${whole}\n---\n${SLICES}`, offset, {})?.options.map(({ label }) => label) ?? [];
}

const CLAIM = 'apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata:\n  name: a\n';

test('fields are those of the kind, without those that are there', () => {
  expect(at(`${CLAIM}spec:\n  devices:\n    requests:\n    - name: gpu\n      |`)).toEqual(['exactly', 'firstAvailable']);
  expect(at(`${CLAIM}spec:\n  devices:\n    |`)).toEqual(expect.arrayContaining(['requests', 'constraints', 'config']));
  expect(at(`${CLAIM}spec:\n  devices:\n    requests:\n    - name: gpu\n      exactly:\n        count: 1\n        |`)).toEqual(
    expect.arrayContaining(['deviceClassName', 'selectors', 'allocationMode', 'tolerations']),
  );
  expect(at(`${CLAIM}|`)).toEqual(['spec', 'status']);
});

test('fields are known within lists, beside their key or further in, and in items of a List', () => {
  expect(at(`${CLAIM}spec:\n  devices:\n    constraints:\n      - requests: [a]\n        |`)).toEqual(
    expect.arrayContaining(['matchAttribute', 'distinctAttribute']),
  );
  const list = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: resource.k8s.io/v1\n  kind: DeviceClass\n  spec:\n    |';
  expect(at(list)).toEqual(expect.arrayContaining(['selectors', 'config']));
  expect(at('apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nspec:\n  |')).toEqual(['metadata', 'spec']);
  expect(at('apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - |')).toEqual(
    expect.arrayContaining(['image', 'resources']),
  );
});

test('the kind may stand below', () => {
  expect(at(`|\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\n`)).toEqual(['metadata', 'spec', 'status']);
});

test('values are the names of the text and the words of the API', () => {
  expect(at(`${CLAIM}spec:\n  devices:\n    requests:\n    - name: gpu\n      exactly:\n        deviceClassName: |`)).toEqual(
    expect.arrayContaining(['gpu.nvidia.com', 'efa.networking.k8s.aws']),
  );
  expect(at(`${CLAIM}spec:\n  devices:\n    constraints:\n    - matchAttribute: res|`)).toEqual(
    expect.arrayContaining(['resource.kubernetes.io/pcieRoot', 'gpu.nvidia.com/productName', 'dra.net/rdma']),
  );
  expect(at('kind: |')).toEqual(expect.arrayContaining(['ResourceClaim', 'ResourceSlice', 'Pod']));
  expect(at('kind: ResourceClaim\napiVersion: |')).toEqual(expect.arrayContaining(['resource.k8s.io/v1', 'resource.k8s.io/v1beta1']));
});

test('selectors know drivers, attributes, their values, capacities and functions', () => {
  const selector = (expression: string): readonly string[] =>
    at(
      `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        selectors:\n        - cel:\n            expression: ${expression}`,
    );
  expect(selector('device.|')).toEqual(expect.arrayContaining(['driver', 'attributes', 'capacity']));
  expect(selector('device.attributes["|')).toEqual(expect.arrayContaining(['gpu.nvidia.com', 'dra.net', 'resource.kubernetes.io']));
  expect(selector('device.attributes["gpu.nvidia.com"].|')).toEqual(expect.arrayContaining(['productName', 'brand']));
  expect(selector('device.attributes["gpu.nvidia.com"].brand == "|')).toEqual(['Nvidia']);
  expect(selector('device.capacity["gpu.nvidia.com"].|')).toEqual(['memory']);
  expect(selector('device.driver.|')).toEqual(expect.arrayContaining(['startsWith', 'matches', 'exists']));
  expect(selector('device.driver == "x" && sem|')).toEqual(expect.arrayContaining(['semver', 'quantity', 'has', 'device']));
});

test('selectors over several lines are selectors', () => {
  const text = `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        selectors:\n        - cel:\n            expression: >-\n              device.driver == "x" &&\n              device.attributes["`;
  const found = complete(`${text}\n---\n${SLICES}`, text.length, {});
  expect(found?.options.map(({ label }) => label)).toContain('dra.net');
});

test.each(['', '|', '- - - |', ':|', '---\n|', '\t|', `${'- '.repeat(5000)}|`, 'a: "|', `${'['.repeat(1000)}|`])(
  '%j does no harm',
  (text) => {
    expect(() => at(text.includes('|') ? text : `${text}|`)).not.toThrow();
  },
);
