import { expect, test } from 'vitest';
import { selectorText } from '../../../src/cli/cel/selector-text.js';
import { objectsOf } from '../../schedule/objects.js';

const LONG = `device.driver == "d" &&\n  ${'true && '.repeat(20)}true`;
const { resourceClaims, deviceClasses } = objectsOf(`
{kind: DeviceClass, apiVersion: resource.k8s.io/v1, metadata: {name: gpu.example.com}, spec: {selectors: [{cel: {expression: 'a'}}, {cel: {expression: 'b'}}]}}
---
kind: ResourceClaim
apiVersion: resource.k8s.io/v1
metadata: {name: c, namespace: ns}
spec:
  devices:
    requests:
    - {name: r, exactly: {deviceClassName: gpu.example.com, selectors: [{cel: {expression: ${JSON.stringify(LONG)}}}]}}
    - {name: s, firstAvailable: [{name: t, selectors: [{}, {cel: {expression: 'x < 1'}}]}]}
`);
const text = selectorText(resourceClaims, deviceClasses);

test('selectors of requests, subrequests and classes get their expressions', () => {
  expect(text('ns/c', 's/t', 'request selector #1')).toBe('request selector #1 `x < 1`');
  expect(text('ns/c', 'r', 'class gpu.example.com, selector #1 (fails with an error)')).toBe(
    'class gpu.example.com, selector #1 `b` (fails with an error)',
  );
});

test('long expressions are cut and stand in one line', () => {
  const [, expression = ''] = /`(.*)`/.exec(text('ns/c', 'r', 'request selector #0')) ?? [];
  expect(expression).toMatch(/^device\.driver == "d" && true && true.*\.\.\.$/);
  expect(expression).toHaveLength(60);
});

test('whatever else stays as it is', () => {
  for (const what of ['taint a=b:NoSchedule', 'request selector #7', 'class other, selector #0'])
    expect(text('ns/c', 'r', what)).toBe(what);
  expect(text('ns/other', 'r', 'request selector #0')).toBe('request selector #0');
});
