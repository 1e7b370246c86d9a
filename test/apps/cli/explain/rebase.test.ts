import { describe, expect, it } from 'vitest';
import { rebasedPatch } from '../../../../src/apps/cli/explain/rebase.js';
import type { Json } from '../../../../src/core/base/json.js';
import type { JsonPatchOperation } from '../../../../src/explain/explanation.js';

const pod = {
  spec: {
    containers: [{ name: 'proxy' }, { name: 'main', resources: { requests: { cpu: '8' } }, ports: [{ hostPort: 1 }, { hostPort: 2 }] }],
    tolerations: [{ key: 'added' }, { key: 'own' }],
    nodeSelector: { zone: 'a' },
  },
};
const rebased = (operation: JsonPatchOperation, spec: Json) => rebasedPatch([operation], pod, { spec });

describe('a patch is written anew', () => {
  it.each<[string, JsonPatchOperation, Json, JsonPatchOperation | undefined]>([
    [
      'for a container at another place',
      { op: 'replace', path: '/spec/containers/1/resources/requests/cpu', value: '4' },
      { containers: [{ name: 'main', resources: { requests: { cpu: '8' } } }] },
      { op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '4' },
    ],
    [
      'for a container without the maps around a value',
      { op: 'replace', path: '/spec/containers/1/resources/requests/cpu', value: '4' },
      { containers: [{ name: 'main' }] },
      { op: 'add', path: '/spec/containers/0/resources', value: { requests: { cpu: '4' } } },
    ],
    ['for no container', { op: 'replace', path: '/spec/containers/1/resources/requests/cpu', value: '4' }, { containers: [] }, undefined],
    [
      'for a list that is absent',
      { op: 'add', path: '/spec/tolerations/-', value: { key: 'new' } },
      {},
      { op: 'add', path: '/spec/tolerations', value: [{ key: 'new' }] },
    ],
    [
      'for a list that is null',
      { op: 'add', path: '/spec/tolerations/-', value: { key: 'new' } },
      { tolerations: null },
      { op: 'add', path: '/spec/tolerations', value: [{ key: 'new' }] },
    ],
    [
      'for a shorter list',
      { op: 'add', path: '/spec/tolerations/-', value: { key: 'new' } },
      { tolerations: [{ key: 'own' }] },
      { op: 'add', path: '/spec/tolerations/1', value: { key: 'new' } },
    ],
    [
      'for an equal item of a list',
      { op: 'remove', path: '/spec/containers/1/ports/1' },
      { containers: [{ name: 'main', ports: [{ hostPort: 2 }] }] },
      { op: 'remove', path: '/spec/containers/0/ports/0' },
    ],
    ['for no label', { op: 'remove', path: '/spec/nodeSelector/zone' }, { nodeSelector: {} }, undefined],
    [
      'for an item of a list that is absent',
      { op: 'replace', path: '/spec/containers/1/resources/requests/cpu', value: '4' },
      { other: 1 },
      undefined,
    ],
  ])('%s', (_, operation, spec, expected) => {
    expect(rebased(operation, spec)).toEqual(expected === undefined ? undefined : [expected]);
  });

  it('operation by operation', () => {
    const patch: JsonPatchOperation[] = [
      { op: 'add', path: '/spec/tolerations/-', value: { key: 'x' } },
      { op: 'add', path: '/spec/tolerations/-', value: { key: 'y' } },
      { op: 'remove', path: '/spec/tolerations/1' },
    ];
    expect(rebasedPatch(patch, pod, { spec: { tolerations: [{ key: 'own' }] } })).toEqual([
      { op: 'add', path: '/spec/tolerations/1', value: { key: 'x' } },
      { op: 'add', path: '/spec/tolerations/2', value: { key: 'y' } },
      { op: 'remove', path: '/spec/tolerations/0' },
    ]);
  });

  it('with names that are no fields', () => {
    const from = { spec: { nodeSelector: {} } };
    const patch = [{ op: 'add', path: '/spec/nodeSelector/__proto__', value: 'a' }] as const;
    const [operation] = rebasedPatch(patch, from, { spec: {} }) ?? [];
    expect(Object.keys(operation?.value as object)).toEqual(['__proto__']);
  });
});
