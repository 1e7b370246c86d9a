import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { nodeSelector, objectMeta, objectMetaWithSource, objectName } from '../../../src/core/api/meta.js';
import { errorOf, yaml } from '../../support/api.js';

test('metadata is read leniently, with empty strings for what is absent', () => {
  const decoded = objectMeta.decode(
    yaml('{name: a, ownerReferences: [{kind: Node, name: x, controller: true, extra: 1}], finalizers: [f]}'),
    new DecodeContext(),
  );
  expect(decoded).toEqual({
    name: 'a',
    generateName: '',
    namespace: '',
    uid: '',
    labels: new Map(),
    ownerReferences: [{ apiVersion: '', kind: 'Node', name: 'x', uid: '', controller: true }],
  });
});

test('the source is a copy', () => {
  const json = { annotations: { a: 'b' } };
  const { source } = objectMetaWithSource.decode(json, new DecodeContext());
  expect(source).toEqual(json);
  expect(source).not.toBe(json);
  expect(objectMetaWithSource.decode(undefined, new DecodeContext())).not.toHaveProperty('source');
});

test('node selectors are strict', () => {
  const read = (text: string): unknown => nodeSelector.decode(yaml(text), new DecodeContext());
  expect(read('{nodeSelectorTerms: [{}, null]}')).toEqual({
    nodeSelectorTerms: [
      { matchExpressions: [], matchFields: [] },
      { matchExpressions: [], matchFields: [] },
    ],
  });
  expect(errorOf(() => read('{nodeSelectorTerms: [{matchLabels: {}}]}')).path).toBe('nodeSelectorTerms[0].matchLabels');
});

test('objects are named with their namespace, if they have one', () => {
  expect(objectName({ namespace: 'ns', name: 'a' })).toBe('ns/a');
  expect(objectName({ namespace: '', name: 'a' })).toBe('a');
});
