import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeRuntimeClass } from '../../../src/core/api/runtime-class.js';
import { errorOf, yaml } from '../../support/api.js';

const decode = (text: string) => decodeRuntimeClass(yaml(text), new DecodeContext());

test('what a runtime class takes of nodes and demands of them is read', () => {
  const { metadata, overhead, scheduling } = decode(`
metadata: {name: kata}
handler: kata
overhead: {podFixed: {cpu: 250m, memory: 120Mi}}
scheduling: {nodeSelector: {kata: "true"}, tolerations: [{key: kata, operator: Exists}]}
`);
  expect(metadata.name).toBe('kata');
  expect([...(overhead?.podFixed ?? [])].map(([name, amount]) => `${name}=${amount}`)).toEqual(['cpu=250m', 'memory=120Mi']);
  expect(scheduling).toEqual({
    nodeSelector: new Map([['kata', 'true']]),
    tolerations: [{ key: 'kata', operator: 'Exists', value: '', effect: '' }],
  });
});

test('most runtime classes say nothing about nodes', () => {
  const { overhead, scheduling } = decode('{metadata: {name: runc}, handler: runc}');
  expect([overhead, scheduling]).toEqual([undefined, undefined]);
});

test('what matters is type-checked', () => {
  expect(errorOf(() => decode('{overhead: {podFixed: {cpu: much}}}')).path).toBe('overhead.podFixed.cpu');
});
